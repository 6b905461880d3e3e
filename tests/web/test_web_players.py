"""Who plays whom: names for the list of games, whatever somebody types."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.pursuit.commands import MISTER_X
from companion.history import LONGEST_NAME
from companion.language import LANGUAGES
from companion.protocol import hear
from companion.web.words import Words
from tests.web.ears import Ear
from tests.web.evenings import CLASSIC, House, do, stranger

SAYS = Words("en")


def name(house: House, names: Any, game: Any = None, **headers: str) -> tuple[int, str]:
    said = {"game": house.evening.on.game_id if game is None else game, "names": names}
    return do(stranger(house.app), said, "/table/players", **headers)


def players(house: House) -> dict[str, str]:
    return dict(house.evening.on.players(house.evening.on.game_id))


@pytest.mark.usefixtures("hasty")
def test_names_are_kept_and_everybody_hears_them(house: House) -> None:
    ear = Ear(stranger(house.app), "/table/events")
    assert ear.last("table")["players"] == {}
    assert name(house, {"red": "Ada", MISTER_X: "Grace"}) == (204, "")
    assert ear.last("table")["players"] == {"red": "Ada", MISTER_X: "Grace"}
    assert name(house, {"red": "", "blue": "Åsa"}) == (204, "")
    assert ear.last("table")["players"] == {MISTER_X: "Grace", "blue": "Åsa"}
    ear.close()


def test_a_name_that_is_said_again_is_not_written_down_again(house: House) -> None:
    """Whoever likes may post names, and a memory card does not like to be written."""
    assert name(house, {"red": "Ada", "blue": ""}) == (204, "")
    before = house.evening.written()
    for names in ({"red": "Ada"}, {"red": " Ada "}, {"blue": ""}, {}):
        assert name(house, names) == (204, "")
    assert house.evening.written() == before


def test_names_outlive_the_game_and_a_power_cut(house: House) -> None:
    evening = house.evening
    game = evening.on.game_id
    assert game is not None
    assert name(house, {"red": "Ada"})[0] == 204
    evening.on.submit(hear({"do": "time_up", "then": "lose"}))
    evening.begin(**CLASSIC)
    assert name(house, {"blue": "Grace"}, game) == (204, "")
    evening.power(False)
    evening.power(True)
    assert evening.on.games()[0].players == {"red": "Ada", "blue": "Grace"}
    assert players(house) == {}


@pytest.mark.parametrize(
    "typed",
    [
        "A" * LONGEST_NAME,
        "  Ada  ",
        "é" * LONGEST_NAME,
        "李小龍",
        "O'Neill",
        '"<b>&',
        "🕵",
        "0",
        "null",
        "{x}",
    ],
)
def test_a_name_is_what_people_are_called(house: House, typed: str) -> None:
    assert name(house, {"red": typed}) == (204, "")
    assert players(house) == {"red": typed.strip()}


@pytest.mark.parametrize(
    "typed",
    [
        "A" * (LONGEST_NAME + 1),
        "A" * 3000,
        "a\nb",
        "a\tb",
        "\x00",
        "Ada\x00",
        "\x1b[31m",
        "\ud800",
        "\u202eevil",
        "a\u2028b",
        "\ufeffAda",
        "\x7f",
    ],
    ids=ascii,
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_no_name_is_refused_in_one_sentence(house: House, typed: str, language: str) -> None:
    before = house.evening.written()
    said = {"red": "Ada", "blue": typed}
    assert name(house, said, **{"Accept-Language": language}) == (400, Words(language)["bad_name"])
    assert players(house) == {}
    assert house.evening.written() == before


@pytest.mark.parametrize(
    "pawn", ["yellow", "holmes", "bobby1", "", "RED", "red ", "\x00", "x" * 1000, "\ud800"]
)
def test_only_who_plays_has_a_name(house: House, pawn: str) -> None:
    before = house.evening.written()
    assert name(house, {pawn: "Ada"}) == (400, SAYS["bad_name"])
    assert name(house, {"red": "Ada", pawn: ""}) == (400, SAYS["bad_name"])
    assert players(house) == {}
    assert house.evening.written() == before


@pytest.mark.parametrize(
    "names",
    [
        None,
        "red",
        ["red"],
        [["red", "Ada"]],
        {"red": None},
        {"red": 7},
        {"red": ["Ada"]},
        {"red": {}},
        {"red": True},
        7,
        True,
    ],
)
def test_names_are_texts_by_pawn(house: House, names: Any) -> None:
    before = house.evening.written()
    assert name(house, names) == (400, SAYS["bad_form"])
    assert house.evening.written() == before


@pytest.mark.parametrize("game", ["1", 1.0, [1], {}, True, False, "now"])
def test_a_game_is_a_number(house: House, game: Any) -> None:
    before = house.evening.written()
    assert name(house, {"red": "Ada"}, game) == (400, SAYS["bad_form"])
    assert house.evening.written() == before


@pytest.mark.parametrize("game", [0, -1, 2, 10**18, 10**300])
def test_a_game_that_is_not_there_has_no_players(house: House, game: int) -> None:
    assert house.evening.on.game_id == 1
    before = house.evening.written()
    assert name(house, {"red": "Ada"}, game) == (404, SAYS["nothing_here"])
    assert house.evening.written() == before


def test_a_game_that_was_given_up_has_none_either(house: House) -> None:
    first = house.evening.on.game_id
    house.evening.begin(**CLASSIC)
    assert name(house, {"red": "Ada"}, first) == (404, SAYS["nothing_here"])


def test_nobody_to_name_changes_nothing(house: House) -> None:
    before = house.evening.written()
    assert name(house, {}) == (204, "")
    assert house.evening.written() == before


def test_a_name_says_nothing_about_the_game(house: House) -> None:
    step = house.evening.on.step
    assert name(house, {"red": "Ada"})[0] == 204
    assert house.evening.on.step == step
    assert do(house.his, {"do": "travel", "ticket": "taxi", "to": 88, "step": step}) == (204, "")
