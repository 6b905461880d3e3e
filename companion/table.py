"""The table: a game in progress, and the one writer of its journal.

A command is decided, written down, and only then true. Taking a step back is written down as well; the
games before each step are still at hand because nothing in a game ever changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from threading import RLock
from typing import Any

from .games.pursuit.apply import apply, public
from .games.pursuit.belief import Belief, follow, possible
from .games.pursuit.board import Stations
from .games.pursuit.commands import Command, New
from .games.pursuit.decide import decide
from .games.pursuit.events import Event
from .games.pursuit.game import Game, Open
from .games.pursuit.notation import decode, encode
from .journal import Entry, Journal, JournalFault
from .protocol import say


class NoGame(Exception):
    """Nothing has begun, or there is nothing to take back."""


@dataclass(frozen=True, slots=True)
class Position:
    """The game after a step, with what led to it."""

    command: dict[str, Any] = field(repr=False)
    """In the words of the protocol."""
    events: tuple[Event, ...] = field(repr=False)
    heard: tuple[Event, ...]
    """The events as the table heard them."""
    game: Game
    belief: Belief


class Table:
    """One game, one lock, one writer."""

    def __init__(self, journal: Journal) -> None:
        """Take up the last game in *journal* where it was left."""
        self._lock = RLock()
        self._journal = journal
        self._positions: list[Position] = []
        try:
            for _, rows in groupby(journal.entries(), key=lambda entry: entry.step):
                self._replay(list(rows))
        except (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise JournalFault(
                "The journal is whole, but it was written by a newer or a different companion: "
                f"this one can't follow it ({type(error).__name__}). It was left as it is."
            ) from error

    def _replay(self, rows: list[Entry]) -> None:
        if rows[0].kind == "undo":
            self._positions.pop()
        else:
            self._advance(rows[0].body, tuple(decode(row.body) for row in rows[1:]))

    def _advance(self, command: dict[str, Any], events: Iterable[Event]) -> Position:
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
        position = Position(command, tuple(told), tuple(heard), game, belief)
        self._positions.append(position)
        return position

    @property
    def position(self) -> Position | None:
        """The game as it stands, None before the first."""
        return self._positions[-1] if self._positions else None

    @property
    def game(self) -> Game:
        """The game as it stands, or :exc:`NoGame`."""
        if not self._positions:
            raise NoGame("There is no game yet.")
        return self._positions[-1].game

    def submit(self, command: Command) -> Position:
        """Carry out *command*: durable when this returns, unchanged when it raises."""
        with self._lock:
            events = decide(None if isinstance(command, New) else self.game, command)
            said = say(command)
            self._journal.append([("command", said), *(("event", encode(event)) for event in events)])
            return self._advance(said, events)

    def undo(self) -> None:
        """Take the last command back, for all to see. A game's beginning stays."""
        with self._lock:
            if len(self._positions) < 2:
                raise NoGame("There is nothing to take back.")
            self._journal.append([("undo", {})])
            self._positions.pop()

    def possible(self) -> Stations:
        """Every station where Mister X can be, from what the table knows."""
        game = self.game
        return possible(self._positions[-1].belief, game.open)

    def record(self) -> list[dict[str, Any]]:
        """The commands that made the game, those taken back left out."""
        return [position.command for position in self._positions]
