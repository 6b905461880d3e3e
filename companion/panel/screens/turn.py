"""A detective's turn: the rides he has, and the digits typed so far.

The list never moves while digits are typed: only the marks beside the rides that are left come and go. That
is easy on the eye, and few bytes on the display's wire.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..canvas import LARGE, PLAIN, WIDTH, Canvas
from ..icons import ticket_icon
from .screen import BOTTOM, Strip

MOST = 16
LEFT = "›"
"""The mark of a ride that goes with what was typed, while there are more of them than letters."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One ride in the list, with the letter that picks it, :data:`LEFT`, or no mark."""

    mark: str
    number: str
    ticket: str


@dataclass(frozen=True, slots=True)
class TurnScreen:
    """At most :data:`MOST` cells; the *note* stands where digits will be typed."""

    strip: Strip
    cells: tuple[Cell, ...]
    typed: str = ""
    star: str = ""
    hash: str = ""
    note: str = ""

    def draw(self, canvas: Canvas) -> None:
        self.strip.draw(canvas)
        layout = next(layout for layout in _LAYOUTS if len(self.cells) <= layout.most)
        for place, cell in enumerate(self.cells):
            row, column = divmod(place, layout.columns)
            layout.draw(canvas, column * layout.width, layout.top + row * layout.pitch, cell)
        # Digits of this size fill two pages of the display.
        canvas.text(0, 48, self.typed, LARGE)
        if not self.typed:
            canvas.text(0, BOTTOM + 2, self.note, width=36)  # in one page of the display
        canvas.text(38, BOTTOM, f"*{self.star}")
        canvas.text(WIDTH, BOTTOM, f"#{self.hash}", align="right")


def _draw_large(canvas: Canvas, x: int, y: int, cell: Cell) -> None:
    _draw_mark(canvas, x, y + 3, 9, cell.mark)
    canvas.text(x + 12, y - 2, cell.number, LARGE)
    canvas.stamp(x + 14 + 10 * len(cell.number), y + 1, ticket_icon(cell.ticket, large=True))


def _draw_middling(canvas: Canvas, x: int, y: int, cell: Cell) -> None:
    _draw_mark(canvas, x, y + 1, 8, cell.mark)
    canvas.text(x + 9, y - 3, cell.number, PLAIN)
    canvas.stamp(x + 9 + 8 * len(cell.number), y + 1, ticket_icon(cell.ticket))


def _draw_small(canvas: Canvas, x: int, y: int, cell: Cell) -> None:
    _draw_mark(canvas, x, y, 7, cell.mark)
    # To the right, so that a number of two digits keeps clear of its mark; those of three begin with a thin 1.
    canvas.text(x + 25, y - 2, cell.number, align="right")
    canvas.stamp(x + 25, y, ticket_icon(cell.ticket))


def _draw_mark(canvas: Canvas, x: int, y: int, width: int, mark: str) -> None:
    """A letter cut out of a lit box, or a dot; *y* is the top of the letter, which is 8 high."""
    if mark == LEFT:
        canvas.box(x + width - 4, y + 3, 3, 3)
    elif mark:
        canvas.box(
            x - 1, y - 1, 1, 10, ink=0
        )  # where cells are narrow, the shape before it reaches up to here
        canvas.box(x, y - 1, width, 10)
        canvas.text(x + (width - 5) // 2, y - 2, mark, ink=0)


@dataclass(frozen=True, slots=True)
class _Layout:
    """The fewer rides there are, the larger they stand."""

    most: int
    columns: int
    width: int
    top: int
    pitch: int
    draw: Callable[[Canvas, int, int, Cell], None]


_LAYOUTS = (
    _Layout(4, 2, 64, 16, 16, _draw_large),
    _Layout(6, 3, 43, 19, 15, _draw_middling),
    _Layout(9, 3, 43, 16, 12, _draw_middling),
    _Layout(12, 4, 32, 17, 11, _draw_small),
    _Layout(MOST, 4, 32, 15, 9, _draw_small),
)
