"""What the panel costs: keys a move, bytes on the display's wire, milliseconds to a picture, an idle hour."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from PIL import Image

from companion.clock_settings import ClockKind, ClockSettings
from companion.config import Config
from companion.games.pursuit.commands import MISTER_X, New, Travel
from companion.games.pursuit.tickets import TICKETS
from companion.journal import Journal
from companion.panel.desk import Desk
from companion.panel.pages.play import PICKS, Playing, Ride, rides_of
from companion.panel.pages.start import StartMenu
from companion.panel.panel import UNREAD, Panel
from companion.protocol import hear
from companion.settings import Settings
from companion.sight import Sight
from companion.table import Table
from companion.workbench import Workbench
from firmware.keys import Key
from firmware.oled import Oled
from firmware.simulated.chip import SimulatedBus, SimulatedChip
from tools.album import NoLights, Nothing

GAMES = 2000
WIRED_GAMES = 30
TEAM = ["red", "blue", "green", "yellow", "brown"]


def new_game(edition: str, seed: int) -> New:
    command = hear({"do": "new", "edition": edition, "detectives": TEAM, "seed": seed})
    assert isinstance(command, New)
    return command


def keys_for(rides: tuple[Ride, ...], wanted: Ride) -> list[Key]:
    """What a detective who reads the display presses: digits until there are letters, then the letter."""
    number, typed, left = str(wanted.station), "", list(rides)
    while len(left) > len(PICKS):
        typed += number[len(typed)]
        left = [ride for ride in rides if str(ride.station).startswith(typed)]
    return [*map(Key, typed), PICKS[left.index(wanted)]]


def keys_a_move(edition: str, games: int = GAMES) -> tuple[float, float, int]:
    """Mean keys of the fast entry, of typing number, ticket and #, and how many moves were counted."""
    fast = whole = moves = 0
    for seed in range(games):
        rng = Random(seed)
        with Journal.in_memory() as journal:
            table = Table(journal)
            table.submit(new_game(edition, seed))
            while (sight := table.sight()) and not sight.view.outcome:
                if sight.view.turn == MISTER_X:
                    his_move(table, rng)
                    continue
                rides = rides_of(sight, next(iter(sight.choices.pawns)))
                ride = rng.choice(rides)
                fast += len(keys_for(rides, ride))
                whole += len(str(ride.station)) + 2
                moves += 1
                table.submit(ride.command)
    return fast / moves, whole / moves, moves


def his_move(table: Table, rng: Random) -> None:
    ticket, to = rng.choice(table.mister_x().moves)
    table.submit(Travel(MISTER_X, TICKETS[ticket], to))


@dataclass(slots=True)
class Wire:
    """What was sent, and how long each key took to its finished picture."""

    ticks: list[int]
    digits: list[int]
    seconds: list[float]


class WiredTable:
    """A panel on a simulated display, with time that passes when it is told to."""

    def __init__(self, edition: str, seed: int) -> None:
        self.now = 0.0
        self.journal = Journal.in_memory()
        self.table = Table(self.journal)
        self.bus = SimulatedBus(SimulatedChip("ssd1306"))
        clocks = ClockSettings(ClockKind.TURN)
        self.desk = Desk(self.table, Settings(possible=True), clocks, lambda: self.now)
        self.panel = Panel(self.desk, Oled("ssd1306", self.bus), NoLights(), Nothing())
        self.desk.begin(new_game(edition, seed), clocks)
        self.panel.follow()
        self.panel.page = Playing(StartMenu())
        self.desk.resume()
        self.panel.tick()

    def sent(self, act: Callable[[], None]) -> int:
        before = self.bus.bytes_sent
        act()
        return self.bus.bytes_sent - before

    def calm(self) -> None:
        self.panel.follow()
        self.panel.tick()
        while self.panel.in_scene:
            self.now += 1.0
            self.panel.tick()

    def tick(self) -> None:
        """The next second is shown."""
        due = self.desk.clocks.due(self.now)
        assert due is not None
        self.now = due + 1e-6
        self.panel.tick()

    def press(self, key: Key) -> None:
        if key.digit is None:
            self.now += 2 * UNREAD
        self.panel.press(key)
        self.panel.tick()


def play_on_the_wire(games: int = WIRED_GAMES) -> Wire:
    """Games of London by the fast entry: every digit and a few clock ticks of every turn are counted."""
    wire = Wire([], [], [])
    for seed in range(games):
        rng = Random(seed)
        box = WiredTable(("classic-1983", "london-2014")[seed % 2], seed)
        while (sight := box.table.sight()) and not sight.view.outcome:
            if sight.view.turn == MISTER_X:
                his_move(box.table, rng)
            else:
                _one_turn(box, sight, rng, wire)
            box.calm()
        box.journal.close()
    return wire


def _one_turn(box: WiredTable, sight: Sight, rng: Random, wire: Wire) -> None:
    for _ in range(rng.randrange(12)):
        wire.ticks.append(box.sent(box.tick))
    rides = rides_of(sight, next(iter(sight.choices.pawns)))
    for key in keys_for(rides, rng.choice(rides)):
        began = time.process_time()
        cost = box.sent(partial(box.press, key))
        wire.seconds.append(time.process_time() - began)
        if key.digit is not None:
            wire.digits.append(cost)


def luma_frame() -> int:
    """What luma itself sends for one picture."""
    from luma.core.interface.serial import i2c  # type: ignore[import-untyped]
    from luma.oled.device import ssd1306  # type: ignore[import-untyped]

    bus = SimulatedBus(SimulatedChip("ssd1306"))
    device = ssd1306(i2c(bus=bus, address=0x3C))
    before = bus.bytes_sent
    device.display(Image.new("1", (128, 64)))
    return bus.bytes_sent - before


def idle_share(seconds: float = 20.0) -> float:
    """Which part of a core the whole simulated box uses while a clock runs and nobody presses a key."""
    with TemporaryDirectory() as folder:
        config = Config(clocks=ClockSettings(ClockKind.TURN, turn_seconds=600))
        bench = Workbench(config, Path(folder) / "idle.journal", lambda: None)
        for (
            key
        ) in "123#1#*":  # a new game of the second edition for three, as the book has it, without a phone
            bench.press(Key(key))
            time.sleep(0.05)
            bench.release(Key(key))
            time.sleep(0.05)
        time.sleep(1)
        before = time.process_time()
        time.sleep(seconds)
        share = (time.process_time() - before) / seconds
        bench.close()
    return share
