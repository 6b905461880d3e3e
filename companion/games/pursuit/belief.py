"""Where can he be: the exact set of stations that fit everything the table knows.

The deduction follows the public events, one clue at a time. What it carries is a set of stations for each
set of crime tiles that may have been played (a tile is played once, so an old crime says something about
a new one). Most clues speak of the present. Two speak of the past: Mycroft's look back, and a start tile
turned up by the balloon, which was not Moriarty's own. So each belief remembers the clue that made it and
the belief before; a clue about the past is put in where it belongs and the rest is followed again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from . import events as e
from .board import Board, Stations
from .commands import MISTER_X
from .game import Open, Side
from .moves import blocked, can_go, occupied, stays, usable
from .open_half import apply_open
from .tickets import Ticket

States = dict[int, Stations]
"""Crime tiles that may have been played (as bits) → stations where he may be then."""

Clue = Callable[[Board, States], States]


@dataclass(frozen=True, slots=True)
class Keep:
    """He is on one of these stations now."""

    stations: Stations

    def __call__(self, board: Board, states: States) -> States:
        return {tiles: kept for tiles, he in states.items() if (kept := he & self.stations)}


@dataclass(frozen=True, slots=True)
class Ride:
    """He took a ride with one of these tickets (bits) to one of these stations."""

    tickets: int
    onto: Stations

    def __call__(self, board: Board, states: States) -> States:
        return {
            tiles: there
            for tiles, he in states.items()
            if (there := board.spread(he, self.tickets) & self.onto)
        }


@dataclass(frozen=True, slots=True)
class Fly:
    """He came down here for all to see."""

    to: int

    def __call__(self, board: Board, states: States) -> States:
        return dict.fromkeys(states, 1 << self.to)


@dataclass(frozen=True, slots=True)
class Crime:
    """He is on a station of a crime tile that he had not played before."""

    def __call__(self, board: Board, states: States) -> States:
        found: States = {}
        for tiles, he in states.items():
            for tile, scene in enumerate(board.crime_tiles):
                if not tiles >> tile & 1 and he & scene:
                    played = tiles | 1 << tile
                    found[played] = found.get(played, 0) | he & scene
        return found


@dataclass(frozen=True, slots=True)
class Belief:
    """What can be known so far."""

    board: Board
    states: States
    window: int = 0
    """Windows filled so far."""
    clue: Clue | None = None
    before: Belief | None = field(default=None, repr=False)

    def learn(self, clue: Clue, windows: int = 0) -> Belief:
        """The belief after one more clue, which filled *windows* of the log."""
        return Belief(self.board, clue(self.board, self.states), self.window + windows, clue, self)

    @property
    def stations(self) -> Stations:
        found = 0
        for he in self.states.values():
            found |= he
        return found


def possible(belief: Belief, table: Open) -> Stations:
    """Every station where Mister X can be now."""
    turn = table.turn
    if turn.side is Side.MISTER_X and turn.legs and not table.extras.landing:
        # It is his move and the game goes on: so he can go on from where he is.
        return belief.stations & can_go(table, usable(table))
    return belief.stations


def follow(belief: Belief | None, table: Open | None, event: e.Event) -> Belief:
    """The belief after a public *event*, when *table* lies before it."""
    if belief is None:
        assert isinstance(event, e.Started)
        laid = apply_open(None, event)
        return Belief(laid.rules.board, {0: laid.rules.possible_starts(occupied(laid))})
    assert table is not None
    follow_one = _FOLLOW.get(type(event))
    return follow_one(belief, table, event) if follow_one else belief


def _travelled(belief: Belief, table: Open, event: e.Travelled) -> Belief:
    if event.pawn != MISTER_X:
        assert event.to is not None
        return belief.learn(Keep(~(1 << event.to)))
    onto = ~blocked(table)
    if event.to is not None:
        onto &= 1 << event.to
    # A vanished man without a ticket took any line there is, as with a black one.
    ticket = Ticket.BLACK if event.ticket is None else event.ticket
    return belief.learn(Ride(1 << ticket, onto), 1)


def _descended(belief: Belief, table: Open, event: e.Descended) -> Belief:
    return belief.learn(Keep(~(1 << event.to)))


def _shown(belief: Belief, table: Open, event: e.Shown) -> Belief:
    return belief.learn(Keep(1 << event.at))


def _in_a_hideout(belief: Belief, table: Open, event: e.Hid | e.HideoutTook) -> Belief:
    return belief.learn(Keep(belief.board.hideouts))


def _crossed(belief: Belief, table: Open, event: e.Crossed) -> Belief:
    return belief.learn(Keep(stays(table) & ~can_go(table, usable(table))), 1)


def _lingered(belief: Belief, table: Open, event: e.Lingered) -> Belief:
    # He could have gone on, or the game would not have waited for him.
    return belief.learn(Keep(can_go(table, usable(table))), 1)


def _corrected(belief: Belief, table: Open, event: e.Corrected) -> Belief:
    # That he could go on while the pawn seemed to stand elsewhere would be forgotten with the old place.
    return belief.learn(Keep(possible(belief, table) & ~(1 << event.to)))


def _crime(belief: Belief, table: Open, event: e.CrimeCommitted) -> Belief:
    return belief.learn(Crime())


def _quarter(belief: Belief, table: Open, event: e.QuarterTold) -> Belief:
    return belief.learn(Keep(belief.board.quarters[event.quarter]))


def _symbol(belief: Belief, table: Open, event: e.SymbolTold) -> Belief:
    there = belief.board.symbols[event.symbol]
    return belief.learn(Keep(there if event.there else ~there))


def _flew(belief: Belief, table: Open, event: e.Flew) -> Belief:
    return belief.learn(Fly(event.to), 1)


def _recalled(belief: Belief, table: Open, event: e.Recalled) -> Belief:
    return _put_in(belief, event.window, Keep(1 << event.at))


def _tile_turned(belief: Belief, table: Open, event: e.TileTurned) -> Belief:
    belief = belief.learn(Keep(belief.board.hideouts))
    rules = table.rules
    # possible_starts need not hear where the pawns stood: the first belief already knows.
    not_his = Keep(rules.possible_starts(0, (*table.extras.turned, event.tile)))
    return _put_in(belief, 0, not_his)


def _put_in(belief: Belief, window: int, clue: Clue) -> Belief:
    """Learn *clue* late: at the moment when *window* had just been filled."""
    later: list[Belief] = []
    then = belief
    while then.window > window or (then.before is not None and then.before.window == window):
        later.append(then)
        assert then.before is not None
        then = then.before
    then = then.learn(clue)
    for known in reversed(later):
        assert known.before is not None
        assert known.clue is not None
        then = then.learn(known.clue, known.window - known.before.window)
    return then


def _ended(belief: Belief, table: Open, event: e.Ended) -> Belief:
    station = event.trail[-1] if event.trail else event.start
    assert station is not None
    return Belief(belief.board, {0: 1 << station}, belief.window, None, None)


_FOLLOW: dict[type, Callable[[Belief, Open, Any], Belief]] = {
    e.Travelled: _travelled,
    e.Descended: _descended,
    e.Shown: _shown,
    e.Hid: _in_a_hideout,
    e.HideoutTook: _in_a_hideout,
    e.Crossed: _crossed,
    e.Lingered: _lingered,
    e.Corrected: _corrected,
    e.CrimeCommitted: _crime,
    e.QuarterTold: _quarter,
    e.SymbolTold: _symbol,
    e.Flew: _flew,
    e.Recalled: _recalled,
    e.TileTurned: _tile_turned,
    e.Ended: _ended,
}
