"""A game that is over, followed step by step, with the whole log open and every step checked.

The game is folded from what was recorded, whatever the rules say to it; beside it, the rules are asked again
(:mod:`companion.recheck`). So a step that is not by the rules shows, and so does what came of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from .drawing import Printed
from .games.pursuit import events as e
from .games.pursuit.apply import apply, public
from .games.pursuit.belief import Belief, follow, possible
from .games.pursuit.board import Stations, numbers_of
from .games.pursuit.commands import MISTER_X
from .games.pursuit.game import Game, Open
from .games.pursuit.notation import decode
from .games.pursuit.tickets import Ticket
from .history import GameSummary, History
from .hunt import Hunt, hunt
from .recheck import UNFIT, Ruling, recheck, same
from .record import Record, Step
from .sight import in_sight
from .speakers import whose


class Fault(NamedTuple):
    """What is wrong, in a sentence, and in which step."""

    step: int
    why: str


@dataclass(frozen=True, slots=True)
class ReplayStep:
    """One step: who did what, and how things stood after it."""

    number: int
    """The beginning is step 1."""
    round: int
    """In which it was taken."""
    window: int
    """The window filled last, after it."""
    who: str | None
    """A pawn, ``mister_x``, or ``detectives`` where the team spoke as one; None at the beginning."""
    what: str
    """The word of the command."""
    ticket: str | None
    left: int | None
    """The station where the pawn was, or the barrier stood."""
    to: int | None
    double: bool
    told: tuple[Mapping[str, Any], ...]
    """The events, as the journal has them; the first without edition and map."""
    mister_x: int | None
    """Where he was after it, None before he had picked his start."""
    pawns: Mapping[str, int | None]
    """Where everybody stood after it, None in the helicopter."""
    barriers: tuple[int, ...]
    possible: tuple[int, ...] | None
    """Where he could have been, from what the table knew then; None after a step that is not by the rules."""
    places: int | None
    """How many stations that are."""
    seen: bool
    """He was in sight in this step. That everything opens at the end does not count."""
    checked: bool
    """The rules, asked again, say the same."""
    why: str
    """If they don't: what is wrong."""


@dataclass(frozen=True, slots=True)
class LogRow:
    """One window of his travel log, as it opens at the end."""

    window: int
    step: int
    """The step that filled it."""
    ticket: str | None
    left: int | None
    to: int
    seen: bool
    """The table saw him there."""
    note: str
    """``balloon``, ``crossed``, ``time``, ``hideout``, or nothing."""
    legal: bool
    why: str
    """If not: what is wrong."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A game from its first step to its last."""

    summary: GameSummary | None
    """None for a record in which the game does not end."""
    printed: Printed = field(repr=False)
    words: Mapping[str, str]
    """What the edition calls things."""
    start: int | None
    """Where he began."""
    steps: tuple[ReplayStep, ...] = field(repr=False)
    log: tuple[LogRow, ...] = field(repr=False)
    hunt: Hunt
    trouble: Fault | None = None
    """Why the game can't be followed to its end, if it can't."""

    @property
    def checked(self) -> bool:
        """The whole game was by the rules, to its end."""
        return not self.faults

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Everything that is wrong, in its order."""
        found = [Fault(step.number, step.why) for step in self.steps if not step.checked]
        return (*found, self.trouble) if self.trouble else tuple(found)


def replay(record: Record, summary: GameSummary | None = None) -> Replay:
    """The game in *record*. Its *summary* is made from it where the journal's is not at hand."""
    course = _Course(record)
    for step in record.steps:
        if not course.take(step):
            break
    return course.replay(summary or summary_of(record))


def summary_of(record: Record) -> GameSummary | None:
    """The game in a line; None if it does not end."""
    history = History()
    try:
        for number, step in enumerate(record.steps, 1):
            told = [("event", _whole(record, number, event)) for event in step.events]
            history.follow(number, [("command", step.command), *told])
    except UNFIT:
        return None
    games = history.games()
    if not games:
        return None
    return replace(games[0], began=record.began, ended=record.ended, players=record.players)


class _Folded(NamedTuple):
    """What one step made of the game."""

    game: Game
    belief: Belief | None
    known: Stations | None
    heard: tuple[e.Event, ...]
    log: list[LogRow]


class _Course:
    """The game so far, while its steps are taken one after the other."""

    def __init__(self, record: Record) -> None:
        self._record = record
        self._game: Game | None = None
        self._belief: Belief | None = None
        self._lawful = True
        self._steps: list[ReplayStep] = []
        self._log: list[LogRow] = []
        self._heard: list[tuple[tuple[e.Event, ...], Open, Belief]] = []
        self._trouble: Fault | None = None

    def take(self, step: Step) -> bool:
        """Follow one *step*; False if that can't be done."""
        number, before = len(self._steps) + 1, self._game
        ruling = recheck(self._record, before, step)
        # What could be known after something that can't have happened is nobody's guess.
        self._lawful = self._lawful and not ruling.why
        try:
            events = [decode(_whole(self._record, number, event)) for event in step.events]
            after = self._fold(number, step, events, ruling)
            self._steps.append(_step(number, before, step, events, after, ruling))
        except UNFIT as error:
            why = ruling.why or f"What was recorded here makes no sense ({type(error).__name__})."
            self._trouble = Fault(number, f"{why} From here on the game can't be followed.")
            return False
        self._game, self._belief, self._log = after.game, after.belief, after.log
        if after.belief is not None:
            self._heard.append((after.heard, after.game.open, after.belief))
        return True

    def _fold(self, number: int, step: Step, events: list[e.Event], ruling: Ruling) -> _Folded:
        game, log, heard = self._game, list(self._log), []
        beliefs = [self._belief]
        known: Stations | None = None
        for place, event in enumerate(events):
            table = game.open if game else None
            seen = public(table, event)
            if isinstance(event, e.Ended):
                known = _known_at_the_end(beliefs, event) if self._lawful else None
                log = [_as_opened(row, station) for row, station in zip(log, event.trail, strict=True)]
            if self._lawful:
                beliefs.append(follow(beliefs[-1], table, seen))
            left = game.secret.station if game else 0
            game = apply(game, event)
            heard.append(seen)
            if game.open.window > len(log):
                legal = place < len(ruling.events) and same(step.events[place], ruling.events[place])
                ticket = event.ticket if isinstance(event, e.Travelled) else None
                log.append(_row(number, game, left, ticket, "" if legal else ruling.why))
            if log and in_sight(seen):
                log[-1] = replace(log[-1], seen=True)
        if game is None:
            raise ValueError("nothing has begun")
        belief = beliefs[-1] if self._lawful else None
        if belief is not None and game.open.outcome is None:
            known = possible(belief, game.open)
        return _Folded(game, belief, known, tuple(heard), log)

    def replay(self, summary: GameSummary | None) -> Replay:
        if self._game is None:
            printed = Printed(self._record.map, ())
            return Replay(summary, printed, {}, None, (), (), Hunt((), 0, 0), self._trouble)
        rules, secret = self._game.rules, self._game.secret
        if not self._trouble and self._game.open.outcome is None:
            self._trouble = Fault(len(self._steps), "The game does not end here.")
        notes = [window.note for window in self._game.open.fugitive.log]
        return Replay(
            summary,
            Printed(self._record.map, rules.edition.modes, rules.links),
            rules.edition.words,
            secret.start or None,
            tuple(self._steps),
            tuple(replace(row, note=note) for row, note in zip(self._log, notes, strict=True)),
            hunt(self._heard),
            self._trouble,
        )


def _whole(record: Record, number: int, event: Mapping[str, Any]) -> Mapping[str, Any]:
    """*event* as the journal has it: the first holds edition and map."""
    if number == 1 and event.get("event") == "started":
        return {**event, "edition": record.edition, "map": record.map}
    return event


def _known_at_the_end(beliefs: list[Belief | None], ended: e.Ended) -> Stations | None:
    """Where he could have been just before everything was laid open.

    That a detective arrives and the game goes on means that he is not there. Here it did not go on.
    """
    belief = beliefs[-2 if ended.reason is e.Reason.CAPTURED else -1]
    return belief.stations if belief else None


def _row(number: int, game: Game, left: int, ticket: Ticket | None, why: str) -> LogRow:
    """The window that was filled just now."""
    word = ticket.word if ticket is not None else None
    return LogRow(game.open.window, number, word, left or None, game.secret.station, False, "", not why, why)


def _as_opened(row: LogRow, station: int) -> LogRow:
    """*row*, held against the log that was opened at the end."""
    if row.to == station:
        return row
    return replace(row, legal=False, why=f"The open log says {station}, but he went to {row.to}.")


def _step(
    number: int,
    before: Game | None,
    step: Step,
    events: list[e.Event],
    after: _Folded,
    ruling: Ruling,
) -> ReplayStep:
    table = after.game.open
    ticket, left, to, double = _deed(before, events)
    known = None if after.known is None else tuple(numbers_of(after.known))
    return ReplayStep(
        number,
        before.open.turn.round if before else 1,
        table.window,
        whose(before.open, step.command) if before else None,
        step.command["do"],
        ticket.word if ticket is not None else None,
        left or None,
        to,
        double,
        step.events,
        after.game.secret.station or None,
        {pawn: place or None for pawn, place in zip(table.rules.pawns, table.where, strict=True)},
        tuple(numbers_of(table.extras.barred)),
        known,
        None if known is None else len(known),
        any(in_sight(event) for event in after.heard),
        not ruling.why,
        ruling.why,
    )


def _deed(before: Game | None, events: list[e.Event]) -> tuple[Ticket | None, int | None, int | None, bool]:
    """What was done: the ticket, from where, to where, and whether a double card was played."""
    if before is None:
        return None, None, None, False
    double = any(event.double for event in events if isinstance(event, e.Travelled | e.TileTurned))
    for event in events:
        match event:
            case e.Travelled() | e.Boarded() | e.Descended():
                return event.ticket, _place(before, event.pawn), event.to, double
            case e.Corrected():
                return None, _place(before, event.pawn), event.to, double
            case e.Flew():
                return None, before.secret.station, event.to, double
            case e.BarrierPut():
                return None, event.moved, event.at, double
            case e.StartPicked():
                return None, None, event.to, double
            case e.TicketBanned():
                return event.ticket, None, None, double
    return None, None, None, double


def _place(game: Game, pawn: str) -> int:
    return game.secret.station if pawn == MISTER_X else game.open.where[game.rules.seats[pawn]]
