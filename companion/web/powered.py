"""What a page can only have while the box has power."""

from __future__ import annotations

from collections.abc import Callable

from flask import abort

from companion.evening import Evening
from companion.pairing import Pairing
from companion.table import Table

from .words import Words


class Powered:
    """The table and the pairing of *evening*; without power, one sentence that says so."""

    def __init__(self, evening: Evening, say: Callable[[], Words]) -> None:
        self._evening, self._say = evening, say

    @property
    def table(self) -> Table:
        table = self._evening.table
        if table is None:
            abort(503, self._say()["off"])
        return table

    @property
    def pairing(self) -> Pairing:
        pairing = self._evening.pairing
        if pairing is None:
            abort(503, self._say()["off"])
        return pairing
