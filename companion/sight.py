"""What can be seen and heard at the table: nothing in it is secret."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from .games.pursuit import events as e
from .games.pursuit.choices import TeamChoices, team_choices, within_reach
from .games.pursuit.commands import MISTER_X
from .games.pursuit.edition import Edition
from .games.pursuit.events import Event
from .games.pursuit.game import Open
from .games.pursuit.views import PublicView, public_view
from .speakers import whose

_TELLING = e.Shown | e.TileTurned | e.Flew | e.QuarterTold | e.SymbolTold | e.Recalled | e.Ended
"""Events in which something secret comes out."""


@dataclass(frozen=True, slots=True)
class Undoable:
    """What a step back would take back, as far as everybody may know."""

    whose: str
    """A pawn, ``mister_x``, or ``detectives`` where the team spoke as one."""
    by_clock: bool
    """It was nobody's move: his time was up."""
    told: bool
    """Something secret came out in it: he was seen, a token was answered. That can't be made unheard."""


@dataclass(frozen=True, slots=True)
class News:
    """What has happened at the table since somebody looked."""

    step: int
    heard: tuple[Event, ...]
    """Of every step that still stands, in their order."""
    taken_back: Undoable | None
    """What was taken back last, if that was the last thing to happen."""
    begun: bool = False
    """Another game is on the table."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What can be seen at the table: nothing in it is secret."""

    edition: Edition
    view: PublicView
    choices: TeamChoices
    reach: tuple[int, ...]
    """Where a detective could be after their next turn."""
    largest: int
    """The largest number of a station on the board."""
    step: int
    """The table's, see :attr:`Table.step`."""
    undoable: Undoable | None
    """None at the beginning of a game, which stays."""
    times_up: int
    """How often a strict clock has sent somebody on in this game."""


def in_sight(heard: Event) -> bool:
    """Whether the table saw him itself in what it *heard*: not because the end or a token laid it open."""
    if isinstance(heard, e.Travelled):
        return heard.pawn == MISTER_X and heard.to is not None
    return isinstance(heard, e.Shown | e.Flew)


def look(table: Open, step: int, undoable: Undoable | None, times_up: int) -> Sight:
    """What lies open on *table*."""
    return Sight(
        table.rules.edition,
        public_view(table),
        team_choices(table),
        within_reach(table),
        max(table.rules.board.stations),
        step,
        undoable,
        times_up,
    )


def undoable(before: Open, command: Mapping[str, Any], heard: Iterable[Event]) -> Undoable:
    """What taking back *command* would mean, said when the table was as it was *before*, and what came of it."""
    told = any(isinstance(event, _TELLING) for event in heard)
    return Undoable(whose(before, command), command["do"] == "time_up", told)
