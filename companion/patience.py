"""How often somebody may be wrong before he has to wait."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil


class Patience:
    """Forgives *slips* at once, and one more every so many seconds."""

    def __init__(self, slips: int, every: float, clock: Callable[[], float]) -> None:
        self._slips, self._every, self._clock = slips, every, clock
        self._counted = 0.0
        self._since = clock()

    def slip(self) -> None:
        """He was wrong once more."""
        self._forgive()
        self._counted += 1

    @property
    def wait(self) -> int:
        """For how many seconds he may not try."""
        self._forgive()
        return max(ceil((self._counted - (self._slips - 1)) * self._every), 0)

    @property
    def is_whole(self) -> bool:
        """Whether everything is forgiven."""
        self._forgive()
        return not self._counted

    def _forgive(self) -> None:
        now = self._clock()
        self._counted = max(self._counted - (now - self._since) / self._every, 0.0)
        self._since = now
