"""Pairs of games that differ only in secrets, on two boxes under the same fingers: every pixel is the same.

So are lights and tunes, what is written beside the game, and the moments at which the box does something by itself.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.clock_settings import AtZero, ClockKind, ClockSettings, Manner
from companion.games.pursuit import commands as c
from companion.games.pursuit import events as e
from companion.games.pursuit.game import Game
from companion.panel.pages.play import Playing
from companion.panel.pages.start import StartMenu
from firmware.keys import KEYS
from tests.panel.boxes import Box
from tests.secrecy.deals import deal
from tests.secrecy.twins import Pair
from tests.support.players import EDITIONS

PAIRS = 8
CLOCKS = (
    ClockSettings(ClockKind.TURN),
    ClockSettings(ClockKind.TURN, Manner.STRICT, 12, 45, AtZero.PASS),
    ClockSettings(ClockKind.SIDE, Manner.STRICT, 12, 1, AtZero.LOSE),
    ClockSettings(),
)
LEAST = {"steps": 60, "apart": 30, "keys": 600}
LEAST_OF = {"beginner-2014": {"apart": 8}}


class PanelTwin:
    """A twin with a box of its own."""

    def __init__(self, new: c.New, clocks: ClockSettings) -> None:
        self.box = Box(clocks=clocks)
        self.box.desk.begin(new, self.box.clocks)
        self.box.panel.follow()
        self.box.desk.resume()
        self.box.desk.change(possible=True)
        self.box.panel.page = Playing(StartMenu())
        self.box.panel.follow()
        # What the fingers ask for is only noted: the answer to a token, say, is the truth, and that may differ.
        self.asked: list[object] = []
        self.box.desk.submit = lambda command, at=None: self.asked.append(command)  # type: ignore[method-assign]
        self.box.desk.undo = lambda: self.asked.append("undo")  # type: ignore[method-assign]
        self.box.desk.begin = lambda *_: self.asked.append("begin")  # type: ignore[method-assign]

    @property
    def games(self) -> list[Game]:
        return [position.game for position in self.box.table._positions]

    @property
    def events(self) -> tuple[e.Event, ...]:
        return self.box.table._positions[-1].events

    def do(self, command: c.Command) -> None:
        self.box.submit(command)

    def undo(self) -> None:
        self.box.table.undo()
        self.box.panel.follow()

    def surface(self) -> list[object]:
        """Everything that leaves this box."""
        box = self.box
        due = box.panel.tick()
        assert box.display.picture is not None
        return [
            due,
            box.display.picture.tobytes(),
            box.display.level,
            box.lights.glow,
            box.buzzer.tunes,
            box.table.memory,
            box.table.step,
            box.table.news(0),
            box.table.hunt(),
            box.table.sight(),
            repr(box.screen),
            self.asked,
        ]


@pytest.mark.parametrize("edition", EDITIONS)
def test_twins_under_the_same_fingers_look_and_sound_the_same(edition: str) -> None:
    seen: Counter[str] = Counter()
    for number in range(PAIRS):
        rng = Random(f"panel {edition} {number}")
        deals = deal(edition, "demo", rng)
        clocks = CLOCKS[number % len(CLOCKS)]
        twins = [PanelTwin(new, clocks) for new in deals]
        pair = Pair(*twins, rng, seen, longest=40)
        compare(pair)
        for _ in pair.play():
            if pair.over:
                break
            fumble(pair)
            compare(pair)
            pair.note()
    least = LEAST | LEAST_OF.get(edition, {})
    assert {word: seen[word] for word in least if seen[word] < least[word]} == {}


def compare(pair: Pair[PanelTwin]) -> None:
    assert pair.one.surface() == pair.other.surface()


def fumble(pair: Pair[PanelTwin]) -> None:
    """Let the same fingers press anything on both."""
    for twin in (pair.one, pair.other):
        twin.box.calm()
    for _ in range(12):
        compare(pair)
        key = pair.rng.choice(KEYS)
        for twin in (pair.one, pair.other):
            twin.box.panel.press(key)
        pair.seen["keys"] += 1
    for twin in (pair.one, pair.other):
        twin.box.calm().wait(3.5)
