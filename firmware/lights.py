"""Lights on GPIO pins, each an LED with its resistor to ground."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping

from gpiozero import Factory  # type: ignore[import-untyped]

from firmware.devices import DeviceLost, Glow, Lost, log_loss
from firmware.line import Line
from firmware.player import Player

_HALF = 0.5  # seconds lit, then as long dark: a blink a second
_DIMMING = 100  # hertz: too quick for the eye, slow enough for a Pi Zero
_TRY_AGAIN = 30.0  # seconds between two tries to have a light that is missing

_log = logging.getLogger(__name__)


class LightRow:
    """Lights by name. All that blink do so in step, and showing the same again doesn't disturb them.

    Steady lights of full brightness cost nothing. Dimmed ones are pulsed, and a thread wakes twice a second
    while any light blinks.

    A light that can't be had, or stops answering, is logged once and left out until it is back. Without any
    the row is lost: :exc:`DeviceLost`, or a call of :attr:`lost` if that shows while they blink by themselves.
    """

    def __init__(self, pins: Mapping[str, int], pin_factory: Factory, player: Player | None = None) -> None:
        self.lost: Lost = log_loss
        self._pins, self._factory = dict(pins), pin_factory
        self._lines: dict[str, Line] = {}
        self._complaints: set[str] = set()
        self._player = player or Player()
        self._since: float | None = None  # when the blinking began, if any light blinks
        self._find_missing()

    def show(self, glow: Mapping[str, Glow], brightness: float = 1.0) -> None:
        """Make these glow; every other light is off."""
        if len(self._lines) < len(self._pins) and self._player.clock() >= self._next_try:
            self._find_missing()
        if not any(glow.get(name) is Glow.BLINK for name in tuple(self._lines)):
            self._since = None
        elif self._since is None:
            self._since = self._player.clock()
        self._player.play(self._shine(dict(glow), min(max(brightness, 0.0), 1.0), self._since))

    def close(self) -> None:
        """Turn all off and free the pins."""
        self._player.play(iter(()))
        for line in self._lines.values():
            line.close()

    def _find_missing(self) -> None:
        self._next_try = self._player.clock() + _TRY_AGAIN
        faults: dict[str, DeviceLost] = {}
        for name, pin in self._pins.items():
            if name not in self._lines:
                try:
                    self._lines[name] = Line(f"The light {name}", pin, self._factory)
                except DeviceLost as fault:
                    faults[name] = fault
        self._complain(faults)
        for name in self._complaints & self._lines.keys():
            self._complaints.remove(name)
            _log.warning("The light %s is back.", name)

    def _complain(self, faults: Mapping[str, DeviceLost]) -> None:
        """Of one light, in the log and once; if there is no light left, aloud."""
        if faults and not self._lines:
            raise next(iter(faults.values()))
        for name in faults.keys() - self._complaints:
            self._complaints.add(name)
            _log.warning("%s", faults[name])

    def _shine(self, glow: Mapping[str, Glow], brightness: float, since: float | None) -> Iterator[float]:
        if since is None:
            self._paint(glow, brightness, lit=True)
            return
        by_itself = False
        while True:
            beat, into = divmod(self._player.clock() - since, _HALF)
            try:
                self._paint(glow, brightness, lit=beat % 2 == 0)
            except DeviceLost as fault:
                if not by_itself:
                    raise
                self.lost(fault)
                return
            by_itself = True
            yield _HALF - into

    def _paint(self, glow: Mapping[str, Glow], brightness: float, lit: bool) -> None:
        faults: dict[str, DeviceLost] = {}
        for name, line in tuple(self._lines.items()):
            match glow.get(name, Glow.OFF):
                case Glow.ON:
                    level = brightness
                case Glow.BLINK if lit:
                    level = brightness
                case _:
                    level = 0.0
            try:
                if 0.0 < level < 1.0:
                    line.pulse(_DIMMING, level)
                else:
                    line.steady(level == 1.0)
            except DeviceLost as fault:
                faults[name] = fault
                self._lines.pop(name).close()
        self._complain(faults)
