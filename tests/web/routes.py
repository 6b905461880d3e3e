"""Every route there is, how it is asked properly, and who may ask. A route that is missing here fails a test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.games.pursuit.commands import MISTER_X
from companion.protocol import hear
from tests.web.evenings import CLASSIC, OURS, PaperEvening, an_evening, d, pages, phone, stranger
from tests.web.fake_workbench import FakeWorkbench


class Route(NamedTuple):
    """How a route is asked, and what it answers to who may ask."""

    path: str
    status: int = 200
    off: int = 200
    """The answer while the power is off."""
    his: bool = False
    """Only for the phone that is Mister X's."""
    json: dict[str, Any] | None = None
    form: bool = False
    bad_shape: str = ""
    """The sentence about a JSON object that makes no sense."""
    stream: bool = False


ROUTES = {
    "static": Route("/static/night.css"),
    "front": Route("/", 303, 303),
    "simulator.box": Route("/"),
    "simulator.listen": Route("/events", stream=True),
    "simulator.key": Route("/key/1/down", 204, 204),
    "simulator.fault": Route("/fault", 204, 204, json={"oled": True}, bad_shape="bad_fault"),
    "simulator.power": Route("/power", 204, 204, json={"on": True}, bad_shape="bad_power"),
    "table.look": Route("/table"),
    "table.listen": Route("/table/events", stream=True),
    "table.board": Route("/board/{now}.json", off=503),
    "table.act": Route(
        "/table/do",
        204,
        503,
        json={"do": "travel", "pawn": "red", "ticket": "taxi", "to": 102},
        bad_shape="bad_form",
    ),
    "table.name_players": Route(
        "/table/players", 204, 503, json={"names": {"red": "Ada"}}, bad_shape="bad_form"
    ),
    "mister_x.look": Route("/x", off=503, his=True),
    "mister_x.scanned": Route("/X/{code}"),
    "mister_x.ask": Route("/x/pair", 403, 503, form=True),
    "mister_x.listen": Route("/x/events", off=503, his=True, stream=True),
    "mister_x.act": Route("/x/do", 204, 503, his=True, json={"do": "undo"}, bad_shape="bad_form"),
    "games.all_games": Route("/games", off=503),
    "games.one_game": Route("/games/{over}", off=503),
    "games.steps": Route("/games/{over}/replay.json", off=503),
    "games.record": Route("/games/{over}/record.json", off=503),
}


class Place(NamedTuple):
    """A house in which a game is over, another is played, and Mister X has just moved."""

    evening: PaperEvening
    app: Flask
    bench: FakeWorkbench | None
    his: FlaskClient
    over: int
    now: int

    def methods(self, endpoint: str) -> set[str]:
        """GET or POST, and no other."""
        (rule,) = (rule for rule in self.app.url_map.iter_rules() if rule.endpoint == endpoint)
        assert rule.methods is not None
        return rule.methods & {"GET", "POST"}

    def path(self, endpoint: str) -> str:
        return ROUTES[endpoint].path.format(over=self.over, now=self.now, code="K7QF9B")

    def said(self, endpoint: str) -> dict[str, Any] | None:
        """What is said properly, about the step that stands."""
        said = ROUTES[endpoint].json
        if said is None:
            return None
        if endpoint in ("table.act", "mister_x.act"):
            return said | {"step": self.evening.on.step}
        return said | ({"game": self.now} if endpoint == "table.name_players" else {})

    def client(self, endpoint: str) -> FlaskClient:
        """Who may ask."""
        return self.his if ROUTES[endpoint].his else stranger(self.app)

    def ask(self, endpoint: str, client: FlaskClient | None = None, **more: Any) -> TestResponse:
        """Ask properly but for what *more* says."""
        route = ROUTES[endpoint]
        asked: dict[str, Any] = {"method": next(iter(self.methods(endpoint)))}
        if route.json is not None and "data" not in more and "json" not in more:
            asked["json"] = self.said(endpoint)
        if route.form and "data" not in more:
            asked["data"] = {"code": "AAAAAA"}
        headers = {"Accept": "*/*", **OURS, **more.pop("headers", {})}
        headers = {name: value for name, value in headers.items() if value is not None}
        return (client or self.client(endpoint)).open(self.path(endpoint), **(asked | more), headers=headers)

    def state(self) -> object:
        """All that somebody could have changed."""
        evening = self.evening
        paired = evening.pairing and (evening.pairing.offer, evening.pairing.knock, evening.pairing.paired)
        return evening.written(), paired, self.bench and tuple(self.bench.did)


@contextmanager
def a_place(bench: bool = True) -> Iterator[Place]:
    with an_evening(**CLASSIC) as evening:
        over = evening.on.game_id
        evening.on.submit(hear({"do": "time_up", "then": "lose"}))
        now = evening.begin(**CLASSIC)
        evening.set(touch=True)
        workbench = FakeWorkbench() if bench else None
        app = pages(evening, workbench)
        his = phone(app, evening)
        evening.on.submit(d(MISTER_X, 88))
        assert over is not None
        yield Place(evening, app, workbench, his, over, now)


def endpoints(app: Flask) -> set[str]:
    return {rule.endpoint for rule in app.url_map.iter_rules()}
