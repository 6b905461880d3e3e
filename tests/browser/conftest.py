"""One Chromium for each worker, an evening and devices for each test."""

from __future__ import annotations

import os
import re
from collections.abc import Generator, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

from tests.browser.axe import Axe
from tests.browser.devices import PATIENCE, Devices
from tests.browser.evenings import Evening, open_evening
from tools.browser import axe_core, no_axe_core, no_browser
from tools.browser import chromium as find_chromium

if TYPE_CHECKING:
    from playwright.sync_api import Browser

HERE = Path(__file__).parent
FAILURES = HERE / "failures"
FLAGS = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def lack(what: str) -> NoReturn:
    """Skip what can't be done here; but CI has to be able to do everything."""
    if os.environ.get("CI"):
        pytest.fail(what, pytrace=False)
    pytest.skip(what)


class WithoutDriver(pytest.File):
    """Tests on a machine that Playwright does not know."""

    def collect(self) -> NoReturn:
        lack(no_browser())


def pytest_pycollect_makemodule(module_path: Path, parent: pytest.Collector) -> pytest.File | None:
    if find_spec("playwright"):
        return None
    return WithoutDriver.from_parent(parent, path=module_path)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("browser")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """A page that complains fails its test, and of a test that fails there are pictures."""
    devices = getattr(item, "funcargs", {}).get("device")
    if devices is None:
        return (yield)
    name = re.sub(r"\W+", "-", item.name).strip("-")
    for old in FAILURES.glob(f"{name}-*.png"):
        old.unlink(missing_ok=True)
    try:
        done = yield
        devices.must_be_content()
        return done
    except Exception:
        devices.photograph(FAILURES / name)
        raise


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser, with an empty profile."""
    if why := no_browser():
        lack(why)
    from playwright.sync_api import expect, sync_playwright

    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        # Root has no sandbox: Chromium would refuse to start.
        browser = playwright.chromium.launch(
            executable_path=find_chromium(),
            args=FLAGS,
            chromium_sandbox=os.geteuid() != 0,
            timeout=3 * PATIENCE,
        )
        yield browser
        browser.close()


@pytest.fixture
def evening(chromium: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Evening]:
    """A table with nothing on it yet; its parameter, given indirectly, is what the configuration says."""
    config: dict[str, Any] = getattr(request, "param", {})
    evening = open_evening(tmp_path, **config)
    yield evening
    evening.close()


@pytest.fixture
def device(chromium: Browser, evening: Evening) -> Iterator[Devices]:
    """Call it for a device; there may be several."""
    devices = Devices(chromium, evening.address)
    yield devices
    devices.close()


@pytest.fixture(scope="session")
def axe() -> Axe:
    """Call it with a page that must have no barriers."""
    if why := no_axe_core():
        lack(why)
    return Axe(axe_core())
