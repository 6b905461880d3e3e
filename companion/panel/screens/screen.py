"""What every screen is, and the top line that many of them share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from PIL.Image import Image

from ..canvas import SMALL, WIDTH, Canvas, width_of

BOTTOM = 52
"""Where the line begins that says what the keys do."""


class Screen(Protocol):
    """A frozen value with everything that can be seen on it."""

    def draw(self, canvas: Canvas) -> None:
        """Draw it on an empty canvas."""


def picture(screen: Screen) -> Image:
    """*screen* as pixels."""
    canvas = Canvas()
    screen.draw(canvas)
    return canvas.image


@dataclass(frozen=True, slots=True)
class ClockFace:
    """A clock as people read it: digits, and how much of the bar is left."""

    text: str
    fraction: float


@dataclass(frozen=True, slots=True)
class Strip:
    """The top line: who, where in the game, how much time."""

    who: str
    place: str = ""
    clock: ClockFace | None = None

    def draw(self, canvas: Canvas) -> None:
        edge = len(self.who) * 6 + 4
        canvas.box(0, 0, edge, 11)
        canvas.text(2, -1, self.who, ink=0)
        right = WIDTH
        if self.clock:
            # The digits fill one page of the display exactly: a tick costs few bytes on its wire.
            canvas.text(WIDTH, -2, self.clock.text, align="right")
            canvas.box(0, 12, round(self.clock.fraction * WIDTH), 2)
            # Room for five, so that nothing else moves when 10:00 becomes 9:59, or 0:00 becomes -0:01.
            right -= max(len(self.clock.text), 5) * 6
        middle = (edge + right) // 2
        if width_of(self.place, SMALL) <= right - edge:  # a long name and much time: then without the round
            canvas.text(middle, -1, self.place, align="middle")


def keys_line(canvas: Canvas, text: str, x: int = 0) -> None:
    """The bottom line: what the keys do now."""
    canvas.text(WIDTH, BOTTOM, text, SMALL, align="right", width=WIDTH - x)
