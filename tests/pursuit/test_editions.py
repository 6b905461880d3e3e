"""The editions in numbers: the table of the digest, typed again, against what lies on the table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import pytest

from companion.editions import edition_names, read_edition
from companion.games.pursuit import commands as c
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.edition import Edition, EditionFault, Rules
from companion.games.pursuit.events import Reason
from companion.games.pursuit.game import Game, Outcome
from companion.games.pursuit.tickets import Ticket
from companion.games.pursuit.views import public_view
from companion.maps import find_map, read_map
from tests.support.boards import game_on, napkin
from tests.support.players import new_game, play, team


@dataclass(frozen=True)
class Numbers:
    """A column of the table, for one size of team."""

    purse: tuple[int, int, int] | None
    """Taxi, bus and underground of each detective; None: nobody needs tickets."""
    used_go_to: str
    black: int
    doubles: int
    reveals: tuple[int, ...]
    rounds: int | None = None
    windows: int | None = None
    """Where the game ends by the log."""
    bobbies: int = 0
    his_tickets: tuple[int, int, int] | None = None
    """None: as many as he likes."""
    pool: bool = False
    tokens: int = 0
    barriers: int = 0
    helicopters: int = 0
    supply: tuple[int, int] = (0, 0)
    """Black tickets and double cards beside the board."""


CLASSIC = Numbers((10, 8, 4), "mister_x", black=3, doubles=2, reveals=(3, 8, 13, 18), rounds=22)
LONDON = Numbers((11, 8, 4), "supply", black=5, doubles=2, reveals=(3, 8, 13, 18, 24), rounds=22)
BEGINNER = Numbers(None, "supply", black=1, doubles=1, reveals=(), rounds=13)
VARIANT = Numbers(
    (10, 7, 4), "supply", black=1, doubles=1, reveals=(3, 8, 13), windows=16, tokens=1, supply=(5, 2)
)
CHASE = replace(CLASSIC, used_go_to="box", his_tickets=(11, 7, 4), pool=True, barriers=2, helicopters=3)

TABLE = {
    ("classic-1983", 3): CLASSIC,
    ("classic-1983", 4): replace(CLASSIC, black=4),
    ("classic-1983", 5): replace(CLASSIC, black=5),
    ("london-2014", 2): replace(LONDON, bobbies=2),
    ("london-2014", 3): replace(LONDON, bobbies=1),
    ("london-2014", 4): LONDON,
    ("london-2014", 5): LONDON,
    ("beginner-2014", 3): BEGINNER,
    ("beginner-2014", 4): BEGINNER,
    ("sherlock-2022", 2): replace(LONDON, bobbies=2),
    ("sherlock-2022", 3): replace(LONDON, bobbies=1),
    ("sherlock-2022", 4): LONDON,
    ("sherlock-2022", 5): LONDON,
    ("sherlock-2022-variant", 2): replace(VARIANT, bobbies=2, tokens=2),
    ("sherlock-2022-variant", 3): replace(VARIANT, bobbies=1, tokens=2),
    ("sherlock-2022-variant", 4): VARIANT,
    ("sherlock-2022-variant", 5): VARIANT,
    ("ny-chase-1999", 3): replace(CHASE, barriers=3),
    ("ny-chase-1999", 4): replace(CHASE, black=4),
    ("ny-chase-1999", 5): replace(CHASE, black=5),
}

ORDER = {
    "classic-1983": "fixed",
    "london-2014": "free",
    "beginner-2014": "free",
    "sherlock-2022": "free",
    "sherlock-2022-variant": "free",
    "ny-chase-1999": "fixed",
}


def kinds(tickets: Any) -> tuple[int, int, int] | None:
    """Taxi, bus and underground as a view names them, None where it does not count them."""
    return (tickets["taxi"], tickets["bus"], tickets["underground"]) if "taxi" in tickets else None


def on_the_table(game: Game) -> Numbers:
    """The numbers of a fresh game, as everybody sees them."""
    view = public_view(game.open)
    team = [pawn for pawn in view.pawns.values() if not pawn.bobby]
    purse = kinds(team[0].tickets or {})
    pool = game.rules.shared_purse
    return Numbers(
        (purse[0] // len(team), purse[1] // len(team), purse[2] // len(team)) if pool and purse else purse,
        view.used_tickets_go_to,
        view.mister_x.tickets["black"],
        view.mister_x.tickets["double"],
        view.reveal_windows,
        view.rounds,
        None if view.rounds else view.windows,
        len(view.pawns) - len(team),
        kinds(view.mister_x.tickets),
        pool,
        team[0].tokens,
        view.barriers_left,
        view.helicopters_left,
        (view.supply["black"], view.supply["double"]),
    )


@pytest.mark.parametrize(("edition", "size"), TABLE)
def test_every_number_of_the_table_lies_on_the_table(edition: str, size: int) -> None:
    assert on_the_table(new_game(edition, team(edition, size))) == TABLE[edition, size]


def test_every_edition_is_in_the_table() -> None:
    assert {edition for edition, _ in TABLE} == set(edition_names())


@pytest.mark.parametrize(
    ("edition", "size", "pool"),
    [
        ("ny-chase-1999", 3, (30, 24, 12)),
        ("ny-chase-1999", 4, (40, 32, 16)),
        ("ny-chase-1999", 5, (50, 40, 20)),
    ],
)
def test_the_chase_is_paid_from_one_common_pool(edition: str, size: int, pool: tuple[int, ...]) -> None:
    game = new_game(edition, team(edition, size))
    assert game.open.purses == (pool,)
    assert {kinds(pawn.tickets) for pawn in public_view(game.open).pawns.values()} == {pool}


@pytest.mark.parametrize("edition", ["classic-1983", "london-2014", "sherlock-2022"])
def test_ordinary_tickets_never_limit_mister_x(edition: str) -> None:
    islands = napkin("1-2 taxi", "11-12 taxi", "13-14 taxi", "15-16 taxi")
    starts = {MISTER_X: 1, "red": 11, "blue": 13, "green": 15}
    game = game_on(islands, edition, starts, bobbies=0, taxi=22)
    for he, red, blue, green in [(2, 12, 14, 16), (1, 11, 13, 15)] * 11:
        moves = {MISTER_X: he, "red": red, "blue": blue, "green": green}
        game = play(game, *(c.Travel(pawn, Ticket.TAXI, to) for pawn, to in moves.items()))
    assert game.open.window == 22
    assert game.open.outcome == Outcome(MISTER_X, Reason.ESCAPED)


@pytest.mark.parametrize(("edition", "order"), ORDER.items())
def test_the_detectives_move_clockwise_or_in_the_order_they_like(edition: str, order: str) -> None:
    assert new_game(edition, team(edition, 3)).rules.edition.order == order


@pytest.mark.parametrize(
    ("edition", "least", "most"),
    [
        ("classic-1983", 3, 5),
        ("london-2014", 2, 5),
        ("beginner-2014", 3, 4),
        ("sherlock-2022", 2, 5),
        ("sherlock-2022-variant", 2, 5),
        ("ny-chase-1999", 3, 5),
    ],
)
def test_an_edition_is_for_so_many_detectives(edition: str, least: int, most: int) -> None:
    book = Edition.read(read_edition(edition))
    assert (book.least, book.most) == (least, most)


@pytest.mark.parametrize(
    ("edition", "board"),
    [
        ("classic-1983", "london"),
        ("london-2014", "london"),
        ("beginner-2014", "london"),
        ("sherlock-2022", "london"),
        ("sherlock-2022-variant", "london"),
        ("ny-chase-1999", "new-york"),
    ],
)
def test_an_edition_is_played_on_its_board(edition: str, board: str) -> None:
    assert read_edition(edition)["board"] == board


def on_own_board(edition: str, size: int) -> Rules:
    book = Edition.read(read_edition(edition))
    return Rules.choose(book, read_map(find_map(book.board)), tuple(team(edition, size)), {})


@pytest.mark.parametrize(("edition", "size"), [("classic-1983", 5), ("ny-chase-1999", 5)])
def test_one_deck_of_18_start_cards_serves_all(edition: str, size: int) -> None:
    rules = on_own_board(edition, size)
    assert rules.start_deck == rules.detective_deck
    assert rules.board.decks[rules.start_deck].count == 18


@pytest.mark.parametrize("edition", ["london-2014", "sherlock-2022", "sherlock-2022-variant"])
def test_16_start_cards_are_for_detectives_and_13_others_for_mister_x(edition: str) -> None:
    rules = on_own_board(edition, 5)
    assert rules.start_deck != rules.detective_deck
    assert rules.board.decks[rules.detective_deck].count == 16
    assert rules.board.decks[rules.start_deck].count == 13


@pytest.mark.parametrize(("size", "starts"), [(3, (41, 46, 124)), (4, (41, 46, 124, 142))])
def test_beginners_start_from_fixed_stations(size: int, starts: tuple[int, ...]) -> None:
    rules = on_own_board("beginner-2014", size)
    assert rules.board.decks[rules.start_deck].cards == ((82,),)
    assert rules.board.decks[rules.detective_deck].cards == tuple((start,) for start in starts)


def test_the_sherlock_holmes_board_has_15_crime_tiles_of_which_moriarty_draws_3() -> None:
    assert read_map(find_map("london"))["crime_tiles"]["count"] == 15
    game = new_game("sherlock-2022-variant", ["holmes", "watson"])
    assert len(game.rules.board.crime_tiles) == 15
    assert len(set(game.secret.hand)) == 3


@pytest.mark.parametrize(
    ("edition", "words"),
    [
        ("sherlock-2022", {"taxi": "carriage", "bus": "omnibus", "underground": "metropolitan railway"}),
        ("ny-chase-1999", {"underground": "subway", "ferry": "boat"}),
    ],
)
def test_editions_rename_the_lines(edition: str, words: dict[str, str]) -> None:
    assert words.items() <= read_edition(edition)["words"].items()


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"colour": "red"}, r"unknown field 'colour'; known are: .*balloon"),
        ({"modes": ["taxi", "tram"]}, r"modes: 'tram' is none of: taxi, bus, underground, ferry"),
        ({"order": "random"}, r"order: 'random' is none of: fixed, free"),
        ({"options": {"doubles": 2}}, r"either so many rounds or so many windows"),
        ({"options": {"rounds": 22, "windows": 24}}, r"either so many rounds or so many windows"),
        ({"options": {"rounds": 22, "laps": 2}}, r"options: unknown 'laps'; known are: .*rounds"),
        ({"options": {"rounds": 99}}, r"options.rounds: rounds is a number from 1 to 30"),
        ({"options": {"rounds": 22, "black": {3: 3, 4: 4}}}, r"options.black: no value for 5 detectives"),
    ],
)
def test_a_faulty_rule_book_is_named_by_its_fault(change: dict[str, Any], says: str) -> None:
    with pytest.raises(EditionFault, match=says):
        Edition.read(read_edition("classic-1983") | change)


def test_a_rule_book_with_a_field_missing_is_faulty() -> None:
    book = read_edition("classic-1983")
    del book["decks"]
    with pytest.raises(EditionFault, match="decks"):
        Edition.read(book)
