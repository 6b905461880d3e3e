"""The end: who won, and how."""

from __future__ import annotations

from dataclasses import dataclass

from ..canvas import HEIGHT, LARGE, PLAIN, SMALL, WIDTH, Canvas, giant
from ..icons import hat
from .screen import keys_line


@dataclass(frozen=True, slots=True)
class CaptureScreen:
    """Caught: where, as large as a reveal, with the word over it."""

    text: str
    station: int

    def draw(self, canvas: Canvas) -> None:
        canvas.box(0, 0, WIDTH, 18)
        canvas.fitted(64, 1, self.text, (PLAIN, SMALL), width=WIDTH - 4, height=16, align="middle", ink=0)
        digits = str(self.station)
        width = 42 * len(digits)
        canvas.stamp((WIDTH - width) // 2, 21, giant(digits, width, HEIGHT - 22))


@dataclass(frozen=True, slots=True)
class EndScreen:
    """Who won, and why in a sentence."""

    winner: str
    reason: str
    keys: str
    his: bool

    def draw(self, canvas: Canvas) -> None:
        left = 0
        if self.his:
            canvas.stamp(2, 2, hat())
            left = 30
        canvas.fitted(
            (left + WIDTH) // 2,
            0,
            self.winner,
            (LARGE, PLAIN, SMALL),
            width=WIDTH - left,
            height=22,
            align="middle",
        )
        canvas.box(0, 22, WIDTH, 1)
        canvas.paragraph(24, self.reason, height=28, sizes=(PLAIN, SMALL))
        keys_line(canvas, self.keys)
