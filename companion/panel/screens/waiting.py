"""Mister X is at it: his hat, his tickets so far, where he was seen, and when he has to show himself next."""

from __future__ import annotations

from dataclasses import dataclass

from ..canvas import PLAIN, SMALL, WIDTH, Canvas, width_of
from ..icons import hat, ticket_icon
from .screen import BOTTOM, Strip, keys_line


@dataclass(frozen=True, slots=True)
class Seen:
    """A window of the travel log: its ticket, None for a move nobody saw, and the station if he was seen there."""

    ticket: str | None
    station: int | None = None

    @property
    def width(self) -> int:
        return 12 + (width_of(str(self.station), SMALL) if self.station else 0)


@dataclass(frozen=True, slots=True)
class WaitingScreen:
    """*log* is drawn from its end, as far as there is room."""

    strip: Strip
    text: str
    log: tuple[Seen, ...]
    reveal: str
    keys: str
    note: str = ""

    def draw(self, canvas: Canvas) -> None:
        self.strip.draw(canvas)
        canvas.stamp(2, 17, hat())
        canvas.fitted(30, 16, self.text, (PLAIN, SMALL), width=WIDTH - 30, height=18)
        self._draw_log(canvas, WIDTH - width_of(self.note, SMALL) - 4)
        canvas.text(WIDTH, 35, self.note, align="right", width=30)
        canvas.text(0, BOTTOM, self.reveal, width=WIDTH - 6 * len(self.keys))
        keys_line(canvas, self.keys, WIDTH - 6 * len(self.keys))

    def _draw_log(self, canvas: Canvas, room: int) -> None:
        first = len(self.log)
        while first and sum(window.width for window in self.log[first - 1 :]) <= room:
            first -= 1
        x = 0
        for window in self.log[first:]:
            if window.ticket is None:
                canvas.frame(x, 37, 7, 8)
            else:
                canvas.stamp(x, 37, ticket_icon(window.ticket))
            if window.station:
                canvas.text(x + 9, 35, str(window.station))
            x += window.width
