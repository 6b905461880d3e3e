"""A panel on a table of its own, with time that stands still until it is told to go on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random

from PIL.Image import Image

from companion.clock_settings import ClockSettings
from companion.games.pursuit import commands as c
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.tickets import TICKETS
from companion.journal import Journal
from companion.pairing import Pairing
from companion.panel.desk import Desk
from companion.panel.pages.page import Page
from companion.panel.panel import UNREAD, Manners, Panel
from companion.panel.screens.screen import Screen
from companion.settings import Settings
from companion.table import Table
from firmware.devices import Glow, Tune
from firmware.keys import Key


class Paper:
    """Display, lights and buzzer on paper: what was shown last."""

    def __init__(self) -> None:
        self.picture: Image | None = None
        self.level = 0
        self.glow: Mapping[str, Glow] = {}
        self.brightness = 1.0
        self.tunes: list[Tune] = []
        self.pictures = 0

    def contrast(self, level: int) -> None:
        self.level = level

    def play(self, tune: Tune) -> None:
        self.tunes.append(tune)

    def close(self) -> None:
        pass


class PaperDisplay(Paper):
    def show(self, picture: Image) -> None:
        self.picture = picture
        self.pictures += 1


class PaperLights(Paper):
    def show(self, glow: Mapping[str, Glow], brightness: float = 1.0) -> None:
        self.glow, self.brightness = dict(glow), brightness


@dataclass
class Box:
    """A panel in the hands of a test."""

    journal: Journal = field(default_factory=Journal.in_memory)
    language: str = "en"
    clocks: ClockSettings = field(default_factory=ClockSettings)
    manners: Manners = field(default_factory=Manners)
    time: float = 1000.0
    phones: bool = False
    """Mister X plays on a phone that has to be paired; else as if he had always had one."""

    def __post_init__(self) -> None:
        self.table = Table(self.journal)
        self.display, self.lights, self.buzzer = PaperDisplay(), PaperLights(), Paper()
        self.pairing = Pairing(self.table, lambda: self.time)
        self.desk = Desk(
            self.table,
            Settings(language=self.language),
            self.clocks,
            lambda: self.time,
            self.pairing if self.phones else None,
        )
        self.desk.address = lambda: "http://192.168.178.20:8080/"
        self.panel = Panel(self.desk, self.display, self.lights, self.buzzer, self.manners)
        self.panel.tick()

    @property
    def screen(self) -> Screen:
        """What is to be seen."""
        self.panel.tick()
        screen = self.panel.shown
        assert screen is not None
        return screen

    @property
    def page(self) -> Page:
        return self.panel.page

    def keys(self, keys: str) -> Box:
        """Press *keys* one after the other, without waiting; but a letter is read first."""
        for key in keys.replace(" ", ""):
            if key in "ABCD":
                self.time += 2 * UNREAD
            self.panel.press(Key(key))
            self.panel.tick()
        return self

    def wait(self, seconds: float) -> Box:
        """Let time pass as the box would live through it: from one due moment to the next."""
        end = self.time + seconds
        while (due := self.panel.tick()) is not None and self.time + due < end:
            self.time += max(due, 1e-3)
        self.time = end
        self.panel.tick()
        return self

    def calm(self) -> Box:
        """Wait until every scene is over."""
        while self.panel.in_scene:
            self.wait(1.0)
        return self

    def submit(self, *commands: c.Command) -> Box:
        """Commands that come from elsewhere: Mister X on his phone."""
        for command in commands:
            self.table.submit(command)
            self.panel.follow()
            self.panel.tick()
        return self

    def knock(self) -> str:
        """A phone uses the code that is on the display, and is told its secret."""
        assert self.pairing.offer is not None
        secret = self.pairing.ask(self.pairing.offer.code)
        self.panel.look()  # as the box does when the pairing calls
        self.panel.tick()
        return secret

    def pair(self) -> str:
        """A phone knocks, and the table has compared the symbols."""
        secret = self.knock()
        self.wait(2 * UNREAD).keys("#").calm()
        return secret

    def power_cut(self) -> Box:
        """The box dies between two keys, and a new one is started on what it wrote."""
        self.__post_init__()
        return self

    def look(self) -> None:
        """Somebody glances at the display."""

    def his_move(self, rng: Random) -> Box:
        """Mister X does something legal on his own page."""
        view = self.table.mister_x()
        for command in his_commands(view, rng):
            return self.submit(command)
        raise AssertionError("Mister X has nothing to do")


def his_commands(view: object, rng: Random) -> list[c.Command]:
    """What Mister X can do by his own view, the likeliest first."""
    from companion.games.pursuit.views import MisterXView

    assert isinstance(view, MisterXView)
    if view.tile and not view.start and view.window == 0 and not view.moves:
        taken = {pawn.station for pawn in view.pawns.values()}
        return [c.Start(rng.choice([station for station in view.tile if station not in taken]))]
    if view.landings:
        return [c.Balloon(rng.choice(view.landings))]
    extras: list[c.Command] = []
    if "crime" in view.actions:
        extras.append(c.Crime())
    if "hide" in view.actions and rng.random() < 0.5:
        extras.append(c.Hide())
    if "hideout" in view.actions and view.supply["black"] and rng.random() < 0.5:
        extras.append(c.Hideout("black"))
    if "balloon" in view.actions and rng.random() < 0.5:
        extras.append(c.Balloon())
    if "show" in view.actions and rng.random() < 0.3:
        extras.append(c.Show({}))
    if extras:
        return extras
    if view.doubles and rng.random() < 0.1:
        ticket, to = rng.choice(view.doubles)[0]
        return [c.Travel(MISTER_X, TICKETS[ticket], to, True)]
    if view.moves:
        ticket, to = rng.choice(view.moves)
        return [c.Travel(MISTER_X, TICKETS[ticket], to)]
    if "balloon" in view.actions:
        return [c.Balloon()]
    return [c.EndTurn()]
