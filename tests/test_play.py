"""``misterx play`` as somebody starts it from a terminal."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "companion", "play", *map(str, arguments)]


@contextmanager
def an_evening(journal: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running table and its address."""
    running = subprocess.Popen(
        command("--journal", journal, "--port", 0), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert running.stdout is not None
        line = running.stdout.readline()
        found = re.search(r"http://\S+", line)
        assert found, line
        yield running, found[0]
    finally:
        running.kill()
        running.communicate()


def test_it_prints_one_address_where_the_table_is_and_ends_when_told(tmp_path: Path) -> None:
    with an_evening(tmp_path / "table.journal") as (running, address):
        with urllib.request.urlopen(address, timeout=5) as page:
            assert b"<canvas" in page.read()
        began = time.monotonic()
        running.send_signal(signal.SIGTERM)
        assert running.wait(5) == 0
        assert time.monotonic() - began < 3
        assert running.stderr is not None
        assert running.stderr.read() == ""


def test_a_table_that_is_open_elsewhere_is_not_opened_twice(tmp_path: Path) -> None:
    with an_evening(tmp_path / "table.journal"):
        again = run("--journal", tmp_path / "table.journal", "--port", 0)
        assert again.returncode == 1
        assert "in use" in again.stderr


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(*arguments), capture_output=True, text=True, check=False, timeout=20)


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        answer = run("--journal", tmp_path / "table.journal", "--port", port)
    assert answer.returncode == 1
    assert str(port) in answer.stderr
    assert "Traceback" not in answer.stderr


def test_a_mistake_in_the_configuration_is_named_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "misterx.yaml"
    file.write_text("language: en\noled:\n  kind: plasma\n")
    answer = run("--config", file, "--journal", tmp_path / "table.journal")
    assert answer.returncode == 1
    assert "misterx.yaml:3" in answer.stderr
    assert "ssd1306" in answer.stderr


@pytest.mark.parametrize("where", ["no/such/folder/table.journal", "a.directory"])
def test_a_journal_that_can_not_be_is_one_sentence(tmp_path: Path, where: str) -> None:
    (tmp_path / "a.directory").mkdir()
    answer = run("--journal", tmp_path / where)
    assert answer.returncode == 1
    assert answer.stderr.count("\n") == 1
