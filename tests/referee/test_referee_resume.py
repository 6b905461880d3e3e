"""A game goes on where it was left, and a journal at fault is left as it is."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.journal import Journal
from tests.referee.forms import CLASSIC, LONDON, OVER, travel, variant
from tests.referee.random_lines import random_lines
from tests.referee.shadow import assert_same
from tests.referee.talk import MISTERX, PATIENCE, ROOT, Desk, Line, Program, assert_refused
from tests.support.players import EDITIONS

UNDO: Line = {"do": "undo"}


def reopened(path: Path) -> Desk:
    return Desk(journal=Journal.open(path), opened=True)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_game_stopped_after_any_step_is_resumed_as_it_was(tmp_path: Path, edition: str) -> None:
    path = tmp_path / "table"
    with Desk(opened=True) as shadow:
        for line in random_lines(shadow.table, edition, 1, undo=0.1, short=True):
            with reopened(path) as desk:
                if shadow.table.position:
                    assert_same(desk, shadow)
                assert desk.say(line) == shadow.say(line)
        with reopened(path) as desk:
            assert_same(desk, shadow)
            assert desk.table.game.open.outcome


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_step_can_be_taken_back_after_a_restart(tmp_path: Path, edition: str) -> None:
    path = tmp_path / "table"
    rng = Random(edition)
    with Desk(opened=True) as shadow, reopened(path) as played:
        for line in random_lines(shadow.table, edition, 2, undo=0.05, short=True):
            assert played.say(line) == shadow.say(line)
        played.journal.close()
        while len(shadow.table.record()) > 1:
            with reopened(path) as desk:
                for _ in range(rng.randrange(1, 12)):
                    assert desk.say(UNDO) == shadow.say(UNDO)
                    assert_same(desk, shadow)
        with reopened(path) as desk:
            assert_refused(desk.say(UNDO))
            assert_same(desk, shadow)


def test_taking_back_across_restarts_and_playing_on_gives_the_game_without_the_detour(tmp_path: Path) -> None:
    path = tmp_path / "table"
    for line in (LONDON, travel("mister_x", "taxi", 16), UNDO, travel("mister_x", "taxi", 32)):
        with reopened(path) as desk:
            desk.do(line)
    with reopened(path) as desk, Desk(LONDON, travel("mister_x", "taxi", 32)) as straight:
        assert desk.table.game == straight.table.game
        assert {**desk.seen(), "rows": 0} == {**straight.seen(), "rows": 0}


def test_of_two_games_in_one_journal_the_last_is_resumed(tmp_path: Path) -> None:
    path = tmp_path / "table"
    with reopened(path) as desk:
        desk.do(*OVER, CLASSIC, travel("mister_x", "taxi", 2))
    with reopened(path) as desk, Desk(CLASSIC, travel("mister_x", "taxi", 2)) as alone:
        assert desk.table.game == alone.table.game
        assert {**desk.seen(), "rows": 0} == {**alone.seen(), "rows": 0}
        desk.do(UNDO)
        assert_refused(desk.say(UNDO))  # the game before is not taken up again


def test_a_refused_line_leaves_nothing_in_the_journal(tmp_path: Path) -> None:
    path = tmp_path / "table"
    with reopened(path) as desk:
        desk.do(LONDON)
        rows = desk.journal.entries()
        assert_refused(desk.say(travel("red", "taxi", 27)))
        assert_refused(desk.say(LONDON | {"detectives": []}))
    with reopened(path) as desk:
        assert desk.journal.entries() == rows


def test_the_map_file_of_a_running_game_may_vanish(tmp_path: Path) -> None:
    path, board = tmp_path / "table", tmp_path / "board.yaml"
    shutil.copy(ROOT / "maps" / "demo.yaml", board)
    with reopened(path) as desk:
        desk.do(LONDON | {"map": str(board)})
    board.unlink()
    with reopened(path) as desk:
        desk.do(travel("mister_x", "taxi", 32), travel("blue", "bus", 3))


def test_an_open_table_and_a_public_one_resume_the_same_journal(tmp_path: Path) -> None:
    path = tmp_path / "table"
    with Program("--journal", path) as program:
        program.do(variant(), {"do": "start", "to": 4})
        assert_refused(program.say({"ask": "record"}))
        assert program.end() == (0, b"", b"")
    with Program("--journal", path, "--open", "--audience", "public") as program:
        assert program.say({"ask": "record"})["record"][-1] == {"do": "start", "to": 4}
        assert program.do(travel("mister_x", "taxi", 3))[0]["events"][0]["to"] is None
        assert program.end() == (0, b"", b"")


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_program_takes_up_a_game_that_another_run_has_left(tmp_path: Path, edition: str) -> None:
    path = tmp_path / "table"
    with Desk(opened=True) as shadow:
        lines = random_lines(shadow.table, edition, 3)
        for _ in range(3):
            with Program("--open", "--journal", path) as program:
                for _, line in zip(range(12), lines, strict=False):
                    assert program.say(line) == shadow.say(line)
                for question in (
                    {"ask": "view", "audience": "mister_x"},
                    {"ask": "possible"},
                    {"ask": "record"},
                ):
                    assert program.say(question) == shadow.say(question)
                assert program.end() == (0, b"", b"")


def played(path: Path) -> None:
    with reopened(path) as desk:
        desk.do(*OVER)


def spoil(path: Path, statement: str) -> None:
    played(path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


def altered_row(path: Path) -> None:
    spoil(path, """UPDATE events SET body = replace(body, '"to":22', '"to":23')""")


def missing_row(path: Path) -> None:
    spoil(path, "DELETE FROM events WHERE seq = 3")


def missing_end(path: Path) -> None:
    spoil(path, "DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)")


def newer_format(path: Path) -> None:
    spoil(path, "PRAGMA user_version = 2")


def another_program(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")


def text_file(path: Path) -> None:
    path.write_text("Dear diary,\ntoday I hid under a bridge.\n", "utf-8")


def garbled_page(path: Path) -> None:
    played(path)
    content = bytearray(path.read_bytes())
    at = content.index(b'"detectives_began"')
    content[at : at + 10] = b"\xaa" * 10
    path.write_bytes(content)


def cut_short(path: Path) -> None:
    played(path)
    path.write_bytes(path.read_bytes()[:-4096])


def directory(path: Path) -> None:
    path.mkdir()
    (path / "inside").write_text("still here", "utf-8")


def no_ordinary_file(path: Path) -> None:
    path.symlink_to("/dev/null")


def rows(*steps: list[tuple[str, dict[str, Any]]]) -> Callable[[Path], None]:
    """A journal with nothing wrong in it but what it says."""

    def write(path: Path) -> None:
        with Journal.open(path) as journal:
            for step in steps:
                journal.append(step)

    return write


NEW: dict[str, Any] = {"do": "new", "edition": "london-2014", "detectives": ["red", "blue"]}
STARTED: dict[str, Any] = {
    "event": "started",
    "edition": {"name": "london-2014"},
    "map": {},
    "detectives": ["red", "blue"],
    "options": {},
    "places": [1, 2],
    "own_cards": False,
    "secrets": {"start": 3},
}
FAULTS: dict[str, Callable[[Path], None]] = {
    "altered row": altered_row,
    "missing row": missing_row,
    "missing end": missing_end,
    "newer format": newer_format,
    "another program": another_program,
    "text file": text_file,
    "garbled page": garbled_page,
    "cut short": cut_short,
    "directory": directory,
    "no ordinary file": no_ordinary_file,
    "a step of another game": rows([("command", {"do": "forward", "player": "ann", "to": 5})]),
    "an event nobody knows": rows([("command", NEW), ("event", {"event": "teleported"})]),
    "an event without a name": rows([("command", NEW), ("event", {})]),
    "an event with an unknown field": rows([("command", NEW), ("event", {"event": "hid", "where": 3})]),
    "a game that begins in the middle": rows([("command", {"do": "hide"}), ("event", {"event": "hid"})]),
    "a command without events": rows([("command", NEW)]),
    "a step back before the first": rows([("undo", {})]),
    "a row of another kind": rows([("weather", {"rain": True})]),
    "a start with half an edition": rows([("command", NEW), ("event", STARTED)]),
    "a start with words for an edition": rows([("command", NEW), ("event", STARTED | {"edition": "new"})]),
    "a start without a map": rows([("command", NEW), ("event", STARTED | {"map": []})]),
    "a start with a null for secrets": rows([("command", NEW), ("event", STARTED | {"secrets": None})]),
    "a start with a number for secrets": rows([("command", NEW), ("event", STARTED | {"secrets": 7})]),
    "a command that is a list": rows([("command", {"do": ["new"]}), ("event", STARTED)]),
}


def contents(folder: Path) -> dict[str, bytes | None]:
    return {
        str(file.relative_to(folder)): file.read_bytes() if file.is_file() else None
        for file in folder.rglob("*")
    }


def assert_left_alone(path: Path) -> str:
    """The program ends with status 1 and one line of plain words, and touches nothing."""
    before = contents(path.parent)
    done = subprocess.run(
        [MISTERX, "referee", "--journal", path],
        input=b'{"ask":"moves"}\n',
        capture_output=True,
        cwd=ROOT,
        timeout=PATIENCE,
    )
    text = done.stderr.decode()
    assert (done.returncode, done.stdout) == (1, b""), text
    assert text.endswith(".\n"), text
    assert text.count("\n") == 1, text
    assert "Traceback" not in text
    assert contents(path.parent) == before
    return text


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS.keys())
def test_a_journal_at_fault_is_refused_and_left_as_it_is(
    tmp_path: Path, fault: Callable[[Path], None]
) -> None:
    path = tmp_path / "table"
    fault(path)
    assert_left_alone(path)


def test_a_journal_in_a_directory_that_is_not_there_is_refused(tmp_path: Path) -> None:
    assert_left_alone(tmp_path / "nowhere" / "table")


def test_the_second_of_two_programs_on_one_journal_says_so_and_ends(tmp_path: Path) -> None:
    path = tmp_path / "table"
    with Program("--journal", path) as first:
        first.do(LONDON)
        with Program("--journal", path) as second:
            status, output, errors = second.end()
        assert (status, output) == (1, b"")
        assert errors.decode() == f"{path} is in use by another companion. Close that one first.\n"
        first.do(travel("mister_x", "taxi", 32), travel("blue", "bus", 3))
        assert first.end() == (0, b"", b"")
    with Program("--journal", path) as third:
        assert third.do({"ask": "view"})[0]["pawns"]["blue"]["station"] == 3
        assert third.end() == (0, b"", b"")
