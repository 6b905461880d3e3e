"""What remains of a game: its rule book, its board, and every step that stood, as one JSON document.

Edition and map are those that the journal kept, so that a record says the same for ever. They stand once,
beside the steps, not in the first event. The digest tells whether anything was changed since.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from importlib import metadata
from itertools import groupby
from typing import Any

from .history import GameSummary
from .journal import Entry

KIND = "misterx-game"
FORMAT = 1
APART = ("edition", "map")
"""What a game's first event holds in the journal and a record keeps beside the steps."""


@dataclass(frozen=True, slots=True)
class Step:
    """A command in the words of the protocol, and the events that it caused, as the journal has them."""

    command: Mapping[str, Any] = field(repr=False)
    events: tuple[Mapping[str, Any], ...] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Record:
    """One game from its beginning on."""

    edition: Mapping[str, Any] = field(repr=False)
    map: Mapping[str, Any] = field(repr=False)
    steps: tuple[Step, ...] = field(repr=False)
    began: str | None = None
    ended: str | None = None
    players: Mapping[str, str] = field(default_factory=dict)
    companion: str = ""
    """The version of the companion that wrote it."""


def record_of(entries: Iterable[Entry], summary: GameSummary) -> Record:
    """The game of *summary*, from its rows in the journal. What was taken back is left out."""
    steps: list[Step] = []
    for _, group in groupby(entries, key=lambda entry: entry.step):
        rows = list(group)
        if rows[0].kind == "undo":
            steps.pop()
        elif rows[0].kind == "command":
            steps.append(Step(rows[0].body, tuple(row.body for row in rows if row.kind == "event")))
    started = steps[0].events[0]
    edition, board = started["edition"], started["map"]
    # A board of one's own was named by its path, which is nobody's business where the record goes.
    command = {**steps[0].command, "map": board["name"]}
    bare = {name: value for name, value in started.items() if name not in APART}
    steps[0] = Step(command, (bare, *steps[0].events[1:]))
    return Record(
        edition, board, tuple(steps), summary.began, summary.ended, summary.players, companion_version()
    )


def companion_version() -> str:
    """The version of this companion, empty where it runs without being installed."""
    try:
        return metadata.version("misterx-companion")
    except metadata.PackageNotFoundError:
        return ""


def document(record: Record) -> dict[str, Any]:
    """*record* as the JSON document that :func:`companion.record_file.read_record` reads."""
    content = {
        "kind": KIND,
        "format": FORMAT,
        "companion": record.companion,
        "began": record.began,
        "ended": record.ended,
        "players": dict(record.players),
        "edition": record.edition,
        "map": record.map,
        "steps": [{"command": step.command, "events": list(step.events)} for step in record.steps],
    }
    return {**content, "digest": digest(content)}


def digest(content: Mapping[str, Any]) -> str:
    """SHA-256 over everything in a document but the digest itself."""
    rest = {name: value for name, value in content.items() if name != "digest"}
    return hashlib.sha256(canonical(rest).encode()).hexdigest()


def canonical(value: Any) -> str:
    """The one way to write *value* as JSON: equal texts are equal values, of equal types."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False)
