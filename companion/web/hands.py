"""Which page holds which key of the simulated box: a page that vanishes leaves nothing down."""

from __future__ import annotations

from threading import Lock

from firmware.keys import Key

from .workbench import Workbench

FINGERS = 64
"""Nobody has more than that down: then some page has not told us that it left."""


class Hands:
    """The hands of everybody who has the simulated table open, each page by the name it gave itself."""

    def __init__(self, workbench: Workbench) -> None:
        self._workbench = workbench
        self._lock = Lock()
        self._held: set[tuple[str, Key]] = set()

    def press(self, page: str, key: Key) -> None:
        with self._lock:
            if len(self._held) >= FINGERS:
                left, self._held = {key for _, key in self._held}, set()
                self._let_go(left)
            self._held.add((page, key))
            self._workbench.press(key)

    def release(self, page: str, key: Key) -> None:
        with self._lock:
            self._held.discard((page, key))
            self._let_go({key})

    def gone(self, page: str) -> None:
        """Let go of all that *page* holds and nobody else does."""
        with self._lock:
            left = {key for whose, key in self._held if whose == page}
            self._held = {(whose, key) for whose, key in self._held if whose != page}
            self._let_go(left)

    def _let_go(self, keys: set[Key]) -> None:
        for key in keys - {key for _, key in self._held}:
            self._workbench.release(key)
