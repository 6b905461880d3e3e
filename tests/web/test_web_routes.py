"""Every route, asked by whoever should not, or as it should not be: the right status, one sentence, nothing changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.language import LANGUAGES
from companion.web.app import HEADERS, LONGEST_BODY
from companion.web.words import Words
from tests.web.evenings import CLASSIC, SHERLOCK, an_evening, knocking, pages, phone, stranger
from tests.web.routes import ROUTES, Place, a_place, endpoints

BENCH = sorted(set(ROUTES) - {"front"})
"""All that there are with a simulated box; without one there is ``front`` and nothing to press."""
SAYING = [name for name in BENCH if ROUTES[name].json or ROUTES[name].form or name == "simulator.key"]
JSON = [name for name in BENCH if ROUTES[name].json]
HIS = [name for name in BENCH if ROUTES[name].his]
COOKIE = "mister_x_80"


@pytest.fixture
def place() -> Iterator[Place]:
    with a_place() as place:
        yield place


def is_sentence(answer: TestResponse, status: int, sentence: str) -> bool:
    """One sentence as a line of text, guarded like every answer."""
    assert answer.mimetype == "text/plain"
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert "Set-Cookie" not in answer.headers
    return (answer.status_code, answer.text) == (status, sentence + "\n")


# The table of expectations


def test_every_route_has_its_expectations(place: Place) -> None:
    with a_place(bench=False) as plain:
        assert endpoints(place.app) | endpoints(plain.app) == set(ROUTES)
        assert endpoints(place.app) == set(BENCH)
        assert endpoints(plain.app) == {name for name in ROUTES if not name.startswith("simulator.")}


@pytest.mark.parametrize("name", BENCH)
def test_asked_properly_every_route_answers(place: Place, name: str) -> None:
    with place.ask(name) as answer:
        assert answer.status_code == ROUTES[name].status
        assert (answer.mimetype == "text/event-stream") == ROUTES[name].stream
        assert {name: answer.headers.getlist(name) for name in HEADERS} == {
            name: [value] for name, value in HEADERS.items()
        }


def test_every_route_is_asked_in_one_way(place: Place) -> None:
    """Where something can be said it is said by POST, and by looking nothing is."""
    for name in BENCH:
        assert place.methods(name) == ({"POST"} if name in SAYING else {"GET"})


@pytest.mark.parametrize("name", [name for name in BENCH if name not in SAYING])
def test_looking_changes_nothing(place: Place, name: str) -> None:
    before = place.state()
    for method in ("GET", "HEAD", "OPTIONS"):
        place.ask(name, method=method).close()
    assert place.state() == before


# Asked in another way


@pytest.mark.parametrize("name", BENCH)
def test_another_method_is_refused_with_those_there_are(place: Place, name: str) -> None:
    before = place.state()
    for method in ("GET", "POST", "PUT", "DELETE", "PATCH", "TRACE", "PROPFIND"):
        if method in place.methods(name):
            continue
        answer = place.ask(name, method=method, headers={"Accept-Language": "de"})
        assert is_sentence(answer, 405, Words("de")["wrong_way"])
        assert set(answer.headers["Allow"].split(", ")) >= place.methods(name)
        assert method not in answer.headers["Allow"].split(", ")
    assert place.state() == before


@pytest.mark.parametrize("name", BENCH)
def test_a_long_body_is_refused(place: Place, name: str) -> None:
    before = place.state()
    said = json.dumps(place.said(name) or {})
    for data in (said + " " * LONGEST_BODY, b"\x00" * (LONGEST_BODY + 1), "code=" + "A" * LONGEST_BODY):
        for kind in ("application/json", "application/x-www-form-urlencoded", "multipart/form-data"):
            answer = place.ask(name, data=data, content_type=kind, headers={"Accept-Language": "fr"})
            assert is_sentence(answer, 413, Words("fr")["too_large"])
    assert place.state() == before


def test_a_body_of_just_the_length_is_heard(place: Place) -> None:
    said = json.dumps(place.said("table.act"))
    data = said + " " * (LONGEST_BODY - len(said))
    assert place.ask("table.act", data=data, content_type="application/json").status_code == 204


# From elsewhere


FOREIGN = [
    {"Origin": "http://evil.example"},
    {"Origin": "https://localhost"},
    {"Origin": "http://localhost:81"},
    {"Origin": "http://localhost.evil.example"},
    {"Origin": ""},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Sec-Fetch-Site": "same-site", "Origin": "null"},
    {"Sec-Fetch-Site": ""},
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
]


@pytest.mark.parametrize("name", SAYING)
@pytest.mark.parametrize("language", LANGUAGES)
def test_another_page_can_say_nothing(place: Place, name: str, language: str) -> None:
    before = place.state()
    for headers in FOREIGN:
        answer = place.ask(name, headers={"Accept-Language": language} | headers)
        assert is_sentence(answer, 403, Words(language)["elsewhere"]), headers
    assert place.state() == before


@pytest.mark.parametrize("name", [name for name in SAYING if not ROUTES[name].form])
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_without_our_header_is_not_heard(place: Place, name: str, language: str) -> None:
    before = place.state()
    for more in ({}, {"Origin": "null"}, {"Origin": "http://localhost"}, {"Sec-Fetch-Site": "same-origin"}):
        answer = place.ask(name, headers={"X-Table": None, "Accept-Language": language} | more)
        assert is_sentence(answer, 403, Words(language)["elsewhere"])
    assert place.state() == before


def test_no_page_of_ours_has_such_a_long_name(place: Place) -> None:
    before = place.state()
    for name in SAYING:
        if not ROUTES[name].form:
            answer = place.ask(name, headers={"X-Table": "x" * 41})
            assert is_sentence(answer, 403, Words("en")["elsewhere"])
    assert place.state() == before


def test_our_own_pages_say_where_they_come_from_and_are_heard(place: Place) -> None:
    own = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    for name in SAYING:
        if name != "mister_x.act":  # another step stands by then
            assert place.ask(name, headers=own).status_code == ROUTES[name].status
    assert place.ask("mister_x.act", headers=own).status_code == 409


def test_a_form_of_ours_has_no_origin_because_our_pages_tell_no_referrer(place: Place) -> None:
    null = {"Origin": "null", "Sec-Fetch-Site": "same-origin", "X-Table": None}
    code = place.evening.code()
    assert place.ask("mister_x.ask", data={"code": code}, headers=null).status_code == 303


@pytest.mark.parametrize("name", BENCH)
def test_no_other_site_is_ever_allowed_to_ask(place: Place, name: str) -> None:
    asks = {
        "Origin": "http://evil.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "x-table",
    }
    for method in ("OPTIONS", "GET", "POST"):
        with place.ask(name, method=method, headers=asks) as answer:
            assert not [key for key, _ in answer.headers if key.startswith("Access-Control")]


# By a phone that is not Mister X's


def not_his(place: Place, kind: str) -> FlaskClient:
    """A phone that would like to be his."""
    client = stranger(place.app)
    if kind == "knocking":
        return knocking(place.app, place.evening)
    if kind == "revoked":
        phone(place.app, place.evening)
        return place.his
    if kind == "of the game before":
        place.evening.begin(**CLASSIC)
        return place.his
    secret = {"empty": "", "forged": "x" * 32, "of no text": "\x80\xff"}.get(kind)
    if kind == "of another table":
        with an_evening(**SHERLOCK) as other:
            cookie = phone(pages(other), other).get_cookie(COOKIE, path="/x")
            assert cookie is not None
            secret = cookie.value
    if secret is not None:
        client.set_cookie(COOKIE, secret, path="/x")
    return client


KINDS = (
    "without",
    "empty",
    "forged",
    "of no text",
    "of another table",
    "of the game before",
    "revoked",
    "knocking",
)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_his_is_his_alone(place: Place, kind: str, language: str) -> None:
    client = not_his(place, kind)
    said = {"do": "undo", "step": place.evening.on.step}
    before = place.state()
    heard = {"Accept-Language": language}
    refused = Words(language)["no_more"]
    assert is_sentence(place.ask("mister_x.act", client, json=said, headers=heard), 403, refused)
    if kind != "knocking":
        assert is_sentence(place.ask("mister_x.listen", client, headers=heard), 403, refused)
    page = place.ask("mister_x.look", client, headers=heard)
    assert page.status_code == (200 if kind in ("without", "knocking") else 403)
    assert 'id="hold"' not in page.text
    assert place.state() == before


def test_all_routes_that_are_his_were_asked_for() -> None:
    assert HIS == ["mister_x.act", "mister_x.listen", "mister_x.look"]


@pytest.mark.parametrize("name", sorted(set(BENCH) - set(HIS)))
def test_what_is_not_his_is_open_to_everybody(place: Place, name: str) -> None:
    """Mister X's phone has no more rights here than any other, and no fewer."""
    if ROUTES[name].json or name == "mister_x.ask":
        return
    answers = []
    for client in (place.his, stranger(place.app)):
        with place.ask(name, client) as answer:
            body = b"" if ROUTES[name].stream else answer.data
            answers.append((answer.status, list(answer.headers), body))
    assert answers[0] == answers[1]


# Without power


@pytest.mark.parametrize("name", sorted(ROUTES))
def test_without_power_there_is_a_sentence(name: str) -> None:
    with a_place(bench=name != "front") as place:
        said = place.said(name)
        place.evening.power(False)
        for language in LANGUAGES:
            more: dict[str, Any] = {"json": said} if said is not None else {}
            answer = place.ask(name, headers={"Accept-Language": language}, **more)
            assert answer.status_code == ROUTES[name].off
            if ROUTES[name].off == 503:
                assert is_sentence(answer, 503, Words(language)["off"])
            answer.close()


# Where there is nothing


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/mister-x",
        "/X",
        "/X/",
        "/x/",
        "/x/K7QF9B",
        "/table/",
        "/board/1",
        "/board/x.json",
        "/board/-1.json",
        "/board/" + "9" * 5000 + ".json",
        "/games/0",
        "/games/999",
        "/games/" + "9" * 5000,
        "/games/1.0",
        "/games/999/replay.json",
        "/games/999/record.json",
        "/games/x/record.json",
        "/games/1/../2",
        "/static/",
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static//etc/passwd",
        "/static/..%2f..%2fapp.py",
        "/static/night.css%00.png",
        "/%00",
        "/%ff",
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_where_there_is_nothing_it_says_so(place: Place, path: str, language: str) -> None:
    headers = {"Accept-Language": language}
    answer = stranger(place.app, accept="*/*").get(path, headers=headers, follow_redirects=True)
    assert is_sentence(answer, 404, Words(language)["nothing_here"])


def test_beside_a_real_box_the_front_page_is_the_table_and_there_is_nothing_to_pull() -> None:
    with a_place(bench=False) as place:
        client = stranger(place.app)
        front = client.get("/")
        assert (front.status_code, front.headers["Location"]) == (303, "/table")
        assert "data-key" not in client.get("/", follow_redirects=True).text
        for path in ("/key/1/down", "/fault", "/power"):
            answer = client.post(path, json={"on": False}, headers={"X-Table": "x"})
            assert answer.status_code == 404
        assert client.get("/events").status_code == 404
