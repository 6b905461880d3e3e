"""Copper that fails now and then, and copper that takes its time."""

from __future__ import annotations

from firmware.simulated.matrix import CoupledMatrix, WirePin
from firmware.simulated.pins import LineError
from tests.firmware.keypad_fingers import COLUMNS, ROWS


class FrailCopper(CoupledMatrix):
    """Pins in *broken* fail at every touch, as lgpio puts it. While *deaf*, nobody is told of an edge."""

    def __init__(self) -> None:
        super().__init__(ROWS, COLUMNS)
        self.pin_class = FrailPin
        self.broken: set[int] = set()
        self.deaf = False
        self.touched = 0


class FrailPin(WirePin):
    factory: FrailCopper

    def _check(self) -> None:
        if self._number in self.factory.broken:
            self.factory.touched += 1
            raise LineError("bad GPIO read")

    def _get_state(self) -> bool:
        self._check()
        return bool(super()._get_state())

    def _set_function(self, value: str) -> None:
        self._check()
        super()._set_function(value)

    def _set_edges(self, value: str) -> None:
        self._check()
        super()._set_edges(value)

    def _disable_event_detect(self) -> None:
        self._check()

    def _call_when_changed(self) -> None:
        if not self.factory.deaf:
            super()._call_when_changed()


class SlowCopper(CoupledMatrix):
    """Wires take their level only when somebody waits for it."""

    def __init__(self) -> None:
        super().__init__(ROWS, COLUMNS)

    def settle(self) -> None:
        pass

    def wait(self, seconds: float) -> None:
        if seconds > 0:
            super().settle()
