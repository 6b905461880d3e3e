"""Run by test_referee_kill.py: referees play on journal files in children that are killed with -9.

A process of its own that forks: one start of Python for all the children, and no threads to trip over.
"""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

from companion.journal import Journal
from companion.referee import Referee, serve
from companion.table import Table
from tests.referee.shadow import Shadow
from tests.referee.talk import Line, written

LIVES = 4  # of each journal; the first of them creates it


class Fuse:
    """Kills its own process after so many instructions of SQLite, once it is lit."""

    def __init__(self) -> None:
        self._left = 0

    def light(self, instructions: int) -> None:
        self._left = instructions

    def watch(self) -> None:
        """Burn with every instruction of the connections that are opened from now on."""
        connect = sqlite3.connect

        def watched(*where: object, **how: object) -> sqlite3.Connection:
            connection: sqlite3.Connection = connect(*where, **how)  # type: ignore[call-overload]
            connection.set_progress_handler(self._burn, 1)
            return connection

        sqlite3.connect = watched  # type: ignore[assignment]

    def _burn(self) -> int:
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return 0


class Child:
    """A referee in a process of its own, on the journal at *path*."""

    def __init__(self, path: Path, fuse_in_opening: int = 0, fuse_in_play: int = 0) -> None:
        source, self._to = os.pipe()
        answers, sink = os.pipe()
        self._answers = os.fdopen(answers, "rb")
        self._id = os.fork()
        if self._id == 0:
            os.close(self._to)
            os.close(answers)
            _play(path, source, sink, fuse_in_opening, fuse_in_play)
        os.close(source)
        os.close(sink)

    def send(self, line: Line) -> None:
        with suppress(BrokenPipeError):  # it is dead already; that will be heard
            os.write(self._to, written(line) + b"\n")

    def hear(self) -> bytes:
        """The next answer; less than a whole line when it is dead."""
        return self._answers.readline()

    def kill(self) -> bytes:
        """Kill it, if it lives; the answers that nobody has read."""
        os.kill(self._id, signal.SIGKILL)
        _, status = os.waitpid(self._id, 0)
        assert os.WIFSIGNALED(status), "the referee failed before it was killed"
        os.close(self._to)
        with self._answers:
            return self._answers.read()


def _play(path: Path, source: int, sink: int, fuse_in_opening: int, fuse_in_play: int) -> None:
    try:
        fuse = Fuse()
        fuse.watch()
        fuse.light(fuse_in_opening)
        journal = Journal.open(path)
        referee = Referee(Table(journal), opened=True)
        fuse.light(fuse_in_play)
        with os.fdopen(source, "rb") as lines, os.fdopen(sink, "wb") as answers:
            serve(referee, lines, answers)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(1)


# The ways to die. Each returns the answers that were not read.


def killed_while_opening(path: Path, shadow: Shadow, rng: Random) -> bytes:
    child = Child(path)
    time.sleep(rng.uniform(0, 0.03))
    return child.kill()


def dead_by_its_own_hand_while_opening(path: Path, shadow: Shadow, rng: Random) -> bytes:
    child = Child(path, fuse_in_opening=rng.randrange(1, 600))
    child.send({"ask": "possible"})
    child.hear()  # either it is open, or it is dead
    return child.kill()


def killed_while_it_waits(path: Path, shadow: Shadow, rng: Random) -> bytes:
    child = Child(path)
    _converse(child, shadow, rng.randrange(1, 20))
    return child.kill()


def killed_while_it_works(path: Path, shadow: Shadow, rng: Random) -> bytes:
    """Up to three lines are sent and none of the answers is waited for."""
    child = Child(path)
    _converse(child, shadow, rng.randrange(1, 15))
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        line = shadow.next_line()
        shadow.said(line)
        child.send(line)
    if rng.random() < 0.8:
        time.sleep(rng.uniform(0, 0.006))
    return child.kill()


def dead_by_its_own_hand_in_play(path: Path, shadow: Shadow, rng: Random) -> bytes:
    child = Child(path, fuse_in_play=rng.randrange(1, 1000))
    _converse(child, shadow, 30)
    return child.kill()


def _converse(child: Child, shadow: Shadow, lines: int) -> None:
    """Say so many lines and wait for each answer, as long as it lives."""
    for _ in range(lines):
        line = shadow.next_line()
        shadow.said(line)
        child.send(line)
        answer = child.hear()
        if not answer.endswith(b"\n"):
            return
        shadow.heard(answer)


WAYS: dict[Callable[[Path, Shadow, Random], bytes], int] = {
    killed_while_opening: 1,
    dead_by_its_own_hand_while_opening: 1,
    killed_while_it_waits: 2,
    killed_while_it_works: 4,
    dead_by_its_own_hand_in_play: 4,
}


def main(folder: Path, seed: int, kills: int) -> None:
    rng = Random(seed)
    count: Counter[str] = Counter()
    while count["kills"] < kills:
        path = folder / f"table{count['kills']}"
        shadow = Shadow(rng)
        for _ in range(LIVES):
            (way,) = rng.choices(list(WAYS), list(WAYS.values()))
            before = shadow.acknowledged
            shadow.died(way(path, shadow, rng))
            count["acknowledged"] += shadow.acknowledged - before
            unanswered = shadow.unanswered_steps
            kept = shadow.compare(path)
            count["kills"] += 1
            count["kept"] += kept
            count["lost"] += unanswered > kept
        shadow.close()
    sys.stdout.write(json.dumps(count))


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
