"""The clock of whoever is at turn, told so that others can count down by themselves."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ClockView:
    """Another one only when something has happened to the clock, not when merely time has passed."""

    side: str
    """``mister_x`` or ``detectives``."""
    left: float
    """Seconds left at *since*; below zero by how much he is late."""
    whole: float
    """Seconds that there were in the beginning."""
    running: bool
    since: float
    """In monotonic time: when the clock was set going, or stopped."""
