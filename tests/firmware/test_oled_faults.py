"""A display whose wires come off says so, and the next one on the same wires shows the right picture."""

from __future__ import annotations

import errno
import os
import tracemalloc

import pytest

from firmware import oled as module
from firmware.devices import DeviceLost
from firmware.oled import Oled
from firmware.simulated.chip import Nonsense, SimulatedBus
from tests.firmware.oled_pictures import KINDS, Bench, FrayedBus, flipped_in, noise

every_kind = pytest.mark.parametrize("kind", KINDS)
power = pytest.mark.parametrize("power_lost", [True, False], ids=["power lost", "power kept"])


FAR_APART = [(1, 0, 9, 8), (60, 24, 70, 30), (118, 56, 128, 64)]
"""Boxes of which each is a window of its own: to change them takes 6 transfers."""


class OwnBus(SimulatedBus):
    """A bus that the display opened itself, so it has to close it."""

    closed = 0

    def close(self) -> None:
        self.closed += 1


# At opening


@every_kind
def test_unplugged_at_opening_is_lost_with_a_sentence_that_helps(kind: str) -> None:
    bench = Bench(kind)
    bench.chip.unplugged = True
    with pytest.raises(DeviceLost) as lost:
        bench.oled()
    assert str(lost.value) == (
        f"The {kind} display at address 0x3C does not answer. Check its four wires, its address and its kind."
    )


@every_kind
def test_the_wrong_address_is_lost_and_named(kind: str) -> None:
    with pytest.raises(DeviceLost, match="0x3D does not answer"):
        Oled(kind, Bench(kind).bus, address=0x3D)


@every_kind
@power
def test_lost_anywhere_in_the_opening_then_opened_again_it_shows_the_picture(
    kind: str, power_lost: bool
) -> None:
    count = Bench(kind)
    count.oled()
    assert count.bus.transfers > 4
    for breaks_at in range(count.bus.transfers):
        bench = Bench(kind)
        with pytest.raises(DeviceLost):
            Oled(kind, FrayedBus(bench, breaks_at, power_lost=power_lost))
        bench.chip.unplugged = False
        bench.oled().show(noise(1))
        assert bench.shows(noise(1))


def test_a_bus_there_is_not_is_lost_with_the_way_to_get_one() -> None:
    with pytest.raises(DeviceLost, match=r"There is no I2C bus 987654 .*raspi-config"):
        Oled("ssd1306", 987654)


def test_a_bus_that_may_not_be_used_is_lost_with_the_group_to_join(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(bus: int) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr(module, "SMBus", forbidden)
    with pytest.raises(DeviceLost, match=r"I2C bus 1, .* group i2c"):
        Oled("ssd1306", 1)


# While showing


@every_kind
@power
@pytest.mark.parametrize("breaks_at", range(6))
def test_lost_in_the_middle_of_a_picture_then_opened_again_it_shows_the_picture(
    kind: str, power_lost: bool, breaks_at: int
) -> None:
    bench = Bench(kind)
    opened = Bench(kind)
    opened.oled().show(noise(1))
    oled = Oled(kind, FrayedBus(bench, opened.bus.transfers + breaks_at, power_lost=power_lost))
    oled.show(noise(1))
    picture = noise(1)
    for box in FAR_APART:
        picture = flipped_in(picture, box)
    with pytest.raises(DeviceLost):
        oled.show(picture)
    bench.chip.unplugged = False

    again = bench.oled()
    again.show(picture)
    assert bench.shows(picture)
    again.show(noise(1))
    assert bench.shows(noise(1))


@pytest.mark.parametrize("error", [errno.EREMOTEIO, errno.EIO, errno.ENXIO, errno.ETIMEDOUT, errno.EAGAIN])
@pytest.mark.parametrize("breaks_at", [0, 1], ids=["where to", "data"])
def test_every_error_of_the_bus_is_a_lost_device(error: int, breaks_at: int) -> None:
    bench = Bench()
    opened = Bench()
    opened.oled()
    broken = FrayedBus(bench, opened.bus.transfers + breaks_at, power_lost=False, error=error)
    with pytest.raises(
        DeviceLost, match=r"^The ssd1306 display at address 0x3C (does not answer|failed)"
    ) as lost:
        Oled("ssd1306", broken).show(noise(1))
    assert lost.value.__cause__ is not None
    assert ("failed (the wire came off)" in str(lost.value)) is (error == errno.EAGAIN)


@every_kind
def test_once_lost_it_stays_lost_and_sends_nothing_more(kind: str) -> None:
    bench = Bench(kind)
    oled = bench.oled()
    oled.show(noise(1))
    bench.chip.unplugged = True
    with pytest.raises(DeviceLost, match="does not answer"):
        oled.show(noise(2))
    bench.chip.unplugged = False
    sent = bench.bus.transfers
    with pytest.raises(DeviceLost, match="does not answer"):
        oled.show(noise(2))
    with pytest.raises(DeviceLost, match="does not answer"):
        oled.contrast(5)
    oled.close()
    oled.close()
    assert bench.bus.transfers == sent


@every_kind
@pytest.mark.parametrize("level", [0, 5])
def test_unplugged_at_a_change_of_contrast_it_is_lost(kind: str, level: int) -> None:
    bench = Bench(kind)
    oled = bench.oled()
    bench.chip.unplugged = True
    with pytest.raises(DeviceLost, match="does not answer"):
        oled.contrast(level)
    bench.chip.unplugged = False
    with pytest.raises(DeviceLost):
        oled.show(noise(1))


@every_kind
def test_an_unplugged_display_nobody_draws_on_is_not_missed(kind: str) -> None:
    bench = Bench(kind)
    oled = bench.oled()
    oled.show(noise(1))
    bench.chip.unplugged = True
    oled.show(noise(1))
    oled.close()


class Interrupted(FrayedBus):
    """A bus on which Ctrl-C is pressed during one transfer; after that it goes on working."""

    def _break_off(self, transfer: bytes) -> None:
        self._left = 1000
        raise KeyboardInterrupt


def test_a_picture_broken_off_by_something_else_is_sent_whole_the_next_time() -> None:
    bench = Bench()
    opened = Bench()
    opened.oled().show(noise(1))
    oled = Oled("ssd1306", Interrupted(bench, opened.bus.transfers + 3, power_lost=False))
    oled.show(noise(1))
    picture = noise(1)
    for box in FAR_APART:
        picture = flipped_in(picture, box)
    with pytest.raises(KeyboardInterrupt):
        oled.show(picture)
    oled.show(noise(1))
    assert bench.shows(noise(1))


def test_a_contrast_broken_off_by_something_else_is_sent_the_next_time() -> None:
    bench = Bench()
    opened = Bench()
    opened.oled().contrast(5)
    oled = Oled("ssd1306", Interrupted(bench, opened.bus.transfers + 1, power_lost=False))
    oled.contrast(5)
    with pytest.raises(KeyboardInterrupt):
        oled.contrast(200)  # the level has arrived, "on" has not
    oled.contrast(5)
    assert bench.chip.brightness() == 5


def test_nonsense_on_the_wire_is_not_taken_for_a_loose_one() -> None:
    bench = Bench("sh1106")
    with pytest.raises(Nonsense):
        Oled("ssd1306", bench.bus)


# What is left behind


def test_a_bus_it_opened_itself_is_closed_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    bench = Bench()
    bus = OwnBus(bench.chip)
    monkeypatch.setattr(module, "SMBus", {1: bus}.__getitem__)
    oled = Oled("ssd1306", 1)
    oled.show(noise(1))
    assert bench.shows(noise(1))
    assert bus.closed == 0
    oled.close()
    oled.close()
    assert bus.closed == 1
    assert bench.chip.brightness() == 0


@pytest.mark.parametrize("when", ["opening", "showing"])
def test_a_bus_it_opened_itself_is_closed_when_the_display_is_lost(
    monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    bench = Bench()
    bus = OwnBus(bench.chip)
    monkeypatch.setattr(module, "SMBus", {1: bus}.__getitem__)
    bench.chip.unplugged = when == "opening"
    with pytest.raises(DeviceLost):
        _open_and_lose(bench)
    assert bus.closed == 1


def _open_and_lose(bench: Bench) -> None:
    oled = Oled("ssd1306", 1)
    bench.chip.unplugged = True
    oled.show(noise(1))


@pytest.mark.parametrize("plugged_in", [True, False])
def test_looking_for_a_display_all_evening_does_not_fill_the_memory(plugged_in: bool) -> None:
    bench = Bench()
    bench.oled().close()
    tracemalloc.start()
    try:
        for _ in range(10):
            bench.chip.unplugged = not plugged_in
            if plugged_in:
                bench.oled().close()
            else:
                with pytest.raises(DeviceLost):
                    bench.oled()
        kept, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 10 * 8_000  # luma's tables for one display are 130 000
