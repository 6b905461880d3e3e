"""How somebody likes his pages: what his menu says, then his browser, then the table."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask

from companion.language import LANGUAGES
from companion.web.words import Words
from tests.web.evenings import CLASSIC, PaperEvening, an_evening, pages, stranger

NONSENSE = [
    "",
    "xx",
    "EN",
    "en-US",
    "en,de",
    "../../etc/passwd",
    '"><script>',
    "None",
    "0",
    "a" * 3000,
    "\x80\xff",
    "%00",
    "en\x00",
]


@pytest.fixture
def evening() -> Iterator[PaperEvening]:
    with an_evening(**CLASSIC) as evening:
        yield evening


@pytest.fixture
def app(evening: PaperEvening) -> Flask:
    return pages(evening)


def language(app: Flask, accepts: str | None = None, cookie: str | None = None) -> str:
    """In which language the table page speaks."""
    client = stranger(app)
    if cookie is not None:
        client.set_cookie("language", cookie)
    headers = {} if accepts is None else {"Accept-Language": accepts}
    page = client.get("/table", headers=headers).text
    (code,) = re.findall(r'<html lang="([^"]*)"', page)
    assert Words(code)["history"] in page
    return str(code)


def test_who_says_nothing_reads_the_tables_language(app: Flask, evening: PaperEvening) -> None:
    for code in LANGUAGES:
        evening.set(language=code)
        assert language(app) == code


@pytest.mark.parametrize("table", LANGUAGES)
def test_the_browser_decides_where_it_speaks_one_of_ours(
    app: Flask, evening: PaperEvening, table: str
) -> None:
    evening.set(language=table)
    assert language(app, "fr-CH, fr;q=0.9, en;q=0.8") == "fr"
    assert language(app, "es, de-AT;q=0.5, en;q=0.4") == "de"
    assert language(app, "en-GB") == "en"
    assert language(app, "es, it;q=0.5") == table


@pytest.mark.parametrize("accepts", ["", ";;;", "q=1", "de;q=0", "x" * 3000, "\xff", "-", "*;q=0"])
def test_a_browser_that_says_nonsense_reads_the_tables_language(
    app: Flask, evening: PaperEvening, accepts: str
) -> None:
    evening.set(language="fr")
    assert language(app, accepts) == "fr"


def test_a_browser_that_takes_any_language_reads_the_tables(app: Flask, evening: PaperEvening) -> None:
    evening.set(language="de")
    assert language(app, "*") == "de"
    assert language(app, "es, *;q=0.5") == "de"
    assert language(app, "fr, *;q=0.5") == "fr"


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_menu_decides_over_everything(app: Flask, evening: PaperEvening, code: str) -> None:
    evening.set(language="fr")
    assert language(app, "de", cookie=code) == code
    client = stranger(app)
    client.set_cookie("language", code)
    assert f'<option value="{code}" lang="{code}" selected>' in client.get("/table").text
    assert client.get("/nothing", headers={"Accept": "*/*"}).text == Words(code)["nothing_here"] + "\n"


@pytest.mark.parametrize("cookie", NONSENSE)
def test_nonsense_in_the_language_cookie_counts_for_nothing(
    app: Flask, evening: PaperEvening, cookie: str
) -> None:
    evening.set(language="fr")
    assert language(app, cookie=cookie) == "fr"
    assert language(app, "de", cookie=cookie) == "de"


DAY = re.compile(r'<link rel="stylesheet" href="/static/day.css"(.*?)>')


@pytest.mark.parametrize(("theme", "by_day"), [("dark", []), ("light", [""])])
def test_the_menu_makes_it_dark_or_light(app: Flask, theme: str, by_day: list[str]) -> None:
    client = stranger(app)
    client.set_cookie("theme", theme)
    page = client.get("/table").text
    assert DAY.findall(page) == by_day
    assert f'<meta name="color-scheme" content="{theme}">' in page
    assert f'<option value="{theme}" selected>' in page


@pytest.mark.parametrize("cookie", [None, "DARK", "dark light", *NONSENSE])
def test_without_a_theme_the_browser_decides(app: Flask, cookie: str | None) -> None:
    client = stranger(app)
    if cookie is not None:
        client.set_cookie("theme", cookie)
    page = client.get("/table").text
    assert DAY.findall(page) == [' media="(prefers-color-scheme: light)"']
    assert '<meta name="color-scheme" content="dark light">' in page
    assert "<script>" not in page.partition('id="words"')[0]


def test_taste_is_never_kept_here(app: Flask, evening: PaperEvening) -> None:
    before = evening.written()
    client = stranger(app)
    for name, value in (("language", "de"), ("theme", "light")):
        client.set_cookie(name, value)
        assert "Set-Cookie" not in client.get("/table").headers
    assert evening.written() == before
