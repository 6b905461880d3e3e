"""What ``misterx replay`` prints: a recorded game, one line a step, and whether all of it was by the rules."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .games.pursuit.commands import MISTER_X
from .games.pursuit.notation import plain
from .history import GameSummary
from .hunt import Hunt
from .names import REASONS
from .record import Record
from .record_file import Damaged, read_record
from .record_shape import RecordFault
from .replay import Replay, ReplayStep, replay
from .shipped import PARTS, strange_parts

_HEADINGS = ("step", "round", "who", "what", "way", "", "places", "")
_RIGHT = {"step", "round", "places"}


@dataclass(frozen=True, slots=True)
class _Signs:
    """The few signs that not every terminal can show."""

    right: str
    wrong: str
    way: str


_SIGNS = _Signs("✓", "✗", "→")
_PLAIN_SIGNS = _Signs("ok", "WRONG", "->")


def replay_report(path: Path, as_json: bool, encoding: str) -> tuple[int, str]:
    """Follow the record in the file *path*: the exit status, 0 if everything holds, and what there is to say.

    The text is such that *encoding* can say it: a terminal that knows no é gets the rest of the game all the same.
    """
    name = str(path) if str(path).isprintable() else ascii(str(path))
    damage = ""
    try:
        record = read_record(path)
    except Damaged as damaged:
        record, damage = damaged.record, str(damaged)
    except RecordFault as fault:
        return 1, _json({"ok": False, "fault": str(fault)}) if as_json else f"{name}: {fault}\n"
    game = replay(record)
    if as_json:
        text = _json(_verdict(record, game, damage))
    else:
        text = "".join(_report(name, record, game, damage, _signs(encoding)))
    return int(not _holds(game, damage)), text.encode(encoding, "replace").decode(encoding)


def _holds(game: Replay, damage: str) -> bool:
    return game.checked and not damage


def _json(verdict: dict[str, Any]) -> str:
    return json.dumps(verdict) + "\n"


def _verdict(record: Record, game: Replay, damage: str) -> dict[str, Any]:
    return {
        "ok": _holds(game, damage),
        "digest": not damage,
        "strange": list(strange_parts(record)),
        "steps": len(game.steps),
        "checked": sum(step.checked for step in game.steps),
        "faults": [{"step": step, "why": why} for step, why in game.faults],
        "game": plain(game.summary),
    }


def _signs(encoding: str) -> _Signs:
    try:
        "✓✗→".encode(encoding)
    except UnicodeEncodeError:
        return _PLAIN_SIGNS
    return _SIGNS


def _report(name: str, record: Record, game: Replay, damage: str, signs: _Signs) -> Iterator[str]:
    yield f"{_heading(record, game)}\n"
    if record.players:
        people = [f"{_who(pawn, game)}: {name}" for pawn, name in record.players.items()]
        yield f"{', '.join(people)}.\n"
    if game.steps:
        yield "\n"
        yield from _aligned([_HEADINGS, *(_cells(step, game, signs) for step in game.steps)])
        yield "\n"
    if game.summary:
        yield f"{_outcome(game.summary, game)}\n"
    yield f"{_hunt(game.hunt)}\n"
    if damage:
        yield f"{name}: {damage}\n"
    for step, why in game.faults:
        yield f"Step {step}: {why}\n"
    for part in strange_parts(record):
        yield f"The {PARTS[part]} is not the one of this companion: the steps were held against the one in the record.\n"
    right = "all" if game.checked else sum(step.checked for step in game.steps)
    yield f"{_many(len(game.steps), 'step')} checked, {right} by the rules.\n"


def _heading(record: Record, game: Replay) -> str:
    board = record.map.get("title") or record.map["name"]
    pawns = ", ".join(map(str, game.summary.detectives)) if game.summary else ""
    parts = [f"{record.edition['title']} on {board}", pawns]
    parts += [_date(word, when) for word, when in (("began", record.began), ("ended", record.ended)) if when]
    return f"{'; '.join(part for part in parts if part)}."


def _date(word: str, when: str) -> str:
    return f"{word} {when.replace('T', ' ')}"


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell.rjust(width) if heading in _RIGHT else cell.ljust(width)
            for heading, cell, width in zip(_HEADINGS, row, widths, strict=True)
            if width
        ]
        yield f"{'  '.join(cells).rstrip()}\n"


def _cells(step: ReplayStep, game: Replay, signs: _Signs) -> tuple[str, ...]:
    return (
        str(step.number),
        str(step.round),
        _who(step.who, game) if step.who else "",
        _what(step, game),
        _way(step, signs),
        "seen" if step.seen else "",
        "?" if step.places is None else str(step.places),
        signs.right if step.checked else f"{signs.wrong} {step.why}",
    )


def _who(pawn: str, game: Replay) -> str:
    return game.words.get(MISTER_X, "Mister X") if pawn == MISTER_X else pawn


def _what(step: ReplayStep, game: Replay) -> str:
    """A ride is told by its ticket, anything else by its name."""
    words = [] if step.what == "travel" else [step.what.replace("_", " ")]
    words += [game.words.get(step.ticket, step.ticket)] if step.ticket else []
    words += ["double"] if step.double else []
    return " ".join(words)


def _way(step: ReplayStep, signs: _Signs) -> str:
    if step.to is None:
        return ""
    return f"{'' if step.left is None else step.left} {signs.way} {step.to}".strip()


def _outcome(over: GameSummary, game: Replay) -> str:
    if over.winner is None:
        verdict = "A draw."
    else:
        verdict = f"{_who(MISTER_X, game)} wins." if over.winner == MISTER_X else "The detectives win."
    caught = f"{over.by} caught him at {over.at}."
    why = caught if over.by else REASONS[over.reason].format(at=over.at)
    return f"{verdict} {why} {_many(over.rounds, 'round')}, {_many(over.windows, 'move')} of his."


def _many(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def _hunt(hunt: Hunt) -> str:
    text = f"Black tickets: {hunt.black}. Double cards: {hunt.doubles}."
    if hunt.most is None:
        return f"{text} He was never hidden."
    return f"{text} Hidden best among {hunt.most} places, at worst among {hunt.fewest}."
