"""Run by test_journal_kill.py: write steps in children that are killed with -9, and check what is left.

A process of its own that forks: one start of Python for all the children, and no threads to trip over.
"""

import os
import random
import signal
import sys
import time
import traceback
from pathlib import Path

from journal_samples import Rows, steps_in

from companion.journal import Journal

ACKNOWLEDGEMENT = 8  # bytes


def random_rows(step: int, seed: int) -> Rows:
    """The rows that are expected as *step*: small mostly, sometimes big enough to make SQLite fold the WAL in."""
    chance = random.Random(f"{seed} {step}")
    length = chance.choice([10, 10, 500, 5_000, 200_000])
    return [("event", {"nth": nth, "text": "x" * length}) for nth in range(chance.randint(1, 5))]


def append_until_killed(path: Path, acknowledge: int, seed: int) -> None:
    journal = Journal.open(path)
    step = len(steps_in(journal))
    while True:
        step += 1
        assert journal.append(random_rows(step, seed)) == step
        os.write(acknowledge, step.to_bytes(ACKNOWLEDGEMENT, "big"))


def kill_after(delay: float, in_play: bool, path: Path, seed: int) -> int:
    """Let a child append for *delay* seconds, kill it, and return the last step it acknowledged.

    The time runs from the first step if the child is to be killed *in_play*, else from its birth, so that
    some die while they open or create the journal.
    """
    listen, acknowledge = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            append_until_killed(path, acknowledge, seed)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
    os.close(acknowledge)
    acknowledged = os.read(listen, ACKNOWLEDGEMENT) if in_play else b""
    time.sleep(delay)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the child failed before it was killed"
    with os.fdopen(listen, "rb") as pipe:
        acknowledged += pipe.read()
    return int.from_bytes(acknowledged[-ACKNOWLEDGEMENT:], "big")


def main(folder: Path, seed: int, kills: int) -> None:
    chance = random.Random(seed)
    acknowledged_in_all = unacknowledged = 0
    for kill in range(kills):
        path = folder / f"game{kill // 5}"  # five lives a journal, the first of which creates it
        known = 0
        if path.exists():
            with Journal.open(path) as journal:
                known = len(steps_in(journal))
        acknowledged = kill_after(chance.uniform(0, 0.03), kill % 2 == 1, path, seed) or known
        with Journal.open(path) as journal:
            steps = steps_in(journal)
        assert len(steps) in (acknowledged, acknowledged + 1), (len(steps), acknowledged)
        assert steps == [random_rows(step, seed) for step in range(1, len(steps) + 1)]
        acknowledged_in_all += acknowledged - known
        unacknowledged += len(steps) - acknowledged
    sys.stdout.write(f"{acknowledged_in_all} {unacknowledged}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
