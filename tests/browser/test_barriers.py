"""axe-core looks at every page, in every language, by night and by day: nobody is kept out."""

from __future__ import annotations

import pytest

from companion.games.pursuit.commands import MISTER_X
from companion.language import LANGUAGES
from companion.protocol import hear
from tests.browser.axe import Axe
from tests.browser.devices import PHONE, TABLET, Device, Devices
from tests.browser.evenings import Evening
from tests.browser.phones import Phone, deal
from tests.browser.test_replay_page import played

STARTS = {MISTER_X: 35, "red": 26, "blue": 29, "green": 50, "bobby1": 53}
LIGHTS = pytest.mark.parametrize("dark", [True, False], ids=["night", "day"])
TONGUES = pytest.mark.parametrize("language", list(LANGUAGES))


@TONGUES
@LIGHTS
def test_the_pages_for_everybody_have_no_barriers(
    evening: Evening, device: Devices, axe: Axe, language: str, dark: bool
) -> None:
    someone = device(TABLET, locale=language, dark=dark)
    axe(someone.open("/table"))
    axe(someone.open("/games"))
    table = played(evening)
    assert table.game_id is not None
    table.name_players(table.game_id, {"mister_x": "Ann", "red": "Bob"})
    axe(someone.open("/table"))
    axe(someone.open("/games"))
    someone.open(f"/games/{table.game_id}")
    someone.page.locator("#on").click()
    axe(someone.page)
    someone.allow("404")
    axe(someone.open("/nothing"))


def _in(phone: Device, evening: Evening) -> None:
    """Through the code and the check, whatever the language."""
    screen = evening.screen
    phone.open(f"/X/{screen.code}")  # type: ignore[union-attr]


@TONGUES
@LIGHTS
def test_mister_xs_pages_have_no_barriers_covered_or_open(
    evening: Evening, device: Devices, axe: Axe, language: str, dark: bool
) -> None:
    deal(evening, "london-2014", ["red", "blue", "green"], STARTS)
    someone = device(PHONE, locale=language, dark=dark)
    page = someone.open("/x")
    axe(page)
    _in(someone, evening)
    axe(page)
    page.locator("button.first").click()
    page.locator(".check svg").first.wait_for()
    axe(page)
    phone = Phone(someone, evening)
    evening.shows("CheckScreen")
    page.wait_for_timeout(400)
    evening.tap("#")
    page.locator("#hold").wait_for()
    axe(page)
    phone.keep_open()
    axe(page)
    phone.choose(22)
    axe(page)
    for tab in ("log", "team"):
        page.locator(f"#tab-{tab}").click()
        axe(page)
    page.locator("#open-menu").click()
    axe(page)


@LIGHTS
def test_the_table_page_with_moves_by_touch_and_troubles_has_no_barriers(
    evening: Evening, device: Devices, axe: Axe, dark: bool
) -> None:
    deal(evening, "london-2014", ["red", "blue", "green"], STARTS)
    evening.tap("*")
    table, box = evening.bench.table, evening.box
    assert table is not None
    evening.bench.set_fault("lights", True)
    box.post(lambda: box.desk.change(touch=True, possible=True))
    table.submit(hear({"do": "travel", "pawn": MISTER_X, "ticket": "taxi", "to": 22}))
    someone = device(TABLET, dark=dark)
    page = someone.open("/table")
    page.locator("#board [role=button]").first.wait_for()
    axe(page)
    page.locator("#board [role=button]").first.focus()
    page.keyboard.press("Enter")
    page.locator("#touch .first").wait_for()
    axe(page)
    page.locator("#open-menu").click()
    page.locator("#name-players").click()
    axe(page)
