"""The stream about the table, which anybody may hear."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from weakref import ref

from flask import Flask

from companion.journal import Journal
from companion.protocol import hear
from companion.table import Table
from companion.web.app import create_app
from companion.web.claim import Claim
from companion.web.server import Server
from tests.web.listeners import Listener, eventually
from tests.web.web_tables import STARTS, TEAM, a_table, d


@contextmanager
def serving(app: Flask) -> Iterator[Server]:
    server = Server(app, "127.0.0.1", 0)
    try:
        yield server
    finally:
        server.close()


def test_it_says_that_something_happened_and_nothing_else() -> None:
    claim = Claim()
    with a_table(edition="classic-1983", starts=STARTS) as table:
        app = create_app(lambda: table, None, claim, lambda: "en")
        with serving(app) as server, Listener(server, "/table-events") as listener:
            assert listener.next() == ("mark", "1 0 en")
            assert listener.next() == ("troubles", [])
            table.submit(d("mister_x", 88))
            assert listener.next() == ("mark", "2 0 en")
            table.undo()
            assert listener.next() == ("mark", "3 0 en")
            claim.take()
            assert listener.next() == ("mark", "3 1 en")
            table.remember(paused=True)
            assert listener.next() == ("mark", "3 1 en paused")


def test_it_outlives_a_power_cut() -> None:
    with a_table(edition="classic-1983") as table, a_table() as fresh:
        now: list[Table | None] = [table]
        app = create_app(lambda: now[0], None, Claim(), lambda: "en")
        with serving(app) as server, Listener(server, "/table-events") as listener:
            assert listener.next() == ("mark", "1 0 en")
            assert listener.next() == ("troubles", [])
            now[0] = None
            assert listener.next() == ("mark", "off 0 en")
            now[0] = fresh
            assert listener.next() == ("mark", "0 0 en")
            fresh.submit(hear({"do": "new", "edition": "classic-1983", "detectives": TEAM, "seed": 7}))
            assert listener.next() == ("mark", "1 0 en")


def test_a_table_from_before_a_power_cut_is_let_go_of() -> None:
    now: list[Table | None] = [Table(Journal.in_memory())]
    before = ref(now[0])
    app = create_app(lambda: now[0], None, Claim(), lambda: "en")
    with serving(app) as server, Listener(server, "/table-events") as listener:
        assert listener.next() == ("mark", "0 0 en")
        now[0] = None
        assert listener.next() == ("troubles", [])
        assert listener.next() == ("mark", "off 0 en")

        def gone() -> bool:
            gc.collect()
            return before() is None

        eventually(gone)


def test_it_tells_what_is_wrong_with_the_box() -> None:
    wrong: list[str] = ["The lights are lost."]
    with a_table() as table:
        app = create_app(lambda: table, None, Claim(), lambda: "en", lambda: wrong)
        with serving(app) as server, Listener(server, "/table-events") as listener:
            assert listener.next() == ("mark", "0 0 en")
            assert listener.next() == ("troubles", ["The lights are lost."])
            wrong.clear()
            assert listener.next() == ("troubles", [])
