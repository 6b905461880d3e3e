"""A piezo disc on one GPIO pin."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from gpiozero import Factory  # type: ignore[import-untyped]

from firmware.devices import DeviceLost, Tune
from firmware.line import Line
from firmware.player import Player

_LOWEST, _HIGHEST = 100, 5000  # hertz: a disc hardly hums below, ears and lgpio tire above


class Piezo:
    """Plays tunes on a passive piezo (one that needs a tone, not just power).

    gpiozero's ``TonalBuzzer`` knows notes around a middle one; here any note from 100 to 5000 Hz is played,
    and one beyond sounds as the nearest of these.
    """

    def __init__(self, pin: int, pin_factory: Factory, player: Player | None = None) -> None:
        self._line = Line("The buzzer", pin, pin_factory)
        self._player = player or Player()

    def play(self, tune: Tune) -> None:
        """Begin *tune* at once and return; what was playing stops. An empty tune is silence."""
        self._player.play(self._sing(tune))

    def close(self) -> None:
        """Be silent and free the pin."""
        with suppress(DeviceLost):
            self.play(())
        self._line.close()

    def _sing(self, tune: Tune) -> Iterator[float]:
        for note in tune:
            if note.hertz:
                self._line.pulse(min(max(note.hertz, _LOWEST), _HIGHEST), 0.5)
            else:
                self._line.steady(False)
            yield note.seconds
        self._line.steady(False)
