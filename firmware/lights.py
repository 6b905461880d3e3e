"""Lights on GPIO pins, each an LED with its resistor to ground."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from gpiozero import Factory  # type: ignore[import-untyped]

from firmware.devices import DeviceLost, Glow
from firmware.line import Line
from firmware.player import Player

_HALF = 0.5  # seconds lit, then as long dark: a blink a second
_DIMMING = 100  # hertz: too quick for the eye, slow enough for a Pi Zero


class LightRow:
    """Lights by name. All that blink do so in step, and showing the same again doesn't disturb them.

    Steady lights of full brightness cost nothing. Dimmed ones are pulsed, and a thread wakes twice a second
    while any light blinks.
    """

    def __init__(self, pins: Mapping[str, int], pin_factory: Factory, player: Player | None = None) -> None:
        self._lines: dict[str, Line] = {}
        self._player = player or Player()
        self._since: float | None = None  # when the blinking began, if any light blinks
        try:
            for name, pin in pins.items():
                self._lines[name] = Line(f"The light {name}", pin, pin_factory)
        except DeviceLost:
            self.close()
            raise

    def show(self, glow: Mapping[str, Glow], brightness: float = 1.0) -> None:
        """Make these glow; every other light is off."""
        if not any(glow.get(name) is Glow.BLINK for name in self._lines):
            self._since = None
        elif self._since is None:
            self._since = self._player.clock()
        self._player.play(self._shine(dict(glow), min(max(brightness, 0.0), 1.0), self._since))

    def close(self) -> None:
        """Turn all off and free the pins."""
        self._player.play(iter(()))
        for line in self._lines.values():
            line.close()

    def _shine(self, glow: Mapping[str, Glow], brightness: float, since: float | None) -> Iterator[float]:
        if since is None:
            self._paint(glow, brightness, lit=True)
            return
        while True:
            beat, into = divmod(self._player.clock() - since, _HALF)
            self._paint(glow, brightness, lit=beat % 2 == 0)
            yield _HALF - into

    def _paint(self, glow: Mapping[str, Glow], brightness: float, lit: bool) -> None:
        for name, line in self._lines.items():
            match glow.get(name, Glow.OFF):
                case Glow.ON:
                    level = brightness
                case Glow.BLINK if lit:
                    level = brightness
                case _:
                    level = 0.0
            if 0.0 < level < 1.0:
                line.pulse(_DIMMING, level)
            else:
                line.steady(level == 1.0)
