"""Mister X has to show himself: his station, across the whole display."""

from __future__ import annotations

from dataclasses import dataclass

from ..canvas import HEIGHT, WIDTH, Canvas, giant

_WIDEST = {1: 54, 2: 104, 3: WIDTH}


@dataclass(frozen=True, slots=True)
class RevealScreen:
    """A number and nothing else."""

    station: int

    def draw(self, canvas: Canvas) -> None:
        digits = str(self.station)
        width = _WIDEST.get(len(digits), WIDTH)
        canvas.stamp((WIDTH - width) // 2, 1, giant(digits, width, HEIGHT - 2))
