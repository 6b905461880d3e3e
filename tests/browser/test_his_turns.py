"""His turn from the first card to the end, and what his page tells him before he does something."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from companion.games.pursuit.commands import MISTER_X
from companion.protocol import hear
from tests.browser.devices import Devices
from tests.browser.evenings import Evening
from tests.browser.hunts import his_moves, playing, reply
from tests.browser.phones import TARGETS, deal, his_phone

CLASSIC = {MISTER_X: 117, "red": 103, "blue": 112, "green": 94}


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
    rides = phone.view().moves
    ticket, to = next(ride for ride in rides if ride[0] != "black" and ("black", ride[1]) in rides)
    phone.choose(to)
    phone.press(f"by-{ticket}")
    expect(phone.page.locator(".warnings")).to_contain_text("The table sees you there.")
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
