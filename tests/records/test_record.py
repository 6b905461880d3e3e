"""A game as a file: it says the same for ever, and whoever changes it is found out."""

from __future__ import annotations

import json
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.games.pursuit.commands import MISTER_X
from companion.journal import Journal
from companion.record import companion_version, digest, document
from companion.record_file import Damaged, read_record
from companion.record_shape import RecordFault
from companion.replay import replay
from companion.table import Table
from tests.records.played import CAUGHT, Place, a_record, at, leaves, play, play_to_the_end, put
from tests.referee.forms import LONDON, OVER
from tests.referee.settings import STEADY
from tests.support.players import EDITIONS

ROOT = Path(__file__).parents[2]


def as_bytes(content: Any) -> bytes:
    return json.dumps(content).encode()


def sealed(content: dict[str, Any]) -> bytes:
    """*content* with a digest that fits, whatever was done to it."""
    return as_bytes({**content, "digest": digest(content)})


def test_a_record_says_what_was_played_when_and_by_whom() -> None:
    table = Table(Journal.in_memory())
    game = play(table, *CAUGHT)
    table.name_players(game, {MISTER_X: "Ada"})
    content = document(table.recorded(game))
    assert (content["kind"], content["format"]) == ("misterx-game", 1)
    assert content["companion"] == companion_version() != ""
    assert (content["began"], content["ended"]) == (None, None)
    assert content["players"] == {MISTER_X: "Ada"}
    assert content["edition"]["name"] == "london-2014"
    assert content["map"]["name"] == "demo"
    assert [step["command"] for step in content["steps"]] == table.record()
    assert [len(step["events"]) for step in content["steps"]] == [1, 2, 2]
    assert not {"edition", "map"} & content["steps"][0]["events"][0].keys()


@STEADY
@given(edition=st.sampled_from(EDITIONS), seed=st.integers(0, 10_000), mishaps=st.sampled_from([0.0, 0.1]))
def test_a_record_that_is_read_again_is_the_same_game_and_all_of_it_checked(
    edition: str, seed: int, mishaps: float
) -> None:
    table = Table(Journal.in_memory(), None)
    game = play_to_the_end(table, edition, seed, mishaps, undo=0.05)
    content = document(table.recorded(game))
    read = read_record(as_bytes(content))
    assert document(read) == content
    found = replay(read)
    assert found.steps == table.replay(game).steps
    assert found.checked
    assert all(step.checked for step in found.steps)


def test_a_record_on_the_disk_is_read_from_its_path(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    record = a_record("london-2014", 1)
    path.write_text(json.dumps(document(record), indent=2), "utf-8")
    assert read_record(path) == record


def test_the_place_of_a_board_of_ones_own_stays_private(tmp_path: Path) -> None:
    board = tmp_path / "my-secret-attic.yaml"
    board.write_bytes((ROOT / "maps" / "demo.yaml").read_bytes())
    table = Table(Journal.in_memory())
    game = play(table, {**LONDON, "map": str(board)}, *OVER[1:])
    record = table.recorded(game)
    assert "attic" not in json.dumps(document(record))
    assert record.steps[0].command["map"] == "demo"
    assert table.replay(game).checked


def test_a_later_version_of_the_files_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    text = as_bytes(document(a_record("classic-1983", 1)))
    for opener in ("read_edition", "find_map", "read_map"):
        monkeypatch.delattr(f"companion.protocol.{opener}")
    assert replay(read_record(text)).checked


# Whoever changes it is found out


@cache
def a_document(edition: str, seed: int) -> dict[str, Any]:
    return document(a_record(edition, seed))


@STEADY
@given(
    edition=st.sampled_from(EDITIONS),
    seed=st.integers(0, 5),
    where=st.randoms(use_true_random=False),
    new=st.one_of(st.integers(0, 511), st.sampled_from(["red", "mister_x", "taxi", "bus", None, True, ""])),
)
def test_any_change_without_a_new_digest_is_damage(edition: str, seed: int, where: Random, new: Any) -> None:
    content = deepcopy(a_document(edition, seed))
    place = where.choice([place for place in leaves(content) if place[0] not in ("kind", "format")])
    assume(json.dumps(at(content, place)) != json.dumps(new))
    put(content, place, new)
    with pytest.raises(RecordFault):
        read_record(as_bytes(content))


def may_be_anything(content: dict[str, Any], place: Place) -> bool:
    """A balloon rises whatever he hopes for: a station that is not on the tile which comes up changes nothing."""
    command = at(content, place[:3])
    flew = any(event["event"] == "flew" for event in at(content, place[:2])["events"])
    return bool(command.get("do") == "balloon" and place[3] == "to" and not flew)


@STEADY
@given(
    edition=st.sampled_from(EDITIONS),
    seed=st.integers(0, 5),
    part=st.sampled_from(["command", "events"]),
    where=st.randoms(use_true_random=False),
    new=st.one_of(
        st.integers(0, 511),
        st.sampled_from(
            ["red", "mister_x", "taxi", "bus", "black", "hide", "hid", None, True, False, 1.0, ""]
        ),
    ),
)
def test_any_single_word_or_number_altered_in_a_step_is_found_there_or_refused(
    edition: str, seed: int, part: str, where: Random, new: Any
) -> None:
    content = deepcopy(a_document(edition, seed))
    place = where.choice([place for place in leaves(content["steps"]) if place[1] == part])
    place = ("steps", *place)
    assume(json.dumps(at(content, place)) != json.dumps(new))
    assume(part == "events" or not may_be_anything(content, place))
    put(content, place, new)
    try:
        found = replay(read_record(sealed(content)))
    except RecordFault:
        return
    assert not found.checked
    number = place[1]
    assert isinstance(number, int)
    assert found.faults[0].step == number + 1, found.faults


@STEADY
@given(edition=st.sampled_from(EDITIONS), seed=st.integers(0, 5), where=st.randoms(use_true_random=False))
def test_a_move_of_his_that_is_missing_or_there_twice_is_found(
    edition: str, seed: int, where: Random
) -> None:
    content = deepcopy(a_document(edition, seed))
    steps = content["steps"]
    his = [n for n, step in enumerate(steps) if step["command"].get("pawn") == MISTER_X]
    place = where.choice(his)
    steps[place : place + 1] = [deepcopy(steps[place])] * where.choice([0, 2])
    assert not replay(read_record(sealed(content))).checked


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_record_cut_short_does_not_end(edition: str) -> None:
    content = deepcopy(a_document(edition, 2))
    while len(content["steps"]) > 1:
        del content["steps"][-3:]
        if content["steps"]:
            (fault,) = replay(read_record(sealed(content))).faults
            assert fault == (len(content["steps"]), "The game does not end here.")


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_station_of_his_log_is_vouched_for(edition: str) -> None:
    content = a_document(edition, 2)
    for number, step in enumerate(content["steps"]):
        for place, event in enumerate(step["events"]):
            if event["event"] in ("travelled", "flew") and event.get("pawn", MISTER_X) == MISTER_X:
                altered = deepcopy(content)
                altered["steps"][number]["events"][place]["to"] = event["to"] % 48 + 1
                assert replay(read_record(sealed(altered))).faults[0].step == number + 1


def test_damage_alone_still_gives_the_record() -> None:
    content = {**a_document("london-2014", 1), "digest": "0" * 64}
    with pytest.raises(Damaged, match="digest does not fit") as damaged:
        read_record(as_bytes(content))
    assert damaged.value.record == a_record("london-2014", 1)


def test_the_map_of_a_record_is_never_looked_for_on_this_machine() -> None:
    content = deepcopy(a_document("london-2014", 1))
    content["steps"][0]["command"]["map"] = "/etc/passwd"
    fault = replay(read_record(sealed(content))).faults[0]
    assert fault == (1, "The map that the command names is not the map of the record.")


def test_a_field_that_an_older_companion_did_not_know_is_no_fault() -> None:
    content = deepcopy(a_document("london-2014", 1))
    rides = [event for step in content["steps"] for event in step["events"] if event["event"] == "travelled"]
    for ride in rides:
        if not ride["double"]:
            del ride["double"]
    assert replay(read_record(sealed(content))).checked
