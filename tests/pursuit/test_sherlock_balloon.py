"""The Sherlock Holmes variant: once a game, Moriarty escapes from a hideout by balloon."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.editions import read_edition
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
from tests.support.players import fold, play
from tests.support.shorthand import why_not

TAXI, BUS, UNDERGROUND, BLACK = Ticket
OTHER_END = {11: 12, 12: 11, 13: 14, 14: 13}

Tile = tuple[int, int]
FAR_AWAY: list[Tile] = [(21, 23), (22, 24), (23, 25)]


def city(tiles: list[Tile], hideouts: list[int], *lines: str) -> dict[str, Any]:
    """Moriarty's street and one far away, islands for Holmes and Watson, and what else the variant asks for."""
    board = napkin("1-2-3 taxi", "11-12 taxi", "13-14 taxi", "21-22-23-24-25 taxi", *lines)
    first, second, third, *others = (station["number"] for station in board["stations"])
    return board | {
        "quarters": {"I": [first], "II": [second], "III": [third], "IV": others},
        "symbols": {"park": [first], "monument": [second], "river": [third]},
        "hideouts": hideouts,
        "crime_tiles": {"count": 3, "tiles": [[21], [21], [21]]},
        "decks": {"sherlock-moriarty": {"count": len(tiles), "cards": tiles}},
    }


def table(board: dict[str, Any], at: int, holmes: int = 11, watson: int = 13, **options: object) -> Game:
    """A game whose tiles lie in the order in which the board lists them."""
    starts = {MISTER_X: at, "holmes": holmes, "watson": watson}
    game = game_on(board, "sherlock-2022-variant", starts, **{"bobbies": 0, "tokens": 0, **options})
    tiles = board["decks"]["sherlock-moriarty"]["cards"]
    return replace(game, secret=replace(game.secret, deck=tuple(tiles)))


def hiding(tiles: list[Tile] = FAR_AWAY, at: int = 2, **options: object) -> Game:
    """Moriarty begins in the hideout 2; there is another on 24."""
    return table(city(tiles, [2, 24]), at, **options)


def x(to: int, double: bool = False) -> c.Travel:
    return c.Travel(MISTER_X, TAXI, to, double)


def reply(game: Game) -> Game:
    """Holmes and Watson go to the other ends of their islands; without tokens that ends the round."""
    holmes, watson = game.open.where
    return play(
        game, c.Travel("holmes", TAXI, OTHER_END[holmes]), c.Travel("watson", TAXI, OTHER_END[watson])
    )


def test_in_a_hideout_at_the_start_of_his_turn_he_turns_up_a_tile_that_everyone_sees() -> None:
    game = hiding()
    assert "balloon" in mister_x_view(game).actions
    events = decide(game, c.Balloon())
    assert [public(game.open, event) for event in events] == [e.TileTurned((21, 23), lands=True)]
    assert public_view(play(game, c.Balloon()).open).tiles_turned == ((21, 23),)


def test_he_flies_from_a_hideout_that_he_reached_in_an_earlier_round() -> None:
    game = reply(play(hiding(at=1), x(2), c.EndTurn()))
    assert play(game, c.Balloon(), c.Balloon(23)).secret.trail == (2, 23)


def test_he_does_not_fly_from_elsewhere() -> None:
    game = hiding(at=1)
    assert why_not(game, c.Balloon()) is Refusal.NO_HIDEOUT
    assert "balloon" not in mister_x_view(game).actions


def test_he_does_not_fly_after_his_move() -> None:
    game = play(hiding(at=1), x(2))
    assert why_not(game, c.Balloon()) is Refusal.NOT_YOUR_TURN
    assert why_not(play(game, c.EndTurn()), c.Balloon()) is Refusal.NOT_YOUR_TURN


def drawn() -> Game:
    """The companion drew Moriarty's tile. All three name the hideout, so he begins there in any case."""
    board = city([(2, 21), (2, 22), (2, 23)], [2])
    starts = {"holmes": 11, "watson": 13}
    new = c.New(read_edition("sherlock-2022-variant"), board, ("holmes", "watson"), 1, starts, {"bobbies": 0})
    return play(fold(None, decide(None, new)), c.Start(2))


def test_the_tile_he_began_with_is_not_turned_up() -> None:
    game = drawn()
    assert {game.secret.tile, *game.secret.deck} == {(2, 21), (2, 22), (2, 23)}
    assert game.secret.tile not in game.secret.deck
    assert decide(game, c.Balloon()) == [e.TileTurned(game.secret.deck[0], lands=True)]


def test_he_cannot_choose_which_tile_is_turned_up() -> None:
    game = drawn()
    top, below = game.secret.deck
    game = play(game, c.Balloon(below[1]))
    assert public_view(game.open).tiles_turned == (top,)
    assert game.open.window == 0
    assert mister_x_view(game).landings == top


def test_boxed_in_he_is_not_lost_while_he_can_fly() -> None:
    game = table(city(FAR_AWAY, [2]), at=2, holmes=1, watson=3)
    assert mister_x_view(game).moves == ()
    assert not game.open.outcome
    assert play(game, c.Balloon(), c.Balloon(21)).secret.station == 21


def test_boxed_in_outside_a_hideout_he_has_lost() -> None:
    game = table(city(FAR_AWAY, [24]), at=2, holmes=1, watson=3)
    assert game.open.outcome
    assert (game.open.outcome.winner, game.open.outcome.reason) == ("detectives", Reason.MISTER_X_STUCK)


def test_he_lands_on_one_of_the_two_stations_of_the_tile() -> None:
    game = play(hiding(), c.Balloon())
    assert mister_x_view(game).landings == (21, 23)
    for station in (21, 23):
        assert play(game, c.Balloon(station)).secret.station == station
    assert why_not(game, c.Balloon(22)) is Refusal.NOT_ON_TILE
    assert why_not(game, c.Balloon()) is Refusal.NOT_ON_TILE


def test_while_the_balloon_is_in_the_air_nothing_else_happens() -> None:
    game = play(hiding(), c.Balloon())
    assert turn_of(game.open) == MISTER_X
    assert why_not(game, x(1)) is Refusal.LAND_FIRST
    assert why_not(game, c.EndTurn()) is Refusal.LAND_FIRST
    assert why_not(game, c.Crime()) is Refusal.ONLY_AFTER_MOVE
    assert why_not(game, c.Hideout("black")) is Refusal.ONLY_AFTER_MOVE


def test_the_landing_is_announced_and_fills_a_window() -> None:
    game = play(hiding(), c.Balloon())
    assert [public(game.open, event) for event in decide(game, c.Balloon(23))] == [e.Flew(23)]
    game = play(game, c.Balloon(23), c.EndTurn())
    view = public_view(game.open)
    assert (view.window, view.mister_x.station) == (1, 23)
    assert (view.log[0].ticket, view.log[0].station, view.log[0].note) == (None, 23, "balloon")
    assert turn_of(game.open) == ("holmes", "watson")


def test_after_the_flight_he_vanishes_with_his_next_move() -> None:
    game = play(reply(play(hiding(), c.Balloon(), c.Balloon(23), c.EndTurn())), x(24), c.EndTurn())
    assert [window.station for window in public_view(game.open).log] == [23, None]


def test_the_flight_costs_no_ticket() -> None:
    game = play(hiding(), c.Balloon(), c.Balloon(23))
    assert public_view(game.open).mister_x.tickets == {"black": 1, "double": 1}


def test_with_the_tables_own_tiles_the_landing_may_be_said_at_once() -> None:
    game = hiding()
    assert decide(game, c.Balloon(24)) == [e.TileTurned((22, 24), lands=True), e.Flew(24)]
    assert why_not(game, c.Balloon(3)) is Refusal.NOT_ON_ANY_TILE


def test_he_flies_once_a_game() -> None:
    game = reply(play(hiding(), c.Balloon(24), c.EndTurn()))
    assert game.secret.station == 24
    assert "balloon" not in mister_x_view(game).actions
    assert why_not(game, c.Balloon()) is Refusal.BALLOON_GONE


def test_he_does_not_land_on_a_taken_station() -> None:
    game = play(hiding([(11, 23), (22, 24)]), c.Balloon())
    assert mister_x_view(game).landings == (23,)
    assert why_not(game, c.Balloon(11)) is Refusal.NOT_ON_TILE


def test_when_both_stations_are_taken_he_turns_up_the_next_tile() -> None:
    game = hiding([(11, 13), (13, 11), (21, 23), (22, 24)])
    assert decide(game, c.Balloon()) == [
        e.TileTurned((11, 13), lands=False),
        e.TileTurned((13, 11), lands=False),
        e.TileTurned((21, 23), lands=True),
    ]
    game = play(game, c.Balloon())
    assert public_view(game.open).tiles_turned == ((11, 13), (13, 11), (21, 23))
    assert mister_x_view(game).landings == (21, 23)


def test_he_does_not_rise_when_every_station_of_every_tile_is_taken() -> None:
    game = hiding([(11, 13), (13, 11)])
    assert why_not(game, c.Balloon()) is Refusal.NO_TILE_LEFT
    assert "balloon" not in mister_x_view(game).actions


def test_he_does_not_land_on_a_barrier() -> None:
    starts = {MISTER_X: 1, "lestrade": 11, "watson": 13}
    board = city([(11, 23), (11, 24)], [2])
    game = game_on(board, "sherlock-2022-variant", starts, bobbies=0)
    game = play(game, x(2), c.EndTurn(), c.Travel("watson", TAXI, 14), c.Travel("lestrade", TAXI, 12))
    game = play(game, c.Barrier("lestrade", 11), c.Balloon())
    assert len(mister_x_view(game).landings) == 1
    assert why_not(game, c.Balloon(11)) is Refusal.NOT_ON_TILE


def test_the_flight_may_be_the_first_half_of_a_double() -> None:
    game = play(hiding(), c.Balloon(double=True))
    assert public_view(game.open).mister_x.tickets["double"] == 0
    game = play(game, c.Balloon(23))
    assert turn_of(game.open) == MISTER_X
    assert why_not(game, c.EndTurn()) is Refusal.MISTER_X_MUST_MOVE
    game = play(game, x(24), c.EndTurn())
    assert game.secret.trail == (23, 24)
    assert [window.station for window in public_view(game.open).log] == [23, None]
    assert game.open.turn.round == 1


def test_the_flight_may_be_the_second_half_of_a_double() -> None:
    game = play(hiding(at=1), x(2, double=True))
    assert "balloon" in mister_x_view(game).actions
    game = play(game, c.Balloon(), c.Balloon(21), c.EndTurn())
    assert game.secret.trail == (2, 21)
    assert [window.station for window in public_view(game.open).log] == [None, 21]
    assert turn_of(game.open) == ("holmes", "watson")


def test_the_balloon_may_be_the_only_second_move_there_is() -> None:
    # The ferry to 4 takes his only black ticket, and nothing else leaves from there.
    ferry = c.Travel(MISTER_X, BLACK, 4, double=True)
    game = table(city(FAR_AWAY, [4], "3-4 ferry"), at=3)
    assert play(game, ferry, c.Balloon(), c.Balloon(21)).secret.trail == (4, 21)
    game = table(city(FAR_AWAY, [24], "3-4 ferry"), at=3)
    assert why_not(game, ferry) is Refusal.NO_SECOND_LEG


def test_one_double_a_round_also_for_balloonists() -> None:
    game = play(hiding(at=1, doubles=2), x(2, double=True))
    assert why_not(game, c.Balloon(double=True)) is Refusal.ONE_DOUBLE
    game = play(hiding(doubles=2), c.Balloon(double=True), c.Balloon(23))
    assert why_not(game, x(24, double=True)) is Refusal.ONE_DOUBLE


def test_a_double_flight_needs_a_card_and_two_windows() -> None:
    assert why_not(hiding(doubles=0), c.Balloon(double=True)) is Refusal.NO_DOUBLE
    game = reply(play(hiding(at=1, windows=2), x(2), c.EndTurn()))
    assert why_not(game, c.Balloon(double=True)) is Refusal.TOO_FEW_WINDOWS


def test_a_double_flight_lands_only_where_a_second_move_is_left() -> None:
    # From 15 the only line leads to Holmes.
    game = table(city([(15, 23), (22, 24)], [2], "15-11 taxi"), at=2)
    assert mister_x_view(play(game, c.Balloon())).landings == (15, 23)
    assert mister_x_view(play(game, c.Balloon(double=True))).landings == (23,)


@pytest.mark.parametrize("take", ["black", "double"])
def test_a_ticket_in_the_first_half_and_the_flight_in_the_second(take: str) -> None:
    game = play(hiding(at=1), x(2, double=True), c.Hideout(take), c.Balloon(), c.Balloon(21), c.EndTurn())
    assert game.secret.trail == (2, 21)
    assert public_view(game.open).supply[take] == {"black": 4, "double": 1}[take]


def before_the_reveal() -> Game:
    """Two rounds are over; window 3 is next, and the hideout next door."""
    game = reply(play(hiding(at=1), x(2), c.EndTurn()))
    return reply(play(game, x(1), c.EndTurn()))


def test_a_skipped_reveal_in_the_first_half_and_the_flight_in_the_second() -> None:
    game = play(before_the_reveal(), x(2, double=True), c.Hide(), c.Balloon(), c.Balloon(21), c.EndTurn())
    log = public_view(game.open).log
    assert [(window.station, window.note) for window in log[2:]] == [(None, "hideout"), (21, "balloon")]


def test_a_reveal_not_skipped_in_the_first_half_is_made_before_the_flight() -> None:
    game = play(before_the_reveal(), x(2, double=True))
    assert decide(game, c.Balloon())[0] == e.Shown(2)


def test_a_landing_on_a_crime_scene_may_be_a_crime() -> None:
    game = play(hiding(), c.Balloon(), c.Balloon(21), c.Crime())
    assert public_view(game.open).crimes == 1


def test_a_landing_in_a_hideout_may_bring_a_ticket() -> None:
    game = play(hiding(), c.Balloon(24), c.Hideout("black"))
    assert public_view(game.open).supply == {"black": 4, "double": 2}


def test_a_landing_in_a_reveal_window_is_no_secret_and_cannot_be_hidden() -> None:
    game = reply(play(hiding(at=2), x(1), c.EndTurn()))
    game = play(reply(play(game, x(2), c.EndTurn())), c.Balloon(24))
    assert why_not(game, c.Hide()) is Refusal.NOT_DUE
    assert public_view(play(game, c.EndTurn()).open).mister_x.station == 24


def test_the_flight_may_fill_the_last_window() -> None:
    game = reply(play(hiding(at=3, windows=2), x(2), c.EndTurn()))
    game = reply(play(game, c.Balloon(), c.Balloon(21), c.EndTurn()))
    assert game.open.outcome
    assert (game.open.outcome.winner, game.open.outcome.reason) == (MISTER_X, Reason.ESCAPED)
