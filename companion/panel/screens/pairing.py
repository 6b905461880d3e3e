"""A phone for Mister X: the code that it scans or types, and the symbols that the table compares."""

from __future__ import annotations

from dataclasses import dataclass

from ..canvas import ADVANCE, HUGE, LARGE, PLAIN, SMALL, WIDTH, Canvas, width_of
from ..icons import drawn
from ..qr import SIDE, qr_picture
from .screen import BOTTOM, keys_line

BAR = 60
"""How long the bar of the time left is in the beginning, in pixels: the room beside the QR code."""
_LEFT = WIDTH - BAR
_MIDDLE = _LEFT + BAR // 2
_SYMBOL = 2
"""How much larger than drawn the symbols are."""


@dataclass(frozen=True, slots=True)
class QrScreen:
    """Something to scan; beside it who should, and the code for one who types."""

    title: str
    address: str
    """What the QR code says."""
    code: str
    left: int
    """What is left of the time, of :data:`BAR`."""
    star: str

    def draw(self, canvas: Canvas) -> None:
        qr = qr_picture(self.address)
        assert qr is not None
        canvas.stamp(0, 0, qr)
        canvas.text(_MIDDLE, -1, self.title, align="middle", width=BAR)
        canvas.box(_LEFT, 10, self.left, 2)
        # Capitals leave much of their line empty: so the lines may lie closer together than they are high.
        half = len(self.code) // 2
        canvas.text(_MIDDLE, 9, self.code[:half], HUGE, align="middle", width=BAR)
        canvas.text(_MIDDLE, 30, self.code[half:], HUGE, align="middle", width=BAR)
        canvas.box(_LEFT - 1, BOTTOM + 1, 7, 10)
        canvas.text(_LEFT, BOTTOM, "A", ink=0)
        canvas.text(_LEFT + 8, BOTTOM, "abc")
        keys_line(canvas, f"*{self.star}", SIDE + 34)


@dataclass(frozen=True, slots=True)
class CodeScreen:
    """The same to type, with the whole display for it: where, and what."""

    title: str
    address: str
    code: str
    left: int
    keys: str

    def draw(self, canvas: Canvas) -> None:
        canvas.text(0, -1, self.title, width=WIDTH)
        canvas.box(0, 12, self.left * WIDTH // BAR, 2)
        room = WIDTH // ADVANCE[SMALL]
        lines = [line for line in (self.address[:room], self.address[room:]) if line]
        top = 14
        long = len(lines) > 1
        for line in lines:
            sizes = (SMALL,) if long else (PLAIN, SMALL)
            canvas.fitted(WIDTH // 2, top, line, sizes, width=WIDTH, height=12, align="middle")
            top += 12
        size = LARGE if long else HUGE
        canvas.text(WIDTH // 2, (top + BOTTOM - size) // 2, self.code, size, align="middle")
        keys_line(canvas, self.keys)


@dataclass(frozen=True, slots=True)
class CheckScreen:
    """Two symbols, and whether the phone shows the same."""

    question: str
    symbols: tuple[tuple[str, ...], tuple[str, ...]]
    keys: str

    def draw(self, canvas: Canvas) -> None:
        size = PLAIN if width_of(self.question, PLAIN) <= WIDTH else SMALL
        canvas.text(WIDTH // 2, -1, self.question, size, align="middle", width=WIDTH)
        for symbol, middle in zip(self.symbols, (WIDTH // 4, WIDTH - WIDTH // 4), strict=True):
            icon = drawn(symbol, _SYMBOL)
            canvas.stamp(middle - icon.width // 2, 16, icon)
        keys_line(canvas, self.keys)
