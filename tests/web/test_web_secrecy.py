"""Two evenings that differ only in where Mister X is look the same, byte for byte, to everybody else."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from flask import Flask

from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.tickets import TICKETS
from companion.games.pursuit.views import public_view
from companion.table import Table
from companion.web.claim import Claim
from tests.web.fake_workbench import FakeWorkbench
from tests.web.form_reader import FormReader
from tests.web.web_tables import STARTS, TEAM, a_table, browser, d, pages

HIDEOUTS = (117, 132)
"""The two cards he may have drawn."""
RIDES = ((88, 117), (114, 132))
REPLIES = ((102, 100, 95), (103, 112, 94))

BODIES: list[dict[str, Any]] = [
    {},
    {"data": {"do": "travel", "ride": "taxi 88", "step": "1"}},
    {"data": {"do": "travel", "ride": "taxi 114", "step": "1"}},
    {"data": {"do": "undo"}},
    {"json": {"on": True}},
    {"data": b"\xff" * 5000},
]


class Twin:
    """One of the two evenings, seen by a stranger while Mister X has his page open."""

    def __init__(self, table: Table, which: int) -> None:
        self.table, self.which = table, which
        self.app: Flask = pages(table, FakeWorkbench(), Claim())
        self.his = browser(self.app)
        self.his.get("/mister-x")
        self.stranger = browser(self.app)

    def ride(self, leg: int) -> None:
        """He rides by his page."""
        form = FormReader(self.his.get("/mister-x").text).form("travel")
        to = RIDES[self.which][leg]
        assert self.his.post("/mister-x", data=form.hidden | {"ride": f"taxi {to}"}).status_code == 303

    def everything(self) -> list[object]:
        """All that a stranger gets, whatever he asks."""
        return [
            self._asked(method, path, body)
            for path in _paths(self.app)
            for method in ("GET", "HEAD", "OPTIONS", "POST", "PUT")
            for body in (BODIES if method == "POST" else [{}])
        ]

    def _asked(self, method: str, path: str, body: dict[str, Any]) -> object:
        answer = self.stranger.open(path, method=method, headers={"X-Table": "1"}, buffered=False, **body)
        streams = answer.mimetype == "text/event-stream" and method == "GET"
        data = _first(iter(answer.response), 2) if streams else answer.data
        answer.close()
        headers = [(name, value) for name, value in answer.headers if name != "Date"]
        return method, path, answer.status, headers, data


def _first(chunks: Iterator[Any], count: int) -> list[Any]:
    return [next(chunks) for _ in range(count)]


def _paths(app: Flask) -> list[str]:
    """Every route there is, and some there are not."""
    values = {"name": "1", "way": "down", "filename": "night.css"}
    found = [
        rule.build({name: values[name] for name in rule.arguments}, append_unknown=False)
        for rule in app.url_map.iter_rules()
    ]
    paths = sorted({built[1] for built in found if built})
    assert "/mister-x" in paths
    assert "/table-events" in paths
    return [*paths, "/mister-x/", "/mister-x?step=1", "/mister-x/117", "/117"]


@pytest.fixture
def twins() -> Iterator[tuple[Twin, Twin]]:
    with ExitStack() as stack:
        one, other = (
            Twin(
                stack.enter_context(a_table(edition="classic-1983", starts=STARTS | {MISTER_X: start})), which
            )
            for which, start in enumerate(HIDEOUTS)
        )
        yield one, other


def test_a_stranger_can_not_tell_the_twins_apart(
    twins: tuple[Twin, Twin], caplog: pytest.LogCaptureFixture
) -> None:
    one, other = twins
    logs: list[list[str]] = [[], []]
    with caplog.at_level(logging.DEBUG):
        for leg in range(2):
            for twin, log in zip(twins, logs, strict=True):
                caplog.clear()
                twin.ride(leg)
                log += [record.getMessage() for record in caplog.records]
            assert one.table.mister_x() != other.table.mister_x()
            assert public_view(one.table.game.open) == public_view(other.table.game.open)
            assert one.everything() == other.everything()
            for pawn, to in zip(TEAM, REPLIES[leg], strict=True):
                for twin in twins:
                    twin.table.submit(d(pawn, to))
            assert one.everything() == other.everything()
    assert logs[0] == logs[1]


def test_nor_after_he_took_his_move_back(twins: tuple[Twin, Twin]) -> None:
    one, other = twins
    for twin in twins:
        twin.ride(0)
        form = FormReader(twin.his.get("/mister-x").text).form("undo")
        assert twin.his.post("/mister-x", data=form.hidden).status_code == 303
    assert one.everything() == other.everything()


def test_nor_by_what_he_was_refused(twins: tuple[Twin, Twin]) -> None:
    one, other = twins
    for twin in twins:
        form = FormReader(twin.his.get("/mister-x").text).form("travel")
        for ticket in TICKETS:
            twin.his.post("/mister-x", data=form.hidden | {"ride": f"{ticket} 199"})
    assert one.everything() == other.everything()


def test_his_redirect_and_the_headers_of_his_page_tell_nothing(twins: tuple[Twin, Twin]) -> None:
    answers = []
    for twin in twins:
        form = FormReader(twin.his.get("/mister-x").text).form("travel")
        to = RIDES[twin.which][0]
        moved = twin.his.post("/mister-x", data=form.hidden | {"ride": f"taxi {to}"})
        page = twin.his.get("/mister-x")
        headers = [(name, value) for name, value in page.headers if name != "Content-Length"]
        answers.append((list(moved.headers), moved.data, headers))
    assert answers[0] == answers[1]


def test_he_himself_sees_the_difference(twins: tuple[Twin, Twin]) -> None:
    one, other = (twin.his.get("/mister-x").text for twin in twins)
    assert '<strong class="station">117</strong>' in one
    assert '<strong class="station">132</strong>' in other
