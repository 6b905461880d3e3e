"""Mister X is at it: his hat, his tickets so far, and when he has to show himself next."""

from __future__ import annotations

from dataclasses import dataclass

from ..canvas import PLAIN, SMALL, WIDTH, Canvas
from ..icons import hat, ticket_icon
from .screen import BOTTOM, Strip, keys_line

LAST = 6
"""So many windows of the travel log are shown."""


@dataclass(frozen=True, slots=True)
class WaitingScreen:
    """*log* is the last tickets, None for a move nobody saw."""

    strip: Strip
    text: str
    log: tuple[str | None, ...]
    reveal: str
    keys: str
    note: str = ""

    def draw(self, canvas: Canvas) -> None:
        self.strip.draw(canvas)
        canvas.stamp(2, 17, hat())
        canvas.fitted(30, 16, self.text, (PLAIN, SMALL), width=WIDTH - 30, height=18)
        for place, ticket in enumerate(self.log[-LAST:]):
            draw_window(canvas, place * 16 + 4, 37, ticket)
        canvas.text(WIDTH, 35, self.note, align="right", width=30)
        canvas.text(0, BOTTOM, self.reveal, width=WIDTH - 6 * len(self.keys))
        keys_line(canvas, self.keys, WIDTH - 6 * len(self.keys))


def draw_window(canvas: Canvas, x: int, y: int, ticket: str | None) -> None:
    """A row of the travel log as its ticket's shape, a frame where nobody knows."""
    if ticket is None:
        canvas.frame(x, y, 7, 8)
    else:
        canvas.stamp(x, y, ticket_icon(ticket))
