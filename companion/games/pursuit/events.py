"""What has happened. Events are facts: the journal keeps them, :func:`apply` folds them into the game.

A secret field is marked ``repr=False`` and may be None: that is how the table sees the event
(:func:`companion.games.pursuit.apply.public`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from .tickets import Ticket


class Reason(StrEnum):
    """Why a game ended."""

    CAPTURED = "captured"
    ESCAPED = "escaped"
    DETECTIVES_STUCK = "detectives_stuck"
    MISTER_X_STUCK = "mister_x_stuck"
    BOTH_STUCK = "both_stuck"
    CRIMES = "crimes"
    TIME = "time"


@dataclass(frozen=True, slots=True)
class Secrets:
    """What is dealt to Mister X alone."""

    start: int | None = field(repr=False)
    """None while he still has to pick."""
    tile: tuple[int, ...] = field(default=(), repr=False)
    """The start tile or card he drew, () with a start of his own."""
    deck: tuple[tuple[int, ...], ...] = field(default=(), repr=False)
    """The tiles nobody drew, in the order in which a balloon turns them up."""
    hand: tuple[int, ...] = field(default=(), repr=False)
    """His crime tiles, as places in the board's list."""
    seed: int = field(default=0, repr=False)


@dataclass(frozen=True, slots=True)
class Started:
    """A game began. Edition and map are kept whole: a later version of a file changes no running game."""

    edition: Mapping[str, Any] = field(repr=False)
    map: Mapping[str, Any] = field(repr=False)
    detectives: tuple[str, ...]
    options: Mapping[str, object]
    places: tuple[int, ...]
    """Where detectives and bobbies stand, by seat."""
    own_cards: bool
    """Mister X drew his card from the table's own deck."""
    secrets: Secrets | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class StartPicked:
    """Moriarty chose where he begins."""

    to: int | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class Travelled:
    """A pawn rode to a station."""

    pawn: str
    ticket: Ticket | None
    to: int | None = field(repr=False)
    double: bool = False


@dataclass(frozen=True, slots=True)
class Shown:
    """Mister X is seen in the window he filled last."""

    at: int


@dataclass(frozen=True, slots=True)
class Hid:
    """A reveal was due, but he is in a hideout. Which one is not said."""


@dataclass(frozen=True, slots=True)
class TicketsTaken:
    """Mister X, who showed himself, took a ticket from each of these."""

    tickets: tuple[tuple[str, Ticket], ...]


@dataclass(frozen=True, slots=True)
class Crossed:
    """Mister X can't move; he crosses off a window."""


@dataclass(frozen=True, slots=True)
class Lingered:
    """Mister X's time was up: he stays where he is, and a window is filled."""


@dataclass(frozen=True, slots=True)
class CrimeCommitted:
    """A crime happened where he is; the table is not told where, nor which tile was played."""

    tile: int | None = field(repr=False)


@dataclass(frozen=True, slots=True)
class HideoutTook:
    """He is in a hideout and took a ``black`` ticket or a ``double`` card."""

    what: str


@dataclass(frozen=True, slots=True)
class TileTurned:
    """The balloon is ready: a start tile lies face up. With ``lands`` false both its stations are taken."""

    tile: tuple[int, ...]
    lands: bool
    double: bool = False


@dataclass(frozen=True, slots=True)
class Flew:
    """The balloon landed, for all to see."""

    to: int


@dataclass(frozen=True, slots=True)
class DetectivesBegan:
    """Mister X's turn is over."""


@dataclass(frozen=True, slots=True)
class Passed:
    """These pawns can't move and pass. With ``declined`` they only could fly, or their time was up."""

    pawns: tuple[str, ...]
    declined: bool = False


@dataclass(frozen=True, slots=True)
class Boarded:
    """A detective left the board in the helicopter."""

    pawn: str
    ticket: Ticket
    to: int


@dataclass(frozen=True, slots=True)
class Descended:
    """He stands on the board again."""

    pawn: str
    ticket: Ticket
    to: int


@dataclass(frozen=True, slots=True)
class BarrierPut:
    """A barrier stands; ``moved`` is where it stood before."""

    pawn: str
    at: int
    moved: int | None = None


@dataclass(frozen=True, slots=True)
class Corrected:
    """A pawn stood elsewhere all the time; from now on the referee knows."""

    pawn: str
    to: int


@dataclass(frozen=True, slots=True)
class QuarterTold:
    """Holmes asked; this is the quarter Moriarty is in."""

    pawn: str
    quarter: str


@dataclass(frozen=True, slots=True)
class SymbolTold:
    """Watson asked; this is the answer."""

    pawn: str
    symbol: str
    there: bool


@dataclass(frozen=True, slots=True)
class TicketBanned:
    """Adler forbids a ticket for his next turn."""

    pawn: str
    ticket: Ticket


@dataclass(frozen=True, slots=True)
class Recalled:
    """Mycroft learnt where Moriarty was in an earlier window."""

    pawn: str
    window: int
    at: int


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """The last round is over; Mister X is to move."""

    round: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The game is over and the whole log opens."""

    winner: str | None
    reason: Reason
    start: int | None
    trail: tuple[int, ...]
    by: str | None = None
    at: int | None = None


Event = (
    Started
    | StartPicked
    | Travelled
    | Shown
    | Hid
    | TicketsTaken
    | Crossed
    | Lingered
    | CrimeCommitted
    | HideoutTook
    | TileTurned
    | Flew
    | DetectivesBegan
    | Passed
    | Boarded
    | Descended
    | BarrierPut
    | Corrected
    | QuarterTold
    | SymbolTold
    | TicketBanned
    | Recalled
    | RoundBegan
    | Ended
)
