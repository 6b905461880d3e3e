"""What Mister X should know before he moves, besides his view: where he may begin, and when he will be seen."""

from __future__ import annotations

from dataclasses import dataclass

from .apply import vanishes
from .game import Game, Side
from .moves import blocked
from .tickets import Ticket


@dataclass(frozen=True, slots=True)
class Outlook:
    """His alone."""

    starts: tuple[int, ...]
    """Where he can begin, while he has to choose."""
    hiding: tuple[str, ...]
    """In open play: the tickets with which his next move is a secret one."""
    due: bool
    """A reveal is due in the window he filled last: he is seen when he ends his turn."""


def outlook(game: Game) -> Outlook:
    """What lies before him now."""
    turn = game.open.turn
    return Outlook(_starts(game), _hiding(game), turn.side is Side.MISTER_X and turn.due)


def _starts(game: Game) -> tuple[int, ...]:
    if game.open.turn.side is not Side.START:
        return ()
    free = ~blocked(game.open)
    return tuple(station for station in game.secret.tile if free >> station & 1)


def _hiding(game: Game) -> tuple[str, ...]:
    table = game.open
    if not table.rules.edition.open_play or table.turn.side is not Side.MISTER_X or not table.turn.legs:
        return ()
    return tuple(ticket.word for ticket in Ticket if vanishes(table, ticket))
