"""Reading a record that came from anywhere: what it says is checked for shape, and each fault is one sentence.

Whether the game was played by the rules is another question, see :mod:`companion.replay`.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from .marked_yaml import exists
from .record import FORMAT, KIND, Record, Step, digest
from .record_shape import (
    RecordFault,
    check_began,
    check_edition,
    check_map,
    check_players,
    check_steps,
    check_tame,
    check_version,
)

LARGEST_FILE = 4 * 1024 * 1024  # bytes; an evening in London is a fiftieth of that

_CHECKS = {
    "companion": check_version,
    "began": check_began,
    "ended": check_began,
    "players": check_players,
    "edition": check_edition,
    "map": check_map,
    "steps": check_steps,
}


class Damaged(RecordFault):
    """Only the digest is wrong. What was read is in :attr:`record`, for who wants to look further."""

    def __init__(self, record: Record) -> None:
        super().__init__("The record is damaged, or somebody has changed it: its digest does not fit.")
        self.record = record


def read_record(source: Path | bytes) -> Record:
    """The record in a file, or in its bytes; or :exc:`RecordFault`."""
    content = _parsed(source if isinstance(source, bytes) else _bytes_of(source))
    if not isinstance(content, dict) or content.get("kind") != KIND:
        raise RecordFault("This is not the record of a game.")
    _check_format(content.get("format"))
    for part in (*_CHECKS, "digest"):
        if part not in content:
            raise RecordFault(f"The record lacks its {part}.")
    for part in content:
        if part not in ("kind", "format", "digest", *_CHECKS):
            raise RecordFault(f"A record of format {FORMAT} has {len(_CHECKS)} parts; this one has more.")
    check_tame(content)
    for part, check in _CHECKS.items():
        check(part, content[part])
    return _record(content)


def _record(content: dict[str, Any]) -> Record:
    steps = tuple(Step(step["command"], tuple(step["events"])) for step in content["steps"])
    record = Record(
        content["edition"],
        content["map"],
        steps,
        content["began"],
        content["ended"],
        content["players"],
        content["companion"],
    )
    if content["digest"] != digest(content):
        raise Damaged(record)
    return record


def _bytes_of(path: Path) -> bytes:
    if not exists(path):
        raise RecordFault("There is no such file.")
    if not path.is_file():  # a directory, or a pipe that would keep us waiting
        raise RecordFault("This is not a file.")
    try:
        with path.open("rb") as file:
            return file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise RecordFault(f"The file can't be read: {error.strerror}.") from None


def _parsed(raw: bytes) -> Any:
    if len(raw) > LARGEST_FILE:
        raise RecordFault("The file is larger than 4 MiB: no game is as long as that.")
    try:
        return json.loads(
            raw.decode("utf-8"),
            object_pairs_hook=_no_twins,
            parse_constant=_no_constant,
            parse_float=_finite,
        )
    except RecordFault:
        raise
    except RecursionError:
        raise RecordFault("The record is nested too deeply.") from None
    except ValueError:  # no text, no JSON, or a number with thousands of digits
        raise RecordFault("The file is not JSON.") from None


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise RecordFault("A name stands twice in one object of the record.")
    return found


def _no_constant(word: str) -> Any:
    raise RecordFault(f"The record says {word}, which is not JSON.")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise RecordFault("There is a number in the record that is too large.")
    return number


def _check_format(format: object) -> None:
    if not isinstance(format, int) or isinstance(format, bool) or format < 1:
        raise RecordFault("The record does not say which format it has.")
    if format > FORMAT:
        raise RecordFault(
            "The record was written by a newer companion, "
            f"in a format that this one can't read (it reads {FORMAT})."
        )
