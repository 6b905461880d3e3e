"""What all pursuit editions share: turns, pawns in the way, tickets."""

from __future__ import annotations

from companion.games.pursuit import commands as c
from companion.games.pursuit import events as e
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.decide import decide
from companion.games.pursuit.moves import mister_x_legs, movers
from companion.games.pursuit.refusals import Refusal
from companion.games.pursuit.views import turn_of
from tests.support.boards import game_on, napkin
from tests.support.players import play
from tests.support.shorthand import BLACK, BUS, STREET, TAXI, d, street, why_not, x


def test_mister_x_begins_and_then_the_detectives_move_clockwise() -> None:
    game = game_on(STREET, "classic-1983", {MISTER_X: 1, "red": 9, "blue": 7, "green": 5})
    assert turn_of(game.open) == MISTER_X
    assert why_not(game, d("red", TAXI, 10)) is Refusal.NOT_YOUR_TURN
    game = play(game, x(TAXI, 2))
    assert turn_of(game.open) == "red"
    assert why_not(game, d("blue", TAXI, 8)) is Refusal.NOT_YOUR_TURN
    assert turn_of(play(game, d("red", TAXI, 10)).open) == "blue"
    assert turn_of(play(game, d("red", TAXI, 10), d("blue", TAXI, 8)).open) == "green"


def test_a_detective_boxed_in_passes_when_his_turn_comes_in_a_fixed_order() -> None:
    # Red on 10 is boxed in by blue on 9 when his turn comes.
    events = decide(street(), x(TAXI, 3))
    assert e.Passed(("red",)) in events
    assert e.Passed(("blue",)) in events


def test_a_detective_boxed_in_is_freed_when_a_colleague_moves_away_in_a_free_order() -> None:
    game = play(street("london-2014", bobbies=0), x(TAXI, 3))
    assert turn_of(game.open) == ("green",)
    game = play(game, d("green", TAXI, 7))
    assert turn_of(game.open) == ("blue",)
    game = play(game, d("blue", TAXI, 8))
    assert turn_of(game.open) == ("red",)
    assert play(game, d("red", TAXI, 9)).open.turn.round == 2


def test_all_who_are_left_in_a_free_order_pass_together() -> None:
    board = napkin("1-2-3-4-5-6-7-8-9-10 taxi", "8-20 bus")
    game = game_on(board, "london-2014", {MISTER_X: 1, "red": 10, "blue": 9, "green": 8}, bobbies=0, taxi=0)
    game = play(game, x(TAXI, 2))
    assert turn_of(game.open) == ("green",)
    assert e.Passed(("red", "blue")) in decide(game, d("green", BUS, 20))


def test_nobody_enters_a_station_that_a_detective_holds() -> None:
    game = street(mister_x=7)
    assert why_not(game, x(TAXI, 8)) is Refusal.TAKEN
    game = play(game, x(TAXI, 6))
    assert why_not(game, d("green", TAXI, 9)) is Refusal.TAKEN


def test_a_station_just_vacated_is_free_and_going_straight_back_is_allowed() -> None:
    game = game_on(STREET, "classic-1983", {MISTER_X: 1, "red": 9, "blue": 8, "green": 5})
    game = play(game, x(TAXI, 2), d("red", TAXI, 10), d("blue", TAXI, 9), d("green", TAXI, 6))
    game = play(game, x(TAXI, 1))
    assert game.secret.trail == (2, 1)
    assert game.open.where == (10, 9, 6)


def test_a_move_needs_the_right_ticket_and_a_line() -> None:
    game = street()
    assert why_not(game, x(BUS, 6)) is Refusal.NOT_REACHABLE
    assert why_not(game, x(TAXI, 9)) is Refusal.NOT_REACHABLE
    assert why_not(game, x(TAXI, 99)) is Refusal.NO_SUCH_STATION
    game = play(game, x(TAXI, 3))
    assert why_not(game, d("green", BLACK, 7)) is Refusal.NO_SUCH_TICKET
    assert why_not(game, c.Travel("green", TAXI, 7, double=True)) is Refusal.NOT_HIS_CARD
    assert why_not(game, d("violet", TAXI, 7)) is Refusal.NO_SUCH_PAWN


def test_a_detective_pays_one_ticket_and_runs_out_of_them() -> None:
    game = play(street(taxi=1, underground=0), x(TAXI, 3), d("green", TAXI, 7))
    assert game.open.purses[2] == (0, 8, 0)


def test_only_a_black_ticket_takes_the_ferry() -> None:
    game = street()
    assert not any(leg.to == 7 and leg.ticket != BLACK for leg in mister_x_legs(game.open, 4))
    assert play(game, x(BLACK, 7)).secret.station == 7
    assert why_not(street(black=0), x(BLACK, 7)) is Refusal.NO_TICKET


def test_a_black_ticket_hides_the_mode_and_is_spent() -> None:
    game = play(street(mister_x=3), x(BLACK, 6))
    assert game.open.fugitive.log[0].ticket is BLACK
    assert game.open.fugitive.tickets[BLACK] == 2


def test_nobody_may_end_a_turn_while_somebody_has_to_move() -> None:
    game = street()
    assert why_not(game, c.EndTurn()) is Refusal.MISTER_X_MUST_MOVE
    assert why_not(play(game, x(TAXI, 3)), c.EndTurn()) is Refusal.MUST_MOVE


def test_in_a_free_order_the_team_chooses_who_moves_and_nobody_moves_twice() -> None:
    game = play(street("london-2014", bobbies=0), x(TAXI, 3), d("green", TAXI, 7))
    assert why_not(game, d("green", TAXI, 6)) is Refusal.ALREADY_MOVED
    assert movers(game.open) == [1]
