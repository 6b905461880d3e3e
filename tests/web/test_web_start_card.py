"""At a table that draws its own cards Mister X types his where nobody looks."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from companion.games.pursuit.commands import MISTER_X
from companion.web.words import Words
from tests.web.ears import Ear
from tests.web.evenings import STARTS, PaperEvening, a_game, an_evening, do, pages, phone, stranger

OTHERS = {pawn: station for pawn, station in STARTS.items() if pawn != MISTER_X}
SAYS = Words("en")


@pytest.fixture
def evening() -> Iterator[PaperEvening]:
    with an_evening() as evening:
        evening.on.prepare(a_game(edition="classic-1983", starts=OTHERS), clock="a fact")
        yield evening


@pytest.fixture
def his(evening: PaperEvening) -> FlaskClient:
    return phone(pages(evening), evening)


def deal(client: FlaskClient, evening: PaperEvening, to: object) -> tuple[int, str]:
    return do(client, {"do": "deal", "to": to, "step": evening.on.step})


def test_his_card_begins_the_game_and_nobody_hears_which_it_was(
    evening: PaperEvening, his: FlaskClient
) -> None:
    assert deal(his, evening, 117) == (204, "")
    table = evening.on
    assert table.prepared is None
    assert table.mister_x().start == 117
    assert table.memory["clock"] == "a fact"
    sight = table.sight()
    assert sight is not None
    assert sight.view.mister_x.start is None


@pytest.mark.usefixtures("hasty")
def test_the_table_is_told_that_a_card_is_awaited_and_then_that_the_game_has_begun(
    evening: PaperEvening, his: FlaskClient
) -> None:
    ear = Ear(stranger(his.application), "/table/events")
    assert ear.last("table") == {
        "phase": "card",
        "language": "en",
        "troubles": [],
        "step": evening.on.step,
        "paired": True,
        "touch": False,
        "words": {},
    }
    assert deal(his, evening, 117)[0] == 204
    assert ear.last("table")["phase"] == "play"
    ear.close()


@pytest.mark.parametrize(
    ("card", "status", "says"),
    [
        (103, 409, "103 is the start of somebody else."),
        (500, 409, "There is no station 500 on this board."),
        (1, 409, "Mister X can't have drawn 1."),
        ("", 400, SAYS["bad_form"]),
        (None, 400, SAYS["bad_form"]),
        (0, 400, SAYS["bad_form"]),
    ],
)
def test_a_card_that_can_not_be_is_refused_to_him_alone_and_the_table_waits_on(
    evening: PaperEvening, his: FlaskClient, card: object, status: int, says: str
) -> None:
    before = evening.written()
    assert deal(his, evening, card) == (status, says)
    assert evening.on.prepared is not None
    assert evening.on.sight() is None
    assert evening.written() == before


def test_a_card_that_is_sent_twice_begins_one_game(evening: PaperEvening, his: FlaskClient) -> None:
    step = evening.on.step
    answers = [do(his, {"do": "deal", "to": 117, "step": step})[0] for _ in range(2)]
    assert answers == [204, 409]
    assert len(evening.on.record()) == 1


def test_a_table_that_thought_better_of_it_takes_no_card(evening: PaperEvening, his: FlaskClient) -> None:
    assert evening.on.forget_prepared()
    assert deal(his, evening, 117) == (403, SAYS["no_more"])
    assert deal(phone(his.application, evening), evening, 117) == (409, SAYS["no_game"])
    assert evening.on.sight() is None


def test_a_pause_in_the_game_before_does_not_keep_him_from_his_card(
    evening: PaperEvening, his: FlaskClient
) -> None:
    evening.on.remember(paused=True)
    assert deal(his, evening, 117) == (204, "")


def test_nobody_else_can_deal(evening: PaperEvening, his: FlaskClient) -> None:
    other = stranger(his.application)
    assert deal(other, evening, 117) == (403, SAYS["no_more"])
    assert evening.on.prepared is not None
