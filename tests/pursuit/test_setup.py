"""Setting up: who plays, and where everybody begins."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from companion.editions import read_edition
from companion.games.pursuit import commands as c
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.decide import decide
from companion.games.pursuit.game import Game, Side
from companion.games.pursuit.refusals import Refusal, Refused
from companion.games.pursuit.tickets import Ticket
from companion.games.pursuit.views import mister_x_view, public_view
from companion.maps import find_map, read_map
from tests.support.boards import napkin
from tests.support.players import CHARACTERS, COLOURS, fold, play

CLASSIC_CARDS = {13, 26, 29, 34, 50, 53, 91, 94, 103, 112, 117, 132, 138, 141, 155, 174, 197, 198}
D_CARDS = {13, 26, 29, 34, 50, 53, 91, 94, 103, 112, 117, 123, 138, 141, 155, 174}
X_CARDS = {35, 45, 51, 71, 78, 104, 106, 127, 132, 146, 166, 170, 172}

THREE = COLOURS[:3]
SEEDS = range(20)


@cache
def book(name: str) -> dict[str, Any]:
    return read_edition(name)


@cache
def board(name: str) -> dict[str, Any]:
    return read_map(find_map(name))


def table(
    edition: str,
    names: tuple[str, ...] = THREE,
    starts: dict[str, int] | None = None,
    seed: int = 1,
    on: str = "london",
    **options: object,
) -> Game:
    new = c.New(book(edition), board(on), names, seed, starts or {}, options)
    return fold(None, decide(None, new))


def refusal(edition: str, *args: Any, **more: Any) -> Refused:
    """Why the table can't be set up so."""
    with pytest.raises(Refused) as no:
        table(edition, *args, **more)
    return no.value


def begins(game: Game) -> tuple[int, tuple[int, ...]]:
    return game.secret.start, game.open.where


@pytest.mark.parametrize(
    ("edition", "size", "says"),
    [
        ("classic-1983", 2, "classic-1983 is for 3 to 5 detectives."),
        ("classic-1983", 6, "classic-1983 is for 3 to 5 detectives."),
        ("london-2014", 1, "london-2014 is for 2 to 5 detectives."),
        ("london-2014", 6, "london-2014 is for 2 to 5 detectives."),
        ("beginner-2014", 2, "beginner-2014 is for 3 to 4 detectives."),
        ("beginner-2014", 5, "beginner-2014 is for 3 to 4 detectives."),
        ("sherlock-2022", 0, "sherlock-2022 is for 2 to 5 detectives."),
        ("sherlock-2022-variant", 1, "sherlock-2022-variant is for 2 to 5 detectives."),
        ("ny-chase-1999", 2, "ny-chase-1999 is for 3 to 5 detectives."),
    ],
)
def test_a_wrong_number_of_detectives_is_refused(edition: str, size: int, says: str) -> None:
    names = (*COLOURS, "violet")[:size]
    no = refusal(edition, names, on="demo")
    assert (no.refusal, str(no)) == (Refusal.HOW_MANY, says)


def test_two_detectives_of_one_name_are_refused() -> None:
    no = refusal("classic-1983", ("red", "blue", "red"))
    assert (no.refusal, str(no)) == (Refusal.PAWN_TWICE, "There are two detectives called red.")


@pytest.mark.parametrize("name", ["mister_x", "bobby1", "bobby2", "public", "detectives", ""])
def test_a_name_that_means_something_else_is_refused(name: str) -> None:
    assert refusal("london-2014", ("red", name)).refusal is Refusal.PAWN_NAME


def test_the_variant_is_played_by_its_five_characters_only() -> None:
    no = refusal("sherlock-2022-variant", ("holmes", "red"), on="demo")
    assert no.refusal is Refusal.CHARACTERS
    assert str(no) == "The detectives here are called: holmes, watson, adler, mycroft, lestrade."
    assert table("sherlock-2022-variant", CHARACTERS, on="demo").rules.detectives == CHARACTERS


def test_elsewhere_a_detective_may_have_any_name() -> None:
    assert table("london-2014", ("maigret", "holmes")).rules.pawns == (
        "maigret",
        "holmes",
        "bobby1",
        "bobby2",
    )


TYPED = {MISTER_X: 45, "red": 26, "blue": 29, "bobby1": 50, "bobby2": 53}


def test_everybody_begins_where_the_table_says() -> None:
    assert begins(table("london-2014", ("red", "blue"), TYPED)) == (45, (26, 29, 50, 53))


@pytest.mark.parametrize(
    ("wrong", "why", "says"),
    [
        ({"red": 27}, Refusal.NOT_A_CARD, "red can't have drawn 27."),
        ({"red": 132}, Refusal.NOT_A_CARD, "red can't have drawn 132."),
        ({"bobby1": 35}, Refusal.NOT_A_CARD, "bobby1 can't have drawn 35."),
        ({MISTER_X: 13}, Refusal.NOT_A_CARD, "Mister X can't have drawn 13."),
        ({"blue": 26}, Refusal.START_TAKEN, "26 is the start of somebody else."),
        ({"bobby2": 29}, Refusal.START_TAKEN, "29 is the start of somebody else."),
        ({"red": 200}, Refusal.NO_SUCH_STATION, "There is no station 200 on this board."),
        ({MISTER_X: 200}, Refusal.NO_SUCH_STATION, "There is no station 200 on this board."),
        ({"green": 13}, Refusal.NO_SUCH_PAWN, "There is no pawn called green."),
        ({"bobby3": 13}, Refusal.NO_SUCH_PAWN, "There is no pawn called bobby3."),
    ],
)
def test_a_start_that_cannot_be_is_refused(wrong: dict[str, int], why: Refusal, says: str) -> None:
    no = refusal("london-2014", ("red", "blue"), TYPED | wrong)
    assert (no.refusal, str(no)) == (why, says)


def test_in_classic_mister_x_cannot_have_drawn_a_detectives_card() -> None:
    assert refusal("classic-1983", THREE, {MISTER_X: 13, "blue": 13}).refusal is Refusal.START_TAKEN


@pytest.mark.parametrize("seed", SEEDS)
def test_what_the_table_does_not_type_is_drawn_from_the_cards_that_are_left(seed: int) -> None:
    game = table("classic-1983", THREE, {"blue": 132}, seed)
    assert game.open.where[1] == 132
    assert len({game.secret.start, *game.open.where}) == 4
    assert {game.secret.start, *game.open.where} < CLASSIC_CARDS


@pytest.mark.parametrize("seed", SEEDS)
def test_no_detective_draws_the_card_that_mister_x_typed(seed: int) -> None:
    game = table("classic-1983", COLOURS, {MISTER_X: 132}, seed)
    assert game.secret.start == 132
    assert 132 not in game.open.where


@pytest.mark.parametrize(
    "edition", ["classic-1983", "london-2014", "sherlock-2022", "ny-chase-1999", "beginner-2014"]
)
def test_the_same_seed_draws_the_same(edition: str) -> None:
    assert table(edition, seed=7, on="demo") == table(edition, seed=7, on="demo")


def test_the_same_seed_deals_moriarty_the_same_tiles() -> None:
    one, other = (table("sherlock-2022-variant", CHARACTERS, seed=7, on="demo") for _ in range(2))
    assert one.secret == other.secret


def test_other_seeds_draw_otherwise() -> None:
    games = [table("london-2014", seed=seed) for seed in range(200)]
    assert {game.secret.start for game in games} == X_CARDS
    assert {place for game in games for place in game.open.where} == D_CARDS


def test_other_seeds_deal_moriarty_other_tiles() -> None:
    games = [table("sherlock-2022-variant", CHARACTERS, seed=seed, on="demo") for seed in SEEDS]
    assert len({game.secret.tile for game in games}) > 5
    assert len({game.secret.hand for game in games}) > 5
    assert len({game.secret.deck for game in games}) > 5


@pytest.mark.parametrize("seed", SEEDS)
def test_in_classic_all_draw_from_one_deck_and_nobody_gets_the_same_card(seed: int) -> None:
    game = table("classic-1983", COLOURS, seed=seed)
    cards = {game.secret.start, *game.open.where}
    assert len(cards) == 6
    assert cards < CLASSIC_CARDS


def test_in_classic_mister_x_may_draw_any_of_the_18_cards() -> None:
    starts = {table("classic-1983", seed=seed).secret.start for seed in range(200)}
    assert starts == CLASSIC_CARDS


@pytest.mark.parametrize("seed", SEEDS)
def test_in_2014_detectives_and_bobbies_draw_d_cards_and_mister_x_an_x_card(seed: int) -> None:
    game = table("london-2014", ("red", "blue"), seed=seed)
    assert len(set(game.open.where)) == 4
    assert set(game.open.where) < D_CARDS
    assert game.secret.start in X_CARDS


@pytest.mark.parametrize("seed", SEEDS)
def test_with_the_original_sherlock_rules_moriarty_begins_on_the_marked_station(seed: int) -> None:
    marked = {4, 5, 8, 12, 20, 21, 29, 35, 36, 37, 43, 44, 45}
    assert table("sherlock-2022", seed=seed, on="demo").secret.start in marked


def test_with_the_original_sherlock_rules_the_other_station_of_a_tile_is_no_start() -> None:
    assert table("sherlock-2022", THREE, {MISTER_X: 4}, on="demo").secret.start == 4
    no = refusal("sherlock-2022", THREE, {MISTER_X: 27}, on="demo")
    assert str(no) == "Mister X can't have drawn 27."


def test_a_drawn_start_is_shown_to_mister_x_alone() -> None:
    game = table("london-2014")
    assert mister_x_view(game).mister_x.start in X_CARDS
    assert public_view(game.open).mister_x.start is None
    assert public_view(game.open).mister_x.station is None


def test_with_free_start_any_free_station_will_do() -> None:
    starts = {MISTER_X: 1, "red": 2, "blue": 199, "green": 100}
    assert begins(table("classic-1983", THREE, starts, free_start=True)) == (1, (2, 199, 100))


@pytest.mark.parametrize("seed", SEEDS)
def test_with_free_start_the_companion_draws_among_all_stations(seed: int) -> None:
    game = table("ny-chase-1999", THREE, seed=seed, on="new-york", free_start=True)
    assert len({game.secret.start, *game.open.where}) == 4


def test_with_free_start_the_draw_is_not_bound_to_cards() -> None:
    games = [table("classic-1983", seed=seed, free_start=True) for seed in SEEDS]
    assert {game.secret.start for game in games} - CLASSIC_CARDS
    assert {place for game in games for place in game.open.where} - CLASSIC_CARDS


def test_even_with_free_start_nobody_begins_on_a_taken_station() -> None:
    starts = {MISTER_X: 26, "red": 26, "blue": 29, "green": 34}
    assert refusal("classic-1983", THREE, starts, free_start=True).refusal is Refusal.START_TAKEN


def test_a_board_full_of_detectives_has_no_room_for_mister_x() -> None:
    starts = {"red": 1, "blue": 2, "green": 3}
    new = c.New(book("classic-1983"), napkin("1-2-3 taxi"), THREE, 1, starts, {"free_start": True})
    with pytest.raises(Refused, match=r"^There is no free station left for Mister X to start from\.$"):
        decide(None, new)


WITHOUT_CARDS = [("ny-chase-1999", "new-york"), ("sherlock-2022", "london")]


@pytest.mark.parametrize(("edition", "on"), WITHOUT_CARDS)
def test_where_nobody_wrote_the_cards_down_the_table_types_them(edition: str, on: str) -> None:
    four = COLOURS[:4]
    starts = {MISTER_X: 100, "red": 2, "blue": 30, "green": 40, "yellow": 50}
    assert begins(table(edition, four, starts, on=on)) == (100, (2, 30, 40, 50))


@pytest.mark.parametrize(("edition", "on"), WITHOUT_CARDS)
@pytest.mark.parametrize(
    ("starts", "whose"),
    [
        ({}, "red"),
        ({MISTER_X: 100}, "red"),
        ({MISTER_X: 100, "red": 2, "green": 40, "yellow": 50}, "blue"),
        ({"red": 2, "blue": 30, "green": 40, "yellow": 50}, "Mister X"),
    ],
)
def test_where_nobody_wrote_the_cards_down_the_companion_does_not_draw(
    edition: str, on: str, starts: dict[str, int], whose: str
) -> None:
    no = refusal(edition, COLOURS[:4], starts, on=on)
    assert no.refusal is Refusal.NO_CARDS
    assert str(no) == (f"No start cards for {whose} are known on {on}: type yours, or start anywhere.")


def test_the_variant_is_refused_on_london_with_all_that_is_missing() -> None:
    no = refusal("sherlock-2022-variant", ("holmes", "watson"))
    assert no.refusal is Refusal.MISSING
    assert str(no) == ("london lacks: quarters, parks, monuments, hideouts, crime tiles, start tiles.")


@pytest.mark.parametrize(
    ("field", "lacks"),
    [
        ({"quarters": {"I": [], "II": [], "III": [25], "IV": []}}, "quarters"),
        ({"symbols": {"park": [5], "monument": [], "river": [9]}}, "monuments"),
        ({"hideouts": []}, "hideouts"),
        ({"crime_tiles": {"count": 15, "tiles": None}}, "crime tiles"),
        ({"decks": {"sherlock-moriarty": {"count": 13, "cards": None}}}, "start tiles"),
    ],
)
def test_the_variant_names_the_one_thing_a_map_lacks(field: dict[str, Any], lacks: str) -> None:
    new = c.New(book("sherlock-2022-variant"), board("demo") | field, ("holmes", "watson"), 1)
    with pytest.raises(Refused) as no:
        decide(None, new)
    assert str(no.value) == f"demo lacks: {lacks}."


@pytest.mark.parametrize(("drawn", "rides"), [(False, False), (True, True)])
def test_the_line_between_13_and_14_is_there_if_the_table_says_so(drawn: bool, rides: bool) -> None:
    game = table("classic-1983", THREE, {MISTER_X: 13}, link_13_14=drawn)
    assert (("taxi", 14) in mister_x_view(game).moves) is rides


def test_the_line_between_13_and_14_is_not_there_unless_asked_for() -> None:
    game = table("classic-1983", THREE, {MISTER_X: 13})
    assert ("taxi", 14) not in mister_x_view(game).moves


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize(("size", "fixed"), [(3, {41, 46, 124}), (4, {41, 46, 124, 142})])
def test_beginners_begin_on_their_fixed_stations(size: int, fixed: set[int], seed: int) -> None:
    game = table("beginner-2014", COLOURS[:size], seed=seed)
    assert game.secret.start == 82
    assert set(game.open.where) == fixed


@pytest.mark.parametrize("order", [(41, 46, 124, 142), (142, 124, 46, 41), (124, 41, 142, 46)])
def test_beginners_take_their_stations_in_the_order_they_like(order: tuple[int, ...]) -> None:
    four = COLOURS[:4]
    assert table("beginner-2014", four, dict(zip(four, order, strict=True))).open.where == order


@pytest.mark.parametrize("station", [142, 82, 26])
def test_three_beginners_begin_nowhere_else(station: int) -> None:
    assert str(refusal("beginner-2014", THREE, {"red": station})) == f"red can't have drawn {station}."


@pytest.mark.parametrize("station", [41, 81])
def test_the_beginners_mister_x_begins_nowhere_else(station: int) -> None:
    no = refusal("beginner-2014", THREE, {MISTER_X: station})
    assert str(no) == f"Mister X can't have drawn {station}."


def test_the_beginners_mister_x_begins_in_sight() -> None:
    view = public_view(table("beginner-2014").open)
    assert (view.mister_x.station, view.mister_x.start) == (82, 82)


def variant(seed: int = 1, starts: dict[str, int] | None = None) -> Game:
    return table("sherlock-2022-variant", ("holmes", "watson"), starts, seed, "demo")


def test_moriarty_picks_one_of_the_two_stations_of_his_tile() -> None:
    game = variant()
    marked, other = game.secret.tile
    assert game.open.turn.side is Side.START
    for pick in (marked, other):
        begun = play(game, c.Start(pick))
        assert begun.secret.station == pick
        assert begun.open.turn.side is Side.MISTER_X
        assert public_view(begun.open).mister_x.station is None


def test_moriarty_cannot_begin_on_a_station_of_another_tile() -> None:
    game = variant()
    elsewhere = game.secret.deck[0][0]
    with pytest.raises(Refused) as no:
        decide(game, c.Start(elsewhere))
    assert no.value.refusal is Refusal.START_NOT_ON_TILE


def test_moriarty_cannot_begin_where_a_pawn_stands() -> None:
    tiles = {"sherlock-moriarty": {"count": 2, "cards": [[2, 4], [9, 4]]}}
    map_data = board("demo") | {"decks": board("demo")["decks"] | tiles}
    starts = {"holmes": 2, "watson": 9, "bobby1": 10, "bobby2": 14}
    new = c.New(book("sherlock-2022-variant"), map_data, ("holmes", "watson"), 1, starts)
    game = fold(None, decide(None, new))
    with pytest.raises(Refused) as no:
        decide(game, c.Start(game.secret.tile[0]))
    assert no.value.refusal is Refusal.START_NOT_ON_TILE
    assert play(game, c.Start(4)).secret.station == 4


def test_nobody_does_anything_before_moriarty_has_picked() -> None:
    game = variant()
    for command in (c.Travel("holmes", Ticket.TAXI, 1), c.Travel(MISTER_X, Ticket.TAXI, 1), c.EndTurn()):
        with pytest.raises(Refused) as no:
            decide(game, command)
        assert no.value.refusal is Refusal.START_FIRST


def test_a_start_is_picked_once() -> None:
    game = variant()
    game = play(game, c.Start(game.secret.tile[0]))
    with pytest.raises(Refused) as no:
        decide(game, c.Start(game.secret.tile[1]))
    assert no.value.refusal is Refusal.NO_START_TO_PICK


@pytest.mark.parametrize("station", [4, 27])
def test_with_a_tile_of_the_tables_own_both_its_stations_will_do(station: int) -> None:
    assert variant(starts={MISTER_X: station}).secret.station == station


def test_with_a_tile_of_the_tables_own_a_station_of_no_tile_is_refused() -> None:
    assert (
        refusal("sherlock-2022-variant", ("holmes", "watson"), {MISTER_X: 46}, on="demo").refusal
        is Refusal.NOT_A_CARD
    )
