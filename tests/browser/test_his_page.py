"""Mister X's page in his hand: nothing to see until he holds it, and everything he needs while he does."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playwright.sync_api import expect

from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.tickets import TICKETS
from companion.protocol import hear
from tests.browser.devices import PHONE, TABLET, Devices, Size
from tests.browser.evenings import Evening
from tests.browser.phones import TARGETS, Phone, deal, his_phone, sit_down

LONDON = 3
STARTS = {MISTER_X: 35, "red": 26, "blue": 29, "green": 50, "bobby1": 53}
HIS_PLACE = "#board .plate[data-station]"
CLASSIC = {MISTER_X: 117, "red": 103, "blue": 112, "green": 94}
SMALL = replace(PHONE, width=320, height=568)
ON_ITS_SIDE = replace(PHONE, width=640, height=360)


def playing(evening: Evening, device: Devices, **taste: bool | str) -> Phone:
    """A game of London in which he is on 35 and to move, and his phone."""
    deal(evening, "london-2014", ["red", "blue", "green"], STARTS)
    return his_phone(device, evening, **taste).pair()  # type: ignore[arg-type]


def reply(evening: Evening) -> None:
    """The detectives move, away from him."""
    table = evening.bench.table
    assert table is not None
    while (sight := table.sight()) and sight.view.turn != MISTER_X:
        here = table.mister_x().mister_x.station
        pawn, choices = next(iter(sight.choices.pawns.items()))
        ticket, to = next(ride for ride in choices.rides if ride[1] != here)
        table.submit(hear({"do": "travel", "pawn": pawn, "ticket": ticket, "to": to}))


def his_moves(evening: Evening, count: int) -> None:
    table = evening.bench.table
    assert table is not None
    for _ in range(count):
        ticket, to = table.mister_x().moves[0]
        table.submit(hear({"do": "travel", "pawn": MISTER_X, "ticket": ticket, "to": to}))
        reply(evening)


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


def test_before_he_confirms_he_is_told_of_a_reveal(evening: Evening, device: Devices) -> None:
    phone = playing(evening, device)
    his_moves(evening, 2)
    phone.keep_open()
    phone.choose(phone.view().moves[0][1])
    expect(phone.page.locator(".warnings")).to_contain_text("Window 3: the table will see you there.")


def test_a_beginner_is_told_what_the_table_will_see_of_each_ticket(evening: Evening, device: Devices) -> None:
    deal(evening, "beginner-2014", ["red", "blue", "green"], {})
    phone = his_phone(device, evening).pair()
    phone.keep_open()
    ride = next(move for move in phone.view().moves if move[0] != "black")
    phone.choose(ride[1])
    phone.press(f"by-{ride[0]}")
    expect(phone.page.locator(".warnings")).to_contain_text("The table sees you there.")
    if phone.key("by-black").count():
        phone.press("by-black")
        expect(phone.page.locator(".warnings")).to_contain_text("You vanish with this move.")


def test_a_detective_near_the_middle_of_a_double_move_is_no_danger(evening: Evening, device: Devices) -> None:
    phone = playing(evening, device)
    table = evening.bench.table
    assert table is not None
    table.submit(hear({"do": "correct", "pawn": "red", "to": 23}))
    phone.keep_open()
    phone.choose(22)
    threat = phone.page.locator(".warnings")
    expect(threat).to_contain_text("A detective could be at 22 next turn.")
    phone.press("double")
    expect(threat).to_be_empty()
    other = phone.page.locator("#sheet [data-key^='by-'][aria-pressed='false']").first
    other.click()
    expect(phone.key("double")).to_have_attribute("aria-pressed", "false")
    expect(threat).to_contain_text("A detective could be at 22 next turn.")


def test_he_is_warned_of_a_detective_next_door_unless_he_switches_that_off(
    evening: Evening, device: Devices
) -> None:
    phone = playing(evening, device)
    table = evening.bench.table
    assert table is not None
    table.submit(hear({"do": "correct", "pawn": "red", "to": 23}))
    phone.keep_open()
    phone.choose(22)
    expect(phone.page.locator(".warnings")).to_contain_text("A detective could be at 22 next turn.")
    phone.page.locator("#open-menu").click()
    phone.page.get_by_label("Warn me of detectives near").uncheck()
    phone.page.get_by_role("button", name="Close", exact=True).click()
    expect(phone.page.locator(".warnings")).to_be_empty()
    phone.page.reload()
    phone.keep_open()
    phone.choose(22)
    expect(phone.page.locator(".warnings")).to_be_empty()


def test_where_they_think_he_can_be_is_shown_only_if_he_asks(evening: Evening, device: Devices) -> None:
    phone = playing(evening, device)
    his_moves(evening, 1)
    phone.keep_open()
    expect(phone.page.locator(TARGETS).first).to_be_visible()
    assert phone.page.locator("#board .heat path").get_attribute("d") in (None, "")
    phone.page.locator("#open-menu").click()
    phone.page.get_by_label("Where they think I can be").check()
    phone.page.get_by_role("button", name="Close", exact=True).click()
    expect(phone.page.locator("#board .heat path")).to_have_attribute("d", re.compile("M"))


def test_he_takes_a_move_back_until_a_detective_has_moved(evening: Evening, device: Devices) -> None:
    phone = playing(evening, device)
    phone.keep_open()
    phone.choose(22)
    phone.confirm()
    phone.keep_open()
    phone.press("undo")
    expect(phone.page.locator("#turn")).to_have_text("Your move")
    assert phone.view().mister_x.station == 35
    phone.keep_open()
    phone.choose(36)
    phone.confirm()
    reply(evening)
    phone.keep_open()
    expect(phone.key("undo")).to_have_count(0)


def test_a_double_move_is_two_moves_of_one_card(evening: Evening, device: Devices) -> None:
    phone = playing(evening, device)
    phone.keep_open()
    phone.choose(22)
    phone.press("double")
    phone.confirm()
    assert phone.view().mister_x.tickets["double"] == 1
    expect(phone.page.locator("#turn")).to_have_text("Your move")
    phone.keep_open()
    to = phone.view().moves[0][1]
    phone.choose(to)
    phone.confirm()
    assert phone.view().window == 2


def test_the_second_half_of_a_double_move_says_so(evening: Evening, device: Devices) -> None:
    phone = playing(evening, device)
    phone.keep_open()
    expect(phone.page.locator("#sheet label")).to_have_text("Tap a lit station, or type its number")
    phone.choose(22)
    phone.press("double")
    phone.confirm()
    expect(phone.page.locator("#sheet label")).to_contain_text("The second move")
    phone.choose(phone.view().moves[0][1])
    phone.confirm()
    reply(evening)
    phone.keep_open()
    expect(phone.page.locator("#sheet label")).to_have_text("Tap a lit station, or type its number")


def test_a_turn_that_he_has_to_end_himself_says_so_covered_and_open(
    evening: Evening, device: Devices
) -> None:
    deal(evening, "classic-1983", ["red", "blue", "green"], CLASSIC, options={"show_and_take": True})
    phone = his_phone(device, evening).pair()
    phone.keep_open()
    expect(phone.page.locator("#turn")).to_have_text("Your move")
    to = phone.view().moves[0][1]
    phone.choose(to)
    phone.confirm()
    expect(phone.page.locator("#turn")).to_have_text("End your turn")
    expect(phone.page.locator("#sheet")).to_contain_text(f"You are at {to}. Anything else?")
    phone.page.locator("#hold").tap()
    expect(phone.page.locator("#hint")).to_have_text(
        "Hold the bar below: the turn is yours until you end it."
    )
    phone.keep_open()
    phone.press("end_turn")
    expect(phone.page.locator("#turn")).to_have_text("Their move")


def test_he_shows_himself_and_takes_a_ticket_from_each(evening: Evening, device: Devices) -> None:
    deal(evening, "classic-1983", ["red", "blue", "green"], CLASSIC, options={"show_and_take": True})
    phone = his_phone(device, evening).pair()
    phone.keep_open()
    to = phone.view().moves[0][1]
    phone.choose(to)
    phone.confirm()
    phone.press("show")
    expect(phone.page.locator("#sheet .about")).to_have_text(
        f"One ticket from each. The table sees you at {to}."
    )
    expect(phone.key("confirm")).to_have_text("Show yourself")
    phone.press("take-red-taxi")
    phone.press("take-red-bus")  # one from each: this instead
    phone.press("take-blue-taxi")
    expect(phone.key("confirm")).to_have_text("Show yourself, take 2")
    before = phone.view().pawns
    phone.confirm()
    after = phone.view()
    assert after.log[-1].station == to
    for pawn, ticket in (("red", "bus"), ("blue", "taxi")):
        had, has = before[pawn].tickets, after.pawns[pawn].tickets
        assert had is not None
        assert has is not None
        assert has[ticket] == had[ticket] - 1
    assert after.pawns["green"] == before["green"]


def test_his_start_card_is_asked_twice_and_a_slip_is_mended(evening: Evening, device: Devices) -> None:
    evening.shows("MenuScreen")
    evening.tap(
        "1 3 2# 2 1 26# 29# 50# 53#"
    )  # London with two detectives and two bobbies, cards of their own
    evening.shows("QrScreen")
    phone = his_phone(device, evening).pair()
    phone.device.allow("409")
    phone.keep_open()
    expect(phone.page.locator("#turn")).to_have_text("Which start card did you draw?")
    field = phone.page.locator("#type-card")
    field.fill("1")
    phone.press("go-card")
    expect(phone.page.locator("#sheet .about")).to_have_text("Begin at 1?")
    phone.press("confirm")
    expect(phone.page.get_by_role("alert")).to_be_visible()
    phone.press("cancel")
    expect(field).to_have_value("1")
    field.fill("35")
    phone.press("go-card")
    phone.confirm()
    assert phone.view().start == 35


def test_without_power_nothing_can_be_pressed_and_the_clock_stands(evening: Evening, device: Devices) -> None:
    phone = playing(evening, device)
    phone.device.allow("503")
    phone.keep_open()
    phone.choose(22)
    evening.bench.power(False)
    expect(phone.page.locator("#away")).to_have_text("The power is off.")
    expect(phone.page.locator("#sheet")).to_have_attribute("inert", "")
    expect(phone.page.locator("#sheet")).to_have_css("opacity", "0.5")


def test_when_the_game_is_over_the_cover_says_how_and_leads_to_the_replay(
    evening: Evening, device: Devices
) -> None:
    phone = playing(evening, device)
    table = evening.bench.table
    assert table is not None
    table.submit(hear({"do": "time_up", "then": "lose"}))
    expect(phone.secret).to_be_hidden()
    expect(phone.page.locator("#hint")).to_contain_text("They have you.")
    phone.page.get_by_role("link", name="Watch the hunt again").click()
    expect(phone.page.locator("#checked")).to_contain_text("all by the rules.")


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
