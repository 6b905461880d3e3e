"""A number to be typed: a start card, a flight's target, a pawn's true place, a setting."""

from __future__ import annotations

from dataclasses import dataclass

from ..canvas import HUGE, PLAIN, SMALL, WIDTH, Canvas
from .screen import BOTTOM, keys_line


@dataclass(frozen=True, slots=True)
class NumberScreen:
    """The question on top, the digits large, what is allowed beside the keys."""

    title: str
    typed: str
    allowed: str = ""
    keys: str = ""

    def draw(self, canvas: Canvas) -> None:
        canvas.fitted(0, 0, self.title, (PLAIN, SMALL), width=WIDTH, height=16)
        canvas.text(64, 17, self.typed or "_", HUGE, align="middle")
        canvas.text(0, BOTTOM, self.allowed, width=WIDTH - 6 * len(self.keys))
        keys_line(canvas, self.keys, WIDTH - 6 * len(self.keys))
