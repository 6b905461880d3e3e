"""The parts a box is made of: how to open each. Real devices are opened here and nowhere else."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from gpiozero.pins import Factory  # type: ignore[import-untyped]

from firmware.buzzer import Piezo
from firmware.devices import Buzzer, DeviceLost, KeySource, WiredDisplay, WiredLights, reason
from firmware.keypad import Keypad
from firmware.keys import Key
from firmware.lights import LightRow
from firmware.numpad import InputWorld, Numpad
from firmware.oled import Bus, Oled

from .config import Config

Press = Callable[[Key], None]
Stuck = Callable[[Key, bool], None]
Changed = Callable[[DeviceLost | None], None]
Pins = Callable[[], Factory]


@dataclass(frozen=True, slots=True)
class Parts:
    """How to open each device, None where the table has none. Opening may raise :exc:`DeviceLost`."""

    keypad: Callable[[Press, Stuck], KeySource]
    display: Callable[[], WiredDisplay] | None = None
    lights: Callable[[], WiredLights] | None = None
    buzzer: Callable[[], Buzzer] | None = None
    numpad: Callable[[Press, Changed], KeySource] | None = None


def is_a_pi(model: Path = Path("/proc/device-tree/model")) -> bool:
    """Whether this machine has the header that our wiring is for."""
    try:
        return "Raspberry Pi" in model.read_text("utf-8", "replace")
    except OSError:
        return False


def real_parts(config: Config) -> Parts:
    """The devices of this Pi, wired as *config* says."""
    pins = _Pins()
    return wired_parts(config, pins, pins)


def wired_parts(
    config: Config,
    keypad_pins: Pins,
    pins: Pins,
    bus: Bus | None = None,
    inputs: InputWorld | None = None,
    piezo: Callable[[int, Factory], Buzzer] = Piezo,
) -> Parts:
    """The devices wired as *config* says: to these *pins*, and to the buses of this machine unless others are given."""
    oled, buzzer = config.oled, config.buzzer
    return Parts(
        keypad=lambda press, stuck: Keypad(
            config.keypad.rows, config.keypad.columns, press, stuck=stuck, pin_factory=keypad_pins()
        ),
        display=(lambda: Oled(oled.kind, bus or oled.bus, oled.address, oled.rotation)) if oled else None,
        lights=(lambda: LightRow(config.lights, pins())) if config.lights else None,
        buzzer=(lambda: piezo(buzzer.pin, pins())) if buzzer else None,
        numpad=(lambda press, changed: Numpad(press, changed, inputs)) if config.numpad else None,
    )


class _Pins:
    """The GPIO pins through lgpio, and through nothing else: a silent fall-back would hide a dead keypad."""

    def __init__(self) -> None:
        self._factory: Factory | None = None

    def __call__(self) -> Factory:
        if self._factory is None:
            try:
                with _somewhere_to_write():
                    from gpiozero.pins.lgpio import LGPIOFactory  # type: ignore[import-untyped]
                self._factory = LGPIOFactory()
            except ImportError as error:
                raise DeviceLost(
                    "The GPIO pins can't be used: lgpio is missing. "
                    "Install rpi-lgpio with pip, or python3-lgpio with apt."
                ) from error
            except OSError as error:
                raise DeviceLost(
                    f"The GPIO pins can't be used: lgpio needs a folder to write to ({reason(error)}). Set TMPDIR to one."
                ) from error
            except Exception as error:  # whatever lgpio makes of a chip it can't have
                raise DeviceLost(
                    f"The GPIO pins can't be used ({reason(error)}). "
                    "Is this a Raspberry Pi, and is this user in the group gpio?"
                ) from error
        return self._factory


@contextmanager
def _somewhere_to_write() -> Iterator[None]:
    """A folder of its own for lgpio while it is imported, unless LG_WD already names one.

    On import it makes a pipe in the folder that LG_WD names, else in the one we are in, which may be read-only
    or have another program's pipe of that name; and it moves the whole process there. Once both ends of the pipe are
    open nobody needs its name any more.
    """
    here = Path.cwd()
    with TemporaryDirectory(prefix="misterx-", ignore_cleanup_errors=True) as folder:
        chosen = os.environ.setdefault("LG_WD", folder)
        try:
            yield
        finally:
            if chosen == folder:
                del os.environ["LG_WD"]
            os.chdir(here)
