"""Games that are over: the list of them, their statistics, each one replayed and checked, and its record."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime
from html import unescape
from random import Random
from typing import Any
from unittest import mock

import pytest
from flask.testing import FlaskClient

from companion.drawing import drawing
from companion.games.pursuit.commands import MISTER_X
from companion.journal import Journal
from companion.language import LANGUAGES
from companion.protocol import hear
from companion.record_file import read_record
from companion.replay import replay
from companion.table import Table
from companion.web.words import Words
from tests.records.played import play_to_the_end
from tests.support.players import EDITIONS, legal_step
from tests.web.evenings import CLASSIC, SHERLOCK, PaperEvening, an_evening, d, pages, stranger

LOSE = hear({"do": "time_up", "then": "lose"})


class Dated(PaperEvening):
    """An evening with a clock on the wall."""

    wall = datetime(2026, 7, 29, 21, 5)

    def power(self, on: bool) -> None:
        super().power(on)
        if self.table:
            self.table._wall = lambda: self.wall


@pytest.fixture
def evening() -> Iterator[PaperEvening]:
    with an_evening() as evening:
        yield evening


@pytest.fixture
def client(evening: PaperEvening) -> FlaskClient:
    return stranger(pages(evening))


def a_finished_game(evening: PaperEvening, **said: object) -> int:
    game = evening.begin(**(CLASSIC | said))
    evening.on.submit(d(MISTER_X, 88))
    evening.on.submit(LOSE)
    return game


# The list


@pytest.mark.parametrize("language", LANGUAGES)
def test_before_the_first_game_is_over_the_list_says_so(evening: PaperEvening, language: str) -> None:
    page = stranger(pages(evening), accept_language=language).get("/games").text
    assert Words(language)["no_games"] in unescape(page)
    assert "<table" not in page


def test_the_newest_game_comes_first_each_with_its_winner_and_length(
    evening: PaperEvening, client: FlaskClient
) -> None:
    first = a_finished_game(evening)
    second = evening.begin(**CLASSIC)
    evening.on.submit(LOSE)
    page = unescape(client.get("/games").text)
    assert re.findall(r'href="/games/(\d+)"', page) == [str(second), str(first)]
    assert page.count("Scotland Yard") >= 2
    who = re.findall(r'<span class="who (\w+)">([^<]*)</span>', page)
    assert who == [("theirs", "The detectives win"), ("his", "Mister X wins")]
    long = re.findall(r'<span class="long">([^<]*)</span>', page)
    assert long == ["1 round · 0 moves of his", "1 round · 1 move of his"]
    assert page.count(Words("en")["no_date"]) == 2


@pytest.mark.parametrize(
    ("language", "date"),
    [("en", "29 Jul 2026, 21:05"), ("fr", "29 juil. 2026, 21:05"), ("de", "29. Juli 2026, 21:05")],
)
def test_a_game_is_dated_where_a_clock_knew(language: str, date: str) -> None:
    evening = Dated()
    game = a_finished_game(evening)
    client = stranger(pages(evening), accept_language=language)
    dated = f'<time datetime="2026-07-29T21:05">{date}</time>'
    assert dated in client.get("/games").text
    assert dated in client.get(f"/games/{game}").text
    answer = client.get(f"/games/{game}/record.json")
    assert answer.headers["Content-Disposition"] == f'attachment; filename="misterx-2026-07-29-{game}.json"'
    evening.journal.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_a_name_for_each_month(language: str) -> None:
    assert len(set(Words(language)["months"].split())) == 12


def test_where_mister_x_has_another_name_the_list_says_it(evening: PaperEvening, client: FlaskClient) -> None:
    game = evening.begin(**SHERLOCK)
    evening.on.name_players(game, {MISTER_X: "Ada", "holmes": "Grace"})
    rng = Random(1)
    while evening.on.mister_x().turn == MISTER_X:
        evening.on.submit(legal_step(evening.on.game, rng)[0])
    evening.on.submit(LOSE)
    page = client.get("/games").text
    assert '<span class="who his">Moriarty wins</span>' in page
    assert "Moriarty: Ada, Holmes: Grace" in page


def test_the_list_names_who_played_and_counts_for_whom_it_went_how(
    evening: PaperEvening, client: FlaskClient
) -> None:
    for winner in range(3):
        game = a_finished_game(evening) if winner else evening.begin(**CLASSIC)
        if not winner:
            evening.on.submit(LOSE)
        evening.on.name_players(game, {MISTER_X: "Ada", "red": "<b>Grace", "blue": "ada "})
    page = client.get("/games").text
    assert "<b>" not in page
    assert "Mister X: Ada, Red: &lt;b&gt;Grace, Blue: ada" in page
    number = '<td class="number">([^<]*)</td>'
    rows = re.findall(f'<tr><th scope="row">([^<]*)</th>{number}{number}</tr>', page)
    assert rows == [("Ada", "2 of 3", "1 of 3"), ("&lt;b&gt;Grace", "–", "1 of 3")]
    assert "classic-1983" not in page
    (edition,) = re.findall(r'<th scope="row">Scotland Yard \(1983\)</th>(.*?)</tr>', page)
    assert re.findall(r">([^<]+)</td>", edition) == ["3", "67 %", "1"]
    (size,) = re.findall(r'<th scope="row">3</th>(.*?)</tr>', page)
    assert re.findall(r">([^<]+)</td>", size) == ["3", "67 %", "1"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_list_speaks_the_readers_language(evening: PaperEvening, language: str) -> None:
    game = a_finished_game(evening)
    evening.on.name_players(game, {"red": "Ada"})
    page = unescape(stranger(pages(evening), accept_language=language).get("/games").text)
    words = Words(language)
    for name in ("history", "by_edition", "by_team", "by_player", "he_won_share"):
        assert words[name] in page
    assert words["played_by"].format(pawn=words.say("Red"), player="Ada") in page


# One game


def test_the_page_of_a_game_leads_to_its_record_and_back(evening: PaperEvening, client: FlaskClient) -> None:
    game = a_finished_game(evening)
    page = client.get(f"/games/{game}").text
    assert f'<main data-game="{game}">' in page
    assert f'href="/games/{game}/record.json" download' in page
    assert 'href="/games"' in page


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_step_of_a_game_is_replayed_and_checked(
    evening: PaperEvening, client: FlaskClient, edition: str
) -> None:
    for seed in range(2):
        table = evening.on
        game = play_to_the_end(table, edition, seed, mishaps=0.05, undo=0.05)
        answer = client.get(f"/games/{game}/replay.json")
        assert (answer.status_code, answer.mimetype) == (200, "application/json")
        told = json.loads(answer.data)
        record, view = table.record(), table.mister_x()
        assert told["game"] == game
        assert told["faults"] == []
        assert [step["what"] for step in told["steps"]] == [said["do"] for said in record]
        assert [step["number"] for step in told["steps"]] == list(range(1, len(record) + 1))
        assert all(step["checked"] and not step["why"] for step in told["steps"])
        assert all("told" not in step for step in told["steps"])
        assert [row["to"] for row in told["log"]] == [row.station for row in view.log]
        assert told["start"] == view.start
        assert told["steps"][-1]["mister_x"] == view.mister_x.station
        assert told["summary"]["winner"] == (view.outcome.winner if view.outcome else "")
        assert told["words"] == dict(table.game.rules.edition.words)


def test_a_hunt_that_many_look_at_is_followed_once_until_something_about_it_changes(
    evening: PaperEvening, client: FlaskClient
) -> None:
    game = a_finished_game(evening)
    with mock.patch.object(Table, "replay", autospec=True, side_effect=Table.replay) as followed:

        def seen() -> Any:
            return client.get(f"/games/{game}/replay.json").json["summary"]  # type: ignore[index]

        first = seen()
        assert seen() == first
        assert followed.call_count == 1
        evening.on.name_players(game, {"red": "Ada"})
        assert seen()["players"] == {"red": "Ada"}
        assert followed.call_count == 2
        evening.on.undo()
        assert client.get(f"/games/{game}/replay.json").status_code == 404
        evening.on.submit(d("red", 102))
        evening.on.submit(LOSE)
        assert len(client.get(f"/games/{game}/replay.json").json["steps"]) == 4  # type: ignore[index]
        for _ in range(5):
            client.get(f"/games/{a_finished_game(evening)}/replay.json")
        assert followed.call_count == 8
        assert seen()["players"] == {"red": "Ada"}
        assert followed.call_count == 9


def test_a_step_that_is_not_by_the_rules_shows(evening: PaperEvening, client: FlaskClient) -> None:
    """A journal that somebody wrote who is no referee: the page says which step it is, and goes on."""
    game = a_finished_game(evening)
    forged = Journal.in_memory()
    rows: dict[int, list[tuple[str, dict[str, object]]]] = {}
    for entry in evening.journal.entries():
        body = {**entry.body}
        if body.get("event") == "travelled":
            body["to"] = 1
        elif body.get("event") == "ended":
            body["trail"] = [1]
        rows.setdefault(entry.step, []).append((entry.kind, body))
    for written in rows.values():
        forged.append(written)
    with an_evening(forged) as other:
        told = json.loads(stranger(pages(other)).get(f"/games/{game}/replay.json").data)
    assert told["faults"]
    assert not all(step["checked"] for step in told["steps"])


# The record


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_record_that_is_downloaded_can_be_checked_elsewhere(
    evening: PaperEvening, client: FlaskClient, edition: str
) -> None:
    game = play_to_the_end(evening.on, edition, 3)
    answer = client.get(f"/games/{game}/record.json")
    assert answer.mimetype == "application/json"
    assert answer.headers["Content-Disposition"] == f'attachment; filename="misterx-game-{game}.json"'
    assert answer.headers["Content-Length"] == str(len(answer.data))
    assert answer.data.endswith(b"}\n")
    assert replay(read_record(answer.data)).checked


# Its board


def test_the_board_is_drawn_as_it_is_printed(evening: PaperEvening, client: FlaskClient) -> None:
    game = evening.begin(**SHERLOCK)
    printed = evening.on.printed(game)
    assert printed is not None
    drawn = json.loads(client.get(f"/board/{game}.json").data)
    assert drawn == json.loads(json.dumps(drawing(printed)))
    assert {"stations", "links", "hideouts", "title"} <= set(drawn)
    evening.on.submit(LOSE)
    assert json.loads(client.get(f"/games/{game}/replay.json").data)["board"] == drawn


def test_a_table_that_was_never_played_at_has_nothing_to_show(client: FlaskClient) -> None:
    for path in (
        "/board/0.json",
        "/board/1.json",
        "/games/1",
        "/games/1/replay.json",
        "/games/1/record.json",
    ):
        assert client.get(path).status_code == 404


def test_a_table_is_asked_only_for_what_it_is_asked(evening: PaperEvening, client: FlaskClient) -> None:
    """The list is made without playing a game again: a table has many of them after a year."""
    for _ in range(3):
        a_finished_game(evening)
    looked: list[int] = []
    table: Table = evening.on
    table._recorded = lambda game: looked.append(game)  # type: ignore[assignment, method-assign, return-value]
    assert client.get("/games").status_code == 200
    assert looked == []
