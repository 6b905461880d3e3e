"""Devices that come back: a loose wire darkens one of them for a while, and never ends a game."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Generic, Protocol, TypeVar

from PIL.Image import Image

from firmware.devices import Buzzer, DeviceLost, Glow, Tune, WiredDisplay, WiredLights, reason

_FIRST, _LONGEST = 1.0, 30.0  # seconds to the first try, and at most between two
_STEADY = 30.0
"""Seconds. A device that lived so long is a sound one, and is looked for soon when it is lost again."""
_PROBE_EVERY = 2.0
"""Seconds in which nobody has heard from a display until it is asked."""
_REFRESH_EVERY, _IDLE, _LATEST = 15.0, 0.7, 30.0
"""Seconds between two refreshes of a display, seconds since it was drawn on, and seconds after which that is no matter."""

_SPOKEN = {"oled": "display", "numpad": "number pad"}


class Closable(Protocol):
    """All that is asked of a device to keep it."""

    def close(self) -> None: ...


D = TypeVar("D", bound=Closable)


class Kept(Generic[D]):
    """A device that is opened again whenever it was lost. Nothing here raises, and there is no thread.

    *changed* is told the name and the fault when the device is lost, once however many tries fail, and the name
    and None when it is back. The owner's loop calls :meth:`tick`, at the latest when it is :meth:`due`; opening
    happens in there. The wait for the next try begins when one has ended, and doubles: so a device that is slow
    to fail, or that is lost again and again, can't keep the loop from the others. All calls come from one thread
    at a time.
    """

    def __init__(
        self,
        name: str,
        open: Callable[[], D],
        changed: Callable[[str, DeviceLost | None], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.name, self._open, self._changed, self._clock = name, open, changed, clock
        self._device: D | None = None
        self._wait = _FIRST
        self._due: float | None = None
        self._alive_since = 0.0
        if fault := self._try():
            self._changed(name, fault)

    def do(self, call: Callable[[D], None]) -> None:
        """Make *call* on the device; nothing while it is lost."""
        if self._device is None:
            return
        try:
            call(self._device)
        except Exception as error:  # lgpio's own error is just an Exception
            self.lose(_lost(self.name, error))

    def lose(self, fault: DeviceLost) -> None:
        """The device has found out by itself that it is lost; nothing if that is known."""
        if self._device is None:
            return
        self._drop()
        if self._clock() - self._alive_since >= _STEADY:
            self._wait = _FIRST
        self._put_off()
        self._changed(self.name, fault)

    def due(self) -> float | None:
        """The moment, by the clock, of the next tick that has something to do; None if there is nothing."""
        return self._due

    def tick(self, now: float) -> None:
        """Try to open the device if it is lost and the time has come."""
        if self._due is not None and now >= self._due and self._try() is None:
            self._changed(self.name, None)

    def close(self) -> None:
        """Let go of the device for good."""
        self._due = None
        self._drop()

    def _restore(self, device: D) -> None:
        """Bring a device that was just opened to where the lost one should be."""

    def _try(self) -> DeviceLost | None:
        try:
            self._device = self._open()
            self._restore(self._device)
        except Exception as error:
            self._drop()
            self._put_off()
            return _lost(self.name, error)
        self._due = None
        self._alive_since = self._clock()
        return None

    def _put_off(self) -> None:
        self._due = self._clock() + self._wait
        self._wait = min(2 * self._wait, _LONGEST)

    def _drop(self) -> None:
        device, self._device = self._device, None
        if device is not None:
            with suppress(Exception):  # what is lost can't say goodbye
                device.close()


class KeptDisplay(Kept[WiredDisplay]):
    """A display that shows the last picture again when it is back.

    It is asked for a sign of life now and then, because nobody may be drawing on it. One that lost its power for a
    moment only answers as before, but is dark or shows noise, and can't be asked about that: so it is told everything
    anew every quarter of a minute. That takes long enough to hold up a key, so it waits for a pause in the
    drawing, but not for ever: something may be moving on the screen all the time.
    """

    _picture: Image | None = None
    _level: int | None = None
    _drawn_at = _heard_at = 0.0

    def show(self, picture: Image) -> None:
        self._picture = picture.copy()  # the caller may go on drawing on his
        self._drawn_at = self._heard_at = self._clock()
        self.do(lambda device: device.show(picture))

    def contrast(self, level: int) -> None:
        self._level = level
        self.do(lambda device: device.contrast(level))

    def due(self) -> float | None:
        if self._device is None:
            return super().due()
        return min(self._stale_at(), self._heard_at + _PROBE_EVERY)

    def tick(self, now: float) -> None:
        if self._device is None:
            super().tick(now)
        elif now >= self._stale_at():
            self._fresh_at = self._heard_at = now
            self.do(lambda device: device.refresh())
        elif now >= self._heard_at + _PROBE_EVERY:
            self._heard_at = now
            self.do(lambda device: device.probe())

    def _stale_at(self) -> float:
        wanted = max(self._fresh_at + _REFRESH_EVERY, self._drawn_at + _IDLE)
        return min(wanted, self._fresh_at + _LATEST)

    def _restore(self, device: WiredDisplay) -> None:
        self._fresh_at = self._heard_at = self._clock()
        if self._level is not None:
            device.contrast(self._level)
        if self._picture is not None:
            device.show(self._picture)


class KeptLights(Kept[WiredLights]):
    """Lights that glow as they should when they are back."""

    _glow: Mapping[str, Glow] | None = None
    _brightness = 1.0

    def show(self, glow: Mapping[str, Glow], brightness: float = 1.0) -> None:
        self._glow, self._brightness = dict(glow), brightness
        self.do(lambda device: device.show(glow, brightness))

    def _restore(self, device: WiredLights) -> None:
        if self._glow is not None:
            device.show(self._glow, self._brightness)


class KeptBuzzer(Kept[Buzzer]):
    """A :class:`Buzzer` that is silent while it is lost. A tune is news: it is not caught up on later."""

    def play(self, tune: Tune) -> None:
        self.do(lambda device: device.play(tune))


def spoken(name: str) -> str:
    """What people call the device of this *name*."""
    return _SPOKEN.get(name, name)


def _lost(name: str, error: Exception) -> DeviceLost:
    if isinstance(error, DeviceLost):
        return error
    return DeviceLost(f"Contact with the {spoken(name)} was lost ({reason(error)}).")
