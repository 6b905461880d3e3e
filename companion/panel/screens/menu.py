"""A list to pick from: digits pick, A and B move the mark, # takes it."""

from __future__ import annotations

from dataclasses import dataclass

from ..canvas import PLAIN, SMALL, WIDTH, Canvas, width_of

ROWS = 3
_TOP, _PITCH = 14, 17
GAP = 3


@dataclass(frozen=True, slots=True)
class MenuScreen:
    """*rows* are a label and its present value each; *first* is the number of the uppermost one."""

    title: str
    rows: tuple[tuple[str, str], ...]
    marked: int
    first: int
    total: int

    def draw(self, canvas: Canvas) -> None:
        scrolls = self.total > len(self.rows)
        canvas.text(0, -1, self.title, width=WIDTH - 20 if scrolls else WIDTH)
        canvas.box(0, 11, WIDTH, 1)
        if scrolls:
            canvas.text(WIDTH, -1, "AB↕", align="right")
        for place, (label, value) in enumerate(self.rows):
            number = self.first + place
            # There is no key for a tenth.
            digit = str(number + 1) if number < 9 else ""
            self._draw_row(canvas, _TOP + place * _PITCH, digit, label, value, number == self.marked)

    def _draw_row(self, canvas: Canvas, y: int, number: str, label: str, value: str, marked: bool) -> None:
        ink = 0 if marked else 1
        if marked:
            canvas.box(0, y, WIDTH, 16)
        canvas.text(0, y + 2, number, SMALL, ink=ink)
        left = 8
        room = WIDTH - left - (1 if value else 0)
        size, value_size = _sizes(label, value, room)
        if value:
            drop = (16 - value_size) // 2
            canvas.text(WIDTH - 1, y + drop, value, value_size, align="right", width=room, ink=ink)
            room -= width_of(value, value_size) + GAP
        canvas.text(left + (size == SMALL), y + (16 - size) // 2, label, size, width=room, ink=ink)


def _sizes(label: str, value: str, room: int) -> tuple[int, int]:
    """How large label and value stand: rather a small value than a small label, which people look for."""
    for sizes in ((PLAIN, PLAIN), (PLAIN, SMALL)):
        taken = width_of(label, sizes[0]) + (width_of(value, sizes[1]) + GAP if value else 0)
        if taken <= room:
            return sizes
    return SMALL, SMALL
