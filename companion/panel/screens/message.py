"""Something to be told or asked, with the whole screen for it."""

from __future__ import annotations

from dataclasses import dataclass

from ..canvas import WIDTH, Canvas
from .screen import BOTTOM, Strip, keys_line


@dataclass(frozen=True, slots=True)
class MessageScreen:
    """A sentence, as large as it fits. Without a title or keys it has their room too."""

    text: str
    title: str = ""
    keys: str = ""
    strip: Strip | None = None

    def draw(self, canvas: Canvas) -> None:
        top, bottom = 0, 64
        if self.strip:
            self.strip.draw(canvas)
            top = 15
        elif self.title:
            canvas.text(0, -1, self.title)
            canvas.box(0, 11, WIDTH, 1)
            top = 13
        if self.keys:
            keys_line(canvas, self.keys)
            bottom = BOTTOM
        canvas.paragraph(top, self.text, height=bottom - top)
