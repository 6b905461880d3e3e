"""Two whole boxes, copper, wire and all, that differ only in where Mister X is: to the table they are one."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest

from companion import pairing
from companion.config import Config
from companion.games.pursuit import commands as c
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.tickets import Ticket
from companion.protocol import hear
from companion.web.workbench import Snapshot
from companion.workbench import Workbench
from firmware.devices import Tune
from firmware.keys import Key

TAXI = Ticket.TAXI
HIS_WAYS = ((117, 88, 117), (132, 114, 132))
"""Two cards he may have drawn, and two rides by taxi from each."""
TEAM = {"red": 103, "blue": 112, "green": 94}
A_ROUND = ("A", "A", "A"), ("B", "7#", "A", "*", "*"), ("1", "*", "A", "5", "9#")


class Twin:
    """One of the two boxes, with an ear on its buzzer."""

    def __init__(self, folder: Path, way: tuple[int, ...]) -> None:
        self.way = way
        # Without clocks: the boxes live in real time, one a moment after the other.
        self.bench = Workbench(Config(night=None), folder / "journal")
        self.tunes: list[Tune] = []
        self.bench.watch(lambda tune: self.tunes.append(tune) if tune else None)
        said = {"do": "new", "edition": "classic-1983", "detectives": list(TEAM), "seed": 3}
        self.submit(hear(said | {"starts": {**TEAM, MISTER_X: way[0]}}))

    def submit(self, command: c.Command) -> None:
        table = self.bench.table
        assert table is not None
        table.submit(command)

    def tap(self, key: str) -> None:
        self.bench.press(Key(key))
        time.sleep(0.03)
        self.bench.release(Key(key))
        time.sleep(0.04)

    def settled(self) -> Snapshot:
        """What it shows when it has stopped changing, lights in mid-blink aside."""
        if box := self.bench._box:
            done = Event()
            box.post(done.set)
            assert done.wait(10)
        time.sleep(0.05)
        return self.bench.snapshot()


@pytest.fixture
def twins(tmp_path: Path) -> Iterator[list[Twin]]:
    found = []
    for number, way in enumerate(HIS_WAYS):
        (tmp_path / str(number)).mkdir()
        found.append(Twin(tmp_path / str(number), way))
    yield found
    for twin in found:
        twin.bench.close()


def test_two_boxes_that_differ_in_secrets_show_sound_and_log_the_same(
    twins: list[Twin], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    caplog.set_level(logging.DEBUG)
    # Codes for a phone are drawn by lot: these two boxes draw the same.
    monkeypatch.setattr(pairing, "choice", lambda letters: letters[0])
    compared = 0

    def both(act: Callable[[Twin], None]) -> None:
        nonlocal compared
        seen = []
        for twin in twins:
            caplog.clear()
            act(twin)
            shot = twin.settled()
            seen.append((shot.screen, shot.shown, shot.contrast, twin.bench.troubles, caplog.messages[:]))
        assert seen[0] == seen[1]
        assert twins[0].tunes == twins[1].tunes
        compared += 1

    both(lambda twin: twin.tap("1"))
    for leg, keys in enumerate(A_ROUND[: len(HIS_WAYS[0]) - 1], 1):
        both(lambda twin, leg=leg: twin.submit(c.Travel(MISTER_X, TAXI, twin.way[leg])))
        time.sleep(3)  # the scene is over
        for press in keys:
            for key in press:
                both(lambda twin, key=key: twin.tap(key))
        both(lambda twin: twin.bench.set_fault("lights", True))
        both(lambda twin: twin.bench.set_fault("lights", False))
        both(lambda twin: twin.bench.power(False))
        both(lambda twin: twin.bench.power(True))
        both(lambda twin: twin.tap("1"))
        while (table := twins[0].bench.table) and (sight := table.sight()) and sight.choices.pawns:
            pawn = next(iter(sight.choices.pawns))
            forbidden = {station for way in HIS_WAYS for station in way}
            ticket, to = next(ride for ride in sight.choices.pawns[pawn].rides if ride[1] not in forbidden)
            both(lambda twin, p=pawn, t=ticket, to=to: twin.submit(c.Travel(p, Ticket[t.upper()], to)))
    assert compared > 20
    stations = {twin.bench.table.mister_x().mister_x.station for twin in twins if twin.bench.table}
    assert len(stations) == 2
