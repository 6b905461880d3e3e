"""What goes into a journal comes out again, whole and in order."""

import hashlib
import json
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from journal_samples import contents, first_steps, opened_elsewhere, steps_in, write_steps

from companion.journal import Entry, Journal, JournalFault


def test_a_new_journal_is_empty_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "game") as journal:
        assert journal.entries() == ()
    assert (tmp_path / "game").stat().st_mode & 0o777 == 0o600


def test_an_empty_file_becomes_a_new_journal(tmp_path: Path) -> None:
    (tmp_path / "game").touch()
    with Journal.open(tmp_path / "game") as journal:
        assert journal.append([("command", {})]) == 1


def test_steps_are_numbered_and_their_rows_run_on(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "game") as journal:
        assert journal.append([("command", {"to": 58}), ("event", {"at": 58})]) == 1
        assert journal.append([("undo", {})]) == 2
    with Journal.open(tmp_path / "game") as journal:
        assert journal.append([("event", {})]) == 3
        assert journal.entries() == (
            Entry(1, 1, "command", {"to": 58}),
            Entry(2, 1, "event", {"at": 58}),
            Entry(3, 2, "undo", {}),
            Entry(4, 3, "event", {}),
        )


def test_a_journal_in_memory_answers_like_one_on_disk(tmp_path: Path) -> None:
    rows = [("événement", {"b": (1, 2.5, None), "a": {"ß": "\ud800 \x00 \u2028 🎩"}})]
    with Journal.in_memory() as memory, Journal.open(tmp_path / "game") as disk:
        assert memory.append(rows) == disk.append(rows) == 1
        written = memory.entries()
        assert written == disk.entries()
    with Journal.open(tmp_path / "game") as disk:
        assert written == disk.entries()


def test_closing_leaves_one_file(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "game") as journal:
        write_steps(journal, range(1, 4))
    assert list(contents(tmp_path)) == ["game"]


@pytest.mark.parametrize("name", ["a game", "50%20?", "#1", "file:x?mode=ro", "Zürich", "-wal"])
def test_any_file_name_will_do(tmp_path: Path, name: str) -> None:
    with Journal.open(tmp_path / name) as journal:
        write_steps(journal, range(1, 3))
    assert list(contents(tmp_path)) == [name]


def test_a_link_leads_to_the_journal_itself(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "disk" / "game")
    with Journal.open(tmp_path / "link") as journal:
        write_steps(journal, range(1, 3))
    with Journal.open(tmp_path / "disk" / "game") as journal:
        assert steps_in(journal) == first_steps(2)
    assert (tmp_path / "link").is_symlink()


def test_the_digest_of_a_row_can_be_worked_out_by_hand(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "game") as journal:
        journal.append([("command", {"b": 1, "a": "é"}), ("event", {})])
    before = ""
    connection = sqlite3.connect(tmp_path / "game")
    for seq, step, kind, body, digest in connection.execute("SELECT * FROM events"):
        row = json.dumps([seq, step, kind, json.loads(body)], separators=(",", ":"))
        before = hashlib.sha256((before + row).encode()).hexdigest()
        assert digest == before
    connection.close()


def test_every_step_is_synced_to_the_disk(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "game") as journal:
        ask = journal._connection.execute
        assert ask("PRAGMA journal_mode").fetchone() == ("wal",)
        assert ask("PRAGMA synchronous").fetchone() == (2,)
        assert ask("PRAGMA locking_mode").fetchone() == ("exclusive",)


def test_threads_may_take_turns(tmp_path: Path) -> None:
    lock = threading.Lock()

    def play() -> None:
        for _ in range(20):
            with lock:
                journal.append([("command", {}), ("event", {})])

    with Journal.open(tmp_path / "game") as journal:
        players = [threading.Thread(target=play) for _ in range(4)]
        for player in players:
            player.start()
        for player in players:
            player.join()
        assert len(steps_in(journal)) == 80


def test_an_entry_shown_in_a_log_file_keeps_its_secret() -> None:
    with Journal.in_memory() as journal:
        journal.append([("event", {"hideout": 127})])
        assert "127" not in repr(journal.entries())


@pytest.mark.parametrize("body", [{"a": {1}}, {"a": float("nan")}, {"a": Path()}])
def test_a_body_json_cannot_say_is_refused_with_the_whole_step(body: dict[str, object]) -> None:
    with Journal.in_memory() as journal:
        with pytest.raises((TypeError, ValueError)):
            journal.append([("command", {}), ("event", body)])
        with pytest.raises(UnicodeEncodeError):
            journal.append([("command", {}), ("\ud800", {})])
        assert journal.entries() == ()
        assert journal.append([("command", {})]) == 1


def test_a_step_has_at_least_one_row() -> None:
    with Journal.in_memory() as journal, pytest.raises(ValueError, match="at least one row"):
        journal.append([])


def test_a_closed_journal_says_so(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "game")
    journal.close()
    journal.close()
    with pytest.raises(JournalFault, match="game is closed"):
        journal.append([("command", {})])
    with pytest.raises(JournalFault, match="game is closed"):
        journal.entries()


def test_a_second_journal_on_the_same_file_is_refused_here_and_elsewhere(tmp_path: Path) -> None:
    path = tmp_path / "game"
    with Journal.open(path) as journal:
        for _ in range(2):  # the first refusal must not loosen the lock
            with pytest.raises(JournalFault, match="game is in use by another companion"):
                Journal.open(path)
            assert opened_elsewhere(path) == f"{path} is in use by another companion. Close that one first."
        write_steps(journal, range(1, 4))
        assert opened_elsewhere(path) == f"{path} is in use by another companion. Close that one first."
    assert opened_elsewhere(path) == f"opened {sum(map(len, first_steps(3)))} rows"


START_WITH_THE_OTHERS = """
import sys
from pathlib import Path
from companion.journal import Journal, JournalFault
print("ready", flush=True)
sys.stdin.readline()
try:
    journal = Journal.open(Path(sys.argv[1]))
    journal.append([("command", {})])
    print("wrote", flush=True)
    sys.stdin.readline()
except JournalFault as fault:
    print(fault, flush=True)
"""


@pytest.mark.parametrize("exists", [False, True], ids=["missing", "empty"])
def test_of_companions_that_start_together_one_gets_the_journal(tmp_path: Path, exists: bool) -> None:
    path = tmp_path / "game"
    if exists:
        path.touch()
    companions = [
        subprocess.Popen(
            [sys.executable, "-c", START_WITH_THE_OTHERS, path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    for companion in companions:
        assert companion.stdout
        assert companion.stdout.readline() == "ready\n"
    for companion in companions:
        assert companion.stdin
        companion.stdin.write("go\n")
        companion.stdin.flush()
    answers = [companion.stdout.readline() for companion in companions if companion.stdout]
    for companion in companions:
        companion.communicate()
    assert answers.count("wrote\n") == 1
    assert answers.count(f"{path} is in use by another companion. Close that one first.\n") == 3
    with Journal.open(path) as journal:
        assert len(journal.entries()) == 1
