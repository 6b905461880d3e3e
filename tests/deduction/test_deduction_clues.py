"""What one clue tells, and what it tells about earlier ones. All on the small board, all worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from companion.games.pursuit import commands as c
from companion.games.pursuit.belief import Belief, Crime, Fly, Keep, Ride
from companion.games.pursuit.board import Board, numbers_of, stations_of
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.game import Side
from companion.games.pursuit.tickets import MODES, Ticket
from companion.journal import Journal
from companion.maps import find_map, read_map
from companion.protocol import hear
from companion.table import Table

TAXI, BUS, UNDERGROUND, BLACK = Ticket
ANYWHERE = ~0


@pytest.fixture(scope="module")
def board() -> Board:
    return Board(read_map(find_map("demo")), MODES.values())


def _at(board: Board, *stations: int) -> Belief:
    return Belief(board, {0: stations_of(stations)})


def _numbers(belief: Belief) -> set[int]:
    return set(numbers_of(belief.stations))


def test_a_sighting_keeps_what_fits_it(board: Board) -> None:
    assert _numbers(_at(board, 3, 20, 34).learn(Keep(stations_of([20, 34, 46])))) == {20, 34}


def test_a_ride_leads_to_the_next_stops_of_its_line_from_every_station(board: Board) -> None:
    assert _numbers(_at(board, 9, 34).learn(Ride(1 << TAXI, ANYWHERE))) == {2, 10, 26, 33, 42}
    assert _numbers(_at(board, 9, 34).learn(Ride(1 << BUS, ANYWHERE))) == {18, 44}
    assert _numbers(_at(board, 9, 34).learn(Ride(1 << UNDERGROUND, ANYWHERE))) == {20, 46}


def test_a_black_ticket_may_be_any_line_and_the_ferry_as_well(board: Board) -> None:
    assert _numbers(_at(board, 9).learn(Ride(1 << BLACK, ANYWHERE))) == {2, 10, 19}


def test_a_ride_never_ends_where_he_may_not_stop(board: Board) -> None:
    assert _numbers(_at(board, 9).learn(Ride(1 << BLACK, ~stations_of([10])))) == {2, 19}


def test_a_flight_ends_in_sight_and_crimes_are_not_forgotten(board: Board) -> None:
    flown = _at(board, 12, 36).learn(Crime()).learn(Fly(20))
    assert _numbers(flown) == {20}
    assert len(flown.states) == 2


def test_a_crime_happens_at_one_of_the_scenes(board: Board) -> None:
    assert _numbers(_at(board, 10, 11, 12, 13, 21).learn(Crime())) == {11, 12, 21}


def test_a_tile_is_played_once_though_it_names_two_stations(board: Board) -> None:
    """12 and 21 are on one tile, 11 and 3 on one each."""
    known = _at(board, 12, 21).learn(Crime())
    assert _numbers(known.learn(Ride(1 << TAXI, ANYWHERE)).learn(Crime())) == {11}
    one_of_two = _at(board, 11, 12).learn(Crime())
    assert _numbers(one_of_two.learn(Ride(1 << TAXI, ANYWHERE)).learn(Crime())) == {3, 11, 12}


class Evening:
    """A game in which the others walk to and fro, each on his own beat, unless they are sent elsewhere."""

    def __init__(
        self,
        edition: str,
        start: int,
        beats: Mapping[str, tuple[int, int]],
        changes: Mapping[str, Any] | None = None,
        seed: int = 1,
        **options: object,
    ) -> None:
        """He begins at *start*, the others where their beats begin; *changes* are made to the map."""
        new = hear(
            {
                "do": "new",
                "edition": edition,
                "map": "demo",
                "detectives": [pawn for pawn in beats if not pawn.startswith("bobby")],
                "starts": {MISTER_X: start} | {pawn: beat[0] for pawn, beat in beats.items()},
                "options": options,
                "seed": seed,
            }
        )
        assert isinstance(new, c.New)
        self._beats = beats
        self._table = Table(Journal.in_memory())
        self.say(replace(new, map={**new.map, **(changes or {})}))

    def say(self, *commands: c.Command) -> None:
        for command in commands:
            self._table.submit(command)

    def others_move(self, **elsewhere: int) -> None:
        """All of them go on, by taxi, and ask nothing."""
        for pawn, beat in self._beats.items():
            table = self._table.game.open
            there = beat[table.where[table.rules.seats[pawn]] == beat[0]]
            self.say(c.Travel(pawn, TAXI, elsewhere.get(pawn, there)))
        if self._table.game.open.turn.side is Side.DETECTIVES:
            self.say(c.EndTurn())

    @property
    def possible(self) -> set[int]:
        return set(numbers_of(self._table.possible()))

    @property
    def deck(self) -> tuple[tuple[int, ...], ...]:
        """The tiles in the order in which they will be turned up."""
        return self._table.game.secret.deck


EVERYWHERE = set(range(1, 49))


def test_a_start_card_that_a_detective_holds_is_not_his() -> None:
    game = Evening("classic-1983", 47, {"red": (3, 2), "blue": (15, 23), "green": (33, 42)})
    assert game.possible == {1, 6, 8, 9, 12, 18, 22, 27, 29, 32, 39, 41, 44, 45, 47}


def test_where_a_detective_arrives_and_catches_nobody_he_is_not() -> None:
    """Of the cards that are left only 22 has an underground."""
    game = Evening("classic-1983", 22, {"red": (3, 2), "blue": (15, 23), "green": (33, 42)})
    game.say(c.Travel(MISTER_X, UNDERGROUND, 20))
    assert game.possible == {3, 16, 20, 46} - {3}
    game.say(c.Travel("red", UNDERGROUND, 16))
    assert game.possible == {20, 46}


def test_while_the_game_goes_on_he_is_not_where_he_could_not_go_on() -> None:
    """The only way from 1 leads over 2: there he would have lost."""
    beats = {"red": (2, 10), "blue": (36, 37), "green": (46, 45)}
    game = Evening("classic-1983", 20, beats, free_start=True)
    assert game.possible == EVERYWHERE - {1, 2, 36, 46}


def test_one_who_crosses_off_a_window_is_where_he_could_not_move() -> None:
    beats = {"red": (2, 10), "blue": (36, 37), "green": (46, 45)}
    game = Evening("classic-1983", 1, beats, free_start=True, mister_x_stuck="stays")
    assert game.possible == {1}


@pytest.mark.parametrize(
    ("out_of_tickets", "stuck", "start", "where"),
    [
        ("stays", "loses", 20, EVERYWHERE - {1, 2, 36, 46}),
        ("stays", "stays", 20, EVERYWHERE - {2, 36, 46}),
        ("loses", "stays", 1, {1}),
    ],
)
def test_one_who_crosses_off_a_window_is_not_where_he_would_have_lost(
    out_of_tickets: str, stuck: str, start: int, where: set[int]
) -> None:
    """He has no ticket at all. At 1 he is also blocked, by red at 2; elsewhere he is only out of tickets."""
    beats = {"red": (2, 10), "blue": (36, 37), "green": (46, 45)}
    nothing = {"mister_x_taxi": 0, "mister_x_bus": 0, "mister_x_underground": 0, "black": 0}
    rules = {"free_start": True, "mister_x_out_of_tickets": out_of_tickets, "mister_x_stuck": stuck}
    game = Evening("ny-chase-1999", start, beats, **nothing, **rules)
    assert game.possible == where


@pytest.mark.parametrize(("edition", "stuck"), [("classic-1983", {1}), ("ny-chase-1999", set())])
def test_only_in_new_york_he_may_join_a_detective_who_is_out_of_tickets(
    edition: str, stuck: set[int]
) -> None:
    """Only taxis go from 1, and red has no ticket for one. The others stand at bus stops."""
    beats = {"red": (1, 2), "blue": (3, 10), "green": (14, 16)}
    flights = {"helicopters": 0} if edition == "ny-chase-1999" else {}
    game = Evening(edition, 20, beats, free_start=True, taxi=0, **flights)
    game.say(c.Travel(MISTER_X, TAXI, 21))
    assert game.possible == EVERYWHERE - {3, 14} - stuck


def test_a_beginner_who_vanishes_took_either_line_and_reappears_before_he_moves_on() -> None:
    game = Evening("beginner-2014", 21, {"red": (2, 1), "blue": (16, 8), "green": (34, 33)})
    game.say(c.Travel(MISTER_X, TAXI, 20))
    assert game.possible == {20}
    game.others_move()
    game.say(c.Travel(MISTER_X, TAXI, 28))
    game.others_move()
    game.say(c.Travel(MISTER_X, TAXI, 36))
    assert game.possible == {19, 20, 27, 29, 36} | {20, 44}
    game.others_move()
    assert game.possible == {36}


@pytest.mark.parametrize(("black", "lost"), [(0, {44}), (1, set())])
def test_where_only_a_forbidden_ticket_leads_on_he_is_not(black: int, lost: set[int]) -> None:
    """Taxis from 44 go to 36 and 43, which are taken; then only the bus is left, or a black ticket for it."""
    beats = {"adler": (37, 36), "holmes": (42, 43), "bobby1": (24, 23), "bobby2": (8, 7)}
    game = Evening("sherlock-2022-variant", 20, beats, free_start=True, black=black)
    game.say(c.Travel(MISTER_X, TAXI, 21), c.EndTurn())
    game.say(*(c.Travel(pawn, TAXI, beat[1]) for pawn, beat in beats.items()))
    before = game.possible
    game.say(c.Token("adler", ticket=BUS))
    assert before - game.possible == lost


def test_mycroft_looks_back_and_all_that_came_after_is_followed_again() -> None:
    beats = {"holmes": (47, 48), "mycroft": (33, 25), "bobby1": (18, 10), "bobby2": (39, 40)}
    game = Evening("sherlock-2022-variant", 4, beats, free_start=True)
    for to in (12, 11, 20):
        game.say(c.Travel(MISTER_X, TAXI, to), c.EndTurn())
        game.others_move()
    assert game.possible == {20}, "window 3 is a reveal"
    game.say(c.Travel(MISTER_X, TAXI, 28), c.EndTurn())
    # Window 4 is one taxi from 20.
    assert game.possible == {11, 12, 21, 28}
    game.others_move()
    game.say(c.Travel(MISTER_X, TAXI, 27), c.EndTurn())
    # Window 5; 18 is taken by bobby1.
    assert game.possible == {3, 10, 12, 20} | {4, 11, 13} | {22} | {19, 27, 29, 36}
    game.others_move(bobby1=19)
    game.say(c.Travel(MISTER_X, TAXI, 26), c.EndTurn())
    north = {2, 4, 11} | {3, 5, 12} | {9, 18} | {10, 20} | {13} | {21} | {14, 23, 30, 31}
    assert game.possible == north | {26, 28, 35} | {37} | {44}
    game.say(c.Token("mycroft"))
    # 28 in window 4, so 20, 27, 29 or 36 in window 5: not 19, where bobby1 came by and found nobody.
    assert game.possible == {11, 12, 21, 28} | {26, 28, 35} | {28, 30, 37} | {28, 35, 37, 44}


def test_a_window_he_crossed_off_counts_when_mycroft_looks_back() -> None:
    """He begins at 48 and can't leave it in window 1, as holmes stands at 47."""
    beats = {"holmes": (47, 46), "mycroft": (33, 25), "bobby1": (17, 18), "bobby2": (9, 10)}
    game = Evening("sherlock-2022-variant", 48, beats, free_start=True, mister_x_stuck="stays")
    for his, holmes in ((47, 40), (46, 32), (45, 24), (37, 32), (29, 24)):
        game.others_move(holmes=holmes)
        game.say(c.Travel(MISTER_X, TAXI, his), c.EndTurn())
    # He was seen at 46 in window 3. Window 4 was 38, 45 or 47; Mycroft learns that it was 45.
    game.say(c.Token("mycroft"))
    assert game.possible == {29, 36, 45} | {38, 45, 47}


CITY = {
    "hideouts": [13, 16, 20],
    "crime_tiles": {"count": 3, "tiles": [[12, 21], [8], [11]]},
    "decks": {
        "sherlock-detectives": {"count": 4, "cards": [47, 33, 17, 39]},
        "sherlock-moriarty": {"count": 3, "cards": [[13, 37], [7, 20], [1, 41]]},
    },
}
FAR_AWAY = {"holmes": (47, 48), "mycroft": (33, 25), "bobby1": (17, 18), "bobby2": (39, 40)}


@pytest.mark.parametrize(
    ("free_start", "scenes"),
    [
        # 7 and 20 were not his start, so it was 13, so the first crime was at 12 or 21, on the same tile.
        (False, {11}),
        # Where he began anywhere he liked, a tile says nothing, and 8 or 11 may have been the first scene.
        (True, {11, 12, 21}),
    ],
)
def test_a_tile_turned_up_tells_where_he_began_and_so_which_crime_is_left(
    free_start: bool, scenes: set[int]
) -> None:
    game = Evening("sherlock-2022-variant", 13, FAR_AWAY, CITY, free_start=free_start)
    game.say(c.Travel(MISTER_X, TAXI, 12), c.Crime(), c.EndTurn())
    # From 13 he reached 12 or 21; from 7 it is 8; from 20 it is 11, 12 or 21.
    assert game.possible == {8, 11, 12, 21}
    game.others_move()
    game.say(c.Travel(MISTER_X, TAXI, 13), c.EndTurn())
    game.others_move()
    # The table turns up the tile with 7 and 20, and he comes down at 20.
    game.say(c.Balloon(20), c.EndTurn())
    assert game.possible == {20}
    game.others_move()
    game.say(c.Travel(MISTER_X, TAXI, 11))
    assert game.possible == {11, 12, 21, 28}
    game.say(c.Crime())
    assert game.possible == scenes


def test_two_tiles_turned_up_one_after_the_other_rule_out_a_station_that_is_on_both() -> None:
    """20 is on two of the three tiles, and pawns stand on both stations of the one that comes first."""
    city = {
        "hideouts": [10, 13],
        "crime_tiles": {"count": 3, "tiles": [[4, 12, 21], [8], [11]]},
        "decks": {
            "sherlock-detectives": {"count": 4, "cards": [47, 33, 29, 23]},
            "sherlock-moriarty": {"count": 3, "cards": [[13, 37], [7, 20], [12, 20]]},
        },
    }
    beats = {"holmes": (47, 48), "mycroft": (33, 25), "bobby1": (29, 28), "bobby2": (23, 15)}
    games = (Evening("sherlock-2022-variant", 13, beats, city, seed) for seed in range(100))
    game = next(game for game in games if game.deck == ((7, 20), (12, 20)))
    game.say(c.Travel(MISTER_X, TAXI, 12), c.Crime(), c.EndTurn())
    # From 13 he reached 12 or 21, from 7 it is 8, from 12 it is 4 or 11, from 20 it is 11, 12 or 21.
    assert game.possible == {4, 8, 11, 12, 21}
    game.others_move()
    game.say(c.Travel(MISTER_X, TAXI, 13), c.EndTurn())
    game.others_move(bobby1=20, bobby2=7)
    game.say(c.Balloon())
    # Two hideouts, but the way to 10 leads over the crime at 11, and so from 12 or 20.
    assert game.possible == {13}
    game.say(c.Balloon(12), c.EndTurn())
    game.others_move(bobby1=28, bobby2=15)
    game.say(c.Travel(MISTER_X, TAXI, 11), c.Crime())
    # He began at 13, so his first tile was the one with 12: at 4 he could not have used it again.
    assert game.possible == {11}
