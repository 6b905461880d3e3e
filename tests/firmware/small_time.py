"""Time that passes when a test says so."""

from __future__ import annotations

from firmware.player import Player


class HandClock:
    """A clock moved by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class HandPlayer(Player):
    """Takes the steps of a script when the test lets time pass, without a thread."""

    def __init__(self) -> None:
        self.hand = HandClock()
        super().__init__(self.hand)

    @property
    def waiting(self) -> bool:
        """Whether there is something left to play."""
        return self._script is not None

    def advance(self, seconds: float) -> None:
        end = self.hand.now + seconds
        while self._script is not None and self._due <= end:
            self.hand.now = max(self.hand.now, self._due)
            self._step(self._script)
        self.hand.now = end

    def _go_on(self) -> None:
        pass
