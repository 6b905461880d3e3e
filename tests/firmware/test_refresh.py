"""A display that lost its power between two writes answers as if nothing was; soon it shows the picture again."""

from __future__ import annotations

import time

import pytest

from firmware.devices import DeviceLost
from firmware.revival import KeptDisplay
from tests.firmware.oled_pictures import KINDS, ROTATIONS, Bench, flipped_in, noise
from tests.firmware.small_time import HandClock

every_kind = pytest.mark.parametrize("kind", KINDS)
A_QUARTER = 15.0
"""Of a minute."""


class Desk:
    """A display that is kept, on a simulated chip, and a loop that ticks when it has to."""

    def __init__(self, kind: str = "ssd1306", rotation: int = 0) -> None:
        self.bench, self.clock = Bench(kind, rotation), HandClock()
        self.reports: list[str | None] = []
        self.refreshes = 0
        self.display = KeptDisplay("oled", self.bench.oled, self._changed, self.clock)
        self.display.contrast(40)
        self.display.show(noise(1))

    def _changed(self, name: str, fault: DeviceLost | None) -> None:
        self.reports.append(str(fault) if fault else None)

    def live(self, seconds: float) -> None:
        end = self.clock.now + seconds
        while (due := self.display.due()) is not None and due <= end:
            self.clock.now = max(self.clock.now, due)
            before = self.bench.bus.bytes_sent
            self.display.tick(self.clock.now)
            self.refreshes += self.bench.bus.bytes_sent - before > 1000
        self.clock.now = end

    def power_cut(self) -> None:
        self.bench.chip.unplugged = True
        self.bench.chip.unplugged = False


@every_kind
@pytest.mark.parametrize("rotation", ROTATIONS)
def test_after_a_power_cut_that_nobody_noticed_the_picture_is_soon_right(kind: str, rotation: int) -> None:
    desk = Desk(kind, rotation)
    desk.power_cut()
    assert not desk.bench.shows(noise(1))
    desk.live(A_QUARTER + 1)
    assert desk.bench.shows(noise(1))
    assert desk.bench.chip.brightness() == 40
    assert desk.reports == []


@every_kind
def test_it_is_right_too_if_it_was_drawn_on_meanwhile_and_what_is_drawn_next_is_seen(kind: str) -> None:
    desk = Desk(kind)
    desk.power_cut()
    later = flipped_in(noise(1), (3, 0, 100, 64))
    desk.display.show(later)
    desk.display.contrast(90)
    desk.live(A_QUARTER + 1)
    assert desk.bench.shows(later)
    assert desk.bench.chip.brightness() == 90
    desk.display.show(noise(2))
    assert desk.bench.shows(noise(2))
    assert desk.reports == []


@every_kind
def test_one_that_was_dark_stays_dark_and_has_its_picture_when_the_light_comes_back(kind: str) -> None:
    desk = Desk(kind)
    desk.display.contrast(0)
    desk.power_cut()
    desk.live(A_QUARTER + 1)
    assert desk.bench.chip.brightness() == 0
    desk.display.contrast(7)
    assert desk.bench.shows(noise(1))
    assert desk.bench.chip.brightness() == 7


@every_kind
def test_one_that_was_never_drawn_on_is_lit_and_blank_again(kind: str) -> None:
    bench = Bench(kind)
    oled = bench.oled()
    bench.chip.unplugged = True
    bench.chip.unplugged = False
    oled.refresh()
    assert bench.chip.brightness() == 0x7F
    assert bench.chip.picture().getbbox() is None


@every_kind
def test_a_display_that_is_well_does_not_flicker(kind: str) -> None:
    desk = Desk(kind)
    seen: list[None] = []
    desk.bench.chip.watch(lambda: seen.append(None))
    desk.live(300)
    assert desk.refreshes == 20
    assert seen == []


def test_an_unplugged_display_that_nobody_draws_on_is_missed_and_comes_back() -> None:
    desk = Desk()
    desk.bench.chip.unplugged = True
    desk.live(2.1)
    assert [report is not None for report in desk.reports] == [True]
    desk.bench.chip.unplugged = False
    desk.live(5)
    assert desk.reports[1:] == [None]
    assert desk.bench.shows(noise(1))


def test_asking_for_a_sign_of_life_costs_a_few_bytes() -> None:
    desk = Desk()
    before = desk.bench.bus.bytes_sent
    desk.live(A_QUARTER - 1)
    assert 0 < desk.bench.bus.bytes_sent - before <= 7 * 3


def test_drawing_costs_what_it_did_and_no_refresh_comes_between_two_keys() -> None:
    desk = Desk()
    desk.live(A_QUARTER - 0.5)
    pictures = [flipped_in(noise(1), (8, 8, 16, 16)), noise(1)]
    for turn in range(20):
        before = desk.bench.bus.bytes_sent
        desk.display.show(pictures[turn % 2])
        assert desk.bench.bus.bytes_sent - before <= 20
        desk.live(0.2)
        assert desk.refreshes == 0
    desk.live(1)
    assert desk.refreshes == 1


def test_something_that_moves_all_the_time_does_not_put_it_off_for_ever() -> None:
    desk = Desk()
    for turn in range(70):
        desk.display.show(noise(turn % 2))
        desk.live(0.5)
    assert desk.refreshes == 1


def test_a_clock_that_ticks_every_second_leaves_room_for_it() -> None:
    desk = Desk()
    for turn in range(32):
        desk.display.show(noise(turn % 2))
        desk.live(1)
    assert desk.refreshes == 2


def test_nothing_is_due_once_it_is_closed() -> None:
    desk = Desk()
    desk.display.close()
    assert desk.display.due() is None


def test_a_refresh_takes_little_of_the_processors_time() -> None:
    desk = Desk()
    began = time.process_time()
    desk.live(20 * A_QUARTER)
    assert (time.process_time() - began) / 20 < 0.01  # of half a minute, with the simulated chip's own work
