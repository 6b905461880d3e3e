"""The evening as the pages see it, whatever the box is made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from .clock_view import ClockView
from .pairing import Pairing
from .settings import Settings
from .table import Table


class Evening(Protocol):
    """A box that plays. May be asked from any thread; what it gives is of one moment each."""

    @property
    def table(self) -> Table | None:
        """None while the power is off."""

    @property
    def pairing(self) -> Pairing | None:
        """Whose phone is Mister X's; None while the power is off."""

    @property
    def settings(self) -> Settings: ...

    @property
    def clock(self) -> ClockView | None:
        """The clock of whoever is at turn, None where the game has none."""

    @property
    def troubles(self) -> tuple[str, ...]:
        """What is wrong with the box: devices that are lost, keys that are stuck."""

    def follow(self, call: Callable[[], None]) -> Callable[[], None]:
        """Have *call* called after every change of any of these; the answer ends that.

        It is called by whoever made the change, so it returns at once.
        """
