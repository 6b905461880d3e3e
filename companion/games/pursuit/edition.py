"""An edition is a rule book as data; with the options chosen it becomes the rules of one game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

from .board import Board, Stations, stations_of
from .options import LINKS, OPTIONS, OptionFault, Value, chosen, for_detectives
from .tickets import MODES, UNLIMITED, Mode, Purse


class EditionFault(ValueError):
    """A rule book that can't be read."""


@dataclass(frozen=True, slots=True)
class Edition:
    """What the printed book fixes. Numbers that a table may change are in :attr:`options`."""

    name: str
    title: str
    board: str
    modes: tuple[str, ...]
    least: int
    most: int
    order: str
    """``fixed`` (clockwise) or ``free``."""
    decks: Mapping[str, Any]
    """Which deck of the map deals the starts: of ``detectives`` (maybe by their number), of ``mister_x``."""
    options: Mapping[str, Any]
    short: str = ""
    """The title where there is little room."""
    words: Mapping[str, str] = field(default_factory=dict)
    """What this edition calls things: ``taxi: carriage``."""
    used_tickets_go_to: str = "supply"
    detective_tickets: bool = True
    finite_tickets: bool = False
    """Mister X's ordinary tickets run out."""
    reveal_windows: tuple[int, ...] = ()
    open_play: bool = False
    """Mister X plays in sight and vanishes in :attr:`vanish_windows`."""
    vanish_windows: tuple[int, ...] = ()
    enter_stuck: bool = False
    """Mister X may enter the station of a detective who is out of the chase."""
    move_barriers: bool = False
    characters: Mapping[str, str] = field(default_factory=dict)
    """Detective → his token; where there are characters, they are the detectives' names."""
    bans: tuple[str, ...] = ()
    pick_start: bool = False
    hideouts: bool = False
    balloon: bool = False
    supply: Mapping[str, int] = field(default_factory=dict)
    """What Mister X can take in a hideout."""

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Edition:
        """The edition in *data*, as its YAML gives it, or :exc:`EditionFault`."""
        known = set(cls.__dataclass_fields__)
        for key in data:
            if key not in known:
                raise EditionFault(f"unknown field {key!r}; known are: {', '.join(sorted(known))}")
        try:
            edition = cls(**{key: _settled(value) for key, value in data.items()})
        except TypeError as error:
            raise EditionFault(str(error)) from None
        edition._check()
        return edition

    def _check(self) -> None:
        for name in ("name", "title", "short", "board", "order", "used_tickets_go_to"):
            if not isinstance(getattr(self, name), str):
                raise EditionFault(f"{name}: must be a text")
        for name in ("modes", "reveal_windows", "vanish_windows", "bans"):
            if not isinstance(getattr(self, name), tuple):
                raise EditionFault(f"{name}: must be a list")
        for name in ("decks", "options", "words", "characters", "supply"):
            if not isinstance(getattr(self, name), Mapping):
                raise EditionFault(f"{name}: must be a mapping")
        if not (
            isinstance(self.least, int) and isinstance(self.most, int) and 1 <= self.least <= self.most <= 5
        ):
            raise EditionFault("least, most: must be from 1 to 5 detectives")
        for word in self.modes:
            if word not in MODES:
                raise EditionFault(f"modes: {word!r} is none of: {', '.join(MODES)}")
        if self.order not in ("fixed", "free"):
            raise EditionFault(f"order: {self.order!r} is none of: fixed, free")
        if ("rounds" in self.options) == ("windows" in self.options):
            raise EditionFault("options: a game lasts either so many rounds or so many windows")
        for name, value in self.options.items():
            if name not in OPTIONS:
                raise EditionFault(f"options: unknown {name!r}; known are: {', '.join(sorted(OPTIONS))}")
            for count in range(self.least, self.most + 1):
                try:
                    OPTIONS[name].check(for_detectives(value, count))
                except KeyError:
                    raise EditionFault(f"options.{name}: no value for {count} detectives") from None
                except OptionFault as fault:
                    raise EditionFault(f"options.{name}: {fault}") from None


def _settled(value: Any) -> Any:
    """*value* as tuples, and with numbers for keys where it depends on the number of detectives.

    JSON, and so the journal, knows neither.
    """
    if isinstance(value, list):
        return tuple(value)
    if isinstance(value, Mapping):
        return {int(k) if str(k).isdigit() else k: _settled(v) for k, v in value.items()}
    return value


class _Same:
    """Map data as a key: the very same object, not an equal one, which would take long to tell."""

    __slots__ = ("data",)

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.data is other.data

    def __hash__(self) -> int:
        return id(self.data)


@lru_cache(maxsize=8)
def _board(data: _Same, modes: tuple[str, ...], links: tuple[str, ...]) -> Board:
    """The board, with the tables it has worked out in earlier games."""
    return Board(data.data, (MODES[word] for word in modes), links)


@dataclass(frozen=True)
class Rules:
    """An edition with its options chosen, on its board, for so many detectives."""

    edition: Edition
    options: Mapping[str, Value]
    board: Board
    detectives: tuple[str, ...]

    @classmethod
    def choose(
        cls,
        edition: Edition,
        map_data: Mapping[str, Any],
        detectives: tuple[str, ...],
        options: Mapping[str, object],
    ) -> Rules:
        """The rules for this table, or :exc:`OptionFault`."""
        values = chosen(edition.options, options, len(detectives))
        links = [name for name in LINKS if values.get(name) is True]
        for name in links:
            if name not in (map_data.get("optional_links") or {}):
                raise OptionFault(f"{name}: the map {map_data['name']} has no such link.")
        return cls(edition, values, _board(_Same(map_data), edition.modes, tuple(links)), detectives)

    @property
    def links(self) -> tuple[str, ...]:
        """The optional links that this printing of the board has."""
        return tuple(sorted(name for name in LINKS if self.on(name)))

    def number(self, name: str) -> int:
        """A numeric option, 0 where the edition does not have it."""
        return int(self.options.get(name, 0))

    def on(self, name: str) -> bool:
        """Whether a switch is on."""
        return self.options.get(name) is True

    @cached_property
    def pawns(self) -> tuple[str, ...]:
        """Detectives and bobbies by seat."""
        return (*self.detectives, *(f"bobby{n + 1}" for n in range(self.number("bobbies"))))

    @cached_property
    def seats(self) -> dict[str, int]:
        return {name: seat for seat, name in enumerate(self.pawns)}

    @cached_property
    def everyone(self) -> int:
        """All seats as bits."""
        return (1 << len(self.pawns)) - 1

    @cached_property
    def free_order(self) -> bool:
        return self.edition.order == "free"

    @cached_property
    def shared_purse(self) -> bool:
        return self.on("shared_purse")

    @cached_property
    def detective_purse(self) -> Purse:
        """What each detective begins with."""
        if not self.edition.detective_tickets:
            return self._free_rides
        return (self.number("taxi"), self.number("bus"), self.number("underground"))

    @cached_property
    def purses(self) -> tuple[Purse, ...]:
        """The purses on the table at the start: one each, or one for all."""
        if self.shared_purse:
            return (tuple(count * len(self.detectives) for count in self.detective_purse),)
        return (self.detective_purse,) * len(self.detectives)

    @cached_property
    def _free_rides(self) -> Purse:
        return tuple(
            UNLIMITED if mode in self.board.modes else 0 for mode in (Mode.TAXI, Mode.BUS, Mode.UNDERGROUND)
        )

    @cached_property
    def free_rides(self) -> int:
        """The tickets of one who needs none, as bits."""
        return sum(1 << ticket for ticket, count in enumerate(self._free_rides) if count)

    @cached_property
    def mister_x_purse(self) -> Purse:
        """Mister X's tickets at the start."""
        if self.edition.finite_tickets:
            ordinary = tuple(self.number(f"mister_x_{word}") for word in ("taxi", "bus", "underground"))
        else:
            ordinary = self._free_rides
        return (*ordinary, self.number("black"))

    @cached_property
    def by_rounds(self) -> bool:
        """The game lasts so many rounds; else, so many windows."""
        return "rounds" in self.options

    @cached_property
    def windows(self) -> int:
        """How many windows the travel log has."""
        if self.by_rounds:
            return self.number("rounds") + self.number("doubles")
        return self.number("windows")

    @cached_property
    def reveals(self) -> frozenset[int]:
        return frozenset(self.edition.reveal_windows)

    @cached_property
    def vanishes(self) -> frozenset[int]:
        return frozenset(self.edition.vanish_windows)

    @cached_property
    def crimes(self) -> bool:
        return "crimes" in self.options

    @cached_property
    def stops(self) -> bool:
        """Whether Mister X may have something to do after a move, wherever it took him.

        It must not depend on where he is: then the end of his turn would tell.
        """
        return self.edition.hideouts or self.crimes

    @cached_property
    def remembers_steps(self) -> bool:
        """Whether it matters later in the round which station a pawn has just left."""
        return self.number("barriers") > 0 or bool(self.edition.characters)

    @cached_property
    def start_deck(self) -> str:
        """The deck Mister X's start is drawn from."""
        return str(self.edition.decks["mister_x"])

    @cached_property
    def detective_deck(self) -> str:
        return str(for_detectives(self.edition.decks["detectives"], len(self.detectives)))

    @cached_property
    def start_tiles(self) -> tuple[tuple[int, ...], ...] | None:
        """The cards Mister X may draw, None where nobody has written them down."""
        deck = self.board.decks.get(self.start_deck)
        return deck.cards if deck else None

    def possible_starts(self, occupied: Stations, turned: tuple[tuple[int, ...], ...] = ()) -> Stations:
        """Where Mister X can begin when the others stand on *occupied*; his is none of the *turned* tiles."""
        if self.on("free_start") or self.start_tiles is None:
            return self.board.all & ~occupied
        tiles = [tile for tile in self.start_tiles if tile not in turned]
        if self.edition.pick_start:
            return stations_of(number for tile in tiles for number in tile) & ~occupied
        return stations_of(tile[0] for tile in tiles) & ~occupied
