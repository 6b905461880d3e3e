"""The simulated table in a real browser: hands on the page, eyes on the display of the box."""

from __future__ import annotations

from dataclasses import replace
from unittest import mock

import pytest
from playwright.sync_api import Locator, Page, expect

from firmware.keys import KEYS, Key
from tests.browser.axe import Axe
from tests.browser.devices import DESKTOP, PHONE, Devices, Size
from tests.browser.evenings import Evening

SIZES = pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
LANGUAGES = pytest.mark.parametrize(
    ("evening", "language"),
    [({"language": code}, code) for code in ("en", "fr", "de")],
    ids=("en", "fr", "de"),
    indirect=["evening"],
)
DOTS = """
  () => {
    const canvas = document.getElementById("screen");
    const dots = canvas.getContext("2d").getImageData(0, 0, 128, 64).data;
    const memory = new Array(1024).fill(0);
    for (let y = 0; y < 64; y += 1)
      for (let x = 0; x < 128; x += 1)
        if (dots[4 * (y * 128 + x) + 3] > 0) memory[(y >> 3) * 128 + x] |= 1 << (y & 7);
    return memory;
  }
"""


def drawn(page: Page) -> bytes:
    """What the page has drawn of the display, in the order of its memory."""
    return bytes(page.evaluate(DOTS))


def in_step(page: Page, evening: Evening) -> None:
    """Wait until the page shows exactly what the box does."""
    evening.until(lambda: drawn(page) == evening.bench.snapshot().screen)


def key(page: Page, name: str) -> Locator:
    return page.locator(f"[data-key='{name}']")


@SIZES
def test_a_key_under_a_finger_or_the_mouse_reaches_the_panel(
    evening: Evening, device: Devices, size: Size
) -> None:
    someone = device(size)
    page = someone.open()
    in_step(page, evening)
    before = drawn(page)
    assert any(before)
    with someone.hold(key(page, "1")):
        evening.until(lambda: evening.page == "EditionMenu")
        assert evening.keys_down == {Key.ONE}
        expect(key(page, "1")).to_contain_class("down")
    evening.until(lambda: not evening.keys_down)
    expect(key(page, "1")).not_to_contain_class("down")
    in_step(page, evening)
    assert drawn(page) != before


def test_keys_of_a_keyboard_are_keys_of_the_box(evening: Evening, device: Devices) -> None:
    page = device().open()
    in_step(page, evening)
    typed = {one.value: one for one in KEYS} | {"c": Key.C, "Enter": Key.HASH, "Backspace": Key.STAR}
    for typing, meant in typed.items():
        page.keyboard.down(typing)
        evening.until(lambda meant=meant: evening.keys_down == {meant})  # type: ignore[misc]
        page.keyboard.up(typing)
        evening.until(lambda: not evening.keys_down)
    in_step(page, evening)


def test_whoever_hears_the_page_presses_a_key_by_its_name(evening: Evening, device: Devices) -> None:
    page = device().open()
    in_step(page, evening)
    bench = evening.bench
    with (
        mock.patch.object(bench, "press", wraps=bench.press) as press,
        mock.patch.object(bench, "release", wraps=bench.release) as release,
    ):
        # As a screen reader does it: without a pointer.
        page.get_by_role("button", name="Key 1", exact=True).evaluate("button => button.click()")
        evening.until(lambda: release.called)
    press.assert_called_once_with(Key.ONE)
    release.assert_called_once_with(Key.ONE)


def test_a_page_that_vanishes_leaves_no_key_down(evening: Evening, device: Devices) -> None:
    someone = device()
    page = someone.open()
    in_step(page, evening)
    key(page, "5").hover()
    page.mouse.down()
    evening.until(lambda: evening.keys_down == {Key.FIVE})
    page.close()
    evening.until(lambda: not evening.keys_down)


def test_two_pages_show_the_same_box(evening: Evening, device: Devices) -> None:
    pages = [device(size).open() for size in (PHONE, DESKTOP)]
    evening.shows("MenuScreen")
    evening.tap("1 2")
    evening.until(lambda: evening.page == "Number")
    for page in pages:
        in_step(page, evening)


@SIZES
def test_the_power_is_cut_and_comes_back(evening: Evening, device: Devices, size: Size) -> None:
    page = device(size).open()
    in_step(page, evening)
    power = page.locator("#power")
    expect(power).to_have_text("Cut the power")
    power.click()
    expect(page.get_by_text("The power is off", exact=True)).to_be_visible()
    expect(power).to_have_text("Power on")
    evening.until(lambda: evening.bench.table is None and not any(drawn(page)))
    power.click()
    expect(page.get_by_text("The power is off", exact=True)).to_be_hidden()
    expect(power).to_have_text("Cut the power")
    evening.shows("MenuScreen")
    in_step(page, evening)
    assert any(drawn(page))


def test_a_plug_that_is_pulled_is_seen_and_said_until_it_is_back(evening: Evening, device: Devices) -> None:
    page = device().open()
    in_step(page, evening)
    switch, label = (
        page.get_by_role("switch", name="Unplug the display"),
        page.get_by_text("Unplug the display"),
    )
    label.click()
    expect(switch).to_be_checked()
    expect(page.get_by_text("unplugged", exact=True)).to_be_visible()
    expect(page.get_by_text("The display does not answer. Check its wires.")).to_be_visible()
    label.click()
    expect(switch).not_to_be_checked()
    expect(page.get_by_text("unplugged", exact=True)).to_be_hidden()
    expect(page.locator("#troubles li")).to_have_count(0)
    in_step(page, evening)


@SIZES
def test_a_network_that_is_cut_is_said_until_it_is_back(
    evening: Evening, device: Devices, size: Size
) -> None:
    someone = device(size)
    page = someone.open()
    in_step(page, evening)
    notice = page.get_by_text("No answer from the table. Trying again …")
    expect(notice).to_be_hidden()
    with someone.offline():
        expect(notice).to_be_visible()
        # Said of a key, too, and the key is not pressed later, when nobody would know why.
        with someone.hold(key(page, "1")):
            expect(page.get_by_text("The table did not take that.")).to_be_visible()
    evening.tap("2")  # and not 1
    evening.until(lambda: evening.page == "SettingsMenu")
    in_step(page, evening)
    expect(notice).to_be_hidden()


def test_a_table_that_is_started_again_is_found_again(evening: Evening, device: Devices) -> None:
    someone = device()
    someone.allow("net::ERR_")  # what a browser says about servers that are gone depends on the moment
    page = someone.open()
    in_step(page, evening)
    evening.stop_serving()
    expect(page.get_by_text("No answer from the table. Trying again …")).to_be_visible()
    evening.tap("1")
    evening.serve_again()
    expect(page.locator("#notice")).to_be_hidden()
    in_step(page, evening)


@LANGUAGES
@pytest.mark.parametrize("width", [320, 360])
def test_nothing_has_to_be_pushed_aside_on_a_small_phone(
    evening: Evening, device: Devices, language: str, width: int
) -> None:
    page = device(replace(PHONE, width=width), locale=language).open()
    in_step(page, evening)
    page.locator("#faults summary").tap()
    expect(page.locator("#stuck")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == width


@LANGUAGES
@pytest.mark.parametrize("dark", [True, False], ids=["dark", "light"])
def test_nothing_keeps_anybody_from_using_it(
    evening: Evening, device: Devices, axe: Axe, language: str, dark: bool
) -> None:
    evening.bench.stick(Key.FIVE)
    evening.bench.set_fault("oled", True)
    for size in (PHONE, DESKTOP):
        someone = device(size, locale=language, dark=dark)
        someone.allow("net::ERR_")  # at the end, when the table is gone
        page = someone.open()
        page.locator("#faults").evaluate("faults => (faults.open = true)")
        expect(page.locator("#troubles li")).to_be_visible()
        axe(page)
    evening.bench.power(False)
    expect(page.locator("#power")).to_contain_class("on")
    axe(page)
    evening.stop_serving()
    expect(page.locator("#notice")).to_be_visible()
    axe(page)
