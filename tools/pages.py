"""Pictures of the pages for the docs: ``python -m tools.pages`` plays an evening in Chromium and takes them.

They are to look at, not to compare: fonts and browsers differ from machine to machine.
"""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from companion.box import Box
from companion.config import Config
from companion.games.pursuit import commands as c
from companion.games.pursuit.tickets import TICKETS
from companion.protocol import hear
from companion.table import Table
from companion.web.app import create_app
from companion.web.server import Server
from companion.workbench import Workbench
from firmware.keys import Key
from tools.browser import chromium

FOLDER = Path(__file__).parent.parent / "docs" / "pages"
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
TABLET: dict[str, Any] = {"viewport": {"width": 820, "height": 1180}}
WALL: dict[str, Any] = {"viewport": {"width": 1440, "height": 810}}
TEAM = {"red": 26, "blue": 29, "green": 50, "yellow": 53}
GAP = 16
REST = 1.2
"""Seconds until a map has come to rest."""


class Evening:
    """A simulated table with its pages."""

    def __init__(self, folder: Path, browser: Browser) -> None:
        self.bench = Workbench(Config(night=None), folder / "journal", lambda: self.server.address)
        self.server = Server(create_app(self.bench, self.bench), "127.0.0.1", 0)
        self._browser = browser

    @property
    def table(self) -> Table:
        assert self.bench.table is not None
        return self.bench.table

    @property
    def box(self) -> Box:
        assert self.bench._box is not None
        return self.bench._box

    def window(self, size: dict[str, Any], path: str, scheme: str = "dark") -> Page:
        context = self._browser.new_context(base_url=self.server.address, color_scheme=scheme, **size)  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(path)
        time.sleep(REST)
        return page

    def begin(self) -> None:
        """London with four detectives, up to the code for a phone."""
        said = {"do": "new", "edition": "london-2014", "detectives": list(TEAM), "seed": 3}
        self.table.submit(hear(said | {"starts": {c.MISTER_X: 35, **TEAM}}))
        assert self.bench.pairing is not None
        while not self.bench.pairing.offer:
            self.box.press(Key.HASH)
            time.sleep(0.1)

    def accept(self) -> None:
        assert self.bench.pairing is not None
        while not self.bench.pairing.paired:
            time.sleep(0.5)
            self.box.press(Key.HASH)

    def rounds(self, count: int, rng: Random) -> None:
        """Everybody moves so many times; nobody runs into him."""
        for _ in range(count):
            ticket, to = rng.choice(self.table.mister_x().moves)
            self.table.submit(c.Travel(c.MISTER_X, TICKETS[ticket], to))
            self.reply(rng)

    def reply(self, rng: Random) -> None:
        while (sight := self.table.sight()) and sight.choices.pawns:
            here = self.table.mister_x().mister_x.station
            pawn, choices = next(iter(sight.choices.pawns.items()))
            ticket, to = rng.choice([ride for ride in choices.rides if ride[1] != here])
            self.table.submit(c.Travel(pawn, TICKETS[ticket], to))

    def close(self) -> None:
        self.server.close()
        self.bench.close()


def shot(page: Page, full: bool = False) -> Image.Image:
    return Image.open(io.BytesIO(page.screenshot(full_page=full))).convert("RGB")


def beside(*pictures: Image.Image) -> Image.Image:
    """*pictures* in a row."""
    width = sum(picture.width for picture in pictures) + GAP * (len(pictures) - 1)
    row = Image.new("RGB", (width, max(picture.height for picture in pictures)), (128, 128, 128))
    x = 0
    for picture in pictures:
        row.paste(picture, (x, 0))
        x += picture.width + GAP
    return row


def keep(name: str, picture: Image.Image, width: int) -> None:
    if picture.width > width:
        picture = picture.resize(
            (width, round(picture.height * width / picture.width)), Image.Resampling.LANCZOS
        )
    picture.save(FOLDER / f"{name}.png", optimize=True)
    print(f"docs/pages/{name}.png")


def uncover(page: Page) -> None:
    """He keeps his page open."""
    page.locator("#hold").focus()
    page.keyboard.press("Enter")
    time.sleep(REST)


@contextmanager
def an_evening() -> Iterator[Evening]:
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--disable-gpu"], chromium_sandbox=False
        )
        evening = Evening(Path(folder), browser)
        try:
            yield evening
        finally:
            evening.close()
            browser.close()


def pairing(evening: Evening) -> Page:
    """From the code to his page."""
    assert evening.bench.pairing is not None
    offer = evening.bench.pairing.offer
    assert offer is not None
    page = evening.window(PHONE, f"/X/{offer.code}")
    pictures = [shot(page)]
    page.locator("button.first").click()
    page.locator(".check svg").first.wait_for()
    pictures.append(shot(page))
    evening.accept()
    page.locator("#hold").wait_for()
    time.sleep(REST)
    pictures.append(shot(page))
    keep("pairing", beside(*pictures), 1100)
    return page


def his(evening: Evening, page: Page, rng: Random) -> None:
    """Looking, choosing, the log."""
    evening.rounds(5, rng)
    uncover(page)
    pictures = [shot(page)]
    page.locator("#type-to").fill(str(evening.table.mister_x().moves[-1][1]))
    page.locator("[data-key=go-to]").click()
    time.sleep(REST)
    pictures.append(shot(page))
    page.locator("[data-key=cancel]").click()
    page.locator("#tab-log").click()
    pictures.append(shot(page))
    keep("mister-x", beside(*pictures), 1100)


def everybody(evening: Evening, rng: Random) -> None:
    """The table page, then the end."""
    evening.box.post(lambda: evening.box.desk.change(possible=True))
    ticket, to = rng.choice(evening.table.mister_x().moves)
    evening.table.submit(c.Travel(c.MISTER_X, TICKETS[ticket], to))
    keep("table", shot(evening.window(WALL, "/table")), 1440)
    evening.box.post(lambda: evening.box.desk.change(touch=True))
    keep("table-by-day", shot(evening.window(TABLET, "/table", "light"), full=True), 820)
    evening.reply(rng)
    while not ((sight := evening.table.sight()) and sight.view.outcome):
        evening.rounds(1, rng)
    game = evening.table.game_id
    assert game is not None
    evening.table.name_players(game, {c.MISTER_X: "Ann", "red": "Bob", "blue": "Chloé"})
    page = evening.window(WALL, f"/games/{game}")
    for _ in range(42):
        page.locator("#on").click()
    time.sleep(REST)
    keep("replay", shot(page), 1440)


def main() -> int:
    FOLDER.mkdir(exist_ok=True)
    rng = Random(2)
    with an_evening() as evening:
        evening.begin()
        his(evening, pairing(evening), rng)
        everybody(evening, rng)
    return 0


if __name__ == "__main__":
    sys.exit(main())
