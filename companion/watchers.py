"""Whoever wants to be told. They are called in the order in which they came, without any lock."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Lock
from typing import Generic, ParamSpec

P = ParamSpec("P")

_log = logging.getLogger(__name__)


class Watchers(Generic[P]):
    """Any thread may come, leave or tell. When two tell at once the calls may overlap: look, don't count."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._calls: tuple[_Watcher[P], ...] = ()

    def add(self, call: Callable[P, None]) -> Callable[[], None]:
        """Have *call* called from now on; the answer ends that."""
        watcher = _Watcher(call)  # an object of its own, so that one who watches twice can end either
        with self._lock:
            self._calls = (*self._calls, watcher)

        def leave() -> None:
            with self._lock:
                self._calls = tuple(other for other in self._calls if other is not watcher)

        return leave

    def tell(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Call them all. What one stumbles over stays with him."""
        for watcher in self._calls:
            try:
                watcher.call(*args, **kwargs)
            except Exception as error:
                # What was done is done: whoever did it must not hear that it failed. The error's own text may
                # quote anything, and a log file is read by anybody.
                _log.error("Somebody who watches failed: %s.", type(error).__name__)


class _Watcher(Generic[P]):
    def __init__(self, call: Callable[P, None]) -> None:
        self.call = call
