"""Streams over a real server: the newest state for everyone, no more of them than there is room for."""

from __future__ import annotations

import base64
import socket
import struct
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPConnection
from time import monotonic
from typing import NamedTuple

import pytest
from flask import Flask

from companion.games.pursuit.commands import MISTER_X
from companion.language import LANGUAGES
from companion.web.server import Server
from companion.web.streams import EACH, FRAME, HEARTBEAT, KEPT, MOST, Bell, Streams
from companion.web.words import Words
from firmware.devices import Note
from firmware.keys import Key
from tests.web.evenings import CLASSIC, PaperEvening, a_house, d, pages, phone
from tests.web.fake_workbench import FakeWorkbench
from tests.web.listeners import Listener, eventually

BEAT = "event: beat\ndata: null\n\n"
WHOLE = {"screen", "shown", "contrast", "lights", "faults", "stuck", "power", "troubles"}
PATHS = ("/events", "/table/events", "/x/events")


class Served(NamedTuple):
    evening: PaperEvening
    bench: FakeWorkbench
    server: Server
    streams: Streams
    cookie: str
    """Mister X's."""

    def listen(self, path: str, buffer: int = 0) -> Listener:
        return Listener(self.server, path, buffer, self.cookie)


@pytest.fixture
def served() -> Iterator[Served]:
    with a_house(**CLASSIC) as (evening, _, _):
        bench = FakeWorkbench()
        app = pages(evening, bench)
        cookie = phone(app, evening).get_cookie("mister_x_80", path="/x")
        assert cookie is not None
        server = Server(app, "127.0.0.1", 0)
        try:
            yield Served(evening, bench, server, app.extensions["streams"], f"{cookie.key}={cookie.value}")
        finally:
            server.close()


# The simulated box


def test_a_listener_gets_the_whole_box_and_then_what_changes(served: Served) -> None:
    with served.listen("/events") as listener:
        event = listener.next()
        assert event
        assert event[0] == "state"
        assert set(event[1]) == WHOLE
        assert base64.b64decode(event[1]["screen"]) == bytes(1024)
        served.bench.change(screen=b"\x81" * 1024)
        assert listener.next() == ("state", {"screen": base64.b64encode(b"\x81" * 1024).decode()})
        served.bench.change(contrast=9, shown=False)
        assert listener.next() == ("state", {"contrast": 9, "shown": False})
        served.bench.stick(None)
        served.bench.change(power=False)
        assert listener.next() == ("state", {"power": False})


@pytest.mark.parametrize("language", LANGUAGES)
def test_troubles_are_told_in_the_language_of_the_page(served: Served, language: str) -> None:
    words = Words(language)
    app: Flask = pages(served.evening, served.bench)
    served.evening.set(troubles=("oled", "5"))
    with app.test_client().get("/events", headers={"Accept-Language": language}) as answer:
        chunks = iter(answer.response)
        assert next(chunks) == b"retry: 1000\n\n"
        told = next(chunks)
    sentences = [
        words.say("The display does not answer. Check its wires."),
        words.say("Key {key} is stuck. The others work.", key="5"),
    ]
    assert isinstance(told, bytes)
    for sentence in sentences:
        assert sentence.encode("ascii", "backslashreplace").replace(b"\\x", b"\\u00") in told


def test_a_tune_is_heard_by_those_who_listen_and_by_nobody_later(served: Served) -> None:
    with served.listen("/events") as listener:
        listener.next()
        served.bench.play((Note(440, 0.1), Note(0, 0.05)))
        assert listener.next() == ("tune", [[440, 0.1], [0, 0.05]])
        served.bench.play(())
        assert listener.next() == ("tune", [])
        with served.listen("/events") as later:
            later.next()
            served.bench.change(contrast=3)
            assert later.next() == ("state", {"contrast": 3})


def test_a_slow_listener_gets_the_newest_state_and_no_queue_grows(served: Served) -> None:
    bench = served.bench
    bench.change(lights={f"light {number}": 0.0 for number in range(4000)})
    looks = [0]
    whole = bench.snapshot

    def counted() -> object:
        looks[0] += 1
        return whole()

    bench.snapshot = counted  # type: ignore[assignment, method-assign]
    with served.listen("/events", buffer=4096) as listener:
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


def test_nobody_sees_more_pictures_than_an_eye_can(served: Served) -> None:
    with served.listen("/events") as listener:
        assert listener.next()
        began = monotonic()
        changes = 0
        while monotonic() - began < 0.4:
            changes += 1
            served.bench.change(contrast=changes % 200)
        served.bench.change(contrast=255)
        states = 1
        while (event := listener.next()) and event[1].get("contrast") != 255:
            states += 1
        assert states <= (monotonic() - began) / FRAME + 2 < changes / 3


def test_keys_that_a_vanished_page_held_come_up_by_themselves(served: Served) -> None:
    def down(page: str, key: str) -> None:
        connection = HTTPConnection(served.server.host, served.server.port, timeout=5)
        connection.request("POST", f"/key/{key}/down", headers={"X-Table": page})
        assert connection.getresponse().status == 204
        connection.close()

    with served.listen("/events?page=other") as other:
        assert other.next()
        with served.listen("/events?page=mine") as mine:
            assert mine.next()
            for page, key in (("mine", "1"), ("mine", "2"), ("other", "2"), ("other", "3")):
                down(page, key)
        eventually(lambda: ("release", Key.ONE) in served.bench.did)
        assert [what for what in served.bench.did if what[0] == "release"] == [("release", Key.ONE)]


# The table and Mister X


def test_everybody_hears_a_move_and_only_he_hears_where_he_is(served: Served) -> None:
    with served.listen("/table/events") as table, served.listen("/x/events") as his:
        for listener, first in ((table, "table"), (his, "state")):
            for name in (first, "clock"):
                event = listener.next()
                assert event
                assert event[0] == name
        served.evening.on.submit(d(MISTER_X, 88))
        told, own = table.next(), his.next()
        assert told
        assert own
        assert told[1]["log"] == [{"window": 1, "ticket": "taxi", "station": None, "note": "", "seen": False}]
        assert own[1]["mister_x"]["station"] == 88


def test_his_stream_ends_on_the_wire_when_the_table_opens_another_code(served: Served) -> None:
    with served.listen("/x/events") as his:
        assert his.next()
        assert his.next()
        served.evening.code()
        assert his.next() == ("gone", None)
        assert his.next() is None
    eventually(lambda: served.streams.open == 0)
    with served.listen("/x/events") as again:
        assert again.status == 403


def test_a_stream_outlives_a_power_cut(served: Served) -> None:
    with served.listen("/table/events") as listener:
        assert listener.next()
        assert listener.next()
        served.evening.power(False)
        assert listener.next() == ("table", {"phase": "off", "language": "en", "troubles": []})
        served.evening.power(True)
        event = listener.next()
        assert event
        assert event[1]["phase"] == "play"


# Room


def test_only_so_many_may_listen_and_the_next_is_told_why(served: Served) -> None:
    with ExitStack() as stack:
        open_to_all = [path for path in PATHS if path != "/x/events"]
        paths = [open_to_all[number % len(open_to_all)] for number in range(MOST - KEPT)]
        listeners = [stack.enter_context(served.listen(path)) for path in paths]
        assert {listener.status for listener in listeners} == {200}
        assert served.streams.open == MOST - KEPT == 52
        for path in open_to_all:
            with served.listen(path) as late:
                assert late.status == 503
        # For Mister X there is a place all the same, and for a few ghosts of his.
        for _ in range(KEPT):
            assert stack.enter_context(served.listen("/x/events")).status == 200
        assert served.streams.open == MOST == 56
        for path in open_to_all:
            with served.listen(path) as late:
                assert late.status == 503
                assert late.rest() == b"Too many pages are open. Close one.\n"
        assert len(served.bench.watchers) == paths.count("/events")
        # Whoever presses a button is still served, and those who listen hear of it.
        served.evening.on.submit(d(MISTER_X, 88))
        assert listeners[0].next()
        for listener in listeners[: KEPT + 1]:
            listener.close()
        eventually(lambda: served.streams.open < MOST - KEPT)
        with served.listen("/events") as now:
            assert now.status == 200


def test_mister_x_who_comes_again_and_again_ends_his_own_oldest_stream(served: Served) -> None:
    """Where the network is poor his phone leaves ghosts: they must not keep him out."""
    with ExitStack() as stack:
        his = [stack.enter_context(served.listen("/x/events")) for _ in range(KEPT)]
        table = stack.enter_context(served.listen("/table/events"))
        again = stack.enter_context(served.listen("/x/events"))
        assert again.next()
        while his[0].next():
            pass
        eventually(lambda: served.streams.open == KEPT + 1)
        served.evening.on.submit(d(MISTER_X, 88))
        for listener in (*his[1:], table, again):
            while (event := listener.next()) and not (event[1] or {}).get("log"):
                pass
            assert event


def test_one_device_has_no_more_than_its_share() -> None:
    with a_house(**CLASSIC) as (_, app, _):
        streams: Streams = app.extensions["streams"]
        with ExitStack() as stack:
            guest = {"REMOTE_ADDR": "192.168.1.20"}
            answers = [
                stack.enter_context(app.test_client().get("/table/events", environ_base=guest))
                for _ in range(EACH + 1)
            ]
            other = app.test_client().get("/table/events", environ_base={"REMOTE_ADDR": "192.168.1.21"})
            stack.enter_context(other)
            chunks = [iter(answer.response) for answer in (answers[0], answers[1], other)]
            assert [next(one) for one in chunks] == [b"retry: 1000\n\n"] * 3
            assert next(chunks[0], None) is None
            assert next(chunks[1], None)
            assert next(chunks[2], None)
        assert streams.open == 0


def test_while_all_streams_are_taken_pages_and_buttons_still_answer(served: Served) -> None:
    with ExitStack() as stack:
        for _ in range(MOST):
            stack.enter_context(served.listen("/table/events"))
        began = monotonic()
        for path in ("/table", "/x", "/games"):
            connection = HTTPConnection(served.server.host, served.server.port, timeout=5)
            connection.request("GET", path, headers={"Cookie": served.cookie})
            answer = connection.getresponse()
            assert answer.status == 200
            answer.read()
            connection.close()
        assert monotonic() - began < 2


@pytest.mark.parametrize("path", PATHS)
def test_a_listener_who_left_is_dropped(served: Served, path: str) -> None:
    followers = len(served.evening._followers._calls)
    listener = served.listen(path)
    assert listener.next()
    assert served.streams.open == 1
    listener.close()
    eventually(lambda: served.streams.open == 0)
    assert not served.bench.watchers
    assert len(served.evening._followers._calls) == followers


@pytest.mark.parametrize("path", PATHS)
def test_a_listener_whose_connection_breaks_is_dropped(served: Served, path: str) -> None:
    listener = served.listen(path)
    assert listener.next()
    listener.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    listener.close()  # by a reset, without a goodbye
    eventually(lambda: served.streams.open == 0)
    assert not served.bench.watchers


@pytest.mark.parametrize("path", PATHS)
def test_who_only_asks_for_the_head_takes_no_place(served: Served, path: str) -> None:
    connection = HTTPConnection(served.server.host, served.server.port, timeout=5)
    connection.request("HEAD", path, headers={"Cookie": served.cookie, "Host": "localhost"})
    assert connection.getresponse().status == 200
    connection.close()
    eventually(lambda: served.streams.open == 0)
    assert not served.bench.watchers


def test_who_is_turned_away_leaves_nothing_behind(served: Served) -> None:
    followers = len(served.evening._followers._calls)
    with ExitStack() as stack:
        for _ in range(MOST - KEPT):
            stack.enter_context(served.listen("/events"))
        with served.listen("/table/events") as late:
            assert late.status == 503
        assert len(served.evening._followers._calls) == followers


# The end


def test_closing_ends_fifty_streams_within_a_second(served: Served) -> None:
    served.bench.change(lights={f"light {number}": 0.0 for number in range(4000)})
    with ExitStack() as stack:
        paths = ["/x/events", *(PATHS[number % 2] for number in range(48))]
        reading = [stack.enter_context(served.listen(path)) for path in paths]
        for listener in reading:
            assert listener.next()
        asleep = stack.enter_context(served.listen("/events", buffer=4096))
        for brightness in range(10):
            served.bench.change(lights={name: float(brightness) for name in served.bench.box.lights})
        assert served.streams.open == 50
        began = monotonic()
        served.server.close()
        assert monotonic() - began < 1
        for listener in reading:
            while listener.next():
                pass
        asleep.close()
        eventually(lambda: served.streams.open == 0)
        assert not served.bench.watchers


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
