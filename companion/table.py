"""The table: a game in progress, and the one writer of its journal.

A command is decided, written down, and only then true. Taking a step back is written down as well; the
games before each step are still at hand because nothing in a game ever changes. Beside the game the table
remembers plain facts that outlive a power cut, such as what was left on a clock.

Every method may be called from any thread.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby
from threading import RLock
from typing import Any

from .drawing import Printed
from .games.pursuit import events as e
from .games.pursuit.apply import apply, public
from .games.pursuit.belief import Belief, follow, possible
from .games.pursuit.board import Stations
from .games.pursuit.commands import MISTER_X, Command, New
from .games.pursuit.decide import decide
from .games.pursuit.events import Event
from .games.pursuit.game import Game, Open
from .games.pursuit.notation import decode, encode
from .games.pursuit.outlook import Outlook, outlook
from .games.pursuit.refusals import Refusal, Refused
from .games.pursuit.views import MisterXView, mister_x_view
from .history import ABOUT_ONE_GAME, PLAYERS, GameSummary, History, dates, named
from .hunt import Hunt, hunt
from .journal import Entry, Journal, JournalFault
from .protocol import Unheard, hear, say
from .record import Record, record_of
from .replay import Replay, replay
from .sight import News, Sight, Undoable, look, undoable
from .watchers import Watchers

_PREPARED = "prepared"
"""The fact that keeps a game which waits for his card."""
PAIRING = "pairing"
"""The fact that says whose phone is Mister X's; it is good for one game."""

Check = Callable[[], None]
_Rows = list[tuple[str, dict[str, Any]]]
"""The rows of one step, kind and body of each."""


class NoGame(Exception):
    """Nothing has begun, or there is nothing to take back."""


@dataclass(frozen=True, slots=True)
class Position:
    """The game after a step, with what led to it."""

    step: int = field(repr=False)
    """Its number in the journal."""
    command: dict[str, Any] = field(repr=False)
    """In the words of the protocol."""
    events: tuple[Event, ...] = field(repr=False)
    heard: tuple[Event, ...]
    """The events as the table heard them."""
    game: Game
    belief: Belief


class Table:
    """One game, one lock, one writer."""

    def __init__(self, journal: Journal, wall: Callable[[], datetime] | None = None) -> None:
        """Take up the last game in *journal* where it was left. The clock on the *wall*, if any, dates the games."""
        self._lock = RLock()
        self._journal = journal
        self._positions: list[Position] = []
        self._step = 0
        self._taken_back: Undoable | None = None
        self._memory: dict[str, Any] = {}
        self._watchers: Watchers[[]] = Watchers()
        self._sight: Sight | None = None
        self._wall = wall
        self._history = History()
        try:
            self._read(journal.each_entry())
        except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise JournalFault(
                "The journal is whole, but it was written by a newer or a different companion: "
                f"this one can't follow it ({type(error).__name__}). It was left as it is."
            ) from error

    def _read(self, entries: Iterable[Entry]) -> None:
        """Take in everything that ever happened. Only the last game is played again: that takes long."""
        last: list[tuple[int, _Rows]] = []
        for number, group in groupby(entries, key=lambda entry: entry.step):
            rows = [(entry.kind, entry.body) for entry in group]
            self._history.follow(number, rows)
            if rows[0][0] == "command" and rows[0][1]["do"] == "new":
                for earlier, kept in last:
                    self._keep(earlier, kept)
                last = []
            last.append((number, rows))
        for number, rows in last:
            self._replay(number, rows)

    def _replay(self, step: int, rows: _Rows) -> None:
        kind, body = rows[0]
        if kind == "undo":
            self._step_back(step)
        elif kind == "command":
            self._advance(step, body, [decode(told) for row, told in rows if row == "event"])
        self._keep(step, rows)

    def _advance(self, step: int, command: dict[str, Any], events: Iterable[Event]) -> Position:
        """Fold *events* in. A new game leaves the one before it behind."""
        game: Game | None = None
        belief: Belief | None = None
        if command["do"] == "new":
            self._positions = []
        else:
            game, belief = self._positions[-1].game, self._positions[-1].belief
        told, heard = [], []
        for event in events:
            table: Open | None = game.open if game else None
            seen = public(table, event)
            belief = follow(belief, table, seen)
            game = apply(game, event)
            told.append(event)
            heard.append(seen)
        assert game is not None
        assert belief is not None
        position = Position(step, command, tuple(told), tuple(heard), game, belief)
        self._positions.append(position)
        self._step, self._taken_back = step, None
        return position

    def _step_back(self, step: int) -> None:
        self._taken_back = self._undoable()
        self._positions.pop()
        self._step = step

    def close(self) -> None:
        """Let go of the journal, between two steps."""
        with self._lock:
            self._journal.close()

    # Writing

    def submit(
        self, command: Command, /, *, at: int | None = None, check: Check | None = None, **facts: Any
    ) -> Position:
        """Carry out *command*: durable when this returns, unchanged when it raises.

        *at* is the step that whoever says it has in mind: if the table has moved on, it is refused. *check* is
        called when nothing can change any more, and may raise. The *facts* are remembered in the same step:
        both are kept, or neither.
        """
        if isinstance(command, New):
            facts |= {_PREPARED: None, PAIRING: None}
        return self._carry_out(command, at, check, facts)

    def _carry_out(
        self, command: Command, at: int | None, check: Check | None, facts: dict[str, Any]
    ) -> Position:
        with self._lock:
            self._stand_still(at, check)
            rows = _memory_rows(self._fresh(facts))
            events = decide(None if isinstance(command, New) else self.game, command)
            said = say(command)
            told = [("event", encode(event)) for event in events]
            rows = [("command", said), *told, *rows]
            if dated := dates(self._wall, command, events):
                rows.append(("memory", dated))
            step = self._journal.append(rows)
            position = self._advance(step, said, events)
            self._keep(step, rows)
            self._history.follow(step, rows)
        self._watchers.tell()
        return position

    def _fresh(self, facts: dict[str, Any]) -> dict[str, Any]:
        """*facts* without those that end what had not begun."""
        over = (_PREPARED, PAIRING)
        return {name: value for name, value in facts.items() if name not in over or self._memory.get(name)}

    def _stand_still(self, at: int | None, check: Check | None = None) -> None:
        if at is not None and at != self._step:
            raise Refused(Refusal.MOVED_ON)
        if check:
            check()

    def refusal(self, command: Command) -> Refused | None:
        """What the rules have against *command* now, None if nothing. Nothing happens.

        Refusals are fit for everybody, so asking tells no more than trying would.
        """
        try:
            decide(self.game, command)
        except Refused as refused:
            return refused
        return None

    def undo(self, *, at: int | None = None, check: Check | None = None) -> None:
        """Take the last command back, for all to see. A game's beginning stays, and so does the memory."""
        with self._lock:
            self._stand_still(at, check)
            if len(self._positions) < 2:
                raise NoGame("There is nothing to take back.")
            rows: _Rows = [("undo", {})]
            step = self._journal.append(rows)
            self._step_back(step)
            self._history.follow(step, rows)
        self._watchers.tell()

    def remember(self, **facts: Any) -> None:
        """Keep *facts*, which JSON can say, beside the game. They are open to all: never a secret."""
        if facts:
            self._remember(facts)
            self._watchers.tell()

    def _remember(self, facts: dict[str, Any]) -> None:
        self._write_down(_memory_rows(facts))

    def _write_down(self, rows: _Rows) -> None:
        with self._lock:
            step = self._journal.append(rows)
            self._keep(step, rows)
            self._history.follow(step, rows)

    # A game that only lacks Mister X's card

    def prepare(self, command: New, **facts: Any) -> None:
        """Everything is set up; the game begins when Mister X says which card he drew.

        The seed stays out: what is remembered is open to all, and the seed will deal his tiles.
        """
        said = {word: value for word, value in say(command).items() if word != "seed"}
        self.remember(**{_PREPARED: {"said": said, "facts": facts}, PAIRING: None})

    @property
    def prepared(self) -> New | None:
        """The game that waits for his card."""
        with self._lock:
            waiting = self._memory.get(_PREPARED)
        if not waiting:
            return None
        try:
            command = hear(waiting["said"])
        except Unheard:  # an edition or a map that is no longer there
            return None
        assert isinstance(command, New)
        return command

    @property
    def awaits_card(self) -> bool:
        """Whether a game waits for his card, even one that can't be read any more: whoever has the phone plays that."""
        with self._lock:
            return bool(self._memory.get(_PREPARED))

    def forget_prepared(self) -> bool:
        """The table thought better of it. False if there was nothing to forget: the game has begun."""
        with self._lock:
            waited = bool(self._memory.get(_PREPARED))
            if waited:  # and whoever was to play it has no business in the game before
                self._remember({_PREPARED: None, PAIRING: None})
        self._watchers.tell()
        return waited

    def deal(self, station: int | None, *, at: int | None = None, check: Check | None = None) -> Position:
        """Mister X names his card; None draws one for him. What the rules have against it is for his eyes only."""
        with self._lock:
            self._stand_still(at)
            command, step = self.prepared, self._step
            if command is None:
                raise NoGame("No game waits for a card.")
            facts = self._memory[_PREPARED]["facts"]
        if station is not None:
            command = replace(command, starts={**command.starts, MISTER_X: station})
        # The phone that named the card stays his. And a card that is sent twice begins one game.
        return self._carry_out(command, step, check, facts | {_PREPARED: None})

    def _keep(self, step: int, rows: _Rows) -> None:
        for facts in (body for kind, body in rows if kind == "memory"):
            self._memory |= {name: fact for name, fact in facts.items() if name not in ABOUT_ONE_GAME}
            if _PREPARED in facts:
                self._step, self._taken_back = step, None

    # Reading

    @property
    def memory(self) -> Mapping[str, Any]:
        """What was remembered last under each name, in this game or an earlier one."""
        with self._lock:
            return dict(self._memory)

    @property
    def position(self) -> Position | None:
        """The game as it stands, None before the first."""
        with self._lock:
            return self._positions[-1] if self._positions else None

    @property
    def game(self) -> Game:
        """The game as it stands, or :exc:`NoGame`."""
        return self._standing().game

    def _standing(self) -> Position:
        position = self.position
        if position is None:
            raise NoGame("There is no game yet.")
        return position

    def sight(self) -> Sight | None:
        """What everybody may see now, all of one moment; None before the first game."""
        with self._lock:
            if not self._positions:
                return None
            if self._sight is None or self._sight.step != self._step:
                self._sight = self._look()
            return self._sight

    def _look(self) -> Sight:
        times_up = sum(position.command["do"] == "time_up" for position in self._positions)
        return look(self._positions[-1].game.open, self._step, self._undoable(), times_up)

    def _undoable(self) -> Undoable | None:
        if len(self._positions) < 2:
            return None
        now = self._positions[-1]
        return undoable(self._positions[-2].game.open, now.command, now.heard)

    def news(self, since: int) -> News:
        """Everything that the table heard after the step *since*."""
        with self._lock:
            heard = (event for each in self._positions if each.step > since for event in each.heard)
            begun = bool(self._positions) and self._positions[0].step > since
            return News(self._step, tuple(heard), self._taken_back if self._step > since else None, begun)

    @property
    def paused(self) -> bool:
        """Whether the table has said that nobody plays now. A game that waits for his card is being played."""
        with self._lock:
            return bool(self._memory.get("paused")) and not self._memory.get(_PREPARED)

    @property
    def step(self) -> int:
        """Another number after each command, each step back, and when a game is set up that waits for a card."""
        with self._lock:
            return self._step

    def mister_x(self) -> MisterXView:
        """What Mister X sees, or :exc:`NoGame`."""
        return mister_x_view(self.game)

    def outlook(self) -> Outlook:
        """What Mister X should know before he moves, or :exc:`NoGame`."""
        return outlook(self.game)

    def possible(self) -> Stations:
        """Every station where Mister X can be, from what the table knows."""
        now = self._standing()
        return possible(now.belief, now.game.open)

    def possible_count(self) -> int:
        """How many stations that are."""
        return self.possible().bit_count()

    def hunt(self) -> Hunt:
        """The game so far in numbers, from what the table heard."""
        with self._lock:
            positions = tuple(self._positions)
        return hunt((each.heard, each.game.open, each.belief) for each in positions)

    def record(self) -> list[dict[str, Any]]:
        """The commands that made the game, those taken back left out."""
        with self._lock:
            return [position.command for position in self._positions]

    # What remains of the games

    @property
    def game_id(self) -> int | None:
        """The game on the table, by the step in which it began; None before the first."""
        with self._lock:
            return self._positions[0].step if self._positions else None

    def games(self) -> tuple[GameSummary, ...]:
        """The games that are over, the newest first. Of any other, nothing is told."""
        with self._lock:
            return self._history.games()

    def finished(self, game: int) -> tuple[GameSummary, int]:
        """A *game* that is over, and the step in which it ended; or :exc:`NoGame`."""
        with self._lock:
            try:
                return self._history.finished(game)
            except KeyError:
                raise NoGame("There is no such game, or it is not over.") from None

    def recorded(self, game: int) -> Record:
        """All of a *game* that is over, or :exc:`NoGame`."""
        return self._recorded(game)[0]

    def replay(self, game: int) -> Replay:
        """A *game* that is over, step by step, each checked; or :exc:`NoGame`."""
        return replay(*self._recorded(game))

    def _recorded(self, game: int) -> tuple[Record, GameSummary]:
        with self._lock:
            summary, last = self.finished(game)
            entries = self._journal.entries(game, last)
        return record_of(entries, summary), summary

    def printed(self, game: int) -> Printed | None:
        """The board of the *game* on the table; None of any other."""
        with self._lock:
            if game != self.game_id:
                return None
            began = self._positions[0]
        started, rules = began.events[0], began.game.rules
        assert isinstance(started, e.Started)
        return Printed(started.map, rules.edition.modes, rules.links)

    def name_players(self, game: int, names: Mapping[str, str]) -> None:
        """Say who plays whom: ``mister_x`` or a detective → a name, empty for none. Others stay as they are.

        The *game* may be over. A name or a pawn that can't be is a :exc:`ValueError`, a game that isn't there
        :exc:`NoGame`.
        """
        with self._lock:
            try:
                pawns = self._history.pawns(game)
            except KeyError:
                raise NoGame("There is no such game, or it was given up.") from None
            known = self._history.players(game)
            fresh = {pawn: name for pawn, name in named(names, pawns).items() if known.get(pawn, "") != name}
            if fresh:
                self._write_down([("memory", {PLAYERS: {"game": game, "names": fresh}})])
        if fresh:
            self._watchers.tell()

    def players(self, game: int) -> Mapping[str, str]:
        """Who plays whom in *game*."""
        with self._lock:
            return self._history.players(game)

    # Watching

    def watch(self, call: Callable[[], None]) -> Callable[[], None]:
        """Have *call* called after each command, step back or remembered fact; returns what ends that.

        It is called without the lock, by the thread that wrote, so it may read the table or wait for others
        who do.
        """
        return self._watchers.add(call)


def _memory_rows(facts: dict[str, Any]) -> _Rows:
    """*facts* as a row, just as they will be read again."""
    if taken := ABOUT_ONE_GAME & facts.keys():
        raise ValueError(f"The table itself keeps: {', '.join(sorted(taken))}.")
    return [("memory", json.loads(json.dumps(facts, allow_nan=False)))] if facts else []
