"""Which clocks a table plays with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Self


class ClockKind(StrEnum):
    """What is timed: nothing, every turn, or all the turns of a side together."""

    OFF = "off"
    TURN = "turn"
    SIDE = "side"


class Manner(StrEnum):
    """A gentle clock only reminds. A strict one does what :class:`AtZero` says."""

    GENTLE = "gentle"
    STRICT = "strict"


class AtZero(StrEnum):
    """What a strict clock does when the time is up."""

    BUZZ = "buzz"
    PASS = "pass"
    LOSE = "lose"


TURN_SECONDS = range(10, 3600 + 1)
SIDE_MINUTES = range(1, 300 + 1)


@dataclass(frozen=True, slots=True)
class ClockSettings:
    """Both lengths are kept whatever the kind, so that a table can change its mind."""

    kind: ClockKind = ClockKind.OFF
    manner: Manner = Manner.GENTLE
    turn_seconds: int = 120
    side_minutes: int = 45
    at_zero: AtZero = AtZero.BUZZ

    def as_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind.value,
            "manner": self.manner.value,
            "turn_seconds": self.turn_seconds,
            "side_minutes": self.side_minutes,
            "at_zero": self.at_zero.value,
        }

    @classmethod
    def from_json(cls, data: Any) -> Self:
        """The settings that :meth:`as_json` gave, or :exc:`ValueError`: a stored file may be damaged."""
        if not isinstance(data, Mapping) or data.keys() != set(cls.__slots__):
            raise ValueError(f"clock settings are {', '.join(cls.__slots__)}")
        return cls(
            kind=ClockKind(data["kind"]),
            manner=Manner(data["manner"]),
            turn_seconds=_within(data["turn_seconds"], TURN_SECONDS, "turn_seconds"),
            side_minutes=_within(data["side_minutes"], SIDE_MINUTES, "side_minutes"),
            at_zero=AtZero(data["at_zero"]),
        )


def _within(value: Any, allowed: range, name: str) -> int:
    if type(value) is int and value in allowed:  # True is an int as well, but no length of time
        return value
    raise ValueError(f"{name} must be a whole number from {allowed[0]} to {allowed[-1]}")
