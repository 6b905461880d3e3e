"""The table is what was heard at it: public events alone rebuild the open half of every game."""

from __future__ import annotations

import json
from random import Random

import pytest

from companion.games.pursuit.belief import follow, possible
from companion.games.pursuit.events import Event
from companion.games.pursuit.notation import decode, encode
from companion.games.pursuit.open_half import apply_open
from tests.secrecy.deals import deal
from tests.secrecy.twins import RulesTwin
from tests.support.players import EDITIONS, legal_step

GAMES = 25


@pytest.mark.parametrize("edition", EDITIONS)
def test_public_events_alone_rebuild_the_open_half_after_every_step(edition: str) -> None:
    for number in range(GAMES):
        rng = Random(f"stream {edition} {number}")
        twin = RulesTwin(deal(edition, "demo", rng)[0])
        table, belief = None, None
        while True:
            for event in _over_the_wire(twin.now.heard):
                belief, table = follow(belief, table, event), apply_open(table, event)
            assert table == twin.games[-1].open
            assert belief is not None
            assert possible(belief, table) == possible(twin.now.belief, twin.games[-1].open)
            if table.outcome:
                break
            twin.do(legal_step(twin.games[-1], rng)[0])


def _over_the_wire(events: tuple[Event, ...]) -> list[Event]:
    """*events* as they arrive somewhere else: nothing but text has travelled."""
    return [decode(json.loads(json.dumps(encode(event)))) for event in events]
