"""At a table that draws its own cards Mister X types his where nobody looks."""

from __future__ import annotations

from typing import Any

from companion.games.pursuit.commands import MISTER_X, New
from companion.protocol import hear
from companion.table import Table
from tests.web.form_reader import Form, FormReader
from tests.web.web_tables import STARTS, TEAM, a_table, browser, pages

OTHERS = {pawn: station for pawn, station in STARTS.items() if pawn != MISTER_X}


def prepared(table: Table) -> Table:
    said: dict[str, Any] = {
        "do": "new",
        "edition": "classic-1983",
        "detectives": TEAM,
        "starts": OTHERS,
        "seed": 7,
    }
    command = hear(said)
    assert isinstance(command, New)
    table.prepare(command, clock="a fact")
    return table


def card_form(page: str) -> Form:
    (form,) = FormReader(page).forms
    assert form.do == "deal"
    return form


def test_his_card_begins_the_game_and_nobody_hears_which_it_was() -> None:
    with a_table() as table:
        client = browser(pages(prepared(table)))
        form = card_form(client.get("/mister-x").text)
        answer = client.post("/mister-x", data=form.hidden | {"to": "117"})
        assert answer.status_code == 303
        assert table.prepared is None
        assert table.mister_x().start == 117
        assert table.memory["clock"] == "a fact"
        sight = table.sight()
        assert sight is not None
        assert sight.view.mister_x.start is None


def test_a_card_that_can_not_be_is_refused_to_him_alone_and_the_table_waits_on() -> None:
    with a_table() as table:
        client = browser(pages(prepared(table)))
        form = card_form(client.get("/mister-x").text)
        for station, says in (("103", "103 is the start of somebody else."), ("500", "500"), ("", "number")):
            answer = client.post("/mister-x", data=form.hidden | {"to": station})
            assert answer.status_code in (400, 409)
            assert says in answer.text
            assert table.prepared is not None
            assert table.sight() is None


def test_a_card_that_is_sent_twice_begins_one_game() -> None:
    with a_table() as table:
        client = browser(pages(prepared(table)))
        data = card_form(client.get("/mister-x").text).hidden | {"to": "117"}
        assert [client.post("/mister-x", data=data).status_code for _ in range(2)] == [303, 409]
        assert len(table.record()) == 1
