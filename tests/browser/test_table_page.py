"""The table page, on a tablet or a wall: what lies open, and a second way to move."""

from __future__ import annotations

import re
from math import ceil
from random import Random

import pytest
from playwright.sync_api import expect

from companion.clock_settings import ClockKind, ClockSettings
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.game import Side
from companion.protocol import hear
from tests.browser.devices import PHONE, TABLET, TV, Device, Devices, Size
from tests.browser.evenings import Evening
from tests.browser.phones import TARGETS, deal
from tests.support.players import EDITIONS, TEAM_SIZES, legal_step

STARTS = {MISTER_X: 103, "red": 86, "blue": 29, "green": 41}
FREE = {"options": {"free_start": True}}


def begin(evening: Evening) -> None:
    deal(evening, "classic-1983", ["red", "blue", "green"], STARTS, **FREE)
    evening.tap("*")
    evening.shows("WaitingScreen")


def say(evening: Evening, **said: object) -> None:
    table = evening.bench.table
    assert table is not None
    table.submit(hear(said))


def ride(evening: Evening, pawn: str, to: int, ticket: str = "taxi") -> None:
    say(evening, do="travel", pawn=pawn, ticket=ticket, to=to)


def switch(evening: Evening, **settings: bool) -> None:
    """Somebody changes the settings on the panel's menu."""
    box = evening.box
    box.post(lambda: box.desk.change(**settings))


def test_before_the_first_game_it_says_so_and_then_follows_by_itself(
    evening: Evening, device: Devices
) -> None:
    wall = device(TV)
    wall.open("/table")
    expect(wall.page.locator("#turn")).to_have_text("There is no game yet.")
    begin(evening)
    expect(wall.page.locator("#turn")).to_have_text("Mister X has no phone yet")
    expect(wall.page.locator("#edition")).to_have_text("Scotland Yard (1983)")
    expect(wall.page.locator("#round")).to_have_text("Round 1 of 22")
    expect(wall.page.locator("#track > li")).to_have_count(24)


@pytest.mark.parametrize("size", [PHONE, TABLET, TV], ids=["phone", "tablet", "tv"])
def test_it_shows_pawns_purses_tickets_and_whose_turn_it_is(
    evening: Evening, device: Devices, size: Size
) -> None:
    begin(evening)
    wall = device(size)
    wall.open("/table")
    ride(evening, MISTER_X, 102)
    expect(wall.page.locator("#turn")).to_have_text("Red to move")
    expect(wall.page.locator("#last")).to_have_text("Mister X took a taxi.")
    expect(wall.page.locator("#track .filled")).to_have_count(1)
    ride(evening, "red", 69)
    expect(wall.page.locator("#team tr").first).to_contain_text("69")
    expect(wall.page.locator("#team tr").first.locator(".purse li").first).to_contain_text("9")
    expect(wall.page.locator("#turn")).to_have_text("Blue to move")
    assert wall.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not re.search(r"\b102\b", wall.page.locator(".side").inner_text())


def test_a_reveal_and_a_capture_are_scenes_for_all(evening: Evening, device: Devices) -> None:
    begin(evening)
    wall = device(TV)
    wall.open("/table")
    table = evening.bench.table
    assert table is not None
    for window in range(3):
        ticket, to = table.mister_x().moves[0]
        ride(evening, MISTER_X, to, ticket)
        expect(wall.page.locator("#track .filled")).to_have_count(window + 1)
        if window < 2:
            while (sight := table.sight()) and sight.view.turn != MISTER_X:
                pawn, choices = next(iter(sight.choices.pawns.items()))
                ticket, to = next(r for r in choices.rides if r[1] != table.mister_x().mister_x.station)
                ride(evening, pawn, to, ticket)
    here = table.mister_x().mister_x.station
    assert here is not None
    expect(wall.page.locator("#scene strong")).to_have_text(str(here))
    expect(wall.page.locator("#scene")).to_be_hidden()
    expect(wall.page.locator("#track .seen strong")).to_have_text(str(here))
    say(evening, do="correct", pawn="red", to=here)
    expect(wall.page.locator("#scene")).to_contain_text("Caught!")
    expect(wall.page.locator("#turn")).to_have_text("The detectives win")
    expect(wall.page.get_by_role("link", name="Watch the hunt again")).to_be_visible()


CLOCKS = {"clocks": ClockSettings(kind=ClockKind.TURN, turn_seconds=600)}


@pytest.mark.parametrize("evening", [CLOCKS], indirect=True)
def test_the_clock_counts_down_and_stands_still_with_the_table(evening: Evening, device: Devices) -> None:
    evening.shows("MenuScreen")
    evening.tap("1 2 3# 1 # *")
    wall = device(TV)
    wall.open("/table")
    clock = wall.page.locator("#clock")
    expect(clock).to_have_text(re.compile(r"9:\d\d"))
    evening.tap("*")
    evening.tap("4")
    evening.shows("PauseScreen")
    expect(wall.page.locator("#turn")).to_have_text("The table rests")
    evening.until(lambda: not (evening.box.clock and evening.box.clock.running))
    stands = evening.box.clock
    assert stands is not None
    minutes, seconds = divmod(ceil(round(stands.left, 1)), 60)
    expect(clock).to_have_text(f"{minutes}:{seconds:02}")
    wall.page.wait_for_timeout(1500)
    expect(clock).to_have_text(f"{minutes}:{seconds:02}", timeout=1)


def watch(evening: Evening, team: list[str]) -> None:
    """Moriarty has moved on the small board, and the *team* may play a token."""
    evening.shows("MenuScreen")
    say(evening, do="new", edition="sherlock-2022-variant", detectives=team, map="demo", seed=1)
    table = evening.bench.table
    assert table is not None
    say(evening, do="start", to=table.mister_x().tile[0])
    ride(evening, MISTER_X, *reversed(table.mister_x().moves[0]))
    say(evening, do="end_turn")


def test_a_ticket_that_is_banned_goes_by_the_name_of_its_edition(evening: Evening, device: Devices) -> None:
    watch(evening, ["adler", "watson"])
    say(evening, do="token", pawn="adler", ticket="bus")
    wall = device(TV)
    wall.open("/table")
    expect(wall.page.locator("#pieces")).to_contain_text("No omnibus this turn")
    expect(wall.page.locator("#told")).to_have_text("Moriarty's next turn: no omnibus.")


def test_the_answer_to_a_token_is_a_scene_and_stays_under_the_headline(
    evening: Evening, device: Devices
) -> None:
    watch(evening, ["holmes", "watson"])
    wall = device(TV)
    wall.open("/table")
    expect(wall.page.locator("#last")).to_contain_text("Moriarty used a black ticket.")
    expect(wall.page.locator("#told")).to_be_empty()
    say(evening, do="token", pawn="watson", symbol="river")
    expect(wall.page.locator("#scene")).to_contain_text(re.compile("At a river: (yes|no)."))
    expect(wall.page.locator("#scene svg.symbol")).to_be_visible()
    expect(wall.page.locator("#told")).to_have_text(re.compile("At a river: (yes|no)."))
    expect(wall.page.locator("#scene")).to_be_hidden()


def test_a_token_says_what_it_asks_before_it_is_played(evening: Evening, device: Devices) -> None:
    watch(evening, ["holmes", "watson", "adler", "mycroft"])
    switch(evening, touch=True)
    tablet = device(TABLET)
    touch = tablet.open("/table").locator("#touch")
    expect(touch.get_by_role("button", name="Holmes which quarter?")).to_be_visible()
    touch.get_by_role("button", name="Adler forbid a ticket").click()
    expect(touch.locator(".about")).to_have_text("Adler: forbid a ticket")
    touch.get_by_role("button", name="Cancel").click()
    touch.get_by_role("button", name="Watson is he at a …?").click()
    expect(touch.locator(".about")).to_have_text("Watson: is he at a …?")
    touch.get_by_role("button", name="monument").click()
    touch.get_by_role("button", name="Confirm").click()
    expect(tablet.page.locator("#told")).to_have_text(re.compile("At a monument: (yes|no)."))


def test_when_he_gets_away_it_says_who_wins_and_why_and_marks_only_what_was_seen(
    evening: Evening, device: Devices
) -> None:
    begin(evening)
    ride(evening, MISTER_X, 102)
    wall = device(TV)
    wall.open("/table")
    expect(wall.page.locator("#turn")).to_have_text("Red to move")
    say(evening, do="time_up", then="lose")
    expect(wall.page.locator("#scene.end")).to_have_text("Mister X winsThe time is up.")
    expect(wall.page.locator("#track .filled strong")).to_have_text("102")
    expect(wall.page.locator("#track .seen")).to_have_count(0)


def test_where_he_can_be_is_shown_only_if_the_table_wants_to_count(evening: Evening, device: Devices) -> None:
    begin(evening)
    ride(evening, MISTER_X, 102)
    wall = device(TV)
    wall.open("/table")
    expect(wall.page.locator("#turn")).to_have_text("Red to move")
    expect(wall.page.locator("#places")).to_be_empty()
    switch(evening, possible=True)
    expect(wall.page.locator("#places")).to_contain_text("He can be at")
    expect(wall.page.locator("#board .heat path")).to_have_attribute("d", re.compile("M"))


def tap_station(someone: Device, station: int) -> None:
    someone.page.locator(f"{TARGETS}[data-station='{station}']").tap()


def test_a_detective_moves_by_touch_where_the_table_has_switched_that_on(
    evening: Evening, device: Devices
) -> None:
    begin(evening)
    ride(evening, MISTER_X, 102)
    tablet = device(TABLET)
    tablet.open("/table")
    expect(tablet.page.locator("#turn")).to_have_text("Red to move")
    assert tablet.page.locator(TARGETS).count() == 0
    expect(tablet.page.locator("#touch")).to_be_hidden()
    switch(evening, touch=True)
    expect(tablet.page.locator(TARGETS).first).to_be_visible()
    tap_station(tablet, 87)
    expect(tablet.page.locator("#touch .about")).to_have_text("Red to 87")
    tablet.page.get_by_role("button", name="Confirm").click()
    expect(tablet.page.locator("#turn")).to_have_text("Blue to move")
    evening.shows("TurnScreen")


def test_a_helicopter_flies_to_the_station_that_was_tapped_and_hovers_there(
    evening: Evening, device: Devices
) -> None:
    starts = {MISTER_X: 103, "red": 86, "blue": 29, "green": 41}
    deal(evening, "ny-chase-1999", ["red", "blue", "green"], starts, **FREE)
    evening.tap("*")
    ride(evening, MISTER_X, *reversed(_first_ride(evening)))
    switch(evening, touch=True)
    tablet = device(TABLET)
    page = tablet.open("/table")
    expect(page.locator("#board .station").first).to_be_attached()
    lies = page.locator("#board").bounding_box()
    page.get_by_role("button", name="Helicopter").click()
    expect(page.locator("#touch .about")).to_have_text("Tap where to fly.")
    assert page.locator("#board").bounding_box() == lies, "it moves under the finger"
    expect(page.locator("#board svg.open")).to_have_count(1)
    page.locator("#board .station", has_text=re.compile("^175$")).tap(force=True)
    expect(page.locator(f"{TARGETS}.chosen")).to_have_attribute("data-station", "175")
    page.get_by_role("button", name="Confirm").click()
    expect(page.locator("#told")).to_have_text("Red flies to 175.")
    expect(page.locator("#board .landing")).to_have_attribute("data-station", "175")
    expect(page.locator("#board .hovering.look-red")).to_have_attribute("data-station", "175")


def _first_ride(evening: Evening) -> tuple[str, int]:
    table = evening.bench.table
    assert table is not None
    return table.mister_x().moves[0]


# Across the room

SMALL, LARGE = Size(1280, 800), Size(1920, 1080)
UPRIGHT = Size(800, 1280)
COVERED = """() => {
  const boxes = [...document.querySelectorAll("#board .zoom button")].map((one) => one.getBoundingClientRect());
  return [...document.querySelectorAll("#board .station, #board .body")].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return boxes.some((box) => left < box.right && right > box.left && top < box.bottom && bottom > box.top);
  }).map((one) => one.textContent);
}"""
HIDES = """() => {
  const side = document.querySelector(".side");
  return side.scrollHeight > side.clientHeight || document.documentElement.scrollHeight > innerHeight;
}"""


def crowd(evening: Evening, edition: str) -> None:
    """As many detectives as can play, all they can press, and a few rounds behind them."""
    evening.shows("MenuScreen")
    rng = Random(edition)
    team = ["holmes", "watson", "adler", "mycroft", "lestrade"]
    if "variant" not in edition:
        team = ["red", "blue", "green", "yellow", "brown"][: TEAM_SIZES[edition][-1]]
    more = (
        {"map": "demo"}
        if "variant" in edition
        else FREE
        if edition in ("ny-chase-1999", "sherlock-2022")
        else {}
    )
    say(evening, do="new", edition=edition, detectives=team, seed=1, **more)
    table = evening.bench.table
    assert table is not None
    while table.game.open.window < 4 or table.game.open.turn.side is not Side.DETECTIVES:
        table.submit(legal_step(table.game, rng)[0])
        if table.game.open.outcome:
            table.undo()
    switch(evening, touch=True, possible=True)


@pytest.mark.parametrize("edition", EDITIONS)
def test_nobody_has_to_scroll_a_wall(evening: Evening, device: Devices, edition: str) -> None:
    crowd(evening, edition)
    for size in (SMALL, LARGE, UPRIGHT):
        wall = device(size, locale="de")
        wall.open("/table")
        expect(wall.page.locator("#touch")).to_be_visible()
        expect(wall.page.locator("#board .station").first).to_be_attached()
        assert not wall.page.evaluate(HIDES), size
        assert wall.page.evaluate(COVERED) == [], size
        # A number that is too small to be read is left out.
        expect(wall.page.locator("#board svg.far")).to_have_count(0)


def test_where_numbers_are_too_small_those_that_matter_are_there_all_the_same(
    evening: Evening, device: Devices
) -> None:
    begin(evening)
    phone = device(PHONE)
    phone.open("/table")
    expect(phone.page.locator("#board svg.far")).to_have_count(1)
    expect(phone.page.locator("#board .tag")).to_have_text(["86", "29", "41"])
    assert phone.page.evaluate(COVERED) == []


def test_on_a_low_board_one_button_is_left_and_it_covers_nothing(evening: Evening, device: Devices) -> None:
    begin(evening)
    phone = device(Size(740, 360, touch=True, mobile=True))
    phone.open("/table")
    expect(phone.page.locator("#board .zoom button:visible")).to_have_count(1)
    expect(phone.page.locator("#board .zoom button:visible")).to_have_accessible_name("The whole board")
    assert phone.page.evaluate(COVERED) == []


def test_where_he_can_only_be_at_one_station_it_says_that_this_is_known(
    evening: Evening, device: Devices
) -> None:
    evening.shows("MenuScreen")
    say(evening, do="new", edition="beginner-2014", detectives=["red", "blue", "green"], seed=1)
    switch(evening, possible=True)
    wall = device(TV)
    wall.open("/table")
    expect(wall.page.locator("#places")).to_have_text("They know where he is.")


def test_names_are_entered_and_stand_beside_the_pawns(evening: Evening, device: Devices) -> None:
    begin(evening)
    tablet = device(TABLET)
    tablet.open("/table")
    tablet.page.get_by_role("button", name="Menu").click()
    tablet.page.get_by_role("button", name="Who plays?").click()
    tablet.page.get_by_label("Red").fill("Zoë")
    tablet.page.get_by_role("button", name="Keep the names").click()
    expect(tablet.page.locator("#team tr").first).to_contain_text("Red · Zoë")
    other = device(TV)
    other.open("/table")
    expect(other.page.locator("#team tr").first).to_contain_text("Zoë")


def test_two_who_enter_names_at_once_do_not_undo_each_other(evening: Evening, device: Devices) -> None:
    begin(evening)
    table = evening.bench.table
    assert table is not None
    game = table.game_id
    assert game is not None
    tablets = [device(TABLET).open("/table") for _ in range(2)]
    for page in tablets:
        page.locator("#open-menu").click()
        page.locator("#name-players").click()
    for page, pawn, name in zip(tablets, ("Red", "Blue"), ("Ada", "Bob"), strict=True):
        page.get_by_label(pawn, exact=True).fill(name)
        page.get_by_role("button", name="Keep the names").click()
        expect(page.locator("#players")).to_be_hidden()
    assert table.players(game) == {"red": "Ada", "blue": "Bob"}


def test_a_table_that_does_not_answer_is_told_and_found_again(evening: Evening, device: Devices) -> None:
    begin(evening)
    wall = device(TV)
    wall.allow("net::ERR_")
    wall.open("/table")
    expect(wall.page.locator("#turn")).not_to_be_empty()
    evening.stop_serving()
    expect(wall.page.locator("#lost")).to_be_visible()
    evening.serve_again()
    expect(wall.page.locator("#lost")).to_be_hidden()


def test_the_menu_changes_the_language_and_the_light(evening: Evening, device: Devices) -> None:
    begin(evening)
    wall = device(TABLET, dark=True)
    page = wall.open("/table")
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Language").select_option("fr")
    expect(page.locator("#turn")).to_have_text("Mister X n'a pas encore de téléphone")
    page.locator("#open-menu").click()
    page.locator("#theme").select_option("light")
    expect(page.locator("body")).to_have_css("color", "rgb(28, 34, 48)")
