"""What Mister X's phone may say: his own words about the step that he saw, and nothing else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.games.pursuit.commands import MISTER_X
from companion.journal import Journal
from companion.language import LANGUAGES
from companion.protocol import _COMMANDS, hear
from companion.table import Table
from companion.web.said import HIS, THEIRS
from companion.web.words import Words
from tests.web.evenings import CLASSIC, SHERLOCK, House, a_game, a_house, an_evening, d, do, pages, phone

SAYS = Words("en")
RIDE: dict[str, Any] = {"do": "travel", "ticket": "taxi", "to": 88}


def say(house: House, said: dict[str, Any]) -> tuple[int, str]:
    """Say it about the step that stands."""
    return do(house.his, {"step": house.evening.on.step} | said)


def test_every_word_of_the_protocol_is_his_or_theirs_or_for_the_keypad_alone() -> None:
    assert set(HIS) | set(THEIRS) | {"new", "correct", "time_up"} == set(_COMMANDS)
    assert set(HIS) & set(THEIRS) == {"travel", "end_turn"}


def test_a_ride_is_taken_and_the_answer_is_empty(house: House) -> None:
    assert say(house, RIDE) == (204, "")
    assert house.evening.on.mister_x().mister_x.station == 88


def test_double_is_a_word_of_the_ride(house: House) -> None:
    assert say(house, RIDE | {"double": True}) == (204, "")
    view = house.evening.on.mister_x()
    assert view.turn == MISTER_X
    assert view.mister_x.tickets["double"] == 1


@pytest.mark.parametrize(
    ("said", "says"),
    [
        (RIDE | {"to": 199}, "No taxi goes there from here."),
        (RIDE | {"to": 300}, "There is no station 300 on this board."),
        (RIDE | {"to": 103, "ticket": "black"}, "No black ticket goes there from here."),
        ({"do": "crime"}, "This game is played without that."),
        ({"do": "end_turn"}, "Mister X has to move first."),
        ({"do": "show", "take": {}}, "This game is played without that."),
        ({"do": "start", "to": 12}, "There is no start to pick."),
        ({"do": "undo"}, SAYS["too_late"]),
        ({"do": "deal", "to": 117}, SAYS["no_game"]),
        (RIDE | {"step": 0}, "The table has moved on. Look again."),
        (RIDE | {"step": -1}, "The table has moved on. Look again."),
        (RIDE | {"step": None}, "The table has moved on. Look again."),
        (RIDE | {"step": True}, "The table has moved on. Look again."),
        (RIDE | {"step": 1.0}, "The table has moved on. Look again."),
        (RIDE | {"step": "1"}, "The table has moved on. Look again."),
    ],
    ids=str,
)
def test_what_the_rules_forbid_is_one_sentence(house: House, said: dict[str, Any], says: str) -> None:
    assert house.evening.on.step == 1  # which True would be taken for
    before = house.evening.written()
    assert say(house, said) == (409, says)
    assert house.evening.written() == before


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_speak_the_language_of_the_phone(house: House, language: str) -> None:
    said = RIDE | {"to": 199, "step": house.evening.on.step}
    status, sentence = do(house.his, said, **{"Accept-Language": language})
    assert status == 409
    assert (
        sentence
        == {
            "en": "No taxi goes there from here.",
            "fr": Words("fr").say("No {ticket} goes there from here.", ticket=Words("fr").say("taxi")),
            "de": Words("de").say("No {ticket} goes there from here.", ticket=Words("de").say("taxi")),
        }[language]
    )


@pytest.mark.parametrize(
    "said",
    [
        {"do": "travel", "pawn": "red", "ticket": "taxi", "to": 102},
        {"do": "travel", "pawn": "red", "ticket": "taxi", "to": 88},
        {"do": "travel", "pawn": "bobby1", "ticket": "taxi", "to": 88},
        {"do": "travel", "pawn": None, "ticket": "taxi", "to": 88},
        {"do": "travel", "pawn": ["mister_x"], "ticket": "taxi", "to": 88},
        {"do": "helicopter", "pawn": "red", "ticket": "taxi", "to": 102},
        {"do": "descend", "pawn": "red", "ticket": "taxi"},
        {"do": "barrier", "pawn": "red", "at": 103},
        {"do": "token", "pawn": "red"},
        {"do": "correct", "pawn": "red", "to": 102},
        {"do": "correct", "pawn": MISTER_X, "to": 102},
        {"do": "time_up", "then": "lose"},
        {"do": "new", "edition": "classic-1983", "detectives": ["red", "blue", "green"]},
        {"do": "TRAVEL", "ticket": "taxi", "to": 88},
        {"do": "record"},
        {"do": ""},
        {"do": None},
        {"do": ["travel"]},
        {"do": {"travel": 1}},
        {"do": 7},
        {},
        {"ask": "view"},
    ],
    ids=str,
)
def test_no_other_words_are_his(house: House, said: dict[str, Any]) -> None:
    before = house.evening.written()
    assert say(house, said) == (400, SAYS["bad_form"])
    assert house.evening.written() == before


def test_he_may_say_who_he_is(house: House) -> None:
    assert say(house, RIDE | {"pawn": MISTER_X}) == (204, "")


@pytest.mark.parametrize(
    "said",
    [
        {"ticket": "tram"},
        {"ticket": None},
        {"ticket": ["taxi"]},
        {"ticket": "double"},
        {"to": 0},
        {"to": -1},
        {"to": 512},
        {"to": 88.0},
        {"to": "88"},
        {"to": True},
        {"to": None},
        {"to": [88]},
        {"to": 10**3000},
        {"to": 1e400},
        {"double": 1},
        {"double": "true"},
        {"double": None},
        {"from": 117},
        {"key": "x"},
        {"then": "pass"},
    ],
    ids=lambda said: str(said)[:40],
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_ride_that_makes_no_sense_is_one_sentence(
    house: House, said: dict[str, Any], language: str
) -> None:
    before = house.evening.written()
    step = {"step": house.evening.on.step}
    answer = do(house.his, RIDE | said | step, **{"Accept-Language": language})
    assert answer == (400, Words(language)["bad_form"])
    assert house.evening.written() == before


@pytest.mark.parametrize(
    "said",
    [
        {"do": "hideout"},
        {"do": "hideout", "take": "gold"},
        {"do": "hideout", "take": ["black"]},
        {"do": "start"},
        {"do": "start", "to": "12"},
        {"do": "balloon", "to": "x"},
        {"do": "balloon", "to": None},
        {"do": "show"},
        {"do": "show", "take": {"red": "gold"}},
        {"do": "show", "take": ["red"]},
        {"do": "show", "take": {"": "taxi"}},
        {"do": "crime", "to": 3},
        {"do": "deal"},
        {"do": "deal", "to": 0},
        {"do": "deal", "to": 512},
        {"do": "deal", "to": "117"},
        {"do": "deal", "to": True},
    ],
    ids=str,
)
def test_every_word_needs_what_belongs_to_it(said: dict[str, Any]) -> None:
    with a_house(**SHERLOCK) as house:
        before = house.evening.written()
        assert say(house, said) == (400, SAYS["bad_form"])
        assert house.evening.written() == before


def test_a_button_pressed_twice_counts_once(house: House) -> None:
    said = RIDE | {"double": True, "step": house.evening.on.step}
    assert do(house.his, said) == (204, "")
    assert do(house.his, said) == (409, "The table has moved on. Look again.")
    assert house.evening.on.game.open.window == 1


def test_what_he_saw_before_somebody_else_moved_is_not_heard(house: House) -> None:
    seen = house.evening.on.step
    assert say(house, RIDE) == (204, "")
    house.evening.on.submit(d("red", 102))
    for said in ({"do": "undo"}, RIDE, {"do": "end_turn"}):
        before = house.evening.written()
        assert do(house.his, said | {"step": seen})[0] == 409
        assert house.evening.written() == before


def test_while_the_detectives_move_he_can_move_nothing(house: House) -> None:
    assert say(house, RIDE)[0] == 204
    for said in (RIDE, {"do": "end_turn"}, {"do": "travel", "ticket": "taxi", "to": 102}):
        before = house.evening.written()
        assert say(house, said)[0] == 409
        assert house.evening.written() == before


def test_while_the_table_pauses_he_moves_nothing(house: House) -> None:
    assert say(house, RIDE)[0] == 204
    house.evening.on.remember(paused=True)
    before = house.evening.written()
    for said in (RIDE, {"do": "undo"}, {"do": "end_turn"}, {"do": "deal", "to": 7}, {"do": "new"}, {}):
        assert say(house, said) == (409, SAYS["paused"])
    assert house.evening.written() == before
    house.evening.on.remember(paused=False)
    assert say(house, {"do": "undo"}) == (204, "")


def test_before_the_first_game_there_is_nothing_to_press() -> None:
    with an_evening() as evening:
        his = phone(pages(evening), evening)
        for said in (RIDE, {"do": "end_turn"}, {"do": "deal", "to": 7}):
            assert do(his, said | {"step": evening.on.step}) == (409, SAYS["no_game"])
        assert do(his, {"do": "undo", "step": evening.on.step}) == (409, SAYS["too_late"])


def test_a_game_that_is_over_is_over(house: House) -> None:
    house.evening.on.submit(hear({"do": "time_up", "then": "lose"}))
    before = house.evening.written()
    assert say(house, RIDE) == (409, "The game is over.")
    assert say(house, {"do": "undo"}) == (409, SAYS["too_late"])
    assert house.evening.written() == before


# Taking back


def test_he_takes_his_move_back_until_a_detective_has_moved(house: House) -> None:
    table = house.evening.on
    say(house, RIDE)
    assert say(house, {"do": "undo"}) == (204, "")
    assert table.mister_x().mister_x.station == 117
    assert say(house, {"do": "undo"}) == (409, SAYS["too_late"])
    say(house, RIDE | {"to": 108})
    table.submit(d("red", 102))
    assert say(house, {"do": "undo"}) == (409, SAYS["too_late"])
    assert table.mister_x().mister_x.station == 108


def test_both_halves_of_a_double_can_be_taken_back_one_by_one(house: House) -> None:
    say(house, RIDE | {"double": True})
    say(house, RIDE | {"to": 117})
    assert [say(house, {"do": "undo"})[0] for _ in range(3)] == [204, 204, 409]
    assert house.evening.on.game.open.window == 0
    assert house.evening.on.mister_x().mister_x.tickets["double"] == 2


def test_what_the_clock_did_is_not_his_to_take_back(house: House) -> None:
    house.evening.on.submit(hear({"do": "time_up", "then": "pass"}))
    assert say(house, {"do": "undo"}) == (409, SAYS["too_late"])


def test_what_everybody_has_seen_is_not_taken_back(house: House) -> None:
    table = house.evening.on
    for to, replies in ((88, (102, 100, 95)), (117, (103, 112, 94))):
        assert say(house, RIDE | {"to": to})[0] == 204
        for pawn, there in zip(("red", "blue", "green"), replies, strict=True):
            table.submit(d(pawn, there))
    assert say(house, RIDE | {"to": 108})[0] == 204
    assert table.game.open.window == 3
    before = house.evening.written()
    assert say(house, {"do": "undo"}) == (409, SAYS["too_late"])
    assert house.evening.written() == before


# The disk


def test_a_move_that_can_not_be_saved_is_one_sentence_that_names_no_file(tmp_path: Path) -> None:
    with an_evening(Journal.open(tmp_path / "table.journal"), **CLASSIC) as evening:
        his = phone(pages(evening), evening)
        step = evening.on.step
        evening.journal.close()
        answer = do(his, RIDE | {"step": step}, **{"Accept-Language": "de"})
        assert answer == (503, Words("de")["unsaved"])
        assert evening.on.mister_x().mister_x.station == 117


def test_a_game_that_waits_for_his_card_takes_nothing_else_and_the_old_one_stays_as_it_was(
    house: House,
) -> None:
    """The old game is still on the table until the card is dealt, and its Mister X may have been somebody else."""
    evening, app, his = house
    say(house, RIDE)
    evening.on.prepare(a_game(edition="classic-1983"))
    waiting = House(evening, app, phone(app, evening))
    before = evening.written()
    table: Table = evening.on
    for said in ({"do": "undo"}, RIDE, {"do": "end_turn"}, {"do": "crime"}):
        assert say(waiting, said) == (409, SAYS["your_card"])
    assert evening.written() == before
    assert table.prepared is not None
    assert table.mister_x().mister_x.station == 88
    assert his.get("/x").status_code == 403
