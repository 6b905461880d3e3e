"""The drawing of the board under hands: fingers, wheel, buttons and keys, and eyes that want it calm."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from tests.browser.devices import TABLET, Device, Devices
from tests.browser.evenings import Evening
from tests.browser.hunts import STARTS
from tests.browser.phones import deal

if TYPE_CHECKING:
    from playwright.sync_api import Page

Seen = tuple[float, float, float]
"""Where the board's corner is in the window, and at which scale it is drawn."""


def seen(page: Page) -> Seen:
    style = page.locator("#board .world").get_attribute("style") or ""
    x, y, scale = map(float, re.findall(r"-?[\d.]+(?:e-?\d+)?", style))
    return x, y, scale


def changed(page: Page, before: Seen) -> Seen:
    """What is seen as soon as it is something else, and at rest."""
    moved = "before => document.querySelector('#board .world').style.transform !== before"
    page.wait_for_function(moved, arg=_transform(before))
    now, still = seen(page), 0
    while still < 3:
        page.wait_for_timeout(80)
        later = seen(page)
        now, still = later, still + 1 if later == now else 0
    return now


def _transform(at: Seen) -> str:
    x, y, scale = (f"{number:g}" if number != int(number) else str(int(number)) for number in at)
    return f"translate({x}px, {y}px) scale({scale})"


class Hand:
    """Fingers on a page, each at a point."""

    def __init__(self, page: Page) -> None:
        self._devtools = page.context.new_cdp_session(page)

    def down(self, *points: tuple[float, float]) -> None:
        self._send("touchStart", points)

    def move(self, *points: tuple[float, float]) -> None:
        self._send("touchMove", points)

    def lift(self, number: int, point: tuple[float, float]) -> None:
        """The finger of that *number*, counted from 0, comes up; the others stay."""
        self._send("touchEnd", (point,), number)

    def up(self) -> None:
        self._send("touchEnd", ())

    def _send(self, kind: str, points: tuple[tuple[float, float], ...], first: int = 0) -> None:
        touch = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points, first)]
        self._devtools.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touch})


@pytest.fixture
def tablet(evening: Evening, device: Devices) -> Device:
    """A table page of a game in London, with the whole board in view."""
    deal(evening, "london-2014", ["red", "blue", "green"], STARTS)
    return look(device(TABLET))


def look(someone: Device) -> Device:
    page = someone.open("/table")
    expect(page.locator("#board .world")).to_have_attribute("style", re.compile("scale"))
    page.wait_for_timeout(300)
    return someone


def middle(page: Page) -> tuple[float, float]:
    box = page.locator("#board").bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_two_fingers_pull_the_board_closer_and_push_it_away(tablet: Device) -> None:
    page = tablet.page
    x, y = middle(page)
    whole = seen(page)
    hand = Hand(page)
    hand.down((x - 40, y), (x + 40, y))
    for spread in (60, 80, 100, 120):
        hand.move((x - spread, y), (x + spread, y))
    hand.up()
    close = changed(page, whole)
    assert 2 < close[2] / whole[2] < 3.2
    hand.down((x - 120, y), (x + 120, y))
    for spread in (100, 60, 40, 20):
        hand.move((x - spread, y), (x + spread, y))
    hand.up()
    assert changed(page, close)[2] == whole[2], "the board is never smaller than its window"


def test_one_finger_pushes_the_board_about_and_never_out_of_sight(tablet: Device) -> None:
    page = tablet.page
    x, y = middle(page)
    whole = seen(page)
    page.get_by_role("button", name="Closer").click()
    before = changed(page, whole)
    hand = Hand(page)
    hand.down((x, y))
    for step in range(1, 6):
        hand.move((x - 20 * step, y + 10 * step))
    hand.up()
    after = changed(page, before)
    assert after[2] == before[2]
    assert -101 <= after[0] - before[0] < -60
    assert 30 < after[1] - before[1] <= 51
    for _ in range(12):
        hand.down((x, y))
        for step in range(1, 6):
            hand.move((x - 60 * step, y))
        hand.up()
    page.wait_for_timeout(200)
    box = page.locator("#board").bounding_box()
    lines = page.locator("#board .world").bounding_box()
    assert box is not None
    assert lines is not None
    assert lines["x"] + lines["width"] > box["x"] + box["width"] / 3


def test_the_buttons_do_the_same_for_one_hand(tablet: Device) -> None:
    page = tablet.page
    whole = seen(page)
    for name, grows in (("Closer", 1), ("Closer", 1), ("Further away", -1)):
        before = seen(page)
        page.get_by_role("button", name=name).click()
        after = changed(page, before)
        assert (after[2] - before[2]) * grows > 0
    page.get_by_role("button", name="The whole board").click()
    assert changed(page, after) == pytest.approx(whole)


@pytest.mark.parametrize(
    ("key", "moves"),
    [
        ("ArrowLeft", lambda before, after: after[0] > before[0]),
        ("ArrowRight", lambda before, after: after[0] < before[0]),
        ("ArrowUp", lambda before, after: after[1] > before[1]),
        ("ArrowDown", lambda before, after: after[1] < before[1]),
        ("+", lambda before, after: after[2] > before[2]),
        ("-", lambda before, after: after[2] < before[2]),
    ],
)
def test_the_keys_of_a_keyboard_move_it(
    tablet: Device, key: str, moves: Callable[[Seen, Seen], bool]
) -> None:
    page = tablet.page
    whole = seen(page)
    page.get_by_role("button", name="Closer").click()
    before = changed(page, whole)
    page.locator("#board > svg").focus()
    page.keyboard.press(key)
    assert moves(before, changed(page, before))


def test_a_wheel_pulls_closer_what_lies_under_the_mouse(tablet: Device) -> None:
    page = tablet.page
    box = page.locator("#board").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 4, box["y"] + box["height"] / 2
    whole = seen(page)
    page.mouse.move(x, y)
    page.mouse.wheel(0, -300)
    close = changed(page, whole)
    assert close[2] > whole[2]

    def under_the_mouse(at: Seen) -> float:
        assert box is not None
        return (x - box["x"] - at[0]) / at[2]

    assert under_the_mouse(close) == pytest.approx(under_the_mouse(whole), abs=1.5)


@pytest.mark.parametrize("calm", [True, False])
def test_who_likes_little_motion_is_there_at_once(evening: Evening, device: Devices, calm: bool) -> None:
    deal(evening, "london-2014", ["red", "blue", "green"], STARTS)
    page = look(device(TABLET, calm=calm)).page
    page.evaluate(
        """() => {
            window.seen = new Set();
            const world = document.querySelector("#board .world");
            new MutationObserver(() => seen.add(world.style.transform)).observe(world, { attributes: true });
        }"""
    )
    before = seen(page)
    page.get_by_role("button", name="Closer").click()
    changed(page, before)
    looks = page.evaluate("seen.size")
    assert looks == 1 if calm else looks > 1
