"""Which clocks a table plays with, kept in a journal."""

from __future__ import annotations

from typing import Any

import pytest

from companion.clock_settings import AtZero, ClockKind, ClockSettings, Manner


@pytest.mark.parametrize(
    "clocks", [ClockSettings(), ClockSettings(ClockKind.SIDE, Manner.STRICT, 3600, 1, AtZero.PASS)]
)
def test_clock_settings_survive_json(clocks: ClockSettings) -> None:
    plain = clocks.as_json()
    assert {type(value) for value in plain.values()} == {str, int}
    assert ClockSettings.from_json(plain) == clocks


@pytest.mark.parametrize(
    "damage",
    [
        {"kind": "egg"},
        {"kind": ["off"]},
        {"manner": None},
        {"at_zero": "explode"},
        {"turn_seconds": 9},
        {"turn_seconds": True},
        {"turn_seconds": "120"},
        {"side_minutes": 301},
        {"side_minutes": 1.5},
        {"more": 1},
    ],
)
def test_damaged_clock_settings_are_refused(damage: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"is not a valid|must be a whole number|clock settings are"):
        ClockSettings.from_json(ClockSettings().as_json() | damage)


@pytest.mark.parametrize("data", [{}, {"kind": "off"}, [], None, "off"])
def test_what_are_no_clock_settings_is_refused(data: Any) -> None:
    with pytest.raises(ValueError, match="clock settings are kind, manner"):
        ClockSettings.from_json(data)
