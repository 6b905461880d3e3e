"""The parts a box is made of: how to open each. Real devices are opened here and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from gpiozero.pins import Factory  # type: ignore[import-untyped]

from firmware.buzzer import Piezo
from firmware.devices import Buzzer, DeviceLost, Display, KeySource, Lights
from firmware.keypad import Keypad
from firmware.keys import Key
from firmware.lights import LightRow
from firmware.numpad import Numpad
from firmware.oled import Oled

from .config import Config

Press = Callable[[Key], None]
Stuck = Callable[[Key, bool], None]
Changed = Callable[[bool], None]


@dataclass(frozen=True, slots=True)
class Parts:
    """How to open each device, None where the table has none. Opening may raise :exc:`DeviceLost`."""

    keypad: Callable[[Press, Stuck], KeySource]
    display: Callable[[], Display] | None = None
    lights: Callable[[], Lights] | None = None
    buzzer: Callable[[], Buzzer] | None = None
    numpad: Callable[[Press, Changed], KeySource] | None = None


def is_a_pi(model: Path = Path("/proc/device-tree/model")) -> bool:
    """Whether this machine has the header that our wiring is for."""
    try:
        return "Raspberry Pi" in model.read_text("utf-8", "replace")
    except OSError:
        return False


def real_parts(config: Config) -> Parts:
    """The devices wired as *config* says."""
    oled, buzzer = config.oled, config.buzzer
    pins = _Pins()
    return Parts(
        keypad=lambda press, stuck: Keypad(
            config.keypad.rows, config.keypad.columns, press, stuck=stuck, pin_factory=pins()
        ),
        display=(lambda: Oled(oled.kind, oled.bus, oled.address, oled.rotation)) if oled else None,
        lights=(lambda: LightRow(config.lights, pins())) if config.lights else None,
        buzzer=(lambda: Piezo(buzzer.pin, pins())) if buzzer else None,
        numpad=Numpad if config.numpad else None,
    )


class _Pins:
    """The GPIO pins through lgpio, and through nothing else: a silent fall-back would hide a dead keypad."""

    def __init__(self) -> None:
        self._factory: Factory | None = None

    def __call__(self) -> Factory:
        if self._factory is None:
            try:
                from gpiozero.pins.lgpio import LGPIOFactory  # type: ignore[import-untyped]

                self._factory = LGPIOFactory()
            except Exception as error:  # whatever lgpio makes of a chip it can't have
                raise DeviceLost(
                    f"The GPIO pins can't be used ({error}). Install rpi-lgpio, and be in the group gpio."
                ) from error
        return self._factory
