"""What people hold in their hands: a browser window of some size that may not complain about anything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from tests.browser.wire import Wire

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, Request

PATIENCE = 30_000
"""Milliseconds for anything that is waited for."""
_OF_NO_HOST = {"about", "blob", "data"}


@dataclass(frozen=True, slots=True)
class Size:
    width: int
    height: int
    scale: int = 1
    touch: bool = False
    mobile: bool = False


PHONE = Size(360, 640, scale=2, touch=True, mobile=True)
TABLET = Size(820, 1180, touch=True)
DESKTOP = TV = Size(1280, 720)


class Device:
    """Cookies of its own, and a first page."""

    def __init__(self, context: BrowserContext, size: Size, address: str, wire: Wire) -> None:
        self.context, self.size, self._address, self._wire = context, size, address, wire
        self._heard: list[str] = []
        self._allowed: list[str] = []
        context.set_default_timeout(PATIENCE)
        context.on("console", self._read)
        context.on("weberror", lambda lost: self._heard.append(f"uncaught: {lost.error.stack or lost.error}"))
        context.on("request", self._watch)
        context.on("page", lambda page: page.on("crash", lambda _: self._heard.append("the page crashed")))
        self.page = context.new_page()

    def open(self, path: str = "/") -> Page:
        """The page at *path* of the evening, in the first window."""
        self.page.goto(path)
        return self.page

    # Complaints

    def allow(self, pattern: str) -> None:
        """Complaints in which *pattern* is found are part of this test."""
        self._allowed.append(pattern)

    @property
    def complaints(self) -> list[str]:
        """What went wrong in the pages and was not allowed."""
        for page in self.context.pages:
            with suppress(Exception):  # a page that crashed has nothing more to say
                page.evaluate("0")  # what it said before its answer has arrived with that
        return [what for what in self._heard if not any(re.search(one, what) for one in self._allowed)]

    def _read(self, said: ConsoleMessage) -> None:
        # What violates the Content-Security-Policy is an error, too.
        if said.type == "error":
            self._heard.append(f"console: {said.text} ({said.location['url']})")

    def _watch(self, request: Request) -> None:
        url = request.url
        if not url.startswith(self._address) and urlsplit(url).scheme not in _OF_NO_HOST:
            self._heard.append(f"asked elsewhere: {url}")

    # Mishaps

    @contextmanager
    def offline(self) -> Iterator[None]:
        """The network is lost, as by a phone that leaves the house, and is back at the end."""
        self.allow("net::ERR_")  # which one depends on the moment
        self.context.set_offline(True)
        self._wire.cut()
        yield
        self.context.set_offline(False)

    @contextmanager
    def silence(self) -> Iterator[None]:
        """Nothing gets through until the end, and the browser does not know: whoever asks waits."""
        self._wire.hush()
        yield
        self._wire.flow()

    def close(self) -> None:
        self.context.close()
        self._wire.close()

    # Fingers

    @contextmanager
    def hold(self, what: Locator) -> Iterator[None]:
        """A finger, or the mouse where there is no touch, on the middle of *what* until the end."""
        what.scroll_into_view_if_needed()
        place = what.bounding_box()
        assert place is not None, "it is not to be seen"
        x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
        if self.size.touch:
            # Playwright's own taps lift the finger at once.
            touch = self.context.new_cdp_session(what.page)
            touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
            yield
            touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        else:
            what.page.mouse.move(x, y)
            what.page.mouse.down()
            yield
            what.page.mouse.up()


class Devices:
    """Everybody's devices; call it for another one."""

    def __init__(self, browser: Browser, address: str) -> None:
        self._browser, self._address = browser, address
        self._all: list[Device] = []

    def __call__(
        self, size: Size = DESKTOP, *, locale: str = "en", dark: bool = True, calm: bool = False
    ) -> Device:
        """A device of this *size* whose owner likes it *dark* or not, and *calm*: with little motion."""
        table = urlsplit(self._address)
        assert table.hostname is not None
        assert table.port is not None
        wire = Wire(table.hostname, table.port)
        context = self._browser.new_context(
            base_url=self._address,
            proxy={"server": wire.address},
            viewport={"width": size.width, "height": size.height},
            device_scale_factor=size.scale,
            has_touch=size.touch,
            is_mobile=size.mobile,
            locale=locale,
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if calm else "no-preference",
        )
        self._all.append(Device(context, size, self._address, wire))
        return self._all[-1]

    def close(self) -> None:
        for device in self._all:
            device.close()

    def must_be_content(self) -> None:
        """Fails if a page complained about something that the test did not allow."""
        assert not (complaints := [what for device in self._all for what in device.complaints]), complaints

    def photograph(self, picture: Path) -> None:
        """Keep what is to be seen on every device, numbered from 1."""
        pages = [page for device in self._all for page in device.context.pages]
        for number, page in enumerate(pages, 1):
            with suppress(Exception):  # the failure itself is told by the test
                page.screenshot(path=picture.with_name(f"{picture.name}-{number}.png"), full_page=True)
