"""Streams over a real server: the newest state for everyone, no more of them than there is room for."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from time import monotonic
from typing import NamedTuple

import pytest
from flask import Flask

from companion.table import Table
from companion.web.claim import Claim
from companion.web.server import Server
from companion.web.streams import HEARTBEAT, MOST, Bell, Streams
from firmware.devices import Note
from firmware.keys import Key
from tests.web.fake_workbench import FakeWorkbench
from tests.web.listeners import Listener, eventually
from tests.web.web_tables import STARTS, a_table, pages

BEAT = "event: beat\ndata: null\n\n"
WHOLE = {"screen", "shown", "contrast", "lights", "faults", "stuck", "power", "troubles", "language"}


class House(NamedTuple):
    table: Table
    bench: FakeWorkbench
    claim: Claim
    server: Server
    streams: Streams


@pytest.fixture
def house() -> Iterator[House]:
    with a_table(edition="classic-1983", starts=STARTS) as table:
        bench, claim = FakeWorkbench(), Claim()
        app = pages(table, bench, claim)
        server = Server(app, "127.0.0.1", 0)
        try:
            yield House(table, bench, claim, server, app.extensions["streams"])
        finally:
            server.close()


def test_a_listener_gets_the_whole_box_and_then_what_changes(house: House) -> None:
    with Listener(house.server, "/events") as listener:
        event = listener.next()
        assert event
        assert event[0] == "state"
        assert set(event[1]) == WHOLE
        assert base64.b64decode(event[1]["screen"]) == bytes(1024)
        house.bench.change(screen=b"\x81" * 1024)
        assert listener.next() == ("state", {"screen": base64.b64encode(b"\x81" * 1024).decode()})
        house.bench.change(contrast=9, shown=False)
        assert listener.next() == ("state", {"contrast": 9, "shown": False})
        house.bench.stick(None)
        house.bench.change(power=False)
        assert listener.next() == ("state", {"power": False})


def test_a_tune_is_heard_by_those_who_listen_and_by_nobody_later(house: House) -> None:
    with Listener(house.server, "/events") as listener:
        listener.next()
        house.bench.play((Note(440, 0.1), Note(0, 0.05)))
        assert listener.next() == ("tune", [[440, 0.1], [0, 0.05]])
        house.bench.play(())
        assert listener.next() == ("tune", [])
        with Listener(house.server, "/events") as later:
            later.next()
            house.bench.change(contrast=3)
            assert later.next() == ("state", {"contrast": 3})


def test_a_slow_listener_gets_the_newest_state_and_no_queue_grows(house: House) -> None:
    bench = house.bench
    bench.change(lights={f"light {number}": 0.0 for number in range(4000)})
    looks = [0]
    whole = bench.snapshot

    def counted() -> object:
        looks[0] += 1
        return whole()

    bench.snapshot = counted  # type: ignore[assignment, method-assign]
    with Listener(house.server, "/events", buffer=4096) as listener:
        assert listener.next()
        changes, seen, since = 0, -1, monotonic()
        while monotonic() - since < 0.25:
            changes += 1
            bench.change(lights={name: float(changes) for name in bench.box.lights})
            if looks[0] != seen:
                seen, since = looks[0], monotonic()
            assert changes < 1_000_000
        bench.change(contrast=77)
        states = 0
        while (event := listener.next()) and "contrast" not in event[1]:
            states += 1
        assert event
        assert event[1]["lights"]["light 0"] == changes
        # What had been sent when he stopped reading, a few hundred kilobytes, and not what happened since.
        assert states < 8 < changes


def test_only_so_many_may_listen_and_the_next_is_told_why(house: House) -> None:
    with ExitStack() as stack:
        paths = ["/events", "/table-events"] * (MOST // 2)
        listeners = [stack.enter_context(Listener(house.server, path)) for path in paths]
        assert {listener.status for listener in listeners} == {200}
        for path in ("/events", "/table-events"):
            with Listener(house.server, path) as late:
                assert late.status == 503
                assert late.rest() == b"Too many pages are open. Close one.\n"
        assert len(house.bench.watchers) == MOST // 2
        assert listeners[0].next()
        listeners[0].close()
        eventually(lambda: house.streams.open < MOST)
        with Listener(house.server, "/events") as now:
            assert now.status == 200


def test_a_listener_who_left_is_dropped(house: House) -> None:
    for path in ("/events", "/table-events"):
        listener = Listener(house.server, path)
        assert listener.next()
        assert house.streams.open == 1
        listener.close()
        eventually(lambda: house.streams.open == 0)
        assert not house.bench.watchers


def test_who_only_asks_for_the_head_takes_no_place(house: House) -> None:
    connection = HTTPConnection(house.server.host, house.server.port, timeout=5)
    connection.request("HEAD", "/events")
    assert connection.getresponse().status == 200
    connection.close()
    eventually(lambda: house.streams.open == 0)
    assert not house.bench.watchers


def test_closing_ends_every_stream_within_a_second(house: House) -> None:
    house.bench.change(lights={f"light {number}": 0.0 for number in range(4000)})
    with ExitStack() as stack:
        reading = [stack.enter_context(Listener(house.server, "/events")) for _ in range(5)]
        for listener in reading:
            assert listener.next()
        asleep = stack.enter_context(Listener(house.server, "/events", buffer=4096))
        for brightness in range(10):
            house.bench.change(lights={name: float(brightness) for name in house.bench.box.lights})
        began = monotonic()
        house.server.close()
        assert monotonic() - began < 1
        for listener in reading:
            while listener.next():
                pass
        asleep.close()
        eventually(lambda: house.streams.open == 0)
        assert not house.bench.watchers


def test_a_quiet_stream_gives_a_sign_of_life() -> None:
    now = [0.0]
    bell = Bell()

    def news() -> str:
        bell.ring()
        now[0] += 5
        return ""

    app = Flask(__name__)
    streams = Streams(lambda: "full", clock=lambda: now[0])
    with app.test_request_context():
        response = streams.answer(bell, news, lambda: None)
        chunks = iter(response.response)
        assert next(chunks) == "retry: 1000\n\n"
        assert next(chunks) == BEAT
        assert now[0] == 15
        assert next(chunks) == BEAT
        assert now[0] == 30
        response.close()
    assert 10 <= HEARTBEAT <= 15
    assert streams.open == 0


def test_keys_that_a_vanished_page_held_come_up_by_themselves(house: House) -> None:
    def down(page: str, key: str) -> None:
        connection = HTTPConnection(house.server.host, house.server.port, timeout=5)
        connection.request("POST", f"/key/{key}/down", headers={"X-Table": page})
        assert connection.getresponse().status == 204
        connection.close()

    with Listener(house.server, "/events?page=other") as other:
        assert other.next()
        with Listener(house.server, "/events?page=mine") as mine:
            assert mine.next()
            for page, key in (("mine", "1"), ("mine", "2"), ("other", "2"), ("other", "3")):
                down(page, key)
        eventually(lambda: ("release", Key.ONE) in house.bench.did)
        assert [what for what in house.bench.did if what[0] == "release"] == [("release", Key.ONE)]
