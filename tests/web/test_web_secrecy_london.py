"""Two evenings in London that differ only in where Mister X is: asked everything, in every way, after every step."""

from __future__ import annotations

import logging
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import closing
from random import Random
from unittest import mock

import pytest

from companion import pairing
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.tickets import TICKETS
from companion.web.server import Server
from tests.web.evenings import PAGE, a_game, d, knocking
from tests.web.listeners import Listener
from tests.web.web_twins import WebTwin

HIS_WAYS = ((117, 88, 117), (132, 114, 132))
"""Two cards that he may have drawn, and two rides by taxi from each."""
STARTS = {"red": 103, "blue": 112, "green": 94}
REPLIES = ((102, 100, 95), (103, 112, 94))

pytestmark = pytest.mark.usefixtures("hasty")


class Londoner(WebTwin):
    """A twin who goes one of the two ways."""

    def __init__(self, way: tuple[int, ...]) -> None:
        self.way = way
        super().__init__(a_game(edition="classic-1983", starts=STARTS | {MISTER_X: way[0]}))

    def ride(self, leg: int) -> None:
        assert self.press(self.his, {"do": "travel", "ticket": "taxi", "to": self.way[leg]}) == 204

    def back(self) -> None:
        assert self.press(self.his, {"do": "undo"}) == 204

    def reply(self, leg: int) -> None:
        for pawn, to in zip(STARTS, REPLIES[leg], strict=True):
            self.evening.on.submit(d(pawn, to))


Twins = tuple[Londoner, Londoner]


@pytest.fixture
def twins() -> Iterator[Twins]:
    one, other = Londoner(HIS_WAYS[0]), Londoner(HIS_WAYS[1])
    yield one, other
    one.close()
    other.close()


def are_alike(twins: Twins) -> bool:
    one, other = twins
    assert one.evening.on.mister_x() != other.evening.on.mister_x()
    assert one.answers == other.answers
    assert one.heard() == other.heard()
    assert one.asked(Random(1), all_of_it=True) == other.asked(Random(1), all_of_it=True)
    assert one.heard() == other.heard()
    return one.his_page() == other.his_page()


def test_a_stranger_who_asks_everything_after_every_step_can_not_tell_them_apart(
    twins: Twins, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    for leg in (1, 2):
        for twin in twins:
            twin.ride(leg)
        assert are_alike(twins)
        for twin in twins:
            twin.reply(leg - 1)
        assert are_alike(twins)
    assert not [line for line in caplog.messages if re.search(r"\b(117|88|132|114)\b", line)]


def test_nor_after_he_took_his_move_back(twins: Twins) -> None:
    for twin in twins:
        twin.ride(1)
        twin.back()
    assert are_alike(twins)


def test_nor_by_what_he_was_refused(twins: Twins) -> None:
    for twin in twins:
        for ticket in TICKETS:
            status = twin.press(twin.his, {"do": "travel", "ticket": ticket, "to": 199})
            assert status == 409 or ticket == "double"
    assert are_alike(twins)


def test_nor_while_the_table_rests_nor_after_the_phone_was_taken_from_him(twins: Twins) -> None:
    acts: tuple[Callable[[Londoner], None], ...] = (
        lambda twin: twin.ride(1),
        lambda twin: twin.evening.on.remember(paused=True),
        lambda twin: twin.evening.on.remember(paused=False),
        lambda twin: twin.evening.paired.open(),
        lambda twin: twin.pair(),
    )
    for act in acts:
        for twin in twins:
            act(twin)
        assert are_alike(twins)


def test_he_himself_hears_the_difference(twins: Twins) -> None:
    for twin in twins:
        (state,) = (data for name, data in twin.ears["/x/events"].heard() if name == "state")
        assert state["mister_x"]["station"] == twin.way[0]


def test_the_page_that_he_opens_has_nothing_of_his_in_it(twins: Twins) -> None:
    """His game comes down the stream, so that nothing of it is in a page's text, title or history."""
    for twin in twins:
        twin.ride(1)
        answer = twin.his.get("/x", headers={"Accept": PAGE})
        assert (answer.status_code, answer.request.path, answer.request.query_string) == (200, "/x", b"")
        assert "<title>Mister X</title>" in answer.text
        for station in twin.way:
            assert not re.search(rf"\b{station}\b", answer.text)


# Before the game


def test_nobody_learns_which_card_he_drew_nor_which_he_tried() -> None:
    twins = []
    for _ in HIS_WAYS:
        twin = WebTwin()
        twin.evening.on.prepare(a_game(edition="classic-1983", starts=STARTS))
        twin.pair()
        twins.append(twin)
    one, other = twins

    def alike() -> bool:
        assert one.answers == other.answers
        assert one.heard() == other.heard()
        return one.asked(Random(2), all_of_it=True) == other.asked(Random(2), all_of_it=True)

    assert alike()
    for twin, wrong in zip(twins, (103, 1), strict=True):
        assert twin.press(twin.his, {"do": "deal", "to": wrong}) == 409
    assert alike()
    for twin, way in zip(twins, HIS_WAYS, strict=True):
        assert twin.press(twin.his, {"do": "deal", "to": way[0]}) == 204
    assert alike()
    for twin, way in zip(twins, HIS_WAYS, strict=True):
        assert twin.evening.on.mister_x().start == way[0]
        twin.close()


# A phone that knocks


def test_a_phone_that_knocks_learns_no_more_than_its_check(twins: Twins) -> None:
    for twin in twins:
        twin.ride(1)
    got = []
    for twin in twins:
        with (
            mock.patch.object(pairing, "token_urlsafe", return_value="the same secret"),
            mock.patch.object(pairing, "SystemRandom", return_value=Random(1)),
        ):
            client = knocking(twin.app, twin.evening)
        page = client.get("/x")
        with client.get("/x/events") as stream:
            chunks = [chunk for _, chunk in zip(range(2), stream.response, strict=False)]
        refused = client.post("/x/do", json={"do": "undo"}, headers={"X-Table": "x"})
        got.append(
            [
                (answer.status, list(answer.headers), answer.data)
                for answer in (page, refused, client.get("/table"), client.get("/games"))
            ]
            + [chunks]
        )
    assert got[0] == got[1]


# The wire


def on_the_wire(server: Server, method: str, path: str, more: str = "") -> bytes:
    """Every byte of an answer but its date."""
    with socket.create_connection((server.host, server.port), timeout=5) as raw:
        raw.sendall(
            f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{more}\r\n".encode()
        )
        found = b""
        while part := raw.recv(65536):
            found += part
    return re.sub(rb"\r\nDate: [^\r]*", b"", found)


def test_on_the_wire_they_are_the_same_bytes(twins: Twins, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    seen: list[list[bytes]] = []
    steps: tuple[Callable[[Londoner], None], ...] = (
        lambda _: None,
        lambda twin: twin.ride(1),
        lambda twin: twin.back(),
        lambda twin: twin.ride(1),
        lambda twin: twin.reply(0),
    )
    for twin in twins:
        got = []
        with closing(Server(twin.app, "127.0.0.1", 0)) as server, Listener(server, "/table/events") as ear:
            for step in steps:
                step(twin)
                game = twin.evening.on.game_id
                for path in (
                    "/",
                    "/table",
                    "/x",
                    "/games",
                    f"/board/{game}.json",
                    f"/games/{game}",
                    "/x/do",
                    "/no",
                ):
                    got += [on_the_wire(server, method, path) for method in ("GET", "HEAD", "OPTIONS")]
                got.append(on_the_wire(server, "GET", "/x/events"))
                got.append(on_the_wire(server, "POST", "/x/do", "Content-Length: 0\r\n"))
                got.append(repr(ear.next()).encode())
            got.append(repr(ear.next()).encode())
        seen.append(got)
    assert seen[0] == seen[1]
    assert not [line for line in caplog.messages if re.search(r"\b(117|88|132|114)\b", line)]
