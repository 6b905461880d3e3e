"""N.Y. Chase: the helicopter."""

from __future__ import annotations

import pytest

from companion.games.pursuit import commands as c
from companion.games.pursuit import events as e
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.decide import decide
from companion.games.pursuit.events import Reason
from companion.games.pursuit.game import Game
from companion.games.pursuit.refusals import Refusal
from companion.games.pursuit.tickets import Ticket
from companion.games.pursuit.views import public_view, turn_of
from tests.support.boards import game_on, napkin
from tests.support.manhattan import (
    BLACK,
    BUS,
    MANHATTAN,
    STARTS,
    TAXI,
    UNDERGROUND,
    chase,
    go,
    taxi,
    x,
)
from tests.support.players import play
from tests.support.shorthand import outcome, why_not


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
