"""Folding events into the game. Events are facts: nothing is checked here.

``public`` first takes away what the table may not know, then the open half of the game is folded from
what is left (:mod:`open_half`); only the secret half (:mod:`secret_half`) ever sees the event whole.
"""

from __future__ import annotations

from dataclasses import replace

from . import events as e
from .commands import MISTER_X
from .game import Game, Open
from .open_half import apply_open
from .secret_half import apply_secret
from .tickets import Ticket


def apply(game: Game | None, event: e.Event) -> Game:
    """The game after *event*; a :class:`Started` needs none before it."""
    table, secret = (game.open, game.secret) if game else (None, None)
    return Game(apply_open(table, public(table, event)), apply_secret(secret, event))


def public(table: Open | None, event: e.Event) -> e.Event:
    """*event* as the table sees it, when *table* lies before it."""
    match event:
        case e.Travelled(pawn="mister_x"):
            assert table is not None
            if table.rules.edition.open_play and not vanishes(table, event.ticket):
                return event
            # Without tickets on the log, a vanished man's way of travel is not seen either.
            seen = event.ticket is Ticket.BLACK or not table.rules.edition.open_play
            return e.Travelled(MISTER_X, event.ticket if seen else None, None, event.double)
        case e.Started():
            return replace(event, secrets=None)
        case e.StartPicked():
            return e.StartPicked(None)
        case e.CrimeCommitted():
            return e.CrimeCommitted(None)
        case _:
            return event


def vanishes(table: Open, ticket: Ticket | None) -> bool:
    """In open play: whether Mister X's next move, with *ticket*, is a secret one."""
    return ticket is Ticket.BLACK or table.window + 1 in table.rules.vanishes
