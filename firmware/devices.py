"""What the rest of the companion knows of a device: these few calls, and that it may be lost at any of them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from PIL.Image import Image

WIDTH, HEIGHT = 128, 64

_log = logging.getLogger(__name__)


class DeviceLost(OSError):
    """The device is missing or has stopped answering. The text says which and why, fit to show anyone."""


Lost = Callable[[DeviceLost], None]
"""What a device with a thread of its own calls, in that thread, when it finds that it is lost."""


def log_loss(fault: DeviceLost) -> None:
    """What is done about it where nobody has asked to be told."""
    _log.error("%s", fault)


def reason(error: Exception) -> str:
    """Why, in words fit to show anyone.

    An error of the system, of lgpio or of gpiozero says what is wrong with a wire. Any other is a mistake in the
    program, and its text may quote whatever the program had in hand: of that one only the kind is told.
    """
    if isinstance(error, OSError):
        words = error.strerror or str(error)
    elif type(error).__module__ == "builtins":
        words = ""
    else:
        words = str(error).strip("'.")  # lgpio puts quotes around its texts
    return words or type(error).__name__


class Glow(StrEnum):
    """What a light does."""

    OFF = "off"
    ON = "on"
    BLINK = "blink"


@dataclass(frozen=True, slots=True)
class Note:
    """A tone of so many hertz, or a rest (0), for so many seconds."""

    hertz: int
    seconds: float


Tune = tuple[Note, ...]


class Display(Protocol):
    """A black and white picture of 128 x 64."""

    def show(self, picture: Image) -> None:
        """Make *picture* (mode ``1``) what is seen, or :exc:`DeviceLost`."""

    def contrast(self, level: int) -> None:
        """How bright, 1 to 255; 0 switches the picture off."""

    def close(self) -> None: ...


class WiredDisplay(Display, Protocol):
    """A display whose chip may lose its power and its memory while the wires go on answering."""

    def probe(self) -> None:
        """See whether it answers, or :exc:`DeviceLost`."""

    def refresh(self) -> None:
        """Say everything anew, wake-up call, contrast and picture, without a flicker; or :exc:`DeviceLost`."""


class Lights(Protocol):
    """Named lights. One that is not wired is silently dark: a table may have fewer."""

    def show(self, glow: Mapping[str, Glow], brightness: float = 1.0) -> None:
        """Make these glow; every other light is off."""

    def close(self) -> None: ...


class WiredLights(Lights, Protocol):
    """Lights that blink by themselves."""

    lost: Lost


class Buzzer(Protocol):
    """One voice."""

    def play(self, tune: Tune) -> None:
        """Begin *tune* at once and return; what was playing stops."""

    def close(self) -> None: ...


class KeySource(Protocol):
    """Something with keys on it. It was given a function to call with each key pressed, from any thread."""

    lost: Lost

    def close(self) -> None: ...
