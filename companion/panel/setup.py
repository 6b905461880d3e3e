"""A game in the making: what has been chosen on the keys so far."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from ..clock_settings import ClockSettings
from ..editions import read_edition
from ..games.pursuit.commands import New
from ..games.pursuit.decide import decide
from ..games.pursuit.edition import Edition
from ..games.pursuit.options import LINKS, for_detectives
from ..games.pursuit.refusals import Refusal, Refused
from ..language import mark
from ..maps import map_names
from ..names import COLOURS
from ..protocol import hear

TYPED = "typed"
CARDS = {"drawn": mark("drawn"), TYPED: mark("typed"), "anywhere": mark("anywhere")}
"""Who draws the start cards: the companion, the table, or nobody."""
IN_OTHER_PLACES = frozenset({"free_start"})
"""Options that have a line of their own in the setup."""


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

    def command(self) -> New:
        """The command that begins this game."""
        options = {**self.options, **({"free_start": True} if self.cards == "anywhere" else {})}
        said: dict[str, Any] = {
            "do": "new",
            "edition": self.edition,
            "detectives": list(self.pawns),
            "starts": self.places,
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

    def lacks(self) -> bool:
        """Whether the board is not made for this edition, however the pawns get their places."""
        trouble = replace(self, cards="anywhere", places={}, options={}).trouble()
        return trouble is not None and trouble.refusal is Refusal.MISSING

    @property
    def bobbies(self) -> tuple[str, ...]:
        default = for_detectives(edition_of(self.edition).options.get("bobbies", 0), len(self.pawns))
        return tuple(f"bobby{n + 1}" for n in range(self.options.get("bobbies", default)))

    def switches(self) -> list[str]:
        """The options that can be set, in the order of the rule book: a link that the board lacks is none."""
        links = set(LINKS) - set(self.command().map["optional_links"])
        return [name for name in edition_of(self.edition).options if name not in IN_OTHER_PLACES | links]

    @property
    def largest(self) -> int:
        """The largest number of a station on the board."""
        return max(int(station["number"]) for station in self.command().map["stations"])

    def with_pawns(self, count: int) -> Setup:
        """The same for another number of detectives: those who are there stay, as far as there is room."""
        names = tuple(edition_of(self.edition).characters) or COLOURS
        free = (name for name in names if name not in self.pawns)
        return replace(self, pawns=(*self.pawns, *free)[:count], places={})

    def value(self, option: str) -> Any:
        """What *option* is worth now."""
        default = for_detectives(edition_of(self.edition).options[option], len(self.pawns))
        return self.options.get(option, default)
