"""Things that somebody at the table might try, most of them forbidden."""

from __future__ import annotations

from random import Random

from companion.games.pursuit import commands as c
from companion.games.pursuit.board import numbers_of
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.game import Game, Open
from companion.games.pursuit.moves import movers, seat_legs
from companion.games.pursuit.tickets import Ticket

NONSENSE = (
    b"",
    b"{",
    b"[]",
    b'"where is he"',
    b"\xff\xfe",
    b'{"do":"fly"}',
    b'{"do":"undo","to":3}',
    b'{"do":"travel"}',
    b'{"do":"travel","pawn":"red","ticket":"tram","to":3}',
    b'{"do":"travel","pawn":"red","ticket":"taxi","to":0}',
    b'{"do":"travel","pawn":"red","ticket":"taxi","to":"his"}',
    b'{"do":"hideout","take":"tea"}',
    b'{"do":"new","edition":"london-1890","detectives":["red"]}',
    b'{"do":"new","edition":"london-2014","detectives":["red"],"starts":{"mister_x":35}}',
    b'{"do":"start"}',
    b'{"ask":"secrets"}',
    b'{"ask":"record"}',
    b'{"ask":"possible","audience":"mister_x"}',
    b'{"ask":"view","audience":"moriarty"}',
    b'{"do":"crime","ask":"view"}',
)
"""Lines that are refused whatever the game is."""


def detectives_attempt(games: tuple[Game, Game], rng: Random) -> c.Command:
    """Something a detective might say at any time, now and then pointing at where Mister X is."""
    table = games[0].open
    rules, extras = table.rules, table.extras
    pawn = rng.choice([*rules.pawns, *rules.pawns, "bobby3", "ghost"])
    ticket = rng.choice(list(Ticket))
    to = _station(games, rng)
    match rng.randrange(10):
        case 0 if legal := _rides(table):
            return rng.choice([ride for ride in legal if ride.to in _his(games)] or legal)
        case 0 | 1:
            return c.Token(pawn, rng.choice([None, "park", "river", "fog"]), rng.choice([None, ticket]))
        case 2:
            standing = [None, *numbers_of(extras.barred), rng.choice(rules.board.stations)]
            return c.Barrier(
                pawn, rng.choice([to, *(left or to for left in extras.left)]), rng.choice(standing)
            )
        case 3:
            return c.Helicopter(pawn, ticket, to)
        case 4:
            return c.Descend(pawn, ticket)
        case 5:
            return c.EndTurn() if rng.random() < 0.5 else c.TimeUp(rng.choice(["pass", "lose"]))
        case 6:
            return c.Correct(rng.choice([pawn, MISTER_X]), to)
        case _:
            return c.Travel(pawn, ticket, to, double=rng.random() < 0.1)


def his_attempt(games: tuple[Game, Game], rng: Random) -> c.Command:
    """Something Mister X might say at any time, in reach of one of the twins or of none."""
    table = games[0].open
    rules, board = table.rules, table.rules.board
    ticket = rng.choice(list(Ticket))
    to = _station(games, rng)
    match rng.randrange(12):
        case 0:
            return c.Crime()
        case 1:
            return c.Hideout(rng.choice(["black", "double"]))
        case 2:
            return c.Hide()
        case 3:
            tiles = [n for game in games for tile in (game.secret.tile, *game.secret.deck) for n in tile]
            return c.Balloon(rng.choice([None, to, *tiles]), rng.random() < 0.3)
        case 4:
            return c.Start(rng.choice([to, *games[0].secret.tile, *games[1].secret.tile]))
        case 5:
            return c.Show({rng.choice([*rules.pawns, "ghost"]): ticket})
        case 6:
            return c.EndTurn()
        case _:
            near = [n for game in games for n in numbers_of(board.reach(ticket, max(1, game.secret.station)))]
            return c.Travel(MISTER_X, ticket, rng.choice([to, *near]), double=rng.random() < 0.4)


def _rides(table: Open) -> list[c.Travel]:
    """The legal rides of the detectives."""
    return [
        c.Travel(table.rules.pawns[seat], Ticket(leg.ticket), leg.to)
        for seat in movers(table)
        for leg in seat_legs(table, seat)
    ]


def _his(games: tuple[Game, Game]) -> list[int]:
    """Where the twins are."""
    return [game.secret.station or game.rules.board.stations[0] for game in games]


def _station(games: tuple[Game, Game], rng: Random) -> int:
    """Any station; those of Mister X and of the detectives more often, and one that is not on the map."""
    table = games[0].open
    stations = table.rules.board.stations
    pawns = [station or stations[0] for station in table.where]
    return rng.choice([*_his(games), *pawns, *rng.sample(stations, 4), 511])
