"""The simulated table's routes: what they do to the box, and what they refuse."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.web.hands import FINGERS
from firmware.keys import KEYS, Key
from tests.web.evenings import OURS, SHERLOCK, an_evening, pages, stranger
from tests.web.fake_workbench import LIGHTS, FakeWorkbench


@pytest.fixture
def bench() -> FakeWorkbench:
    return FakeWorkbench()


@pytest.fixture
def client(bench: FakeWorkbench) -> Iterator[FlaskClient]:
    with an_evening() as evening:
        yield pages(evening, bench).test_client()


def test_the_page_shows_a_display_sixteen_keys_and_every_light(client: FlaskClient) -> None:
    page = client.get("/").text
    assert page.count('data-key="') == len(KEYS)
    assert 'data-key="star"' in page
    assert 'data-key="hash"' in page
    for name in LIGHTS:
        assert f'data-light="{name}"' in page
    assert '<canvas id="screen" width="128" height="64"' in page
    assert 'href="/x"' in page
    assert 'href="/table"' in page


def test_lights_are_called_what_the_table_calls_the_pawns(bench: FakeWorkbench) -> None:
    def titles(language: str, **said: Any) -> list[str]:
        with an_evening(**said) as evening:
            page = stranger(pages(evening, bench), accept_language=language).get("/").text
        return re.findall(r'data-light="[a-z_]+" title="([^"]*)"', page)

    colours = ["Red", "Blue", "Green", "Yellow", "Brown"]
    assert titles("en") == [*colours, "Bobbies", "Mister X"]
    assert titles("en", **SHERLOCK)[-1] == "Moriarty"
    assert titles("fr")[:2] == ["Rouge", "Bleu"]


@pytest.mark.parametrize(
    ("name", "key"),
    [(key.value, key) for key in KEYS if key not in (Key.STAR, Key.HASH)]
    + [("star", Key.STAR), ("hash", Key.HASH)],
)
def test_a_key_goes_down_and_up(client: FlaskClient, bench: FakeWorkbench, name: str, key: Key) -> None:
    assert client.post(f"/key/{name}/down", headers=OURS).status_code == 204
    assert client.post(f"/key/{name}/up", headers=OURS).status_code == 204
    assert bench.did == [("press", key), ("release", key)]


def test_keys_of_pages_that_never_say_they_left_come_up_in_the_end(
    client: FlaskClient, bench: FakeWorkbench
) -> None:
    for number in range(FINGERS):
        client.post("/key/5/down", headers={"X-Table": f"page {number}"})
    assert ("release", Key.FIVE) not in bench.did
    client.post("/key/6/down", headers={"X-Table": "mine"})
    assert bench.did[-2:] == [("release", Key.FIVE), ("press", Key.SIX)]
    client.post("/key/6/up", headers={"X-Table": "mine"})
    assert bench.did[-1] == ("release", Key.SIX)


@pytest.mark.parametrize("path", ["/key/E/down", "/key/10/down", "/key/a/up", "/key/*/up", "/key/1/sideways"])
def test_there_are_no_other_keys(client: FlaskClient, bench: FakeWorkbench, path: str) -> None:
    answer = client.post(path, headers=OURS)
    assert (answer.status_code, answer.text) == (404, "There is nothing here.\n")
    assert not bench.did


@pytest.mark.parametrize("name", ["oled", "lights", "buzzer", "keypad", "numpad", "bounce"])
def test_every_plug_can_be_pulled_and_put_back(client: FlaskClient, bench: FakeWorkbench, name: str) -> None:
    for on in (True, False):
        assert client.post("/fault", json={name: on}, headers=OURS).status_code == 204
    assert bench.did == [("fault", name, True), ("fault", name, False)]


def test_a_key_sticks_until_it_is_freed(client: FlaskClient, bench: FakeWorkbench) -> None:
    client.post("/fault", json={"stuck": "#"}, headers=OURS)
    client.post("/fault", json={"stuck": None}, headers=OURS)
    assert bench.did == [("stick", Key.HASH), ("stick", None)]


def test_the_power_goes_off_and_on(client: FlaskClient, bench: FakeWorkbench) -> None:
    client.post("/power", json={"on": False}, headers=OURS)
    client.post("/power", json={"on": True}, headers=OURS)
    assert bench.did == [("power", False), ("power", True)]


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"oled": 1},
        {"oled": "true"},
        {"door": True},
        {"oled": True, "door": True},
        {"stuck": "E"},
        {"stuck": 5},
        {"stuck": ["5"]},
        {"oled": None},
        {"stuck": True},
    ],
)
def test_a_fault_nobody_knows_changes_nothing(
    client: FlaskClient, bench: FakeWorkbench, said: dict[str, object]
) -> None:
    answer = client.post("/fault", json=said, headers=OURS)
    assert answer.status_code == 400
    assert answer.text.startswith("A fault is one of: oled, lights,")
    assert not bench.did


@pytest.mark.parametrize("said", [{}, {"on": 1}, {"on": None}, {"off": True}, {"on": True, "off": False}])
def test_the_power_is_on_or_off(client: FlaskClient, bench: FakeWorkbench, said: dict[str, object]) -> None:
    answer = client.post("/power", json=said, headers=OURS)
    assert (answer.status_code, answer.text) == (400, "Say on: true or false.\n")
    assert not bench.did
