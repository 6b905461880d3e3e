"""A piezo disc on one GPIO pin, and what it shares with the lights: a :class:`Line` and a :class:`Player`."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Condition, Thread

from gpiozero import Factory, GPIOPinInUse, PinInvalidPin, PWMOutputDevice  # type: ignore[import-untyped]

from firmware.devices import DeviceLost, Tune

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


class Line:
    """One GPIO pin as an output, high or low or pulsed; :exc:`DeviceLost` names it if it can't be had.

    lgpio makes pulses in software: a thread that wakes for every edge, and goes on waking at 0 % and at 100 %.
    So pulses are only ever switched on for as long as there is something between to show.
    """

    def __init__(self, what: str, pin: int, pin_factory: Factory) -> None:
        self._what, self._pin = what, pin
        self._device = _opened(what, pin, pin_factory)

    def steady(self, high: bool) -> None:
        """Stay high or low."""
        self._become(None, float(high))

    def pulse(self, hertz: float, share: float) -> None:
        """Be high for this *share* (0 to 1) of every cycle."""
        self._become(hertz, share)

    def close(self) -> None:
        """Go low and let go of the pin. Closing twice is fine."""
        with suppress(DeviceLost):
            self.steady(False)
        try:
            self._device.close()
        except Exception:  # a pin that doesn't answer can't be told to rest either
            # gpiozero stops half way then: it still counts us as the owner, and would go on closing when the
            # garbage is collected, under the hands of whoever has the pin by then.
            self._device.pin_factory.release_all(self._device)
            self._device._pin = None

    def _become(self, hertz: float | None, level: float) -> None:
        try:
            self._device.frequency = hertz
            self._device.value = level  # after the frequency: pulses that end leave the pin at any level
        except Exception as error:  # lgpio's own error is just an Exception, and lgpio is only on a Pi
            raise DeviceLost(
                f"{self._what} on GPIO {self._pin} does not answer ({_words(error)})."
            ) from error


def _opened(what: str, pin: int, pin_factory: Factory) -> PWMOutputDevice:
    try:
        return PWMOutputDevice(pin, frequency=None, pin_factory=pin_factory)
    except GPIOPinInUse:
        reason = "something else is wired to it"
    except PinInvalidPin:
        reason = "this board has no such pin"
    except Exception as error:  # see Line
        reason = _words(error)
    # Raised out here because gpiozero counts a half made device as the pin's owner while it lives, and as the
    # cause or context of a fault that somebody keeps it would live on and bar every later try.
    raise DeviceLost(f"{what} cannot have GPIO {pin}: {reason}.")


def _words(error: Exception) -> str:
    return str(error).strip("'.") or type(error).__name__  # lgpio puts quotes around its texts


class Player:
    """Plays one script at a time in the background.

    A script is an iterator: each step does something quick, and says for how many seconds it shall stay so.
    There is a thread while there is something to wait for, else none.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._changed = Condition()
        self._script: Iterator[float] | None = None
        self._due = 0.0
        self._thread: Thread | None = None

    def play(self, script: Iterator[float]) -> None:
        """Drop the script that is playing and take the first step of *script*, here and now.

        What that step raises is the caller's to know. A later step that meets a lost device ends the script:
        the next one will find out.
        """
        with self._changed:
            self._script = None
            self._changed.notify()
            self._step(script)
            if self._script is not None:
                self._go_on()

    def _go_on(self) -> None:
        """See to it that the steps to come are taken when they are due."""
        if self._thread is None:
            self._thread = Thread(target=self._run, name="player", daemon=True)
            self._thread.start()

    def _step(self, script: Iterator[float]) -> None:
        seconds = next(script, None)
        self._script = None if seconds is None else script
        self._due = self.clock() + (seconds or 0.0)

    def _run(self) -> None:
        with self._changed, suppress(DeviceLost):
            try:
                while self._script is not None:
                    left = self._due - self.clock()
                    if left > 0:
                        self._changed.wait(left)  # and look again: there may be another script by now
                    else:
                        self._step(self._script)
            finally:
                self._thread = None
