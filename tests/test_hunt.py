"""The hunt in numbers, as a table looks back on it."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.pursuit import commands as c
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.game import Side
from companion.games.pursuit.tickets import Ticket
from companion.hunt import Trace
from companion.journal import Journal
from companion.protocol import hear
from companion.table import Table
from tests.support.players import EDITIONS, legal_step
from tests.support.players import team as players

TAXI, BUS, UNDERGROUND, BLACK = Ticket


def at_103(**options: object) -> Table:
    table = Table(Journal.in_memory())
    said = {"do": "new", "edition": "classic-1983", "detectives": ["red", "blue", "green"]}
    starts = {MISTER_X: 103, "red": 26, "blue": 29, "green": 50}
    table.submit(hear({**said, "starts": starts, "options": options}))
    return table


def his(table: Table, ticket: Ticket, to: int, double: bool = False) -> None:
    table.submit(c.Travel(MISTER_X, ticket, to, double))


def team(table: Table, **to: int) -> None:
    for pawn, station in to.items():
        table.submit(c.Travel(pawn, TAXI, station))


def test_each_window_keeps_how_many_places_there_were_when_it_was_filled() -> None:
    table = at_103()
    his(table, TAXI, 102)
    first = table.possible_count()
    team(table, red=15, blue=41, green=49)
    later = table.possible_count()
    his(table, BLACK, 86, double=True)
    second = table.possible_count()
    his(table, TAXI, 103)
    hunt = table.hunt()
    assert hunt.traces == (
        Trace(1, first, later, seen=False),
        Trace(2, second, second, seen=False),
        Trace(3, 1, 1, seen=True),
    )
    assert (hunt.black, hunt.doubles) == (1, 1)
    assert (hunt.most, hunt.fewest) == (max(first, second), min(later, second))


def test_a_token_that_was_answered_brings_them_closer() -> None:
    table = Table(Journal.in_memory())
    said = {
        "do": "new",
        "edition": "sherlock-2022-variant",
        "map": "demo",
        "detectives": ["holmes", "watson"],
    }
    table.submit(hear(said | {"seed": 1}))
    table.submit(c.Start(table.mister_x().tile[0]))
    ticket, to = table.mister_x().moves[0]
    his(table, Ticket[ticket.upper()], to)
    before = table.hunt().fewest
    table.submit(c.EndTurn())
    table.submit(c.Token("holmes"))
    after = table.hunt().fewest
    assert before is not None
    assert after is not None
    assert after == table.possible_count() < before


def test_what_was_taken_back_does_not_count() -> None:
    table = at_103()
    his(table, BLACK, 102)
    table.undo()
    his(table, TAXI, 102)
    hunt = table.hunt()
    assert hunt.black == 0
    assert [trace.window for trace in hunt.traces] == [1]


def test_the_end_does_not_make_the_detectives_look_clever() -> None:
    table = at_103(rounds=1)
    his(table, TAXI, 102)
    team(table, red=15, blue=41)
    count = table.possible_count()
    team(table, green=49)
    assert table.game.open.outcome is not None
    assert table.hunt().fewest == count


def test_who_was_always_in_sight_was_never_hidden() -> None:
    table = Table(Journal.in_memory())
    table.submit(hear({"do": "new", "edition": "beginner-2014", "detectives": ["red", "blue", "green"]}))
    his(table, TAXI, table.mister_x().moves[0][1])
    assert table.hunt().most is None


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_numbers_of_a_whole_game_agree_with_its_log(edition: str) -> None:
    table = Table(Journal.in_memory())
    rng = Random(edition)
    said = {"do": "new", "edition": edition, "detectives": players(edition, 3), "map": "demo", "seed": 5}
    table.submit(hear(said))
    while not table.game.open.outcome:
        in_the_air = table.game.open.turn.side is Side.START
        late = rng.random() < 0.1 and not in_the_air
        table.submit(c.TimeUp("pass") if late else legal_step(table.game, rng)[0])
    log, hunt = table.game.open.fugitive.log, table.hunt()
    assert [trace.window for trace in hunt.traces] == list(range(1, len(hunt.traces) + 1))
    assert len(log) - len(hunt.traces) in (0, 1)
    assert hunt.black == sum(window.ticket is Ticket.BLACK for window in log)
    assert all(trace.places >= 1 for trace in hunt.traces)
    assert all(trace.fewest == 1 for trace in hunt.traces if trace.seen)
