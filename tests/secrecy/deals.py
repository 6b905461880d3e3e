"""Deals for twins: the table sees the same set-up, Mister X holds other secrets."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

from companion.games.pursuit.apply import apply
from companion.games.pursuit.board import numbers_of
from companion.games.pursuit.commands import MISTER_X, New
from companion.games.pursuit.decide import decide
from companion.games.pursuit.edition import Rules
from companion.games.pursuit.events import Secrets, Started
from companion.games.pursuit.game import Open
from companion.games.pursuit.moves import mister_x_legs, occupied
from companion.protocol import hear
from tests.secrecy.meetings import can_meet
from tests.support.players import TEAM_SIZES, team

OPTIONS: dict[str, list[dict[str, object]]] = {
    "classic-1983": [{"show_and_take": True}, {"mister_x_stuck": "stays"}],
    "london-2014": [{"shared_purse": True}, {"bobbies_count": True}],
    "ny-chase-1999": [{"mister_x_stuck": "stays"}, {"mister_x_taxi": 6, "mister_x_bus": 4}],
    "sherlock-2022-variant": [{"black": 4, "doubles": 3}, {"tokens": 3}],
}
"""Switches that some of the games are played with, because they give a secret one more way out."""


@cache
def _books(edition: str, board: str | None) -> tuple[Any, Any]:
    """The rule book and the map as data, read once."""
    said = {"do": "new", "edition": edition, "detectives": team(edition, TEAM_SIZES[edition][0])}
    new = hear(said | ({"map": board} if board else {}))
    assert isinstance(new, New)
    return new.edition, new.map


def deal(edition: str, board: str | None, rng: Random, free: bool = False) -> tuple[New, New]:
    """Two games with one public set-up: drawn with different seeds, typed, or started anywhere.

    Of a few deals the two are taken that can best agree where the rules will ask them to.
    """
    book, city = _books(edition, board)
    options = rng.choice([{}, {}, *OPTIONS.get(edition, ())])
    free = free or rng.random() < 0.2
    names = tuple(team(edition, rng.choice(TEAM_SIZES[edition]), rng))
    new = New(book, city, names, _seed(rng), {}, options | ({"free_start": True} if free else {}), board)
    started = _started(new)
    laid = apply(None, started).open
    new = replace(new, starts=dict(zip(laid.rules.pawns, laid.where, strict=True)))
    if laid.rules.edition.open_play:
        # The start lies open, so it is the same in both.
        new = replace(new, starts={**new.starts, MISTER_X: _secrets(started).start})
        return new, replace(new, seed=_seed(rng))
    return _best(_typed(new, laid, rng) if rng.random() < 0.3 else _drawn(new, laid, rng), laid)


def _seed(rng: Random) -> int:
    return rng.randrange(2**32)


def _started(new: New) -> Started:
    event = decide(None, new)[0]
    assert isinstance(event, Started)
    return event


def _secrets(started: Started) -> Secrets:
    assert started.secrets is not None
    return started.secrets


def _typed(new: New, laid: Open, rng: Random) -> list[New]:
    """Cards from the table's own deck, typed in."""
    starts = list(numbers_of(laid.rules.possible_starts(occupied(laid))))
    return [
        replace(new, seed=_seed(rng), starts={**new.starts, MISTER_X: start})
        for start in rng.sample(starts, min(6, len(starts)))
    ]


def _drawn(new: New, laid: Open, rng: Random) -> list[New]:
    """Cards drawn with seeds; more of them where two balloons are to turn up the same tile."""
    return [replace(new, seed=_seed(rng)) for _ in range(12 if laid.rules.edition.balloon else 6)]


def _best(deals: list[New], laid: Open) -> tuple[New, New]:
    """The two that suit each other best."""
    dealt = [(new, _secrets(_started(new))) for new in deals]
    # One who can't move has lost before the game begins, for all to see.
    dealt = [(new, his) for new, his in dealt if his.start is None or mister_x_legs(laid, his.start)]
    one, other = max(combinations(dealt, 2), key=lambda pair: _fit(laid.rules, pair[0][1], pair[1][1]))
    return one[0], other[0]


def _fit(rules: Rules, one: Secrets, other: Secrets) -> int:
    """How well two deals suit each other: different, but a meeting and a common balloon tile are possible."""
    mine, his = _ways_in(one), _ways_in(other)
    meet = any(can_meet(rules, 0, a, b) for a in mine for b in his if a != b)
    balloon = one.deck[:1] == other.deck[:1] and one.deck != other.deck
    return 4 * (mine != his) + 2 * meet + 3 * balloon + (one.hand != other.hand)


def _ways_in(secrets: Secrets) -> tuple[int, ...]:
    return secrets.tile if secrets.start is None else (secrets.start,)
