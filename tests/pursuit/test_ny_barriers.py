"""N.Y. Chase: the barriers."""

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
from companion.games.pursuit.views import mister_x_view, public_view, turn_of
from tests.support.boards import game_on, napkin
from tests.support.manhattan import (
    BLACK,
    BUS,
    MANHATTAN,
    TAXI,
    chase,
    go,
    taxi,
    x,
)
from tests.support.players import play
from tests.support.shorthand import outcome, why_not

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
