"""The 4x4 keypad on GPIO pins: asleep until a key makes an edge, scanning while one is down.

Rows are inputs with pull-ups. A column is either driven low or let go (an input, high impedance); none is ever
driven high, so two keys pressed together can never join a high pin to a low one. Asleep, all columns are low:
then any key pulls its row down, and that edge wakes us.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from threading import Event, Thread, current_thread
from typing import Any

from gpiozero.pins import Factory  # type: ignore[import-untyped]

from firmware.devices import DeviceLost
from firmware.keys import COLUMNS, ROWS, Key
from firmware.matrix import Contact, Findings, Matrix

SCAN_EVERY = 0.005
TRY_AGAIN = 1.0
SETTLE = 0.00002
"""Seconds for a row to follow its column through a key and a metre of ribbon cable."""


_log = logging.getLogger(__name__)


def _nobody(key: Key, is_stuck: bool) -> None: ...


class Keypad:
    """Calls *press* with every key pressed, and *stuck* when one does not come up or has come up after all."""

    def __init__(
        self,
        rows: Sequence[int],
        columns: Sequence[int],
        press: Callable[[Key], None],
        *,
        pin_factory: Factory,
        stuck: Callable[[Key, bool], None] = _nobody,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
        threaded: bool = True,
    ) -> None:
        """Not *threaded*, somebody else calls :meth:`step` whenever the keypad is awake."""
        if len(rows) != ROWS or len(columns) != COLUMNS:
            raise ValueError(f"a keypad has {ROWS} rows and {COLUMNS} columns")
        self._press, self._stuck, self._clock, self._pause = press, stuck, clock, pause
        self._factory = pin_factory
        self._matrix = Matrix()
        self._edge = Event()
        self._closed = False
        self.scans = 0
        self._numbers = (*rows, *columns)
        pins = self._take_pins()
        self._rows, self._columns = pins[:ROWS], pins[ROWS:]
        # gpiozero keeps only a weak reference to what it calls.
        self._wake = self._woken
        self._listen()
        self._look_before_sleep()
        self._thread: Thread | None = None
        if threaded:
            self._thread = Thread(target=self._run, name="keypad", daemon=True)
            self._thread.start()

    def _take_pins(self) -> list[Any]:
        taken: list[Any] = []
        number = self._numbers[0]
        try:
            for place, number in enumerate(self._numbers):
                self._factory.reserve_pins(self, number)
                pin = self._factory.pin(number)
                taken.append(pin)
                if place < ROWS:
                    pin.input_with_pull("up")
                else:
                    # As in a scan: a pin with a resistor of its own is refused here, not later.
                    pin.input_with_pull("floating")
                    pin.output_with_state(0)
        except Exception as error:  # lgpio's errors have no common ancestor with gpiozero's
            self._let_go(taken)
            raise DeviceLost(
                f"The keypad can't have GPIO {number} ({error}). Check that nothing else uses that pin."
            ) from error
        return taken

    def _conflicts_with(self, other: object) -> bool:
        """What gpiozero asks before it lends a pin out twice."""
        return True

    def _listen(self) -> None:
        for pin in self._rows:
            pin.edges = "falling"
            pin.when_changed = self._wake

    def _woken(self, ticks: float, state: int) -> None:
        self._edge.set()

    @property
    def awake(self) -> bool:
        """Whether there is something to look at."""
        return self._edge.is_set() or not self._matrix.quiet

    def step(self) -> None:
        """Scan once and tell what was found; with nothing left to look at, lie down and listen for an edge."""
        self._edge.clear()
        self._tell(self._matrix.see(self.scan(), self._clock()))
        self._look_before_sleep()

    def scan(self) -> list[Contact]:
        """The contacts that are closed now, found column by column. All columns are low before and after."""
        self.scans += 1
        found = []
        for pin in self._columns:
            pin.input_with_pull("floating")
        for column, pin in enumerate(self._columns):
            pin.output_with_state(0)
            self._pause(SETTLE)
            found += [(row, column) for row, wire in enumerate(self._rows) if not wire.state]
            pin.input_with_pull("floating")
        for pin in self._columns:
            pin.output_with_state(0)
        return found

    def _look_before_sleep(self) -> None:
        """Stay awake for a key that is down already: it has made its edge, or never will."""
        if self._matrix.quiet:
            self._pause(SETTLE)
            if any(not pin.state for pin in self._rows):
                self._edge.set()

    def _tell(self, found: Findings) -> None:
        for key in found.pressed:
            self._press(key)
        for key in found.stuck:
            self._stuck(key, True)
        for key in found.freed:
            self._stuck(key, False)

    def _run(self) -> None:
        try:
            while not self._closed:
                if not self.awake:
                    self._edge.wait()
                    continue
                self._try_step()
        finally:
            self._let_go([*self._rows, *self._columns])

    def _try_step(self) -> None:
        began = self._clock()
        try:
            self.step()
        except Exception as error:
            # A pin's or the listener's: neither may leave the table with a dead keypad. Its kind is told and
            # no more, because what the listener was doing may be secret.
            _log.error("The keypad stumbled over %s and goes on.", type(error).__name__)
            self._edge.set()
            time.sleep(TRY_AGAIN)
        else:
            time.sleep(max(SCAN_EVERY - (self._clock() - began), 0.001))

    def close(self) -> None:
        """End the thread and give the pins back. Closing twice is fine."""
        already, self._closed = self._closed, True
        self._edge.set()
        if self._thread is None:
            if not already:
                self._let_go([*self._rows, *self._columns])
        elif self._thread is not current_thread():  # who closes in answer to a key is the thread to be ended
            self._thread.join()

    def _let_go(self, pins: list[Any]) -> None:
        for pin in pins:
            pin.when_changed = None
            pin.close()
        self._factory.release_pins(self, *self._numbers)
