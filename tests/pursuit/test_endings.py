"""How a game ends."""

from __future__ import annotations

import pytest

from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.events import Reason
from companion.games.pursuit.refusals import Refusal
from companion.games.pursuit.views import public_view, turn_of
from tests.support.boards import game_on, napkin
from tests.support.players import play
from tests.support.shorthand import BUS, STREET, TAXI, d, outcome, street, why_not, x


def test_a_detective_who_arrives_where_he_is_captures_him_at_once() -> None:
    game = street(mister_x=6)
    game = play(game, x(TAXI, 7), d("green", TAXI, 7))
    assert outcome(game) == ("detectives", Reason.CAPTURED)
    assert game.open.outcome
    assert (game.open.outcome.by, game.open.outcome.at) == ("green", 7)
    assert [window.station for window in game.open.fugitive.log] == [7]
    assert game.open.fugitive.start == 6
    assert turn_of(game.open) is None
    assert why_not(game, x(TAXI, 6)) is Refusal.GAME_OVER


def test_the_teams_very_last_ticket_may_capture() -> None:
    game = street(mister_x=6, taxi=1, bus=0, underground=0)
    assert outcome(play(game, x(TAXI, 7), d("green", TAXI, 7))) == ("detectives", Reason.CAPTURED)


def test_he_escapes_when_the_last_detective_has_replied_not_before() -> None:
    game = play(street("london-2014", rounds=1, bobbies=0), x(TAXI, 3))
    assert not game.open.outcome
    game = play(game, d("green", TAXI, 7), d("blue", TAXI, 8))
    assert not game.open.outcome
    assert outcome(play(game, d("red", TAXI, 9))) == (MISTER_X, Reason.ESCAPED)


def test_he_wins_when_the_detectives_turn_begins_and_none_can_move() -> None:
    game = street(taxi=0, underground=0)
    assert outcome(play(game, x(TAXI, 3))) == (MISTER_X, Reason.DETECTIVES_STUCK)


@pytest.mark.parametrize(("count", "over"), [(False, True), (True, False)])
def test_bobbies_that_can_move_do_not_count_unless_the_table_says_so(count: bool, over: bool) -> None:
    starts = {MISTER_X: 2, "red": 10, "blue": 9, "bobby1": 8, "bobby2": 7}
    game = game_on(STREET, "london-2014", starts, taxi=0, bus=0, underground=0, bobbies_count=count)
    assert bool(play(game, x(TAXI, 3)).open.outcome) is over


def test_a_bobby_needs_no_ticket_and_captures() -> None:
    starts = {MISTER_X: 6, "red": 10, "blue": 2, "bobby1": 8, "bobby2": 1}
    game = play(game_on(STREET, "london-2014", starts), x(TAXI, 7))
    assert public_view(game.open).pawns["bobby1"].tickets is None
    assert outcome(play(game, d("bobby1", TAXI, 7))) == ("detectives", Reason.CAPTURED)


def test_mister_x_blocked_on_all_sides_has_lost() -> None:
    board = napkin("1-2-3-4-5-6-7-8 taxi", "2-4 bus")
    game = game_on(board, "classic-1983", {MISTER_X: 2, "red": 4, "blue": 6, "green": 8})
    game = play(game, x(TAXI, 1), d("red", BUS, 2), d("blue", TAXI, 5), d("green", TAXI, 7))
    assert outcome(game) == ("detectives", Reason.MISTER_X_STUCK)
    assert public_view(game.open).mister_x.station == 1


def test_he_has_lost_at_once_if_he_cannot_make_his_very_first_move() -> None:
    board = napkin("1-2-3-4-5 taxi")
    game = game_on(board, "classic-1983", {MISTER_X: 1, "red": 2, "blue": 4, "green": 5})
    assert outcome(game) == ("detectives", Reason.MISTER_X_STUCK)


def test_with_the_option_he_stays_and_crosses_off_a_window() -> None:
    board = napkin("1-2-3-4-5 taxi")
    starts = {MISTER_X: 1, "red": 2, "blue": 4, "green": 5}
    game = game_on(board, "classic-1983", starts, mister_x_stuck="stays")
    assert not game.open.outcome
    assert game.open.fugitive.log[0].note == "crossed"
    assert turn_of(game.open) == "red"


def test_it_is_a_draw_when_both_sides_are_stuck_as_his_turn_begins() -> None:
    board = napkin("1-2-3-4-5 taxi")
    game = game_on(board, "classic-1983", {MISTER_X: 1, "red": 2, "blue": 4, "green": 5}, taxi=0)
    assert outcome(game) == (None, Reason.BOTH_STUCK)
