"""Fingers on the coupled matrix, in time that only passes when it is told to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from firmware.keypad import SCAN_EVERY, Keypad
from firmware.keys import Key
from firmware.simulated.matrix import CoupledMatrix

ROWS, COLUMNS = (5, 6, 13, 19), (12, 16, 20, 21)
GRAIN = 0.0005
"""Seconds between two looks at the fingers: bounces are longer."""

Touch = tuple[float, Key, bool]
"""When, which key, closed or open."""


class Fingers:
    """The real scanner on simulated copper, scanning *every* so many seconds.

    With a *skew*, so many seconds pass between one column and the next, and fingers don't wait for the scan to end.
    """

    def __init__(
        self, copper: CoupledMatrix | None = None, every: float = SCAN_EVERY, skew: float = 0.0
    ) -> None:
        self.now = 100.0
        self.pressed: list[Key] = []
        self.stuck: list[tuple[Key, bool]] = []
        self.copper = copper or CoupledMatrix(ROWS, COLUMNS)
        self._every, self._skew = every, skew
        self._waiting: list[Touch] = []
        self.keypad = Keypad(
            ROWS,
            COLUMNS,
            self.pressed.append,
            pin_factory=self.copper,
            stuck=lambda key, is_stuck: self.stuck.append((key, is_stuck)),
            clock=lambda: self.now,
            pause=lambda _: self._pass(self._skew),
            threaded=False,
        )

    def play(self, touches: Iterable[Touch], then: float = 0.1) -> list[Key]:
        """Let *touches* happen, the scanner looking whenever it would; what was pressed, at the end."""
        start = self.now
        self._waiting = sorted((start + at, key, closed) for at, key, closed in touches)
        end = (self._waiting[-1][0] if self._waiting else start) + then
        next_scan = start
        while self.now < end:
            self._pass(0.0)
            if self.keypad.awake and self.now >= next_scan:
                next_scan = self.now + self._every
                self.keypad.step()
            self._pass(GRAIN)
        assert self.copper.short_circuits == 0
        return self.pressed

    def _pass(self, seconds: float) -> None:
        self.now += seconds
        while self._waiting and self._waiting[0][0] <= self.now:
            _, key, closed = self._waiting.pop(0)
            self.copper.touch(key, closed)


def tap(
    key: Key, at: float, held: float = 0.035, bounce: float = 0.0, rng: Random | None = None
) -> Iterator[Touch]:
    """A key pressed at *at* for *held* seconds, both its edges chattering for *bounce* seconds."""
    rng = rng or Random(0)
    yield from chatter(key, at, bounce, True, rng)
    yield from chatter(key, at + held, bounce, False, rng)


def chatter(key: Key, at: float, bounce: float, closed: bool, rng: Random) -> Iterator[Touch]:
    """A contact that closes or opens only after some hesitation."""
    yield at, key, closed
    moment, state = 0.0, closed
    while (moment := moment + rng.uniform(0.0003, 0.004)) < bounce:
        state = not state
        yield at + moment, key, state
    yield at + bounce, key, closed
