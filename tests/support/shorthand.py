"""Words that make a rule test one line."""

from __future__ import annotations

import pytest

from companion.games.pursuit import commands as c
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.decide import decide
from companion.games.pursuit.events import Reason
from companion.games.pursuit.game import Game
from companion.games.pursuit.refusals import Refusal, Refused
from companion.games.pursuit.tickets import Ticket
from tests.support.boards import game_on, napkin

TAXI, BUS, UNDERGROUND, BLACK = Ticket

# A street of ten with detectives far to the right, and a bus that skips two stops.
STREET = napkin("1-2-3-4-5-6-7-8-9-10 taxi", "3-6 bus", "2-8 underground", "4-7 ferry")


def x(ticket: Ticket, to: int, double: bool = False) -> c.Travel:
    return c.Travel(MISTER_X, ticket, to, double)


def d(pawn: str, ticket: Ticket, to: int) -> c.Travel:
    return c.Travel(pawn, ticket, to)


def why_not(game: Game, command: c.Command) -> Refusal:
    with pytest.raises(Refused) as no:
        decide(game, command)
    return no.value.refusal


def street(edition: str = "classic-1983", mister_x: int = 4, **options: object) -> Game:
    return game_on(STREET, edition, {MISTER_X: mister_x, "red": 10, "blue": 9, "green": 8}, **options)


def outcome(game: Game) -> tuple[str | None, Reason]:
    assert game.open.outcome
    return game.open.outcome.winner, game.open.outcome.reason
