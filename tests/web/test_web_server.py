"""The server inside the process."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from threading import active_count
from time import monotonic
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest

from companion.web.server import PortTaken, Server
from tests.web.listeners import eventually
from tests.web.web_tables import a_table, pages


@pytest.fixture
def server() -> Iterator[Server]:
    with a_table() as table:
        server = Server(pages(table), "127.0.0.1", 0)
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
    status, body, headers = ask(server, "GET", "/")
    assert status == 200
    assert b"Mister X" in body
    assert headers["Cache-Control"] == "no-store"
    assert "Server" not in headers


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "127.0.0.1", "::1", "localhost"])
def test_its_address_is_one_that_can_be_opened(host: str) -> None:
    with a_table() as table:
        try:
            server = Server(pages(table), host, 0)
        except PortTaken:
            pytest.skip(f"this machine has no {host}")
        with closing(server), urlopen(server.address, timeout=5) as page:
            assert b"Mister X" in page.read()
        # Only who listens to everybody is told another address than the one it listens at.
        listens = urlsplit(server.address).hostname
        assert (listens == server.host) == (host not in ("0.0.0.0", "::"))


def test_a_port_in_use_is_one_sentence(server: Server) -> None:
    with a_table() as table, pytest.raises(PortTaken) as no:
        Server(pages(table), "127.0.0.1", server.port)
    assert str(no.value) == f"Port {server.port} is in use by another program: choose another."


def test_a_host_that_is_not_here_is_one_sentence() -> None:
    with (
        a_table() as table,
        pytest.raises(PortTaken, match=r"^192\.0\.2\.1 port 8000 can't be opened: .*\.$"),
    ):
        Server(pages(table), "192.0.2.1", 8000)


def test_closing_takes_less_than_a_second_and_leaves_nothing_behind() -> None:
    before = active_count()
    with a_table() as table:
        server = Server(pages(table), "127.0.0.1", 0)
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
        Server(pages(table), "127.0.0.1", server.port).close()


@pytest.mark.parametrize("size", [5_000, 100_000])
def test_a_long_body_is_refused_on_the_wire_too(server: Server, size: int) -> None:
    status, body, _ = ask(server, "POST", "/mister-x", b"x" * size)
    assert status == 413
    assert b"<" not in body


@pytest.mark.parametrize(
    "line", [b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n", b"\x00\xff\r\n\r\n", b"GET\r\n\r\n"]
)
def test_what_is_no_request_is_refused_and_others_are_served(server: Server, line: bytes) -> None:
    with socket.create_connection((server.host, server.port), timeout=5) as raw:
        raw.sendall(line)
        assert b" 400 " in raw.recv(4096).splitlines()[0]
    assert ask(server, "GET", "/")[0] == 200
