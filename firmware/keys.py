"""The sixteen keys, whatever they are printed on."""

from __future__ import annotations

from enum import StrEnum


class Key(StrEnum):
    """One key of the 4x4 pad, in reading order of the usual print."""

    ONE = "1"
    TWO = "2"
    THREE = "3"
    A = "A"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    B = "B"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    C = "C"
    STAR = "*"
    ZERO = "0"
    HASH = "#"
    D = "D"

    @property
    def digit(self) -> int | None:
        """The number on the key, None on the six others."""
        return int(self.value) if self.value.isdigit() else None


ROWS = COLUMNS = 4
KEYS = tuple(Key)
"""Row by row, as the pad is printed: ``KEYS[4 * row + column]``."""
