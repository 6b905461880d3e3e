"""N.Y. Chase: one pool of tickets, boats, and who is stuck."""

from __future__ import annotations

import pytest

from companion.games.pursuit import commands as c
from companion.games.pursuit import events as e
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.decide import decide
from companion.games.pursuit.events import Reason
from companion.games.pursuit.refusals import Refusal
from companion.games.pursuit.views import mister_x_view, public_view, turn_of
from tests.support.boards import game_on, napkin
from tests.support.manhattan import (
    BLACK,
    BUS,
    STARTS,
    TAXI,
    chase,
    go,
    reply,
    taxi,
    x,
)
from tests.support.players import play
from tests.support.shorthand import outcome, why_not


def test_every_detective_pays_from_the_common_pool() -> None:
    game = go(play(chase(), x(2)), "red", "blue")
    assert game.open.purses == ((28, 24, 12),)
    assert [pawn.tickets for pawn in public_view(game.open).pawns.values()] == [
        {"taxi": 28, "bus": 24, "underground": 12}
    ] * 3


def test_a_detective_may_spend_more_than_his_share() -> None:
    board = napkin("1-2 taxi", "11-12 taxi", "13-14 bus", "15-16 bus")
    game = game_on(board, "ny-chase-1999", STARTS, barriers=0, helicopters=0, taxi=1, bus=0, underground=0)
    for to, red in ((2, 12), (1, 11), (2, 12)):
        game = play(game, x(to), taxi("red", red))
    assert game.open.purses == ((0, 0, 0),)


def test_used_tickets_go_to_the_box_not_to_mister_x() -> None:
    game = reply(play(chase(), x(2)))
    view = public_view(game.open)
    assert view.used_tickets == {"taxi": 3, "bus": 0, "underground": 0}
    assert view.mister_x.tickets == {"taxi": 10, "bus": 7, "underground": 4, "black": 3, "double": 2}


def test_mister_xs_ordinary_tickets_run_out() -> None:
    game = reply(play(chase(mister_x_bus=1), x(3, BUS)))
    assert why_not(game, x(1, BUS)) is Refusal.NO_TICKET
    assert {word for word, _ in mister_x_view(game).moves} == {"taxi", "black"}


def test_a_double_costs_two_tickets_and_needs_them() -> None:
    game = chase(mister_x_taxi=1, mister_x_bus=0, black=0)
    assert why_not(game, x(2, double=True)) is Refusal.NO_SECOND_LEG
    game = play(chase(mister_x_taxi=2), x(2, double=True), x(3))
    assert public_view(game.open).mister_x.tickets["taxi"] == 0


def test_only_a_black_ticket_takes_the_boat() -> None:
    game = chase()
    assert [word for word, to in mister_x_view(game).moves if to == 9] == ["black"]
    game = play(game, x(9, BLACK))
    assert game.secret.station == 9
    assert public_view(game.open).log[0].ticket == "black"
    assert why_not(chase(black=0), x(9, BLACK)) is Refusal.NO_TICKET


def test_no_detective_takes_the_boat() -> None:
    board = napkin("1-2 taxi", "11-12 taxi", "11-17 ferry", "13-14 taxi", "15-16 taxi")
    game = play(game_on(board, "ny-chase-1999", STARTS, barriers=0), x(2))
    assert why_not(game, c.Travel("red", BLACK, 17)) is Refusal.NO_SUCH_TICKET
    assert why_not(game, taxi("red", 17)) is Refusal.NOT_REACHABLE


def test_no_detective_rides_to_a_station_that_is_not_on_the_board() -> None:
    assert why_not(play(chase(), x(2)), taxi("red", 99)) is Refusal.NO_SUCH_STATION


# Red stands where only a bus stops, and the pool has no bus ticket.
BUS_STOP = napkin("1-2 taxi", "2-3 bus", "4-5 taxi", "13-14 taxi")
STUCK = {MISTER_X: 1, "red": 3, "blue": 4, "green": 13}
GROUNDED = {"bus": 0, "barriers": 0, "helicopters": 0}


def test_a_detective_without_a_usable_ticket_in_the_pool_stays() -> None:
    game = game_on(BUS_STOP, "ny-chase-1999", STUCK, **GROUNDED)
    assert e.Passed(("red",)) in decide(game, x(2))
    assert turn_of(play(game, x(2)).open) == "blue"


def test_mister_x_may_enter_the_station_of_a_stuck_detective() -> None:
    game = game_on(BUS_STOP, "ny-chase-1999", STUCK, **GROUNDED)
    game = play(game, x(2), taxi("blue", 5), taxi("green", 14))
    assert ("bus", 3) in mister_x_view(game).moves
    game = play(game, x(3, BUS))
    assert game.secret.station == 3
    assert not game.open.outcome


def test_a_double_may_lead_over_the_station_of_a_stuck_detective() -> None:
    game = game_on(BUS_STOP, "ny-chase-1999", STUCK | {MISTER_X: 2}, **GROUNDED)
    assert play(game, x(3, BUS, double=True), x(2, BUS)).secret.trail == (3, 2)


def test_in_other_editions_mister_x_may_not_enter_it() -> None:
    game = game_on(BUS_STOP, "classic-1983", STUCK | {MISTER_X: 2}, bus=0)
    assert why_not(game, x(3, BUS)) is Refusal.TAKEN


def test_a_colleague_may_not_enter_it_from_the_air_either() -> None:
    game = game_on(BUS_STOP, "ny-chase-1999", STUCK, bus=0, barriers=0, helicopters=1)
    game = play(game, x(2), c.EndTurn(), c.Helicopter("blue", TAXI, 3), taxi("green", 14))
    events = decide(game, x(1))
    assert e.Passed(("red",)) in events
    assert e.Passed(("blue",)) in events
    assert play(game, x(1)).open.where == (3, 0, 14)


def test_a_detective_who_is_only_boxed_in_is_not_out_of_the_chase() -> None:
    board = napkin("1-2 taxi", "2-3 bus", "3-4-5 taxi", "13-14 taxi")
    game = game_on(board, "ny-chase-1999", STUCK, **GROUNDED)
    assert e.Passed(("red",)) in decide(game, x(2))
    game = play(game, x(2), taxi("blue", 5), taxi("green", 14))
    assert why_not(game, x(3, BUS)) is Refusal.TAKEN


def test_a_detective_who_can_still_fly_is_not_out_of_the_chase() -> None:
    game = game_on(BUS_STOP, "ny-chase-1999", STUCK | {MISTER_X: 2}, bus=0, barriers=0, helicopters=1)
    assert why_not(game, x(3, BUS)) is Refusal.TAKEN


ONE_TAXI = {"mister_x_taxi": 1, "mister_x_bus": 0, "mister_x_underground": 0, "black": 0}


def test_out_of_usable_tickets_he_says_so_and_crosses_off_a_window_each_round() -> None:
    game = go(play(chase(**ONE_TAXI), x(2)), "red", "blue")
    assert e.Crossed() in decide(game, taxi("green", 16))
    game = reply(go(game, "green"))
    assert game.open.turn.round == 3
    assert [window.note for window in public_view(game.open).log] == ["", "crossed", "crossed"]
    assert game.secret.station == 2
    assert turn_of(game.open) == "red"


def test_out_of_usable_tickets_he_must_still_be_found() -> None:
    board = napkin("1-2-3-4-5 taxi", "13-14 taxi", "15-16 taxi")
    game = game_on(board, "ny-chase-1999", STARTS | {"red": 5}, barriers=0, **ONE_TAXI)
    game = go(play(game, x(2), taxi("red", 4)), "blue", "green")
    game = go(play(game, taxi("red", 3)), "blue", "green")
    assert not game.open.outcome
    assert outcome(play(game, taxi("red", 2))) == ("detectives", Reason.CAPTURED)


def test_out_of_usable_tickets_and_not_found_he_wins_after_round_22() -> None:
    game = reply(play(chase(taxi=22, **ONE_TAXI), x(2)))
    for _ in range(20):
        game = reply(game)
    assert (game.open.turn.round, game.open.outcome) == (22, None)
    assert outcome(reply(game)) == (MISTER_X, Reason.ESCAPED)


def test_a_ticket_for_a_line_that_does_not_stop_here_is_not_usable() -> None:
    game = reply(play(chase(**ONE_TAXI | {"mister_x_bus": 7}), x(2)))
    assert game.open.fugitive.log[-1].note == "crossed"


def test_where_the_table_says_so_he_loses_when_he_is_out_of_tickets() -> None:
    game = reply(play(chase(mister_x_out_of_tickets="loses", **ONE_TAXI), x(2)))
    assert outcome(game) == ("detectives", Reason.MISTER_X_STUCK)


@pytest.mark.parametrize("tickets", [{}, ONE_TAXI])
def test_blocked_on_all_sides_he_has_lost_with_or_without_tickets(tickets: dict[str, int]) -> None:
    board = napkin("1-2-3 taxi", "2-4 bus", "13-14 taxi", "15-16 taxi")
    starts = {MISTER_X: 2, "red": 4, "blue": 13, "green": 15}
    game = game_on(board, "ny-chase-1999", starts, barriers=0, **tickets)
    game = go(play(game, x(1), c.Travel("red", BUS, 2)), "blue", "green")
    assert outcome(game) == ("detectives", Reason.MISTER_X_STUCK)


def test_it_is_a_draw_when_both_sides_are_stuck_as_his_turn_begins() -> None:
    game = reply(play(chase(taxi=1, bus=0, underground=0, **ONE_TAXI), x(2)))
    assert outcome(game) == (None, Reason.BOTH_STUCK)


def test_it_is_no_draw_while_a_detective_can_move() -> None:
    game = reply(play(chase(taxi=2, bus=0, underground=0, **ONE_TAXI), x(2)))
    assert not game.open.outcome
    assert turn_of(game.open) == "red"
