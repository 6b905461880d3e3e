"""Pause, and the screen saver that keeps the display from burning in."""

from __future__ import annotations

from dataclasses import dataclass

from ..canvas import HEIGHT, LARGE, SMALL, WIDTH, Canvas
from ..icons import hat, moon
from .screen import keys_line


@dataclass(frozen=True, slots=True)
class PauseScreen:
    """The clocks stand still."""

    text: str
    left: str
    keys: str

    def draw(self, canvas: Canvas) -> None:
        canvas.box(8, 4, 6, 20)
        canvas.box(19, 4, 6, 20)
        canvas.fitted(32, 4, self.text, (LARGE, 16, SMALL), width=WIDTH - 32, height=20)
        canvas.text(64, 30, self.left, 16, align="middle")
        keys_line(canvas, self.keys)


@dataclass(frozen=True, slots=True)
class SaverScreen:
    """A hat and a moon that wander, with the clock if one runs: no pixel is lit for long."""

    step: int
    clock: str = ""

    def draw(self, canvas: Canvas) -> None:
        # Two strides without a common divisor visit every place before they repeat.
        x = self.step * 7 % (WIDTH - 40)
        y = self.step * 5 % (HEIGHT - (36 if self.clock else 22))
        canvas.stamp(x, y + 4, hat())
        canvas.stamp(x + 27, y, moon())
        canvas.text(x + 2, y + 22, self.clock)
