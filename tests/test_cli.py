"""The command line."""

from __future__ import annotations

import subprocess
import sys

import pytest

from companion.cli import main
from companion.editions import edition_names, read_edition


def test_editions_lists_every_rule_book(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["editions"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == edition_names()


@pytest.mark.parametrize("name", edition_names())
def test_editions_with_a_name_lists_its_options(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["editions", name]) == 0
    shown = [line.split()[0] for line in capsys.readouterr().out.splitlines()[1:]]
    assert shown == list(read_edition(name)["options"])


def test_an_edition_nobody_printed_is_named_with_those_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["editions", "monopoly"]) == 1
    assert "london-2014" in capsys.readouterr().out


def test_map_check_answers_with_a_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["map", "check", "demo"]) == 0
    assert main(["map", "check", "no-such-map.yaml"]) == 1
    assert "no-such-map.yaml" in capsys.readouterr().out


def test_without_a_command_it_says_what_there_is() -> None:
    run = subprocess.run([sys.executable, "-m", "companion"], capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert "usage: misterx" in run.stderr


@pytest.mark.parametrize("port", ["-1", "65536", "99999999", "http", "", "8080.5", "٣"])
def test_a_port_that_can_not_be_is_one_sentence(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["play", f"--port={port}"])
    assert end.value.code == 2
    assert "argument --port: a port is a number from 0" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("redirect", "says"), [("<&-", "is closed"), (">&-", "is closed"), (">/dev/full", "can't be written")]
)
def test_a_referee_that_cannot_be_heard_says_so_in_one_line(redirect: str, says: str) -> None:
    command = f'echo \'{{"ask":"moves"}}\' | "{sys.executable}" -m companion referee {redirect}'
    run = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    assert run.returncode == 1
    assert says in run.stderr
    assert run.stderr.count("\n") == 1
