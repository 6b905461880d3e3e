"""One GPIO pin as an output, for a light or a buzzer."""

from __future__ import annotations

from contextlib import suppress

from gpiozero import Factory, GPIOPinInUse, PinInvalidPin, PWMOutputDevice  # type: ignore[import-untyped]

from firmware.devices import DeviceLost, reason


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
                f"{self._what} on GPIO {self._pin} does not answer ({reason(error)})."
            ) from error


def _opened(what: str, pin: int, pin_factory: Factory) -> PWMOutputDevice:
    try:
        return PWMOutputDevice(pin, frequency=None, pin_factory=pin_factory)
    except GPIOPinInUse:
        why = "something else is wired to it"
    except PinInvalidPin:
        why = "this board has no such pin"
    except Exception as error:  # see Line
        why = reason(error)
    # Raised out here because gpiozero counts a half made device as the pin's owner while it lives, and as the
    # cause or context of a fault that somebody keeps it would live on and bar every later try.
    raise DeviceLost(f"{what} cannot have GPIO {pin}: {why}.")
