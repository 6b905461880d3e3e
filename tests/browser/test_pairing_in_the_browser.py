"""Becoming Mister X with a real phone's browser: by the code on the display, in sight of all."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import expect

from companion.panel.panel import UNREAD
from companion.panel.screens.pairing import QrScreen
from tests.browser.devices import PHONE, TABLET, Devices, Size
from tests.browser.evenings import Evening
from tests.browser.phones import his_phone, sit_down


@pytest.mark.parametrize("size", [PHONE, TABLET], ids=["phone", "tablet"])
def test_a_phone_scans_the_code_shows_the_same_symbols_and_is_accepted(
    evening: Evening, device: Devices, size: Size
) -> None:
    sit_down(evening)
    phone = his_phone(device, evening, size)
    phone.pair()
    assert evening.bench.pairing is not None
    assert evening.bench.pairing.paired
    expect(phone.page.locator("#turn")).to_have_text("Your move")
    expect(phone.secret).to_be_hidden()
    assert phone.page.title() == "Mister X"
    evening.shows("WaitingScreen")


def test_a_phone_without_a_camera_types_the_code(evening: Evening, device: Devices) -> None:
    sit_down(evening)
    screen = evening.screen
    assert isinstance(screen, QrScreen)
    phone = his_phone(device, evening)
    phone.device.open("/x")
    phone.page.get_by_label("Type the code on the display").fill(
        f" {screen.code[:3].lower()} {screen.code[3:]}"
    )
    phone.page.get_by_role("button", name="Ask the table").click()
    phone.accepted()


def test_a_wrong_code_is_told_and_the_right_one_still_works(evening: Evening, device: Devices) -> None:
    sit_down(evening)
    phone = his_phone(device, evening)
    phone.device.allow("403")
    phone.device.open("/x")
    phone.page.get_by_label("Type the code").fill("AAAAAA")
    phone.page.get_by_role("button", name="Ask the table").click()
    expect(phone.page.get_by_role("alert")).to_contain_text("not the code on the display")
    expect(phone.page.get_by_label("Type the code")).to_have_value("AAAAAA")
    phone.pair()


def test_the_second_phone_with_the_same_code_stays_outside(evening: Evening, device: Devices) -> None:
    sit_down(evening)
    his, other = his_phone(device, evening), his_phone(device, evening)
    his.scan()
    other.scan()
    his.knock()
    other.device.allow("403")
    other.page.get_by_role("button", name="I am Mister X").click()
    expect(other.page.get_by_role("alert")).to_contain_text("That code has been used.")
    his.accepted()
    other.device.open("/x")
    expect(other.page.get_by_label("Type the code")).to_be_visible()
    assert "hold" not in other.page.content()


def test_who_taps_twice_is_one_phone(evening: Evening, device: Devices) -> None:
    sit_down(evening)
    phone = his_phone(device, evening)
    phone.scan()
    phone.page.get_by_role("button", name="I am Mister X").dblclick()
    phone.accepted()


def test_somebody_elses_phone_is_refused_and_the_next_code_is_another(
    evening: Evening, device: Devices
) -> None:
    sit_down(evening)
    first = evening.screen
    thief = his_phone(device, evening)
    thief.device.allow("403")
    thief.scan()
    thief.knock()
    evening.shows("CheckScreen")
    time.sleep(UNREAD)
    evening.tap("*")
    evening.shows("QrScreen")
    expect(thief.page.get_by_label("Type the code")).to_be_visible()
    second = evening.screen
    assert isinstance(first, QrScreen)
    assert isinstance(second, QrScreen)
    assert second.code != first.code
    his_phone(device, evening).pair()


def test_a_new_phone_is_let_in_by_the_menu_and_the_old_one_is_out_at_once(
    evening: Evening, device: Devices
) -> None:
    sit_down(evening)
    old, new = his_phone(device, evening).pair(), his_phone(device, evening)
    old.device.allow("403")
    old.keep_open()
    evening.shows("WaitingScreen")
    evening.tap("*")
    menu = evening.screen
    while "New phone for X" not in [label for label, _ in menu.rows]:  # type: ignore[union-attr]
        evening.tap("BBB")
        menu = evening.screen
    place = [label for label, _ in menu.rows].index("New phone for X")  # type: ignore[union-attr]
    evening.tap(str(menu.first + place + 1))  # type: ignore[union-attr]
    evening.shows("MessageScreen")
    evening.tap("#")
    expect(old.page.get_by_label("Type the code")).to_be_visible()
    expect(old.page.get_by_role("alert")).to_contain_text("This phone is not Mister X's.")
    evening.shows("QrScreen")
    new.pair()
    expect(new.page.locator("#turn")).to_have_text("Your move")


def test_his_phone_survives_reload_a_closed_browser_and_a_power_cut(
    evening: Evening, device: Devices
) -> None:
    sit_down(evening)
    phone = his_phone(device, evening).pair()
    phone.device.allow("503|net::ERR_")
    phone.page.reload()
    expect(phone.page.locator("#turn")).to_have_text("Your move")
    phone.page.close()
    phone.device.page = phone.device.context.new_page()
    phone.device.open("/x")
    expect(phone.page.locator("#turn")).to_have_text("Your move")
    evening.bench.power(False)
    expect(phone.page.locator("#away")).to_have_text("The power is off.")
    evening.bench.power(True)
    expect(phone.page.locator("#turn")).to_have_text("The table rests")
    evening.shows("MenuScreen")
    evening.tap("1")
    expect(phone.page.locator("#turn")).to_have_text("Your move")
