"""What holds for every answer: its headers, its sentence, the name it was asked by, and what a log file may keep."""

from __future__ import annotations

import logging
from string import Formatter
from unittest import mock

import pytest

from companion.journal import JournalFault
from companion.language import LANGUAGES
from companion.web.app import HEADERS, create_app
from companion.web.words import Words
from tests.web.evenings import CLASSIC, OURS, House, PaperEvening, an_evening, pages, stranger
from tests.web.fake_workbench import FakeWorkbench
from tests.web.routes import ROUTES, a_place


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/nothing"),
        ("PUT", "/"),
        ("OPTIONS", "/"),
        ("TRACE", "/"),
        ("HEAD", "/x"),
        ("HEAD", "/table/events"),
        ("POST", "/power"),
        ("GET", "/static/../app.py"),
    ],
)
def test_every_answer_is_guarded(method: str, path: str) -> None:
    """Those that are asked for properly are, too: see the test of every route."""
    with an_evening(**CLASSIC) as evening:
        answer = pages(evening, FakeWorkbench()).test_client().open(path, method=method)
        for name, value in HEADERS.items():
            assert answer.headers.getlist(name) == [value]
        answer.close()


def test_the_policy_lets_nothing_in_from_outside_and_nothing_inline() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert policy == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
    assert HEADERS["Cache-Control"] == "no-store"
    assert HEADERS["Referrer-Policy"] == "no-referrer"
    assert HEADERS["X-Content-Type-Options"] == "nosniff"


def test_nothing_on_any_page_is_inline_or_from_outside() -> None:
    with a_place() as place:
        looked = 0
        for name in ROUTES:
            if name == "front" or "GET" not in place.methods(name) or ROUTES[name].stream:
                continue
            answer = place.ask(name)
            html = answer.text if answer.mimetype == "text/html" else ""
            answer.close()
            if not html:
                continue
            page = html.replace("<!doctype", "")
            looked += 1
            assert "style=" not in page
            assert "<style" not in page
            assert " on" + 'click="' not in page
            assert "javascript:" not in page
            assert "//" not in page.partition('id="words">')[0]
            for script in page.split("<script")[1:]:
                head = script.partition(">")[0]
                assert 'src="/static/' in head or 'type="application/json"' in head
        assert looked == 6


def test_a_person_gets_a_page_and_a_program_gets_a_line() -> None:
    with an_evening() as evening:
        app = pages(evening)
        page = stranger(app).get("/nothing")
        assert page.mimetype == "text/html"
        assert "There is nothing here." in page.text
        assert 'href="/"' in page.text
        line = app.test_client().get("/nothing")
        assert (line.mimetype, line.text) == ("text/plain", "There is nothing here.\n")


# What goes wrong


class Breaking(PaperEvening):
    """A box that fails whenever its table is asked for."""

    error: Exception | None = None

    def __getattribute__(self, name: str) -> object:
        error = object.__getattribute__(self, "error")
        if name in ("table", "pairing") and error:
            raise error
        return object.__getattribute__(self, name)


@pytest.mark.parametrize("path", ["/x", "/games", "/board/1.json"])
def test_a_fault_of_ours_is_logged_without_what_it_quotes(
    caplog: pytest.LogCaptureFixture, path: str
) -> None:
    evening = Breaking()
    app = create_app(evening)
    evening.error = KeyError("he hides at 117")
    with caplog.at_level(logging.DEBUG):
        answer = app.test_client().get(path)
    assert (answer.status_code, answer.text) == (500, "Something went wrong here. The game is safe.\n")
    assert f"KeyError at {'/board/<int:game>.json' if 'board' in path else path}" in caplog.text
    assert "117" not in caplog.text
    evening.journal.close()


def test_a_journal_that_fails_is_one_sentence_here_and_the_whole_story_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    evening = Breaking()
    app = create_app(evening)
    evening.error = fault = JournalFault("/games/table.journal could not be written (disk I/O error).")
    answer = app.test_client().get("/x")
    assert (answer.status_code, answer.text) == (503, "That could not be saved. Check the memory card.\n")
    assert str(fault) in caplog.text
    evening.journal.close()


@pytest.mark.usefixtures("hasty")
def test_a_fault_of_ours_in_a_stream_ends_it_and_is_logged_without_what_it_quotes(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    broken = mock.Mock(side_effect=KeyError("he hides at 117"))
    with (
        caplog.at_level(logging.DEBUG),
        mock.patch("companion.web.his_news.his_state", broken),
        house.his.get("/x/events") as answer,
    ):
        assert list(answer.response) == [b"retry: 1000\n\n"]
    assert "KeyError" in caplog.text
    assert "117" not in caplog.text


# By which name


OURS_ARE = frozenset({"misterx", "misterx.local", "table.example"})


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LOCALHOST:8080",
        "127.0.0.1:8080",
        "192.168.1.20",
        "[::1]:8080",
        "[fe80::1]",
        "misterx",
        "MisterX.local:8080",
        "misterx.local.",
        "table.example",
    ],
)
def test_the_table_answers_to_its_own_names_and_to_numbers(host: str) -> None:
    with an_evening() as evening:
        app = create_app(evening, FakeWorkbench(), names=OURS_ARE)
        assert app.test_client().get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8080",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "misterx.evil.example",
        "evil.local",
        "1.2.3",
        "[::1",
        "localhost:x",
        "localhost@evil.example",
        "",
    ],
)
def test_a_name_that_somebody_else_pointed_at_the_table_opens_nothing(host: str) -> None:
    with a_place() as place:
        app = create_app(place.evening, place.bench, names=OURS_ARE)
        before = place.state()
        for name in ROUTES:
            if name == "front":
                continue
            (method,) = place.methods(name)
            said = {"Host": host, "Origin": f"http://{host}", **OURS}
            answer = app.test_client().open(
                place.path(name), method=method, headers=said, json=place.said(name) or {}
            )
            assert answer.status_code == 421
            assert answer.text.startswith("This table does not go by that name.")
        assert place.state() == before


# Words


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_text_of_the_pages_is_said_in_every_language(code: str) -> None:
    english, texts = Words("en"), Words(code)
    assert texts["language"] == code
    assert len(texts) == len(list(texts))
    for name, text in texts.items():
        assert text
        gaps = {gap for _, gap, _, _ in Formatter().parse(text) if gap}
        assert gaps == {gap for _, gap, _, _ in Formatter().parse(english[name]) if gap}, name


def test_the_scripts_get_every_text_there_is() -> None:
    with an_evening(**CLASSIC) as evening:
        page = stranger(pages(evening), accept_language="de").get("/table").text
        assert Words("de")["fly_where"].replace("'", "\\u0027") in page
    said = Words("fr").for_scripts()
    assert set(said["texts"]) == set(Words("fr"))
    assert said["pawns"]["red"] == "Rouge"
    assert said["initials"]["red"] == "R"
    assert {"tickets", "took", "symbols", "reasons", "troubles", "stuck"} < set(said)
