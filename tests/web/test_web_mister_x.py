"""Mister X's page: who may see it, what it offers, and what it answers."""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape
from typing import NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.games.pursuit.commands import MISTER_X
from companion.protocol import hear
from companion.table import Table
from companion.web.claim import Claim
from tests.web.form_reader import FormReader
from tests.web.web_tables import STARTS, a_table, browser, d, pages


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


def test_everybody_else_is_told_that_it_is_taken(evening: Evening) -> None:
    other = browser(evening.app)
    for answer in (other.get("/mister-x"), other.post("/mister-x", data={"do": "crime"})):
        assert answer.status_code == 403
        assert "Somebody else has Mister X's page." in unescape(answer.text)
        assert "Set-Cookie" not in answer.headers
    assert evening.his.get("/mister-x").status_code == 200


def test_a_cookie_somebody_made_up_opens_nothing(evening: Evening) -> None:
    other = browser(evening.app)
    other.set_cookie("mister_x", "x" * 32, path="/mister-x")
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
    ],
)
def test_only_somebody_who_opens_the_page_claims_it(headers: dict[str, str]) -> None:
    with a_table(edition="classic-1983") as table:
        claim = Claim()
        app = pages(table, claim=claim)
        assert browser(app).get("/mister-x", headers=headers).status_code == 403
        assert browser(app).head("/mister-x").status_code == 403
        assert not claim.taken


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
    "said",
    [
        {"ride": "taxi"},
        {"ride": ""},
        {"ride": "88 taxi"},
        {"ride": "taxi -1"},
        {"ride": "taxi ٣"},
        {"ride": "taxi 9999"},
        {"ride": "tram 88"},
        {"do": "new"},
        {"do": "token"},
        {"do": "helicopter"},
        {"do": ""},
        {"do": "hideout", "take": "gold"},
        {"do": "hideout"},
        {"do": "start"},
        {"do": "balloon", "to": "x"},
        {"do": "show", "take red": "gold"},
    ],
)
def test_a_form_that_makes_no_sense_is_one_sentence_too(evening: Evening, said: dict[str, str]) -> None:
    answer = evening.his.post("/mister-x", data=ride(evening.his, "taxi 88") | said)
    assert answer.status_code == 400
    assert answer.text.count('role="alert"') == 1
    assert len(evening.table.record()) == 1


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


def test_what_everybody_has_seen_is_not_taken_back(evening: Evening) -> None:
    for to, replies in ((88, (102, 100, 95)), (117, (103, 112, 94))):
        evening.his.post("/mister-x", data=ride(evening.his, f"taxi {to}"))
        for pawn, there in zip(("red", "blue", "green"), replies, strict=True):
            evening.table.submit(d(pawn, there))
    evening.his.post("/mister-x", data=ride(evening.his, "taxi 108"))
    assert evening.table.game.open.window == 3
    assert read(evening.his).offers() == set()
    assert "<td>seen</td>" in evening.his.get("/mister-x").text
