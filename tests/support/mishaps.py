"""What goes wrong at a table: a pawn stands elsewhere, somebody runs out of time."""

from __future__ import annotations

from random import Random

from companion.games.pursuit import commands as c
from companion.games.pursuit.board import numbers_of
from companion.games.pursuit.game import Game
from companion.games.pursuit.tickets import Ticket

PASS = c.TimeUp("pass")


def a_mishap(game: Game, rng: Random) -> c.Command:
    """Somebody's time is up, or a pawn turns out to stand somewhere, often in Mister X's way."""
    if rng.random() < 0.3:
        return PASS
    here, board = game.secret.station, game.rules.board
    near = list(numbers_of(board.reach(Ticket.BLACK, here))) if here else []
    to = rng.choice(near if near and rng.random() < 0.5 else board.stations)
    return c.Correct(rng.choice(game.rules.pawns), to)
