"""Of a game that is not over nothing can be had: no list, no replay, no record; and of one that is, everything."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random

import pytest
from flask.testing import FlaskClient

from companion.games.pursuit.commands import MISTER_X
from companion.protocol import hear
from companion.web.words import Words
from tests.support.players import EDITIONS, legal_step
from tests.web.evenings import CLASSIC, PaperEvening, a_game, an_evening, any_game, d, pages, stranger

LOSE = hear({"do": "time_up", "then": "lose"})
OF_A_GAME = ("/games/{}", "/games/{}/replay.json", "/games/{}/record.json")


@pytest.fixture
def evening() -> Iterator[PaperEvening]:
    with an_evening(**CLASSIC) as evening:
        yield evening


@pytest.fixture
def client(evening: PaperEvening) -> FlaskClient:
    return stranger(pages(evening))


def had(client: FlaskClient, game: int) -> list[int]:
    """What can be had of *game*, by status; and whether it is in the list."""
    listed = f'href="/games/{game}"' in client.get("/games").text
    statuses = [client.get(path.format(game)).status_code for path in OF_A_GAME]
    assert listed == (statuses[0] == 200)
    return statuses


def nothing(client: FlaskClient, game: int) -> bool:
    return had(client, game) == [404] * 3


def everything(client: FlaskClient, game: int) -> bool:
    return had(client, game) == [200] * 3


def test_a_game_that_is_played_gives_nothing_but_its_board(
    evening: PaperEvening, client: FlaskClient
) -> None:
    game = evening.on.game_id
    assert game is not None
    for step in (lambda: None, lambda: evening.on.submit(d(MISTER_X, 88)), evening.on.undo):
        step()
        assert nothing(client, game)
        assert client.get(f"/board/{game}.json").status_code == 200


def test_a_game_that_is_over_gives_everything_until_its_end_is_taken_back(
    evening: PaperEvening, client: FlaskClient
) -> None:
    game = evening.on.game_id
    assert game is not None
    evening.on.submit(LOSE)
    assert everything(client, game)
    evening.on.undo()
    assert nothing(client, game)
    evening.on.submit(LOSE)
    assert everything(client, game)


def test_a_game_that_was_given_up_gives_nothing_and_has_no_board_any_more(
    evening: PaperEvening, client: FlaskClient
) -> None:
    first = evening.on.game_id
    assert first is not None
    evening.on.submit(d(MISTER_X, 88))
    second = evening.begin(**CLASSIC)
    assert nothing(client, first)
    assert client.get(f"/board/{first}.json").status_code == 404
    evening.on.submit(LOSE)
    assert everything(client, second)
    assert nothing(client, first)
    assert Words("en")["no_games"] not in client.get("/games").text


def test_a_game_that_is_over_stays_open_while_others_are_played(
    evening: PaperEvening, client: FlaskClient
) -> None:
    first = evening.on.game_id
    assert first is not None
    evening.on.submit(LOSE)
    evening.on.prepare(a_game(**CLASSIC))
    assert everything(client, first)
    second = evening.begin(**CLASSIC)
    assert everything(client, first)
    assert nothing(client, second)


def test_a_game_that_waits_for_a_card_gives_nothing_of_the_one_before(
    evening: PaperEvening, client: FlaskClient
) -> None:
    first = evening.on.game_id
    assert first is not None
    evening.on.prepare(a_game(**CLASSIC))
    for game in (first, evening.on.step):
        assert nothing(client, game)


def test_it_is_all_the_same_after_a_power_cut(evening: PaperEvening, client: FlaskClient) -> None:
    game = evening.on.game_id
    assert game is not None
    evening.on.submit(LOSE)
    evening.on.undo()
    evening.power(False)
    evening.power(True)
    assert nothing(client, game)
    evening.on.submit(LOSE)
    evening.power(False)
    evening.power(True)
    assert everything(client, game)


@pytest.mark.parametrize("edition", EDITIONS)
def test_at_no_step_of_a_game_is_there_anything_of_it(edition: str) -> None:
    rng = Random(f"unfinished {edition}")
    with an_evening(**any_game(edition, rng)) as evening:
        client, table = stranger(pages(evening)), evening.on
        game = table.game_id
        assert game is not None
        empty = client.get("/games").data
        while not table.mister_x().outcome:
            statuses = [client.get(path.format(game)).status_code for path in OF_A_GAME]
            assert statuses == [404] * 3
            assert client.get("/games").data == empty
            table.submit(legal_step(table.game, rng)[0])
        assert everything(client, game)
        replayed = json.loads(client.get(f"/games/{game}/replay.json").data)
        assert [row["to"] for row in replayed["log"]] == [row.station for row in table.mister_x().log]
