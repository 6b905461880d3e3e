"""Tables to put pages around."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from flask import Flask
from flask.testing import FlaskClient

from companion.games.pursuit import commands as c
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.decide import decide
from companion.games.pursuit.refusals import Refused
from companion.journal import Journal
from companion.protocol import hear
from companion.table import Table
from companion.web.app import create_app
from companion.web.claim import Claim
from companion.web.workbench import Workbench
from tests.support.players import candidates

TEAM = ["red", "blue", "green"]
STARTS = {MISTER_X: 117, "red": 103, "blue": 112, "green": 94}
"""Cards of the classic deck on the London board."""

PAGE = "text/html,application/xhtml+xml,*/*;q=0.8"


@contextmanager
def a_table(**said: Any) -> Iterator[Table]:
    """A table, with a game on it if anything is *said* about one."""
    journal = Journal.in_memory()
    try:
        table = Table(journal)
        if said:
            table.submit(hear({"do": "new", "detectives": TEAM, "seed": 7} | said))
        yield table
    finally:
        journal.close()


def pages(
    table: Table | None, workbench: Workbench | None = None, claim: Claim | None = None, language: str = "en"
) -> Flask:
    """The pages around *table*, as they are in use: no debugging, no errors let through."""
    return create_app(lambda: table, workbench, claim or Claim(), lambda: language)


def browser(app: Flask) -> FlaskClient:
    """A person's browser with cookies of its own."""
    client = app.test_client()
    client.environ_base["HTTP_ACCEPT"] = PAGE
    return client


def detectives_reply(table: Table, rng: Random) -> None:
    """The detectives do what comes to mind until it is Mister X's turn or the game is over."""
    while (now := table.mister_x()).turn not in (MISTER_X, None) and not now.outcome:
        for command in candidates(table.game, rng):
            try:
                decide(table.game, command)
            except Refused:
                continue
            table.submit(command)
            break
        else:
            raise AssertionError("nobody can do anything, and the game is not over")


def d(pawn: str, to: int, ticket: str = "taxi") -> c.Command:
    return hear({"do": "travel", "pawn": pawn, "ticket": ticket, "to": to})
