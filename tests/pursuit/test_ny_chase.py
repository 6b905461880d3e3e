"""N.Y. Chase: one pool of tickets, boats, the helicopter, barriers, and who is stuck."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games.pursuit import commands as c
from companion.games.pursuit import events as e
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.decide import decide
from companion.games.pursuit.events import Reason
from companion.games.pursuit.game import Game
from companion.games.pursuit.refusals import Refusal, Refused
from companion.games.pursuit.tickets import Ticket
from companion.games.pursuit.views import mister_x_view, public_view, turn_of
from tests.support.boards import game_on, napkin
from tests.support.players import play
from tests.support.shorthand import outcome, why_not

TAXI, BUS, UNDERGROUND, BLACK = Ticket

# Mister X has a street of his own, each detective shuttles on an island.
MANHATTAN = napkin("1-2-3-4-5 taxi", "1-3 bus", "1-9 ferry", "11-12 taxi", "13-14 taxi", "15-16 taxi")
STARTS = {MISTER_X: 1, "red": 11, "blue": 13, "green": 15}
OTHER_END = {11: 12, 12: 11, 13: 14, 14: 13, 15: 16, 16: 15}


def x(to: int, ticket: Ticket = TAXI, double: bool = False) -> c.Travel:
    return c.Travel(MISTER_X, ticket, to, double)


def taxi(pawn: str, to: int) -> c.Travel:
    return c.Travel(pawn, TAXI, to)


def chase(**options: object) -> Game:
    """Without barriers unless asked for, so that a round ends by itself."""
    return game_on(MANHATTAN, "ny-chase-1999", STARTS, **{"barriers": 0, **options})


def go(game: Game, *pawns: str) -> Game:
    """These go to the other ends of their islands."""
    for pawn in pawns:
        game = play(game, taxi(pawn, OTHER_END[game.open.where[game.rules.seats[pawn]]]))
    return game


def reply(game: Game) -> Game:
    return go(game, "red", "blue", "green")


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


@pytest.mark.parametrize(
    ("ticket", "pool"), [(TAXI, (29, 24, 12)), (BUS, (30, 23, 12)), (UNDERGROUND, (30, 24, 11))]
)
def test_boarding_costs_any_one_ticket_and_a_card(ticket: Ticket, pool: tuple[int, ...]) -> None:
    game = play(chase(), x(2), c.Helicopter("red", ticket, 5))
    assert game.open.purses == (pool,)
    assert public_view(game.open).helicopters_left == 2


def test_who_boards_leaves_the_board_and_hovers_for_all_to_see() -> None:
    game = play(chase(), x(2), c.Helicopter("red", TAXI, 5))
    view = public_view(game.open)
    assert view.pawns["red"].station is None
    assert view.helicopter is not None
    assert (view.helicopter.pawn, view.helicopter.to) == ("red", 5)
    assert turn_of(game.open) == "blue"


def test_the_station_he_left_is_free() -> None:
    board = napkin("1-2 taxi", "11-12-13 taxi", "14-15 taxi")
    starts = {MISTER_X: 1, "red": 12, "blue": 13, "green": 15}
    game = play(game_on(board, "ny-chase-1999", starts, barriers=0), x(2), c.Helicopter("red", TAXI, 14))
    assert play(game, taxi("blue", 12)).open.where[1] == 12


def test_one_flight_at_a_time() -> None:
    game = play(chase(), x(2), c.Helicopter("red", TAXI, 5))
    assert why_not(game, c.Helicopter("blue", TAXI, 4)) is Refusal.HELICOPTER_BUSY


def test_the_helicopter_takes_another_when_the_first_has_descended() -> None:
    game = play(go(play(chase(), x(2), c.Helicopter("red", TAXI, 5)), "blue", "green"), x(1))
    game = play(game, c.Descend("red", TAXI), c.Helicopter("blue", TAXI, 4))
    assert public_view(game.open).helicopters_left == 1


def flown(game: Game, mister_x: tuple[int, int], to: int) -> Game:
    """Two rounds in which red flies to a station and the others shuttle."""
    game = go(play(game, x(mister_x[0]), c.Helicopter("red", TAXI, to)), "blue", "green")
    return go(play(game, x(mister_x[1]), c.Descend("red", TAXI)), "blue", "green")


def test_there_are_three_cards_a_game() -> None:
    game = flown(flown(flown(chase(), (2, 1), 12), (2, 1), 11), (2, 1), 12)
    assert public_view(game.open).helicopters_left == 0
    assert why_not(play(game, x(2)), c.Helicopter("red", TAXI, 11)) is Refusal.NO_FLIGHT_LEFT


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (c.Helicopter("blue", TAXI, 5), Refusal.NOT_YOUR_TURN),
        (c.Helicopter("violet", TAXI, 5), Refusal.NO_SUCH_PAWN),
        (c.Helicopter(MISTER_X, TAXI, 5), Refusal.NO_SUCH_PAWN),
        (c.Helicopter("red", TAXI, 99), Refusal.NO_SUCH_STATION),
        (c.Helicopter("red", TAXI, 11), Refusal.ALREADY_THERE),
        (c.Helicopter("red", BLACK, 5), Refusal.NO_SUCH_TICKET),
        (c.Helicopter("red", UNDERGROUND, 5), Refusal.NO_TICKET),
        (c.Descend("red", TAXI), Refusal.NOT_IN_THE_AIR),
    ],
)
def test_a_flight_that_cannot_be_is_refused(command: c.Command, why: Refusal) -> None:
    assert why_not(play(chase(underground=0), x(2)), command) is why


def test_nobody_boards_in_mister_xs_turn() -> None:
    assert why_not(chase(), c.Helicopter("red", TAXI, 5)) is Refusal.NOT_YOUR_TURN


@pytest.mark.parametrize("edition", ["classic-1983", "london-2014"])
def test_other_editions_have_neither_helicopter_nor_barriers(edition: str) -> None:
    game = play(game_on(MANHATTAN, edition, STARTS, bobbies=0), x(2))
    for command in (c.Helicopter("red", TAXI, 5), c.Descend("red", TAXI), c.Barrier("red", 11)):
        assert why_not(game, command) is Refusal.NOT_IN_THIS_GAME


def test_a_detective_boxed_in_may_fly_or_stay() -> None:
    board = napkin("1-2 taxi", "11-12-13-14 taxi")
    starts = {MISTER_X: 1, "red": 11, "blue": 12, "green": 13}
    game = play(game_on(board, "ny-chase-1999", starts, barriers=0), x(2))
    assert turn_of(game.open) == "red"
    assert turn_of(play(game, c.Helicopter("red", TAXI, 14)).open) == "blue"
    assert decide(game, c.EndTurn())[0] == e.Passed(("red",), declined=True)


def test_a_detective_who_can_ride_must_not_stay() -> None:
    assert why_not(play(chase(), x(2)), c.EndTurn()) is Refusal.MUST_MOVE


def hovering(target: int, at: int = 1, to: int = 2, **options: object) -> Game:
    """Red hovers over *target*, the others have moved, Mister X is on *to* and to move."""
    game = game_on(MANHATTAN, "ny-chase-1999", STARTS | {MISTER_X: at}, **{"barriers": 0, **options})
    return go(play(game, x(to), c.Helicopter("red", TAXI, target)), "blue", "green")


def test_he_does_not_descend_in_the_turn_in_which_he_boarded() -> None:
    game = play(chase(), x(2), c.Helicopter("red", TAXI, 5))
    assert why_not(game, c.Descend("red", TAXI)) is Refusal.ALREADY_MOVED


def test_in_the_air_he_neither_rides_nor_boards_nor_stays() -> None:
    game = play(hovering(5), x(1))
    assert why_not(game, taxi("red", 12)) is Refusal.IN_THE_AIR
    assert why_not(game, c.Helicopter("red", TAXI, 4)) is Refusal.IN_THE_AIR
    assert why_not(game, c.EndTurn()) is Refusal.MUST_MOVE
    assert why_not(game, c.Descend("blue", TAXI)) is Refusal.NOT_YOUR_TURN


@pytest.mark.parametrize(
    ("ticket", "pool"), [(TAXI, (26, 24, 12)), (BUS, (27, 23, 12)), (UNDERGROUND, (27, 24, 11))]
)
def test_the_next_turn_he_descends_for_any_one_ticket(ticket: Ticket, pool: tuple[int, ...]) -> None:
    game = play(hovering(5), x(1), c.Descend("red", ticket))
    assert public_view(game.open).pawns["red"].station == 5
    assert public_view(game.open).helicopter is None
    assert game.open.purses == (pool,)


def test_descending_needs_a_ticket_that_is_there() -> None:
    game = play(hovering(5, underground=0), x(1))
    assert why_not(game, c.Descend("red", BLACK)) is Refusal.NO_SUCH_TICKET
    assert why_not(game, c.Descend("red", UNDERGROUND)) is Refusal.NO_TICKET


def test_without_a_ticket_in_the_pool_nobody_descends_and_the_hunt_is_over() -> None:
    game = hovering(5, taxi=1, bus=0, underground=0)
    assert game.open.purses == ((0, 0, 0),)
    assert outcome(play(game, x(1))) == (MISTER_X, Reason.DETECTIVES_STUCK)


def test_he_moves_again_the_turn_after_the_descent() -> None:
    game = play(hovering(5), x(1), c.Descend("red", TAXI))
    assert why_not(game, taxi("red", 4)) is Refusal.ALREADY_MOVED
    game = play(go(game, "blue", "green"), x(2), taxi("red", 4))
    assert game.open.where[0] == 4


def test_hovering_over_mister_x_does_not_capture_him() -> None:
    game = hovering(2)
    assert game.secret.station == 2
    assert not game.open.outcome


def test_the_descent_captures_him() -> None:
    game = play(hovering(3), x(3), c.Descend("red", TAXI))
    assert outcome(game) == ("detectives", Reason.CAPTURED)
    assert game.open.outcome
    assert (game.open.outcome.by, game.open.outcome.at) == ("red", 3)


def test_mister_x_may_enter_and_leave_the_target_before_the_descent() -> None:
    game = play(hovering(3), x(3, double=True), x(4), c.Descend("red", TAXI))
    assert not game.open.outcome
    assert (game.secret.station, game.open.where[0]) == (4, 3)


def test_mister_x_may_be_under_the_helicopter_and_leave() -> None:
    game = play(hovering(2), x(1), c.Descend("red", TAXI))
    assert not game.open.outcome
    assert game.open.where[0] == 2


def test_once_he_has_descended_the_target_is_taken() -> None:
    game = go(play(hovering(3), x(1), c.Descend("red", TAXI)), "blue", "green")
    assert why_not(game, x(3, BUS)) is Refusal.TAKEN


def test_if_the_target_is_taken_he_waits_and_descends_when_it_is_free() -> None:
    game = play(hovering(14), x(1))
    # Blue stands on 14: red passes by himself and stays in the air.
    assert turn_of(game.open) == "blue"
    assert public_view(game.open).helicopter is not None
    game = play(go(game, "blue", "green"), x(2))
    assert turn_of(game.open) == "red"
    assert play(game, c.Descend("red", TAXI)).open.where[0] == 14


def test_the_wait_is_announced() -> None:
    assert e.Passed(("red",)) in decide(hovering(14), x(1))


def test_a_colleague_may_enter_the_target() -> None:
    game = play(chase(), x(2), c.Helicopter("red", TAXI, 14), taxi("blue", 14))
    assert game.open.where == (0, 14, 15)


# Red walks to the right, away from Mister X; the bus from 2 to 5 stops at neither 3 nor 4.
BROADWAY = napkin("1-2-3-4-5-6-7-8 taxi", "2-5 bus", "13-14 taxi", "15-16 taxi")


def broadway(at: int = 1, to: int = 2, **options: object) -> Game:
    """Mister X has gone to *to*, red from 3 to 4."""
    starts = {MISTER_X: at, "red": 3, "blue": 13, "green": 15}
    return play(game_on(BROADWAY, "ny-chase-1999", starts, **options), x(to), taxi("red", 4))


def barred(*more: c.Command, **options: object) -> Game:
    """Red has put a barrier on 3, everybody has moved, Mister X is on 2 and to move."""
    game = go(play(broadway(**options), c.Barrier("red", 3)), "blue", "green")
    return play(game, c.EndTurn(), *more)


@pytest.mark.parametrize(("size", "barriers"), [(3, 3), (4, 2), (5, 2)])
def test_three_detectives_have_three_barriers_larger_teams_two(size: int, barriers: int) -> None:
    places = {"red": 11, "blue": 13, "green": 15, "yellow": 4, "brown": 5}
    starts = {MISTER_X: 1, **dict(list(places.items())[:size])}
    assert public_view(game_on(MANHATTAN, "ny-chase-1999", starts).open).barriers_left == barriers


def test_a_detective_puts_a_barrier_on_the_station_he_has_just_left() -> None:
    game = broadway()
    assert decide(game, c.Barrier("red", 3)) == [e.BarrierPut("red", 3)]
    view = public_view(play(game, c.Barrier("red", 3)).open)
    assert (view.barriers, view.barriers_left) == ((3,), 2)
    assert turn_of(play(game, c.Barrier("red", 3)).open) == "blue"


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (c.Barrier("red", 4), Refusal.NOT_JUST_LEFT),
        (c.Barrier("red", 5), Refusal.NOT_JUST_LEFT),
        (c.Barrier("blue", 13), Refusal.NOT_JUST_LEFT),
        (c.Barrier("blue", 3), Refusal.NOT_JUST_LEFT),
        (c.Barrier("violet", 3), Refusal.NO_SUCH_PAWN),
        (c.Barrier(MISTER_X, 3), Refusal.NO_SUCH_PAWN),
        (c.Barrier("red", 3, moved=7), Refusal.NO_BARRIER_THERE),
    ],
)
def test_a_barrier_goes_nowhere_else(command: c.Barrier, why: Refusal) -> None:
    assert why_not(broadway(), command) is why


def test_a_barrier_is_put_up_before_the_next_detective_moves() -> None:
    assert why_not(go(broadway(), "blue"), c.Barrier("red", 3)) is Refusal.NOT_JUST_LEFT


def test_one_barrier_for_one_move() -> None:
    game = play(broadway(), c.Barrier("red", 3))
    assert why_not(game, c.Barrier("red", 3)) is Refusal.NOT_JUST_LEFT


def test_nobody_puts_up_a_barrier_in_mister_xs_turn() -> None:
    assert why_not(barred(), c.Barrier("red", 3)) is Refusal.NOT_YOUR_TURN
    assert why_not(barred(x(1)), c.Barrier("red", 4)) is Refusal.NOT_JUST_LEFT


def test_boarding_the_helicopter_is_leaving_a_station() -> None:
    game = play(chase(barriers=3), x(2), c.Helicopter("red", TAXI, 5), c.Barrier("red", 11))
    assert public_view(game.open).barriers == (11,)


def test_descending_is_not() -> None:
    game = play(go(play(chase(barriers=3), x(2), c.Helicopter("red", TAXI, 5)), "blue", "green"), c.EndTurn())
    game = play(game, x(1), c.Descend("red", TAXI))
    assert why_not(game, c.Barrier("red", 11)) is Refusal.NOT_JUST_LEFT
    assert why_not(game, c.Barrier("red", 5)) is Refusal.NOT_JUST_LEFT


def test_mister_x_may_not_stop_at_a_barrier_with_any_ticket() -> None:
    game = barred()
    assert why_not(game, x(3)) is Refusal.BARRED
    assert why_not(game, x(3, BLACK)) is Refusal.BARRED
    assert why_not(game, x(3, double=True)) is Refusal.BARRED
    assert {to for _, to in mister_x_view(game).moves} == {1, 5}


def test_mister_x_may_not_stop_there_with_the_second_half_of_a_double() -> None:
    game = go(barred(x(1), taxi("red", 5)), "blue", "green")
    game = play(game, c.EndTurn(), x(2, double=True))
    assert why_not(game, x(3)) is Refusal.BARRED


def test_mister_x_may_pass_on_a_line_that_does_not_stop_there() -> None:
    assert barred(x(5, BUS)).secret.station == 5


def test_detectives_ignore_a_barrier() -> None:
    game = barred(x(1), taxi("red", 3))
    assert game.open.where[0] == 3


def test_mister_x_may_leave_a_barrier_put_on_him() -> None:
    game = chase()
    surrounded = replace(game.open, extras=replace(game.open.extras, barred=1 << 1))
    assert play(replace(game, open=surrounded), x(2)).secret.station == 2


def test_between_a_barrier_and_a_detective_he_is_blocked_on_all_sides() -> None:
    board = napkin("9-1-2-3 taxi", "9-10 bus", "15-16 taxi")
    starts = {MISTER_X: 9, "red": 2, "blue": 10, "green": 15}
    game = play(game_on(board, "ny-chase-1999", starts), x(1), taxi("red", 3), c.Barrier("red", 2))
    game = play(game, c.Travel("blue", BUS, 9), taxi("green", 16))
    assert outcome(play(game, c.EndTurn())) == ("detectives", Reason.MISTER_X_STUCK)


def test_a_barrier_that_stands_may_be_taken_elsewhere() -> None:
    game = barred(x(1), taxi("red", 5), c.Barrier("red", 4, moved=3))
    view = public_view(game.open)
    assert (view.barriers, view.barriers_left) == ((4,), 2)


def test_any_detective_may_take_a_barrier_that_stands() -> None:
    game = go(play(barred(barriers=1), x(1), taxi("red", 5)), "blue")
    game = play(game, c.Barrier("blue", 14, moved=3))
    assert public_view(game.open).barriers == (14,)


def test_without_a_barrier_left_one_that_stands_has_to_be_taken() -> None:
    game = barred(x(1), taxi("red", 5), barriers=1)
    assert why_not(game, c.Barrier("red", 4)) is Refusal.NO_BARRIER_LEFT
    assert public_view(play(game, c.Barrier("red", 4, moved=3)).open).barriers == (4,)


def test_where_the_barrier_was_taken_away_he_may_stop_again() -> None:
    game = go(barred(x(1), taxi("red", 5), c.Barrier("red", 4, moved=3)), "blue", "green")
    game = play(game, c.EndTurn(), x(2), taxi("red", 6))
    game = play(go(game, "blue", "green"), c.EndTurn(), x(3))
    assert game.secret.station == 3


def test_two_barriers_do_not_share_a_station() -> None:
    game = go(barred(x(1), taxi("red", 3)), "blue", "green")
    game = play(game, c.EndTurn(), x(2), taxi("red", 4))
    assert why_not(game, c.Barrier("red", 3)) is Refusal.BARRIER_STANDS


def test_the_turn_waits_for_the_last_detective_to_put_up_a_barrier_or_not() -> None:
    game = go(broadway(), "blue", "green")
    assert turn_of(game.open) == "green"
    assert turn_of(play(game, c.Barrier("green", 15)).open) == MISTER_X
    assert turn_of(play(game, c.EndTurn()).open) == MISTER_X


def test_without_barriers_nobody_waits() -> None:
    assert turn_of(go(broadway(barriers=0), "blue", "green").open) == MISTER_X
    with pytest.raises(Refused):
        decide(broadway(barriers=0), c.Barrier("red", 3))


def test_nobody_waits_when_the_last_detective_left_a_station_that_is_barred_already() -> None:
    # Green has barred both ends of his island: leaving either, he has nothing to choose any more.
    game = play(go(broadway(), "blue", "green"), c.Barrier("green", 15), x(1), taxi("red", 5))
    game = play(go(game, "blue", "green"), c.Barrier("green", 16), x(2), taxi("red", 6))
    assert public_view(game.open).barriers == (15, 16)
    assert turn_of(go(game, "blue", "green").open) == MISTER_X


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
