"""Which games there have been, told from the rows of the journal as they come, without playing one again.

Only a game whose end stands is told of: of any other, something may still be a secret.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from .games.pursuit.commands import MISTER_X, Command, New
from .games.pursuit.events import Ended, Event, Reason
from .games.pursuit.notation import EVENTS, decode

Rows = Sequence[tuple[str, Mapping[str, Any]]]
"""The rows of one step, kind and body of each."""

BEGAN, ENDED, PLAYERS = "began", "ended", "players"
ABOUT_ONE_GAME = frozenset({BEGAN, ENDED, PLAYERS})
"""Facts of one game each. In the table's memory, where the last word counts for all games, they have no place."""

LONGEST_NAME = 24
LONGEST_PAWN = 40
_FIRST_YEAR = 2025
"""Before that there was no companion: a clock that shows an earlier year has lost the time."""


@dataclass(frozen=True, slots=True)
class GameSummary:
    """A game that is over, in a line."""

    id: int
    """The step of the journal in which it began."""
    edition: str
    title: str
    short: str
    his_name: str | None
    """What this edition calls Mister X, if not that."""
    board: str
    """The board's title."""
    detectives: tuple[str, ...]
    winner: str | None
    reason: Reason
    by: str | None
    at: int | None
    rounds: int
    windows: int
    """How many of them he filled."""
    began: str | None
    """Date and time on the wall; None if no clock knew."""
    ended: str | None
    players: Mapping[str, str]
    """Pawn → who played it."""


class _Mark(NamedTuple):
    """How far a step took the game."""

    step: int
    round: int
    ending: Ended | None
    ended: str | None


class _Past(NamedTuple):
    summary: GameSummary
    last: int
    """The step in which it ended."""


class _Course:
    """The game that is on the table: a mark for each step that stands."""

    def __init__(self, step: int, started: Mapping[str, Any], began: str | None) -> None:
        edition, board = started["edition"], started["map"]
        self.id = step
        self.edition: str = edition["name"]
        self.title: str = edition["title"]
        self.short: str = edition.get("short") or edition["title"]
        self.his_name: str | None = (edition.get("words") or {}).get(MISTER_X)
        self.board: str = board.get("title") or board["name"]
        self.detectives = tuple(started["detectives"])
        self.began = began
        self.marks: list[_Mark] = []

    def advance(self, step: int, events: Iterable[Mapping[str, Any]], ended: str | None) -> None:
        round = self.marks[-1].round if self.marks else 1
        ending = None
        for told in events:
            word = told["event"]
            if word not in EVENTS:
                raise ValueError("an event of another kind")
            if word == "round_began":
                round = told["round"]
            elif word == "ended":
                ending = _ending(told)
        self.marks.append(_Mark(step, round, ending, ended))

    def past(self, players: Mapping[str, str]) -> _Past | None:
        """The game as one that is over, if it is."""
        if not self.marks or not (ending := self.marks[-1].ending):
            return None
        step, round, _, ended = self.marks[-1]
        summary = GameSummary(
            self.id,
            self.edition,
            self.title,
            self.short,
            self.his_name,
            self.board,
            self.detectives,
            ending.winner,
            ending.reason,
            ending.by,
            ending.at,
            round,
            len(ending.trail),
            self.began,
            ended,
            dict(players),
        )
        return _Past(summary, step)


class History:
    """Follows every step that is taken, from the first. One thread at a time: the caller holds a lock."""

    def __init__(self) -> None:
        self._past: dict[int, _Past] = {}
        self._now: _Course | None = None
        self._players: dict[int, dict[str, str]] = {}

    def follow(self, step: int, rows: Rows) -> None:
        """Take in the next step; it is one of a kind that the table writes, or the error of a wrong shape."""
        kind, body = rows[0]
        facts = {name: fact for row, said in rows if row == "memory" for name, fact in said.items()}
        if kind == "command":
            if body["do"] == "new":
                self._begin(step, rows, facts.get(BEGAN))
            events = [told for row, told in rows if row == "event"]
            self._course().advance(step, events, facts.get(ENDED))
            self._settle()
        elif kind == "undo":
            self._course().marks.pop()
            self._settle()
        elif kind != "memory":
            raise ValueError("a step of another kind")
        if PLAYERS in facts:
            self._name(facts[PLAYERS]["game"], facts[PLAYERS]["names"])

    def _course(self) -> _Course:
        if self._now is None:
            raise LookupError("no game has begun")
        return self._now

    def _begin(self, step: int, rows: Rows, began: str | None) -> None:
        started = rows[1][1]
        if started["event"] != "started":
            raise ValueError("a game that begins in the middle")
        self._now = _Course(step, started, began)
        self._players[step] = {}

    def _settle(self) -> None:
        """The end that stands is the end; one that was taken back never was."""
        course = self._course()
        past = course.past(self._players[course.id])
        if past:
            self._past[course.id] = past
        else:
            self._past.pop(course.id, None)

    def _name(self, game: int, names: Mapping[str, str]) -> None:
        players = {**self._players.get(game, {}), **names}
        self._players[game] = {pawn: name for pawn, name in players.items() if name}
        if game in self._past:
            past = self._past[game]
            self._past[game] = past._replace(summary=replace(past.summary, players=self.players(game)))

    def games(self) -> tuple[GameSummary, ...]:
        """The games that are over, the newest first."""
        return tuple(past.summary for past in reversed(self._past.values()))

    def finished(self, game: int) -> tuple[GameSummary, int]:
        """The *game* and the step in which it ended; :exc:`KeyError` for one that is not over."""
        return self._past[game]

    def pawns(self, game: int) -> tuple[str, ...]:
        """Who is played by somebody in *game*, which is over or on the table; else :exc:`KeyError`."""
        if self._now is not None and self._now.id == game:
            return (MISTER_X, *self._now.detectives)
        return (MISTER_X, *self._past[game].summary.detectives)

    def players(self, game: int) -> dict[str, str]:
        """Pawn → who plays it in *game*."""
        return dict(self._players.get(game, {}))


def _ending(told: Mapping[str, Any]) -> Ended:
    event = decode(told)
    assert isinstance(event, Ended)
    return event


def dates(wall: Callable[[], datetime] | None, command: Command, events: Iterable[Event]) -> dict[str, Any]:
    """What the clock on the wall says about a step: when a game began, when it ended."""
    facts = {}
    if wall:
        if isinstance(command, New):
            facts[BEGAN] = _minute(wall())
        if any(isinstance(event, Ended) for event in events):
            facts[ENDED] = _minute(wall())
    return facts


def _minute(now: datetime) -> str | None:
    """Null is honest where a date would be made up."""
    return now.replace(tzinfo=None).isoformat(timespec="minutes") if now.year >= _FIRST_YEAR else None


def named(names: Mapping[str, str], pawns: Sequence[str] | None) -> dict[str, str]:
    """*names* as they are kept, or :exc:`ValueError` with what is wrong. None: nobody knows the *pawns*."""
    kept = {}
    for pawn, name in names.items():
        if pawns is not None and pawn not in pawns:
            raise ValueError(f"Nobody plays {_short(pawn)} here; there are: {', '.join(pawns)}.")
        if not isinstance(pawn, str) or not 0 < len(pawn) <= LONGEST_PAWN or not pawn.isprintable():
            raise ValueError(f"A pawn is a name of at most {LONGEST_PAWN} letters.")
        kept[pawn] = _name(name)
    return kept


def _name(name: str) -> str:
    # Two keyboards may spell an é differently, and it is the same André.
    name = unicodedata.normalize("NFC", name).strip() if isinstance(name, str) else "\n"
    if len(name) > LONGEST_NAME or not name.isprintable():
        raise ValueError(f"A player's name is a text of at most {LONGEST_NAME} letters.")
    return name


def _short(value: object) -> str:
    text = value if isinstance(value, str) and value.isprintable() else ascii(value)
    return text if len(text) <= LONGEST_PAWN else text[: LONGEST_PAWN - 1] + "…"
