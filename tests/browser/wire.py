"""The network between one device and the table, which can be cut or go silent. It leads nowhere else.

Browsers can be told that they are offline, but then they only open no more connections. Who leaves the house
with a phone loses those that are open, too.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Lock, Thread

_VERSION, _CONNECT, _IN_NUMBERS, _BY_NAME = 5, 1, 1, 3
_DONE, _NOT_ALLOWED, _REFUSED = 0, 2, 5


class Wire:
    """A SOCKS proxy with one destination."""

    def __init__(self, host: str, port: int) -> None:
        self._to = host, port
        self._lock = Lock()
        self._ends: set[socket.socket] = set()
        self._threads: list[Thread] = []
        self._flows = Event()
        self._flows.set()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"socks5://127.0.0.1:{self._listener.getsockname()[1]}"
        self._start(self._listen)

    def cut(self) -> None:
        """Every connection is lost."""
        with self._lock:
            for end in self._ends:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def hush(self) -> None:
        """Nothing gets through any more, and no connection is lost."""
        self._flows.clear()

    def flow(self) -> None:
        """Everything gets through again, with all that has waited."""
        self._flows.set()

    def close(self) -> None:
        self.flow()
        self._listener.shutdown(socket.SHUT_RDWR)  # else nobody wakes who listens
        self._listener.close()
        for thread in self._threads:  # which may still grow
            while thread.is_alive():
                self.cut()
                thread.join(0.05)

    def _start(self, work: Callable[..., None], *with_: object) -> None:
        thread = Thread(target=work, args=with_, name="wire", daemon=True)
        thread.start()
        self._threads.append(thread)

    def _listen(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                self._start(self._serve, near)

    def _serve(self, near: socket.socket) -> None:
        far = socket.socket()
        with self._lock:
            self._ends |= {near, far}
        with near, far, suppress(OSError, ValueError):  # a browser may think better of it in the middle
            if self._greet(near, far):
                self._start(self._pump, far, near)
                self._pump(near, far)
        with self._lock:
            self._ends -= {near, far}

    def _greet(self, near: socket.socket, far: socket.socket) -> bool:
        """Hear where *near* wants to go, and take *far* there if that is the table."""
        version, ways = near.recv(2)
        near.recv(ways)
        near.sendall(bytes([version, 0]))
        asked = near.recv(512)
        # Chromium spells out even an address in numbers.
        host, port = self._to
        table = bytes([_VERSION, _CONNECT, 0, _BY_NAME, len(host)]) + host.encode() + port.to_bytes(2)
        answer = _DONE
        if asked != table:
            answer = _NOT_ALLOWED
        elif far.connect_ex(self._to):
            answer = _REFUSED
        near.sendall(bytes([_VERSION, answer, 0, _IN_NUMBERS, 0, 0, 0, 0, 0, 0]))
        return answer == _DONE

    def _pump(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                self._flows.wait()
                sink.sendall(data)
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
