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
    """The real scanner on simulated copper."""

    def __init__(self, copper: CoupledMatrix | None = None) -> None:
        self.now = 100.0
        self.pressed: list[Key] = []
        self.stuck: list[tuple[Key, bool]] = []
        self.copper = copper or CoupledMatrix(ROWS, COLUMNS)
        self.keypad = Keypad(
            ROWS,
            COLUMNS,
            self.pressed.append,
            pin_factory=self.copper,
            stuck=lambda key, is_stuck: self.stuck.append((key, is_stuck)),
            clock=lambda: self.now,
            pause=lambda _: None,
            threaded=False,
        )

    def play(self, touches: Iterable[Touch], then: float = 0.1) -> list[Key]:
        """Let *touches* happen, the scanner looking whenever it would; what was pressed, at the end."""
        start, waiting = self.now, sorted(touches, key=lambda touch: touch[0])
        end = start + (waiting[-1][0] if waiting else 0.0) + then
        next_scan = start
        while self.now < end:
            while waiting and start + waiting[0][0] <= self.now:
                _, key, closed = waiting.pop(0)
                self.copper.touch(key, closed)
            if self.keypad.awake and self.now >= next_scan:
                self.keypad.step()
                next_scan = self.now + SCAN_EVERY
            self.now += GRAIN
        return self.pressed


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
