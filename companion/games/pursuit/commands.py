"""What somebody at the table wants to happen."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .tickets import Ticket

MISTER_X = "mister_x"


@dataclass(frozen=True, slots=True)
class New:
    """Begin a game. Edition and map come as data: the rules open no files."""

    edition: Mapping[str, Any]
    map: Mapping[str, Any]
    detectives: tuple[str, ...]
    seed: int = field(repr=False)
    starts: Mapping[str, int] = field(default_factory=dict, repr=False)
    """Cards the table drew by itself; the rest is drawn with the seed."""
    options: Mapping[str, object] = field(default_factory=dict)
    board: str | None = None
    """The map's name or file, where it is not the edition's own."""


@dataclass(frozen=True, slots=True)
class Start:
    """Moriarty picks one of the two stations of his tile."""

    to: int = field(repr=False)


@dataclass(frozen=True, slots=True)
class Travel:
    """A pawn takes one ride."""

    pawn: str
    ticket: Ticket
    to: int = field(repr=False)
    double: bool = False


@dataclass(frozen=True, slots=True)
class Show:
    """Mister X shows himself and takes a ticket from detectives of his choice."""

    take: Mapping[str, Ticket]


@dataclass(frozen=True, slots=True)
class Crime:
    """Moriarty plays a crime tile."""


@dataclass(frozen=True, slots=True)
class Hideout:
    """Moriarty takes a ``black`` ticket or a ``double`` card in a hideout."""

    take: str


@dataclass(frozen=True, slots=True)
class Hide:
    """Moriarty skips the reveal that is due."""


@dataclass(frozen=True, slots=True)
class Balloon:
    """Moriarty turns up a start tile (no station yet), or lands on one of its stations."""

    to: int | None = None
    double: bool = False


@dataclass(frozen=True, slots=True)
class Helicopter:
    """A detective boards and names where he will descend."""

    pawn: str
    ticket: Ticket
    to: int


@dataclass(frozen=True, slots=True)
class Descend:
    """He gets off."""

    pawn: str
    ticket: Ticket


@dataclass(frozen=True, slots=True)
class Barrier:
    """A detective puts up a barrier, taken from another station if ``moved`` names one."""

    pawn: str
    at: int
    moved: int | None = None


@dataclass(frozen=True, slots=True)
class Token:
    """A detective plays his character's token."""

    pawn: str
    symbol: str | None = None
    ticket: Ticket | None = None


@dataclass(frozen=True, slots=True)
class Correct:
    """A detective or bobby stands elsewhere on the cardboard than the referee believes, and everybody agrees."""

    pawn: str
    to: int


@dataclass(frozen=True, slots=True)
class TimeUp:
    """A strict clock has run down for whoever is to act, who ``pass``es or ``lose``s."""

    then: str


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The side at turn wants none of the optional actions it has left."""


Command = (
    New
    | Start
    | Travel
    | Show
    | Crime
    | Hideout
    | Hide
    | Balloon
    | Helicopter
    | Descend
    | Barrier
    | Token
    | Correct
    | TimeUp
    | EndTurn
)
