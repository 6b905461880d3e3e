"""A phone becomes Mister X's: by the code on the display, once, and when the table has seen the same two symbols."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.language import LANGUAGES
from companion.pairing import FORGIVEN_EVERY, LENGTH, LETTERS, LIFETIME, WRONG_CODES, Role
from companion.symbols import SYMBOLS
from companion.web.mister_x import A_SEASON
from companion.web.words import Words
from tests.web.ears import Ear
from tests.web.evenings import CLASSIC, PaperEvening, an_evening, do, knocking, pages, phone, stranger

SAYS = Words("en")


@pytest.fixture
def evening() -> Iterator[PaperEvening]:
    with an_evening(**CLASSIC) as evening:
        yield evening


@pytest.fixture
def app(evening: PaperEvening) -> Flask:
    return pages(evening)


def says(client: FlaskClient, code: str) -> int:
    return client.post("/x/pair", data={"code": code}).status_code


def another(code: str) -> str:
    """A code that can be, and is not this one."""
    return LETTERS[(LETTERS.index(code[0]) + 1) % len(LETTERS)] + code[1:]


def role(client: FlaskClient, evening: PaperEvening, port: int = 80) -> Role:
    cookie = client.get_cookie(f"mister_x_{port}", path="/x")
    return evening.paired.role(cookie.value if cookie else None)


# Looking


def test_looking_at_the_code_uses_nothing_up(app: Flask, evening: PaperEvening) -> None:
    code, before = evening.code(), evening.written()
    for _ in range(3):
        for method in ("GET", "HEAD", "OPTIONS"):
            assert stranger(app).open(f"/X/{code}", method=method).status_code == 200
    assert evening.paired.offer is not None
    assert evening.paired.knock is None
    assert evening.written() == before
    assert says(stranger(app), code) == 303


def test_looking_never_tells_whether_a_code_is_right(app: Flask, evening: PaperEvening) -> None:
    def seen(code: str) -> tuple[str, list[tuple[str, str]], str]:
        answer = stranger(app).get(f"/X/{code}")
        return answer.status, list(answer.headers), answer.text.replace(code, "CODE")

    right = evening.code()
    for wrong in (another(right), "AAAAAA", right[::-1], right[:-1] + "0"):
        assert seen(right) == seen(wrong)
    used = seen(right)
    evening.now += LIFETIME
    assert seen(right) == used
    evening.paired.close()
    assert seen(right) == used


def test_looking_however_often_is_no_try(app: Flask, evening: PaperEvening) -> None:
    code = evening.code()
    for _ in range(3 * WRONG_CODES):
        stranger(app).get(f"/X/{another(code)}")
    assert says(stranger(app), code) == 303


def test_the_page_of_a_scanned_code_sends_that_code_and_nothing_else(
    app: Flask, evening: PaperEvening
) -> None:
    code = evening.code()
    page = stranger(app).get(f"/X/{code}").text
    assert re.findall(r"<input [^>]*>", page) == [f'<input type="hidden" name="code" value="{code}">']
    assert '<form method="post" action="/x/pair"' in page
    assert SAYS["i_am"] in page


@pytest.mark.parametrize("code", ['"><script>alert(1)</script>', "{{ 7*7 }}", "%00", "A" * 5000, "ü", "%FF"])
def test_whatever_a_scanned_code_says_it_is_only_text(app: Flask, code: str) -> None:
    answer = stranger(app).get(f"/X/{code}".replace("</", "<"))
    assert answer.status_code == 200
    assert re.findall("<script[^>]*>", answer.text) == ['<script type="module" src="/static/code.js">']
    assert "49" not in answer.text
    assert len(answer.text) < 3000


# Saying it


def test_the_right_code_is_good_once_and_makes_a_phone_knock(app: Flask, evening: PaperEvening) -> None:
    code = evening.code()
    first, second = stranger(app), stranger(app)
    answer = first.post("/x/pair", data={"code": code})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/x")
    assert role(first, evening) is Role.KNOCKING
    assert evening.paired.offer is None
    refused = second.post("/x/pair", data={"code": code})
    assert refused.status_code == 403
    assert SAYS["used_code"] in refused.text
    assert "Set-Cookie" not in refused.headers
    assert role(first, evening) is Role.KNOCKING
    assert not evening.paired.paired


@pytest.mark.parametrize("typed", ["{0}", " {0} ", "{1}", "{2}", "{3}"])
def test_a_code_is_understood_as_people_type_it(app: Flask, evening: PaperEvening, typed: str) -> None:
    code = evening.code()
    forms = (code, code.lower(), f"{code[:3]} {code[3:]}", f"{code[:3]}-{code[3:]}")
    assert says(stranger(app), typed.format(*forms)) == 303


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_wrong_code_is_one_sentence_and_the_form_again(
    app: Flask, evening: PaperEvening, language: str
) -> None:
    before = evening.written()
    client = stranger(app, accept_language=language)
    typed = another(evening.code())
    answer = client.post("/x/pair", data={"code": typed})
    assert answer.status_code == 403
    notice = f'<p class="notice" role="alert">{Words(language)["wrong_code"]}</p>'
    assert notice in unescape(answer.text)
    assert f'name="code" value="{typed}"' in answer.text, "a slip is mended, not typed anew"
    assert "Set-Cookie" not in answer.headers
    assert evening.paired.knock is None
    assert evening.paired.offer is not None
    assert evening.written() == before


def test_whoever_says_a_used_code_again_is_told_so_and_makes_nobody_wait(
    app: Flask, evening: PaperEvening
) -> None:
    code = evening.code()
    first, second = stranger(app), stranger(app)
    assert says(first, code) == 303
    for _ in range(3 * WRONG_CODES):
        assert says(second, code) == 403
    assert says(stranger(app), evening.code()) == 303


def test_the_phone_that_used_the_code_may_say_it_again_and_is_let_in_where_it_is(
    app: Flask, evening: PaperEvening
) -> None:
    """Somebody goes back a page and taps once more."""
    code = evening.code()
    his = stranger(app)
    for expected in (Role.KNOCKING, Role.KNOCKING, Role.MISTER_X):
        if expected is Role.MISTER_X:
            evening.paired.accept()
        answer = his.post("/x/pair", data={"code": code})
        assert (answer.status_code, answer.headers["Location"]) == (303, "/x")
        assert role(his, evening) is expected


@pytest.mark.parametrize("said", ["", " ", "%", "A" * 4000, "\x00", "ü", "{code}", "K7QF9B\n", "' OR 1=1 --"])
def test_what_is_no_code_is_a_wrong_one(app: Flask, evening: PaperEvening, said: str) -> None:
    evening.code()
    assert says(stranger(app), said) == 403
    assert evening.paired.knock is None


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "multipart/form-data", "x/y; boundary"])
@pytest.mark.parametrize("body", [b"", b"\xff\x00", b'{"code": 1}', b"--x\r\n"])
def test_a_body_that_is_no_form_says_no_code(
    app: Flask, evening: PaperEvening, kind: str, body: bytes
) -> None:
    evening.code()
    assert stranger(app).post("/x/pair", data=body, content_type=kind).status_code == 403
    assert evening.paired.knock is None


def test_while_no_code_is_shown_every_code_is_wrong_and_none_is_a_guess(
    app: Flask, evening: PaperEvening
) -> None:
    for code in ("", "None", "AAAAAA") * WRONG_CODES:
        assert says(stranger(app), code) == 403
    assert says(stranger(app), evening.code()) == 303


def test_a_code_that_ran_out_is_wrong(app: Flask, evening: PaperEvening) -> None:
    code = evening.code()
    evening.now += LIFETIME - 0.1
    assert evening.paired.offer is not None
    evening.now += 0.1
    assert says(stranger(app), code) == 403


def test_another_code_makes_the_one_before_void(app: Flask, evening: PaperEvening) -> None:
    first = evening.code()
    second = evening.code()
    assert first != second
    assert says(stranger(app), first) == 403
    assert says(stranger(app), second) == 303


def test_a_code_has_no_letter_that_looks_like_another(evening: PaperEvening) -> None:
    codes = {evening.code() for _ in range(50)}
    assert len(codes) == 50
    assert set("".join(codes)) <= set(LETTERS)
    assert {len(code) for code in codes} == {LENGTH}
    assert not set("ILO01") & set(LETTERS)


# Guessing


def test_after_some_wrong_codes_a_phone_may_not_try_not_even_with_the_right_one(
    app: Flask, evening: PaperEvening
) -> None:
    code = evening.code()
    for _ in range(WRONG_CODES):
        assert says(stranger(app), another(code)) == 403
    for said in (another(code), code):
        answer = stranger(app).post("/x/pair", data={"code": said})
        assert answer.status_code == 429
        wait = int(answer.headers["Retry-After"])
        assert 0 < wait <= FORGIVEN_EVERY
        assert SAYS["too_often"].format(seconds=wait) in answer.text
        assert 'name="code"' in answer.text
        assert "Set-Cookie" not in answer.headers
    assert evening.paired.offer is not None
    assert evening.paired.knock is None


def test_a_guest_who_guesses_keeps_no_other_phone_out(app: Flask, evening: PaperEvening) -> None:
    code = evening.code()
    guest, his = stranger(app), stranger(app)
    guest.environ_base["REMOTE_ADDR"] = "192.168.1.66"
    his.environ_base["REMOTE_ADDR"] = "192.168.1.20"
    assert [says(guest, another(code)) for _ in range(WRONG_CODES + 1)][-1] == 429
    assert says(his, code) == 303


def test_who_waits_as_long_as_he_was_told_may_try_again(app: Flask, evening: PaperEvening) -> None:
    code = evening.code()
    for _ in range(WRONG_CODES):
        says(stranger(app), another(code))
    evening.now += int(stranger(app).post("/x/pair", data={"code": code}).headers["Retry-After"])
    assert says(stranger(app), code) == 303


def test_wrong_codes_are_forgiven_one_by_one(app: Flask, evening: PaperEvening) -> None:
    code = evening.code()
    for _ in range(WRONG_CODES):
        says(stranger(app), another(code))
    evening.now += FORGIVEN_EVERY
    assert [says(stranger(app), another(code)) for _ in range(2)] == [403, 429]
    evening.now += 100 * FORGIVEN_EVERY
    evening.code()
    tries = [says(stranger(app), "AAAAAA") for _ in range(WRONG_CODES + 1)]
    assert tries == [403] * WRONG_CODES + [429]


def test_a_guesser_has_about_a_thousand_tries_in_an_evening(app: Flask, evening: PaperEvening) -> None:
    heard = 0
    for second in range(600):
        if second % 100 == 0:
            evening.code()
        evening.now += 1
        heard += says(app.test_client(), "AAAAAA") == 403
    assert heard <= WRONG_CODES + 600 / FORGIVEN_EVERY


# The check


def test_the_phone_that_knocks_shows_the_same_two_symbols_as_the_display(
    app: Flask, evening: PaperEvening
) -> None:
    for _ in range(5):
        client = knocking(app, evening)
        knock = evening.paired.knock
        assert knock is not None
        page = client.get("/x").text
        drawn = re.findall(r"<svg .*?</svg>", page, re.DOTALL)
        assert len(drawn) == 2
        for name, picture in zip(knock.check, drawn, strict=True):
            dots = {(int(x), int(y)) for x, y in re.findall(r'x="(\d+)" y="(\d+)"', picture)}
            rows = SYMBOLS[name].rows
            assert dots == {(x, y) for y, row in enumerate(rows) for x, dot in enumerate(row) if dot == "#"}
            assert f'aria-label="{Words("en").say(SYMBOLS[name].name_text)}"' in picture


def test_nobody_else_sees_the_check_and_the_page_is_not_his_yet(
    app: Flask, evening: PaperEvening, hasty: None
) -> None:
    client = knocking(app, evening)
    for other in (stranger(app), app.test_client()):
        for path in ("/", "/x", "/table", "/games", "/X/AAAAAA"):
            assert "<svg" not in other.get(path, follow_redirects=True).text
        ear = Ear(other, "/table/events")
        names = [SYMBOLS[name].name_text for name in evening.paired.knock.check]  # type: ignore[union-attr]
        told = b"".join(ear.chunks()).decode()
        assert not [name for name in names if f'"{name}"' in told]
        ear.close()
    assert do(client, {"do": "end_turn", "step": evening.on.step}) == (403, SAYS["no_more"])
    ear = Ear(client, "/x/events")
    assert ear.heard() == [("knocking", None)]
    ear.close()


def test_accepted_the_phone_is_his(app: Flask, evening: PaperEvening, hasty: None) -> None:
    client = knocking(app, evening)
    ear = Ear(client, "/x/events")
    assert ear.heard() == [("knocking", None)]
    assert evening.paired.accept()
    assert [name for name, _ in ear.heard()] == ["state", "clock"]
    ear.close()
    assert 'id="hold"' in client.get("/x").text
    assert do(client, {"do": "travel", "ticket": "taxi", "to": 88, "step": evening.on.step})[0] == 204


def test_refused_the_phone_is_told_so_at_once(app: Flask, evening: PaperEvening, hasty: None) -> None:
    client = knocking(app, evening)
    ear = Ear(client, "/x/events")
    assert ear.heard() == [("knocking", None)]
    evening.paired.close()
    assert ear.heard() == [("gone", None)]
    assert ear.ended
    answer = client.get("/x")
    assert answer.status_code == 403
    assert SAYS["no_more"] in unescape(answer.text)
    assert not evening.paired.accept()


def test_a_knock_that_nobody_answers_lapses(app: Flask, evening: PaperEvening) -> None:
    client = knocking(app, evening)
    evening.now += LIFETIME
    assert not evening.paired.accept()
    assert client.get("/x").status_code == 403
    assert client.get("/x/events").status_code == 403


def test_the_first_phone_knocks_in_vain_when_another_code_is_opened(
    app: Flask, evening: PaperEvening
) -> None:
    first = knocking(app, evening)
    second = knocking(app, evening)
    assert (role(first, evening), role(second, evening)) == (Role.NOBODY, Role.KNOCKING)
    assert evening.paired.accept()
    assert (role(first, evening), role(second, evening)) == (Role.NOBODY, Role.MISTER_X)


# The cookie


def test_his_cookie_can_be_used_by_no_script_and_no_other_site_and_lasts_a_season(
    app: Flask, evening: PaperEvening
) -> None:
    answer = stranger(app).post("/x/pair", data={"code": evening.code()})
    (cookie,) = answer.headers.getlist("Set-Cookie")
    first, *rest = cookie.split("; ")
    name, _, secret = first.partition("=")
    assert name == "mister_x_80"
    assert len(secret) >= 32
    words = {word.partition("=")[0]: word.partition("=")[2] for word in rest}
    assert words.pop("Expires")
    assert words == {"HttpOnly": "", "SameSite": "Strict", "Path": "/x", "Max-Age": str(A_SEASON)}
    assert A_SEASON > 100 * 24 * 60 * 60


def test_every_phone_gets_a_secret_of_its_own_and_the_journal_none_of_them(
    app: Flask, evening: PaperEvening
) -> None:
    secrets = set()
    for _ in range(3):
        cookie = phone(app, evening).get_cookie("mister_x_80", path="/x")
        assert cookie is not None
        secrets.add(cookie.value)
    assert len(secrets) == 3
    written = "".join(str(entry.body) for entry in evening.journal.entries())
    assert not [secret for secret in secrets if secret in written]


def test_two_tables_on_one_machine_do_not_take_each_others_cookie() -> None:
    """A browser keeps one jar for all ports of a host."""
    jar: dict[str, str] = {}
    with an_evening(**CLASSIC) as one, an_evening(**CLASSIC) as other:
        tables = {"localhost:8080": (pages(one), one), "localhost:8081": (pages(other), other)}

        def ask(host: str, method: str, path: str, **more: Any) -> int:
            cookie = "; ".join(f"{name}={value}" for name, value in jar.items())
            client = tables[host][0].test_client(use_cookies=False)
            answer = client.open(path, method=method, headers={"Host": host, "Cookie": cookie}, **more)
            for said in answer.headers.getlist("Set-Cookie"):
                name, _, value = said.partition(";")[0].partition("=")
                jar[name] = value
            return answer.status_code

        for host, (_, evening) in tables.items():
            assert ask(host, "POST", "/x/pair", data={"code": evening.code()}) == 303
            assert evening.paired.accept()
        assert set(jar) == {"mister_x_8080", "mister_x_8081"}
        assert [ask(host, "GET", "/x") for host in (*tables, *tables)] == [200] * 4


def test_a_phone_that_is_nobodys_forgets_its_cookie_and_sees_the_way_in(
    app: Flask, evening: PaperEvening
) -> None:
    client = knocking(app, evening)
    evening.paired.close()
    answer = client.get("/x")
    assert answer.status_code == 403
    (cookie,) = answer.headers.getlist("Set-Cookie")
    assert cookie.startswith("mister_x_80=;")
    assert "Max-Age=0" in cookie
    assert "Path=/x" in cookie
    assert 'name="code"' in answer.text
    again = client.get("/x")
    assert again.status_code == 200
    assert 'name="code"' in again.text
