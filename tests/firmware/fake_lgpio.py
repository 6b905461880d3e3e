"""As much of lgpio as gpiozero uses for a keypad, on copper, with a count of calls.

Claims behave as in lgGpio.c: one for what the line is already does nothing, a new output is low, an input that says nothing
of its pull keeps the one it had.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

from tests.firmware.keypad_fingers import COLUMNS, ROWS

_IS_OUT, _PULLS = 1 << 1, {32, 64, 128}


class error(Exception):  # noqa: N801
    """As lgpio's own: no relative of anything."""


class FakeLgpio(ModuleType):
    BOTH_EDGES, RISING_EDGE, FALLING_EDGE = 3, 1, 2
    SET_PULL_UP, SET_PULL_DOWN, SET_PULL_NONE = 32, 64, 128
    error = error

    def __init__(self) -> None:
        super().__init__("lgpio")
        self.calls = 0
        self.broken = False
        self.closed: set[tuple[int, int]] = set()
        self._modes: dict[int, str] = {}
        self._pulls: dict[int, int] = {}
        self._was: dict[int, int] = {}
        self._callbacks: dict[int, Callable[[int, int, int, int], None]] = {}

    def gpiochip_open(self, chip: int) -> int:
        return 1

    def gpiochip_close(self, handle: int) -> None: ...

    def gpio_claim_input(self, handle: int, line: int, flags: int = 0) -> None:
        self._claim(line, "input", flags)

    def gpio_claim_output(self, handle: int, line: int, level: int = 0, flags: int = 0) -> None:
        assert level == 0
        self._claim(line, "output", flags)

    def gpio_claim_alert(self, handle: int, line: int, edges: int, flags: int = 0) -> None:
        self._modes.pop(line, None)
        self._claim(line, "alert", flags)

    def gpio_free(self, handle: int, line: int) -> None:
        self._call()
        self._modes.pop(line, None)

    def gpio_get_mode(self, handle: int, line: int) -> int:
        self._call()
        return self._pulls.get(line, 0) | (_IS_OUT if self._modes.get(line) == "output" else 0)

    def gpio_read(self, handle: int, line: int) -> int:
        self._call()
        return self._level(line)

    def callback(
        self, handle: int, line: int, edges: int, call: Callable[[int, int, int, int], None]
    ) -> Cancel:
        self._callbacks[line] = call
        return Cancel(self._callbacks, line)

    def touch(self, row: int, column: int, closed: bool) -> None:
        """A finger, which makes an edge wherever a row that is listened to goes low."""
        (self.closed.add if closed else self.closed.discard)((ROWS[row], COLUMNS[column]))
        for line in ROWS:
            level, before = self._level(line), self._was.get(line, 1)
            self._was[line] = level
            if level < before and self._modes.get(line) == "alert" and line in self._callbacks:
                self._callbacks[line](0, line, level, 0)

    def _claim(self, line: int, mode: str, flags: int) -> None:
        self._call()
        if self._modes.get(line) != mode:
            self._modes[line] = mode
            self._pulls[line] = flags & sum(_PULLS) or self._pulls.get(line, 0)

    def _call(self) -> None:
        self.calls += 1
        if self.broken:
            raise error("bad GPIO number")

    def _level(self, line: int) -> int:
        net, grown = {line}, True
        while grown:
            more = {end for key in self.closed if net & set(key) for end in key}
            grown, net = not more <= net, net | more
        if any(self._modes.get(each) == "output" for each in net):
            return 0
        return int(any(self._pulls.get(each) == self.SET_PULL_UP for each in net))


class Cancel:
    def __init__(self, callbacks: dict[int, Callable[[int, int, int, int], None]], line: int) -> None:
        self._callbacks, self._line = callbacks, line

    def cancel(self) -> None:
        self._callbacks.pop(self._line, None)
