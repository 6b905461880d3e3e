"""A keypad's electrics: keys join row wires to column wires, and the wires behave as copper does.

It is a pin factory, so the real scanner runs on it unchanged. A net is every wire that closed keys join. A pin that
drives its net low pulls every input on it low; without one, pull-ups win, and without these it keeps its charge.
A net with one pin driving high and another driving low is a short circuit. That is an error at once, and it is counted
as well: whoever catches the error has harmed real pins all the same.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random
from threading import RLock
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPin  # type: ignore[import-untyped]

from firmware.keys import COLUMNS, KEYS, Key

LONGEST_BOUNCE = 0.015
_SHORTEST_CONTACT = 0.0005


class ShortCircuit(Exception):
    """Two drivers fight over one net: real pins would be harmed."""


class CoupledMatrix(MockFactory):  # type: ignore[misc]
    """Sixteen keys between the pins *rows* and *columns*."""

    def __init__(
        self,
        rows: Sequence[int],
        columns: Sequence[int],
        pause: Callable[[float], None] = time.sleep,
        random: Random | None = None,
    ) -> None:
        super().__init__(pin_class=WirePin)
        self._rows, self._columns = tuple(rows), tuple(columns)
        self._pause, self._random = pause, random or Random()
        self._lock = RLock()
        self._closed: set[Key] = set()
        self._stuck: set[Key] = set()
        self.short_circuits = 0
        self.bouncing = False
        """Keys chatter when they are pressed and released."""

    # Fingers

    def press(self, key: Key) -> None:
        """*key* goes down and stays down."""
        self._chatter(key)
        self.touch(key, True)

    def release(self, key: Key) -> None:
        self._chatter(key)
        self.touch(key, False)

    def stick(self, key: Key) -> None:
        """*key* stays closed whatever anybody does."""
        with self._lock:
            self._stuck.add(key)
            self.settle()

    def free(self, key: Key) -> None:
        with self._lock:
            self._stuck.discard(key)
            self.settle()

    def touch(self, key: Key, closed: bool) -> None:
        """Close or open the contact of *key*, clean and at once."""
        with self._lock:
            (self._closed.add if closed else self._closed.discard)(key)
            self.settle()

    def _chatter(self, key: Key) -> None:
        left = self._random.uniform(0.001, LONGEST_BOUNCE) if self.bouncing else 0.0
        closed = key in self._closed
        while left > 0:
            closed = not closed
            self.touch(key, closed)
            moment = self._random.uniform(_SHORTEST_CONTACT, 0.003)
            self._pause(min(moment, left))
            left -= moment

    # Copper

    def settle(self) -> None:
        """Let every wire take the level that drivers, keys and pull-ups give it."""
        with self._lock:
            wires = {pin.number: pin for pin in self.pins.values() if isinstance(pin, WirePin)}
            for net in self._nets():
                pins = [wires[number] for number in net if number in wires]
                drivers = {pin.level for pin in pins if pin.drives}
                if len(drivers) > 1:
                    self.short_circuits += 1
                    raise ShortCircuit(f"GPIO {sorted(net)} are joined, and one is driven high and one low")
                pulls = {pin.pull for pin in pins if not pin.drives} - {"floating"}
                if drivers or pulls:
                    high = drivers == {True} if drivers else "up" in pulls
                    for pin in pins:
                        if not pin.drives:
                            pin.follow(high)

    def _nets(self) -> list[set[int]]:
        nets = [{number} for number in (*self._rows, *self._columns)]
        for key in self._closed | self._stuck:
            row, column = divmod(KEYS.index(key), COLUMNS)
            ends = (self._rows[row], self._columns[column])
            joined = [net for net in nets if net & set(ends)]
            nets = [net for net in nets if not net & set(ends)] + [set().union(*joined)]
        return nets


class WirePin(MockPin):  # type: ignore[misc]
    """A pin that is soldered to one of the wires."""

    factory: CoupledMatrix
    _number: int
    _state: bool

    @property
    def number(self) -> int:
        return self._number

    @property
    def drives(self) -> bool:
        return bool(self._function == "output")

    @property
    def level(self) -> bool:
        return bool(self._state)

    def follow(self, high: bool) -> None:
        """An input takes the level of its net."""
        if high:
            self.drive_high()
        else:
            self.drive_low()

    def _set_function(self, value: str) -> None:
        with self.factory._lock:
            if value == "output":
                self._change_state(False)  # as the kernel does: claimed as an output, a line is low
            super()._set_function(value)
            self.factory.settle()

    def _set_pull(self, value: str) -> None:
        with self.factory._lock:
            super()._set_pull(value)
            self.factory.settle()

    def _set_state(self, value: float) -> None:
        with self.factory._lock:
            super()._set_state(value)
            self.factory.settle()

    def _change_state(self, value: Any) -> bool:
        # Without the parent's list of all states ever: a keypad may be scanned for hours.
        if self._state == bool(value):
            return False
        self._state = bool(value)
        self._last_change = time.monotonic()
        return True
