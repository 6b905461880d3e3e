"""A crowd around the table: many pages that listen, and a phone that plays. A process of its own, so that it takes no
time from the server it measures. It speaks bare HTTP: what it measures is the table, not a client.

``python -m tools.web_crowd PORT PAGES MOVES``, a code on standard input; then a line of JSON on standard output.
"""

from __future__ import annotations

import json
import selectors
import socket
import sys
import time
from http.client import HTTPConnection
from random import Random
from typing import Any
from urllib.parse import urlencode

PATIENCE = 20.0
PACE = 0.05
"""Seconds between two moves: people are slower, and a stream sends at most thirty pictures a second."""


class Ear:
    """A page that listens to a stream."""

    def __init__(self, port: int, path: str, cookie: str = "") -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.sendall(
            f"GET {path} HTTP/1.0\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\n\r\n".encode()
        )
        self.socket.setblocking(False)
        self.state: dict[str, Any] = {}
        self.when = 0.0
        self._unread = b""

    def hear(self) -> None:
        """Take in what has come, and when it came."""
        self._unread += self.socket.recv(1 << 16)
        *whole, self._unread = self._unread.split(b"\n\n")
        for text in whole:
            for line in text.split(b"\n"):
                if line.startswith(b'data: {"') and b'"step":' in line:
                    self.state, self.when = json.loads(line[6:]), time.monotonic()


class Crowd:
    def __init__(self, port: int, pages: int) -> None:
        self._port = port
        self._selector = selectors.DefaultSelector()
        self.pages = [self._listen("/table/events") for _ in range(pages)]
        self._posts = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self._posts.connect()
        assert self._posts.sock is not None
        self._posts.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._cookie = ""

    def _listen(self, path: str, cookie: str = "") -> Ear:
        ear = Ear(self._port, path, cookie)
        self._selector.register(ear.socket, selectors.EVENT_READ, ear)
        return ear

    def pair(self, code: str) -> None:
        """Knock; somebody at the table accepts."""
        self._posts.request(
            "POST",
            "/x/pair",
            urlencode({"code": code}),
            {"Content-Type": "application/x-www-form-urlencoded"},
        )
        answer = self._posts.getresponse()
        answer.read()
        assert answer.status == 303, answer.status
        self._cookie = answer.headers["Set-Cookie"].partition(";")[0]
        print("knocked", flush=True)
        sys.stdin.readline()
        self.his = self._listen("/x/events", self._cookie)

    def say(self, path: str, said: dict[str, Any]) -> float:
        """Post it and tell when that was."""
        body = json.dumps(said)
        headers = {"Content-Type": "application/json", "X-Table": "bench", "Cookie": self._cookie}
        began = time.monotonic()
        self._posts.request("POST", path, body, headers)
        answer = self._posts.getresponse()
        why = answer.read()
        assert answer.status == 204, (answer.status, why, said)
        return began

    def wait(self, step: int) -> None:
        """Until everybody has heard of a step after *step*."""
        end = time.monotonic() + PATIENCE
        ears = [*self.pages, self.his]
        while any(ear.state.get("step", -1) <= step for ear in ears):
            assert time.monotonic() < end, "somebody never heard of it"
            for key, _ in self._selector.select(0.5):
                key.data.hear()

    def bare(self, times: int) -> list[float]:
        """How long a route takes that does nothing, on the same server with the same streams open."""
        took = []
        for _ in range(times):
            began = time.monotonic()
            self._posts.request("GET", "/bare")
            self._posts.getresponse().read()
            took.append(time.monotonic() - began)
            time.sleep(0.005)
        return took


def his_move(state: dict[str, Any], rng: Random) -> dict[str, Any]:
    ticket, to = rng.choice(state["moves"])
    return {"do": "travel", "ticket": ticket, "to": to, "step": state["step"]}


def their_move(state: dict[str, Any], rng: Random) -> dict[str, Any]:
    pawn, choices = next(iter(state["choices"]["pawns"].items()))
    ticket, to = rng.choice(choices["rides"])
    return {"do": "travel", "pawn": pawn, "ticket": ticket, "to": to, "step": state["step"]}


def main() -> None:
    port, pages, moves = map(int, sys.argv[1:])
    crowd, rng = Crowd(port, pages), Random(1)
    crowd.pair(sys.stdin.readline().strip())
    crowd.wait(-1)
    # One that is gone without a word: it takes nothing in any more, and never says so.
    vanished = Ear(port, "/table/events")
    vanished.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    bare = crowd.bare(300)
    confirms: list[float] = []
    heard: list[float] = []
    steps = 0
    while len(confirms) < moves and crowd.his.state["phase"] == "play":
        state, his = crowd.pages[0].state, crowd.his.state
        if his["his_turn"]:
            began = crowd.say("/x/do", his_move(his, rng))
            crowd.wait(his["step"])
            confirms.append(began)
            heard += [ear.when - began for ear in crowd.pages]
        else:
            crowd.say("/table/do", their_move(state, rng))
            crowd.wait(state["step"])
        steps += 1
        time.sleep(PACE)
    vanished.socket.close()
    print(json.dumps({"bare": bare, "confirms": confirms, "heard": heard, "steps": steps}), flush=True)


if __name__ == "__main__":
    main()
