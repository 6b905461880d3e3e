"""Where he can be, on the small board: equal to brute force, after every step of every edition."""

from __future__ import annotations

from random import Random

import pytest

from tests.deduction.comparison import compare
from tests.deduction.eager_players import eager_setup, play_on
from tests.deduction.sightings import Sightings
from tests.support.players import EDITIONS, legal_step

BLOCKS = 3
GAMES = 25

ALL = {"Shown": 30, "Travelled": 500, "half a double": 10, "surrounded": 1}
TO_BE_SEEN: dict[str, dict[str, int]] = {
    "classic-1983": ALL | {"TicketsTaken": 3, "black": 30, "ferry": 5, "Passed": 50},
    "london-2014": ALL | {"black": 30, "ferry": 5, "Passed": 50},
    "beginner-2014": ALL | {"black": 10, "vanished": 20},
    "sherlock-2022": ALL | {"black": 30, "ferry": 5, "Passed": 50},
    "sherlock-2022-variant": ALL
    | {"a start to pick": 5, "StartPicked": 5, "black": 10}
    | {"CrimeCommitted": 15, "a second crime": 4, "a second crime after a balloon": 1}
    | {"HideoutTook": 10, "Hid": 1, "TileTurned": 6, "Flew": 6, "a balloon in the air": 5}
    | {"QuarterTold": 5, "SymbolTold": 4, "TicketBanned": 5, "BarrierPut": 8}
    | {"Recalled": 8, "Mycroft after a double": 1, "Mycroft learnt something": 1},
    "ny-chase-1999": ALL
    | {"black": 30, "ferry": 4, "Passed": 50, "Crossed": 30, "out of tickets": 30}
    | {"Boarded": 15, "Descended": 15, "BarrierPut": 100, "with a stuck detective": 1},
}
"""What the games of one block show at least."""


@pytest.mark.parametrize("block", range(BLOCKS))
@pytest.mark.parametrize("edition", EDITIONS)
def test_where_he_can_be_equals_brute_force_after_every_step(edition: str, block: int) -> None:
    seen = Sightings()
    for seed in range(GAMES * block, GAMES * (block + 1)):
        rng = Random(f"{edition} {seed}")
        # Every fifth game is played by ordinary people.
        choose = legal_step if seed % 5 == 0 else None
        compare(play_on(eager_setup(edition, seed, rng), rng, choose), seen)
    missing = {what: seen[what] for what, times in TO_BE_SEEN[edition].items() if seen[what] < times}
    assert not missing, "too rarely seen, so too little tested"
