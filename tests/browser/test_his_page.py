"""Mister X's page in his hand: nothing to see until he holds it, and everything he needs while he does."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from companion.clock_settings import ClockKind, ClockSettings
from companion.games.pursuit.tickets import TICKETS
from companion.protocol import hear
from tests.browser.devices import PHONE, TABLET, Devices, Size
from tests.browser.evenings import Evening
from tests.browser.hunts import his_moves, playing, reply
from tests.browser.phones import TARGETS, Phone, his_phone, sit_down

HIS_PLACE = "#board .plate[data-station]"
SMALL = replace(PHONE, width=320, height=568)
ON_ITS_SIDE = replace(PHONE, width=640, height=360)
CLOCKS = {"clocks": ClockSettings(kind=ClockKind.TURN, turn_seconds=600)}


def resize(phone: Phone, width: int, height: int, way: str) -> None:
    """The window has another size, and the screen is held one *way* or the other."""
    devtools = phone.page.context.new_cdp_session(phone.page)
    orientation = {"type": f"{way}Primary", "angle": 0 if way == "portrait" else 90}
    metrics = {"width": width, "height": height, "deviceScaleFactor": 2, "mobile": True}
    devtools.send("Emulation.setDeviceMetricsOverride", {**metrics, "screenOrientation": orientation})


def test_what_is_his_shows_only_while_he_holds_the_bar(evening: Evening, device: Devices) -> None:
    phone = playing(evening, device)
    expect(phone.secret).to_be_hidden()
    with phone.held():
        expect(phone.page.locator(".here strong")).to_have_text("35")
        expect(phone.page.locator(TARGETS)).to_have_count(4)
    assert not re.search(r"\b35\b", phone.page.locator("body").inner_text())


def test_with_the_cover_on_nothing_secret_is_left_in_the_page(evening: Evening, device: Devices) -> None:
    phone = playing(evening, device)
    with phone.held():
        expect(phone.page.locator(HIS_PLACE)).to_have_attribute("data-station", "35")
        expect(phone.page.locator("#log table")).to_have_count(1)
    for place in ("#where", "#sheet", "#log", "#team"):
        assert phone.page.locator(place).inner_html() == ""
    assert phone.page.locator(TARGETS).count() == 0
    assert phone.page.locator(HIS_PLACE).count() == 0


def test_a_keyboard_that_takes_half_of_the_screen_is_no_rotation(evening: Evening, device: Devices) -> None:
    phone = playing(evening, device)
    phone.keep_open()
    phone.page.locator("#type-to").tap()
    resize(phone, 360, 330, "portrait")
    phone.page.wait_for_timeout(300)
    assert phone.page.evaluate("matchMedia('(orientation: landscape)').matches"), "broader than high"
    expect(phone.secret).to_be_visible()


@pytest.mark.parametrize("how", ["blur", "hidden", "rotation", "bar", "escape"])
def test_a_page_that_is_kept_open_covers_itself(evening: Evening, device: Devices, how: str) -> None:
    phone = playing(evening, device)
    phone.keep_open()
    if how == "blur":
        phone.page.evaluate("dispatchEvent(new Event('blur'))")
    elif how == "hidden":
        other = phone.device.context.new_page()
        other.goto("about:blank")
        other.bring_to_front()
        phone.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    elif how == "rotation":
        resize(phone, 640, 360, "landscape")
    elif how == "bar":
        phone.page.locator("#hold").tap()
    else:
        phone.page.keyboard.press("Escape")
    expect(phone.secret).to_be_hidden()


def test_he_taps_a_station_on_the_map_picks_a_ticket_and_confirms(evening: Evening, device: Devices) -> None:
    phone = playing(evening, device)
    phone.keep_open()
    phone.target(22).tap()
    expect(phone.page.locator(".aim strong")).to_have_text("22")
    expect(phone.key("by-taxi")).to_have_attribute("aria-pressed", "true")
    phone.press("by-black")
    expect(phone.key("confirm")).to_have_accessible_name("22 by black ticket")
    expect(phone.key("confirm").locator(".signs")).to_have_text("→22X")
    phone.confirm()
    view = phone.view()
    assert (view.mister_x.station, view.log[-1].ticket) == (22, "black")
    expect(phone.secret).to_be_hidden()
    expect(phone.page.locator("#turn")).to_have_text("Their move")


def test_with_his_thumb_on_the_bar_another_finger_plays(evening: Evening, device: Devices) -> None:
    phone = playing(evening, device)
    bar = phone.page.locator("#hold").bounding_box()
    assert bar is not None
    thumb = {"x": bar["x"] + 40, "y": bar["y"] + 30, "id": 0}
    touch = phone.page.context.new_cdp_session(phone.page)

    def send(kind: str, *points: dict[str, float]) -> None:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    def tap(selector: str) -> None:
        place = phone.page.locator(selector).bounding_box()
        assert place is not None
        finger = {"x": place["x"] + place["width"] / 2, "y": place["y"] + place["height"] / 2, "id": 1}
        send("touchStart", thumb, finger)
        send("touchEnd", finger)

    send("touchStart", thumb)
    expect(phone.page.locator(f"{TARGETS}[data-station='22']")).to_be_visible()
    phone.page.wait_for_timeout(700)  # the map comes to rest
    tap(f"{TARGETS}[data-station='22']")
    expect(phone.page.locator("#confirm")).to_be_visible()
    expect(phone.secret).to_be_visible()
    tap("#confirm")
    evening.until(lambda: phone.view().mister_x.station == 22)
    send("touchEnd")
    expect(phone.secret).to_be_hidden()


def test_he_types_a_number_and_a_wrong_one_is_refused_with_its_reason(
    evening: Evening, device: Devices
) -> None:
    phone = playing(evening, device)
    phone.keep_open()
    for typed, why in (("199", "No way to 199 from here."), ("", "Type the number of a station.")):
        phone.page.locator("#type-to").fill(typed)
        phone.press("go-to")
        expect(phone.page.get_by_role("alert")).to_have_text(why)
    phone.choose(36)
    phone.confirm()
    assert phone.view().mister_x.station == 36


def test_what_he_types_stays_when_the_table_has_news(evening: Evening, device: Devices) -> None:
    phone = playing(evening, device)
    phone.keep_open()
    field = phone.page.locator("#type-to")
    field.press_sequentially("3")
    evening.bench.set_fault("oled", True)
    expect(phone.page.locator("#troubles li")).to_have_count(1)
    phone.page.keyboard.type("6")
    expect(field).to_have_value("36")
    phone.press("go-to")
    phone.confirm()
    assert phone.view().mister_x.station == 36


def test_a_reload_in_mid_move_changes_nothing_and_leads_back(evening: Evening, device: Devices) -> None:
    phone = playing(evening, device)
    phone.keep_open()
    phone.choose(22)
    before = phone.table_step()
    phone.page.reload()
    expect(phone.page.locator("#turn")).to_have_text("Your move")
    expect(phone.secret).to_be_hidden()
    assert phone.table_step() == before
    phone.keep_open()
    expect(phone.page.locator(".here strong")).to_have_text("35")
    expect(phone.key("confirm")).to_have_count(0)
    phone.choose(22)
    phone.confirm()


def test_a_connection_that_is_cut_is_told_and_on_its_return_he_hears_that_he_was_away(
    evening: Evening, device: Devices
) -> None:
    phone = playing(evening, device)
    phone.keep_open()
    phone.choose(22)
    with phone.device.offline():
        expect(phone.page.locator("#away")).to_have_text("No answer from the table. Trying again …")
        expect(phone.page.locator("#sheet")).to_have_attribute("inert", "")
        phone.page.wait_for_timeout(4500)  # long enough to have been away
    expect(phone.page.locator("#away")).to_contain_text("You were away for")
    expect(phone.page.locator("#away")).to_contain_text("Nothing has happened.")
    phone.confirm()  # what he had chosen is still there
    with phone.device.offline():
        expect(phone.page.locator("#away")).to_contain_text("No answer")
        reply(evening)
        phone.page.wait_for_timeout(4500)
    expect(phone.page.locator("#away")).to_contain_text("The game has gone on.")
    expect(phone.page.locator("#turn")).to_have_text("Your move")


@pytest.mark.parametrize("evening", [CLOCKS], indirect=True)
def test_without_power_nothing_can_be_pressed_and_the_clock_stands(evening: Evening, device: Devices) -> None:
    sit_down(evening)
    phone = his_phone(device, evening).pair()
    phone.device.allow("503")
    phone.keep_open()
    phone.choose(phone.view().moves[0][1])
    clock = phone.page.locator("#clock")
    expect(clock).to_have_text(re.compile("^9:5"))
    evening.bench.power(False)
    expect(phone.page.locator("#away")).to_have_text("The power is off.")
    expect(phone.page.locator("#sheet")).to_have_attribute("inert", "")
    expect(phone.page.locator("#sheet")).to_have_css("opacity", "0.5")
    stands = clock.inner_text()
    phone.page.wait_for_timeout(1500)
    assert clock.inner_text() == stands


def test_log_and_detectives_are_a_tap_away(evening: Evening, device: Devices) -> None:
    phone = playing(evening, device)
    his_moves(evening, 4)
    phone.keep_open()
    phone.page.get_by_role("tab", name="My log").click()
    rows = phone.page.locator("#log tbody tr")
    expect(rows).to_have_count(5)
    expect(rows.nth(1)).to_contain_text("seen")
    expect(rows.last).to_contain_text("35")
    phone.page.get_by_role("tab", name="Detectives").click()
    expect(phone.page.locator("#team tr")).to_have_count(4)
    expect(phone.page.locator("#team")).to_contain_text("Bobby 1")


def test_nothing_secret_is_in_the_address_the_title_or_the_history(evening: Evening, device: Devices) -> None:
    phone = playing(evening, device)
    phone.keep_open()
    phone.choose(22)
    phone.confirm()
    assert phone.page.url == f"{evening.address}x"
    assert phone.page.title() == "Mister X"
    kept = phone.page.evaluate(
        "JSON.stringify([history.state, {...localStorage}, {...sessionStorage}, document.cookie])"
    )
    assert not re.search(r"\b(22|35)\b", re.sub(r'"at\\*":\d+', "", kept)), kept


@pytest.mark.parametrize(("language", "turn"), [("fr", "À toi"), ("de", "Dein Zug")])
def test_the_page_speaks_the_language_of_the_browser(
    evening: Evening, device: Devices, language: str, turn: str
) -> None:
    sit_down(evening)
    evening.shows("QrScreen")
    screen = evening.screen
    someone = device(PHONE, locale=language)
    someone.open(f"/X/{screen.code}")  # type: ignore[union-attr]
    someone.page.locator("button.first").click()
    phone = Phone(someone, evening)
    evening.shows("CheckScreen")
    phone.page.wait_for_timeout(400)
    evening.tap("#")
    expect(phone.page.locator("#turn")).to_contain_text(turn)


@pytest.mark.parametrize(
    "size", [SMALL, PHONE, ON_ITS_SIDE, TABLET], ids=["small", "phone", "on its side", "tablet"]
)
def test_nothing_scrolls_sideways_and_what_he_presses_is_large_enough(
    evening: Evening, device: Devices, size: Size
) -> None:
    phone = playing(evening, device, size=size)  # type: ignore[arg-type]
    phone.keep_open()
    phone.choose(22)
    page = phone.page
    assert page.evaluate("document.documentElement.scrollWidth") <= size.width
    assert page.evaluate("document.documentElement.scrollHeight") <= size.height
    for button in page.locator("#sheet button, #hold, .tabs button, #open-menu").all():
        place = button.bounding_box()
        assert place is not None
        assert min(place["width"], place["height"]) >= 48 - 0.5, button.inner_text()
        assert place["x"] >= 0
        assert place["y"] + place["height"] <= page.viewport_size["height"] + 0.5  # type: ignore[index]


def test_with_a_keyboard_alone_he_can_play(evening: Evening, device: Devices) -> None:
    phone = playing(evening, device)
    page = phone.page
    page.locator("#hold").focus()
    page.keyboard.press("Enter")
    expect(phone.secret).to_be_visible()
    phone.target(22).focus()
    page.keyboard.press("Enter")
    page.locator("#confirm").focus()
    page.keyboard.press("Enter")
    evening.until(lambda: phone.view().mister_x.station == 22)
    assert set(TICKETS) >= {phone.view().log[-1].ticket}


def test_a_refusal_that_comes_after_he_covered_the_page_waits_until_he_looks_again(
    evening: Evening, device: Devices
) -> None:
    phone = playing(evening, device)
    phone.device.allow("409")
    table = evening.bench.table
    assert table is not None
    phone.keep_open()
    phone.choose(22)
    with phone.device.silence():
        phone.press("confirm")
        phone.page.keyboard.press("Escape")
        expect(phone.secret).to_be_hidden()
        table.remember(paused=True)  # so that his move will be refused
    expect(phone.page.locator("body.sending")).to_have_count(0)
    assert phone.page.locator("#sheet").inner_html() == ""
    assert phone.view().mister_x.station == 35
    table.remember(paused=False)
    table.submit(hear({"do": "correct", "pawn": "red", "to": 25}))  # and the table has moved on meanwhile
    phone.keep_open()
    refusal = phone.page.get_by_role("alert")
    expect(refusal).to_have_text("Wait until the table goes on.")
    phone.choose(22)
    expect(refusal).to_have_count(0)
    phone.confirm()
