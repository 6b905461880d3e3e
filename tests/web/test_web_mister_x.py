"""Mister X's page: who may see it, what it offers, and what it answers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games.pursuit.commands import MISTER_X
from companion.journal import Journal
from companion.protocol import hear
from companion.table import Table
from companion.web.app import create_app
from companion.web.claim import UNCONFIRMED, Claim
from companion.web.words import Words
from tests.web.form_reader import FormReader
from tests.web.web_tables import STARTS, TEAM, a_table, browser, d, pages


class Evening(NamedTuple):
    table: Table
    claim: Claim
    app: Flask
    his: FlaskClient
    """Mister X's phone, on which his page has been opened."""


@pytest.fixture
def evening() -> Iterator[Evening]:
    with a_table(edition="classic-1983", starts=STARTS) as table:
        claim = Claim()
        app = pages(table, claim=claim)
        his = browser(app)
        assert his.get("/mister-x").status_code == 200
        yield Evening(table, claim, app, his)


def read(client: FlaskClient) -> FormReader:
    return FormReader(client.get("/mister-x").text)


def ride(client: FlaskClient, ride: str, **more: str) -> dict[str, str]:
    """The form that sends this *ride*."""
    form = read(client).form("travel")
    return form.hidden | {"ride": ride} | more


# Who may see it


def test_the_first_browser_gets_a_cookie_that_no_script_and_no_other_site_can_use() -> None:
    with a_table(edition="classic-1983", starts=STARTS) as table:
        cookie = browser(pages(table)).get("/mister-x").headers["Set-Cookie"]
        for word in ("HttpOnly", "SameSite=Strict", "Path=/mister-x"):
            assert word in cookie


def test_two_tables_on_one_machine_do_not_take_each_others_cookie() -> None:
    """A browser keeps one jar for all ports of a host."""
    with a_table(edition="classic-1983") as one, a_table(edition="classic-1983") as other:
        jar: dict[str, str] = {}
        tables = {"localhost:8080": pages(one), "localhost:8081": pages(other)}
        for _ in range(2):
            for host, app in tables.items():
                said = {"Host": host, "Cookie": "; ".join(f"{name}={value}" for name, value in jar.items())}
                answer = app.test_client(use_cookies=False).get("/mister-x", headers=said)
                assert answer.status_code == 200
                if cookie := answer.headers.get("Set-Cookie"):
                    name, _, value = cookie.partition(";")[0].partition("=")
                    jar[name] = value
        assert len(jar) == 2


def test_a_browser_that_forgets_its_cookie_keeps_the_page_for_a_moment_only() -> None:
    now = [0.0]
    with a_table(edition="classic-1983") as table:
        app = pages(table, claim=Claim(lambda: now[0]))
        assert app.test_client(use_cookies=False).get("/mister-x").status_code == 200
        his = browser(app)
        assert his.get("/mister-x").status_code == 403
        now[0] = UNCONFIRMED
        assert his.get("/mister-x").status_code == 200


@pytest.mark.parametrize("path", ["/mister-x", "/mister-x/hat.svg"])
def test_a_browser_that_brings_its_cookie_back_keeps_the_page(path: str) -> None:
    now = [0.0]
    with a_table(edition="classic-1983") as table:
        app = pages(table, claim=Claim(lambda: now[0]))
        his = browser(app)
        page = his.get("/mister-x").text
        assert 'src="/mister-x/hat.svg"' in page
        with his.get(path) as answer:
            assert answer.status_code == 200
        now[0] = 1e6
        assert browser(app).get("/mister-x").status_code == 403
        assert his.get("/mister-x").status_code == 200


def test_everybody_else_is_told_that_it_is_taken(evening: Evening) -> None:
    other = browser(evening.app)
    for answer in (other.get("/mister-x"), other.post("/mister-x", data={"do": "crime"})):
        assert answer.status_code == 403
        assert "Somebody else has Mister X's page." in unescape(answer.text)
        assert "Set-Cookie" not in answer.headers
    assert evening.his.get("/mister-x").status_code == 200


def test_a_cookie_somebody_made_up_opens_nothing(evening: Evening) -> None:
    other = browser(evening.app)
    other.set_cookie("mister_x_80", "x" * 32, path="/mister-x")
    assert other.get("/mister-x").status_code == 403


def test_the_same_phone_plays_on_in_the_next_game(evening: Evening) -> None:
    said = {"do": "new", "edition": "london-2014", "detectives": ["red", "blue"], "seed": 5}
    evening.table.submit(hear(said))
    assert evening.his.get("/mister-x").status_code == 200
    assert browser(evening.app).get("/mister-x").status_code == 403


def test_freeing_ends_it_at_once_and_only_by_opening_it_again_is_it_his(evening: Evening) -> None:
    form = ride(evening.his, "taxi 88")
    evening.claim.free()
    assert evening.his.post("/mister-x", data=form).status_code == 403
    gone = evening.his.get("/mister-x")
    assert gone.status_code == 403
    assert "no more" in gone.text
    assert not evening.claim.taken
    assert evening.his.get("/mister-x").status_code == 200
    assert evening.claim.taken


def test_after_it_was_freed_another_can_have_it_and_the_first_can_not(evening: Evening) -> None:
    evening.claim.free()
    other = browser(evening.app)
    assert other.get("/mister-x").status_code == 200
    assert evening.his.get("/mister-x").status_code == 403
    assert other.get("/mister-x").status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Dest": "image"},
        {"Sec-Fetch-Dest": "iframe"},
        {"Sec-Fetch-Dest": "empty"},
        {"Sec-Purpose": "prefetch;prerender"},
        {"Purpose": "prefetch"},
        {"Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Site": "same-site"},
    ],
)
def test_only_somebody_who_opens_the_page_claims_it(headers: dict[str, str]) -> None:
    with a_table(edition="classic-1983") as table:
        claim = Claim()
        app = pages(table, claim=claim)
        assert browser(app).get("/mister-x", headers=headers).status_code == 403
        assert browser(app).head("/mister-x").status_code == 403
        assert not claim.taken


def test_a_link_on_another_site_claims_nothing_and_the_table_is_one_click_away() -> None:
    with a_table(edition="classic-1983") as table:
        app = pages(table)
        he = browser(app)
        answer = he.get("/mister-x", headers={"Sec-Fetch-Site": "cross-site"})
        assert "That came from another page." in answer.text
        assert "Set-Cookie" not in answer.headers
        assert 'href="/"' in answer.text
        assert he.get("/mister-x", headers={"Sec-Fetch-Site": "same-origin"}).status_code == 200


# What stands on it


def test_the_page_is_covered_and_nothing_of_his_stands_outside_the_cover(evening: Evening) -> None:
    evening.his.post("/mister-x", data=ride(evening.his, "taxi 88"))
    page = evening.his.get("/mister-x").text
    outside, _, inside = page.partition('<details class="cover">')
    assert "88" not in outside
    assert "117" not in outside
    assert inside.index("<summary>") < inside.index("88")
    assert "<details open" not in page
    assert "88" not in inside.partition("</details>")[2]


def test_it_says_where_he_is_and_where_the_detectives_are(evening: Evening) -> None:
    page = evening.his.get("/mister-x").text
    assert '<strong class="station">117</strong>' in page
    for station in (103, 112, 94):
        assert f'<td class="number">{station}</td>' in page


def test_it_offers_exactly_his_legal_rides_each_with_colour_shape_and_letter(evening: Evening) -> None:
    page = evening.his.get("/mister-x").text
    offered = {button.value for button in FormReader(page).form("travel").buttons}
    assert offered == {f"{ticket} {to}" for ticket, to in evening.table.mister_x().moves}
    assert '<span class="ticket taxi"><span class="shape taxi" aria-hidden="true"></span>T</span>' in page


def test_the_double_move_is_offered_only_where_there_is_one() -> None:
    for cards, ticks in ((1, ["double"]), (0, [])):
        with a_table(edition="classic-1983", starts=STARTS, options={"doubles": cards}) as table:
            assert read(browser(pages(table))).form("travel").ticks == ticks


def test_while_the_detectives_move_there_is_nothing_to_press_but_take_back(evening: Evening) -> None:
    evening.his.post("/mister-x", data=ride(evening.his, "taxi 88"))
    assert read(evening.his).offers() == {"undo"}
    evening.table.submit(d("red", 102))
    assert read(evening.his).offers() == set()


def test_before_the_first_game_it_waits() -> None:
    with a_table() as table:
        his = browser(pages(table))
        page = his.get("/mister-x")
        assert page.status_code == 200
        assert "There is no game yet." in page.text
        assert '<noscript><meta http-equiv="refresh"' in page.text
        form = {"do": "crime", "step": "none"}
        assert his.post("/mister-x", data=form).status_code == 403


def test_it_names_pawns_and_tickets_in_its_language_and_as_the_edition_does() -> None:
    said = {"edition": "sherlock-2022-variant", "map": "demo", "detectives": ["holmes", "watson", "adler"]}
    with a_table(**said, seed=3) as table:
        his = browser(pages(table, language="de"))
        form = read(his).form("start")
        his.post("/mister-x", data=form.pressed(form.buttons[0]))
        page = his.get("/mister-x").text
        assert "Moriarty</h1>" in page
        assert "<title>Moriarty</title>" in page
        assert 'aria-label="Kutsche ' in page
        assert "taxi" not in re.sub(r'(class|name|value)="[^"]*"', "", page)
    with a_table(edition="london-2014", starts={"mister_x": 35}) as table:
        page = browser(pages(table, language="fr")).get("/mister-x").text
        for name in ("Rouge", "Bleu", "Vert"):
            assert f"</span> {name}</th>" in page


def test_names_are_shown_as_text_whatever_they_say() -> None:
    team = ["<b>", "a&b", 'c"d']
    with a_table(edition="classic-1983", detectives=team, options={"show_and_take": True}) as table:
        his = browser(pages(table))
        his.post("/mister-x", data=ride(his, read(his).form("travel").buttons[0].value))
        page = his.get("/mister-x").text
        assert "<b>" not in page
        assert {f"take {name}" for name in team} <= set(FormReader(page).form("show").choices)


# What it does


def test_a_ride_is_taken_and_the_page_comes_back_by_a_redirect(evening: Evening) -> None:
    answer = evening.his.post("/mister-x", data=ride(evening.his, "taxi 88"))
    assert (answer.status_code, answer.headers["Location"]) == (303, "/mister-x")
    assert evening.table.mister_x().mister_x.station == 88


def test_a_ticked_box_makes_it_a_double_move(evening: Evening) -> None:
    evening.his.post("/mister-x", data=ride(evening.his, "taxi 88", double="1"))
    view = evening.table.mister_x()
    assert view.turn == MISTER_X
    assert view.mister_x.tickets["double"] == 1
    assert read(evening.his).form("travel").ticks == []


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ({"ride": "taxi 199"}, "No taxi goes there from here."),
        ({"ride": "taxi 300"}, "There is no station 300 on this board."),
        ({"do": "crime"}, "This game is played without that."),
        ({"do": "end_turn"}, "Mister X has to move first."),
        ({"do": "show"}, "This game is played without that."),
        ({"do": "start", "to": "12"}, "There is no start to pick."),
        ({"do": "undo"}, "That can't be taken back any more."),
        ({"step": "0"}, "The table has moved on. Look again."),
        ({"step": ""}, "The table has moved on. Look again."),
    ],
)
def test_what_the_rules_forbid_is_one_sentence_on_the_same_page(
    evening: Evening, said: dict[str, str], says: str
) -> None:
    answer = evening.his.post("/mister-x", data=ride(evening.his, "taxi 88") | said)
    assert answer.status_code == 409
    assert f'<p class="notice" role="alert">{says}</p>' in unescape(answer.text)
    assert '<details class="cover">' in answer.text
    assert len(evening.table.record()) == 1


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ({"ride": "taxi"}, "bad_station"),
        ({"ride": ""}, "bad_station"),
        ({"ride": "88 taxi"}, "bad_station"),
        ({"ride": "taxi -1"}, "bad_station"),
        ({"ride": "taxi ٣"}, "bad_station"),
        ({"ride": "taxi 0"}, "bad_station"),
        ({"ride": "taxi 512"}, "bad_station"),
        ({"ride": "taxi 9999"}, "bad_station"),
        ({"ride": "tram 88"}, "bad_form"),
        ({"do": "new"}, "bad_form"),
        ({"do": "token"}, "bad_form"),
        ({"do": "helicopter"}, "bad_form"),
        ({"do": ""}, "bad_form"),
        ({"do": "hideout", "take": "gold"}, "bad_form"),
        ({"do": "hideout"}, "bad_form"),
        ({"do": "start"}, "bad_station"),
        ({"do": "balloon", "to": "x"}, "bad_station"),
        ({"do": "show", "take red": "gold"}, "bad_form"),
    ],
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_form_that_makes_no_sense_is_one_sentence_in_the_pages_language(
    said: dict[str, str], says: str, language: str
) -> None:
    with a_table(edition="classic-1983", starts=STARTS) as table:
        his = browser(pages(table, language=language))
        answer = his.post("/mister-x", data=ride(his, "taxi 88") | said)
        assert answer.status_code == 400
        sentence = Words(language)[says].format(largest=511)
        assert f'<p class="notice" role="alert">{sentence}</p>' in unescape(answer.text)
        assert len(table.record()) == 1


def test_he_can_not_move_a_detective(evening: Evening) -> None:
    form = ride(evening.his, "taxi 102", pawn="red")
    assert evening.his.post("/mister-x", data=form).status_code == 409
    assert len(evening.table.record()) == 1


def test_a_button_pressed_twice_counts_once(evening: Evening) -> None:
    form = ride(evening.his, "taxi 88", double="1")
    assert evening.his.post("/mister-x", data=form).status_code == 303
    assert evening.his.post("/mister-x", data=form).status_code == 409
    assert evening.table.game.open.window == 1


FOREIGN = [
    {"Origin": "http://evil.example"},
    {"Origin": "https://localhost"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site", "Origin": "null"},
]


@pytest.mark.parametrize("headers", FOREIGN)
def test_another_page_can_not_press_his_buttons(evening: Evening, headers: dict[str, str]) -> None:
    answer = evening.his.post("/mister-x", data=ride(evening.his, "taxi 88"), headers=headers)
    assert answer.status_code == 403
    assert "That came from another page." in answer.text
    assert len(evening.table.record()) == 1


def test_a_page_without_an_origin_needs_the_key_that_only_his_page_has(evening: Evening) -> None:
    form = ride(evening.his, "taxi 88")
    null = {"Origin": "null"}
    for key in ("", "0" * 64, form["key"][:-1]):
        assert evening.his.post("/mister-x", data=form | {"key": key}, headers=null).status_code == 403
    del form["key"]
    assert evening.his.post("/mister-x", data=form, headers=null).status_code == 403
    assert len(evening.table.record()) == 1
    assert evening.his.post("/mister-x", data=ride(evening.his, "taxi 88"), headers=null).status_code == 303


def test_a_long_form_is_refused(evening: Evening) -> None:
    form = ride(evening.his, "taxi 88", more="x" * 5000)
    assert evening.his.post("/mister-x", data=form).status_code == 413
    assert len(evening.table.record()) == 1


@pytest.mark.parametrize("kind", ["application/json", "text/plain", "multipart/form-data"])
def test_a_body_that_is_no_form_has_no_key(evening: Evening, kind: str) -> None:
    answer = evening.his.post("/mister-x", data=b"\xff\x00{", content_type=kind)
    assert answer.status_code in (400, 403)
    assert len(evening.table.record()) == 1


# Taking back


def undo(client: FlaskClient) -> int:
    form = read(client).form("undo")
    return client.post("/mister-x", data=form.hidden).status_code


def test_he_takes_his_move_back_until_a_detective_has_moved(evening: Evening) -> None:
    evening.his.post("/mister-x", data=ride(evening.his, "taxi 88"))
    assert undo(evening.his) == 303
    assert evening.table.mister_x().mister_x.station == 117
    assert "undo" not in read(evening.his).offers()
    evening.his.post("/mister-x", data=ride(evening.his, "taxi 108"))
    form = read(evening.his).form("undo").hidden
    evening.table.submit(d("red", 102))
    late = form | {"step": str(evening.table.sight().step)}  # type: ignore[union-attr]
    for said in (form, late):
        assert evening.his.post("/mister-x", data=said).status_code == 409
    assert evening.table.mister_x().mister_x.station == 108


def test_both_halves_of_a_double_can_be_taken_back_one_by_one(evening: Evening) -> None:
    evening.his.post("/mister-x", data=ride(evening.his, "taxi 88", double="1"))
    evening.his.post("/mister-x", data=ride(evening.his, "taxi 117"))
    assert undo(evening.his) == undo(evening.his) == 303
    assert evening.table.game.open.window == 0
    assert evening.table.mister_x().mister_x.tickets["double"] == 2


def test_what_the_clock_did_is_not_his_to_take_back(evening: Evening) -> None:
    evening.table.submit(hear({"do": "time_up", "then": "pass"}))
    assert "undo" not in read(evening.his).offers()


def test_while_the_table_pauses_he_sees_everything_and_moves_nothing(evening: Evening) -> None:
    form = ride(evening.his, "taxi 116")
    evening.table.remember(paused=True)
    text = evening.his.get("/mister-x").text
    assert Words("en")["paused"] in text
    assert "You are at" in text
    assert read(evening.his).offers() == set()
    answer = evening.his.post("/mister-x", data=form)
    assert answer.status_code == 409
    assert evening.table.mister_x().window == 0
    evening.table.remember(paused=False)
    assert evening.his.post("/mister-x", data=form).status_code == 303


def test_what_everybody_has_seen_is_not_taken_back(evening: Evening) -> None:
    for to, replies in ((88, (102, 100, 95)), (117, (103, 112, 94))):
        evening.his.post("/mister-x", data=ride(evening.his, f"taxi {to}"))
        for pawn, there in zip(("red", "blue", "green"), replies, strict=True):
            evening.table.submit(d(pawn, there))
    evening.his.post("/mister-x", data=ride(evening.his, "taxi 108"))
    assert evening.table.game.open.window == 3
    assert read(evening.his).offers() == set()
    assert "<td>seen</td>" in evening.his.get("/mister-x").text


def test_it_says_what_is_wrong_with_the_box_above_everything_else() -> None:
    with a_table(edition="classic-1983") as table:
        app = create_app(lambda: table, None, Claim(), lambda: "en", lambda: ("The <lights> are lost.",))
        for path in ("/", "/mister-x"):
            page = browser(app).get(path).text
            _, _, main = page.partition("<main")
            line = (
                '<ul class="troubles" id="troubles" role="status"><li>The &lt;lights&gt; are lost.</li></ul>'
            )
            assert line in main
            assert main.index(line) < main.index("<h1")


def test_a_move_that_can_not_be_saved_is_one_sentence_that_names_no_file(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "table.journal") as journal:
        table = Table(journal)
        table.submit(hear({"do": "new", "edition": "classic-1983", "detectives": TEAM, "starts": STARTS}))
        his = browser(pages(table, language="de"))
        form = ride(his, "taxi 88")
        journal.close()
        answer = his.post("/mister-x", data=form)
    assert answer.status_code == 503
    assert Words("de")["unsaved"] in unescape(answer.text)
    assert "journal" not in answer.text
