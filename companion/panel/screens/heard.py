"""What has just happened, told large: a ticket and a sentence."""

from __future__ import annotations

from dataclasses import dataclass

from ..canvas import LARGE, PLAIN, SMALL, Canvas
from ..icons import hat, ticket_icon


@dataclass(frozen=True, slots=True)
class HeardScreen:
    """Tickets (one, or two of a double move) over a sentence; a hat where there is no ticket to show."""

    text: str
    tickets: tuple[str, ...] = ()
    his: bool = True

    def draw(self, canvas: Canvas) -> None:
        if not self.tickets and not self.his:
            canvas.paragraph(0, self.text, height=64, sizes=(LARGE, PLAIN, SMALL))
            return
        icons = [ticket_icon(ticket, large=True) for ticket in self.tickets]
        if icons:
            doubled = [icon.resize((28, 28)) for icon in icons]
            left = 64 - (len(doubled) * 34 - 6) // 2
            for place, icon in enumerate(doubled):
                canvas.stamp(left + place * 34, 2, icon)
        else:
            canvas.stamp(64 - 24, 0, hat(2))
        canvas.paragraph(32, self.text, height=32, sizes=(PLAIN, SMALL))
