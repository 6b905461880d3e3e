"""Double moves."""

from __future__ import annotations

from companion.games.pursuit import commands as c
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.game import Side
from companion.games.pursuit.moves import mister_x_doubles
from companion.games.pursuit.refusals import Refusal
from companion.games.pursuit.views import turn_of
from tests.support.boards import game_on, napkin
from tests.support.players import play
from tests.support.shorthand import BLACK, BUS, STREET, TAXI, d, street, why_not, x


def test_a_double_move_fills_two_windows_and_costs_one_card() -> None:
    game = play(street(), x(TAXI, 3, double=True), x(TAXI, 2))
    assert game.open.window == 2
    assert game.open.fugitive.doubles == 1
    assert game.open.turn.round == 1
    assert game.open.turn.side is Side.DETECTIVES


def test_between_the_halves_of_a_double_it_is_still_his_turn() -> None:
    game = play(street(), x(TAXI, 3, double=True))
    assert turn_of(game.open) == MISTER_X
    assert why_not(game, d("green", TAXI, 7)) is Refusal.NOT_YOUR_TURN
    assert why_not(game, x(TAXI, 2, double=True)) is Refusal.ONE_DOUBLE
    assert why_not(game, c.EndTurn()) is Refusal.MISTER_X_MUST_MOVE


def test_a_double_without_a_card_is_refused() -> None:
    assert why_not(street(doubles=0), x(TAXI, 3, double=True)) is Refusal.NO_DOUBLE


def test_a_double_may_use_black_tickets_but_not_one_he_does_not_have() -> None:
    board = napkin("1-2-3-4-5-6-7-8-9-10 taxi", "1-20-21 ferry")
    starts = {MISTER_X: 1, "red": 10, "blue": 9, "green": 8}
    game = game_on(board, "classic-1983", starts, black=1)
    assert why_not(game, x(BLACK, 20, double=True)) is Refusal.NO_SECOND_LEG
    assert not any(first.to == 20 for first, _ in mister_x_doubles(game.open, 1))
    game = game_on(board, "classic-1983", starts, black=2)
    assert play(game, x(BLACK, 20, double=True), x(BLACK, 21)).secret.trail == (20, 21)


def test_the_second_half_of_a_double_may_go_straight_back() -> None:
    game = play(street(), x(TAXI, 3, double=True), x(TAXI, 4))
    assert game.secret.trail == (3, 4)


def test_a_double_with_no_way_on_is_refused() -> None:
    # 7 is the end of a bus line, and the only bus ticket takes him there.
    board = napkin("1-2-3-4-5-6 taxi", "1-7 bus")
    starts = {MISTER_X: 1, "red": 4, "blue": 5, "green": 6}
    game = game_on(board, "ny-chase-1999", starts, mister_x_bus=1, black=0)
    assert why_not(game, x(BUS, 7, double=True)) is Refusal.NO_SECOND_LEG
    assert play(game, x(BUS, 7)).secret.station == 7


def test_neither_half_of_a_double_may_enter_a_detectives_station() -> None:
    game = game_on(STREET, "classic-1983", {MISTER_X: 3, "red": 5, "blue": 9, "green": 10})
    game = play(game, x(TAXI, 4, double=True))
    assert why_not(game, x(TAXI, 5)) is Refusal.TAKEN


def test_the_last_window_is_too_few_for_a_double() -> None:
    game = game_on(
        STREET | {"hideouts": [1], "quarters": {"I": [*range(1, 4)], "II": [4, 5], "III": [6, 7], "IV": [8, 9, 10]},
                  "symbols": {"park": [1], "monument": [2], "river": [3]},
                  "crime_tiles": {"count": 3, "tiles": [[1], [2], [3]]},
                  "decks": {"sherlock-moriarty": {"count": 2, "cards": [[1, 2], [3, 4]]}}},
        "sherlock-2022-variant",
        {MISTER_X: 4, "holmes": 10, "watson": 9, "adler": 8},
        windows=2, tokens=0, bobbies=0,
    )  # fmt: skip
    game = play(
        game, x(TAXI, 3), c.EndTurn(), d("adler", TAXI, 7), d("watson", TAXI, 8), d("holmes", TAXI, 9)
    )
    assert why_not(game, x(TAXI, 4, double=True)) is Refusal.TOO_FEW_WINDOWS
