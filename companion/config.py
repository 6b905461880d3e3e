"""How the box is wired and set: the values, with the defaults of ``hardware/README.md``.

The file they are read from is the matter of :mod:`companion.config_file`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from .clock_settings import ClockSettings

AUTO = "auto"
LANGUAGES = ("en", "fr", "de")
OLED_KINDS = ("ssd1306", "ssd1309", "sh1106")
SOUNDS = ("accepted", "refused", "reveal", "time", "capture")
_WIRED_LIGHTS = {"red": 17, "blue": 27, "green": 22, "yellow": 23, "brown": 24, "white": 25, "mister_x": 26}
LIGHTS = tuple(_WIRED_LIGHTS)


class Hardware(StrEnum):
    """Auto is real on a Raspberry Pi and simulated elsewhere."""

    AUTO = "auto"
    REAL = "real"
    SIMULATED = "simulated"


@dataclass(frozen=True, slots=True)
class KeypadPins:
    """From the top row down, and from the left column to the right."""

    rows: tuple[int, ...] = (5, 6, 13, 19)
    columns: tuple[int, ...] = (12, 16, 20, 21)


@dataclass(frozen=True, slots=True)
class OledWiring:
    kind: str = "ssd1306"
    bus: int = 1
    address: int = 0x3C
    rotation: int = 0
    """In degrees, 0 or 180."""
    contrast: int = 255


@dataclass(frozen=True, slots=True)
class BuzzerWiring:
    pin: int = 18
    sounds: frozenset[str] = frozenset(SOUNDS)
    """Those of :data:`SOUNDS` that are switched on."""


@dataclass(frozen=True, slots=True)
class Night:
    """The hours, by the clock on the wall, in which display and lights are dimmed. Most nights pass midnight."""

    from_hour: int = 22
    to_hour: int = 7
    contrast: int = 16


@dataclass(frozen=True, slots=True)
class Web:
    host: str = AUTO
    """An address, or auto: this machine only for a simulated table, the whole home network on a Pi."""
    port: int = 8080


@dataclass(frozen=True, slots=True)
class Config:
    """Pins are BCM numbers. What is None is not there or never happens."""

    hardware: Hardware = Hardware.AUTO
    language: str = "en"
    keypad: KeypadPins = KeypadPins()
    numpad: bool = True
    oled: OledWiring | None = OledWiring()
    lights: Mapping[str, int] = field(default_factory=_WIRED_LIGHTS.copy)
    """Only those that are wired; white is for the bobbies."""
    buzzer: BuzzerWiring | None = BuzzerWiring()
    night: Night | None = Night()
    screen_saver: int | None = 300
    """Seconds without a key."""
    clocks: ClockSettings = field(default_factory=ClockSettings)
    web: Web = Web()
