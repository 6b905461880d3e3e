"""``misterx replay``: a recorded game for people, and a verdict for programs."""

from __future__ import annotations

import json
import subprocess
import sys
from copy import deepcopy
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.games.pursuit.commands import MISTER_X
from companion.journal import Journal
from companion.record import digest, document
from companion.shipped import strange_parts
from companion.table import Table
from tests.records.played import CAUGHT, a_record, play
from tests.support.players import EDITIONS


def caught(**players: str) -> dict[str, Any]:
    table = Table(Journal.in_memory(), lambda: datetime(2026, 1, 31, 20, 15))
    game = play(table, *CAUGHT)
    table.name_players(game, players)
    return document(table.recorded(game))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(caught(mister_x="Ada", blue="Cléo")), "utf-8")
    return path


def write(path: Path, content: dict[str, Any], seal: bool = True) -> None:
    path.write_text(json.dumps({**content, "digest": digest(content)} if seal else content), "utf-8")


REPORT = """\
Scotland Yard (2014) on Fogbury; red, blue; began 2026-01-31 20:15; ended 2026-01-31 20:15.
Mister X: Ada, blue: Cléo.

step  round  who       what  way      places
   1      1            new                13  ✓
   2      1  Mister X  bus   24 → 22       9  ✓
   3      1  blue      bus   14 → 22       9  ✓

The detectives win. blue caught him at 22. 1 round, 1 move of his.
Black tickets: 0. Double cards: 0. Hidden best among 9 places, at worst among 9.
3 steps checked, all by the rules.
"""


def test_a_good_game_is_told_for_people(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(file)]) == 0
    assert capsys.readouterr().out == REPORT


def test_a_good_game_is_told_for_programs(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "--json", str(file)]) == 0
    verdict = json.loads(capsys.readouterr().out)
    game = verdict.pop("game")
    assert verdict == {
        "ok": True,
        "digest": True,
        "strange": [],
        "steps": 3,
        "checked": 3,
        "faults": [],
    }
    assert (game["winner"], game["reason"], game["players"]["mister_x"]) == ("detectives", "captured", "Ada")


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_can_be_told(edition: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    for seed in range(3):
        write(path, document(a_record(edition, seed, mishaps=0.1)))
        assert main(["replay", str(path)]) == 0
        out = capsys.readouterr().out
        assert out.endswith(" steps checked, all by the rules.\n")
        steps = out.split("\n\n")[1].splitlines()
        assert len({line.index("✓") for line in steps[1:]}) == 1
        assert not any(len(line) > 100 for line in steps)


def test_an_edition_has_its_own_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.json"
    write(path, document(a_record("sherlock-2022", 1)))
    main(["replay", str(path)])
    assert "  carriage  " in capsys.readouterr().out


def test_a_step_that_is_not_by_the_rules_is_named_with_its_reason(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = deepcopy(caught())
    content["steps"][1]["events"][0]["to"] = 40
    write(file, content)
    assert main(["replay", str(file)]) == 1
    lines = capsys.readouterr().out.splitlines()
    (second,) = [line for line in lines if line.startswith("   2 ")]
    assert second.endswith("?  ✗ travelled: to is 40; by the rules it is 22.")
    assert "Step 2: travelled: to is 40; by the rules it is 22." in lines
    assert lines[-1] == "3 steps checked, 1 by the rules."
    assert main(["replay", "--json", str(file)]) == 1
    verdict = json.loads(capsys.readouterr().out)
    assert (verdict["ok"], verdict["digest"], verdict["checked"]) == (False, True, 1)
    assert verdict["faults"][0] == {"step": 2, "why": "travelled: to is 40; by the rules it is 22."}


def test_damage_is_told_and_the_steps_are_checked_all_the_same(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write(file, {**caught(), "began": "2025-01-01T00:00"}, seal=False)
    assert main(["replay", str(file)]) == 1
    out = capsys.readouterr().out
    assert f"{file}: The record is damaged, or somebody has changed it: its digest does not fit.\n" in out
    assert out.endswith("3 steps checked, all by the rules.\n")
    assert main(["replay", "--json", str(file)]) == 1
    verdict = json.loads(capsys.readouterr().out)
    assert (verdict["ok"], verdict["digest"], verdict["checked"]) == (False, False, 3)


def test_a_game_without_an_end_does_not_hold(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content = caught()
    write(file, {**content, "steps": content["steps"][:2]})
    assert main(["replay", str(file)]) == 1
    assert "Step 2: The game does not end here.\n" in capsys.readouterr().out


@pytest.mark.parametrize("content", [None, b"", b"{}", b"\x00", b"[" * 10_000])
def test_what_is_no_record_is_one_line(
    content: bytes | None, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "odd.json"
    if content is not None:
        path.write_bytes(content)
    assert main(["replay", str(path)]) == 1
    out = capsys.readouterr().out
    assert out.startswith(f"{path}: ")
    assert out.count("\n") == 1
    assert main(["replay", "--json", str(path)]) == 1
    assert json.loads(capsys.readouterr().out).keys() == {"ok", "fault"}


def shell(command: str, path: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    line = command.format(replay=f"'{sys.executable}' -m companion replay", path=f"'{path}'")
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", line],
        capture_output=True,
        check=False,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": str(Path(__file__).parents[2]), **environment},
    )


@pytest.mark.parametrize(("part", "called"), [("edition", "rule book"), ("map", "board")])
@pytest.mark.parametrize("name", [None, "our-own"])
def test_by_which_rules_and_on_which_board_a_game_was_checked_is_no_secret(
    file: Path, capsys: pytest.CaptureFixture[str], part: str, called: str, name: str | None
) -> None:
    """Whoever sends a record could have changed the book in it, and then every step is by the rules."""
    content = json.loads(file.read_text("utf-8"))
    content[part]["title"] = "Ours"
    if name:
        content[part]["name"] = content["steps"][0]["command"][part] = name
    write(file, content)
    assert main(["replay", str(file)]) == 0
    *_, strange, last = capsys.readouterr().out.splitlines()
    assert strange == (
        f"The {called} is not the one of this companion: the steps were held against the one in the record."
    )
    assert last == "3 steps checked, all by the rules."
    assert main(["replay", "--json", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["strange"] == [part]


@pytest.mark.parametrize("edition", EDITIONS)
def test_what_this_companion_records_it_knows_again(edition: str) -> None:
    assert strange_parts(a_record(edition, 1)) == ()


@pytest.mark.parametrize("words", ["", "--json"])
@pytest.mark.parametrize("good", [True, False])
def test_a_reader_who_leaves_early_changes_nothing_of_the_verdict(
    words: str, good: bool, tmp_path: Path
) -> None:
    path = tmp_path / "game.json"
    content = document(a_record("classic-1983", 1))
    write(path, content if good else {**content, "steps": content["steps"][:-1]})
    done = shell(f"{{replay}} {words} {{path}} | true", path)
    assert (done.returncode, done.stderr) == (0 if good else 1, b"")


def test_a_terminal_without_ticks_and_accents_gets_the_rest(file: Path) -> None:
    done = shell("{replay} {path}", file, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"Mister X: Ada, blue: Cl?o." in done.stdout
    assert b"24 -> 22       9  ok\n" in done.stdout


@pytest.mark.parametrize(("redirect", "says"), [(">&-", b"closed"), (">/dev/full", b"can't be written")])
def test_a_replay_that_can_not_be_written_says_so_in_one_line(redirect: str, says: bytes, file: Path) -> None:
    done = shell(f"{{replay}} {{path}} {redirect}", file)
    assert done.returncode == 1
    assert says in done.stderr
    assert done.stderr.count(b"\n") == 1


def test_the_players_line_speaks_of_mister_x(capsys: pytest.CaptureFixture[str], file: Path) -> None:
    write(file, caught(**{MISTER_X: "Ada"}))
    main(["replay", str(file)])
    assert "Mister X: Ada.\n" in capsys.readouterr().out
