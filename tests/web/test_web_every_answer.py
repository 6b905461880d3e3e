"""What holds for every answer: its headers, its sentence, and what a log file may keep."""

from __future__ import annotations

import logging
from collections.abc import Callable
from string import Formatter

import pytest

from companion.journal import JournalFault
from companion.language import LANGUAGES
from companion.table import Table
from companion.web.app import HEADERS, create_app
from companion.web.claim import Claim
from companion.web.words import Words
from tests.web.fake_workbench import FakeWorkbench
from tests.web.web_tables import STARTS, a_table, browser, pages


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/mister-x"),
        ("HEAD", "/mister-x"),
        ("GET", "/nothing"),
        ("PUT", "/"),
        ("POST", "/mister-x"),
        ("POST", "/power"),
        ("GET", "/static/night.css"),
        ("GET", "/static/../app.py"),
        ("GET", "/events"),
        ("GET", "/table-events"),
        ("OPTIONS", "/"),
        ("TRACE", "/"),
    ],
)
def test_every_answer_is_guarded(method: str, path: str) -> None:
    with a_table(edition="classic-1983") as table:
        answer = pages(table, FakeWorkbench()).test_client().open(path, method=method)
        for name, value in HEADERS.items():
            assert answer.headers.getlist(name) == [value]
        answer.close()


def test_the_policy_lets_nothing_in_from_outside_and_nothing_inline() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert policy == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )


def test_a_person_gets_a_page_and_a_program_gets_a_line() -> None:
    with a_table() as table:
        app = pages(table)
        assert browser(app).get("/nothing").mimetype == "text/html"
        line = app.test_client().get("/nothing")
        assert (line.mimetype, line.text) == ("text/plain", "There is nothing here.\n")


@pytest.mark.parametrize("path", ["/static/../app.py", "/static/%2e%2e/app.py", "/static//etc/passwd"])
def test_only_the_pages_own_files_are_served(path: str) -> None:
    with a_table() as table:
        assert pages(table).test_client().get(path, follow_redirects=True).status_code == 404


def test_without_power_his_page_says_so_and_the_box_is_still_there() -> None:
    app = pages(None, FakeWorkbench())
    client = browser(app)
    for answer in (client.get("/mister-x"), client.post("/mister-x", data={"do": "crime"})):
        assert answer.status_code == 503
        assert "The power is off." in answer.text
    assert client.get("/").status_code == 200


def _breaking(error: Exception) -> Callable[[], Table | None]:
    def table() -> Table | None:
        raise error

    return table


def test_a_fault_of_ours_is_logged_without_what_it_quotes(caplog: pytest.LogCaptureFixture) -> None:
    app = create_app(_breaking(KeyError("he hides at 117")), None, Claim(), lambda: "en")
    with caplog.at_level(logging.DEBUG):
        answer = app.test_client().get("/mister-x")
    assert (answer.status_code, answer.text) == (500, "Something went wrong here. The game is safe.\n")
    assert "KeyError at /mister-x" in caplog.text
    assert "117" not in caplog.text


def test_a_journal_that_fails_is_one_sentence_here_and_the_whole_story_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    fault = JournalFault("/games/table.journal could not be written (disk I/O error).")
    app = create_app(_breaking(fault), None, Claim(), lambda: "en")
    answer = app.test_client().get("/mister-x")
    assert (answer.status_code, answer.text) == (503, "That could not be saved. Check the memory card.\n")
    assert str(fault) in caplog.text


OURS = frozenset({"misterx", "misterx.local", "table.example"})


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
    with a_table() as table:
        app = create_app(lambda: table, FakeWorkbench(), Claim(), lambda: "en", names=OURS)
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
@pytest.mark.parametrize(
    "path", ["/", "/mister-x", "/table-events", "/static/night.css", "/key/1/down", "/no"]
)
def test_a_name_that_somebody_else_pointed_at_the_table_opens_nothing(host: str, path: str) -> None:
    with a_table() as table:
        bench, claim = FakeWorkbench(), Claim()
        app = create_app(lambda: table, bench, claim, lambda: "en", names=OURS)
        for method in ("GET", "POST"):
            said = {"Host": host, "Origin": f"http://{host}", "X-Table": "mine"}
            answer = app.test_client().open(path, method=method, headers=said)
            assert answer.status_code == 421
            assert answer.text.startswith("This table does not go by that name.")
        assert not bench.did
        assert not claim.taken


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_text_of_the_pages_is_said_in_every_language(code: str) -> None:
    english, texts = Words("en"), Words(code)
    assert texts["language"] == code
    for name, text in texts.items():
        assert text
        gaps = {gap for _, gap, _, _ in Formatter().parse(text) if gap}
        assert gaps == {gap for _, gap, _, _ in Formatter().parse(english[name]) if gap}, name


@pytest.mark.parametrize(("language", "says"), [("fr", "À toi"), ("de", "Dein Zug"), ("en", "Your move")])
def test_his_page_speaks_the_tables_language(language: str, says: str) -> None:
    with a_table(edition="classic-1983", starts=STARTS) as table:
        page = browser(pages(table, language=language)).get("/mister-x").text
        assert says in page
        assert f'<html lang="{language}">' in page
