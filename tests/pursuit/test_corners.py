"""Corners where the referee once went wrong, or easily could."""

from __future__ import annotations

import json

from companion.games.pursuit import commands as c
from companion.games.pursuit import events as e
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.decide import decide
from companion.games.pursuit.events import Reason
from companion.games.pursuit.game import Side
from companion.games.pursuit.refusals import Refusal
from companion.games.pursuit.views import public_view, turn_of
from companion.journal import Journal
from companion.referee import Referee
from companion.table import Table
from tests.support.boards import game_on, napkin
from tests.support.players import new_game, play
from tests.support.shorthand import BUS, TAXI, d, why_not, x


def test_a_card_mister_x_drew_himself_changes_the_others_only_if_it_would_have_been_theirs() -> None:
    deck = [13, 26, 29, 34, 50, 53, 91, 94, 103, 112, 117, 132, 138, 141, 155, 174, 197, 198]
    team = ["red", "blue", "green"]
    drawn = new_game("classic-1983", team, 1, None).open.where
    for card in deck:
        where = new_game("classic-1983", team, 1, None, starts={MISTER_X: card}).open.where
        assert (where == drawn) is (card not in drawn)


RING = napkin("1-2-3-4-5-6-7-8-9-10-1 taxi")


def test_no_end_of_turn_is_asked_for_where_the_station_left_has_a_barrier_already() -> None:
    game = game_on(RING, "ny-chase-1999", {MISTER_X: 1, "red": 4, "blue": 6, "green": 8})
    game = play(
        game, x(TAXI, 2), d("red", TAXI, 5), d("blue", TAXI, 7), d("green", TAXI, 9), c.Barrier("green", 8)
    )
    game = play(game, x(TAXI, 3), d("red", TAXI, 4), d("blue", TAXI, 8), d("green", TAXI, 10), c.EndTurn())
    game = play(game, x(TAXI, 2), d("red", TAXI, 5), d("blue", TAXI, 7))
    game = play(game, d("green", TAXI, 9), c.EndTurn(), x(TAXI, 1), d("red", TAXI, 4), d("blue", TAXI, 6))
    game = play(game, d("green", TAXI, 8), c.EndTurn(), x(TAXI, 10), d("red", TAXI, 5), d("blue", TAXI, 7))
    assert turn_of(play(game, d("green", TAXI, 9)).open) == MISTER_X


def test_a_bobby_puts_up_no_barrier() -> None:
    starts = {MISTER_X: 1, "red": 4, "blue": 6, "green": 8, "bobby1": 10}
    game = game_on(RING, "ny-chase-1999", starts, bobbies=1)
    game = play(game, x(TAXI, 2), d("red", TAXI, 5), d("blue", TAXI, 7), d("green", TAXI, 9))
    assert turn_of(play(game, d("bobby1", TAXI, 1)).open) == MISTER_X


def test_a_bobby_does_not_fly() -> None:
    starts = {MISTER_X: 1, "red": 4, "blue": 6, "green": 8, "bobby1": 10}
    game = game_on(RING, "ny-chase-1999", starts, bobbies=1, barriers=0)
    game = play(game, x(TAXI, 2), d("red", TAXI, 5), d("blue", TAXI, 7), d("green", TAXI, 9))
    assert why_not(game, c.Helicopter("bobby1", TAXI, 3)) is Refusal.BOBBIES_DONT_FLY


def test_a_detective_whose_colleague_passes_by_himself_may_still_put_up_his_barrier() -> None:
    board = napkin("1-2-3-4-5-6 taxi", "6-7-8 bus")
    starts = {MISTER_X: 1, "red": 5, "blue": 7, "green": 8}
    game = game_on(board, "ny-chase-1999", starts, helicopters=0, bus=0)
    game = play(game, x(TAXI, 2))
    assert e.Passed(("blue",)) in decide(game, d("red", TAXI, 4))
    game = play(game, d("red", TAXI, 4))
    assert turn_of(game.open) == "red"
    assert play(game, c.Barrier("red", 5)).open.extras.barred == 1 << 5


def test_who_declines_to_fly_does_not_give_the_turn_back() -> None:
    board = napkin("1-2-3-4-5-6 taxi", "7-8-9 bus")
    starts = {MISTER_X: 1, "red": 4, "blue": 6, "green": 8}
    game = game_on(board, "ny-chase-1999", starts, bus=0)
    game = play(game, x(TAXI, 2), d("red", TAXI, 3), d("blue", TAXI, 5))
    assert turn_of(game.open) == "green"
    assert why_not(game, d("green", BUS, 9)) is Refusal.NO_TICKET
    assert turn_of(play(game, c.EndTurn()).open) == MISTER_X


def test_where_tickets_never_run_out_the_one_switch_decides_whether_he_stays() -> None:
    board = napkin("1-2-3-4-5 taxi", "1-9-8 ferry")
    starts = {MISTER_X: 1, "red": 2, "blue": 4, "green": 5}
    game = game_on(board, "classic-1983", starts, black=0, mister_x_stuck="stays")
    assert game.open.fugitive.log[0].note == "crossed"
    game = game_on(board, "classic-1983", starts, black=0)
    assert game.open.outcome
    assert game.open.outcome.reason is Reason.MISTER_X_STUCK


def test_one_who_plays_in_the_open_and_cannot_move_stays_in_sight() -> None:
    board = napkin("1-2-3-4-5 taxi")
    starts = {MISTER_X: 1, "red": 2, "blue": 4, "green": 5}
    game = game_on(board, "beginner-2014", starts, mister_x_stuck="stays")
    assert game.open.turn.side is Side.DETECTIVES
    assert public_view(game.open).mister_x.station == 1


def test_a_map_that_is_something_else_is_refused_without_quoting_it() -> None:
    with Journal.in_memory() as journal:
        said = {"do": "new", "edition": "london-2014", "detectives": ["a", "b"], "map": __file__}
        answer = Referee(Table(journal)).answer(json.dumps(said).encode())
    assert not answer["ok"]
    assert "Corners" not in answer["refusal"]


def test_the_moves_of_mister_x_say_when_the_balloon_is_a_way_out() -> None:
    game = new_game("sherlock-2022-variant", ["holmes", "watson"], 1)
    hideouts = [n for n in game.rules.board.stations if game.rules.board.hideouts >> n & 1]
    said = {
        "do": "new",
        "edition": "sherlock-2022-variant",
        "map": "demo",
        "detectives": ["holmes", "watson"],
        "starts": {MISTER_X: hideouts[0]},
        "options": {"free_start": True},
        "seed": 1,
    }
    with Journal.in_memory() as journal:
        referee = Referee(Table(journal))
        assert referee.answer(json.dumps(said).encode())["ok"]
        assert referee.answer(b'{"ask":"moves"}')["balloon"] is True
