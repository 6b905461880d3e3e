"""Setting up a game on the keys: edition, detectives, cards, clocks, options, board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cache, partial
from typing import Any, TypeVar

from firmware.keys import Key

from ...clock_settings import AtZero, ClockKind, ClockSettings, Manner
from ...editions import edition_names, read_edition
from ...games.pursuit.commands import MISTER_X, New
from ...games.pursuit.decide import decide
from ...games.pursuit.edition import Edition
from ...games.pursuit.options import OPTIONS as ALLOWED
from ...games.pursuit.options import for_detectives
from ...games.pursuit.refusals import Refusal, Refused
from ...language import mark
from ...maps import map_names
from ...names import COLOURS, OPTIONS, VALUES
from ...protocol import hear
from ..desk import Desk
from ..screens.message import MessageScreen
from ..screens.screen import Screen
from .extras import LARGEST_STATION
from .looking import Purses
from .page import Item, Menu, Number, Page
from .play import Playing

T = TypeVar("T")

CARDS = {"drawn": mark("drawn"), "typed": mark("typed"), "anywhere": mark("anywhere")}
"""Who draws the start cards: the companion, the table, or nobody."""
IN_OTHER_PLACES = frozenset({"free_start"})
"""Options that have a line of their own in the setup."""


def _after(now: T, ways: list[T]) -> T:
    """What a press changes *now* to."""
    return ways[(ways.index(now) + 1) % len(ways)]


@cache
def edition_of(name: str) -> Edition:
    return Edition.read(read_edition(name))


@dataclass(frozen=True, slots=True)
class Setup:
    """What has been chosen so far. Only what differs from the rule book is in *options*."""

    edition: str
    pawns: tuple[str, ...]
    clocks: ClockSettings
    board: str | None = None
    cards: str = "drawn"
    options: dict[str, Any] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)

    @classmethod
    def usual(cls, edition: str, count: int, clocks: ClockSettings) -> Setup:
        """The setup that most tables want: on the edition's own board if that has all it needs."""
        names = tuple(edition_of(edition).characters) or COLOURS
        first = cls(edition, names[:count], clocks)
        boards: list[str | None] = [None, *map_names()]
        for board in boards:
            for cards in ("drawn", "anywhere"):
                setup = replace(first, board=board, cards=cards)
                if not setup.trouble():
                    return setup
        return first

    def command(self, **starts: int) -> New:
        """The command that begins this game."""
        options = {**self.options, **({"free_start": True} if self.cards == "anywhere" else {})}
        said: dict[str, Any] = {
            "do": "new",
            "edition": self.edition,
            "detectives": list(self.pawns),
            "starts": {**self.places, **starts},
            "options": options,
        }
        if self.board:
            said["map"] = self.board
        command = hear(said)
        assert isinstance(command, New)
        return command

    def trouble(self) -> Refused | None:
        """Why this game can't begin, None if it can."""
        try:
            decide(None, self.command())
        except Refused as refused:
            return refused
        return None

    @property
    def bobbies(self) -> tuple[str, ...]:
        default = for_detectives(edition_of(self.edition).options.get("bobbies", 0), len(self.pawns))
        return tuple(f"bobby{n + 1}" for n in range(self.options.get("bobbies", default)))

    def value(self, option: str) -> Any:
        """What *option* is worth now."""
        default = for_detectives(edition_of(self.edition).options[option], len(self.pawns))
        return self.options.get(option, default)


@dataclass(frozen=True, slots=True)
class EditionMenu(Menu):
    """Which game is on the table."""

    def title(self, desk: Desk) -> str:
        return desk.say("Which game?")

    def items(self, desk: Desk) -> Sequence[Item]:
        return [
            Item(desk.say(edition_of(name).short), partial(self._count, name, desk))
            for name in edition_names()
        ]

    def _count(self, edition: str, desk: Desk) -> Page:
        book = edition_of(edition)

        def then(count: int) -> Page:
            return SetupMenu(self, setup=Setup.usual(edition, count, desk.usual_clocks))

        return Number(desk.say("How many detectives?"), book.least, book.most, then, self)


@dataclass(frozen=True, slots=True)
class SetupMenu(Menu):
    """The whole setup on one list; # at once begins the game as the book has it."""

    setup: Setup = field(kw_only=True)

    def title(self, desk: Desk) -> str:
        return desk.say(edition_of(self.setup.edition).short)

    def items(self, desk: Desk) -> Sequence[Item]:
        setup, say = self.setup, desk.say
        return [
            Item(say("Begin"), lambda: self._begin(desk)),
            Item(say("Start cards"), self._next_cards, say(CARDS[setup.cards])),
            Item(say("Clocks"), lambda: ClockMenu(self, setup=setup), say(KINDS[setup.clocks.kind])),
            Item(say("Detectives"), lambda: PawnMenu(self, setup=setup), str(len(setup.pawns))),
            Item(
                say("Options"),
                lambda: OptionMenu(self, setup=setup),
                str(len(setup.options)) if setup.options else "",
            ),
            Item(say("Board"), self._next_board, setup.board or edition_of(setup.edition).board),
        ]

    def _next_cards(self) -> Page:
        return replace(self, setup=replace(self.setup, cards=_after(self.setup.cards, list(CARDS))))

    def _next_board(self) -> Page:
        own = edition_of(self.setup.edition).board
        boards = [None, *(name for name in map_names() if name != own)]
        return replace(self, setup=replace(self.setup, board=_after(self.setup.board, boards)))

    def _begin(self, desk: Desk) -> Page:
        if self.setup.cards == "typed":
            return place_page(self, self.setup, desk)
        if trouble := self.setup.trouble():
            raise trouble
        desk.begin(self.setup.command(), self.setup.clocks)
        return opening(self)


def opening(menu: Page) -> Page:
    """The first page of a game that has just begun: where the pawns go."""
    while isinstance(menu, Menu) and menu.parent is not None:
        menu = menu.parent
    return Purses(Playing(menu))


def place_page(menu: Page, setup: Setup, desk: Desk) -> Page:
    """The card of the next pawn, typed; after the last, Mister X types his on his own page."""
    missing = [pawn for pawn in (*setup.pawns, *setup.bobbies) if pawn not in setup.places]
    if not missing:
        desk.prepare(setup.command(), setup.clocks)
        return CardAwaited(menu, setup)
    pawn = missing[0]

    def typed(station: int) -> Page:
        placed = replace(setup, places={**setup.places, pawn: station})
        trouble = placed.trouble()
        if trouble and trouble.refusal is not Refusal.NO_CARDS:
            raise trouble
        return place_page(menu, placed, desk)

    return Number(desk.say("{pawn} starts on", pawn=desk.pawn(pawn)), 1, LARGEST_STATION, typed, menu)


@dataclass(frozen=True, slots=True)
class CardAwaited(Page):
    """Everybody is placed but Mister X, whose card is nobody's business."""

    parent: Page
    setup: Setup

    def screen(self, desk: Desk) -> Screen:
        text = desk.say("{name} types his card on his page.", name=desk.pawn(MISTER_X))
        return MessageScreen(text, keys=desk.say("*back #draw one"))

    def press(self, key: Key, desk: Desk) -> Page:
        if key is Key.STAR:
            desk.table.forget_prepared()
            return self.parent
        if key is Key.HASH:
            desk.begin(self.setup.command(), self.setup.clocks)
            return opening(self.parent)
        desk.refuse()
        return self

    def refresh(self, desk: Desk) -> Page:
        if desk.table.prepared:
            return self
        desk.take_up_clocks()
        return opening(self.parent)


KINDS = {ClockKind.OFF: mark("off"), ClockKind.TURN: mark("per turn"), ClockKind.SIDE: mark("per side")}
MANNERS = {Manner.GENTLE: mark("gentle"), Manner.STRICT: mark("strict")}
ENDS = {AtZero.BUZZ: mark("buzz"), AtZero.PASS: mark("pass"), AtZero.LOSE: mark("lose")}


@dataclass(frozen=True, slots=True)
class SetupPart(Menu):
    """A menu below the setup: going back takes what was chosen along."""

    setup: Setup = field(kw_only=True)

    def press(self, key: Key, desk: Desk) -> Page:
        if key is Key.STAR:
            assert isinstance(self.parent, SetupMenu)
            return replace(self.parent, setup=self.setup)
        return Menu.press(self, key, desk)

    def _with(self, **chosen: Any) -> Page:
        return replace(self, setup=replace(self.setup, **chosen))


@dataclass(frozen=True, slots=True)
class ClockMenu(SetupPart):
    """Off, per turn or per side; how strict, how long, and what happens at zero."""

    def title(self, desk: Desk) -> str:
        return desk.say("Clocks")

    def items(self, desk: Desk) -> Sequence[Item]:
        clocks, say = self.setup.clocks, desk.say
        found = [Item(say("Clocks"), lambda: self._next("kind"), say(KINDS[clocks.kind]))]
        if clocks.kind is ClockKind.OFF:
            return found
        if clocks.kind is ClockKind.TURN:
            found.append(
                Item(
                    say("Seconds"),
                    lambda: self._length("turn_seconds", 10, 3600, desk),
                    str(clocks.turn_seconds),
                )
            )
        else:
            found.append(
                Item(
                    say("Minutes"),
                    lambda: self._length("side_minutes", 1, 300, desk),
                    str(clocks.side_minutes),
                )
            )
        found.append(Item(say("Manner"), lambda: self._next("manner"), say(MANNERS[clocks.manner])))
        if clocks.manner is Manner.STRICT:
            found.append(Item(say("At zero"), lambda: self._next("at_zero"), say(ENDS[clocks.at_zero])))
        return found

    def _next(self, name: str) -> Page:
        now: StrEnum = getattr(self.setup.clocks, name)
        return self._chosen(name, _after(now, list(type(now))))

    def _length(self, name: str, low: int, high: int, desk: Desk) -> Page:
        title = desk.say("Seconds a turn") if name == "turn_seconds" else desk.say("Minutes a side")
        return Number(title, low, high, partial(self._chosen, name), self)

    def _chosen(self, name: str, value: Any) -> Page:
        chosen: dict[str, Any] = {name: value}
        return self._with(clocks=replace(self.setup.clocks, **chosen))


@dataclass(frozen=True, slots=True)
class PawnMenu(SetupPart):
    """Who plays, in the order around the table. A press takes the next colour or character that is free."""

    def title(self, desk: Desk) -> str:
        return desk.say("Detectives")

    def items(self, desk: Desk) -> Sequence[Item]:
        return [
            Item(desk.pawn(pawn), partial(self._next, seat)) for seat, pawn in enumerate(self.setup.pawns)
        ]

    def _next(self, seat: int) -> Page:
        pawns = self.setup.pawns
        names = list(edition_of(self.setup.edition).characters) or list(COLOURS)
        start = names.index(pawns[seat])
        others = [name for name in (*names[start:], *names[:start]) if name not in pawns]
        if not others:  # all are taken: change places with the next seat
            other = (seat + 1) % len(pawns)
            swapped = list(pawns)
            swapped[seat], swapped[other] = swapped[other], swapped[seat]
            return self._with(pawns=tuple(swapped))
        return self._with(pawns=(*pawns[:seat], others[0], *pawns[seat + 1 :]))


@dataclass(frozen=True, slots=True)
class OptionMenu(SetupPart):
    """The edition's named switches; numbers are typed, words and switches change at a press."""

    def title(self, desk: Desk) -> str:
        return desk.say("Options")

    def items(self, desk: Desk) -> Sequence[Item]:
        names = [name for name in edition_of(self.setup.edition).options if name not in IN_OTHER_PLACES]
        return [
            Item(desk.say(OPTIONS[name]), partial(self._change, name, desk), self._shown(name, desk))
            for name in names
        ]

    def _shown(self, name: str, desk: Desk) -> str:
        value = self.setup.value(name)
        if isinstance(value, bool):
            return desk.say("on") if value else desk.say("off")
        return desk.say(VALUES[value]) if isinstance(value, str) else str(value)

    def _change(self, name: str, desk: Desk) -> Page:
        allowed, value = ALLOWED[name].allowed, self.setup.value(name)
        if isinstance(allowed, range):
            return Number(
                desk.say(OPTIONS[name]), allowed[0], allowed[-1], lambda number: self._set(name, number), self
            )
        if allowed is None:
            return self._set(name, not value)
        return self._set(name, _after(value, list(allowed)))

    def _set(self, name: str, value: Any) -> Page:
        plain = replace(self.setup, options={k: v for k, v in self.setup.options.items() if k != name})
        if plain.value(name) == value:
            return replace(self, setup=plain)
        return self._with(options={**self.setup.options, name: value})
