"""What the other tests rely on: a page that does something it should not is found out, and a network can fail."""

from __future__ import annotations

import pytest
from playwright.sync_api import Error

from tests.browser.axe import Axe
from tests.browser.devices import PHONE, TABLET, Devices, Size
from tests.browser.evenings import Evening

MISDEEDS = {
    "console: trouble": "console.error('trouble')",
    "uncaught: Error: trouble": "setTimeout(() => { throw new Error('trouble'); })",
    "Content Security Policy": "document.body.setAttribute('style', 'color: red')",
    "status of 404": "fetch('/nowhere')",
}


@pytest.mark.parametrize("complaint", MISDEEDS)
def test_a_page_is_heard_when_it_complains(device: Devices, complaint: str) -> None:
    someone = device()
    page = someone.open()
    page.evaluate(f"async () => {{ await ({MISDEEDS[complaint]}); }}")
    page.evaluate("new Promise((done) => setTimeout(done))")
    assert any(complaint in one for one in someone.complaints)
    with pytest.raises(AssertionError, match=r"console|uncaught"):
        device.must_be_content()
    someone.allow(".")
    assert not someone.complaints


def test_no_device_gets_anywhere_but_to_the_table(device: Devices) -> None:
    someone = device()
    for elsewhere in ("http://127.0.0.2/", "http://misterx.example/"):
        with pytest.raises(Error, match="ERR_SOCKS_CONNECTION_FAILED"):
            someone.page.goto(elsewhere)
        assert f"asked elsewhere: {elsewhere}" in someone.complaints
    someone.allow("asked elsewhere")


@pytest.mark.parametrize("size", [PHONE, TABLET])
def test_a_device_is_what_it_says(device: Devices, size: Size) -> None:
    page = device(size, locale="fr", dark=False, calm=True).open()
    assert page.evaluate("[innerWidth, innerHeight, devicePixelRatio]") == [
        size.width,
        size.height,
        size.scale,
    ]
    for query in ("prefers-color-scheme: light", "prefers-reduced-motion: reduce", "pointer: coarse"):
        assert page.evaluate("query => matchMedia(query).matches", f"({query})"), query
    assert page.evaluate("navigator.language") == "fr"


def test_a_silent_network_keeps_everybody_waiting_and_loses_nothing(
    evening: Evening, device: Devices
) -> None:
    someone, other = device(), device()
    page = someone.open()
    ask = "() => fetch('/static/hat.svg', { signal: AbortSignal.timeout(300) }).then(() => 'came', () => 'late')"
    with someone.silence():
        assert page.evaluate(ask) == "late"
        assert other.open().evaluate("document.title")
    assert page.evaluate("() => fetch('/static/hat.svg').then((answer) => answer.ok)")


def test_barriers_are_found_in_spite_of_the_policy_of_the_page(device: Devices, axe: Axe) -> None:
    page = device().open()
    axe(page)
    page.evaluate(
        "document.querySelector('#stuck').closest('label').replaceWith(document.querySelector('#stuck'))"
    )
    with pytest.raises(AssertionError, match=r"select-name \(critical\)(.|\n)*<select id=\"stuck\">"):
        axe(page)


def test_text_that_is_hard_to_read_is_found_on_a_gradient_too(device: Devices, axe: Axe) -> None:
    page = device().open("/games")  # which changes by nobody's hand but ours
    page.evaluate("document.querySelector('h1').style.color = '#1c2738'")
    before = page.content()
    (barrier,) = {barrier["id"]: barrier for barrier in axe.barriers(page)}.values()
    assert barrier["id"] == "color-contrast"
    assert [part["target"] for part in barrier["nodes"]] == [["h1"]]
    assert page.content() == before


def test_a_finger_types_with_the_patience_of_a_scanner(evening: Evening) -> None:
    evening.shows("MenuScreen")
    evening.tap("1 2 3# 1")
    evening.shows("ListScreen")
    assert not evening.keys_down
