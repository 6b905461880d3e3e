"""The simulated table's routes: what they do to the box, and what they refuse."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from companion.web.app import LONGEST_BODY
from firmware.keys import KEYS, Key
from tests.web.fake_workbench import LIGHTS, FakeWorkbench
from tests.web.web_tables import a_table, browser, pages

OURS = {"X-Table": "simulator"}


@pytest.fixture
def bench() -> FakeWorkbench:
    return FakeWorkbench()


@pytest.fixture
def client(bench: FakeWorkbench) -> Iterator[FlaskClient]:
    with a_table() as table:
        yield pages(table, bench).test_client()


def test_the_page_shows_a_display_sixteen_keys_and_every_light(client: FlaskClient) -> None:
    page = client.get("/").text
    assert page.count('data-key="') == len(KEYS)
    assert 'data-key="star"' in page
    assert 'data-key="hash"' in page
    for name in LIGHTS:
        assert f'data-light="{name}"' in page
    assert '<canvas id="screen" width="128" height="64"' in page
    assert 'href="/mister-x"' in page


def test_lights_are_called_what_the_table_calls_the_pawns(bench: FakeWorkbench) -> None:
    def titles(language: str, **said: object) -> list[str]:
        with a_table(**said) as table:
            page = pages(table, bench, language=language).test_client().get("/").text
        return re.findall(r'data-light="[a-z_]+" title="([^"]*)"', page)

    colours = ["Red", "Blue", "Green", "Yellow", "Brown"]
    assert titles("en") == [*colours, "Bobbies", "Mister X"]
    sherlock = {
        "edition": "sherlock-2022-variant",
        "map": "demo",
        "detectives": ["holmes", "watson", "adler"],
    }
    assert titles("en", **sherlock)[-1] == "Moriarty"
    assert titles("fr")[:2] == ["Rouge", "Bleu"]


def test_nothing_on_the_page_is_inline_or_from_outside(client: FlaskClient) -> None:
    page = client.get("/").text
    assert "style=" not in page
    assert "<style" not in page
    assert " on" + "click=" not in page
    assert page.count("<script") == page.count('src="/static/simulator.js"') == 1
    assert "//" not in page.replace("<!doctype", "")


@pytest.mark.parametrize(
    ("name", "key"),
    [(key.value, key) for key in KEYS if key not in (Key.STAR, Key.HASH)]
    + [("star", Key.STAR), ("hash", Key.HASH)],
)
def test_a_key_goes_down_and_up(client: FlaskClient, bench: FakeWorkbench, name: str, key: Key) -> None:
    assert client.post(f"/key/{name}/down", headers=OURS).status_code == 204
    assert client.post(f"/key/{name}/up", headers=OURS).status_code == 204
    assert bench.did == [("press", key), ("release", key)]


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


@pytest.mark.parametrize("path", ["/fault", "/power"])
@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"3", b"null", b"\xff\xfe", b'{"a":' * 700])
def test_a_body_that_is_no_json_object_is_refused(
    client: FlaskClient, bench: FakeWorkbench, path: str, body: bytes
) -> None:
    answer = client.post(path, data=body, content_type="application/json", headers=OURS)
    assert (answer.status_code, answer.text) == (400, "Say it in JSON.\n")
    assert not bench.did


@pytest.mark.parametrize("path", ["/fault", "/power"])
@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_a_body_of_another_kind_is_refused(
    client: FlaskClient, bench: FakeWorkbench, path: str, kind: str
) -> None:
    answer = client.post(path, data=json.dumps({"on": False}), content_type=kind, headers=OURS)
    assert (answer.status_code, answer.text) == (415, "Say it in JSON.\n")
    assert not bench.did


@pytest.mark.parametrize("path", ["/fault", "/power", "/key/1/down"])
def test_a_long_body_is_refused(client: FlaskClient, bench: FakeWorkbench, path: str) -> None:
    body = json.dumps({"on": True}) + " " * LONGEST_BODY
    answer = client.post(path, data=body, content_type="application/json", headers=OURS)
    assert (answer.status_code, answer.text) == (413, "That is too long.\n")
    assert not bench.did


FOREIGN = [
    {},
    {"Origin": "http://localhost"},
    OURS | {"Origin": "http://evil.example"},
    OURS | {"Origin": "https://localhost"},
    OURS | {"Origin": "http://localhost:81"},
    OURS | {"Sec-Fetch-Site": "cross-site"},
    OURS | {"Sec-Fetch-Site": "same-site"},
]


@pytest.mark.parametrize("path", ["/key/1/down", "/key/1/up", "/fault", "/power"])
@pytest.mark.parametrize("headers", FOREIGN)
def test_another_page_can_do_nothing(
    client: FlaskClient, bench: FakeWorkbench, path: str, headers: dict[str, str]
) -> None:
    answer = client.post(path, json={"on": False}, headers=headers)
    assert (answer.status_code, answer.text) == (403, "That came from another page.\n")
    assert not bench.did


def test_our_own_page_says_where_it_comes_from_and_is_heard(
    client: FlaskClient, bench: FakeWorkbench
) -> None:
    own = OURS | {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    assert client.post("/key/1/down", headers=own).status_code == 204
    assert bench.did


def test_no_other_site_is_ever_allowed_to_ask(client: FlaskClient) -> None:
    asks = {"Origin": "http://evil.example", "Access-Control-Request-Headers": "x-table"}
    answer = client.options("/power", headers=asks)
    assert not [name for name in answer.headers.keys() if name.startswith("Access-Control")]  # noqa: SIM118


@pytest.mark.parametrize("path", ["/key/1/down", "/fault", "/power"])
def test_nothing_happens_by_looking(client: FlaskClient, bench: FakeWorkbench, path: str) -> None:
    answer = client.get(path, headers=OURS)
    assert (answer.status_code, answer.text) == (405, "That is not how this is asked.\n")
    assert "POST" in answer.headers["Allow"]
    assert not bench.did


def test_beside_a_real_box_there_is_a_welcome_and_nothing_to_pull() -> None:
    with a_table() as table:
        client = browser(pages(table, None))
        page = client.get("/")
        assert page.status_code == 200
        assert 'href="/mister-x"' in page.text
        assert "data-key" not in page.text
        for path in ("/key/1/down", "/fault", "/power"):
            assert client.post(path, json={"on": False}, headers=OURS).status_code == 404
        assert client.get("/events").status_code == 404
