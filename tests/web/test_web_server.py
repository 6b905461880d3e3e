"""The server inside the process."""

from __future__ import annotations

import json
import logging
import socket
import struct
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from threading import Barrier, active_count
from time import monotonic
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from companion.web.server import SILENCE, THREADS, PortTaken, Server
from tests.web.evenings import CLASSIC, OURS, a_house, an_evening, pages
from tests.web.listeners import eventually


@pytest.fixture
def server() -> Iterator[Server]:
    with an_evening() as evening:
        server = Server(pages(evening), "127.0.0.1", 0)
        yield server
        server.close()


def ask(
    server: Server, method: str, path: str, body: bytes | None = None
) -> tuple[int, bytes, dict[str, str]]:
    connection = HTTPConnection(server.host, server.port, timeout=5)
    try:
        connection.request(method, path, body)
        answer = connection.getresponse()
        return answer.status, answer.read(), dict(answer.getheaders())
    finally:
        connection.close()


def test_it_serves_the_pages_at_its_address(server: Server) -> None:
    assert server.address == f"http://127.0.0.1:{server.port}/"
    status, body, headers = ask(server, "GET", "/table")
    assert status == 200
    assert b"Mister X" in body
    assert headers["Cache-Control"] == "no-store"
    assert "Server" not in headers


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "127.0.0.1", "::1", "localhost"])
def test_its_address_is_one_that_can_be_opened(host: str) -> None:
    with an_evening() as evening:
        try:
            server = Server(pages(evening), host, 0)
        except PortTaken:
            pytest.skip(f"this machine has no {host}")
        with closing(server), urlopen(server.address, timeout=5) as page:
            assert b"Mister X" in page.read()
        # Only who listens to everybody is told another address than the one it listens at.
        listens = urlsplit(server.address).hostname
        assert (listens == server.host) == (host not in ("0.0.0.0", "::"))


def test_a_port_in_use_is_one_sentence(server: Server) -> None:
    with an_evening() as evening, pytest.raises(PortTaken) as no:
        Server(pages(evening), "127.0.0.1", server.port)
    assert str(no.value) == f"Port {server.port} is in use by another program: choose another."


def test_a_host_that_is_not_here_is_one_sentence() -> None:
    with (
        an_evening() as evening,
        pytest.raises(PortTaken, match=r"^192\.0\.2\.1 port 8000 can't be opened: .*\.$"),
    ):
        Server(pages(evening), "192.0.2.1", 8000)


def test_closing_takes_less_than_a_second_and_leaves_nothing_behind() -> None:
    before = active_count()
    with an_evening() as evening:
        server = Server(pages(evening), "127.0.0.1", 0)
        idle = socket.create_connection((server.host, server.port))
        ask(server, "GET", "/")
        began = monotonic()
        server.close()
        server.close()
        assert monotonic() - began < 1
        idle.close()
        eventually(lambda: active_count() == before)
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection((server.host, server.port), timeout=2)
        # The same port is free again at once.
        Server(pages(evening), "127.0.0.1", server.port).close()


def test_closing_while_the_loop_is_awake_writes_to_nothing_that_is_closed(server: Server) -> None:
    """What the loop is told to do it may do at once, before whoever tells it has come to wake it."""
    trigger = server._server.trigger
    wake = trigger._physical_pull

    def late() -> None:
        wake()
        eventually(lambda: not trigger.thunks)
        wake()

    trigger._physical_pull = late
    server.close()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((server.host, server.port), timeout=2)


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="this system has no such timeout")
def test_a_phone_that_leaves_without_a_word_is_given_up(server: Server) -> None:
    """What is sent to it is not confirmed any more, and the system ends the connection for us."""
    with socket.create_connection((server.host, server.port), timeout=5):
        eventually(lambda: len(server._server.active_channels) == 1)
        (channel,) = server._server.active_channels.values()
        assert channel.socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == SILENCE
    assert SILENCE <= 60_000


def test_a_crowd_that_opens_connections_and_asks_nothing_keeps_nobody_out(server: Server) -> None:
    """A browser opens six at once: thirty phones and tablets have as many as this."""
    with ExitStack() as stack:
        for _ in range(180):
            stack.enter_context(socket.create_connection((server.host, server.port), timeout=5))
        eventually(lambda: len(server._server.active_channels) == 180)
        assert ask(server, "GET", "/table")[0] == 200
    assert server._server.adj.channel_timeout <= 60, "an unused connection is closed"


def test_who_asks_on_without_reading_keeps_no_thread_of_the_server(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    asks = b"GET /table HTTP/1.1\r\nHost: localhost\r\n\r\n" * 100
    with caplog.at_level(logging.WARNING), ExitStack() as stack:
        for _ in range(THREADS + 8):
            greedy = stack.enter_context(socket.socket())
            greedy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            greedy.connect((server.host, server.port))
            greedy.sendall(asks)
        eventually(lambda: not server._server.active_channels)
        assert ask(server, "GET", "/table")[0] == 200
    assert [record for record in caplog.records if record.levelno > logging.WARNING] == []


def test_two_requests_one_after_the_other_on_one_connection_are_both_answered(server: Server) -> None:
    connection = HTTPConnection(server.host, server.port, timeout=5)
    for _ in range(50):
        connection.request("GET", "/table")
        answer = connection.getresponse()
        assert answer.status == 200
        answer.read()
    connection.close()


@pytest.mark.skipif(not hasattr(socket, "SO_LINGER"), reason="this system knows no rude goodbye")
def test_a_phone_that_hangs_up_in_the_middle_is_no_line_in_the_log(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO):
        rude = socket.create_connection((server.host, server.port))
        rude.sendall(b"GET /table HTTP/1.1\r\nHost: localhost\r\n")
        eventually(lambda: len(server._server.active_channels) == 1)
        rude.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        rude.close()
        eventually(lambda: not server._server.active_channels)
    assert caplog.messages == []


def test_of_many_fingers_at_once_one_counts() -> None:
    with a_house(**CLASSIC) as (evening, app, his):
        cookie = his.get_cookie("mister_x_80", path="/x")
        assert cookie is not None
        said = json.dumps({"do": "travel", "ticket": "taxi", "to": 88, "step": evening.on.step})
        headers = {
            "Host": "localhost",
            "Cookie": f"{cookie.key}={cookie.value}",
            "Content-Type": "application/json",
            **OURS,
        }
        with closing(Server(app, "127.0.0.1", 0)) as server:
            together = Barrier(12)

            def press(_: int) -> int:
                connection = HTTPConnection(server.host, server.port, timeout=5)
                together.wait()
                connection.request("POST", "/x/do", said, headers)
                status = connection.getresponse().status
                connection.close()
                return status

            with ThreadPoolExecutor(12) as fingers:
                statuses = sorted(fingers.map(press, range(12)))
        assert statuses == [204] + [409] * 11
        assert len(evening.on.record()) == 2


@pytest.mark.parametrize("size", [5_000, 100_000])
def test_a_long_body_is_refused_on_the_wire_too(server: Server, size: int) -> None:
    status, body, _ = ask(server, "POST", "/x/do", b"x" * size)
    assert status == 413
    assert b"<" not in body


@pytest.mark.parametrize(
    "line", [b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", b"\x00\xff\r\n\r\n", b"GET\r\n\r\n"]
)
def test_what_is_no_request_is_refused_and_others_are_served(server: Server, line: bytes) -> None:
    with socket.create_connection((server.host, server.port), timeout=5) as raw:
        raw.sendall(line)
        assert b" 400 " in raw.recv(4096).splitlines()[0]
    assert ask(server, "GET", "/table")[0] == 200
