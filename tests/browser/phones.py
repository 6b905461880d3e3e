"""Mister X with his phone, and the table that lets him in."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from companion.games.pursuit.views import MisterXView
from companion.panel.panel import UNREAD
from companion.panel.screens.pairing import CheckScreen, QrScreen
from companion.protocol import hear
from companion.symbols import SYMBOLS
from tests.browser.devices import PHONE, Device, Devices, Size
from tests.browser.evenings import Evening

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

SLIDE = 70
"""Pixels upwards that keep his page open."""
TARGETS = "#board [role=button]"


def sit_down(evening: Evening, edition: int = 1, detectives: int = 3) -> None:
    """From the first menu to the code for a phone: the *edition* in this place of the list, as the book has it."""
    evening.shows("MenuScreen")
    evening.tap(f"1 {edition} {detectives}# 1")
    evening.shows("ListScreen")
    while evening.page == "Opening":
        evening.tap("#")
    evening.shows("QrScreen")


def deal(
    evening: Evening, edition: str, detectives: list[str], starts: dict[str, int], **more: object
) -> None:
    """A game with these cards, up to the code for a phone."""
    evening.shows("MenuScreen")
    said = {"do": "new", "edition": edition, "detectives": detectives, "starts": starts, "seed": 1, **more}
    table = evening.bench.table
    assert table is not None
    table.submit(hear(said))
    evening.shows("ListScreen")
    while evening.page == "Opening":
        evening.tap("#")
    evening.shows("QrScreen")


class Phone:
    """His phone, or one that would like to be."""

    def __init__(self, device: Device, evening: Evening) -> None:
        self.device, self.evening = device, evening

    @property
    def page(self) -> Page:
        return self.device.page

    # Pairing

    def scan(self) -> None:
        """What the camera does: open the address that the display shows."""
        screen = self.evening.screen
        assert isinstance(screen, QrScreen), screen
        self.device.open(screen.address.removeprefix(self.evening.address.upper().rstrip("/")))

    def knock(self) -> None:
        self.page.get_by_role("button", name="I am Mister X").click()

    def check(self) -> list[str]:
        """The names of the symbols on the phone, as soon as it shows them."""
        symbols = self.page.locator(".check svg")
        expect(symbols).to_have_count(2)
        return [svg.get_attribute("aria-label") or "" for svg in symbols.all()]

    def accepted(self) -> None:
        """The table has compared, and presses #."""
        self.evening.shows("CheckScreen")
        screen = self.evening.screen
        assert isinstance(screen, CheckScreen)
        on_display = [
            next(s.name_text for s in SYMBOLS.values() if s.rows == rows) for rows in screen.symbols
        ]
        assert self.check() == on_display
        time.sleep(UNREAD)
        self.evening.tap("#")
        expect(self.page.locator("#hold")).to_be_visible()

    def pair(self) -> Phone:
        self.scan()
        self.knock()
        self.accepted()
        expect(self.page.locator("#turn")).not_to_be_empty()
        return self

    # Looking

    @property
    def secret(self) -> Locator:
        return self.page.locator("#secret")

    @contextmanager
    def held(self) -> Iterator[None]:
        """His thumb is on the bar."""
        with self.device.hold(self.page.locator("#hold")):
            expect(self.secret).to_be_visible()
            yield
        expect(self.secret).to_be_hidden()

    def keep_open(self) -> None:
        """He slides his thumb up, unless it is open already."""
        expect(self.page.locator("#turn")).not_to_be_empty()  # before that nobody listens to a thumb
        if self.secret.is_visible():
            return
        bar = self.page.locator("#hold").bounding_box()
        assert bar is not None
        x, y = bar["x"] + bar["width"] / 2, bar["y"] + bar["height"] / 2
        touch = self.page.context.new_cdp_session(self.page)
        for kind, points in (
            ("touchStart", [{"x": x, "y": y}]),
            ("touchMove", [{"x": x, "y": y - SLIDE / 2}]),
            ("touchMove", [{"x": x, "y": y - SLIDE}]),
            ("touchEnd", []),
        ):
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        expect(self.secret).to_be_visible()

    # Playing

    def key(self, key: str) -> Locator:
        return self.page.locator(f"#sheet [data-key='{key}']")

    def press(self, key: str) -> None:
        self.key(key).click()

    def target(self, station: int) -> Locator:
        return self.page.locator(f"{TARGETS}[data-station='{station}']")

    def choose(self, station: int) -> None:
        """Type the number."""
        self.page.locator("#type-to").fill(str(station))
        self.press("go-to")

    def confirm(self) -> None:
        """Confirm, and wait until the table has taken it."""
        table = self.table_step()
        self.press("confirm")
        self.evening.until(lambda: self.table_step() != table)
        expect(self.key("confirm")).to_have_count(0)

    def table_step(self) -> int:
        table = self.evening.bench.table
        assert table is not None
        return table.step

    def view(self) -> MisterXView:
        """What he may know."""
        table = self.evening.bench.table
        assert table is not None
        return table.mister_x()


def his_phone(device: Devices, evening: Evening, size: Size = PHONE, **taste: bool | str) -> Phone:
    return Phone(device(size, **taste), evening)  # type: ignore[arg-type]
