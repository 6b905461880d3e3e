"""From a confirm on the phone to the display and to every page that is open, with a crowd around the table."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any

from companion.box import Box
from companion.config import Config
from companion.protocol import hear
from companion.web.app import create_app
from companion.web.server import Server
from companion.workbench import Workbench
from firmware.keys import Key
from tools.web_crowd import PATIENCE, Ear

PAGES = 50
DETECTIVES = ["red", "blue", "green", "yellow", "brown"]


@dataclass(frozen=True, slots=True)
class Crowded:
    """What was measured, in seconds, and bytes."""

    bare: list[float]
    """A route that does nothing, asked by the same client."""
    heard: list[float]
    """From confirm to each page."""
    shown: list[float]
    """From confirm to the display."""
    steps: int
    grown: int
    """Resident memory after the last game, more than after the first."""
    closing: float
    """To end all streams and the server."""


def crowded(games: int = 8) -> Crowded:
    """Play *games* with :data:`PAGES` pages open."""
    with TemporaryDirectory() as folder:
        bench = Workbench(Config(night=None, screen_saver=None), Path(folder) / "bench.journal")
        app = create_app(bench, bench)
        app.add_url_rule("/bare", "bare", lambda: ("", 204))
        server = Server(app, "127.0.0.1", 0)
        pictures: list[float] = []
        bench._chip.watch(lambda: pictures.append(time.monotonic()))
        bare: list[float] = []
        heard: list[float] = []
        shown: list[float] = []
        memory: list[int] = []
        steps = 0
        try:
            for seed in range(games):
                _until(lambda: not app.extensions["streams"].open)
                said = _game(bench, server.port, seed)
                bare += said["bare"]
                heard += said["heard"]
                steps += said["steps"]
                shown += [pictures[bisect_left(pictures, began)] - began for began in said["confirms"]]
                memory.append(_resident())
        finally:
            with ExitStack() as left_open:
                for _ in range(PAGES):
                    left_open.callback(Ear(server.port, "/table/events").socket.close)
                _until(lambda: app.extensions["streams"].open >= PAGES)
                began = time.monotonic()
                server.close()
                closing = time.monotonic() - began
            bench.close()
    return Crowded(bare, heard, shown, steps, memory[-1] - memory[0], closing)


def _game(bench: Workbench, port: int, seed: int) -> dict[str, Any]:
    table, pairing, box = bench.table, bench.pairing, bench._box
    assert table is not None
    assert pairing is not None
    assert box is not None
    box.post(lambda: box.desk.change(touch=True))
    table.submit(hear({"do": "new", "edition": "classic-1983", "detectives": DETECTIVES, "seed": seed}))
    while not (offer := pairing.offer):  # the pawns are placed, leaf by leaf; then the display shows a code
        box.press(Key.HASH)
        time.sleep(0.1)
    command = [sys.executable, "-m", "tools.web_crowd", str(port), str(PAGES), "40"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as crowd:
        assert crowd.stdin is not None
        assert crowd.stdout is not None
        crowd.stdin.write(f"{offer.code}\n")
        crowd.stdin.flush()
        assert crowd.stdout.readline() == "knocked\n"
        while not pairing.paired:
            time.sleep(0.5)  # nobody reads two symbols as quickly as that
            box.press(Key.HASH)
        crowd.stdin.write("\n")
        crowd.stdin.flush()
        with _impatience(box):
            said: dict[str, Any] = json.loads(crowd.stdout.readline())
        crowd.wait(PATIENCE)
    return said


@contextmanager
def _impatience(box: Box) -> Iterator[None]:
    """People who look away from every scene at once: the moves come much faster than in an evening."""
    enough = Event()

    def look_away() -> None:
        while not enough.wait(0.02):
            box.post(lambda: box.panel._programme.pass_by(inf))

    hurry = Thread(target=look_away)
    hurry.start()
    yield
    enough.set()
    hurry.join()


def _until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)


def _resident() -> int:
    """Bytes of memory that this process really has."""
    in_pages = int(Path("/proc/self/statm").read_text().split()[1])
    return in_pages * 4096
