"""What each detective has left, and where he stands."""

from __future__ import annotations

from dataclasses import dataclass

from ..canvas import WIDTH, Canvas
from ..icons import ticket_icon
from .screen import keys_line

ROWS = 3


@dataclass(frozen=True, slots=True)
class PurseRow:
    """A pawn, its station and its tickets, in the order of the heads."""

    name: str
    station: str
    tickets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PursesScreen:
    """Three pawns at a time under the tickets' shapes."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[PurseRow, ...]
    keys: str

    def draw(self, canvas: Canvas) -> None:
        canvas.text(0, -1, self.title, width=70)
        for place, ticket in enumerate(self.heads):
            canvas.stamp(_column(place) - 9, 1, ticket_icon(ticket))
        canvas.box(0, 11, WIDTH, 1)
        for row, purse in enumerate(self.rows):
            y = 12 + row * 13
            canvas.text(0, y, purse.name, width=50)
            canvas.text(70, y, purse.station, align="right")
            for place, count in enumerate(purse.tickets):
                canvas.text(_column(place), y, count, align="right")
        keys_line(canvas, self.keys)


def _column(place: int) -> int:
    return 90 + place * 18
