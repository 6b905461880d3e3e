"""Somebody who listens to a stream over a real connection."""

from __future__ import annotations

import json
import socket
from collections.abc import Callable
from time import monotonic, sleep
from typing import Any

from companion.web.server import Server


def eventually(true: Callable[[], bool], seconds: float = 5.0) -> None:
    """Wait until it is *true*; it must be so within *seconds*."""
    end = monotonic() + seconds
    while not true():
        assert monotonic() < end, "it never happened"
        sleep(0.005)


class Listener:
    def __init__(self, server: Server, path: str, buffer: int = 0, cookie: str = "") -> None:
        self.socket = socket.socket()
        if buffer:
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        self.socket.settimeout(5)
        self.socket.connect((server.host, server.port))
        cookies = f"Cookie: {cookie}\r\n" if cookie else ""
        self.socket.sendall(f"GET {path} HTTP/1.0\r\nHost: localhost\r\n{cookies}\r\n".encode())
        self.bytes = self.socket.makefile("rb")
        self.status = int(self.bytes.readline().split()[1])
        while self.bytes.readline().strip():
            pass

    def __enter__(self) -> Listener:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def next(self) -> tuple[str, Any] | None:
        """The next event, None when the stream has ended."""
        name = ""
        for line in self.bytes:
            if not line.endswith(b"\n"):  # cut off in the middle
                return None
            word, _, rest = line.decode().rstrip("\n").partition(": ")
            if word == "event":
                name = rest
            elif word == "data":
                return name, json.loads(rest)
        return None

    def rest(self) -> bytes:
        return self.bytes.read()

    def close(self) -> None:
        self.bytes.close()
        self.socket.close()
