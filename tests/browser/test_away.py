"""A phone that was away: its page says for how long, and whether anything has happened, once it is back."""

from __future__ import annotations

from playwright.sync_api import expect

from companion.protocol import hear
from tests.browser.devices import Devices
from tests.browser.evenings import Evening
from tests.browser.hunts import STARTS, playing, reply
from tests.browser.phones import Phone, deal

LONG = 4500
"""Milliseconds that count as having been away."""
HIDE = """hidden => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def lock(phone: Phone, locked: bool) -> None:
    """He locks his phone, or wakes it."""
    phone.page.evaluate(HIDE, locked)


def test_a_phone_that_was_locked_says_for_how_long_and_what_it_missed(
    evening: Evening, device: Devices
) -> None:
    phone = playing(evening, device)
    phone.keep_open()
    phone.choose(22)
    phone.confirm()
    lock(phone, True)
    evening.until(lambda: evening_streams(evening) == 0)
    phone.page.wait_for_timeout(LONG)
    lock(phone, False)
    expect(phone.page.locator("#away")).to_contain_text("Nothing has happened.")
    lock(phone, True)
    reply(evening)
    phone.page.wait_for_timeout(LONG)
    lock(phone, False)
    expect(phone.page.locator("#away")).to_contain_text("The game has gone on.")
    expect(phone.page.locator("#turn")).to_have_text("Your move")


def evening_streams(evening: Evening) -> int:
    """How many pages listen."""
    return evening._server._streams.open


def test_a_glance_elsewhere_is_no_absence(evening: Evening, device: Devices) -> None:
    phone = playing(evening, device)
    lock(phone, True)
    phone.page.wait_for_timeout(1000)
    lock(phone, False)
    phone.page.wait_for_timeout(1000)
    expect(phone.page.locator("#away")).to_be_hidden()


def test_a_browser_that_was_closed_knows_it_was_away(evening: Evening, device: Devices) -> None:
    phone = playing(evening, device)
    phone.page.close()
    again = phone.device.context.new_page()
    again.wait_for_timeout(LONG)
    again.goto("/x")
    expect(again.locator("#away")).to_contain_text("You were away for")
    expect(again.locator("#away")).to_be_hidden()  # after some seconds nobody needs it any more


def test_a_new_game_is_no_absence_from_the_last(evening: Evening, device: Devices) -> None:
    phone = playing(evening, device)
    table = evening.bench.table
    assert table is not None
    table.submit(hear({"do": "time_up", "then": "lose"}))
    expect(phone.page.locator("#turn")).to_have_text("The game is over")
    phone.page.wait_for_timeout(LONG)
    evening.bench.power(False)
    evening.bench.power(True)
    phone.device.allow("403|503")
    deal(evening, "london-2014", ["red", "blue", "green"], STARTS)
    phone.pair()
    phone.page.wait_for_timeout(500)
    expect(phone.page.locator("#away")).to_be_hidden()
