"""Where twins must agree, and whether they can get there: reveals, and who can go where with the same tickets."""

from __future__ import annotations

from functools import cache

from companion.games.pursuit.board import Board, Stations, numbers_of
from companion.games.pursuit.edition import Rules
from companion.games.pursuit.tickets import ORDINARY

FARTHEST = 8
"""So many moves before a meeting every pair of stations will do."""


def windows_to_reveal(rules: Rules, window: int) -> int | None:
    """How many windows lie between the next one to fill after *window* and the next reveal."""
    return min((reveal - window - 1 for reveal in rules.reveals if reveal > window), default=None)


def can_meet(rules: Rules, window: int, one: int, other: int) -> bool:
    """Whether twins on these stations, with *window* filled, can agree at the next reveal."""
    between = windows_to_reveal(rules, window)
    if between is None or between + 1 > FARTHEST:
        return True
    hideouts = rules.board.hideouts if rules.edition.hideouts else 0
    return bool(_meetings(rules.board, hideouts, between + 1)[one] >> other & 1)


def agree_here(rules: Rules, one: int, other: int) -> bool:
    """Whether a reveal says the same of both: the same station, or that each is in some hideout."""
    hideouts = rules.board.hideouts if rules.edition.hideouts else 0
    return one == other or bool(hideouts >> one & 1 and hideouts >> other & 1)


@cache
def _meetings(board: Board, hideouts: Stations, moves: int) -> tuple[Stations, ...]:
    """For each station, those from which a twin with the same ordinary tickets can agree after *moves*."""
    if not moves:
        here = [1 << station for station in range(board.stations[-1] + 1)]
        return tuple(bits | hideouts if hideouts & bits else bits for bits in here)
    nearer = _meetings(board, hideouts, moves - 1)
    found = [0] * len(nearer)
    for station in board.stations:
        for ticket in ORDINARY:
            good = 0
            for to in numbers_of(board.reach(ticket, station)):
                good |= nearer[to]
            if good:
                found[station] |= board.spread(good, 1 << ticket)
    return tuple(found)
