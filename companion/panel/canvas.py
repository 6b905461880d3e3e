"""Drawing for people at arm's length: 128 x 64 pixels, black or lit.

Text is set in Terminus Font, whose strikes are drawn pixel by pixel for these sizes and know the accents of
our languages; the giant numbers of a reveal are DejaVu, squeezed until they fill the screen.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import as_file, files

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 128, 64
ADVANCE = {12: 6, 16: 8, 20: 10, 28: 14, 32: 16}
"""Size → the width of every letter."""
SMALL, PLAIN, LARGE, HUGE = 12, 16, 20, 28


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """Terminus in *size*."""
    with as_file(files(__package__) / "fonts" / "terminus-bold.otb") as path:
        return ImageFont.truetype(str(path), size)


@cache
def _giant_font() -> ImageFont.FreeTypeFont:
    with as_file(files(__package__) / "fonts" / "DejaVuSans-Bold.ttf") as path:
        return ImageFont.truetype(str(path), 160)


@cache
def giant(text: str, width: int, height: int) -> Image.Image:
    """*text* stretched to exactly *width* by *height*."""
    face = _giant_font()
    left, top, right, bottom = face.getbbox(text)
    ink = Image.new("L", (int(right - left), int(bottom - top)))
    ImageDraw.Draw(ink).text((-left, -top), text, font=face, fill=255)
    ink = ink.crop(ink.getbbox())  # the box of the font has room to spare around a 1
    return ink.resize((width, height), Image.Resampling.LANCZOS).point(lambda v: 255 * (v > 127)).convert("1")


def width_of(text: str, size: int) -> int:
    return len(text) * ADVANCE[size]


def wrap(text: str, columns: int) -> list[str]:
    """*text* in lines of at most *columns* letters; a word that is longer stands alone."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):  # not at a no-break space: French keeps its question marks
            if line and len(line) + 1 + len(word) > columns:
                lines.append(line)
                line = word
            else:
                line = f"{line} {word}" if line else word
        lines.append(line)
    return lines


class Canvas:
    """A picture in the making."""

    def __init__(self) -> None:
        self.image = Image.new("1", (WIDTH, HEIGHT))
        self._draw = ImageDraw.Draw(self.image)
        self.clipped: list[str] = []
        """What did not fit. A test demands that this stays empty on every screen in every language."""

    def text(
        self,
        x: int,
        y: int,
        text: str,
        size: int = SMALL,
        *,
        align: str = "left",
        width: int | None = None,
        ink: int = 1,
    ) -> int:
        """Write one line and return where it ends. *x* is its left, middle or right as *align* says."""
        room = WIDTH if width is None else width
        if width_of(text, size) > room:
            self.clipped.append(text)
            text = text[: max(room // ADVANCE[size] - 1, 0)] + "…"
        length = width_of(text, size)
        left = {"left": x, "middle": x - length // 2, "right": x - length}[align]
        if left < 0 or left + length > WIDTH:
            self.clipped.append(text)
        self._draw.text((left, y), text, font=font(size), fill=ink)
        return left + length

    def fitted(
        self,
        x: int,
        y: int,
        text: str,
        sizes: tuple[int, ...],
        *,
        width: int,
        height: int,
        align: str = "left",
        ink: int = 1,
    ) -> None:
        """Write one line as large as *sizes* and *width* allow, in the middle of *height*."""
        size = next((size for size in sizes if width_of(text, size) <= width), sizes[-1])
        self.text(x, y + (height - size) // 2, text, size, align=align, width=width, ink=ink)

    def paragraph(
        self, y: int, text: str, *, height: int, sizes: tuple[int, ...] = (LARGE, PLAIN, SMALL)
    ) -> None:
        """Write *text* centred, broken into lines, as large as it fits into *height*."""
        for size in sizes:
            lines = wrap(text, WIDTH // ADVANCE[size])
            fits = len(lines) * size <= height and all(width_of(line, size) <= WIDTH for line in lines)
            if fits or size == sizes[-1]:
                break
        if len(lines) * size > height:
            self.clipped.append(text)
        top = y + (height - len(lines) * size) // 2
        for row, line in enumerate(lines):
            self.text(WIDTH // 2, top + row * size, line, size, align="middle")

    def box(self, x: int, y: int, width: int, height: int, ink: int = 1) -> None:
        """Fill a rectangle."""
        if width > 0 and height > 0:
            self._draw.rectangle((x, y, x + width - 1, y + height - 1), fill=ink)

    def frame(self, x: int, y: int, width: int, height: int) -> None:
        self._draw.rectangle((x, y, x + width - 1, y + height - 1), outline=1)

    def stamp(self, x: int, y: int, icon: Image.Image, ink: int = 1) -> None:
        """Draw *icon* where it is lit."""
        self._draw.bitmap((x, y), icon, fill=ink)
