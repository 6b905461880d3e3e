"""Whatever is sent where JSON is said: one sentence, and nothing has changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.language import LANGUAGES
from companion.web.words import Words
from companion.web.workbench import FAULTS
from tests.web.evenings import PAGE
from tests.web.routes import ROUTES, Place, a_place

JSON = sorted(name for name, route in ROUTES.items() if route.json)

NO_OBJECTS = [
    b"",
    b" ",
    b"{",
    b"}",
    b"[]",
    b'[{"do": "undo"}]',
    b"3",
    b"-0",
    b"1" * 4000,
    b"null",
    b"true",
    b'"on"',
    b"NaN",
    b"Infinity",
    b"\xff\xfe",
    b"\x00",
    b'{"on": true}\x00',
    b'{"on": \x00true}',
    b'{"on": true} {"on": false}',
    b"{'on': true}",
    b'{"on": true,}',
    b"{on: true}",
    b"\xef\xbb\xbf\xef\xbb\xbf{}",
    b'{"a":' * 700,
    b"[" * 4000,
    b'{"on": "\xff"}',
    b'{"on": "\\u12"}',
]
ODD: list[Any] = [
    None,
    True,
    7,
    -1,
    2**63,
    10**2000,
    0.5,
    float("nan"),
    float("inf"),
    "",
    "\x00",
    "\ud800",
    "a" * 3000,
    [],
    ["on"],
    {},
    {"": {}},
    {"a": {"b": {"c": [[[[]]]]}}},
]


@pytest.fixture
def place() -> Iterator[Place]:
    with a_place() as place:
        yield place


def bad_shape(name: str, language: str = "en") -> str:
    return Words(language)[ROUTES[name].bad_shape].format(names=", ".join(FAULTS))


@pytest.mark.parametrize("name", JSON)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_no_json_object_is_refused(place: Place, name: str, language: str) -> None:
    before = place.state()
    for body in NO_OBJECTS:
        answer = place.ask(
            name, data=body, content_type="application/json", headers={"Accept-Language": language}
        )
        assert (answer.status_code, answer.text) == (400, Words(language)["not_json"] + "\n"), body
    assert place.state() == before


@pytest.mark.parametrize("name", JSON)
@pytest.mark.parametrize(
    "kind",
    [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data",
        "text/json",
        "",
        "\xff",
        "json",
    ],
)
def test_a_body_of_another_kind_is_refused(place: Place, name: str, kind: str) -> None:
    before = place.state()
    answer = place.ask(name, data=json.dumps(place.said(name)), content_type=kind)
    assert (answer.status_code, answer.text) == (415, "Say it in JSON.\n")
    assert place.state() == before


@pytest.mark.parametrize("name", JSON)
def test_an_object_of_another_shape_is_refused(place: Place, name: str) -> None:
    before = place.state()
    proper = place.said(name) or {}
    wrong: list[dict[str, Any]] = [{}, {"a": 1}, {"do": "new"}, {"names": {}}, {"on": 1}]
    for word in proper:
        if word != "step":
            wrong.append({one: value for one, value in proper.items() if one != word})
            wrong += [proper | {word: odd} for odd in ODD if not _fits(name, word, odd)]
    if name not in ("table.name_players", "mister_x.act"):
        wrong.append(proper | {"more": 1})
    for said in wrong:
        answer = place.ask(name, data=json.dumps(said), content_type="application/json")
        assert (answer.status_code, answer.text) == (400, bad_shape(name) + "\n"), said
    assert place.state() == before


def _fits(name: str, word: str, odd: Any) -> bool:
    """What is odd elsewhere, but not here: a station, a game that never was, nobody to name."""
    fits = {
        ("simulator.fault", "oled"): isinstance(odd, bool),
        ("simulator.power", "on"): isinstance(odd, bool),
        ("table.name_players", "game"): type(odd) is int,
        ("table.name_players", "names"): odd == {},
        ("table.act", "to"): odd == 7,
    }
    return bool(fits.get((name, word)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", JSON)
def test_the_sentence_is_in_the_language_of_the_page(place: Place, name: str, language: str) -> None:
    said: dict[str, list[int]] = {"do": [], "game": [], "on": []}
    answer = place.ask(name, json=said, headers={"Accept-Language": language})
    assert (answer.status_code, answer.text) == (400, bad_shape(name, language) + "\n")


@pytest.mark.parametrize("name", ["table.act", "mister_x.act"])
@pytest.mark.parametrize("step", [*ODD, 0, "1", 1.0], ids=lambda step: ascii(step)[:20])
def test_a_step_that_never_was_is_past(place: Place, name: str, step: Any) -> None:
    before = place.state()
    said = (place.said(name) or {}) | {"step": step}
    answer = place.ask(name, data=json.dumps(said), content_type="application/json")
    assert (answer.status_code, answer.text) == (409, "The table has moved on. Look again.\n")
    assert place.state() == before


def test_a_step_that_is_not_said_is_past(place: Place) -> None:
    for name in ("table.act", "mister_x.act"):
        answer = place.ask(name, json=ROUTES[name].json)
        assert (answer.status_code, answer.text) == (409, "The table has moved on. Look again.\n")


def test_what_was_said_comes_back_as_text_whatever_it_says(place: Place) -> None:
    said = (place.said("table.act") or {}) | {"pawn": "<b>{0}"}
    for accept in ("*/*", PAGE):
        answer = place.ask("table.act", json=said, headers={"Accept": accept})
        assert answer.status_code == 409
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert ("<b>" in answer.text) == (answer.mimetype == "text/plain")


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 600) | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
WORDS = st.sampled_from(
    [
        "do",
        "step",
        "to",
        "pawn",
        "ticket",
        "double",
        "take",
        "at",
        "from",
        "symbol",
        "game",
        "names",
        "on",
        "stuck",
    ]
)
VALUES = ANYTHING | st.sampled_from(
    ["travel", "undo", "deal", "balloon", "token", "barrier", "taxi", "black", "red", "mister_x", "#", True]
)


@pytest.mark.parametrize("name", JSON)
def test_nobody_gets_more_than_a_sentence_out_of_it_by_trying(name: str) -> None:
    with a_place() as place:

        @settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
        @given(st.dictionaries(WORDS | st.text(max_size=5), VALUES, max_size=5))
        def try_it(said: dict[str, Any]) -> None:
            about = {"step": place.evening.on.step} if "step" not in said else {}
            data = json.dumps(said | about)
            before = place.evening.written()
            answer = place.ask(name, data=data, content_type="application/json")
            assert answer.status_code in (204, 400, 404, 409)
            assert answer.text.count("\n") == (answer.status_code != 204)
            if answer.status_code != 204:
                assert place.evening.written() == before

        try_it()
