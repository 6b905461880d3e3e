"""Twins: two games in lock-step that differ only in what the table must not know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Generic, Protocol, TypeVar

from companion.games.pursuit import commands as c
from companion.games.pursuit import events as e
from companion.games.pursuit.apply import apply, public
from companion.games.pursuit.belief import Belief, follow
from companion.games.pursuit.decide import decide
from companion.games.pursuit.events import Reason
from companion.games.pursuit.game import Game, Open
from companion.games.pursuit.moves import balloon_ready, mister_x_legs
from companion.games.pursuit.open_half import apply_open
from tests.secrecy.lookalikes import Commands, apart, must_reappear, next_step, same_mishap
from tests.support.players import fold


class Twin(Protocol):
    """One of the two, however it is played."""

    @property
    def games(self) -> list[Game]:
        """The game after each step that has not been taken back."""

    @property
    def events(self) -> tuple[e.Event, ...]:
        """The whole truth about the last step."""

    def do(self, command: c.Command) -> None: ...

    def undo(self) -> None: ...


T = TypeVar("T", bound=Twin)


@dataclass(slots=True)
class Pair(Generic[T]):
    """Both twins, and what they have been through while they stood on different stations."""

    one: T
    other: T
    rng: Random
    seen: Counter[str] = field(default_factory=Counter)
    longest: int = 160
    """Steps, those taken back and all."""
    undoing: float = 0.02
    mishaps: float = 0.0
    ever_apart: bool = False

    @property
    def games(self) -> tuple[Game, Game]:
        return self.one.games[-1], self.other.games[-1]

    @property
    def over(self) -> bool:
        return any(game.open.outcome for game in self.games)

    @property
    def apart(self) -> bool:
        return apart(*self.games)

    def note(self) -> None:
        """The twins have just been compared: note how much that was worth."""
        self.seen["steps"] += 1
        if not self.apart:
            return
        table = self.games[0].open
        log = table.fugitive.log
        self.ever_apart = True
        self.seen["apart"] += 1
        self.seen["deepest"] = max(self.seen["deepest"], table.window)
        self.seen["past a reveal"] += any(window.station for window in log)
        self.seen["hidden"] += any(window.note == "hideout" for window in log)

    def play(self) -> Iterator[Commands | None]:
        """Play until the game is over or the truth parts them.

        Yields what was done after each step, and None after steps were taken back.
        """
        together = False
        for _ in range(self.longest):
            if self.over:
                return
            if len(self.one.games) > 4 and self.rng.random() < self.undoing:
                self._undo(self.rng.randint(1, 3))
                self.seen["undone"] += 1
                yield None
                continue
            commands = self._mishap() or next_step(*self.games, self.rng, together)
            if commands is None:
                self.seen["parted by the truth"] += 1
                return
            if self.apart and must_reappear(self.games[0], commands[0]):
                # Back to where they parted; this time they go the same way, and the game goes on.
                while self.apart:
                    self._undo(1)
                self.seen["taken back"] += 1
                together = True
                yield None
                continue
            if isinstance(commands[0], c.Travel) and commands[0].pawn == c.MISTER_X:
                together = False
            self._count(commands[0])
            self.one.do(commands[0])
            self.other.do(commands[1])
            if self._parted_by_a_stop():
                self.seen["stuck"] += 1
                return
            yield commands

    def _mishap(self) -> Commands | None:
        if self.mishaps and self.rng.random() < self.mishaps:
            return same_mishap(*self.games, self.rng)
        return None

    def _undo(self, steps: int) -> None:
        for _ in range(steps):
            self.one.undo()
            self.other.undo()

    def _count(self, command: c.Command) -> None:
        """Note what happens, if the twins are on different stations when it does."""
        if not self.apart:
            return
        game = self.games[0]
        word = type(command).__name__.lower()
        if isinstance(command, c.Token):
            word = game.rules.edition.characters[command.pawn]
        elif isinstance(command, c.Travel):
            word = "hunt" if command.pawn != c.MISTER_X else "double" if command.double else "ride"
        elif isinstance(command, c.Balloon) and game.open.extras.landing:
            word = "landing"
        self.seen[word] += 1

    def _parted_by_a_stop(self) -> bool:
        """Whether the twins parted because one of them can't go on, and truly can't."""
        first, second = _stuck(self.one.events), _stuck(self.other.events)
        when = min(first[0], second[0])
        if first[1] == second[1]:
            # A window that is crossed off may be one in which he shows himself.
            shown = e.Shown(self.games[0].secret.station)
            return self.apart and first[1] == "crossed" and shown in self.one.events[when:]
        assert repr(self.one.events[:when]) == repr(self.other.events[:when])
        for twin, (step, word) in ((self.one, first), (self.other, second)):
            then = fold(twin.games[-2], list(twin.events[:when]))
            assert _can_go(then) == (step > when or not word)
        return True


def _stuck(events: tuple[e.Event, ...]) -> tuple[int, str]:
    """At which of *events* Mister X turned out to be stuck, and what came of it."""
    for place, event in enumerate(events):
        if isinstance(event, e.Crossed):
            return place, "crossed"
        if isinstance(event, e.Ended) and event.reason in (Reason.MISTER_X_STUCK, Reason.BOTH_STUCK):
            return place, event.reason
    return len(events), ""


def _can_go(game: Game) -> bool:
    table, here = game.open, game.secret.station
    in_hideout = bool(table.rules.board.hideouts >> here & 1)
    return bool(mister_x_legs(table, here)) or (in_hideout and balloon_ready(table))


@dataclass(frozen=True, slots=True)
class Moment:
    """A game after a step, and what somebody makes of it who only hears the public events."""

    game: Game
    events: tuple[e.Event, ...]
    heard: tuple[e.Event, ...]
    table: Open
    belief: Belief


class RulesTwin:
    """A twin played by the rules alone."""

    def __init__(self, new: c.New) -> None:
        self.moments: list[Moment] = []
        self.games: list[Game] = []
        self.do(new)

    @property
    def now(self) -> Moment:
        return self.moments[-1]

    @property
    def events(self) -> tuple[e.Event, ...]:
        return self.now.events

    def do(self, command: c.Command) -> None:
        game: Game | None = None
        table: Open | None = None
        belief: Belief | None = None
        if self.moments:
            game, table, belief = self.now.game, self.now.table, self.now.belief
        events = tuple(decide(game, command))
        heard = []
        for event in events:
            seen = public(table, event)
            belief, table = follow(belief, table, seen), apply_open(table, seen)
            game = apply(game, event)
            heard.append(seen)
        assert game is not None
        assert table is not None
        assert belief is not None
        self.moments.append(Moment(game, events, tuple(heard), table, belief))
        self.games.append(game)

    def undo(self) -> None:
        self.moments.pop()
        self.games.pop()
