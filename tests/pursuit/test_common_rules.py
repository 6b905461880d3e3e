"""What all pursuit editions share: turns, pawns in the way, windows, tickets, endings."""

from __future__ import annotations

import pytest

from companion.games.pursuit import commands as c
from companion.games.pursuit import events as e
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.decide import decide
from companion.games.pursuit.events import Reason
from companion.games.pursuit.game import Game, Side
from companion.games.pursuit.moves import mister_x_doubles, mister_x_legs, movers
from companion.games.pursuit.refusals import Refusal, Refused
from companion.games.pursuit.tickets import Ticket
from companion.games.pursuit.views import public_view, turn_of
from tests.support.boards import game_on, napkin
from tests.support.players import play

TAXI, BUS, UNDERGROUND, BLACK = Ticket

# A street of ten with detectives far to the right, and a bus that skips two stops.
STREET = napkin("1-2-3-4-5-6-7-8-9-10 taxi", "3-6 bus", "2-8 underground", "4-7 ferry")


def x(ticket: Ticket, to: int, double: bool = False) -> c.Travel:
    return c.Travel(MISTER_X, ticket, to, double)


def d(pawn: str, ticket: Ticket, to: int) -> c.Travel:
    return c.Travel(pawn, ticket, to)


def why_not(game: Game, command: c.Command) -> Refusal:
    with pytest.raises(Refused) as no:
        decide(game, command)
    return no.value.refusal


def street(edition: str = "classic-1983", mister_x: int = 4, **options: object) -> Game:
    return game_on(STREET, edition, {MISTER_X: mister_x, "red": 10, "blue": 9, "green": 8}, **options)


def outcome(game: Game) -> tuple[str | None, Reason]:
    assert game.open.outcome
    return game.open.outcome.winner, game.open.outcome.reason


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


# --- doubles ---------------------------------------------------------------------------------------


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


# --- reveals ---------------------------------------------------------------------------------------


def test_in_a_reveal_window_he_shows_until_his_next_move() -> None:
    game = play(street(mister_x=3), x(TAXI, 2, double=True), x(TAXI, 1), d("green", TAXI, 7))
    assert public_view(game.open).mister_x.station is None
    assert e.Shown(2) in decide(game, x(TAXI, 2))
    game = play(game, x(TAXI, 2))
    assert public_view(game.open).mister_x.station == 2
    game = play(game, d("blue", TAXI, 8), d("green", TAXI, 6), x(TAXI, 1))
    assert public_view(game.open).mister_x.station is None
    assert [window.station for window in game.open.fugitive.log] == [None, None, 2, None]


def test_when_the_first_half_of_a_double_is_a_reveal_he_shows_there_and_vanishes_again() -> None:
    game = play(street(mister_x=3), x(TAXI, 2, double=True), x(TAXI, 1), d("green", TAXI, 7))
    game = play(game, x(TAXI, 2, double=True))
    assert game.open.fugitive.log[-1].station == 2
    game = play(game, x(TAXI, 3))
    assert game.open.fugitive.log[-1].station is None
    assert game.open.fugitive.log[-2].station == 2


# --- endings ---------------------------------------------------------------------------------------


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


def test_nobody_may_end_a_turn_while_somebody_has_to_move() -> None:
    game = street()
    assert why_not(game, c.EndTurn()) is Refusal.MISTER_X_MUST_MOVE
    assert why_not(play(game, x(TAXI, 3)), c.EndTurn()) is Refusal.MUST_MOVE


def test_in_a_free_order_the_team_chooses_who_moves_and_nobody_moves_twice() -> None:
    game = play(street("london-2014", bobbies=0), x(TAXI, 3), d("green", TAXI, 7))
    assert why_not(game, d("green", TAXI, 6)) is Refusal.ALREADY_MOVED
    assert movers(game.open) == [1]
