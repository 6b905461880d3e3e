"""The Sherlock Holmes variant: crimes, what a hideout is good for, and the log of sixteen windows."""

from __future__ import annotations

from typing import Any

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
from tests.support.shorthand import outcome, why_not

TAXI, BUS, UNDERGROUND, BLACK = Ticket
OTHER_END = {11: 12, 12: 11, 13: 14, 14: 13}


def city(*lines: str, hideouts: list[int], crimes: list[list[int]]) -> dict[str, Any]:
    """A napkin that carries all the variant asks for, with islands for Holmes and Watson."""
    board = napkin(*lines, "11-12 taxi", "13-14 taxi")
    first, second, third, *others = (station["number"] for station in board["stations"])
    return board | {
        "quarters": {"I": [first], "II": [second], "III": [third], "IV": others},
        "symbols": {"park": [first], "monument": [second], "river": [third]},
        "hideouts": hideouts,
        "crime_tiles": {"count": len(crimes), "tiles": crimes},
        "decks": {"sherlock-moriarty": {"count": 2, "cards": [[11, 12], [13, 14]]}},
    }


# Three tiles are all there are, so he has drawn them all. Nothing happens on 1.
STREET = city("1-2-3-4-5-6 taxi", hideouts=[2, 5, 6], crimes=[[2], [3], [4, 5]])


def x(to: int, double: bool = False, ticket: Ticket = TAXI) -> c.Travel:
    return c.Travel(MISTER_X, ticket, to, double)


def on(board: dict[str, Any], at: int, **options: object) -> Game:
    starts = {MISTER_X: at, "holmes": 11, "watson": 13}
    return game_on(board, "sherlock-2022-variant", starts, **{"bobbies": 0, "tokens": 0, **options})


def street(at: int = 1, **options: object) -> Game:
    return on(STREET, at, **options)


def reply(game: Game) -> Game:
    """Holmes and Watson go to the other ends of their islands; without tokens that ends the round."""
    holmes, watson = game.open.where
    return play(
        game, c.Travel("holmes", TAXI, OTHER_END[holmes]), c.Travel("watson", TAXI, OTHER_END[watson])
    )


def rounds(game: Game, *path: int) -> Game:
    """Plain rounds in which he goes along *path* and does nothing else."""
    for to in path:
        game = reply(play(game, x(to), c.EndTurn()))
    return game


def test_after_a_move_to_a_crime_scene_he_may_commit_the_crime() -> None:
    game = play(street(), x(2))
    assert "crime" in mister_x_view(game).actions
    game = play(game, c.Crime())
    assert public_view(game.open).crimes == 1
    assert mister_x_view(game).crime_tiles == ((3,), (4, 5))
    assert turn_of(game.open) == MISTER_X


def test_he_need_not_commit_it() -> None:
    game = play(street(), x(2), c.EndTurn())
    assert public_view(game.open).crimes == 0
    assert turn_of(game.open) == ("holmes", "watson")


def test_the_table_learns_that_a_crime_happened_not_where() -> None:
    game = play(street(2), x(3))
    events = decide(game, c.Crime())
    assert [public(game.open, event) for event in events] == [e.CrimeCommitted(None)]
    assert public_view(play(game, c.Crime()).open).mister_x.station is None


def test_there_is_no_crime_where_no_tile_names_the_station() -> None:
    game = play(street(2), x(1))
    assert why_not(game, c.Crime()) is Refusal.NO_CRIME_HERE
    assert "crime" not in mister_x_view(game).actions


def test_a_tile_he_did_not_draw_is_no_use() -> None:
    square = city("2-1-3 taxi", "4-1-5 taxi", hideouts=[11], crimes=[[2], [3], [4], [5]])
    game = on(square, 1)
    (left_in_the_box,) = {0, 1, 2, 3} - set(game.secret.hand)
    assert why_not(play(game, x(left_in_the_box + 2)), c.Crime()) is Refusal.NO_CRIME_HERE


def test_a_tile_is_played_once() -> None:
    game = reply(play(street(2), x(3), c.Crime(), c.EndTurn()))
    game = play(rounds(game, 2), x(3))
    assert why_not(game, c.Crime()) is Refusal.NO_CRIME_HERE


def test_a_tile_with_two_stations_is_played_once_at_either() -> None:
    assert public_view(play(street(3), x(4), c.Crime()).open).crimes == 1
    game = reply(play(street(6), x(5), c.Crime(), c.EndTurn()))
    assert why_not(play(game, x(4)), c.Crime()) is Refusal.NO_CRIME_HERE


def test_standing_on_a_scene_is_not_enough_he_has_to_arrive() -> None:
    assert why_not(street(3), c.Crime()) is Refusal.ONLY_AFTER_MOVE
    game = play(street(2), x(3), c.EndTurn())
    assert why_not(game, c.Crime()) is Refusal.ONLY_AFTER_MOVE
    assert why_not(reply(game), c.Crime()) is Refusal.ONLY_AFTER_MOVE


def test_either_half_of_a_double_may_be_a_crime() -> None:
    game = play(street(), x(2, double=True), c.Crime())
    assert (public_view(game.open).crimes, turn_of(game.open)) == (1, MISTER_X)
    game = play(game, x(3), c.Crime())
    assert public_view(game.open).crimes == 2


def test_the_first_half_is_over_when_he_moves_on() -> None:
    game = play(street(3), x(2, double=True), x(1))
    assert why_not(game, c.Crime()) is Refusal.NO_CRIME_HERE


def test_the_third_crime_wins_at_once() -> None:
    game = reply(play(street(), x(2), c.Crime(), c.EndTurn()))
    game = play(reply(play(game, x(3), c.Crime(), c.EndTurn())), x(4), c.Crime())
    assert outcome(game) == (MISTER_X, Reason.CRIMES)
    assert [window.station for window in public_view(game.open).log] == [2, 3, 4]


def test_the_third_crime_wins_in_the_first_half_of_a_double_too() -> None:
    game = reply(play(street(), x(2), c.Crime(), c.EndTurn()))
    game = reply(play(game, x(3), c.Crime(), c.EndTurn()))
    assert outcome(play(game, x(4, double=True), c.Crime())) == (MISTER_X, Reason.CRIMES)


def test_in_a_reveal_window_a_crime_does_not_hide_him() -> None:
    game = play(rounds(street(), 2, 1), x(2), c.Crime(), c.EndTurn())
    assert public_view(game.open).mister_x.station == 2


def test_the_original_rules_know_no_crimes_and_no_hideouts() -> None:
    starts = {MISTER_X: 1, "holmes": 11, "watson": 13}
    game = play(game_on(STREET, "sherlock-2022", starts, bobbies=0), x(2))
    assert turn_of(game.open) == ("holmes", "watson")
    for command in (c.Crime(), c.Hideout("black"), c.Hide(), c.Balloon()):
        assert why_not(game, command) is Refusal.NOT_IN_THIS_GAME


def test_at_the_end_of_his_turn_in_a_hideout_he_takes_a_black_ticket_or_a_double_card() -> None:
    game = play(street(), x(2))
    assert "hideout" in mister_x_view(game).actions
    assert public_view(play(game, c.Hideout("black")).open).supply == {"black": 4, "double": 2}
    assert public_view(play(game, c.Hideout("double")).open).supply == {"black": 5, "double": 1}


def test_the_table_sees_what_he_took() -> None:
    game = play(street(), x(2))
    events = decide(game, c.Hideout("double"))
    assert [public(game.open, event) for event in events] == [e.HideoutTook("double")]


def test_he_takes_one_at_a_stop() -> None:
    game = play(street(), x(2), c.Hideout("black"))
    assert why_not(game, c.Hideout("black")) is Refusal.ONE_TICKET_HERE
    assert why_not(game, c.Hideout("double")) is Refusal.ONE_TICKET_HERE


def test_he_takes_nothing_outside_a_hideout() -> None:
    assert why_not(play(street(), x(2), c.EndTurn()), c.Hideout("black")) is Refusal.ONLY_AFTER_MOVE
    assert why_not(play(street(2), x(3)), c.Hideout("black")) is Refusal.NO_HIDEOUT


def test_he_takes_nothing_before_his_move() -> None:
    assert why_not(street(2), c.Hideout("black")) is Refusal.ONLY_AFTER_MOVE
    assert why_not(rounds(street(), 2), c.Hideout("black")) is Refusal.ONLY_AFTER_MOVE


def test_a_black_ticket_is_usable_only_after_the_detectives_next_turn() -> None:
    game = play(street(black=0), x(2), c.Hideout("black"), c.EndTurn())
    assert public_view(game.open).mister_x.tickets["black"] == 0
    game = reply(game)
    assert public_view(game.open).mister_x.tickets["black"] == 1
    assert play(game, x(3, ticket=BLACK)).secret.station == 3


def test_a_double_card_is_usable_only_after_the_detectives_next_turn() -> None:
    game = play(street(doubles=0), x(2), c.Hideout("double"), c.EndTurn())
    assert public_view(game.open).mister_x.tickets["double"] == 0
    game = reply(game)
    assert public_view(game.open).mister_x.tickets["double"] == 1
    assert play(game, x(3, double=True), x(4)).secret.trail == (2, 3, 4)


def test_a_ticket_taken_in_the_first_half_of_a_double_does_not_serve_the_second() -> None:
    game = play(street(black=0), x(2, double=True), c.Hideout("black"))
    assert why_not(game, x(3, ticket=BLACK)) is Refusal.NO_TICKET
    game = reply(play(game, x(3), c.EndTurn()))
    assert play(game, x(4, ticket=BLACK)).secret.station == 4


def test_he_may_take_a_ticket_after_the_second_half_of_a_double() -> None:
    game = play(street(4), x(3, double=True), x(2), c.Hideout("black"))
    assert public_view(game.open).supply == {"black": 4, "double": 2}


def test_the_card_of_this_turns_double_does_not_come_back_from_the_hideout_in_it() -> None:
    game = play(street(), x(2, double=True), c.Hideout("double"))
    assert why_not(game, x(3, double=True)) is Refusal.ONE_DOUBLE


def test_the_supply_has_two_double_cards() -> None:
    game = reply(play(street(6), x(5), c.Hideout("double"), c.EndTurn()))
    game = reply(play(game, x(6), c.Hideout("double"), c.EndTurn()))
    game = play(game, x(5))
    assert why_not(game, c.Hideout("double")) is Refusal.SUPPLY_EMPTY
    assert public_view(game.open).mister_x.tickets["double"] == 3


def test_the_supply_has_five_black_tickets() -> None:
    game = street(6)
    for to in (5, 6, 5, 6, 5):
        game = reply(play(game, x(to), c.Hideout("black"), c.EndTurn()))
    game = play(game, x(6))
    assert why_not(game, c.Hideout("black")) is Refusal.SUPPLY_EMPTY
    assert public_view(game.open).mister_x.tickets["black"] == 6


def test_a_crime_and_a_ticket_go_together() -> None:
    game = play(street(), x(2), c.Crime(), c.Hideout("black"))
    assert (public_view(game.open).crimes, public_view(game.open).supply["black"]) == (1, 4)


def reveal_due(*path: int, at: int = 1) -> Game:
    """Moriarty has gone along *path* of three stations and a reveal is due."""
    return play(rounds(street(at), *path[:2]), x(path[2]))


def test_a_reveal_that_is_due_in_a_hideout_may_be_skipped() -> None:
    game = reveal_due(2, 1, 2)
    assert "hide" in mister_x_view(game).actions
    game = play(game, c.Hide(), c.EndTurn())
    assert public_view(game.open).mister_x.station is None
    assert public_view(reply(game).open).mister_x.station is None


def test_the_table_is_told_only_that_he_is_in_a_hideout() -> None:
    game = reveal_due(2, 1, 2)
    assert [public(game.open, event) for event in decide(game, c.Hide())] == [e.Hid()]
    window = public_view(play(game, c.Hide(), c.EndTurn()).open).log[-1]
    assert (window.ticket, window.station, window.note) == ("taxi", None, "hideout")


def test_in_a_hideout_he_may_show_himself_as_usual() -> None:
    game = play(reveal_due(2, 1, 2), c.EndTurn())
    assert public_view(game.open).mister_x.station == 2


def test_outside_a_hideout_no_reveal_is_skipped() -> None:
    game = reveal_due(3, 2, 1, at=4)
    assert why_not(game, c.Hide()) is Refusal.NO_HIDEOUT
    assert public_view(play(game, c.EndTurn()).open).mister_x.station == 1


def test_nothing_is_skipped_where_no_reveal_is_due() -> None:
    assert why_not(play(street(), x(2)), c.Hide()) is Refusal.NOT_DUE


def test_he_hides_only_in_his_turn() -> None:
    game = play(reveal_due(2, 1, 2), c.EndTurn())
    assert why_not(game, c.Hide()) is Refusal.ONLY_AFTER_MOVE
    assert why_not(rounds(street(), 2, 1), c.Hide()) is Refusal.ONLY_AFTER_MOVE


def test_a_skipped_reveal_does_not_move_the_next_one() -> None:
    game = reply(play(reveal_due(2, 1, 2), c.Hide(), c.EndTurn()))
    game = play(rounds(game, 1, 2, 1, 2), x(1), c.EndTurn())
    assert game.open.window == 8
    assert public_view(game.open).mister_x.station == 1


def test_in_the_first_half_of_a_double_a_reveal_may_be_skipped() -> None:
    game = play(rounds(street(), 2, 1), x(2, double=True), c.Hide(), x(3), c.EndTurn())
    log = public_view(game.open).log
    assert [window.station for window in log] == [None] * 4
    assert [window.note for window in log] == ["", "", "hideout", ""]


def test_in_the_first_half_of_a_double_he_shows_himself_if_he_does_not_skip() -> None:
    game = play(rounds(street(), 2, 1), x(2, double=True), x(3), c.EndTurn())
    assert [window.station for window in public_view(game.open).log] == [None, None, 2, None]


def test_in_the_second_half_of_a_double_a_reveal_may_be_skipped() -> None:
    game = play(rounds(street(4), 3), x(4, double=True), x(5), c.Hide(), c.EndTurn())
    assert [window.station for window in public_view(game.open).log] == [None] * 3


def test_he_who_took_a_ticket_cannot_hide() -> None:
    game = play(reveal_due(2, 1, 2), c.Hideout("black"))
    assert why_not(game, c.Hide()) is Refusal.TOOK_HERE
    assert public_view(play(game, c.EndTurn()).open).mister_x.station == 2


def test_he_who_hid_cannot_take_a_ticket() -> None:
    game = play(reveal_due(2, 1, 2), c.Hide())
    assert why_not(game, c.Hideout("black")) is Refusal.HID_HERE
    assert why_not(game, c.Hideout("double")) is Refusal.HID_HERE


def test_he_who_hid_may_commit_a_crime() -> None:
    game = play(reveal_due(2, 1, 2), c.Hide(), c.Crime())
    assert public_view(game.open).crimes == 1
    assert public_view(play(game, c.EndTurn()).open).mister_x.station is None


def test_the_next_round_is_a_new_stop() -> None:
    game = reply(play(reveal_due(6, 5, 6, at=5), c.Hide(), c.EndTurn()))
    assert public_view(play(game, x(5), c.Hideout("black")).open).supply["black"] == 4


@pytest.mark.parametrize("first", [c.Hideout("black"), c.Hide()])
def test_the_second_half_of_a_double_is_a_new_stop(first: c.Command) -> None:
    game = play(rounds(street(6), 5, 6), x(5, double=True), first, x(6), c.Hideout("double"))
    assert public_view(game.open).supply["double"] == 1


def test_a_ticket_in_the_first_half_does_not_forbid_to_hide_in_the_second() -> None:
    game = play(rounds(street(5), 6), x(5, double=True), c.Hideout("black"), x(6), c.Hide(), c.EndTurn())
    assert [window.station for window in public_view(game.open).log] == [None] * 3


THERE_AND_BACK = (2, 1) * 8


def long_street() -> Game:
    """The detectives' taxi tickets last for the whole game."""
    return street(taxi=16)


def test_he_wins_at_the_end_of_the_round_of_window_16() -> None:
    game = rounds(long_street(), *THERE_AND_BACK[:15])
    assert not game.open.outcome
    game = play(game, x(1), c.EndTurn())
    assert game.open.window == 16
    assert not game.open.outcome
    assert outcome(reply(game)) == (MISTER_X, Reason.ESCAPED)


def test_a_double_brings_the_end_a_round_nearer() -> None:
    game = reply(play(long_street(), x(2, double=True), x(1), c.EndTurn()))
    game = rounds(game, *THERE_AND_BACK[:13])
    assert not game.open.outcome
    game = rounds(game, 1)
    assert (game.open.window, game.open.turn.round) == (16, 15)
    assert outcome(game) == (MISTER_X, Reason.ESCAPED)


def test_a_double_may_fill_the_last_two_windows() -> None:
    game = rounds(long_street(), *THERE_AND_BACK[:14])
    game = reply(play(game, x(2, double=True), x(1), c.EndTurn()))
    assert outcome(game) == (MISTER_X, Reason.ESCAPED)


def test_a_double_needs_two_windows() -> None:
    game = rounds(long_street(), *THERE_AND_BACK[:15])
    assert why_not(game, x(1, double=True)) is Refusal.TOO_FEW_WINDOWS
    assert mister_x_view(game).doubles == ()


def test_the_last_reply_may_still_capture() -> None:
    near = city("1-2-10-11 taxi", hideouts=[1], crimes=[[12], [13], [14]])
    game = play(on(near, 2, windows=2), x(1), c.EndTurn())
    game = play(game, c.Travel("holmes", TAXI, 10), c.Travel("watson", TAXI, 14))
    game = play(game, x(2), c.EndTurn(), c.Travel("holmes", TAXI, 2))
    assert outcome(game) == ("detectives", Reason.CAPTURED)


def test_no_reveal_is_due_in_window_16_but_the_end_opens_the_log() -> None:
    game = play(rounds(long_street(), *THERE_AND_BACK[:15]), x(1), c.EndTurn())
    assert public_view(game.open).mister_x.station is None
    assert [window.station for window in public_view(reply(game).open).log] == list(THERE_AND_BACK)
