"""Deduction against brute force that spares no effort: short games, small boards, real hands, steps back."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from companion.games.pursuit import commands as c
from companion.games.pursuit import events as e
from companion.games.pursuit.board import numbers_of
from companion.games.pursuit.decide import decide
from companion.journal import Journal
from companion.protocol import hear
from companion.table import Table
from tests.deduction.brute_force import BruteForce, deals
from tests.deduction.comparison import compare
from tests.deduction.eager_players import eager_setup, eager_step, play_on
from tests.deduction.sightings import Sightings
from tests.support.players import EDITIONS, TEAM_SIZES, team

VARIANT = "sherlock-2022-variant"


def _new(edition: str, detectives: list[str], **more: object) -> c.New:
    said = {"do": "new", "edition": edition, "map": "demo", "detectives": detectives, "seed": 1, **more}
    new = hear(said)
    assert isinstance(new, c.New)
    return new


def _on_another_board(new: c.New, **changes: object) -> c.New:
    return replace(new, map={**new.map, **changes})


@pytest.mark.parametrize("edition", [edition for edition in EDITIONS if edition != VARIANT])
def test_nothing_is_lost_when_brute_force_forgets_and_leaves_out_commands(edition: str) -> None:
    """Here it does neither: every command there is, and every history to its end, when the log opens."""
    for seed in range(2):
        rng = Random(f"thorough {edition} {seed}")
        new = _new(edition, team(edition, TEAM_SIZES[edition][0]), seed=seed, options={"rounds": 2})
        compare(play_on(new, rng), thorough=True)


def test_nothing_is_lost_in_the_variant_either() -> None:
    """Five windows are enough for everything, where hideouts and scenes of crimes are close together."""
    seen = Sightings()
    for seed in range(10):
        new = _new(VARIANT, ["mycroft", "watson"], seed=seed, options={"windows": 5, "tokens": 3})
        new = _on_another_board(
            new,
            decks={
                **new.map["decks"],
                "sherlock-moriarty": {"count": 3, "cards": [[20, 7], [30, 5], [12, 4]]},
            },
            hideouts=[3, 4, 6, 11, 12, 13, 14, 21, 22, 28, 30, 38],
            crime_tiles={"count": 3, "tiles": [[12, 21, 22, 15], [11, 28, 5, 23], [6, 8, 13, 20]]},
        )
        compare(play_on(new, Random(f"thorough {seed}")), seen, thorough=True)
    assert min(seen[what] for what in ("Recalled", "TileTurned", "a second crime after a balloon")) >= 3


def test_hands_dealt_late_allow_what_real_hands_allow() -> None:
    """With five tiles there are ten hands: few enough to follow each of them from the deal on."""
    tiles = [[3, 11, 12], [20, 21, 28], [22, 30, 31], [27, 36, 37], [13, 14, 5]]
    seen = Sightings()
    for seed in range(4):
        rng = Random(f"hands {seed}")
        new = _on_another_board(
            _new(VARIANT, team(VARIANT, 2, rng), seed=seed, options={"windows": 10}),
            crime_tiles={"count": 5, "tiles": tiles},
        )
        started = decide(None, new)[0]
        assert isinstance(started, e.Started)
        every_hand = [
            replace(deal, hand=hand) for deal in deals(started) for hand in combinations(range(5), 3)
        ]
        compare(play_on(new, rng), seen, dealt=every_hand)
    assert seen["a second crime"] >= 2


@pytest.mark.parametrize("typed", [False, True])
def test_a_station_on_two_start_tiles_is_possible_until_both_are_turned_up(typed: bool) -> None:
    tiles = [[4, 27], [5, 27], [8, 42], [42, 12], [20, 4]]
    starts: dict[str, Any] = {"starts": {"mister_x": 27}} if typed else {}
    seen = Sightings()
    for seed in range(10):
        rng = Random(f"tiles {seed}")
        new = _new(VARIANT, team(VARIANT, 4, rng), seed=seed, **starts)
        decks = {**new.map["decks"], "sherlock-moriarty": {"count": 5, "cards": tiles}}
        compare(play_on(_on_another_board(new, decks=decks), rng), seen)
    assert seen["TileTurned"] >= 3


def test_where_start_tiles_and_scenes_are_few_each_tells_much_about_the_other() -> None:
    """On boards made up at random, where what the balloon turns up often settles which crimes are left."""
    seen = Sightings()
    for seed in range(60):
        rng = Random(f"made up {seed}")
        new = _new(VARIANT, team(VARIANT, 4, rng), seed=seed, options={"windows": 12})
        stations = [station["number"] for station in new.map["stations"]]
        firsts, scenes = rng.sample(stations, 3), rng.sample(stations, 12)
        tiles = [[first, rng.choice([n for n in stations if n != first])] for first in firsts]
        new = _on_another_board(
            new,
            decks={**new.map["decks"], "sherlock-moriarty": {"count": 3, "cards": tiles}},
            hideouts=rng.sample(stations, 16),
            crime_tiles={"count": 4, "tiles": [scenes[n::4] for n in range(4)]},
        )
        compare(play_on(new, rng), seen)
    assert seen["TileTurned"] >= 20
    assert seen["a second crime after a balloon"] >= 10


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_is_possible_at_the_start_is_what_some_deal_gives(edition: str) -> None:
    """Brute force begins with the deals it finds on paper; these are the ones that the referee deals."""
    new = _new(edition, team(edition, TEAM_SIZES[edition][-1]))
    first = decide(None, new)[0]
    assert isinstance(first, e.Started)
    pawns = dict(zip(new.detectives, first.places, strict=False))
    dealt = set()
    for seed in range(150):
        started = decide(None, replace(new, starts=pawns, seed=seed))[0]
        assert isinstance(started, e.Started)
        assert started.places == first.places
        assert started.secrets is not None
        dealt.add((started.secrets.start, started.secrets.tile))
    assert dealt == {(deal.start, deal.tile) for deal in deals(first)}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_step_back_takes_back_what_it_had_told(edition: str) -> None:
    """A table that can't make up its mind, and at the end its journal is read again."""
    rng = Random(f"undo {edition}")
    journal = Journal.in_memory()
    table = Table(journal)
    heard = table.submit(eager_setup(edition, 1, rng)).heard
    past = [BruteForce(heard)]
    furthest = undone = 0
    for _ in range(200):
        command, events = eager_step(table.game, rng)
        ends = any(isinstance(event, e.Ended) for event in events)
        if len(past) > 1 and (ends or rng.random() < 0.15):
            for _ in range(min(rng.choice([1, 1, 5]), len(past) - 1)):
                table.undo()
                past.pop()
                undone += 1
        elif not ends:
            position = table.submit(command)
            past.append(copy(past[-1]))
            past[-1].hear(command, position.heard)
            furthest = max(furthest, len(past))
        assert set(numbers_of(table.possible())) == past[-1].stations
    assert furthest > 30
    assert undone > 30
    assert set(numbers_of(Table(journal).possible())) == past[-1].stations
