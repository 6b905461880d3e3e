"""Games that are over: looked up, played again step by step, and taken home as a file."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, expect

from companion.cli import main
from companion.language import LANGUAGES
from companion.protocol import hear
from companion.table import Table
from companion.web.games import replay_state
from tests.browser.devices import PHONE, TABLET, TV, Devices, Size
from tests.browser.evenings import Evening
from tests.support.players import legal_step

LYING = Size(640, 360, scale=2, touch=True, mobile=True)
FOUR_OR_MORE = re.compile(r"^([4-9]|\d\d+)$")


def played(evening: Evening, edition: str = "london-2014", seed: int = 3) -> Table:
    """A random game that has come to its end."""
    table = evening.bench.table
    assert table is not None
    team = ["holmes", "watson", "adler"] if "variant" in edition else ["red", "blue", "green"]
    table.submit(hear({"do": "new", "edition": edition, "detectives": team, "map": "demo", "seed": seed}))
    rng = Random(f"{edition} {seed}")
    while not table.game.open.outcome:
        table.submit(legal_step(table.game, rng)[0])
    return table


def fits(page: Page) -> bool:
    """Nothing is wider than the glass; a phone would widen its window to what is."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= screen.width"))


@pytest.mark.parametrize("size", [PHONE, TABLET, TV], ids=["phone", "tablet", "tv"])
def test_a_hunt_is_followed_with_buttons_slider_and_log(
    evening: Evening, device: Devices, size: Size
) -> None:
    table = played(evening)
    someone = device(size)
    page = someone.open(f"/games/{table.game_id}")
    assert table.game_id is not None
    steps = table.replay(table.game_id).steps
    slider = page.locator("#slider")
    expect(slider).to_have_attribute("max", str(len(steps)))
    expect(page.locator("#checked")).to_have_text(f"{len(steps)} steps checked: all by the rules.")
    page.get_by_role("button", name="Step on").click()
    expect(slider).to_have_value("2")
    page.get_by_role("button", name="Step back").click()
    expect(slider).to_have_value("1")
    slider.fill(str(len(steps)))
    expect(page.locator("#board .plate[data-station]")).to_have_attribute(
        "data-station", str(steps[-1].mister_x)
    )
    page.locator("#log tbody tr").nth(2).get_by_role("button").click()
    expect(page.locator("#log tr.now")).to_have_attribute("data-window", "3")
    assert fits(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_slides_sideways_on_a_small_phone(evening: Evening, device: Devices, language: str) -> None:
    table = played(evening, "sherlock-2022-variant")
    assert table.game_id is not None
    table.name_players(table.game_id, {"mister_x": "Maximiliane", "holmes": "B" * 24})
    someone = device(PHONE, locale=language)
    assert fits(someone.open("/games"))
    someone.page.locator("summary").click()
    assert fits(someone.page)
    someone.open(f"/games/{table.game_id}")
    someone.page.locator("#on").click()
    assert fits(someone.page)


@pytest.mark.parametrize("size", [PHONE, TABLET, LYING], ids=["phone", "tablet", "lying phone"])
def test_while_it_plays_only_the_log_scrolls_and_the_map_stays_in_view(
    evening: Evening, device: Devices, size: Size
) -> None:
    table = played(evening)
    page = device(size).open(f"/games/{table.game_id}")
    slider = page.locator("#slider")
    expect(slider).to_be_enabled()
    slider.fill(str(int(slider.get_attribute("max") or 0) - 3))
    before = page.evaluate("scrollY")
    page.get_by_role("button", name="Play").click()
    expect(slider).to_have_js_property("value", slider.get_attribute("max"))
    assert page.evaluate("scrollY") == before
    assert page.evaluate("document.querySelector('.scroll').scrollTop") > 0
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(page.locator("#board")).to_be_in_viewport(ratio=1)
    expect(page.locator("#play")).to_be_in_viewport(ratio=1)
    box, row = (page.locator(what).bounding_box() for what in (".scroll", "#log tr.now"))
    assert box is not None
    assert row is not None
    assert box["y"] <= row["y"] <= row["y"] + row["height"] <= box["y"] + box["height"] + 1


def test_where_only_one_station_is_left_it_says_that_they_know(evening: Evening, device: Devices) -> None:
    table = played(evening)
    assert table.game_id is not None
    known = next(step for step in table.replay(table.game_id).steps if step.places == 1)
    page = device(TV).open(f"/games/{table.game_id}")
    page.locator("#slider").fill(str(known.number))
    expect(page.locator("#now")).to_contain_text("They know where he is.")
    expect(page.locator("#plot svg")).to_have_attribute("aria-label", re.compile(r": 1 station(;|$)"))


def test_a_game_that_nobody_won_is_called_a_draw(evening: Evening, device: Devices) -> None:
    table = played(evening)
    assert table.game_id is not None
    told = replay_state(table.replay(table.game_id))
    told["summary"] |= {"winner": None, "reason": "both_stuck"}
    someone = device(TV)
    someone.page.route("**/replay.json", lambda route: route.fulfill(json=told))
    verdict = someone.open(f"/games/{table.game_id}").locator("#verdict")
    expect(verdict).to_have_text("Draw. Nobody can move any more.")


def test_the_columns_of_the_log_have_names_with_a_capital(evening: Evening, device: Devices) -> None:
    table = played(evening)
    page = device(TV).open(f"/games/{table.game_id}")
    expect(page.locator("#log thead th")).to_have_text(["Window", "Ride", "From", "To", "Seen", "Checked"])


def test_it_plays_by_itself_and_can_be_stopped(evening: Evening, device: Devices) -> None:
    table = played(evening)
    page = device(TV).open(f"/games/{table.game_id}")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#slider")).to_have_value(FOUR_OR_MORE)
    page.get_by_role("button", name="Pause").click()
    stood = page.locator("#slider").input_value()
    page.wait_for_timeout(1500)
    assert page.locator("#slider").input_value() == stood


def test_the_plot_has_a_point_for_every_window_and_leads_there(evening: Evening, device: Devices) -> None:
    table = played(evening)
    page = device(TV).open(f"/games/{table.game_id}")
    traces = table.hunt().traces
    expect(page.locator("#plot circle")).to_have_count(len(traces))
    page.locator("#plot .hit").nth(1).click()
    expect(page.locator("#log tr.now")).to_have_attribute("data-window", "2")


def test_names_are_entered_one_after_the_other(evening: Evening, device: Devices) -> None:
    table = played(evening)
    page = device(TABLET).open(f"/games/{table.game_id}")
    expect(page.locator("#play")).to_be_enabled()
    for pawn, name in (("Red", "Ada"), ("Blue", "Bob")):
        page.locator("#open-menu").click()
        page.locator("#name-players").click()
        page.get_by_label(pawn, exact=True).fill(name)
        page.get_by_role("button", name="Keep the names").click()
        expect(page.locator("#players")).to_be_hidden()
    (summary,) = table.games()
    assert summary.players == {"red": "Ada", "blue": "Bob"}


def test_the_record_is_downloaded_and_verified_on_the_command_line(
    evening: Evening, device: Devices, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table = played(evening)
    page = device(TV).open(f"/games/{table.game_id}")
    with page.expect_download() as coming:
        page.get_by_role("link", name="Download the record").click()
    file = tmp_path / "game.json"
    coming.value.save_as(file)
    assert main(["replay", str(file)]) == 0
    assert "all by the rules" in capsys.readouterr().out
    record = json.loads(file.read_text())
    record["steps"][3]["command"]["to"] = 1
    file.write_text(json.dumps(record))
    assert main(["replay", str(file)]) == 1


def test_games_are_listed_with_date_edition_winner_length_and_names(
    evening: Evening, device: Devices
) -> None:
    someone = device(TABLET)
    page = someone.open("/games")
    expect(page.locator("main")).to_contain_text("No game has been finished yet.")
    table = played(evening)
    played(evening, "sherlock-2022-variant", 5)
    assert table.game_id is not None
    table.name_players(table.game_id, {"mister_x": "Ann", "holmes": "Bob"})
    page.reload()
    rows = page.locator(".past li")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("Sherlock Holmes (2022), variant")
    expect(rows.first).to_contain_text("Moriarty: Ann")
    expect(rows.first).to_contain_text("rounds")
    expect(page.locator(".statistics")).to_contain_text("Ann")
    rows.first.get_by_role("link").click()
    expect(page.locator("#checked")).to_contain_text("all by the rules")


def test_the_statistics_are_folded_until_there_is_room_beside_the_list(
    evening: Evening, device: Devices
) -> None:
    played(evening)
    small, large = device(PHONE).open("/games"), device(TV).open("/games")
    expect(large.get_by_role("heading", name="By edition")).to_be_visible()
    by_edition = small.get_by_role("heading", name="By edition")
    expect(by_edition).to_be_hidden()
    small.locator("summary").click()
    expect(by_edition).to_be_visible()


def test_of_a_game_that_is_not_over_there_is_nothing_to_see(evening: Evening, device: Devices) -> None:
    table = evening.bench.table
    assert table is not None
    table.submit(hear({"do": "new", "edition": "london-2014", "detectives": ["red", "blue"], "seed": 1}))
    someone = device(PHONE)
    someone.allow("404")
    expect(someone.open(f"/games/{table.game_id}").locator("main")).to_contain_text("There is nothing here.")
