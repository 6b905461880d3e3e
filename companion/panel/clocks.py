"""Clocks that run on monotonic time. A Pi has no battery clock, so nothing here knows what time it is.

What is left can be written down and taken up again after a power cut; a clock taken up stands still until the
table goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Any, Self

from ..clock_settings import ClockKind, ClockSettings
from ..clock_view import ClockView

HURRY = 10.0
"""Seconds before zero at which the table is reminded."""

TURNS_KEPT = 8
"""Nobody takes back further than that, and all of it is written down with every move."""

JUST_AFTER = 0.001
"""Sums of fractions are not exact: who looks this much later surely finds the second over."""


class Clocks:
    """The clock of whoever is at turn: fresh for every turn, or one for each side."""

    def __init__(self, settings: ClockSettings) -> None:
        self.settings = settings
        self.whole = float(
            settings.turn_seconds if settings.kind is ClockKind.TURN else settings.side_minutes * 60
        )
        self._left: dict[str, float] = {}
        """Seconds by side, or by turn: one that was taken back goes on with what it had."""
        self._side = self._turn = ""
        self._running = False
        self._since = 0.0
        """When it was set going, or stopped, or got to another turn."""
        self._publish()

    def _publish(self) -> None:
        left = self._left.get(self._whose, self.whole)
        # One assignment: who reads it in another thread sees all of one moment.
        self.view = ClockView(self._side, left, self.whole, self._running, self._since)

    @property
    def on(self) -> bool:
        return self.settings.kind is not ClockKind.OFF

    @property
    def running(self) -> bool:
        return self._running

    def begin(self, side: str, turn: str, now: float) -> None:
        """It is the turn called *turn*, of *side*. Said again in the same turn, nothing changes."""
        if turn == self._turn:
            return
        self._settle(now)
        self._side, self._turn, self._since = side, turn, now
        if self.settings.kind is ClockKind.TURN:
            self._left = dict(list(self._left.items())[-TURNS_KEPT:])
        self._publish()

    @property
    def _whose(self) -> str:
        return self._turn if self.settings.kind is ClockKind.TURN else self._side

    def grant(self, seconds: float, now: float) -> None:
        """See to it that at least *seconds* are left, or the whole time if that is less."""
        short = min(seconds, self.whole) - self.left(now)
        if short > 0:
            self._left[self._whose] = self._left.get(self._whose, self.whole) + short
            self._publish()

    def pause(self, now: float) -> None:
        """Stand still."""
        if self._running:
            self._settle(now)
            self._running, self._since = False, now
            self._publish()

    def resume(self, now: float) -> None:
        """Go on."""
        if not self._running:
            self._running, self._since = True, now
            self._publish()

    def _settle(self, now: float) -> None:
        if self._running:
            self._left[self._whose] = self.left(now)

    def left(self, now: float) -> float:
        """Seconds left to whoever is at turn; below zero by how much he is late."""
        passed = now - self._since if self._running else 0.0
        return self._left.get(self._whose, self.whole) - max(passed, 0.0)

    def fraction(self, now: float) -> float:
        """How much of the bar is left."""
        return min(max(self.left(now) / self.whole, 0.0), 1.0)

    def text(self, now: float) -> str:
        """``1:45``, or ``-0:07`` for one who is late."""
        seconds = ceil(self.left(now))
        minutes, rest = divmod(abs(seconds), 60)
        return f"{'-' if seconds < 0 else ''}{minutes}:{rest:02}"

    def due(self, now: float) -> float | None:
        """When the shown second changes next, None while the clock stands still.

        Zero and :data:`HURRY` are whole seconds: who looks then misses neither.
        """
        if not self.on or not self.running:
            return None
        left = self.left(now)
        return now + (left - (ceil(left) - 1)) + JUST_AFTER

    def as_json(self, now: float) -> dict[str, Any]:
        """What has to survive a power cut, to the millisecond."""
        left = {**self._left, self._whose: self.left(now)}
        return {
            "settings": self.settings.as_json(),
            "left": {whose: round(seconds, 3) for whose, seconds in left.items() if whose},
            "side": self._side,
            "turn": self._turn,
        }

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """The clocks that :meth:`as_json` described, standing still; :exc:`ValueError` if it makes no sense."""
        match data:
            case {"settings": settings, "left": Mapping() as left, "side": str(side), "turn": str(turn)} if (
                all(isinstance(seconds, int | float) for seconds in left.values())
            ):
                clocks = cls(ClockSettings.from_json(settings))
                clocks._left = {str(name): float(seconds) for name, seconds in left.items()}
                clocks._side, clocks._turn = side, turn
                if side in left:  # a journal of the time when a turn's clock was kept as its side's
                    clocks._left.setdefault(clocks._whose, float(left[side]))
                clocks._publish()
                return clocks
        raise ValueError("these are no clocks")
