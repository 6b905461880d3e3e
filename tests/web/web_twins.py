"""Twins with pages around them: two evenings that differ only in secrets, and all that a stranger gets of each."""

from __future__ import annotations

from random import Random
from typing import Any

from flask.testing import FlaskClient

from companion.games.pursuit import commands as c
from companion.games.pursuit import events as e
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.game import Game
from companion.protocol import say
from tests.web.ears import Ear
from tests.web.evenings import OURS, PAGE, PaperEvening, pages, phone, stranger
from tests.web.fake_workbench import FakeWorkbench
from tests.web.routes import ROUTES, endpoints

HIS_OWN = (c.Start, c.Show, c.Crime, c.Hideout, c.Hide, c.Balloon)
BY_HAND = (c.New, c.Correct, c.TimeUp)
"""What no page can say."""
LANGUAGES = ("en", "fr", "de", "es")
NOWHERE = ("/x/", "/x?step=1", "/x/117", "/117", "/X", "/games/0", "/board/0.json", "/mister-x")
BODIES: list[dict[str, Any]] = [
    {},
    {"data": {"code": "AAAAAA"}},
    {"data": b"\xff" * 5000},
    {"data": b"{", "content_type": "application/json"},
    {"json": {"on": True}},
    {"json": {"oled": False}},
    {"json": {"do": "undo", "step": 1}},
    {"json": {"do": "travel", "ticket": "taxi", "to": 88, "step": 1}},
    {"json": {"do": "travel", "pawn": MISTER_X, "ticket": "taxi", "to": 88, "step": 1}},
    {"json": {"do": "deal", "to": 117, "step": 1}},
    {"json": {"game": 1, "names": {MISTER_X: "Ada"}}},
]


class WebTwin:
    """One of the two evenings. Mister X plays by phone, the detectives by touch, and a stranger asks everything."""

    def __init__(self, new: c.New | None = None, bench: bool = True) -> None:
        self.evening = PaperEvening()
        self.app = pages(self.evening, FakeWorkbench() if bench else None)
        self.games: list[Game] = []
        self.answers: list[object] = []
        """What Mister X's phone and the touch table were answered, but for what is for his eyes only."""
        self.evening.set(touch=True, possible=True)
        self.ears: dict[str, Ear] = {}
        if new:
            self.begin(new)

    def begin(self, new: c.New) -> None:
        self.evening.on.submit(new)
        self.games.append(self.evening.on.game)
        self.pair()

    def pair(self) -> None:
        self.evening.now += 1000  # wrong codes are forgiven
        self.his = phone(self.app, self.evening)
        self.stranger = stranger(self.app)
        for ear in self.ears.values():
            ear.close()
        streams = {"/table/events", "/events"} & {rule.rule for rule in self.app.url_map.iter_rules()}
        self.ears = {path: Ear(self.stranger, path) for path in sorted(streams)}
        self.ears["/x/events"] = Ear(self.his, "/x/events")

    def close(self) -> None:
        for ear in self.ears.values():
            ear.close()
        self.evening.journal.close()

    # Playing

    @property
    def events(self) -> tuple[e.Event, ...]:
        position = self.evening.on.position
        assert position is not None
        return position.events

    def do(self, command: c.Command) -> None:
        table = self.evening.on
        if isinstance(command, BY_HAND):
            table.submit(command)
        else:
            his = isinstance(command, HIS_OWN) or table.mister_x().turn == MISTER_X
            status = self.press(self.his if his else self.stranger, say(command))
            assert status == 204, command
        self.games.append(table.game)

    def press(self, client: FlaskClient, said: dict[str, Any]) -> int:
        """Say it by a page."""
        path = "/x/do" if client is self.his else "/table/do"
        answer = client.post(path, json=said | {"step": self.evening.on.step}, headers=OURS)
        body = b"" if client is self.his else answer.data
        headers = [(name, value) for name, value in answer.headers if body or name != "Content-Length"]
        self.answers.append((path, answer.status, headers, body))
        return answer.status_code

    def undo(self) -> None:
        self.evening.on.undo()
        self.games.pop()

    # What gets out

    def heard(self) -> list[object]:
        """What was sent down each stream since the last look: every byte to strangers, the names of events to him."""
        found: list[object] = [(path, ear.chunks()) for path, ear in self.ears.items() if path != "/x/events"]
        his = [chunk.split(b"\n")[0::3] for chunk in self.ears["/x/events"].chunks()]
        return [*found, his]

    def asked(self, rng: Random, all_of_it: bool = False) -> list[object]:
        """What a stranger gets on every route: always by looking, and now and then in another way, or in all."""
        found = []
        for path in (*self._paths(), *(NOWHERE if all_of_it else rng.sample(NOWHERE, 2))):
            client = stranger(self.app, accept_language=rng.choice(LANGUAGES))
            ways = [("GET", {}), ("HEAD", {}), ("OPTIONS", {}), *(("POST", body) for body in BODIES)]
            some = [ways[0], rng.choice(ways[1:])][: rng.randint(1, 2)]
            for method, body in ways if all_of_it else some:
                accepts = rng.choice([PAGE, "*/*"])
                found.append(_got(client, method, path, {**OURS, "Accept": accepts}, body))
        return found

    def _paths(self) -> list[str]:
        game = self.evening.on.game_id or 1
        known = [ROUTES[name].path for name in sorted(endpoints(self.app))]
        return [path.format(over=game, now=game, code="K7QF9B") for path in known]

    def his_page(self) -> object:
        """His page as it is sent to him: there is nothing secret in it yet."""
        return _got(self.his, "GET", "/x", {"Accept": PAGE}, {})


def _got(
    client: FlaskClient, method: str, path: str, headers: dict[str, str], body: dict[str, Any]
) -> object:
    """Status, headers and body of the answer; of a stream, all it sends at first and where that is cut."""
    with client.open(path, method=method, headers=headers, **body) as answer:
        got = [(name, value) for name, value in answer.headers if name != "Date"]
        if answer.mimetype == "text/event-stream" and method == "GET":
            data: object = [chunk for _, chunk in zip(range(2), answer.response, strict=False)]
        else:
            data = answer.data
        return method, path, answer.status, got, data
