"""Where he can be, on the big boards: he never slips out of the set, wherever he begins."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from companion.games.pursuit import commands as c
from companion.games.pursuit import events as e
from companion.games.pursuit.belief import follow, possible
from companion.games.pursuit.board import numbers_of
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.open_half import apply_open
from companion.maps import find_map, read_map
from companion.protocol import hear
from tests.deduction.comparison import compare
from tests.deduction.eager_players import Choose, Step, play_on
from tests.support.players import TEAM_SIZES, legal_step, team

FREE = {"options": {"free_start": True}}
ON_THEIR_OWN_BOARDS: dict[str, dict[str, Any]] = {
    "classic-1983": {},
    "london-2014": {},
    "beginner-2014": {},
    "sherlock-2022": FREE,
    "ny-chase-1999": FREE,
}
"""Where nobody has written the start cards down, with free starts."""

DECKS = read_map(find_map("london"))["decks"]
CARDS = [
    (edition, card)
    for edition, deck in (("classic-1983", "classic"), ("london-2014", "mister-x-2014"))
    for card in DECKS[deck]["cards"]
]


def test_there_are_as_many_start_cards_as_in_the_box() -> None:
    assert len(CARDS) == 18 + 13


@pytest.mark.parametrize(("edition", "card"), CARDS)
def test_he_is_always_where_he_can_be_from_every_start_card(edition: str, card: int) -> None:
    steps = sum(_watch(_game(edition, seed, starts={MISTER_X: card})) for seed in range(30))
    assert steps > 1000


@pytest.mark.parametrize("block", range(4))
@pytest.mark.parametrize("edition", ON_THEIR_OWN_BOARDS)
def test_he_is_always_where_he_can_be_from_a_drawn_start(edition: str, block: int) -> None:
    steps = sum(_watch(_game(edition, seed)) for seed in range(60 * block, 60 * (block + 1)))
    assert steps > 1500


@pytest.mark.parametrize("edition", ON_THEIR_OWN_BOARDS)
def test_on_a_big_board_too_the_deduction_equals_brute_force(edition: str) -> None:
    for seed in range(4):
        compare(_game(edition, seed, choose=None))


def _game(edition: str, seed: int, choose: Choose | None = legal_step, **more: object) -> Iterator[Step]:
    rng = Random(f"big board {edition} {seed} {more}")
    detectives = team(edition, rng.choice(TEAM_SIZES[edition]))
    said = {"do": "new", "edition": edition, "detectives": detectives, "seed": seed}
    new = hear(said | ON_THEIR_OWN_BOARDS[edition] | more)
    assert isinstance(new, c.New)
    return play_on(new, rng, choose)


def _watch(steps: Iterator[Step]) -> int:
    """Follow a game to its end and count its steps; fail where he is not in the set, or it is too large."""
    belief = table = rumour = None
    count = 0
    for step in steps:
        for event in step.heard:
            belief, table = follow(belief, table, event), apply_open(table, event)
            rumour = _rumour(rumour, event)
        assert belief is not None
        assert table is not None
        assert rumour is not None
        where = set(numbers_of(possible(belief, table)))
        assert step.after.secret.station in where
        assert where <= rumour.stations
        count += 1
    return count


class Rumour:
    """Where he could be if nobody stood in his way: what each ticket and each sighting tells by itself.

    It is read off the map file, in plain sets, and shares nothing with the deduction.
    """

    def __init__(self, started: e.Started) -> None:
        self._lines: dict[str, dict[int, set[int]]] = {}
        for mode in started.edition["modes"]:
            for pair in started.map["links"][mode]:
                for one, other in (pair, reversed(pair)):
                    for ticket in (mode, "black"):
                        self._lines.setdefault(ticket, {}).setdefault(one, set()).add(other)
        self.stations = {station["number"] for station in started.map["stations"]} - set(started.places)

    def hear(self, event: e.Event) -> None:
        match event:
            case e.Travelled(pawn="mister_x"):
                lines = self._lines["black" if event.ticket is None else event.ticket.word]
                self.stations = {to for station in self.stations for to in lines.get(station, ())}
            case e.Shown():
                self.stations &= {event.at}


def _rumour(rumour: Rumour | None, event: e.Event) -> Rumour:
    if isinstance(event, e.Started):
        return Rumour(event)
    assert rumour is not None
    rumour.hear(event)
    return rumour
