"""The hunt in numbers: how he travelled, and how well he hid. All of it from what the table heard."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from .games.pursuit import events as e
from .games.pursuit.belief import Belief, possible
from .games.pursuit.commands import MISTER_X
from .games.pursuit.game import Game
from .games.pursuit.tickets import Ticket


class Step(Protocol):
    """What is needed of a step of the game."""

    @property
    def heard(self) -> Sequence[e.Event]: ...
    @property
    def game(self) -> Game: ...
    @property
    def belief(self) -> Belief: ...


@dataclass(frozen=True, slots=True)
class Trace:
    """What one window of his log left behind."""

    window: int
    places: int
    """At so many stations he could have been, from what the table knew when it was filled."""
    seen: bool
    """He was in sight: then it is one, and no merit of the detectives'."""


@dataclass(frozen=True, slots=True)
class Hunt:
    """A game as one looks back on it."""

    traces: tuple[Trace, ...]
    black: int
    """Black tickets he used."""
    doubles: int
    """Double cards he played."""

    @property
    def most(self) -> int | None:
        """How many places there were when he was hidden best; None if he never was."""
        return max((trace.places for trace in self.traces if not trace.seen), default=None)

    @property
    def fewest(self) -> int | None:
        """How few there were when the detectives were closest to knowing."""
        return min((trace.places for trace in self.traces if not trace.seen), default=None)


def hunt(steps: Sequence[Step]) -> Hunt:
    """The game that *steps* made, so far."""
    traces: list[Trace] = []
    black = doubles = 0
    for step in steps:
        table = step.game.open
        for event in step.heard:
            if isinstance(event, e.Travelled) and event.pawn == MISTER_X:
                black += event.ticket is Ticket.BLACK
                doubles += event.double
            elif isinstance(event, e.TileTurned):
                doubles += event.double
        # At the end everything lies open: how much was known before that can't be asked any more.
        if table.window > len(traces) and table.outcome is None:
            places = possible(step.belief, table).bit_count()
            traces.append(Trace(table.window, places, any(map(_in_sight, step.heard))))
    return Hunt(tuple(traces), black, doubles)


def _in_sight(event: e.Event) -> bool:
    his_move = isinstance(event, e.Travelled) and event.pawn == MISTER_X and event.to is not None
    return his_move or isinstance(event, e.Shown | e.Flew)
