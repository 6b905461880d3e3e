"""Journals to open, spoil and compare."""

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from companion.journal import Journal

Rows = list[tuple[str, dict[str, Any]]]

OPEN_AND_REPORT = """
import sys
from pathlib import Path
from companion.journal import Journal, JournalFault
try:
    with Journal.open(Path(sys.argv[1])) as journal:
        print(f"opened {len(journal.entries())} rows")
except JournalFault as fault:
    print(fault)
"""


def rows_of_step(number: int) -> Rows:
    """A step whose size varies: some fit a page, some need several."""
    padding = "x" * (6_000 if number % 4 == 0 else number)
    command: Rows = [("command", {"travel": number, "padding": padding})]
    return command + [("event", {"of": number, "nth": nth}) for nth in range(number % 3 + 1)]


def write_steps(journal: Journal, numbers: range) -> None:
    for number in numbers:
        assert journal.append(rows_of_step(number)) == number


def steps_in(journal: Journal) -> list[Rows]:
    """The rows of each step, after checking that the numbers run without a gap."""
    entries = journal.entries()
    assert [entry.seq for entry in entries] == list(range(1, len(entries) + 1))
    steps: list[Rows] = []
    for entry in entries:
        if entry.step > len(steps):
            steps.append([])
        assert entry.step == len(steps)
        steps[-1].append((entry.kind, entry.body))
    return steps


def first_steps(count: int) -> list[Rows]:
    return [rows_of_step(number) for number in range(1, count + 1)]


def as_cut_off(path: Path, copy: Path) -> None:
    """Copy the journal at *path*, open or not, as a power cut would leave it.

    By another process: if this one read and closed the file, it would drop SQLite's locks on it.
    """
    subprocess.run(["cp", path, copy], check=True)
    if (wal := path.with_name(path.name + "-wal")).exists():
        subprocess.run(["cp", wal, copy.with_name(copy.name + "-wal")], check=True)


def contents(folder: Path) -> dict[str, bytes]:
    """Every file in *folder*, byte for byte."""
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def restore(folder: Path, files: dict[str, bytes]) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)


def opened_elsewhere(path: Path) -> str:
    """What another process says when it opens *path*."""
    ran = subprocess.run(
        [sys.executable, "-c", OPEN_AND_REPORT, path], check=True, capture_output=True, text=True
    )
    return ran.stdout.strip()
