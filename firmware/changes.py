"""Which parts of a display's memory to send so that the old picture becomes the new one, for the fewest bytes.

The memory is 8 pages of 128 bytes, page by page; a byte is a column of 8 pixels, the lowest bit on top.
A window is a rectangle of such bytes. Telling the chip where a window lies costs bytes too, so two changes
close together are cheaper sent as one window, with the unchanged bytes between them.

The search is greedy, not exhaustive: no two of its windows are cheaper as one, and all of them together
never cost more than the one window around them. To find the last byte would take longer than to send it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

PAGES, COLUMNS = 8, 128
SIZE = PAGES * COLUMNS


@dataclass(frozen=True, slots=True)
class Window:
    """Pages from *top* to *bottom* and columns from *left* to *right*, the last of each included."""

    top: int
    bottom: int
    left: int
    right: int

    @property
    def area(self) -> int:
        """How many bytes of memory it covers."""
        return (self.bottom - self.top + 1) * (self.right - self.left + 1)

    def around(self, other: Window) -> Window:
        """The smallest window that covers both."""
        return Window(
            min(self.top, other.top),
            max(self.bottom, other.bottom),
            min(self.left, other.left),
            max(self.right, other.right),
        )

    def cut(self, memory: bytes) -> bytes:
        """What *memory* holds there, in the order in which the chip fills a window."""
        width = self.right - self.left + 1
        starts = range(self.top * COLUMNS + self.left, self.bottom * COLUMNS + self.left + 1, COLUMNS)
        return b"".join([memory[start : start + width] for start in starts])


WHOLE = Window(0, PAGES - 1, 0, COLUMNS - 1)


@dataclass(frozen=True, slots=True)
class Addressing:
    """What a window costs on a kind of chip, in bytes on the wire beside its own, and what shape it may have."""

    overhead: int
    across_pages: bool


def everything(addressing: Addressing) -> list[Window]:
    """The windows that fill the whole memory."""
    if addressing.across_pages:
        return [WHOLE]
    return [Window(page, page, 0, COLUMNS - 1) for page in range(PAGES)]


def changes(old: bytes, new: bytes, addressing: Addressing) -> list[Window]:
    """The windows of *new* to send to a chip that holds *old*; none if they are the same."""
    if old == new:
        return []
    runs = list(_runs(old, new, addressing.overhead))
    return _joined(runs, addressing.overhead) if addressing.across_pages else runs


def _runs(old: bytes, new: bytes, overhead: int) -> Iterator[Window]:
    """Page by page, the stretches of columns that changed; a gap not worth a new window is bridged."""
    differs = (int.from_bytes(old, "big") ^ int.from_bytes(new, "big")).to_bytes(SIZE, "big")
    for page in range(PAGES):
        start = page * COLUMNS
        for run in _stretch(overhead).finditer(differs, start, start + COLUMNS):
            yield Window(page, page, run.start() - start, run.end() - 1 - start)


@cache
def _stretch(bridge: int) -> re.Pattern[bytes]:
    """Bytes that are not zero, with at most *bridge* zeros in a row between them."""
    return re.compile(rb"[^\0]+(?:\0{1,%d}[^\0]+)*" % bridge)


def _joined(runs: list[Window], overhead: int) -> list[Window]:
    """*runs* joined to rectangles wherever that is cheaper, or as cheap in fewer windows."""
    windows: list[Window] = []
    for run in runs:
        _join_in(windows, run, overhead)
    around = windows[0]
    for window in windows:
        around = around.around(window)
    if overhead + around.area <= sum(overhead + window.area for window in windows):
        return [around]
    return windows


def _join_in(windows: list[Window], newcomer: Window, overhead: int) -> None:
    """Add *newcomer*, joined with whichever window saves most, until no join saves."""
    while True:
        best, best_saving = None, -1
        for at, window in enumerate(windows):
            # Numbers only: most pairs are not joined, and building a window for each is what takes time.
            pages = max(window.bottom, newcomer.bottom) - min(window.top, newcomer.top) + 1
            columns = max(window.right, newcomer.right) - min(window.left, newcomer.left) + 1
            saving = overhead + window.area + newcomer.area - pages * columns
            if saving > best_saving:
                best, best_saving = at, saving
        if best is None:
            windows.append(newcomer)
            return
        newcomer = newcomer.around(windows.pop(best))
