"""The 4x4 keypad on GPIO pins: asleep until a key makes an edge, scanning while one is down.

Rows are inputs with pull-ups. A column is either driven low or let go (an input, high impedance); none is ever
driven high, so two keys pressed together can never join a high pin to a low one. Asleep, all columns are low:
then any key pulls its row down, and that edge wakes us. Awake, all are let go but the one that is being looked at.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Event, Thread, current_thread
from typing import Any

from gpiozero.pins import Factory  # type: ignore[import-untyped]

from firmware.devices import DeviceLost, Lost, log_loss, reason
from firmware.keys import COLUMNS, ROWS, Key
from firmware.matrix import Contact, Findings, Matrix

SCAN_EVERY = 0.005
SETTLE = 0.00002
"""Seconds for a row to follow its column through a key and a metre of ribbon cable."""
LOOK_EVERY = 1.0
"""Seconds. Asleep, we look at the rows now and then: lgpio's thread that tells of edges may have died."""
TRY_AGAIN = 0.2
"""Seconds until the next look after pins have failed."""
FAILURES = 3
"""So many looks that failed in a row are no spark: the keypad is lost."""


_log = logging.getLogger(__name__)


def _nobody(key: Key, is_stuck: bool) -> None: ...


class Keypad:
    """Calls *press* with every key pressed, and *stuck* when one does not come up or has come up after all.

    A key that is down already when the keypad is opened was not pressed for us. When the pins stop answering, *lost* is
    told once; the keypad goes on trying until it is closed.
    """

    def __init__(
        self,
        rows: Sequence[int],
        columns: Sequence[int],
        press: Callable[[Key], None],
        *,
        pin_factory: Factory,
        stuck: Callable[[Key, bool], None] = _nobody,
        lost: Lost = log_loss,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
        threaded: bool = True,
    ) -> None:
        """Not *threaded*, somebody else calls :meth:`step` whenever the keypad is awake."""
        if len(rows) != ROWS or len(columns) != COLUMNS:
            raise ValueError(f"a keypad has {ROWS} rows and {COLUMNS} columns")
        self.lost = lost
        self._press, self._stuck, self._clock, self._pause = press, stuck, clock, pause
        self._factory = pin_factory
        self._edge, self._closed = Event(), Event()
        self._failures = 0
        self.scans = 0
        self._numbers = (*rows, *columns)
        self._rows: list[Any] = []
        self._columns: list[Any] = []
        self._take_pins()
        self._thread: Thread | None = None
        if threaded:
            self._thread = Thread(target=self._run, name="keypad", daemon=True)
            self._thread.start()

    # Pins

    def _take_pins(self) -> None:
        number = self._numbers[0]
        try:
            for place, number in enumerate(self._numbers):
                self._factory.reserve_pins(self, number)
                pin = self._factory.pin(number)
                if place < ROWS:
                    self._rows.append(pin)
                    pin.input_with_pull("up")
                else:
                    # Once is enough, and a pin with a resistor of its own is refused here: to the kernel, an input
                    # that says nothing of its pull has the one it had.
                    self._columns.append(pin)
                    pin.input_with_pull("floating")
            self._matrix = Matrix(self.scan(), self._clock())
            for place, pin in enumerate(self._rows):
                number = self._numbers[place]
                pin.edges = "falling"
                pin.when_changed = self._woken
            self._lie_down()
        except Exception as error:  # lgpio's errors have no common ancestor with gpiozero's
            self._let_go()
            raise DeviceLost(
                f"The keypad can't have GPIO {number} ({reason(error)}). Check that nothing else uses that pin."
            ) from error

    def _let_go(self) -> None:
        for pin in (*self._rows, *self._columns):
            with suppress(Exception):  # a pin that is lost can't be told to rest
                pin.when_changed = None
            with suppress(Exception):
                pin.close()
        self._factory.release_pins(self, *self._numbers)

    def _conflicts_with(self, other: object) -> bool:
        """What gpiozero asks before it lends a pin out twice."""
        return True

    def _woken(self, ticks: float, state: int) -> None:
        self._edge.set()

    # Looking

    @property
    def awake(self) -> bool:
        """Whether there is something to look at."""
        return self._edge.is_set() or not self._matrix.quiet

    def step(self) -> None:
        """Scan once and tell what was found; with nothing left to look at, lie down and listen for an edge."""
        self._tell(self._find())

    def _find(self) -> Findings:
        self._edge.clear()
        found = self._matrix.see(self.scan(), self._clock())
        self._lie_down()
        return found

    def scan(self) -> list[Contact]:
        """The contacts that are closed now, found column by column.

        Through lgpio each change of a pin and each look at one is a call, 28 in all. A pin that is made an
        output is low without being told so; setting its state as well would be two calls more.
        """
        self.scans += 1
        found = []
        for pin in self._columns:
            pin.function = "input"
        for column, pin in enumerate(self._columns):
            pin.function = "output"
            self._pause(SETTLE)
            found += [(row, column) for row, wire in enumerate(self._rows) if not wire.state]
            pin.function = "input"
        return found

    def _lie_down(self) -> None:
        """With nothing left to look at, let every key make an edge; but stay up for one that is down already."""
        if self._matrix.quiet:
            for pin in self._columns:
                pin.function = "output"
            self._pause(SETTLE)
            self._look()

    def _look(self) -> None:
        """Asleep: is there a key whose edge we have missed?"""
        if any(not pin.state for pin in self._rows):
            self._edge.set()

    # The keypad's own thread

    def _run(self) -> None:
        try:
            while not self._closed.is_set():
                if self.awake or self._edge.wait(LOOK_EVERY):
                    self._try_step()
                else:
                    self._try(self._look)
        finally:
            self._let_go()

    def _try_step(self) -> None:
        began = self._clock()
        if found := self._try(self._find):
            self._tell_safely(found)
            self._closed.wait(max(SCAN_EVERY - (self._clock() - began), 0.001))

    def _try(self, look: Callable[[], Findings | None]) -> Findings | None:
        """What the *look* has found; nothing if pins have failed, and then the next look is soon."""
        try:
            found = look()
        except Exception as error:
            self._failures += 1
            if self._failures == FAILURES:
                self.lost(DeviceLost(f"The keypad does not answer ({reason(error)}). Check its eight wires."))
            self._edge.set()
            self._closed.wait(TRY_AGAIN)
            return None
        self._failures = 0
        return found

    def _tell_safely(self, found: Findings) -> None:
        try:
            self._tell(found)
        except Exception as error:
            # The listener's: it may not leave the table with a dead keypad. Its kind is told and no more, because
            # what the listener was doing may be secret.
            _log.error("Whoever listens to the keypad stumbled over %s; it goes on.", type(error).__name__)

    def _tell(self, found: Findings) -> None:
        for key in found.pressed:
            self._press(key)
        for key in found.stuck:
            self._stuck(key, True)
        for key in found.freed:
            self._stuck(key, False)

    def close(self) -> None:
        """End the thread and give the pins back. Closing twice is fine."""
        already = self._closed.is_set()
        self._closed.set()
        self._edge.set()
        if self._thread is None:
            if not already:
                self._let_go()
        elif self._thread is not current_thread():  # who closes in answer to a key is the thread to be ended
            self._thread.join()
