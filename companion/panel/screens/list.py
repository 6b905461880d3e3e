"""A list to read: what, and how much of it or where."""

from __future__ import annotations

from dataclasses import dataclass

from ..canvas import PLAIN, SMALL, WIDTH, Canvas, width_of
from .screen import keys_line

ROWS = 3
_TOP, _PITCH = 12, 13


@dataclass(frozen=True, slots=True)
class ListScreen:
    """Three rows at a time, as large as they fit."""

    title: str
    rows: tuple[tuple[str, str], ...]
    keys: str

    def draw(self, canvas: Canvas) -> None:
        canvas.text(0, -1, self.title)
        canvas.box(0, 11, WIDTH, 1)
        for place, (label, value) in enumerate(self.rows):
            y = _TOP + place * _PITCH
            room = WIDTH - width_of(value, PLAIN) - 4
            if room < width_of(label, SMALL):
                canvas.text(WIDTH, y + 1, value, align="right")
                room = WIDTH - width_of(value, SMALL) - 4
            else:
                canvas.text(WIDTH, y - 1, value, PLAIN, align="right")
            size = PLAIN if width_of(label, PLAIN) <= room else SMALL
            canvas.text(0, y + (1 if size == SMALL else -1), label, size, width=room)
        keys_line(canvas, self.keys)
