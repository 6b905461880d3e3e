"""The cover of his page: held, kept open, and on again by itself, whatever hand or device he has."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.devices import Devices
from tests.browser.evenings import Evening
from tests.browser.hunts import playing
from tests.browser.phones import Phone
from tests.browser.test_board import Hand

MINUTE = 60_000


def bar(phone: Phone) -> tuple[float, float]:
    """The middle of the bar that he holds."""
    box = phone.page.locator("#hold").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_thumb_that_trembles_does_not_keep_it_open(evening: Evening, device: Devices) -> None:
    phone = playing(evening, device)
    x, y = bar(phone)
    hand = Hand(phone.page)
    hand.down((x, y))
    hand.move((x + 10, y - 30))
    expect(phone.secret).to_be_visible()
    hand.up()
    expect(phone.secret).to_be_hidden()


def test_another_finger_on_the_bar_changes_nothing_for_the_thumb(evening: Evening, device: Devices) -> None:
    phone = playing(evening, device)
    x, y = bar(phone)
    hand = Hand(phone.page)
    hand.down((x - 60, y))
    hand.down((x - 60, y), (x + 60, y))
    hand.move((x - 60, y), (x + 60, y - 100))
    expect(phone.secret).to_be_visible()
    hand.lift(1, (x + 60, y - 100))
    phone.page.wait_for_timeout(200)
    expect(phone.secret).to_be_visible()
    hand.up()
    expect(phone.secret).to_be_hidden()


def test_a_page_that_nobody_touches_covers_itself(evening: Evening, device: Devices) -> None:
    phone = playing(evening, device)
    phone.page.clock.install()
    phone.page.reload()
    phone.keep_open()
    phone.page.clock.fast_forward(MINUTE * 2 // 3)
    phone.page.locator("#tab-log").tap()
    phone.page.clock.fast_forward(MINUTE * 2 // 3)
    expect(phone.secret).to_be_visible()
    phone.page.clock.fast_forward(MINUTE)
    expect(phone.secret).to_be_hidden()


def test_the_space_bar_holds_it_like_a_thumb(evening: Evening, device: Devices) -> None:
    phone = playing(evening, device)
    page = phone.page
    page.locator("#hold").focus()
    page.keyboard.down(" ")
    page.keyboard.down(" ")  # keys that are held repeat themselves
    expect(phone.secret).to_be_visible()
    page.keyboard.up(" ")
    expect(phone.secret).to_be_hidden()
    page.keyboard.down(" ")
    page.locator("#tab-log").focus()
    expect(phone.secret).to_be_visible()
    page.keyboard.up(" ")
    expect(phone.secret).to_be_hidden()


def test_enter_keeps_it_open_however_long_the_key_is_down(evening: Evening, device: Devices) -> None:
    phone = playing(evening, device)
    phone.page.locator("#hold").focus()
    for _ in range(4):
        phone.page.keyboard.down("Enter")
    phone.page.keyboard.up("Enter")
    expect(phone.page.locator("body.kept")).to_have_count(1)
    expect(phone.secret).to_be_visible()


def test_whoever_hears_the_page_opens_and_covers_it_by_its_button(evening: Evening, device: Devices) -> None:
    phone = playing(evening, device)
    button = phone.page.locator("#hold")
    for open_now in (True, False):
        button.evaluate("button => button.click()")
        expect(button).to_have_attribute("aria-pressed", str(open_now).lower())
        expect(phone.secret).to_be_visible(visible=open_now)


@pytest.mark.parametrize("event", ["blur", "pagehide", "orientationchange"])
def test_it_covers_itself_whatever_says_that_he_looks_away(
    evening: Evening, device: Devices, event: str
) -> None:
    phone = playing(evening, device)
    phone.keep_open()
    phone.page.evaluate("event => dispatchEvent(new Event(event))", event)
    expect(phone.secret).to_be_hidden()


def test_a_keyboard_goes_on_at_the_bar_when_his_turn_is_over(evening: Evening, device: Devices) -> None:
    phone = playing(evening, device)
    page = phone.page
    page.locator("#hold").focus()
    page.keyboard.press("Enter")
    phone.choose(22)
    page.locator("#confirm").focus()
    page.keyboard.press("Enter")
    expect(phone.secret).to_be_hidden()
    expect(page.locator("#hold")).to_be_focused()


def test_with_the_cover_on_the_map_has_left_his_corner(evening: Evening, device: Devices) -> None:
    phone = playing(evening, device)
    world = phone.page.locator("#board .world")
    with phone.held():
        phone.page.wait_for_timeout(600)
        near = world.get_attribute("style")
    assert world.get_attribute("style") != near
    whole = world.get_attribute("style")
    with phone.held():
        phone.page.wait_for_timeout(600)
        assert world.get_attribute("style") == near
    assert world.get_attribute("style") == whole
