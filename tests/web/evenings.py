"""Evenings to put pages around: a table, a pairing and a box made of plain values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from flask import Flask
from flask.testing import FlaskClient

from companion.clock_view import ClockView
from companion.games.pursuit import commands as c
from companion.games.pursuit.commands import MISTER_X, New
from companion.journal import Journal
from companion.pairing import Pairing
from companion.protocol import hear
from companion.settings import Settings
from companion.table import Table
from companion.watchers import Watchers
from companion.web.app import create_app
from companion.web.workbench import Workbench
from tests.support.players import TEAM_SIZES, legal_step, team

TEAM = ["red", "blue", "green"]
STARTS = {MISTER_X: 117, "red": 103, "blue": 112, "green": 94}
"""Cards of the classic deck on the London board."""
CLASSIC: dict[str, Any] = {"edition": "classic-1983", "starts": STARTS}
SHERLOCK: dict[str, Any] = {
    "edition": "sherlock-2022-variant",
    "map": "demo",
    "detectives": ["holmes", "watson", "adler"],
}

PAGE = "text/html,application/xhtml+xml,*/*;q=0.8"
OURS = {"X-Table": "a page of ours"}


class PaperEvening:
    """All that pages can ask of a box. The table plays; clock, settings and troubles are what they are set to."""

    def __init__(self, journal: Journal | None = None) -> None:
        self.journal = journal or Journal.in_memory()
        self.now = 1000.0
        """What the pairing's clock says."""
        self.settings = Settings()
        self.clock: ClockView | None = None
        self.troubles: tuple[str, ...] = ()
        self.table: Table | None = None
        self.pairing: Pairing | None = None
        self._followers: Watchers[[]] = Watchers()
        self.power(True)

    def follow(self, call: Callable[[], None]) -> Callable[[], None]:
        return self._followers.add(call)

    def power(self, on: bool) -> None:
        """Pull the plug, or have a new box take up the journal."""
        self.table = self.pairing = None
        if on:
            self.table = Table(self.journal)
            self.pairing = Pairing(self.table, lambda: self.now)
            self.table.watch(self._followers.tell)
            self.pairing.watch(self._followers.tell)
        self._followers.tell()

    def set(self, **values: Any) -> None:
        """A setting, the clock or the troubles are something else, and everybody is told."""
        mine = {name: values.pop(name) for name in ("clock", "troubles") if name in values}
        for name, value in mine.items():
            setattr(self, name, value)
        self.settings = replace(self.settings, **values)
        self._followers.tell()

    # Hands at the table

    @property
    def on(self) -> Table:
        assert self.table is not None, "the power is off"
        return self.table

    @property
    def paired(self) -> Pairing:
        assert self.pairing is not None, "the power is off"
        return self.pairing

    def begin(self, **said: Any) -> int:
        """A new game; its id."""
        self.on.submit(a_game(**said))
        assert self.on.game_id is not None
        return self.on.game_id

    def code(self) -> str:
        """The table opens a code; what the display shows."""
        self.paired.open()
        offer = self.paired.offer
        assert offer is not None
        return offer.code

    def written(self) -> object:
        """The end of the journal's chain: the same as before if and only if nothing has happened since."""
        return self.journal._connection.execute("SELECT length, step, digest FROM head").fetchone()


def a_game(**said: Any) -> New:
    command = hear({"do": "new", "detectives": TEAM, "seed": 7} | said)
    assert isinstance(command, New)
    return command


@contextmanager
def an_evening(journal: Journal | None = None, **said: Any) -> Iterator[PaperEvening]:
    """An evening, with a game on the table if anything is *said* about one."""
    evening = PaperEvening(journal)
    try:
        if said:
            evening.begin(**said)
        yield evening
    finally:
        evening.journal.close()


def pages(evening: PaperEvening, workbench: Workbench | None = None) -> Flask:
    """The pages around *evening*, as they are in use: no debugging, no errors let through."""
    return create_app(evening, workbench)


class House(NamedTuple):
    """A whole evening with its pages."""

    evening: PaperEvening
    app: Flask
    his: FlaskClient
    """Mister X's phone, paired and accepted."""


@contextmanager
def a_house(**said: Any) -> Iterator[House]:
    """A game, and Mister X with his phone."""
    with an_evening(**said) as evening:
        app = pages(evening)
        yield House(evening, app, phone(app, evening))


# Who looks at them


def stranger(app: Flask, **headers: str) -> FlaskClient:
    """A person's browser with cookies of its own, and none of ours. *headers* as ``accept_language="fr"``."""
    client = app.test_client()
    client.environ_base["HTTP_ACCEPT"] = PAGE
    client.environ_base |= {f"HTTP_{name.upper()}": value for name, value in headers.items()}
    return client


def knocking(app: Flask, evening: PaperEvening) -> FlaskClient:
    """A phone that has said the code."""
    client = stranger(app)
    answer = client.post("/x/pair", data={"code": evening.code()})
    assert answer.status_code == 303, answer.text
    return client


def phone(app: Flask, evening: PaperEvening) -> FlaskClient:
    """Mister X's phone: it said the code, and the table has accepted it."""
    client = knocking(app, evening)
    assert evening.paired.accept()
    return client


def do(client: FlaskClient, said: Mapping[str, Any], path: str = "/x/do", **headers: str) -> tuple[int, str]:
    """A script of ours says *said*: status and sentence of the answer."""
    answer = client.post(path, json=dict(said), headers={"Accept": "*/*", **OURS, **headers})
    return answer.status_code, answer.text.rstrip("\n")


# Moves


def d(pawn: str, to: int, ticket: str = "taxi") -> c.Command:
    return hear({"do": "travel", "pawn": pawn, "ticket": ticket, "to": to})


def detectives_reply(table: Table, rng: Random) -> None:
    """The detectives do what comes to mind until it is Mister X's turn or the game is over."""
    while (now := table.mister_x()).turn not in (MISTER_X, None) and not now.outcome:
        table.submit(legal_step(table.game, rng)[0])


def any_game(edition: str, rng: Random, **more: Any) -> dict[str, Any]:
    """A game of *edition* on the small board, for somebody's team."""
    names = team(edition, rng.choice(TEAM_SIZES[edition]), rng)
    return {"edition": edition, "map": "demo", "detectives": names, "seed": rng.randrange(2**32)} | more
