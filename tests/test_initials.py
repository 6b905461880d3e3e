"""The letters on a pawn: as few as tell it from the others of its kind, in every language."""

from __future__ import annotations

import pytest

from companion.language import LANGUAGES, Language
from companion.names import COLOURS, PAWNS, initials

BOBBIES = tuple(pawn for pawn in PAWNS if pawn.startswith("bobby"))
CHARACTERS = tuple(pawn for pawn in PAWNS if pawn not in COLOURS and pawn not in BOBBIES)


def names(code: str) -> dict[str, str]:
    return {pawn: Language(code).say(text) for pawn, text in PAWNS.items()}


def test_in_english_they_are_what_people_would_write() -> None:
    found = initials(names("en"))
    assert {pawn: found[pawn] for pawn in COLOURS} == {
        "red": "R",
        "blue": "Bl",
        "green": "G",
        "yellow": "Y",
        "brown": "Br",
    }
    assert {pawn: found[pawn] for pawn in CHARACTERS} == {
        "holmes": "H",
        "watson": "W",
        "adler": "A",
        "mycroft": "My",
        "lestrade": "L",
        "mister_x": "Mi",
    }
    assert [found[pawn] for pawn in BOBBIES] == ["1", "2", "3"]


@pytest.mark.parametrize("code", LANGUAGES)
def test_everybody_has_some_and_they_begin_his_name(code: str) -> None:
    called = names(code)
    found = initials(called)
    assert set(found) == set(PAWNS)
    for pawn in (*COLOURS, *CHARACTERS):
        assert found[pawn]
        assert called[pawn].startswith(found[pawn])


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("kind", [COLOURS, CHARACTERS], ids=["colours", "characters"])
def test_nobody_of_the_same_kind_shares_them_and_none_is_longer_than_it_has_to_be(
    code: str, kind: tuple[str, ...]
) -> None:
    called = names(code)
    found = initials(called)
    for pawn in kind:
        others = [called[other] for other in kind if other != pawn]
        assert not [name for name in others if name.startswith(found[pawn])]
        shorter = found[pawn][:-1]
        assert not shorter or [name for name in others if name.startswith(shorter)]


@pytest.mark.parametrize("code", LANGUAGES)
def test_three_letters_are_enough_for_a_pawn(code: str) -> None:
    assert max(map(len, initials(names(code)).values())) <= 3


def test_a_name_that_begins_another_stays_whole() -> None:
    called = names("en") | {"red": "Ann", "blue": "Anna"}
    found = initials(called)
    assert (found["red"], found["blue"]) == ("Ann", "Anna")


def test_a_bobby_is_his_number() -> None:
    called = names("en") | {"bobby1": "Constable 7"}
    assert initials(called)["bobby1"] == "7"
