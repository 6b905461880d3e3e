"""How long a phone is Mister X's: for one game, through a power cut, and until the table opens another code."""

from __future__ import annotations

from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.games.pursuit.commands import MISTER_X
from companion.journal import Journal
from companion.web.words import Words
from tests.web.ears import Ear
from tests.web.evenings import (
    CLASSIC,
    STARTS,
    House,
    PaperEvening,
    a_game,
    an_evening,
    do,
    knocking,
    pages,
    phone,
    stranger,
)

SAYS = Words("en")


def is_his(client: FlaskClient, evening: PaperEvening) -> bool:
    """Whether this phone has the page, its stream and its buttons; it has all three or none."""
    page = client.get("/x")
    with client.get("/x/events") as stream:
        listens = stream.status_code
    status, _ = do(client, {"do": "crime", "step": evening.on.step})
    got = (page.status_code, 'id="hold"' in page.text, listens, status)
    assert got in ((200, True, 200, 409), (200, False, 403, 403), (403, False, 403, 403))
    return got[1]


def waiting_for_a_card(evening: PaperEvening) -> None:
    others = {pawn: station for pawn, station in STARTS.items() if pawn != MISTER_X}
    evening.on.prepare(a_game(edition="classic-1983", starts=others))


def test_another_code_ends_the_phone_before_anybody_has_used_it(house: House, hasty: None) -> None:
    evening, app, his = house
    ear = Ear(his, "/x/events")
    assert ear.heard()
    evening.code()
    assert ear.heard() == [("gone", None)]
    assert ear.ended
    assert app.extensions["streams"].open == 1  # until the server lets go of it
    ear.close()
    assert app.extensions["streams"].open == 0
    assert do(his, {"do": "travel", "ticket": "taxi", "to": 88, "step": evening.on.step}) == (
        403,
        SAYS["no_more"],
    )
    assert len(evening.on.record()) == 1
    page = his.get("/x")
    assert page.status_code == 403
    assert SAYS["no_more"] in unescape(page.text)
    assert not is_his(his, evening)


def test_a_stream_that_was_ended_is_not_opened_again(house: House) -> None:
    evening, _, his = house
    evening.code()
    answer = his.get("/x/events", headers={"Accept": "text/event-stream"})
    assert (answer.status_code, answer.text) == (403, SAYS["no_more"] + "\n")


def test_only_the_phone_that_was_accepted_last_is_his(house: House) -> None:
    evening, app, first = house
    second = phone(app, evening)
    assert [is_his(client, evening) for client in (first, second)] == [False, True]
    third = knocking(app, evening)
    assert not is_his(second, evening)
    assert evening.paired.accept()
    assert [is_his(client, evening) for client in (first, second, third)] == [False, False, True]


def test_the_first_phone_can_be_his_again_by_a_new_code(house: House) -> None:
    evening, _, his = house
    assert his.post("/x/pair", data={"code": evening.code()}).status_code == 303
    assert evening.paired.accept()
    assert is_his(his, evening)


def test_the_next_game_is_somebody_elses(house: House, hasty: None) -> None:
    evening, app, his = house
    ear = Ear(his, "/x/events")
    assert ear.heard()
    evening.begin(edition="london-2014", detectives=["red", "blue"])
    assert ear.heard() == [("gone", None)]
    ear.close()
    assert not is_his(his, evening)
    assert is_his(phone(app, evening), evening)


def test_a_game_that_waits_for_a_card_voids_the_last_phone_and_keeps_the_next_through_the_deal(
    house: House, hasty: None
) -> None:
    evening, app, before = house
    waiting_for_a_card(evening)
    assert before.get("/x").status_code == 403
    his = phone(app, evening)
    ear = Ear(his, "/x/events")
    assert ear.last("state") == {"step": evening.on.step, "phase": "card", "troubles": []}
    assert do(his, {"do": "deal", "to": 117, "step": evening.on.step}) == (204, "")
    assert ear.last("state")["mister_x"]["station"] == 117
    ear.close()
    assert is_his(his, evening)


def test_taking_back_and_pausing_leave_the_phone_alone(house: House) -> None:
    evening, _, his = house
    assert do(his, {"do": "travel", "ticket": "taxi", "to": 88, "step": evening.on.step})[0] == 204
    evening.on.undo()
    assert is_his(his, evening)
    evening.on.remember(paused=True)
    evening.on.remember(paused=False)
    assert is_his(his, evening)


def test_a_power_cut_keeps_his_phone_and_loses_the_code_that_was_open(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    with an_evening(Journal.open(path), **CLASSIC) as evening:
        app = pages(evening)
        his = phone(app, evening)
    with an_evening(Journal.open(path)) as evening:
        app = pages(evening)
        again = stranger(app)
        cookie = his.get_cookie("mister_x_80", path="/x")
        assert cookie is not None
        again.set_cookie(cookie.key, cookie.value, path="/x")
        assert is_his(again, evening)
        code = evening.code()
        assert not is_his(again, evening)
    with an_evening(Journal.open(path)) as evening:
        app = pages(evening)
        assert evening.paired.offer is None
        assert stranger(app).post("/x/pair", data={"code": code}).status_code == 403
        again = stranger(app)
        again.set_cookie(cookie.key, cookie.value, path="/x")
        assert not is_his(again, evening)


def test_a_power_cut_while_a_phone_knocks_is_a_no(house: House) -> None:
    evening, app, _ = house
    client = knocking(app, evening)
    evening.power(False)
    evening.power(True)
    assert not evening.paired.accept()
    assert not is_his(client, evening)


def test_without_power_his_pages_say_so_and_his_stream_waits(house: House, hasty: None) -> None:
    evening, _, his = house
    ear = Ear(his, "/x/events")
    assert ear.heard()
    evening.power(False)
    assert ear.heard() == [("off", None)]
    assert not ear.ended
    assert ear.heard() == []
    for answer in (his.get("/x"), his.post("/x/pair", data={"code": "A"}), his.get("/x/events")):
        assert answer.status_code == 503
        assert SAYS["off"] in answer.text
        assert '<meta http-equiv="refresh"' in answer.text
        assert "Set-Cookie" not in answer.headers
    assert do(his, {"do": "end_turn"}) == (503, SAYS["off"])
    evening.power(True)
    assert [name for name, _ in ear.heard()] == ["state"]
    ear.close()
    assert is_his(his, evening)


@pytest.mark.parametrize("fact", ["", 7, True, "0" * 63, "z" * 64, ["0" * 64], {"a": 1}, "0" * 64 + "\n"])
def test_a_fact_that_is_no_digest_makes_nobody_mister_x(house: House, fact: object) -> None:
    evening, _, his = house
    evening.on.remember(pairing=fact)
    assert not evening.paired.paired
    assert not is_his(his, evening)
    forged = stranger(his.application)
    forged.set_cookie("mister_x_80", str(fact), path="/x")
    assert not is_his(forged, evening)


def test_what_the_journal_knows_of_his_secret_opens_nothing(house: House) -> None:
    evening, app, his = house
    thief = stranger(app)
    thief.set_cookie("mister_x_80", str(evening.on.memory["pairing"]), path="/x")
    assert not is_his(thief, evening)
    assert is_his(his, evening)
