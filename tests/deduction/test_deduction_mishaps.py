"""Where he can be, when pawns turn out to stand elsewhere and clocks run down: equal to brute force."""

from __future__ import annotations

from random import Random

import pytest

from companion.editions import read_edition
from companion.games.pursuit import commands as c
from companion.games.pursuit import events as e
from companion.games.pursuit.board import numbers_of
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.decide import decide
from companion.games.pursuit.game import Game, Side
from companion.games.pursuit.refusals import Refused
from companion.journal import Journal
from companion.table import Table
from tests.deduction.comparison import compare
from tests.deduction.eager_players import Step, eager_setup, eager_step, play_on
from tests.deduction.sightings import Sightings
from tests.support.boards import napkin
from tests.support.mishaps import PASS, a_mishap
from tests.support.players import EDITIONS, TEAM_SIZES, team
from tests.support.shorthand import TAXI, x

GAMES = 20
TO_BE_SEEN = {
    "Corrected": 100,
    "Lingered": 20,
    "corrected in his turn": 40,
    "corrected halfway through a double": 1,
    "shut in by a correction": 2,
    "lingered halfway through a double": 1,
}


class Mishaps(Sightings):
    """What there was to see when something went wrong."""

    def look(self, step: Step) -> None:
        before = step.before
        if before is None or before.open.turn.side is not Side.MISTER_X:
            return
        halfway = before.open.turn.doubled and before.open.turn.legs > 0
        kinds = {type(event) for event in step.heard}
        if isinstance(step.command, c.Correct):
            self["corrected in his turn"] += 1
            self["corrected halfway through a double"] += halfway
            self["shut in by a correction"] += e.Crossed in kinds or any(
                isinstance(event, e.Ended) and event.reason is e.Reason.MISTER_X_STUCK for event in step.heard
            )
        self["lingered halfway through a double"] += halfway and e.Lingered in kinds


def _clumsy_step(game: Game, rng: Random) -> tuple[c.Command, list[e.Event]]:
    """Often a mishap, but none that would catch him: a long game has more to find out."""
    while rng.random() < 0.35:
        command = a_mishap(game, rng)
        try:
            events = decide(game, command)
        except Refused:
            continue
        if not any(isinstance(event, e.Ended) and event.reason is e.Reason.CAPTURED for event in events):
            return command, events
    return eager_step(game, rng)


@pytest.mark.parametrize("edition", EDITIONS)
def test_where_he_can_be_equals_brute_force_whatever_goes_wrong(edition: str) -> None:
    seen = Mishaps()
    for seed in range(GAMES):
        rng = Random(f"mishaps {edition} {seed}")
        steps = list(play_on(eager_setup(edition, seed, rng), rng, _clumsy_step))
        compare(steps, seen)
        for step in steps:
            seen.look(step)
    assert {what: seen[what] for what, least in TO_BE_SEEN.items() if seen[what] < least} == {}


@pytest.mark.parametrize("edition", EDITIONS)
def test_nothing_is_lost_when_brute_force_forgets_and_leaves_out_mishaps(edition: str) -> None:
    for seed in range(2):
        rng = Random(f"thorough mishaps {edition} {seed}")
        options = {"windows": 2} if edition == "sherlock-2022-variant" else {"rounds": 2}
        setup = eager_setup(edition, seed, rng)
        new = c.New(
            setup.edition, setup.map, tuple(team(edition, TEAM_SIZES[edition][0])), seed, {}, options, "demo"
        )
        compare(play_on(new, rng, _clumsy_step), thorough=True)


# He drew the card 3 or 7.
STREET = napkin("1-2-3-4-5-6-7-8-9 taxi", "20-21 taxi", "22-23 taxi", "24-25 taxi")
DECK = {"count": 5, "cards": [3, 7, 20, 22, 24]}
STARTS = {MISTER_X: 3, "red": 20, "blue": 22, "green": 24}


def _evening() -> Table:
    city = {**STREET, "decks": {"classic": DECK}}
    table = Table(Journal.in_memory())
    table.submit(c.New(read_edition("classic-1983"), city, ("red", "blue", "green"), 1, STARTS))
    return table


def _where(table: Table) -> set[int]:
    return set(numbers_of(table.possible()))


def test_one_whose_time_was_up_is_where_he_was() -> None:
    table = _evening()
    assert _where(table) == {3, 7}
    table.submit(PASS)
    assert _where(table) == {3, 7}
    for _ in table.game.rules.pawns:
        table.submit(PASS)
    table.submit(x(TAXI, 4))
    assert _where(table) == {2, 4, 6, 8}


def test_he_is_not_where_a_pawn_turns_out_to_stand() -> None:
    table = _evening()
    table.submit(c.Correct("red", 7))
    assert _where(table) == {3}
    table.undo()
    assert _where(table) == {3, 7}


def test_that_he_could_go_on_is_not_forgotten_when_a_pawn_turns_out_to_stand_elsewhere() -> None:
    """At 1 he would be shut in while red seems to stand on 2. That red did not is learnt too late to matter."""
    city = {**STREET, "decks": {"classic": {"count": 5, "cards": [1, 7, 2, 22, 24]}}}
    starts = {MISTER_X: 7, "red": 2, "blue": 22, "green": 24}
    table = Table(Journal.in_memory())
    table.submit(c.New(read_edition("classic-1983"), city, ("red", "blue", "green"), 1, starts))
    assert _where(table) == {7}
    table.submit(c.Correct("red", 20))
    assert _where(table) == {7}
