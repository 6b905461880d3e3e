"""The OLED shows what it was told to, whatever was there before."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from PIL import Image

from firmware.devices import HEIGHT, WIDTH, DeviceLost
from firmware.oled import Oled
from tests.firmware.oled_pictures import KINDS, ROTATIONS, STEADY, Bench, flipped_in, noise, sequences

DARK = Image.new("1", (WIDTH, HEIGHT))

every_kind = pytest.mark.parametrize("kind", KINDS)
every_rotation = pytest.mark.parametrize("rotation", ROTATIONS)


@every_kind
@every_rotation
@settings(STEADY, max_examples=60)
@given(pictures=sequences())
def test_each_picture_of_a_sequence_is_seen_as_it_was_meant(
    kind: str, rotation: int, pictures: list[Image.Image]
) -> None:
    bench = Bench(kind, rotation)
    oled = bench.oled()
    for picture in pictures:
        oled.show(picture)
        assert bench.shows(picture)


@every_kind
@every_rotation
def test_a_change_of_one_pixel_anywhere_is_seen(kind: str, rotation: int) -> None:
    bench = Bench(kind, rotation)
    oled = bench.oled()
    picture = noise(1)
    oled.show(picture)
    for x, y in [(0, 0), (127, 0), (0, 63), (127, 63), (1, 7), (1, 8), (126, 55), (126, 56), (64, 32)]:
        picture = flipped_in(picture, (x, y, x + 1, y + 1))
        oled.show(picture)
        assert bench.shows(picture)


@every_kind
def test_without_a_rotation_a_display_upside_down_shows_it_upside_down(kind: str) -> None:
    bench = Bench(kind, rotation=180)
    Oled(kind, bench.bus).show(noise(1))
    assert bench.shows(noise(1).rotate(180))


@every_kind
def test_the_first_picture_is_sent_whole_even_if_it_is_blank(kind: str) -> None:
    bench = Bench(kind)
    oled = bench.oled()
    assert bench.cost(oled, DARK) > 1024


@every_kind
def test_a_new_display_is_lit_and_blank_until_the_first_picture(kind: str) -> None:
    bench = Bench(kind)
    bench.oled()
    assert bench.chip.brightness() > 0
    assert bench.shows(DARK)


@every_kind
def test_changing_a_picture_after_it_was_shown_does_not_confuse_the_next(kind: str) -> None:
    bench = Bench(kind)
    oled = bench.oled()
    picture = noise(1)
    oled.show(picture)
    picture.paste(noise(2))
    oled.show(picture)
    assert bench.shows(noise(2))


@every_kind
def test_contrast_sets_the_brightness_and_0_hides_the_picture(kind: str) -> None:
    bench = Bench(kind)
    oled = bench.oled()
    oled.show(noise(1))
    for level in (1, 255, 80):
        oled.contrast(level)
        assert bench.chip.brightness() == level
    oled.contrast(0)
    assert bench.chip.brightness() == 0
    assert bench.shows(DARK)
    oled.contrast(80)
    assert bench.chip.brightness() == 80
    assert bench.shows(noise(1))


@every_kind
def test_a_picture_shown_in_the_dark_is_there_when_the_light_comes_back(kind: str) -> None:
    bench = Bench(kind)
    oled = bench.oled()
    oled.show(noise(1))
    oled.contrast(0)
    oled.show(noise(2))
    assert bench.shows(DARK)
    oled.contrast(5)
    assert bench.shows(noise(2))


def test_the_same_contrast_is_not_sent_twice() -> None:
    bench = Bench()
    oled = bench.oled()
    for level in (7, 0):
        oled.contrast(level)
        sent = bench.bus.transfers
        oled.contrast(level)
        assert bench.bus.transfers == sent


@pytest.mark.parametrize("level", [-1, 256])
def test_a_contrast_there_is_not_is_refused(level: int) -> None:
    with pytest.raises(ValueError, match=str(level)):
        Bench().oled().contrast(level)


@pytest.mark.parametrize("picture", [Image.new("L", (WIDTH, HEIGHT)), Image.new("1", (WIDTH, 32))])
def test_a_picture_that_does_not_fit_is_refused_and_the_display_goes_on(picture: Image.Image) -> None:
    bench = Bench()
    oled = bench.oled()
    with pytest.raises(ValueError, match="128 x 64"):
        oled.show(picture)
    oled.show(noise(1))
    assert bench.shows(noise(1))


def test_a_kind_or_rotation_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="ssd1306, ssd1309, sh1106"):
        Oled("hd44780", Bench().bus)
    with pytest.raises(ValueError, match="90"):
        Oled("ssd1306", Bench().bus, rotation=90)


@every_kind
def test_closed_it_is_dark_and_closing_twice_is_fine(kind: str) -> None:
    bench = Bench(kind)
    oled = bench.oled()
    oled.show(noise(1))
    oled.close()
    oled.close()
    assert bench.chip.brightness() == 0
    assert not any(bench.chip.memory()[2:130])
    with pytest.raises(DeviceLost, match="closed"):
        oled.show(noise(1))
    with pytest.raises(DeviceLost, match="closed"):
        oled.contrast(5)


@every_kind
def test_after_closing_another_takes_over_the_same_chip(kind: str) -> None:
    bench = Bench(kind)
    oled = bench.oled()
    oled.show(noise(1))
    oled.close()
    bench.oled().show(noise(1))
    assert bench.shows(noise(1))
