"""A pawn stands elsewhere on the cardboard than the referee believes, and everybody agrees."""

from __future__ import annotations

import pytest

from companion.games.pursuit import commands as c
from companion.games.pursuit import events as e
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.decide import decide
from companion.games.pursuit.events import Reason
from companion.games.pursuit.game import Game, Side
from companion.games.pursuit.refusals import Refusal
from companion.games.pursuit.views import may_end_turn, turn_of
from tests.support.boards import game_on, napkin
from tests.support.manhattan import MANHATTAN, STARTS, chase, go, taxi
from tests.support.players import new_game, play
from tests.support.shorthand import BUS, TAXI, d, outcome, street, why_not, x


def where(game: Game, pawn: str) -> int:
    return game.open.where[game.rules.seats[pawn]]


def kinds(events: list[e.Event]) -> list[str]:
    return [type(event).__name__ for event in events]


def test_from_now_on_he_stands_there_and_nothing_else_has_changed() -> None:
    game = play(street(), x(TAXI, 3))
    after = play(game, c.Correct("red", 7))
    assert where(after, "red") == 7
    assert after.open.purses == game.open.purses
    assert after.open.turn == game.open.turn
    assert after.open.fugitive == game.open.fugitive
    assert after.secret == game.secret


@pytest.mark.parametrize("pawn", ["red", "bobby1"])
def test_it_may_be_said_at_any_time_about_detectives_and_bobbies(pawn: str) -> None:
    game = new_game("london-2014", ["red", "blue"], options={"free_start": True})
    for moment in (game, play(game, c.TimeUp("pass"))):
        taken = (*moment.open.where, moment.secret.station)
        free = next(station for station in moment.rules.board.stations if station not in taken)
        assert where(play(moment, c.Correct(pawn, free)), pawn) == free


def test_what_makes_no_sense_is_refused() -> None:
    game = street()
    assert why_not(game, c.Correct("red", 10)) is Refusal.ALREADY_THERE
    assert why_not(game, c.Correct("red", 9)) is Refusal.TAKEN
    assert why_not(game, c.Correct("red", 99)) is Refusal.NO_SUCH_STATION
    assert why_not(game, c.Correct("pink", 7)) is Refusal.NO_SUCH_PAWN
    assert why_not(game, c.Correct(MISTER_X, 7)) is Refusal.NO_SUCH_PAWN
    assert why_not(play(game, c.TimeUp("lose")), c.Correct("red", 7)) is Refusal.GAME_OVER


def test_moriarty_picks_his_start_first() -> None:
    game = new_game("sherlock-2022-variant", ["holmes", "watson"])
    assert why_not(game, c.Correct("holmes", 1)) is Refusal.START_FIRST


def test_one_in_the_helicopter_stands_nowhere() -> None:
    game = play(chase(), x(TAXI, 2), c.Helicopter("red", BUS, 4))
    assert why_not(game, c.Correct("red", 3)) is Refusal.IN_THE_AIR


def test_one_in_the_helicopter_waits_if_somebody_turns_out_to_stand_where_he_would_land() -> None:
    game = play(chase(), x(TAXI, 2), c.Helicopter("red", BUS, 5))
    game = play(go(game, "blue", "green"), x(TAXI, 1))
    assert turn_of(game.open) == "red"
    assert decide(game, c.Correct("blue", 5)) == [e.Corrected("blue", 5), e.Passed(("red",))]


def test_if_mister_x_is_there_he_is_caught() -> None:
    game = play(street(), x(TAXI, 3), c.Correct("blue", 3))
    assert outcome(game) == ("detectives", Reason.CAPTURED)
    assert game.open.outcome
    assert (game.open.outcome.by, game.open.outcome.at) == ("blue", 3)
    # In his own turn as well, and halfway through a double.
    assert outcome(play(street(), c.Correct("green", 4))) == ("detectives", Reason.CAPTURED)
    halfway = play(street(), x(TAXI, 3, double=True))
    assert outcome(play(halfway, c.Correct("green", 3))) == ("detectives", Reason.CAPTURED)


# Red is to move first. From 21 no line leads on but to 20.
SIDE_STREET = napkin("1-2-3-4-5-6-7-8-9-10 taxi", "20-21 taxi")


def side_street(**starts: int) -> Game:
    at = {MISTER_X: 1, "red": 10, "blue": 8, "green": 6} | starts
    return game_on(SIDE_STREET, "classic-1983", at)


def test_a_pawn_at_turn_that_can_not_move_from_there_passes() -> None:
    game = play(side_street(green=20), x(TAXI, 2))
    assert turn_of(game.open) == "red"
    assert decide(game, c.Correct("red", 21)) == [e.Corrected("red", 21), e.Passed(("red",))]
    assert turn_of(play(game, c.Correct("red", 21)).open) == "blue"


def test_when_the_last_one_passes_the_round_is_over() -> None:
    game = play(side_street(blue=21), x(TAXI, 2), d("red", TAXI, 9), d("blue", TAXI, 20))
    assert kinds(decide(game, c.Correct("green", 21))) == ["Corrected", "Passed", "RoundBegan"]


def test_in_a_free_order_a_pawn_that_is_freed_may_move() -> None:
    board = napkin("1-2-3-4 taxi", "20-21-22 taxi")
    starts = {MISTER_X: 1, "red": 20, "blue": 21}
    game = play(game_on(board, "london-2014", starts, bobbies=0), x(TAXI, 2))
    assert turn_of(game.open) == ("blue",)
    assert turn_of(play(game, c.Correct("blue", 4)).open) == ("red", "blue")


def test_in_a_free_order_all_that_are_left_pass_when_nobody_can_move() -> None:
    board = napkin("1-2-3-4 taxi", "20-21 taxi", "30-31 taxi")
    starts = {MISTER_X: 1, "red": 20, "blue": 30}
    game = play(game_on(board, "london-2014", starts, bobbies=0), x(TAXI, 2), d("blue", TAXI, 31))
    game = play(game, c.Correct("blue", 21))
    assert game.open.turn.round == 2
    assert game.open.turn.side is Side.MISTER_X


def cornered(**options: object) -> Game:
    """He stands at 1, the end of the street, and 2 is the only way out."""
    starts = {MISTER_X: 1, "red": 10, "blue": 8, "green": 6}
    return game_on(napkin("1-2-3-4-5-6-7-8-9-10 taxi"), "classic-1983", starts, **options)


def test_mister_x_who_is_shut_in_by_it_has_lost() -> None:
    assert outcome(play(cornered(), c.Correct("red", 2))) == ("detectives", Reason.MISTER_X_STUCK)


def test_or_he_stays_where_the_option_says_so() -> None:
    events = decide(cornered(mister_x_stuck="stays"), c.Correct("red", 2))
    assert kinds(events) == ["Corrected", "Crossed", "DetectivesBegan"]


def test_when_nobody_can_move_after_it_nobody_wins() -> None:
    board = napkin("1-2 taxi", "20-21-22 taxi", "30-31 taxi")
    starts = {MISTER_X: 1, "red": 20, "blue": 21, "green": 22}
    game = game_on(board, "classic-1983", starts | {"blue": 31}, taxi=0, bus=1, underground=0)
    assert outcome(play(game, c.Correct("blue", 2))) == (None, Reason.BOTH_STUCK)


def test_shut_in_halfway_through_a_double_he_crosses_off_the_second_window() -> None:
    board = napkin("1-2-3-4-5-6-7-8-9-10 taxi", "2-11-12 taxi")
    starts = {MISTER_X: 2, "red": 10, "blue": 9, "green": 8}
    for rule, heard in (
        ("stays", ["Corrected", "Crossed", "DetectivesBegan"]),
        ("loses", ["Corrected", "Ended"]),
    ):
        game = game_on(board, "classic-1983", starts, mister_x_stuck=rule)
        game = play(game, x(TAXI, 1, double=True))
        assert kinds(decide(game, c.Correct("red", 2))) == heard
        after = play(game, c.Correct("red", 2))
        assert after.open.window == (2 if rule == "stays" else 1)


def test_shut_in_where_he_has_to_be_seen_he_is_seen_first() -> None:
    """Where he has options at every stop, the reveal of the first half waits until he leaves it."""
    game = new_game(
        "sherlock-2022-variant",
        ["holmes", "watson"],
        starts={MISTER_X: 47, "holmes": 4, "watson": 22},
        options={"free_start": True, "bobbies": 0, "mister_x_stuck": "stays"},
    )
    for there in (48, 47):
        game = play(game, x(TAXI, there), c.EndTurn(), c.TimeUp("pass"))
    game = play(game, x(TAXI, 48, double=True))
    assert game.open.turn.due
    # From 48 the only line leads to 47.
    events = decide(game, c.Correct("holmes", 47))
    assert kinds(events) == ["Corrected", "Shown", "Crossed", "DetectivesBegan"]
    assert [window.station for window in play(game, c.Correct("holmes", 47)).open.fugitive.log[2:]] == [
        48,
        None,
    ]


def test_with_options_left_after_his_move_nothing_is_judged_anew() -> None:
    game = play(cornered(show_and_take=True), x(TAXI, 2), c.Correct("red", 1))
    assert decide(game, c.Correct("blue", 3)) == [e.Corrected("blue", 3)]
    assert may_end_turn(play(game, c.Correct("blue", 3)).open)


def with_barriers() -> Game:
    return play(game_on(MANHATTAN, "ny-chase-1999", STARTS, barriers=3), x(TAXI, 2))


def test_a_barrier_still_goes_where_he_was_before_he_moved() -> None:
    game = play(with_barriers(), taxi("red", 12), c.Correct("red", 5))
    assert play(game, c.Barrier("red", 11)).open.extras.barred == 1 << 11


def test_no_barrier_goes_under_the_feet_of_one_who_never_left() -> None:
    game = play(with_barriers(), taxi("red", 12), c.Correct("red", 11))
    assert why_not(game, c.Barrier("red", 11)) is Refusal.NOT_JUST_LEFT
    # The last one never left, so there is nothing to wait for.
    game = play(go(with_barriers(), "red", "blue", "green"))
    assert kinds(decide(game, c.Correct("green", 15))) == ["Corrected", "RoundBegan"]
    # Somebody else's place has nothing to do with it.
    assert kinds(decide(game, c.Correct("red", 11))) == ["Corrected"]


def test_lestrade_bars_the_station_where_he_really_is() -> None:
    options = {"free_start": True, "bobbies": 0}
    starts = {MISTER_X: 4, "lestrade": 47, "watson": 33}
    game = new_game("sherlock-2022-variant", ["lestrade", "watson"], starts=starts, options=options)
    game = play(game, x(TAXI, 3), c.EndTurn(), d("lestrade", TAXI, 48), c.Correct("lestrade", 40))
    assert why_not(game, c.Barrier("lestrade", 48)) is Refusal.NOT_LEFT_OR_REACHED
    assert play(game, c.Barrier("lestrade", 40)).open.extras.barred == 1 << 40


def test_while_the_balloon_is_in_the_air_its_landing_places_stay_as_they_are() -> None:
    starts = {MISTER_X: 27, "holmes": 47, "watson": 33}
    game = new_game("sherlock-2022-variant", ["holmes", "watson"], starts=starts, options={"bobbies": 0})
    game = play(game, c.Balloon())
    assert game.open.extras.landing
    assert why_not(game, c.Correct("holmes", game.open.extras.turned[-1][0])) is Refusal.LAND_FIRST
