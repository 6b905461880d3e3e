"""GPIO pins without a Pi: lights and buzzer run on them unchanged, and somebody may watch."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin  # type: ignore[import-untyped]


@dataclass(frozen=True, slots=True)
class PinState:
    """What a pin does: *level* is the share of time it is high, which is a light's brightness (0 to 1).

    *hertz* is how often it goes up and down, which is a buzzer's tone; None if it doesn't.
    """

    pin: int
    level: float
    hertz: float | None


class SimulatedPins(MockFactory):  # type: ignore[misc]
    """A pin factory: ``LightRow(pins, SimulatedPins())``.

    A pin in *unplugged* can't be had, and fails under who has it, the way lgpio puts it.
    """

    def __init__(self) -> None:
        super().__init__(pin_class=WatchedPin)
        self.unplugged: set[int] = set()
        self._watchers: list[Callable[[PinState], None]] = []

    def watch(self, callback: Callable[[PinState], None]) -> None:
        """Call *callback* with every change of an output from now on, in the thread that makes it."""
        self._watchers.append(callback)

    def state(self, pin: int) -> PinState:
        """What *pin* does now. One that nobody uses is dark and silent."""
        return next(
            (each.seen for info, each in self.pins.items() if info.name == f"GPIO{pin}"),
            PinState(pin, 0.0, None),
        )

    def pin(self, name: str | int, **options: Any) -> Any:
        for _, info in self.board_info.find_pin(name):
            self.check(int(info.name.removeprefix("GPIO")))
        return super().pin(name, **options)

    def check(self, pin: int) -> None:
        """Raise what lgpio would, if *pin* is unplugged."""
        if pin in self.unplugged:
            raise LineError("GPIO busy")

    def tell(self, state: PinState) -> None:
        for callback in self._watchers:
            callback(state)


class LineError(Exception):
    """As ``lgpio.error``: no relative of gpiozero's errors, nor of OSError, with quotes around its text."""

    def __str__(self) -> str:
        return repr(self.args[0])


class WatchedPin(MockPWMPin):  # type: ignore[misc]
    """A mock pin that says what it does, and keeps no list of all it ever did: a light may blink for hours."""

    factory: SimulatedPins
    _number: int
    _function: str
    _state: float
    _frequency: float | None

    @property
    def seen(self) -> PinState:
        output = self._function == "output"
        return PinState(
            self._number, float(self._state) if output else 0.0, self._frequency if output else None
        )

    def _set_function(self, value: str) -> None:
        super()._set_function(value)
        self.factory.tell(self.seen)

    def _set_state(self, value: float) -> None:
        self.factory.check(self._number)
        super()._set_state(value)

    def _set_frequency(self, value: float | None) -> None:
        # Unlike its parent it doesn't go low when the pulses end: lgpio leaves the pin as it happens to be.
        if self._frequency != value:
            self.factory.check(self._number)
            self._frequency = value
            self.factory.tell(self.seen)

    def _change_state(self, value: float) -> bool:
        if self._state == value:
            return False
        self._state = value
        self._last_change = time.monotonic()
        if self._function == "output":
            self.factory.tell(self.seen)
        return True
