"""Waiting for what happens in another thread."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE = 10.0
"""Seconds: machines are shared, and a test that fails takes long anyway."""


def until(true: Callable[[], bool]) -> None:
    """Wait until it is *true*, which it should be in a moment."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.001)
