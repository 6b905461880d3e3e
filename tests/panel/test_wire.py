"""What a key and a second cost on the display's wire, wherever on the board a detective stands."""

from __future__ import annotations

import pytest

from companion.clock_settings import ClockKind, ClockSettings
from companion.panel.pages.play import rides_of
from companion.panel.screens.screen import Screen, picture
from firmware.oled import Oled
from firmware.simulated.chip import SimulatedBus, SimulatedChip
from tests.panel.boxes import Box
from tests.panel.tables import at_the_table

LONDON = range(1, 200)
A_STEP_OF_THE_BAR = 30
A_TICK = 60
A_DIGIT = {"ssd1306": 160, "ssd1309": 160, "sh1106": 210}
"""The SH1106 has to be told every page of a change by itself."""


class Wire:
    """A display that tells what a screen cost after the one before it."""

    def __init__(self, kind: str) -> None:
        self._bus = SimulatedBus(SimulatedChip(kind))
        self._oled = Oled(kind, self._bus)

    def cost(self, screen: Screen) -> int:
        before = self._bus.bytes_sent
        self._oled.show(picture(screen))
        return self._bus.bytes_sent - before


def on(station: int, seconds: int = 120) -> Box:
    """Red is to move from *station*, and a clock runs."""
    others = iter(place for place in (29, 41, 134) if place != station)
    clocks = ClockSettings(kind=ClockKind.TURN, turn_seconds=seconds)
    return at_the_table(clocks=clocks, red=station, blue=next(others), green=next(others))


@pytest.mark.parametrize("kind", A_DIGIT)
def test_a_digit_costs_few_bytes_on_every_station_of_london(kind: str) -> None:
    wire, dear = Wire(kind), {}
    for station in LONDON:
        if station in (102, 103):  # Mister X was here, and is here
            continue
        box = on(station)
        sight = box.table.sight()
        assert sight is not None
        for number in sorted({str(ride.station) for ride in rides_of(sight, "red")}):
            wire.cost(box.screen)
            for length in range(1, len(number) + 1):
                if (cost := wire.cost(box.keys(number[length - 1]).screen)) > A_DIGIT[kind]:
                    dear[station, number[:length]] = cost
            box.keys("*" * len(number))
    assert dear == {}


@pytest.mark.parametrize("kind", A_DIGIT)
@pytest.mark.parametrize("seconds", [70, 610])
def test_a_second_costs_few_bytes_from_the_first_to_the_last(kind: str, seconds: int) -> None:
    wire, box = Wire(kind), on(67, seconds)
    wire.cost(box.screen)
    assert max(wire.cost(box.wait(1.0).screen) for _ in range(90)) <= A_TICK


@pytest.mark.parametrize("kind", A_DIGIT)
def test_the_time_of_a_code_costs_few_bytes_to_show(kind: str) -> None:
    wire, box = Wire(kind), Box(phones=True).keys("1 2 3# 1").calm().keys("#")
    wire.cost(box.screen)
    costs = [wire.cost(box.wait(1.0).screen) for _ in range(119)]
    assert max(costs) <= A_STEP_OF_THE_BAR
    assert sum(cost > 0 for cost in costs) <= 30
