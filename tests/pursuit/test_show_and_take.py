"""The classic option: Mister X shows himself of his own accord and takes tickets away."""

from __future__ import annotations

import pytest

from companion.games.pursuit import commands as c
from companion.games.pursuit import events as e
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.decide import decide
from companion.games.pursuit.events import Reason
from companion.games.pursuit.game import Game, Side
from companion.games.pursuit.refusals import Refusal, Refused
from companion.games.pursuit.tickets import Ticket
from companion.games.pursuit.views import mister_x_view, public_view, turn_of
from tests.support.boards import game_on, napkin
from tests.support.players import play

TAXI, BUS, UNDERGROUND, BLACK = Ticket

# Mister X runs along a street of his own, each detective shuttles on an island.
BOARD = napkin("1-2-3-4-5 taxi", "11-12 taxi", "13-14 taxi", "15-16 taxi")
STARTS = {MISTER_X: 1, "red": 11, "blue": 13, "green": 15}
OUT = (c.Travel("red", TAXI, 12), c.Travel("blue", TAXI, 14), c.Travel("green", TAXI, 16))


def x(to: int, double: bool = False) -> c.Travel:
    return c.Travel(MISTER_X, TAXI, to, double)


def table(edition: str = "classic-1983", **options: object) -> Game:
    return game_on(BOARD, edition, STARTS, **{"show_and_take": True, **options})


def why_not(game: Game, command: c.Command) -> str:
    with pytest.raises(Refused) as no:
        decide(game, command)
    return str(no.value)


def test_without_the_option_nobody_shows_himself_and_the_turn_ends_by_itself() -> None:
    game = play(table(show_and_take=False), x(2))
    assert turn_of(game.open) == "red"
    assert why_not(game, c.Show({})) == Refusal.NOT_IN_THIS_GAME


def test_unless_it_is_chosen_the_option_is_off() -> None:
    assert turn_of(play(game_on(BOARD, "classic-1983", STARTS), x(2)).open) == "red"


def test_after_his_move_the_turn_waits_for_him_to_show_or_not() -> None:
    game = play(table(), x(2))
    assert turn_of(game.open) == MISTER_X
    assert mister_x_view(game).actions == ("show", "end_turn")
    assert why_not(game, OUT[0]) == "It is not red's turn."
    assert why_not(game, x(3)) == "It is not Mister X's turn."


def test_if_he_does_not_want_to_he_ends_his_turn_unseen() -> None:
    game = play(table(), x(2), c.EndTurn())
    assert turn_of(game.open) == "red"
    assert public_view(game.open).mister_x.station is None


def test_he_cannot_show_himself_before_his_move() -> None:
    assert why_not(table(), c.Show({})) == Refusal.SHOW_ONLY_AFTER_MOVE
    assert why_not(play(table(), x(2), c.EndTurn(), *OUT), c.Show({})) == Refusal.SHOW_ONLY_AFTER_MOVE


def test_he_cannot_show_himself_between_the_halves_of_a_double() -> None:
    game = play(table(), x(2, double=True))
    assert why_not(game, c.Show({})) == Refusal.SHOW_ONLY_AFTER_MOVE
    assert turn_of(play(game, x(3), c.Show({})).open) == "red"


def test_he_cannot_show_himself_in_the_detectives_turn() -> None:
    game = play(table(), x(2), c.EndTurn(), OUT[0])
    assert why_not(game, c.Show({"blue": TAXI})) == Refusal.SHOW_ONLY_AFTER_MOVE


def test_in_a_reveal_window_he_is_seen_anyway_and_takes_nothing() -> None:
    game = play(table(), x(2, double=True), x(3), c.EndTurn(), *OUT)
    game = play(game, x(4))
    assert public_view(game.open).mister_x.station == 4
    assert turn_of(game.open) == "red"
    assert why_not(game, c.Show({"red": TAXI})) == Refusal.SHOW_ONLY_AFTER_MOVE


def test_a_reveal_in_the_first_half_of_a_double_leaves_him_free_to_show_in_the_second() -> None:
    game = play(table(), x(2, double=True), x(3), c.EndTurn(), *OUT)
    game = play(game, x(4, double=True), x(5))
    assert public_view(game.open).mister_x.station is None
    game = play(game, c.Show({"red": TAXI}))
    assert [window.station for window in game.open.fugitive.log] == [None, None, 4, 5]


def test_a_double_that_ends_in_a_reveal_window_leaves_nothing_to_show() -> None:
    game = play(table(), x(2), c.EndTurn(), *OUT, x(3, double=True), x(4))
    assert public_view(game.open).mister_x.station == 4
    assert turn_of(game.open) == "red"


def test_he_takes_a_ticket_of_his_choice_from_each_detective() -> None:
    game = play(table(), x(2), c.Show({"red": TAXI, "blue": BUS, "green": UNDERGROUND}))
    assert game.open.purses == ((9, 8, 4), (10, 7, 4), (10, 8, 3))


def test_he_may_spare_a_detective() -> None:
    game = play(table(), x(2), c.Show({"blue": TAXI}))
    assert game.open.purses == ((10, 8, 4), (9, 8, 4), (10, 8, 4))


def test_he_may_show_himself_and_take_nothing() -> None:
    game = play(table(), x(2), c.Show({}))
    assert game.open.purses == ((10, 8, 4),) * 3
    assert public_view(game.open).mister_x.station == 2


def test_the_table_hears_where_he_is_and_what_he_took() -> None:
    events = decide(play(table(), x(2)), c.Show({"red": BUS}))
    assert events == [e.Shown(2), e.TicketsTaken((("red", BUS),)), e.DetectivesBegan()]


def test_his_station_lies_open_until_his_next_move_and_his_turn_is_over() -> None:
    game = play(table(), x(2), c.Show({"red": TAXI}))
    assert game.open.turn.side is Side.DETECTIVES
    assert public_view(game.open).mister_x.station == 2
    game = play(game, *OUT)
    assert public_view(game.open).mister_x.station == 2
    game = play(game, x(3))
    assert public_view(game.open).mister_x.station is None
    assert [window.station for window in game.open.fugitive.log] == [2, None]


def test_he_may_show_himself_round_after_round() -> None:
    game = play(table(), x(2), c.Show({"red": TAXI}), *OUT, x(3), c.Show({"red": TAXI}))
    assert game.open.purses[0] == (7, 8, 4)


@pytest.mark.parametrize(
    ("take", "says"),
    [
        ({"red": UNDERGROUND}, "red has no underground ticket to take."),
        ({"blue": TAXI, "red": UNDERGROUND}, "red has no underground ticket to take."),
        ({"red": BLACK}, "red has no black ticket to take."),
        ({"violet": TAXI}, "There is no pawn called violet."),
        ({MISTER_X: TAXI}, "There is no pawn called mister_x."),
        ({"bobby1": TAXI}, "There is no pawn called bobby1."),
    ],
)
def test_he_takes_nothing_that_is_not_there(take: dict[str, Ticket], says: str) -> None:
    game = play(table(underground=0, bobbies=1), x(2))
    assert why_not(game, c.Show(take)) == says


def test_from_a_common_purse_he_takes_no_more_than_there_is() -> None:
    game = play(table(shared_purse=True, underground=1), x(2))
    all_three = c.Show({"red": UNDERGROUND, "blue": UNDERGROUND, "green": UNDERGROUND})
    assert play(game, all_three).open.purses == ((30, 24, 0),)
    game = play(table(shared_purse=True, underground=0, bus=1), x(2), c.Show({"red": BUS}), *OUT, x(3))
    assert game.open.purses == ((27, 2, 0),)
    both = c.Show({"red": BUS, "blue": BUS, "green": BUS})
    assert why_not(game, both) == "green has no bus ticket to take."


def test_taking_the_teams_last_tickets_ends_the_hunt() -> None:
    game = play(table(taxi=1, bus=0, underground=0), x(2), c.Show({"red": TAXI, "blue": TAXI, "green": TAXI}))
    assert game.open.outcome
    assert (game.open.outcome.winner, game.open.outcome.reason) == (MISTER_X, Reason.DETECTIVES_STUCK)


def test_a_detective_without_a_ticket_left_passes() -> None:
    game = play(table(taxi=1, bus=0, underground=0), x(2))
    assert e.Passed(("red",)) in decide(game, c.Show({"red": TAXI}))
