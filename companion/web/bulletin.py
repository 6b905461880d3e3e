"""The open table as one text for everybody who listens, and a listener of the public kind."""

from __future__ import annotations

import json
from collections.abc import Callable
from threading import Lock
from time import monotonic
from typing import Any

from companion.clock_view import ClockView
from companion.evening import Evening

from .streams import Bell, event
from .table_state import table_state


def compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


class Bulletin:
    """Made once after each change, by whoever asks first: fifty pages cost hardly more than one."""

    def __init__(self, evening: Evening) -> None:
        self._evening = evening
        self._lock = Lock()
        self._stale = True
        self._text = ""
        evening.follow(self._change)

    def _change(self) -> None:
        self._stale = True

    def text(self) -> str:
        with self._lock:
            if self._stale:
                # Said before looking, so that a change while we look makes it stale again.
                self._stale = False
                self._text = event("table", compact(table_state(self._evening)))
            return self._text


class ClockNews:
    """The clock for a page that counts down by itself: told when it is set, not every second."""

    def __init__(self, evening: Evening, now: Callable[[], float] = monotonic) -> None:
        self._evening, self._now = evening, now
        self._told: ClockView | None = None
        self._asked = False

    def text(self) -> str:
        clock = self._evening.clock
        if self._asked and clock == self._told:
            return ""
        self._told, self._asked = clock, True
        return event("clock", compact(clock and _face(clock, self._now())))


def _face(clock: ClockView, now: float) -> dict[str, Any]:
    passed = max(now - clock.since, 0.0) if clock.running else 0.0
    return {
        "side": clock.side,
        "left": round(clock.left - passed, 1),
        "whole": clock.whole,
        "running": clock.running,
    }


class TableNews:
    """What one public listener has been told."""

    def __init__(self, evening: Evening, bulletin: Bulletin) -> None:
        self.bell = Bell()
        self._bulletin, self._clock = bulletin, ClockNews(evening)
        self._told = ""
        self.end = evening.follow(self.bell.ring)

    def text(self) -> str:
        now = self._bulletin.text()
        text = "" if now == self._told else now
        self._told = now
        return text + self._clock.text()
