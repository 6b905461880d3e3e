"""Moves by touch on the table page: where the table has switched them on, and only what the detectives may do."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from companion.games.pursuit.commands import MISTER_X
from companion.language import LANGUAGES
from companion.protocol import hear
from companion.table import Table
from companion.web.table_state import table_state
from companion.web.words import Words
from tests.support.players import EDITIONS, legal_step
from tests.web.ears import Ear
from tests.web.evenings import CLASSIC, House, a_game, an_evening, any_game, d, do, pages, stranger
from tests.web.touch_buttons import Said, offered

SAYS = Words("en")
RIDE: dict[str, Any] = {"do": "travel", "pawn": "red", "ticket": "taxi", "to": 102}
MEETS = {
    "ny-chase-1999": {"travel", "helicopter", "descend", "barrier", "moved barrier", "end_turn"},
    "sherlock-2022-variant": {"travel", "token", "barrier", "symbol", "ban", "end_turn"},
}
OPTIONS: dict[str, dict[str, Any]] = {"ny-chase-1999": {"options": {"barriers": 2}}}
RARE = {"helicopter": 0.02}
"""To each of so many stations."""


@pytest.fixture
def table(house: House) -> House:
    """Mister X has moved, and moves by touch are on."""
    house.evening.on.submit(d(MISTER_X, 88))
    house.evening.set(touch=True)
    return house


def say(house: House, said: Said, **headers: str) -> tuple[int, str]:
    step = {"step": house.evening.on.step}
    return do(stranger(house.app), step | said, "/table/do", **headers)


def word(said: Said) -> str:
    """What kind of button that is."""
    if said["do"] == "token":
        return "symbol" if "symbol" in said else "ban" if "ticket" in said else "token"
    return "moved barrier" if "from" in said else str(said["do"])


# On and off


@pytest.mark.parametrize("language", LANGUAGES)
def test_unless_they_are_switched_on_nobody_moves_by_touch(table: House, language: str) -> None:
    table.evening.set(touch=False)
    before = table.evening.written()
    said = {"Accept-Language": language}
    for one in (RIDE, {"do": "end_turn"}, {"do": "new"}, {}):
        assert say(table, one, **said) == (403, Words(language)["touch_off"])
    assert table.evening.written() == before
    table.evening.set(touch=True)
    assert say(table, RIDE) == (204, "")
    assert table.evening.on.mister_x().pawns["red"].station == 102


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("edition", EDITIONS)
def test_every_choice_that_is_told_is_taken_and_it_is_enough(edition: str) -> None:
    pressed: Counter[str] = Counter()
    for number in range(8 if edition in MEETS else 2):
        rng = Random(f"touch {edition} {number}")
        with an_evening(**any_game(edition, rng, **OPTIONS.get(edition, {}))) as evening:
            evening.set(touch=True)
            client = stranger(pages(evening))
            ear = Ear(client, "/table/events")
            while not (state := ear.last("table"))["outcome"]:
                if state["turn"] == MISTER_X:
                    evening.on.submit(legal_step(evening.on.game, rng)[0])
                    continue
                said = _choice(state, rng, _stations(evening.on))
                assert do(client, said | {"step": state["step"]}, "/table/do") == (204, ""), said
                pressed[word(said)] += 1
            ear.close()
    assert {what for what in MEETS.get(edition, {"travel"}) if not pressed[what]} == set()


def _stations(table: Table) -> list[int]:
    return list(table.game.rules.board.stations)


def _choice(state: dict[str, Any], rng: Random, stations: list[int]) -> Said:
    buttons = offered(state, stations)
    likely = [said for said in buttons if rng.random() < RARE.get(said["do"], 1)]
    special = [said for said in likely if said["do"] != "travel"]
    rides = [said for said in likely if said["do"] == "travel"]
    return rng.choice(special if special and rng.random() < 0.2 else rides or likely or buttons)


@pytest.mark.parametrize("edition", EDITIONS)
def test_each_of_the_choices_works(edition: str) -> None:
    tried: Counter[str] = Counter()
    rng = Random(f"each {edition}")
    with an_evening(**any_game(edition, rng, **OPTIONS.get(edition, {}))) as evening:
        evening.set(touch=True)
        client, table = stranger(pages(evening)), evening.on
        while not (state := table_state(evening))["outcome"] and tried["taken"] < 400:
            if state["turn"] != MISTER_X:
                buttons = offered(state, rng.sample(_stations(table), 6))
                for said in rng.sample(buttons, min(12, len(buttons))):
                    assert do(client, said | {"step": table.step}, "/table/do") == (204, ""), said
                    tried["taken"] += 1
                    table.undo()
            table.submit(legal_step(table.game, rng)[0])
    assert tried["taken"] > 50


# What else is said


@pytest.mark.parametrize(
    "said",
    [
        {"do": "travel", "pawn": MISTER_X, "ticket": "taxi", "to": 117},
        {"do": "start", "to": 88},
        {"do": "show", "take": {}},
        {"do": "crime"},
        {"do": "hideout", "take": "black"},
        {"do": "hide"},
        {"do": "balloon"},
        {"do": "undo"},
        {"do": "deal", "to": 88},
        {"do": "correct", "pawn": "red", "to": 102},
        {"do": "time_up", "then": "lose"},
        {"do": "new", "edition": "classic-1983", "detectives": ["red", "blue", "green"]},
        {"do": "helicopter", "pawn": MISTER_X, "ticket": "taxi", "to": 102},
        {"do": "token", "pawn": MISTER_X},
        {"do": "travel", "ticket": "taxi", "to": 102},
        {"do": "travel", "pawn": ["red"], "ticket": "taxi", "to": 102},
        {"do": "travel", "pawn": "red", "ticket": "taxi", "to": 102, "more": 1},
        {"do": ""},
        {},
    ],
    ids=str,
)
def test_what_is_mister_xs_or_the_keypads_is_not_said_by_touch(table: House, said: Said) -> None:
    before = table.evening.written()
    assert say(table, said) == (400, SAYS["bad_form"])
    assert table.evening.written() == before


@pytest.mark.parametrize(
    ("said", "says"),
    [
        ({"to": 199}, "No taxi goes there from here."),
        ({"to": 300}, "There is no station 300 on this board."),
        ({"to": 112}, "No taxi goes there from here."),
        ({"pawn": "blue", "to": 100}, "It is not Blue's turn."),
        ({"pawn": "ghost"}, "There is no pawn called Ghost."),
        ({"ticket": "black"}, "black ticket is not a ticket Red can use here."),
        ({"double": True}, "Only Mister X has double-move cards."),
        ({"step": 0}, "The table has moved on. Look again."),
    ],
)
def test_what_the_rules_forbid_is_one_sentence(table: House, said: Said, says: str) -> None:
    before = table.evening.written()
    assert say(table, RIDE | said) == (409, says)
    assert table.evening.written() == before


def test_on_mister_xs_turn_nobody_moves_for_him_or_before_him(house: House) -> None:
    house.evening.set(touch=True)
    before = house.evening.written()
    for said in (RIDE, {"do": "end_turn"}, {"do": "token", "pawn": "red"}):
        status, sentence = say(house, said)
        assert status == 409
        assert sentence
    assert house.evening.written() == before


def test_a_finger_that_was_too_late_moves_nothing(table: House) -> None:
    seen = table.evening.on.step
    assert say(table, RIDE) == (204, "")
    before = table.evening.written()
    blue = {"do": "travel", "pawn": "blue", "ticket": "taxi", "to": 100}
    assert say(table, blue | {"step": seen}) == (409, "The table has moved on. Look again.")
    assert table.evening.written() == before
    assert say(table, blue) == (204, "")


def test_while_the_table_rests_or_waits_for_a_card_nobody_moves(table: House) -> None:
    evening = table.evening
    evening.on.remember(paused=True)
    before = evening.written()
    assert say(table, RIDE) == (409, SAYS["paused"])
    assert evening.written() == before
    evening.on.remember(paused=False)
    evening.on.prepare(a_game(**CLASSIC))
    before = evening.written()
    assert say(table, RIDE) == (409, SAYS["paused"])
    assert evening.written() == before


def test_without_a_game_there_is_nobody_to_move() -> None:
    with an_evening() as evening:
        evening.set(touch=True)
        said = RIDE | {"step": evening.on.step}
        assert do(stranger(pages(evening)), said, "/table/do") == (409, SAYS["no_game"])


def test_after_the_end_nobody_moves(table: House) -> None:
    table.evening.on.submit(hear({"do": "time_up", "then": "lose"}))
    before = table.evening.written()
    assert say(table, RIDE) == (409, "The game is over.")
    assert table.evening.written() == before


def test_a_move_that_can_not_be_saved_is_one_sentence(table: House) -> None:
    step = table.evening.on.step
    table.evening.journal.close()
    answer = do(stranger(table.app), RIDE | {"step": step}, "/table/do")
    assert answer == (503, SAYS["unsaved"])
