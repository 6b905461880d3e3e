"""The round track: every window of the travel log, with its ticket and where he was seen."""

from __future__ import annotations

from dataclasses import dataclass

from ..canvas import WIDTH, Canvas
from ..icons import ticket_icon
from .screen import keys_line

ROWS, COLUMNS = 3, 3


@dataclass(frozen=True, slots=True)
class TrackCell:
    """One window. *reveal*: he has to show himself here."""

    window: int
    ticket: str | None = None
    station: int | None = None
    filled: bool = False
    reveal: bool = False


@dataclass(frozen=True, slots=True)
class TrackScreen:
    """Nine windows at a time, read downwards."""

    title: str
    cells: tuple[TrackCell, ...]
    keys: str

    def draw(self, canvas: Canvas) -> None:
        canvas.text(0, -1, self.title)
        canvas.box(0, 11, WIDTH, 1)
        for place, cell in enumerate(self.cells):
            _draw_cell(canvas, place // ROWS * 43, 14 + place % ROWS * 13, cell)
        keys_line(canvas, self.keys)


def _draw_cell(canvas: Canvas, x: int, y: int, cell: TrackCell) -> None:
    if cell.reveal:
        canvas.box(x, y, 14, 11)
    canvas.text(x + 13, y - 1, str(cell.window), align="right", width=13, ink=0 if cell.reveal else 1)
    if cell.ticket:
        canvas.stamp(x + 15, y + 1, ticket_icon(cell.ticket))
    elif cell.filled:
        canvas.frame(x + 15, y + 1, 7, 8)
    if cell.station:
        canvas.text(x + 24, y - 1, str(cell.station))
