"""What a picture costs on the wire. A byte takes 22.5 µs at 400 kHz; a whole frame 24 ms."""

from __future__ import annotations

from time import perf_counter

import pytest
import smbus2
from hypothesis import given, settings
from luma.core.interface.serial import i2c  # type: ignore[import-untyped]
from luma.oled import device as luma_device  # type: ignore[import-untyped]
from PIL import Image

from tests.firmware.oled_pictures import KINDS, ROTATIONS, STEADY, Bench, flipped_in, noise, sequences

every_kind = pytest.mark.parametrize("kind", KINDS)
every_rotation = pytest.mark.parametrize("rotation", ROTATIONS)

# Address and control byte of two transfers, and where the window is
WINDOW = {"ssd1306": 10, "ssd1309": 10, "sh1106": 7}
FRAME = {"ssd1306": 10 + 1024, "ssd1309": 10 + 1024, "sh1106": 8 * (7 + 128)}


@every_kind
@every_rotation
def test_a_square_of_8_pixels_costs_8_bytes_and_one_address(kind: str, rotation: int) -> None:
    bench = Bench(kind, rotation)
    oled = bench.oled()
    oled.show(noise(1))
    assert bench.cost(oled, flipped_in(noise(1), (40, 16, 48, 24))) == WINDOW[kind] + 8 <= 20


@every_kind
def test_two_squares_cost_an_address_each_unless_the_gap_between_them_is_cheaper(kind: str) -> None:
    bench = Bench(kind)
    oled = bench.oled()
    for gap, cost in ((4, WINDOW[kind] + 20), (12, 2 * WINDOW[kind] + 16)):
        oled.show(noise(1))
        one = flipped_in(noise(1), (40, 16, 48, 24))
        assert bench.cost(oled, flipped_in(one, (48 + gap, 16, 56 + gap, 24))) == cost


@every_kind
def test_the_same_picture_costs_nothing(kind: str) -> None:
    bench = Bench(kind)
    oled = bench.oled()
    oled.show(noise(1))
    assert bench.cost(oled, noise(1)) == 0


@every_kind
def test_a_big_digit_costs_one_address_where_windows_span_pages_and_one_a_page_elsewhere(kind: str) -> None:
    bench = Bench(kind)
    oled = bench.oled()
    oled.show(noise(1))
    addresses = 4 if kind == "sh1106" else 1
    assert bench.cost(oled, flipped_in(noise(1), (50, 16, 74, 48))) == addresses * WINDOW[kind] + 4 * 24


@every_kind
@every_rotation
@settings(STEADY, max_examples=40)
@given(pictures=sequences())
def test_no_picture_costs_more_than_a_whole_frame(
    kind: str, rotation: int, pictures: list[Image.Image]
) -> None:
    bench = Bench(kind, rotation)
    oled = bench.oled()
    assert bench.cost(oled, pictures[0]) == FRAME[kind]
    for picture in pictures[1:]:
        assert bench.cost(oled, picture) <= FRAME[kind]


@pytest.mark.filterwarnings("ignore:.*getdata is deprecated:DeprecationWarning")
@every_kind
def test_luma_alone_sends_a_whole_frame_for_the_same_small_change(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, after = noise(1), flipped_in(noise(1), (40, 16, 48, 24))

    alone = Bench(kind)
    monkeypatch.setattr(smbus2, "SMBus", {1: alone.bus}.__getitem__)
    device = getattr(luma_device, kind)(i2c(port=1))
    device.display(before)
    sent = alone.bus.bytes_sent
    device.display(after)
    assert alone.shows(after)
    assert alone.bus.bytes_sent - sent == FRAME[kind]

    ours = Bench(kind)
    oled = ours.oled()
    oled.show(before)
    assert ours.cost(oled, after) * 50 < FRAME[kind]


@every_kind
def test_a_small_change_takes_far_less_than_a_millisecond_to_work_out_and_send(kind: str) -> None:
    bench = Bench(kind)
    oled = bench.oled()
    pictures = [noise(1), flipped_in(noise(1), (40, 16, 64, 32))]
    times = []
    for turn in range(60):
        start = perf_counter()
        oled.show(pictures[turn % 2])
        times.append(perf_counter() - start)
    assert sorted(times)[len(times) // 2] < 0.001  # usually 0.0001, with the simulated chip's own work
