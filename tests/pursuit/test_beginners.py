"""The beginners' version: Mister X in sight, but for windows 3, 8 and 13."""

from __future__ import annotations

import pytest

from companion.games.pursuit import commands as c
from companion.games.pursuit import events as e
from companion.games.pursuit.apply import public
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.decide import decide
from companion.games.pursuit.events import Reason
from companion.games.pursuit.game import Game
from companion.games.pursuit.refusals import Refusal
from companion.games.pursuit.tickets import Ticket
from companion.games.pursuit.views import mister_x_view, public_view, turn_of
from tests.support.boards import game_on, napkin
from tests.support.players import play
from tests.support.shorthand import outcome, why_not, x

TAXI, BUS, UNDERGROUND, BLACK = Ticket

# Mister X shuttles between 1 and 2, by taxi or bus; each detective shuttles on an island of his own.
BOARD = napkin("1-2 taxi", "1-2 bus", "11-12 taxi", "13-14 taxi", "15-16 taxi")
STARTS = {MISTER_X: 1, "red": 11, "blue": 13, "green": 15}
OTHER_END = {1: 2, 2: 1, 11: 12, 12: 11, 13: 14, 14: 13, 15: 16, 16: 15}


def fresh(**options: object) -> Game:
    return game_on(BOARD, "beginner-2014", STARTS, **options)


def flee(game: Game, ticket: Ticket = TAXI, double: bool = False) -> Game:
    """Mister X goes to the other end of his island."""
    return play(game, x(ticket, OTHER_END[game.secret.station], double))


def reply(game: Game) -> Game:
    """Each detective goes to the other end of his island."""
    pawns = zip(game.rules.pawns, game.open.where, strict=True)
    return play(game, *(c.Travel(pawn, TAXI, OTHER_END[here]) for pawn, here in pawns))


def before_window(window: int, **options: object) -> Game:
    """A game in which Mister X is about to fill *window*."""
    game = fresh(**options)
    for _ in range(window - 1):
        game = reply(flee(game))
    return game


def seen(game: Game) -> int | None:
    """Where everybody sees Mister X."""
    return public_view(game.open).mister_x.station


def last_window(game: Game) -> tuple[str | None, int | None]:
    """How he travelled and where to, as far as the table knows."""
    window = public_view(game.open).log[-1]
    return window.ticket, window.station


def test_mister_x_begins_in_sight() -> None:
    assert seen(fresh()) == 1


@pytest.mark.parametrize("window", [1, 2, 4, 5, 6, 7, 9, 10, 11, 12])
def test_his_moves_are_open(window: int) -> None:
    game = flee(before_window(window), BUS)
    assert seen(game) == game.secret.station
    assert last_window(game) == ("bus", game.secret.station)


@pytest.mark.parametrize("window", [3, 8, 13])
def test_in_windows_3_8_and_13_he_disappears_and_nobody_knows_how_he_went(window: int) -> None:
    game = flee(before_window(window), BUS)
    assert seen(game) is None
    assert last_window(game) == (None, None)
    red = c.Travel("red", TAXI, OTHER_END[game.open.where[0]])
    assert last_window(play(game, red)) == (None, None)


def test_what_the_table_hears_of_a_secret_move_does_not_depend_on_the_line() -> None:
    game = before_window(3)
    by_taxi, by_bus = (public(game.open, decide(game, x(ticket, 2))[0]) for ticket in (TAXI, BUS))
    assert by_taxi == by_bus == e.Travelled(MISTER_X, None, None)


@pytest.mark.parametrize("window", [3, 8])
def test_before_his_next_move_he_shows_where_he_was(window: int) -> None:
    game = flee(before_window(window))
    secret = game.secret.station
    game = reply(game)
    assert turn_of(game.open) == MISTER_X
    assert seen(game) == secret
    assert last_window(game) == (None, secret)


def test_he_himself_knows_where_he_is() -> None:
    game = flee(before_window(3))
    assert mister_x_view(game).mister_x.station == 2


def test_the_black_ticket_is_one_more_secret_move() -> None:
    game = flee(fresh(), BLACK)
    assert seen(game) is None
    assert last_window(game) == ("black", None)
    game = reply(game)
    assert seen(game) == 2
    assert last_window(game) == ("black", 2)


def test_there_is_one_black_ticket() -> None:
    game = reply(flee(fresh(), BLACK))
    assert why_not(game, x(BLACK, 1)) is Refusal.NO_TICKET


def test_after_a_black_ticket_he_plays_in_the_open_again() -> None:
    assert seen(flee(reply(flee(fresh(), BLACK)))) == 1


def test_a_double_is_two_open_moves_in_one_round() -> None:
    game = flee(fresh(), double=True)
    assert (seen(game), turn_of(game.open)) == (2, MISTER_X)
    game = flee(game)
    assert (seen(game), game.open.window, game.open.turn.round) == (1, 2, 1)
    assert turn_of(game.open) == ("red", "blue", "green")


def test_there_is_one_double_card() -> None:
    game = reply(flee(flee(fresh(), double=True)))
    assert why_not(game, x(TAXI, 2, double=True)) is Refusal.NO_DOUBLE


@pytest.mark.parametrize("window", [3, 8, 13])
def test_with_the_second_half_in_a_secret_window_he_disappears(window: int) -> None:
    game = flee(before_window(window - 1), double=True)
    assert seen(game) == game.secret.station
    game = flee(game)
    assert seen(game) is None
    assert last_window(game) == (None, None)


def test_a_first_half_in_a_secret_window_is_shown_before_the_second() -> None:
    game = flee(before_window(3), BUS, double=True)
    assert seen(game) is None
    assert decide(game, x(TAXI, 1))[0] == e.Shown(2)
    game = flee(game)
    assert [window.station for window in public_view(game.open).log] == [2, 1, 2, 1]


def test_black_and_double_combine_in_the_second_half() -> None:
    game = flee(flee(fresh(), double=True), BLACK)
    assert [window.station for window in public_view(game.open).log] == [2, None]


def test_black_and_double_combine_in_the_first_half() -> None:
    game = flee(fresh(), BLACK, double=True)
    assert seen(game) is None
    game = flee(game)
    assert [window.station for window in public_view(game.open).log] == [2, 1]


def test_a_black_second_half_after_a_secret_first_half_shows_the_first_only() -> None:
    game = flee(flee(before_window(3), double=True), BLACK)
    assert [window.station for window in public_view(game.open).log] == [2, 1, 2, None]
    assert reply(game).open.fugitive.log[-1].station == 1


def test_the_underground_and_the_ferry_do_not_run() -> None:
    board = napkin("1-2 taxi", "1-3 underground", "1-4 ferry", "11-12 taxi", "13-14 taxi", "15-16 taxi")
    game = game_on(board, "beginner-2014", STARTS)
    assert mister_x_view(game).moves == (("black", 2), ("taxi", 2))
    assert why_not(game, x(BLACK, 3)) is Refusal.NOT_REACHABLE
    assert why_not(game, x(BLACK, 4)) is Refusal.NOT_REACHABLE


def test_the_underground_does_not_carry_the_detectives_either() -> None:
    board = napkin("1-2 taxi", "11-12 taxi", "11-17 underground", "13-14 taxi", "15-16 taxi")
    game = play(game_on(board, "beginner-2014", STARTS), x(TAXI, 2))
    assert why_not(game, c.Travel("red", UNDERGROUND, 17)) is Refusal.NO_SUCH_TICKET


def test_nobody_has_or_spends_transport_tickets() -> None:
    view = public_view(reply(flee(fresh())).open)
    assert [pawn.tickets for pawn in view.pawns.values()] == [None, None, None]
    assert view.mister_x.tickets == {"black": 1, "double": 1}
    assert view.used_tickets == {}


# From 3 Mister X can go to 1 or 2; red on 4 can follow to 2.
FORK = napkin("1-3-2-4 taxi", "13-14 taxi", "15-16 taxi")


def test_a_detective_who_arrives_where_he_is_seen_wins() -> None:
    game = game_on(FORK, "beginner-2014", {MISTER_X: 3, "red": 4, "blue": 13, "green": 15})
    game = play(game, x(TAXI, 2))
    assert seen(game) == 2
    assert outcome(play(game, c.Travel("red", TAXI, 2))) == ("detectives", Reason.CAPTURED)


def test_a_detective_who_arrives_where_he_is_unseen_wins_too() -> None:
    game = game_on(FORK, "beginner-2014", {MISTER_X: 3, "red": 4, "blue": 13, "green": 15})
    game = play(game, x(BLACK, 2))
    assert seen(game) is None
    game = play(game, c.Travel("red", TAXI, 2))
    assert outcome(game) == ("detectives", Reason.CAPTURED)
    assert seen(game) == 2


def test_the_detectives_win_when_they_leave_him_no_free_station() -> None:
    board = napkin("1-2-3 taxi", "2-4 bus", "13-14 taxi", "15-16 taxi")
    game = game_on(board, "beginner-2014", {MISTER_X: 2, "red": 4, "blue": 13, "green": 15})
    game = play(game, x(TAXI, 1), c.Travel("red", BUS, 2))
    assert not game.open.outcome
    game = play(game, c.Travel("blue", TAXI, 14), c.Travel("green", TAXI, 16))
    assert outcome(game) == ("detectives", Reason.MISTER_X_STUCK)


def test_he_wins_after_13_rounds_when_the_detectives_have_replied() -> None:
    game = flee(before_window(13))
    assert game.open.turn.round == 13
    assert not game.open.outcome
    game = reply(game)
    assert outcome(game) == (MISTER_X, Reason.ESCAPED)
    assert [window.station for window in public_view(game.open).log] == [
        2,
        1,
        2,
        1,
        2,
        1,
        2,
        1,
        2,
        1,
        2,
        1,
        2,
    ]


def test_a_double_in_round_13_fills_windows_13_and_14_and_gets_a_last_reply() -> None:
    game = flee(before_window(13), double=True)
    assert last_window(game) == (None, None)
    game = flee(game)
    assert (game.open.window, game.open.turn.round) == (14, 13)
    assert last_window(game) == ("taxi", 1)
    assert turn_of(game.open) == ("red", "blue", "green")
    assert outcome(reply(game)) == (MISTER_X, Reason.ESCAPED)


def test_the_last_reply_may_still_capture() -> None:
    game = game_on(FORK, "beginner-2014", {MISTER_X: 1, "red": 4, "blue": 13, "green": 15}, rounds=1)
    game = play(game, x(TAXI, 3, double=True), x(TAXI, 2), c.Travel("red", TAXI, 2))
    assert outcome(game) == ("detectives", Reason.CAPTURED)


def test_he_wins_when_no_detective_can_move() -> None:
    board = napkin("1-2 taxi", "11-12-13 taxi")
    game = game_on(board, "beginner-2014", {MISTER_X: 1, "red": 11, "blue": 12, "green": 13})
    assert outcome(flee(game)) == (MISTER_X, Reason.DETECTIVES_STUCK)
