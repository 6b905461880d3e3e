"""What a log file or a traceback may print: never where Mister X is, nor what he holds."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.editions import read_edition
from companion.games.pursuit import commands as c
from companion.games.pursuit import events as e
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.decide import decide
from companion.games.pursuit.events import Secrets
from companion.games.pursuit.game import Game, Secret
from companion.games.pursuit.tickets import Ticket
from companion.journal import Journal
from companion.table import Position, Table
from tests.support.boards import game_on, napkin
from tests.support.players import fold, play

TAXI, BUS, UNDERGROUND, BLACK = Ticket

# From 171 he goes to 173 or to 175, by the same ticket: two games that only he can tell apart.
BOARD = napkin("173-171-175 taxi", "11-12 taxi", "13-14 taxi", "15-16 taxi")
STARTS = {MISTER_X: 171, "red": 11, "blue": 13, "green": 15}
SECRETS = (171, 173, 175)


def numbers(shown: object) -> set[int]:
    """Every number in what *shown* prints."""
    return {int(number) for number in re.findall(r"\d+", repr(shown))}


def game(to: int) -> Game:
    return play(game_on(BOARD, "london-2014", STARTS, bobbies=0), c.Travel(MISTER_X, TAXI, to))


def variant(**more: Any) -> c.New:
    """A game in which Moriarty draws: his tile, the pile, three of fifteen crime tiles."""
    board = napkin("101-102-103-104-105-106-107-108 taxi", "11-12 taxi", "13-14 taxi")
    tiles = [[101, 102], [103, 104], [105, 106], [107, 108]]
    annotations = {
        "quarters": {"I": [11], "II": [12], "III": [13], "IV": [14, *range(101, 109)]},
        "symbols": {"park": [11], "monument": [12], "river": [13]},
        "hideouts": [14],
        "crime_tiles": {"count": 8, "tiles": [[number] for number in range(101, 109)]},
        "decks": {"sherlock-moriarty": {"count": 4, "cards": tiles}},
    }
    starts = {"holmes": 11, "watson": 13}
    said = {"seed": 918273, "starts": starts, "options": {"bobbies": 0}, **more}
    return c.New(read_edition("sherlock-2022-variant"), board | annotations, ("holmes", "watson"), **said)


def test_a_game_prints_the_same_wherever_he_went() -> None:
    assert game(173) != game(175)
    assert repr(game(173)) == repr(game(175))


def test_a_game_prints_none_of_his_stations() -> None:
    assert numbers(game(173)).isdisjoint(SECRETS)


def test_a_game_prints_neither_his_tile_nor_the_pile_nor_his_crimes() -> None:
    fresh = fold(None, decide(None, variant()))
    picked = play(fresh, c.Start(fresh.secret.tile[1]))
    for shown in (fresh, picked):
        assert numbers(shown).isdisjoint(range(101, 109))
        assert 918273 not in numbers(shown)


def test_the_secret_half_prints_nothing_at_all() -> None:
    assert repr(Secret(171, (173, 175), (171, 172), ((181, 182),), (191, 192))) == "Secret()"


def test_what_is_dealt_prints_nothing_at_all() -> None:
    dealt = Secrets(171, (171, 172), ((181, 182),), (191, 192), 918273)
    assert numbers(dealt) == set()


@pytest.mark.parametrize(
    "command",
    [
        c.Start(173),
        c.Travel(MISTER_X, TAXI, 173),
        c.Travel(MISTER_X, BLACK, 173, double=True),
    ],
)
def test_a_command_of_his_does_not_print_the_station(command: c.Command) -> None:
    assert 173 not in numbers(command)


def test_a_new_game_prints_neither_the_typed_start_nor_the_seed() -> None:
    one = variant(starts={MISTER_X: 101, "holmes": 11, "watson": 13}, seed=1)
    other = variant(starts={MISTER_X: 103, "holmes": 11, "watson": 13}, seed=2)
    assert one != other
    assert repr(one) == repr(other)


@pytest.mark.parametrize(
    "event",
    [
        e.Travelled(MISTER_X, TAXI, 173),
        e.Travelled(MISTER_X, BLACK, 173, double=True),
        e.StartPicked(173),
        e.CrimeCommitted(173),
    ],
)
def test_an_event_of_his_does_not_print_its_secret(event: e.Event) -> None:
    assert 173 not in numbers(event)


def test_the_beginning_prints_nothing_that_was_dealt() -> None:
    (started,) = decide(None, variant())
    assert isinstance(started, e.Started)
    assert started.secrets is not None
    assert started.secrets.seed == 918273
    assert numbers(started).isdisjoint({918273, *range(101, 109)})


def test_every_event_of_a_move_prints_the_same_wherever_it_leads() -> None:
    before = game_on(BOARD, "london-2014", STARTS, bobbies=0)
    one, other = (decide(before, c.Travel(MISTER_X, TAXI, to)) for to in (173, 175))
    assert one != other
    assert repr(one) == repr(other)


def position(to: int) -> Position:
    """What the table keeps of a move."""
    edition, names = read_edition("london-2014"), ("red", "blue", "green")
    new = c.New(edition, BOARD, names, 918273, STARTS, {"free_start": True, "bobbies": 0})
    with Journal.in_memory() as journal:
        table = Table(journal)
        table.submit(new)
        return table.submit(c.Travel(MISTER_X, TAXI, to))


def test_a_position_prints_the_same_wherever_he_went() -> None:
    assert position(173).game.secret != position(175).game.secret
    assert repr(position(173)) == repr(position(175))


def test_a_position_prints_none_of_his_stations() -> None:
    assert numbers(position(173)).isdisjoint({918273, *SECRETS})


def test_the_beginning_of_a_table_prints_neither_start_nor_seed() -> None:
    with Journal.in_memory() as journal:
        shown = Table(journal).submit(variant())
    assert numbers(shown).isdisjoint({918273, *range(101, 109)})
