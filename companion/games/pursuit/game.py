"""A game in two halves: what lies open on the table, and what only Mister X knows.

:class:`Open` can be rebuilt by anybody who heard the public events. Views for the table and the deduction
take it and nothing else, so they cannot tell what they were never given.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import NamedTuple

from .edition import Rules
from .events import Reason
from .tickets import Purse, Ticket


class Side(IntEnum):
    """Who is to act."""

    START = 0
    """Moriarty, picking where he begins."""
    MISTER_X = 1
    DETECTIVES = 2
    NOBODY = 3


class Window(NamedTuple):
    """One row of the travel log, as the table sees it."""

    ticket: Ticket | None
    station: int | None
    note: str = ""
    """``balloon``, ``crossed`` (he could not move), ``time`` (he did not move in time), ``hideout`` (he
    skipped the reveal), or nothing."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won and why."""

    winner: str | None
    reason: Reason
    by: str | None = None
    at: int | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """Whose turn it is, and how far it has got."""

    round: int = 1
    side: Side = Side.MISTER_X
    legs: int = 1
    """Moves Mister X still has to make this turn."""
    doubled: bool = False
    """He has played a double-move card this turn."""
    due: bool = False
    """A reveal is due in the window he filled last and has not been made."""
    pending: int = 0
    """The seats that have not moved yet, as bits."""


@dataclass(frozen=True, slots=True)
class Fugitive:
    """What the table knows of Mister X."""

    tickets: Purse
    doubles: int
    log: tuple[Window, ...] = ()
    start: int | None = None


@dataclass(frozen=True, slots=True)
class Extras:
    """The special rules' pieces. An edition without them leaves these as they are."""

    flights: int = 0
    hovering: int = -1
    """The seat in the helicopter."""
    target: int = 0
    """Where it will descend."""
    barriers: int = 0
    """Barriers that don't stand yet."""
    barred: int = 0
    """Stations with a barrier, as bits."""
    left: tuple[int, ...] = ()
    """The station each pawn left this round, 0 if it has not."""
    mover: int = -1
    """The seat that has just left its station and may still put a barrier there."""
    tokens: tuple[int, ...] = ()
    token_played: bool = False
    ban: Ticket | None = None
    crimes: int = 0
    supply: tuple[int, int] = (0, 0)
    """Black tickets and double cards beside the board."""
    ripening: tuple[int, int] = (0, 0)
    """What he took in a hideout and may use after the detectives' turn."""
    stopped: str = ""
    """What he did at this stop: ``took`` or ``hid``, else nothing."""
    flown: bool = False
    turned: tuple[tuple[int, ...], ...] = ()
    """Start tiles that a balloon turned up."""
    landing: bool = False
    """The last of them waits for him to choose a station."""


@dataclass(frozen=True, slots=True)
class Open:
    """Everything that lies open on the table."""

    rules: Rules
    turn: Turn
    where: tuple[int, ...]
    """Stations of detectives and bobbies by seat, 0 in the helicopter."""
    purses: tuple[Purse, ...]
    """One each, or one for all."""
    fugitive: Fugitive
    extras: Extras
    own_cards: bool = False
    outcome: Outcome | None = None

    @property
    def window(self) -> int:
        """The window filled last."""
        return len(self.fugitive.log)


@dataclass(frozen=True, slots=True)
class Secret:
    """What only Mister X knows."""

    start: int = field(default=0, repr=False)
    """0 while he still has to pick."""
    trail: tuple[int, ...] = field(default=(), repr=False)
    """His station in each window."""
    tile: tuple[int, ...] = field(default=(), repr=False)
    deck: tuple[tuple[int, ...], ...] = field(default=(), repr=False)
    hand: tuple[int, ...] = field(default=(), repr=False)
    """Crime tiles he has not played yet."""

    @property
    def station(self) -> int:
        """Where he is, 0 before he has picked his start."""
        return self.trail[-1] if self.trail else self.start


@dataclass(frozen=True, slots=True)
class Game:
    """The whole truth. It never leaves the rules: renderers get views."""

    open: Open
    secret: Secret = field(repr=False)

    @property
    def rules(self) -> Rules:
        return self.open.rules
