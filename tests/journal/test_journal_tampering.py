"""Whoever changes a journal by hand is found out, and told at which row."""

import hashlib
import re
import shutil
import sqlite3
from pathlib import Path

import pytest
from journal_samples import as_cut_off, contents, restore

from companion.journal import Journal, JournalFault

ROWS = 20  # in ten steps of two


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("written")
    with Journal.open(folder / "game") as journal:
        for number in range(ROWS // 2):
            journal.append([("command", {"to": number}), ("event", {"at": number})])
    return contents(folder)


def spoil(folder: Path, script: str) -> None:
    connection = sqlite3.connect(folder / "game")
    connection.executescript(script)
    connection.close()


# Renumbering goes by way of negative numbers, for no two rows may share one even for a moment.
SWAP = "UPDATE events SET seq = -seq WHERE seq IN (5, 6); UPDATE events SET seq = 11 + seq WHERE seq < 0;"
OPEN_A_GAP = "UPDATE events SET seq = -seq - 1 WHERE seq >= 7; UPDATE events SET seq = -seq WHERE seq < 0;"
CLOSE_A_GAP = "UPDATE events SET seq = 1 - seq WHERE seq > 7; UPDATE events SET seq = -seq WHERE seq < 0;"


@pytest.mark.parametrize(
    ("script", "found"),
    [
        pytest.param(
            "UPDATE events SET body = '{\"at\":9}' WHERE seq = 17", "row 17 has been altered", id="body"
        ),
        pytest.param(
            "UPDATE events SET body = '{' WHERE seq = 17", "row 17 has been altered", id="unparsable"
        ),
        pytest.param("UPDATE events SET kind = 'undo' WHERE seq = 1", "row 1 has been altered", id="kind"),
        pytest.param("UPDATE events SET step = 9 WHERE seq = 20", "row 20 has been altered", id="step"),
        pytest.param("UPDATE events SET digest = '' WHERE seq = 4", "row 4 has been altered", id="digest"),
        pytest.param(
            "UPDATE events SET body = 'é' || body WHERE seq = 4", "row 4 has been altered", id="accent"
        ),
        pytest.param(
            "UPDATE events SET body = CAST(x'ff' AS TEXT) WHERE seq = 4",
            "row 4 has been altered",
            id="no text",
        ),
        pytest.param("DELETE FROM events WHERE seq = 1", "row 1 is missing", id="first deleted"),
        pytest.param("DELETE FROM events WHERE seq = 7", "row 7 is missing", id="middle deleted"),
        pytest.param(
            "DELETE FROM events WHERE seq = 7;" + CLOSE_A_GAP, "row 7 has been altered", id="closed gap"
        ),
        pytest.param("DELETE FROM events WHERE seq = 20", "row 20 is missing", id="last deleted"),
        pytest.param("DELETE FROM events WHERE seq > 12", "row 13 is missing", id="cut off"),
        pytest.param("DELETE FROM events", "row 1 is missing", id="all deleted"),
        pytest.param(SWAP, "row 5 has been altered", id="swapped"),
        pytest.param(
            OPEN_A_GAP + "INSERT INTO events VALUES (7, 4, 'event', '{}', 'abc')",
            "row 7 has been altered",
            id="inserted",
        ),
        pytest.param(
            "INSERT INTO events VALUES (0, 0, 'event', '{}', '')", "row 0 does not belong in it", id="before"
        ),
        pytest.param(
            "INSERT INTO events VALUES (21, 11, 'event', '{}', '')",
            "row 21 does not belong in it",
            id="after",
        ),
        pytest.param("UPDATE head SET length = 19", "row 20 does not belong in it", id="shorter head"),
        pytest.param("UPDATE head SET length = 21", "row 21 is missing", id="longer head"),
        pytest.param("UPDATE head SET digest = 'abc'", "its head does not fit its last row, 20", id="head"),
        pytest.param("UPDATE head SET step = 11", "its head does not fit its last row, 20", id="head's step"),
        pytest.param("DELETE FROM head", "its head is missing", id="no head"),
        pytest.param("DROP TABLE head", "its tables are not those of a journal", id="no head table"),
        pytest.param("CREATE TABLE more (a)", "its tables are not those of a journal", id="another table"),
        pytest.param(
            "CREATE TRIGGER t AFTER INSERT ON events BEGIN DELETE FROM events; END",
            "its tables are not those of a journal",
            id="trigger",
        ),
        pytest.param("PRAGMA user_version = 0", "it claims the unknown format 0", id="format 0"),
    ],
)
@pytest.mark.parametrize("cut_off", [False, True], ids=["closed", "cut off"])
def test_the_first_bad_row_is_named(
    tmp_path: Path, written: dict[str, bytes], script: str, found: str, cut_off: bool
) -> None:
    folder = tmp_path / "spoilt"
    restore(folder, written)
    if cut_off:  # the change then sits in the WAL, which nobody has folded in
        connection = sqlite3.connect(folder / "game")
        connection.executescript(script)
        restore(tmp_path / "copy", {})
        as_cut_off(folder / "game", tmp_path / "copy" / "game")
        connection.close()
        shutil.rmtree(folder)
        (tmp_path / "copy").rename(folder)
        assert len(contents(folder)) == 2
    else:
        spoil(folder, script)
    before = contents(folder)
    with pytest.raises(JournalFault, match=re.escape(found)) as caught:
        Journal.open(folder / "game")
    assert str(folder / "game") in str(caught.value)
    assert contents(folder) == before


@pytest.mark.parametrize("body", ["[]", "3", "{", "", '{"a":}', "[" * 100_000])
def test_a_body_that_is_no_json_object_is_named_even_under_a_right_digest(tmp_path: Path, body: str) -> None:
    with Journal.open(tmp_path / "game") as journal:
        journal.append([("event", {})])
    digest = hashlib.sha256(f'[1,1,"event",{body}]'.encode()).hexdigest()
    connection = sqlite3.connect(tmp_path / "game")
    connection.execute("UPDATE events SET body = ?, digest = ?", (body, digest))
    connection.execute("UPDATE head SET digest = ?", (digest,))
    connection.commit()
    connection.close()
    with pytest.raises(JournalFault, match="the body of row 1 cannot be read"):
        Journal.open(tmp_path / "game")


def test_looking_at_the_statistics_of_a_journal_does_no_harm(
    tmp_path: Path, written: dict[str, bytes]
) -> None:
    restore(tmp_path / "x", written)
    spoil(tmp_path / "x", "ANALYZE; VACUUM; PRAGMA journal_mode = DELETE")
    with Journal.open(tmp_path / "x" / "game") as journal:
        assert len(journal.entries()) == ROWS
        assert journal.append([("event", {})]) == ROWS // 2 + 1
    assert list(contents(tmp_path / "x")) == ["game"]
