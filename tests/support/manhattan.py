"""A small Manhattan for N.Y. Chase."""

from __future__ import annotations

from companion.games.pursuit import commands as c
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.game import Game
from companion.games.pursuit.tickets import Ticket
from tests.support.boards import game_on, napkin
from tests.support.players import play

TAXI, BUS, UNDERGROUND, BLACK = Ticket

# Mister X has a street of his own, each detective shuttles on an island.
MANHATTAN = napkin("1-2-3-4-5 taxi", "1-3 bus", "1-9 ferry", "11-12 taxi", "13-14 taxi", "15-16 taxi")
STARTS = {MISTER_X: 1, "red": 11, "blue": 13, "green": 15}
OTHER_END = {11: 12, 12: 11, 13: 14, 14: 13, 15: 16, 16: 15}


def x(to: int, ticket: Ticket = TAXI, double: bool = False) -> c.Travel:
    return c.Travel(MISTER_X, ticket, to, double)


def taxi(pawn: str, to: int) -> c.Travel:
    return c.Travel(pawn, TAXI, to)


def chase(**options: object) -> Game:
    """Without barriers unless asked for, so that a round ends by itself."""
    return game_on(MANHATTAN, "ny-chase-1999", STARTS, **{"barriers": 0, **options})


def go(game: Game, *pawns: str) -> Game:
    """These go to the other ends of their islands."""
    for pawn in pawns:
        game = play(game, taxi(pawn, OTHER_END[game.open.where[game.rules.seats[pawn]]]))
    return game


def reply(game: Game) -> Game:
    return go(game, "red", "blue", "green")
