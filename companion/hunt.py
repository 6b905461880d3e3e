"""The hunt in numbers: how he travelled, and how well he hid. All of it from what the table heard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from .games.pursuit import events as e
from .games.pursuit.belief import Belief, possible
from .games.pursuit.commands import MISTER_X
from .games.pursuit.game import Open
from .games.pursuit.tickets import Ticket


@dataclass(frozen=True, slots=True)
class Trace:
    """What one window of his log left behind."""

    window: int
    places: int
    """At so many stations he could have been, from what the table knew when it was filled."""
    fewest: int
    """And when the table knew most about it: detectives had been to some, a token had been answered."""
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
        return min((trace.fewest for trace in self.traces if not trace.seen), default=None)


def hunt(steps: Iterable[tuple[Sequence[e.Event], Open, Belief]]) -> Hunt:
    """The game so far: after each of its *steps* what was heard, the open table, and what could be known."""
    traces: list[Trace] = []
    black = doubles = 0
    for heard, table, belief in steps:
        for event in heard:
            if isinstance(event, e.Travelled) and event.pawn == MISTER_X:
                black += event.ticket is Ticket.BLACK
                doubles += event.double
            elif isinstance(event, e.TileTurned):
                doubles += event.double
        # At the end everything lies open: how much was known before that can't be asked any more.
        if table.outcome is None and table.window:
            places = possible(belief, table).bit_count()
            _look(traces, table, places)
    return Hunt(tuple(traces), black, doubles)


def _look(traces: list[Trace], table: Open, places: int) -> None:
    """Take down what is known of the windows so far, now that there are so many *places*."""
    log = table.fugitive.log
    fresh = range(len(traces) + 1, len(log) + 1)
    traces += [Trace(window, places, places, log[window - 1].station is not None) for window in fresh]
    last = traces[-1]
    seen = log[-1].station is not None
    traces[-1] = replace(last, fewest=min(last.fewest, places), seen=seen)
