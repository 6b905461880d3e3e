"""A strict clock has run down: whoever is to act passes or has lost."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from companion.games.pursuit import commands as c
from companion.games.pursuit import events as e
from companion.games.pursuit.apply import public
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.decide import decide
from companion.games.pursuit.events import Reason
from companion.games.pursuit.game import Game, Side, Window
from companion.games.pursuit.moves import balloon_ready, landings
from companion.games.pursuit.refusals import Refusal
from companion.games.pursuit.views import mister_x_view, public_view, turn_of
from companion.protocol import hear
from tests.support.boards import game_on, napkin
from tests.support.manhattan import MANHATTAN, STARTS, chase, taxi
from tests.support.players import EDITIONS, TEAM_SIZES, fold, legal_step, new_game, play, team
from tests.support.shorthand import BLACK, TAXI, d, outcome, street, why_not, x

PASS, LOSE = c.TimeUp("pass"), c.TimeUp("lose")


def kinds(events: list[e.Event]) -> list[str]:
    return [type(event).__name__ for event in events]


# The end


def test_mister_x_may_lose_by_it() -> None:
    game = play(street(), LOSE)
    assert outcome(game) == ("detectives", Reason.TIME)
    assert game.open.fugitive.start == 4
    halfway = play(street(), x(TAXI, 3, double=True), LOSE)
    assert outcome(halfway) == ("detectives", Reason.TIME)
    assert halfway.open.fugitive.log[0].station == 3


def test_the_detectives_may_lose_by_it() -> None:
    assert outcome(play(street(), x(TAXI, 3), LOSE)) == (MISTER_X, Reason.TIME)
    assert outcome(play(chase(), x(TAXI, 2), taxi("red", 12), LOSE)) == (MISTER_X, Reason.TIME)


@pytest.mark.parametrize("then", ["pass", "lose"])
def test_when_it_is_over_there_is_no_time_to_run_out(then: str) -> None:
    assert why_not(play(street(), LOSE), c.TimeUp(then)) is Refusal.GAME_OVER


# Mister X


def test_he_stays_where_he_is_and_fills_a_window_without_a_ticket() -> None:
    game = play(street(), PASS)
    assert game.secret.trail == (4,)
    assert game.open.fugitive.log == (Window(None, None, "time"),)
    assert game.open.fugitive.tickets == street().open.fugitive.tickets
    assert game.open.turn.side is Side.DETECTIVES
    assert public_view(game.open).log[0].note == "time"


def test_a_reveal_due_in_that_window_is_made() -> None:
    game = chase()
    for there in (2, 3):
        game = play(game, x(TAXI, there), PASS, PASS, PASS)
    assert game.open.window == 2
    assert kinds(decide(game, PASS)) == ["Lingered", "Shown", "DetectivesBegan"]
    assert play(game, PASS).open.fugitive.log[2] == Window(None, 3, "time")


def test_halfway_through_a_double_only_the_second_half_is_filled() -> None:
    game = play(street(), x(TAXI, 3, double=True), PASS)
    assert game.secret.trail == (3, 3)
    assert [window.note for window in game.open.fugitive.log] == ["", "time"]
    assert game.open.turn.side is Side.DETECTIVES


def test_with_only_options_left_his_turn_ends() -> None:
    game = play(street(show_and_take=True), x(TAXI, 3))
    assert decide(game, PASS) == decide(game, c.EndTurn())


def test_where_he_plays_in_sight_he_is_still_in_sight() -> None:
    board = napkin("1-2-3-4-5 taxi", "11-12 taxi", "13-14 taxi", "15-16 taxi")
    starts = {MISTER_X: 1, "red": 11, "blue": 13, "green": 15}
    game = game_on(board, "beginner-2014", starts)
    for window in range(1, 4):
        # In the third he would have vanished, but everybody saw that he did not move.
        assert kinds(decide(game, PASS)) == ["Lingered", "Shown", "DetectivesBegan"]
        game = play(game, PASS)
        while game.open.turn.side is Side.DETECTIVES:
            game = play(game, PASS)
        assert game.open.fugitive.log[window - 1] == Window(None, 1, "time")


def test_one_who_vanished_with_the_first_half_of_a_double_is_seen_before_he_stays() -> None:
    board = napkin("1-2-3-4-5 taxi", "11-12 taxi", "13-14 taxi", "15-16 taxi")
    starts = {MISTER_X: 1, "red": 11, "blue": 13, "green": 15}
    game = play(game_on(board, "beginner-2014", starts), x(BLACK, 2, double=True))
    assert game.open.fugitive.log[0].station is None
    assert kinds(decide(game, PASS)) == ["Shown", "Lingered", "Shown", "DetectivesBegan"]


# Moriarty


def moriarty(*names: str, **starts: int) -> Game:
    options = {"bobbies": 0}
    return new_game("sherlock-2022-variant", list(names), seed=1, starts=starts, options=options)


def test_a_start_that_was_not_picked_is_the_first_free_one_and_nobody_hears_which() -> None:
    game = moriarty("holmes", "watson", holmes=47, watson=33)
    assert game.secret.tile == (4, 27)
    events = decide(game, PASS)
    assert events == [e.StartPicked(4)]
    assert [public(game.open, event) for event in events] == [e.StartPicked(None)]
    after = play(game, PASS)
    assert (after.open.turn.side, after.open.window) == (Side.MISTER_X, 0)


def test_nobody_begins_where_a_detective_stands() -> None:
    said = {
        "do": "new",
        "edition": "sherlock-2022-variant",
        "map": "demo",
        "detectives": ["holmes", "watson"],
    }
    new = hear(said | {"starts": {"holmes": 47, "watson": 33}, "options": {"bobbies": 0}})
    assert isinstance(new, c.New)
    decks = {**new.map["decks"], "sherlock-moriarty": {"count": 1, "cards": [[47, 27]]}}
    game = fold(None, decide(None, replace(new, map={**new.map, "decks": decks})))
    assert play(game, PASS).secret.start == 27


def test_one_who_loses_before_he_has_picked_has_begun_somewhere() -> None:
    game = play(moriarty("holmes", "watson", holmes=47, watson=33), LOSE)
    assert outcome(game) == ("detectives", Reason.TIME)
    assert game.open.fugitive.start == 4


def test_a_balloon_in_the_air_comes_down_on_the_first_of_its_stations() -> None:
    game = play(moriarty("holmes", "watson", holmes=47, watson=33, mister_x=27), c.Balloon())
    first = landings(game.open, game.open.extras.turned[-1], False)[0]
    assert decide(game, PASS) == [e.Flew(first), e.DetectivesBegan()]


def test_after_a_balloon_with_a_double_he_stays_where_it_came_down() -> None:
    game = moriarty("holmes", "watson", holmes=47, watson=33, mister_x=27)
    assert balloon_ready(game.open, double=True)
    game = play(game, c.Balloon(double=True))
    first = landings(game.open, game.open.extras.turned[-1], True)[0]
    assert decide(game, PASS) == [e.Flew(first), e.Lingered(), e.DetectivesBegan()]


def test_at_a_stop_with_nothing_done_a_reveal_is_made_even_in_a_hideout() -> None:
    game = moriarty("holmes", "watson", holmes=47, watson=33, mister_x=27)
    for _ in range(2):
        game = play(game, PASS, PASS)
    assert game.rules.board.hideouts >> game.secret.station & 1
    assert kinds(decide(game, PASS)) == ["Lingered", "Shown", "DetectivesBegan"]


# The detectives


def test_in_a_fixed_order_the_one_at_turn_passes() -> None:
    game = play(chase(), x(TAXI, 2))
    assert decide(game, PASS) == [e.Passed(("red",), declined=True)]
    assert turn_of(play(game, PASS).open) == "blue"
    assert kinds(decide(play(game, PASS, PASS), PASS)) == ["Passed", "RoundBegan"]


def test_in_a_free_order_all_who_have_not_moved_pass() -> None:
    board = napkin("1-2-3-4-5 taxi", "11-12 taxi", "13-14 taxi", "15-16 taxi")
    starts = {MISTER_X: 1, "red": 11, "blue": 13, "green": 15}
    game = play(game_on(board, "london-2014", starts, bobbies=0), x(TAXI, 2), d("blue", TAXI, 14))
    assert decide(game, PASS) == [e.Passed(("red", "green"), declined=True), e.RoundBegan(2)]
    assert game.open.purses == play(game, PASS).open.purses


def test_what_is_optional_is_not_done() -> None:
    game = play(game_on(MANHATTAN, "ny-chase-1999", STARTS, barriers=1), x(TAXI, 2))
    game = play(game, taxi("red", 12), taxi("blue", 14), taxi("green", 16))
    assert decide(game, PASS) == decide(game, c.EndTurn()) == [e.RoundBegan(2)]
    # A whole team whose time is up has none left for a token either.
    game = play(moriarty("holmes", "watson", holmes=47, watson=33, mister_x=27), PASS)
    assert kinds(decide(game, PASS)) == ["Passed", "RoundBegan"]
    game = play(game, d("holmes", TAXI, 48), d("watson", TAXI, 25))
    assert decide(game, PASS) == decide(game, c.EndTurn()) == [e.RoundBegan(2)]


def test_it_is_too_late_for_the_barrier_of_the_one_before() -> None:
    game = play(game_on(MANHATTAN, "ny-chase-1999", STARTS, barriers=1), x(TAXI, 2), taxi("red", 12), PASS)
    assert why_not(game, c.Barrier("red", 11)) is Refusal.NOT_JUST_LEFT


def test_one_in_the_air_stays_there() -> None:
    game = play(chase(), x(TAXI, 2), c.Helicopter("red", TAXI, 5), PASS, PASS)
    game = play(game, x(TAXI, 3), PASS)
    assert game.open.extras.hovering == 0
    assert turn_of(game.open) == "blue"


# Everything


@pytest.mark.parametrize("edition", EDITIONS)
def test_wherever_the_time_runs_out_the_game_goes_on_or_ends(edition: str) -> None:
    for seed in range(15):
        rng = Random(f"time {edition} {seed}")
        game = new_game(edition, team(edition, rng.choice(TEAM_SIZES[edition]), rng), seed)
        while not game.open.outcome:
            before = game
            game = fold(game, decide(game, PASS) if rng.random() < 0.3 else legal_step(game, rng)[1])
            assert public_view(game.open).turn or game.open.outcome
            assert len(mister_x_view(game).log) == game.open.window
            if before.open.turn.side is Side.MISTER_X:
                assert game.open.window - before.open.window <= 2
