"""``misterx play`` as somebody starts it from a terminal."""

from __future__ import annotations

import os
import pwd
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NoReturn

import pytest

from companion.journal import Journal
from companion.pairing import Pairing
from companion.play import own_names, run_play
from companion.protocol import hear
from companion.table import Table


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "companion", "play", *map(str, arguments)]


@contextmanager
def an_evening(journal: Path, *arguments: object) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running table and its address."""
    running = subprocess.Popen(
        command("--journal", journal, "--port", 0, *arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
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


@pytest.mark.parametrize("told", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_it_prints_one_address_where_the_table_is_and_ends_when_told(
    tmp_path: Path, told: signal.Signals
) -> None:
    with an_evening(tmp_path / "table.journal") as (running, address):
        with urllib.request.urlopen(address, timeout=5) as page:
            assert b"<canvas" in page.read()
        began = time.monotonic()
        running.send_signal(told)
        _, said = running.communicate(timeout=5)
        assert (running.returncode, said) == (0, "")
        assert time.monotonic() - began < 3


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


def test_the_evening_ends_well_even_if_it_is_told_so_before_it_has_begun(tmp_path: Path) -> None:
    with an_evening(tmp_path / "table.journal") as (running, _):
        running.send_signal(signal.SIGTERM)  # the address has been printed a moment ago, and nothing else
        assert running.wait(5) == 0


def test_who_said_nohup_may_close_the_terminal(tmp_path: Path) -> None:
    ignoring = (
        f"trap '' HUP; exec {shlex.join(command('--journal', tmp_path / 'table.journal', '--port', 0))}"
    )
    with subprocess.Popen(["bash", "-c", ignoring], stdout=subprocess.PIPE, text=True) as running:
        try:
            assert running.stdout is not None
            assert running.stdout.readline()
            running.send_signal(signal.SIGHUP)
            with pytest.raises(subprocess.TimeoutExpired):
                running.wait(1)
        finally:
            running.terminate()
        assert running.wait(5) == 0


@pytest.mark.parametrize("redirect", [">&-", ">/dev/full", "| true"])
def test_an_evening_needs_nobody_who_reads_along(tmp_path: Path, redirect: str) -> None:
    port = free_port()
    line = shlex.join(command("--journal", tmp_path / "table.journal", "--port", port))
    script = f"set -o pipefail; {{ {line} & echo $! >&2; wait $!; }} {redirect}"
    # As in most terminals: what can't be written is kept, and tried again at exit.
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with subprocess.Popen(["bash", "-c", script], stderr=subprocess.PIPE, text=True, env=buffered) as shell:
        assert shell.stderr is not None
        table = int(shell.stderr.readline())
        try:
            assert page_of(port)
        finally:
            os.kill(table, signal.SIGTERM)
        assert shell.stderr.read() == ""
        assert shell.wait(5) == 0


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def page_of(port: int) -> bytes:
    end = time.monotonic() + 20
    while True:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as page:
                return bytes(page.read())
        except OSError:
            assert time.monotonic() < end
            time.sleep(0.05)


@pytest.mark.parametrize("home", ["", None])
def test_without_a_home_it_says_where_to_put_the_games(
    home: str | None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def nobody(_: int) -> NoReturn:
        raise KeyError

    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    if home is not None:
        monkeypatch.setenv("HOME", home)
    assert run_play(None, None, 0) == 1
    said = capsys.readouterr().err
    assert said == "There is no home directory to keep the games in: say where with --journal FILE.\n"


def test_only_who_listens_everywhere_is_told_another_address(tmp_path: Path) -> None:
    file = tmp_path / "misterx.yaml"
    file.write_text("hardware: real\nnumpad: off\nweb: {host: 127.0.0.1}\n")
    with an_evening(tmp_path / "table.journal", "--config", file) as (_, address):
        assert address.startswith("http://127.0.0.1:")


# Who is Mister X


def his_stream(address: str, cookie: str) -> int:
    """The status with which the stream of his game answers."""
    request = urllib.request.Request(f"{address}x/events", headers={"Cookie": cookie})
    try:
        with urllib.request.urlopen(request, timeout=5) as stream:
            return int(stream.status)
    except urllib.error.HTTPError as no:
        with no:
            return no.code


def paired(file: Path, port: int) -> str:
    """A journal with a game and a phone; the phone's cookie."""
    with Journal.open(file) as journal:
        table = Table(journal)
        table.submit(hear({"do": "new", "edition": "classic-1983", "detectives": ["red", "blue", "green"]}))
        pairing = Pairing(table)
        pairing.open()
        assert pairing.offer is not None
        secret = pairing.ask(pairing.offer.code)
        assert pairing.accept()
    return f"mister_x_{port}={secret}"


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_his_phone_is_still_his_after_a_restart(tmp_path: Path, end: signal.Signals) -> None:
    journal, port = tmp_path / "table.journal", free_port()
    cookie = paired(journal, port)
    with an_evening(journal, "--port", port) as (running, address):
        assert his_stream(address, cookie) == 200
        assert his_stream(address, f"mister_x_{port}=made-up") == 403
        running.send_signal(end)
        running.wait(5)
    with an_evening(journal, "--port", port) as (_, address):
        assert his_stream(address, cookie) == 200
    assert cookie.partition("=")[2].encode() not in journal.read_bytes()


def test_the_machine_goes_by_the_names_it_has_in_the_home_network() -> None:
    name = socket.gethostname().lower().partition(".")[0]
    assert {name, f"{name}.local", "table.example"} <= own_names("Table.Example")
    assert "auto" not in own_names("auto")
