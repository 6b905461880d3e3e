"""The journal: what happened at the table, in a file that outlives a power cut.

A journal is one SQLite file. Each accepted command becomes one *step*: all its rows go down in one
transaction, and once :meth:`Journal.append` returns they are on the disk. Every row carries a digest
chained to the row before it, and the head, written in the same transaction, says how long the chain is
and how it ends. So a row that was altered, removed, added or moved is found at the next opening.

Opening looks first and touches later: a file at fault stays, byte for byte, as it was found.
Nothing here knows a rule of any game: a body is whatever JSON can say.
"""

import errno
import fcntl
import hashlib
import json
import os
import shutil
import sqlite3
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

_APPLICATION = 0x4D58_4A4E  # "MXJN" in the file's header: this SQLite file is one of ours
_FORMAT = 1
_PATIENCE = 0.5  # seconds: a companion that is just closing gets to finish

_TABLES = f"""
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {_FORMAT};
CREATE TABLE events (
    seq INTEGER PRIMARY KEY,
    step INTEGER NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    digest TEXT NOT NULL
) STRICT;
CREATE TABLE head (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    length INTEGER NOT NULL,
    step INTEGER NOT NULL,
    digest TEXT NOT NULL
) STRICT;
INSERT INTO head VALUES (1, 0, 0, '');
"""


class JournalFault(Exception):
    """What is wrong with which journal, and what to do, in a sentence or two fit to show anyone."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One row. Rows are numbered 1, 2, 3 … over the whole file; those of one command share a step."""

    seq: int
    step: int
    kind: str
    body: dict[str, Any] = field(repr=False)  # may hold Mister X's hideout: not for log files


class Journal:
    """Steps that were taken, in order, for ever.

    Calls may come from any thread, but one at a time: the caller holds a lock.
    """

    def __init__(self, connection: sqlite3.Connection, name: str) -> None:
        self._connection = connection
        self._name = name
        self._closed = False

    @classmethod
    def open(cls, path: Path) -> Self:
        """The journal at *path*, checked from the first row to the last; a new one if there is none."""
        name = str(path)
        with _told_plainly(name):
            file = Path(os.path.realpath(path))  # SQLite keeps its side files next to the real one
            _refuse_unfit_place(file, name)
            with _one_at_a_time(file.parent):
                if not _size(file):
                    _create(file, name)
                _refuse_if_in_use(file)
                with _untouched(file) as look:
                    head = _checked(look, name)
                return cls(_take(file, head, name), name)

    @classmethod
    def in_memory(cls) -> Self:
        """A journal that is forgotten when it is closed."""
        connection = _connect("file::memory:")
        connection.executescript(_TABLES)
        return cls(connection, "The journal in memory")

    def entries(self, first: int = 1, last: int | None = None) -> tuple[Entry, ...]:
        """Every row so far, or those of the steps from *first* to *last*; the oldest first."""
        return tuple(self.each_entry(first, last))

    def each_entry(self, first: int = 1, last: int | None = None) -> Iterator[Entry]:
        """The same one by one: no more than the row at hand is in memory."""
        self._refuse_if_closed()
        query = "SELECT seq, step, kind, body FROM events WHERE step BETWEEN ? AND ? ORDER BY seq"
        with _told_plainly(self._name):
            for seq, step, kind, body in self._connection.execute(query, (first, last or sys.maxsize)):
                yield Entry(seq, step, kind, json.loads(body))

    def append(self, rows: Sequence[tuple[str, Mapping[str, Any]]]) -> int:
        """Write *rows* (kind and body of each) as one step and return its number.

        When this returns, the step survives a power cut. If the disk is full, nothing of the step is kept
        and the journal goes on working. After any other fault it is closed, because nobody knows then
        whether the disk has kept the step (whole, never half): opening it again finds out.
        """
        self._refuse_if_closed()
        written = [(str(kind), _compact(dict(body))) for kind, body in rows]
        if not written:
            raise ValueError("a step needs at least one row")
        try:
            return self._write(written)
        except sqlite3.Error as error:
            if _code(error) == sqlite3.SQLITE_FULL:
                raise _fault(self._name, error) from error
            self.close()
            raise JournalFault(
                f"{self._name} could not be written ({error}) and is now closed. Check the disk, then start again."
            ) from error

    def close(self) -> None:
        """Let go of the file. Closing twice is fine."""
        self._closed = True
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _write(self, rows: Sequence[tuple[str, str]]) -> int:
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            head = _head(connection, self._name)
            seq, digest, step = head.length, head.digest, head.step + 1
            for kind, body in rows:
                seq += 1
                digest = _digest(digest, seq, step, kind, body)
                connection.execute(
                    "INSERT INTO events VALUES (?, ?, ?, ?, ?)", (seq, step, kind, body, digest)
                )
            connection.execute("UPDATE head SET length = ?, step = ?, digest = ?", (seq, step, digest))
            connection.execute("COMMIT")
        finally:
            if connection.in_transaction:
                with suppress(sqlite3.Error):  # the first error is the one worth telling
                    connection.execute("ROLLBACK")
        return step

    def _refuse_if_closed(self) -> None:
        if self._closed:
            raise JournalFault(f"{self._name} is closed. Open it again to go on.")


# The chain


@dataclass(frozen=True, slots=True)
class _Head:
    length: int
    step: int
    digest: str


def _compact(value: object) -> str:
    """*value* as JSON, its names in their own order: what comes back reads as what went in."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True, allow_nan=False)


def _digest(before: str, seq: int, step: int, kind: str, body: str) -> str:
    """The digest of the row before, then this row as the JSON of [seq, step, kind, body]."""
    row = f"{before}[{seq},{step},{_compact(kind)},{body}]"
    return hashlib.sha256(row.encode()).hexdigest()


def _head(connection: sqlite3.Connection, name: str) -> _Head:
    match connection.execute("SELECT length, step, digest FROM head").fetchall():
        case [(int(length), int(step), str(digest))]:
            return _Head(length, step, digest)
        case _:
            raise _damaged(name, "its head is missing")


def _checked(connection: sqlite3.Connection, name: str) -> _Head:
    """The head of a journal in which everything is as it was written, or :exc:`JournalFault`."""
    _refuse_strangers(connection, name)
    if _shape(connection) != _shape_of_a_journal():
        raise _damaged(name, "its tables are not those of a journal")
    head = _head(connection, name)
    if trouble := _first_trouble(connection, head):
        raise _damaged(name, trouble)
    # Digests vouch for the rows. This vouches for the pages between them, where the next step will go.
    if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise _damaged(name, "its pages do not fit together")
    return head


def _refuse_strangers(connection: sqlite3.Connection, name: str) -> None:
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if application != _APPLICATION:
        raise JournalFault(f"{name} is not a journal: it belongs to another program. Choose another file.")
    if version > _FORMAT:
        raise JournalFault(
            f"{name} was written by a newer companion (format {version}, this one reads {_FORMAT}). Update this one."
        )
    if version < _FORMAT:
        raise _damaged(name, f"it claims the unknown format {version}")


def _shape(connection: sqlite3.Connection) -> list[tuple[str, str]]:
    return connection.execute(
        "SELECT name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite~_%' ESCAPE '~' ORDER BY name"
    ).fetchall()


def _shape_of_a_journal() -> list[tuple[str, str]]:
    with closing(_connect("file::memory:")) as blank:
        blank.executescript(_TABLES)
        return _shape(blank)


def _first_trouble(connection: sqlite3.Connection, head: _Head) -> str | None:
    """What is wrong with the first bad row, if any is."""
    end = _Head(0, 0, "")
    for row in connection.execute("SELECT seq, step, kind, body, digest FROM events ORDER BY seq"):
        due = end.length + 1
        if row[0] > due:
            return f"row {due} is missing"
        if row[0] < due or row[0] > head.length:
            return f"row {row[0]} does not belong in it"
        match row:
            case (int(seq), int(step), str(kind), str(body), str(digest)) if digest == _digest(
                end.digest, seq, step, kind, body
            ):
                end = _Head(seq, step, digest)
            case _:
                return f"row {due} has been altered"
        if not _is_object(body):
            return f"the body of row {due} cannot be read"
    if end.length < head.length:
        return f"row {end.length + 1} is missing"
    return None if end == head else f"its head does not fit its last row, {end.length}"


def _is_object(body: str) -> bool:
    try:
        return isinstance(json.loads(body), dict)
    except (ValueError, RecursionError):
        return False


# The file


def _connect(uri: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        uri, uri=True, timeout=_PATIENCE, isolation_level=None, check_same_thread=False
    )
    # A flipped bit must show as a wrong digest, not as a text that cannot be decoded.
    connection.text_factory = lambda text: text.decode("utf-8", "replace")
    return connection


def _beside(file: Path, suffix: str) -> Path:
    return file.with_name(file.name + suffix)


def _refuse_unfit_place(file: Path, name: str) -> None:
    folder = file.parent
    if not folder.is_dir():
        raise JournalFault(
            f"There is no directory {folder} for the journal {name}. Create it, or choose another."
        )
    if file.is_dir():
        raise JournalFault(f"{name} is a directory, not a journal. Name a file in it.")
    if file.is_symlink() or (file.exists() and not file.is_file()):  # a link still here leads in a circle
        raise JournalFault(f"{name} is not an ordinary file. Choose another one.")
    if not os.access(folder, os.W_OK | os.X_OK) or (file.exists() and not os.access(file, os.R_OK | os.W_OK)):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


@contextmanager
def _one_at_a_time(folder: Path) -> Iterator[None]:
    """Of companions that start together each asks for itself whether the journal is free.

    Two that asked at once would each take the other for one that has it, and nobody would get it.
    """
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _create(file: Path, name: str) -> None:
    """Put an empty journal at *file*, all at once or not at all."""
    for orphan in (_beside(file, "-wal"), _beside(file, "-journal")):
        if _size(orphan):
            raise JournalFault(
                f"{name} is missing or empty, but {orphan.name} beside it still holds steps."
                " Put the journal back, or move that file away."
            )
    draft = _beside(file, "-new")
    try:
        draft.touch(0o600)  # for our own eyes only: Mister X's hideout will be in it
        with draft.open("wb") as out:
            out.write(_blank())
            out.flush()
            os.fsync(out.fileno())
        draft.replace(file)
    finally:
        draft.unlink(missing_ok=True)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)  # else a power cut could take the file's name, steps and all
    finally:
        os.close(folder)


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0


def _blank() -> bytes:
    """The bytes of a journal without a step. It is in WAL mode from birth."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "blank")
        with closing(_connect(file.as_uri())) as connection:
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute("PRAGMA journal_mode = WAL")
            connection.executescript(_TABLES)
        return file.read_bytes()


def _refuse_if_in_use(file: Path) -> None:
    """Raise SQLite's "busy" if another journal, in this process or elsewhere, has *file* open.

    The question is asked read-only. Such a connection may ask for the exclusive lock but never gets it,
    so it stops before it would recover, write or leave anything behind.
    """
    with closing(_connect(f"{file.as_uri()}?mode=ro")) as connection:
        try:
            connection.execute("PRAGMA locking_mode = EXCLUSIVE")
            connection.execute("PRAGMA schema_version")
        except sqlite3.Error as error:
            if _code(error) == sqlite3.SQLITE_BUSY:
                raise


@contextmanager
def _untouched(file: Path) -> Iterator[sqlite3.Connection]:
    """What *file* holds, without a change to it.

    After a power cut SQLite's side files are still there, and opening would fold them into *file*. If *file*
    is damaged that could spoil a rescue, so then the look is at copies.

    Only call this when the file is not in use: closing any descriptor of a file drops every lock that
    this process has on it.
    """
    if not any(_beside(file, suffix).exists() for suffix in ("-wal", "-journal")):
        with closing(_connect(f"{file.as_uri()}?mode=ro&immutable=1")) as connection:
            yield connection
        return
    with TemporaryDirectory() as folder:
        copy = Path(folder, "copy")
        for suffix in ("", "-wal", "-journal"):
            with suppress(FileNotFoundError):
                shutil.copyfile(_beside(file, suffix), _beside(copy, suffix))
        with closing(_connect(f"{copy.as_uri()}?mode=rw")) as connection:
            yield connection


def _take(file: Path, head: _Head, name: str) -> sqlite3.Connection:
    """Open *file* for writing, for us alone, if it still ends with *head*."""
    connection = _connect(f"{file.as_uri()}?mode=rw")
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE")
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        # Take the lock now, and find out now if it can't be written: the first step would be too late.
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("UPDATE head SET step = step")
        connection.execute("ROLLBACK")
        if _head(connection, name) != head:
            raise _in_use(name)
    except BaseException:
        connection.close()
        raise
    return connection


# Faults in plain words


@contextmanager
def _told_plainly(name: str) -> Iterator[None]:
    try:
        yield
    except (OSError, sqlite3.Error) as error:
        raise _fault(name, error) from error
    except UnicodeDecodeError as error:  # SQLite's complaint quotes the garbled part, which Python can't read
        raise _garbled(name) from error


# What the operating system says, in SQLite's terms.
_AS_CODE = {
    errno.EACCES: sqlite3.SQLITE_PERM,
    errno.EPERM: sqlite3.SQLITE_PERM,
    errno.EROFS: sqlite3.SQLITE_PERM,
    errno.ENOSPC: sqlite3.SQLITE_FULL,
    errno.EDQUOT: sqlite3.SQLITE_FULL,
}


def _code(error: OSError | sqlite3.Error) -> int:
    """SQLite's primary result code for *error*; 0 if there is none."""
    if isinstance(error, OSError):
        return _AS_CODE.get(error.errno or 0, 0)
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def _fault(name: str, error: OSError | sqlite3.Error) -> JournalFault:
    match _code(error):
        case sqlite3.SQLITE_BUSY:
            return _in_use(name)
        case sqlite3.SQLITE_FULL:
            return JournalFault(
                f"There is no room left on the disk for {name}. Free some space, then try again."
            )
        case sqlite3.SQLITE_PERM | sqlite3.SQLITE_READONLY | sqlite3.SQLITE_CANTOPEN:
            return JournalFault(
                f"{name} may not be written. Give this user the right to write it and its directory, or choose another place."
            )
        case sqlite3.SQLITE_NOTADB:
            return JournalFault(f"{name} is not a journal. Choose another file.")
        case sqlite3.SQLITE_CORRUPT:
            return _garbled(name)
        case _:
            reason = (error.strerror if isinstance(error, OSError) else None) or error
            return JournalFault(f"{name} cannot be used ({reason}). Check the disk, or choose another file.")


def _in_use(name: str) -> JournalFault:
    return JournalFault(f"{name} is in use by another companion. Close that one first.")


def _damaged(name: str, what: str) -> JournalFault:
    return JournalFault(
        f"{name} is damaged: {what}. Put back a copy of it, or start a new journal elsewhere."
    )


def _garbled(name: str) -> JournalFault:
    return _damaged(name, "parts of the file are missing or garbled")
