"""The simulated box as the page sees it: keys to press, plugs to pull, and what it shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from firmware.devices import Tune
from firmware.keys import Key

FAULTS = ("oled", "lights", "buzzer", "keypad", "numpad", "bounce")
"""The first four are unplugged when on; ``numpad`` is plugged in; ``bounce`` makes the keys chatter."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything a person at the table sees of the box."""

    screen: bytes
    """128 x 64 dots in 1024 bytes: eight pages from the top, a column each byte, the lowest bit uppermost."""
    shown: bool
    """False: the display is dark, whatever its memory holds."""
    contrast: int
    lights: Mapping[str, float]
    """How bright each light is now, 0 to 1."""
    faults: Mapping[str, bool]
    stuck: str | None
    """The key that is stuck."""
    power: bool


class Workbench(Protocol):
    """Calls may come from any thread."""

    def press(self, key: Key) -> None:
        """*key* goes down and stays down."""

    def release(self, key: Key) -> None: ...

    def set_fault(self, name: str, on: bool) -> None:
        """*name* is one of :data:`FAULTS`."""

    def stick(self, key: Key | None) -> None:
        """*key* is stuck from now on, the one before it no longer."""

    def power(self, on: bool) -> None: ...

    def snapshot(self) -> Snapshot: ...

    def watch(self, call: Callable[[Tune | None], None]) -> Callable[[], None]:
        """*call* at every change (None) and when a tune begins; the answer ends that.

        *call* returns at once and asks nothing, so it may be called with a lock held.
        """
