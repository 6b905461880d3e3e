"""A file the journal cannot use: the reason in plain words, and the file as it was."""

import os
import random
import re
import resource
import socket
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from journal_samples import (
    OPEN_AND_REPORT,
    as_cut_off,
    contents,
    first_steps,
    restore,
    steps_in,
    write_steps,
)

from companion.journal import Journal, JournalFault

STEPS = 8


@pytest.fixture(scope="module")
def closed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A journal that was closed in good order."""
    folder = tmp_path_factory.mktemp("closed")
    with Journal.open(folder / "game") as journal:
        write_steps(journal, range(1, STEPS + 1))
    return contents(folder)


@pytest.fixture(scope="module")
def cut_off(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """A journal as a power cut left it: half its steps are in the file, half in the WAL."""
    folder, copy = tmp_path_factory.mktemp("open"), tmp_path_factory.mktemp("cut_off")
    with Journal.open(folder / "game") as journal:
        write_steps(journal, range(1, STEPS // 2 + 1))
    with Journal.open(folder / "game") as journal:
        write_steps(journal, range(STEPS // 2 + 1, STEPS + 1))
        as_cut_off(folder / "game", copy / "game")
    return contents(copy)


@contextmanager
def refused(folder: Path, words: str) -> Iterator[None]:
    """Expect a fault with *words* in it, told in plain sentences, and no change in *folder*."""
    before = contents(folder)
    with pytest.raises(JournalFault, match=re.escape(words)) as caught:
        yield
    assert contents(folder) == before
    assert re.fullmatch(r"[^\n]+\. [A-Z][^\n.]+\.", str(caught.value))


def test_a_missing_directory_is_not_created(tmp_path: Path) -> None:
    with refused(tmp_path, f"There is no directory {tmp_path / 'no'} for the journal"):
        Journal.open(tmp_path / "no" / "game")


def test_a_path_that_runs_through_a_file_has_no_directory(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("shopping list")
    with refused(tmp_path, f"There is no directory {tmp_path / 'file'} for the journal"):
        Journal.open(tmp_path / "file" / "game")


def test_a_directory_is_not_a_journal(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    with refused(tmp_path / "games", "games is a directory, not a journal"):
        Journal.open(tmp_path / "games")


def test_a_socket_is_not_a_journal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("socket")
        with pytest.raises(JournalFault, match="socket is not an ordinary file"):
            Journal.open(Path("socket"))


def test_a_link_to_itself_is_not_a_journal(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    with pytest.raises(JournalFault, match="loop is not an ordinary file"):
        Journal.open(tmp_path / "loop")
    assert (tmp_path / "loop").is_symlink()


def test_a_name_too_long_for_the_disk_is_told_as_such(tmp_path: Path) -> None:
    for length in (256, 252):  # the second leaves no room for the WAL beside it
        with refused(tmp_path, "cannot be used (File name too long)"):
            Journal.open(tmp_path / ("x" * length))


@pytest.mark.parametrize("what", ["file", "directory"])
def test_without_the_right_to_write_it_says_so(closed: dict[str, bytes], what: str) -> None:
    # Permissions don't bind root, so another process opens the journal as nobody.
    as_nobody = "import os\nif os.getuid() == 0: os.setgroups([]); os.setuid(65534)\n"
    script = OPEN_AND_REPORT.replace("try:", as_nobody + "try:", 1)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name) / "games"
        restore(folder, closed)
        Path(name).chmod(0o755)
        (folder / "game").chmod(0o444 if what == "file" else 0o666)
        folder.chmod(0o777 if what == "file" else 0o555)
        ran = subprocess.run(
            [sys.executable, "-c", script, folder / "game"], check=True, capture_output=True, text=True
        )
        folder.chmod(0o755)
        assert ran.stdout.startswith(f"{folder / 'game'} may not be written. ")
        assert contents(folder) == closed


@pytest.mark.parametrize(
    "content",
    [b"shopping list\n", b"\0", b"\0" * 8192, b"SQLite format 3\0", random.Random(1).randbytes(20_000)],
    ids=["text", "one byte", "zeros", "only the beginning", "noise"],
)
def test_something_else_is_not_a_journal(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "game").write_bytes(content)
    with refused(tmp_path, "game is not a journal"):
        Journal.open(tmp_path / "game")


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
@pytest.mark.parametrize("still_open", [False, True], ids=["closed", "open"])
def test_a_database_of_another_program_is_left_alone(tmp_path: Path, mode: str, still_open: bool) -> None:
    with closing(sqlite3.connect(tmp_path / "game")) as other:
        other.execute(f"PRAGMA journal_mode = {mode}")
        other.execute("CREATE TABLE events (seq INTEGER PRIMARY KEY)")
        other.commit()
        if still_open:
            with refused(tmp_path, "game is not a journal: it belongs to another program"):
                Journal.open(tmp_path / "game")
    with refused(tmp_path, "game is not a journal: it belongs to another program"):
        Journal.open(tmp_path / "game")


def test_another_program_with_its_work_half_done_is_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "hot"
    folder.mkdir()
    with closing(sqlite3.connect(tmp_path / "game")) as other:
        other.executescript("CREATE TABLE t (a); PRAGMA cache_size = 1; PRAGMA cache_spill = 1")
        other.execute("BEGIN")
        other.executemany("INSERT INTO t VALUES (?)", [("x" * 3_000,)] * 100)
        for name in ("game", "game-journal"):
            subprocess.run(["cp", tmp_path / name, folder / name], check=True)
    with refused(folder, "game is not a journal: it belongs to another program"):
        Journal.open(folder / "game")


def test_a_newer_format_asks_for_a_newer_companion(tmp_path: Path, closed: dict[str, bytes]) -> None:
    newer = bytearray(closed["game"])
    newer[60:64] = (7).to_bytes(4, "big")  # user_version in SQLite's header
    restore(tmp_path / "x", {"game": bytes(newer)})
    with refused(tmp_path / "x", "game was written by a newer companion (format 7, this one reads 1)"):
        Journal.open(tmp_path / "x" / "game")


@pytest.mark.parametrize("main", [None, b""], ids=["missing", "empty"])
def test_a_wal_without_its_journal_is_not_thrown_away(
    tmp_path: Path, cut_off: dict[str, bytes], main: bytes | None
) -> None:
    restore(tmp_path / "x", {"game-wal": cut_off["game-wal"]} | ({} if main is None else {"game": main}))
    with refused(tmp_path / "x", "game is missing or empty, but game-wal beside it still holds steps"):
        Journal.open(tmp_path / "x" / "game")


def test_a_journal_cut_short_is_refused(tmp_path: Path, closed: dict[str, bytes]) -> None:
    whole = closed["game"]
    pages = range(4096, len(whole), 4096)
    for length in [1, 15, 16, 50, 99, 100, 101, 512, 4095, *pages, len(whole) - 1]:
        restore(tmp_path / "x", {"game": whole[:length]})
        with refused(tmp_path / "x", "game is "):
            Journal.open(tmp_path / "x" / "game")


def test_tables_garbled_beyond_words_are_refused(tmp_path: Path, closed: dict[str, bytes]) -> None:
    spoilt = closed["game"].replace(b"CREATE TABLE head", b"CREATE \xff\xfe\xfdLE head")
    restore(tmp_path / "x", {"game": spoilt})
    with refused(tmp_path / "x", "game is damaged: parts of the file are missing or garbled"):
        Journal.open(tmp_path / "x" / "game")


def test_a_file_that_only_sqlite_finds_unwritable_is_refused_at_once(
    tmp_path: Path, closed: dict[str, bytes]
) -> None:
    later = bytearray(closed["game"])
    later[18] = 9  # in SQLite's header: may be read as ever, but written only by a later SQLite
    restore(tmp_path / "x", {"game": bytes(later)})
    with refused(tmp_path / "x", "game may not be written"):
        Journal.open(tmp_path / "x" / "game")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("state", ["closed", "cut_off"])
def test_a_flipped_bit_is_found_or_does_no_harm(
    tmp_path: Path, request: pytest.FixtureRequest, state: str, seed: int
) -> None:
    sound: dict[str, bytes] = request.getfixturevalue(state)
    chance = random.Random(seed)
    found = 0
    for turn in range(80):
        spoilt = bytearray(sound["game"])
        # Every other flip goes to the first hundred bytes, where SQLite keeps what it believes about the rest.
        place = chance.randrange(100 if turn % 2 else len(spoilt))
        spoilt[place] ^= 1 << chance.randrange(8)
        files = {**sound, "game": bytes(spoilt)}
        restore(tmp_path / "x", files)
        try:
            with Journal.open(tmp_path / "x" / "game") as journal:
                assert steps_in(journal) == first_steps(STEPS)
                write_steps(journal, range(STEPS + 1, STEPS + 5))
            with Journal.open(tmp_path / "x" / "game") as journal:
                assert steps_in(journal) == first_steps(STEPS + 4)
        except JournalFault:
            found += 1
            assert contents(tmp_path / "x") == files
    assert found


def test_a_page_lost_from_the_file_is_made_good_by_the_wal(tmp_path: Path, cut_off: dict[str, bytes]) -> None:
    """As when the power goes while SQLite is folding the WAL into the file."""
    wal = cut_off["game-wal"]
    first_in_wal = {int.from_bytes(wal[at : at + 4], "big") for at in range(32, len(wal), 24 + 4096)}
    assert first_in_wal
    for page in first_in_wal:
        torn = bytearray(cut_off["game"])
        torn[(page - 1) * 4096 : page * 4096] = bytes(4096)
        restore(tmp_path / "x", {**cut_off, "game": bytes(torn)})
        with Journal.open(tmp_path / "x" / "game") as journal:
            assert steps_in(journal) == first_steps(STEPS)


def test_a_full_disk_keeps_nothing_of_the_step_and_the_journal_goes_on(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "game") as journal:
        write_steps(journal, range(1, 4))
        (pages,) = journal._connection.execute("PRAGMA page_count").fetchone()
        journal._connection.execute(f"PRAGMA max_page_count = {pages}")
        for _ in range(2):
            with pytest.raises(JournalFault, match=r"There is no room left .* for .*game\. Free some space"):
                journal.append([("command", {}), ("event", {"long": "x" * 50_000})])
            assert steps_in(journal) == first_steps(3)
        journal._connection.execute("PRAGMA max_page_count = 100000")
        write_steps(journal, range(4, 7))
    with Journal.open(tmp_path / "game") as journal:
        assert steps_in(journal) == first_steps(6)


def test_a_failing_disk_keeps_nothing_of_the_step_and_closes_the_journal(tmp_path: Path) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    with Journal.open(tmp_path / "game") as journal:
        write_steps(journal, range(1, 4))
        wal = (tmp_path / "game-wal").stat().st_size
        resource.setrlimit(resource.RLIMIT_FSIZE, (wal + 5_000, limits[1]))  # a write beyond this fails
        try:
            with pytest.raises(JournalFault, match=r"game could not be written .* and is now closed"):
                journal.append([("command", {}), ("event", {"long": "x" * 50_000})])
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        with pytest.raises(JournalFault, match="game is closed"):
            journal.entries()
    with Journal.open(tmp_path / "game") as journal:
        assert steps_in(journal) == first_steps(3)
        write_steps(journal, range(4, 6))


def test_no_room_for_a_new_journal_leaves_nothing_behind(tmp_path: Path) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        with refused(tmp_path, "game cannot be used"):
            Journal.open(tmp_path / "game")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def test_a_draft_left_by_a_power_cut_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "game-new").write_bytes(os.urandom(10_000))
    with Journal.open(tmp_path / "game") as journal:
        write_steps(journal, range(1, 3))
    assert list(contents(tmp_path)) == ["game"]
