"""Records that nobody should write: each is read or refused, in one sentence."""

from __future__ import annotations

import json
import os
import time
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.record_file import LARGEST_FILE, Damaged, read_record
from companion.record_shape import RecordFault
from companion.replay import replay
from companion.replay_report import replay_report
from tests.records.played import leaves, put
from tests.records.test_record import a_document, as_bytes, sealed
from tests.referee.settings import STEADY
from tests.support.players import EDITIONS

GAME = a_document("sherlock-2022-variant", 3)


def refused(raw: bytes | Path) -> str:
    with pytest.raises(RecordFault) as fault:
        read_record(raw)
    text = str(fault.value)
    assert text.isprintable()
    assert text[0].isupper() or text.split(":")[0] in GAME or "step" in text
    assert text.endswith(".")
    return text


def with_part(part: str, value: Any) -> bytes:
    return sealed({**GAME, part: value})


@pytest.mark.parametrize(
    ("raw", "says"),
    [
        (b"", "not JSON"),
        (b"\xff\xfe", "not JSON"),
        (b"Dear diary", "not JSON"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b'{"kind": NaN}', "NaN"),
        (b'{"kind": -Infinity}', "-Infinity"),
        (b'{"kind": 1e999}', "too large"),
        (b'{"kind": ' + b"9" * 5000 + b"}", "not JSON"),
        (b'{"kind": 1, "kind": 2}', "stands twice"),
        (b" " * (LARGEST_FILE + 1), "4 MiB"),
        (b"[]", "not the record of a game"),
        (b"null", "not the record of a game"),
        (b'"misterx-game"', "not the record of a game"),
        (b'{"kind": "misterx-map", "format": 1}', "not the record of a game"),
        (b'{"kind": ["misterx-game"]}', "not the record of a game"),
        (b'{"kind": "misterx-game"}', "which format"),
        (b'{"kind": "misterx-game", "format": "1"}', "which format"),
        (b'{"kind": "misterx-game", "format": true}', "which format"),
        (b'{"kind": "misterx-game", "format": 0}', "which format"),
        (b'{"kind": "misterx-game", "format": 2}', "newer companion"),
        (b'{"kind": "misterx-game", "format": 1}', "lacks its companion"),
    ],
)
def test_what_is_no_record_is_told_in_a_sentence(raw: bytes, says: str) -> None:
    assert says in refused(raw)


@pytest.mark.parametrize("part", [part for part in GAME if part not in ("kind", "format")])
def test_a_part_that_is_missing_is_named(part: str) -> None:
    content = {name: value for name, value in GAME.items() if name != part}
    assert refused(as_bytes(content)) == f"The record lacks its {part}."


def test_a_part_too_much_is_refused() -> None:
    assert "has more" in refused(sealed({**GAME, "weather": "fog"}))


EDITION, MAP, STEPS = GAME["edition"], GAME["map"], GAME["steps"]
FIRST = STEPS[0]


def test_a_token_that_no_quarter_of_the_board_answers_is_a_fault_and_no_crash(tmp_path: Path) -> None:
    games = (a_document("sherlock-2022-variant", seed) for seed in range(1, 40))
    asked = next(game for game in games if "quarter_told" in json.dumps(game))
    content = json.loads(sealed({**asked, "map": {**asked["map"], "quarters": {}}}))
    (tmp_path / "game.json").write_bytes(as_bytes(content))
    status, text = replay_report(tmp_path / "game.json", False, "utf-8")
    assert status == 1
    assert "The rules can't make sense of this" in text


def after(event: dict[str, Any]) -> dict[str, Any]:
    return {"command": {"do": "end_turn"}, "events": [event]}


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("companion", 1),
        ("companion", "1" * 41),
        ("began", 5),
        ("began", "yesterday"),
        ("ended", "2026-01-31T20:15:00"),
        ("ended", ""),
        ("players", []),
        ("players", {"red": 5}),
        ("players", {"red": ""}),
        ("players", {"red": " Ada"}),
        ("players", {"red": "A" * 25}),
        ("players", {f"red{number}": "Ada" for number in range(11)}),
        ("edition", None),
        ("edition", []),
        ("edition", {}),
        ("edition", {**EDITION, "weather": "fog"}),
        ("edition", {**EDITION, "least": 10**6}),
        ("edition", {**EDITION, "reveal_windows": [[]]}),
        ("edition", {**EDITION, "reveal_windows": [10**9]}),
        ("edition", {**EDITION, "supply": {"black": "many"}}),
        ("edition", {**EDITION, "words": {"taxi": 7}}),
        ("edition", {**EDITION, "options": {**EDITION["options"], "rounds": 5}}),
        ("edition", {**EDITION, "options": {"9" * 5000: 1}}),
        ("map", None),
        ("map", {}),
        ("map", {**MAP, "name": 5}),
        ("map", {**MAP, "stations": []}),
        ("map", {**MAP, "stations": [{"number": 10**12}]}),
        ("map", {**MAP, "stations": [{"number": 0}]}),
        ("map", {**MAP, "stations": [*MAP["stations"], MAP["stations"][0]]}),
        ("map", {**MAP, "links": {"taxi": [[1, 999]]}}),
        ("map", {**MAP, "links": {"taxi": [[1, 2, 3]]}}),
        ("map", {**MAP, "links": {"taxi": [[1, 2.0]]}}),
        ("map", {**MAP, "links": {"taxi": [[1, True]]}}),
        ("map", {**MAP, "links": {"rocket": []}}),
        ("map", {**MAP, "quarters": {"I": [500]}}),
        ("map", {**MAP, "hideouts": [None]}),
        ("map", {**MAP, "crime_tiles": {"count": 21, "tiles": [[1]] * 21}}),
        ("map", {**MAP, "decks": {"classic": {"count": 1, "cards": [[]]}}}),
        ("map", {**MAP, "decks": {"classic": {"count": 1, "cards": [{}]}}}),
        ("steps", None),
        ("steps", {}),
        ("steps", []),
        ("steps", [None]),
        ("steps", [{}]),
        ("steps", ["command"]),
        ("steps", [FIRST, FIRST]),
        ("steps", [{**FIRST, "events": FIRST["events"] * 2}]),
        ("steps", [{"command": {}, "events": {}}]),
        ("steps", [{"command": [], "events": []}]),
        ("steps", [{"command": {}, "events": [1]}]),
        ("steps", [{"command": {}, "events": [], "more": 1}]),
        ("steps", [FIRST] * 5001),
        ("steps", [{"command": {"do": 5}, "events": []}]),
        ("steps", [{"command": {"do": "travel", "pawn": ["red"]}, "events": []}]),
        ("steps", [FIRST, after({"event": "teleported"})]),
        ("steps", [FIRST, after({"event": ["hid"]})]),
        ("steps", [FIRST, after({"event": "hid", "where": 3})]),
        ("steps", [FIRST, after({"event": "shown"})]),
        ("steps", [FIRST, after({"event": "shown", "at": "3"})]),
        ("steps", [FIRST, after({"event": "shown", "at": True})]),
        ("steps", [FIRST, after({"event": "passed", "pawns": "red"})]),
        ("steps", [FIRST, after({"event": "passed", "pawns": [1]})]),
        ("steps", [FIRST, after({"event": "travelled", "pawn": "red", "ticket": "rocket", "to": 3})]),
        ("steps", [FIRST, after({"event": "tickets_taken", "tickets": [["red"]]})]),
        ("steps", [FIRST, after({"event": "ended", "winner": None, "reason": "x", "start": 1, "trail": []})]),
        ("steps", [{**FIRST, "events": [{**FIRST["events"][0], "map": MAP}]}]),
        ("steps", [{**FIRST, "events": [{**FIRST["events"][0], "secrets": {"hand": [1]}}]}]),
        ("steps", [FIRST, {"command": {"to": 10**9}, "events": []}]),
        ("steps", [FIRST, {"command": {"to": -1}, "events": []}]),
        ("steps", [FIRST, {"command": {"to": 1.5}, "events": []}]),
        ("steps", [FIRST, {"command": {"seed": 2**63}, "events": []}]),
        ("steps", [FIRST, {"command": {"seed": {}}, "events": []}]),
        ("steps", [FIRST, {"command": {}, "events": [{"a": [[[[[[[[1]]]]]]]]}]}]),
        ("players", {"red": "\x1b[2J"}),
        ("companion", "\ud800"),
        ("began", 2**64),
        ("map", {**MAP, "provenance": "fog " * 5000}),
    ],
)
def test_a_part_of_another_shape_is_refused(part: str, value: Any) -> None:
    refused(with_part(part, value))


def test_a_digest_of_any_kind_is_only_damage() -> None:
    for wrong in ("", None, 5, [], {}, GAME["digest"].upper()):
        with pytest.raises(Damaged):
            read_record(as_bytes({**GAME, "digest": wrong}))


def test_a_file_that_is_none_is_told_in_a_sentence(tmp_path: Path) -> None:
    assert refused(tmp_path / "nowhere.json") == "There is no such file."
    assert refused(tmp_path) == "This is not a file."
    assert refused(Path("a\0b")) == "There is no such file."
    assert refused(Path("x" * 5000)) == "There is no such file."
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert refused(pipe) == "This is not a file."


def test_four_megabytes_of_steps_are_answered_soon() -> None:
    step = {"command": {"do": "correct", "pawn": "holmes", "to": 5}, "events": [{"event": "hid"}] * 9}
    began = time.process_time()
    found = replay(read_record(with_part("steps", [*STEPS[:-1], *([step] * 4900)])))
    assert not found.checked
    assert time.process_time() - began < 20


def is_read_or_refused(raw: bytes, folder: Path) -> None:
    """Whatever is in it: a sentence, or a game with a verdict that can be printed."""
    path = folder / "noise.json"
    path.write_bytes(raw)
    for encoding in ("utf-8", "ascii"):
        status, text = replay_report(path, False, encoding)
        assert status in (0, 1)
        assert text.replace("\n", "").isprintable()
    status_too, verdict = replay_report(path, True, "utf-8")
    assert status_too == status
    assert json.loads(verdict)["ok"] is (status == 0)


json_values = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-5, 600),
        st.integers(),
        st.floats(allow_nan=False, allow_infinity=False),
        st.sampled_from(["red", "mister_x", "taxi", "travelled", "ended", "captured", "new", ""]),
        st.text(max_size=5),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["do", "event", "to", "pawn", "seed", "1"]), inner, max_size=3),
    ),
    max_leaves=6,
)


@STEADY
@given(raw=st.one_of(st.binary(max_size=100), st.text(max_size=100).map(str.encode)))
def test_any_bytes_are_read_or_refused(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    is_read_or_refused(raw, tmp_path_factory.getbasetemp())


@STEADY
@given(content=st.dictionaries(st.sampled_from(list(GAME)), json_values))
def test_any_value_in_any_part_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, content: dict[str, Any]
) -> None:
    is_read_or_refused(sealed({**GAME, **content}), tmp_path_factory.getbasetemp())


@STEADY
@given(
    edition=st.sampled_from(EDITIONS),
    seed=st.integers(0, 5),
    where=st.randoms(use_true_random=False),
    values=st.lists(json_values, min_size=1, max_size=4),
    whole=st.booleans(),
)
def test_a_record_spoilt_anywhere_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory,
    edition: str,
    seed: int,
    where: Random,
    values: list[Any],
    whole: bool,
) -> None:
    content = deepcopy(a_document(edition, seed))
    for value in values:
        place = where.choice(list(leaves(content)))
        # A word, or everything it stands among.
        put(content, place[: len(place) if whole else max(1, len(place) - 1)], value)
    is_read_or_refused(sealed(content), tmp_path_factory.getbasetemp())


@STEADY
@given(start=st.integers(0, 10**6), length=st.integers(0, 30), new=st.binary(max_size=8))
def test_a_file_spoilt_anywhere_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, start: int, length: int, new: bytes
) -> None:
    raw = as_bytes(GAME)
    start %= len(raw)
    is_read_or_refused(raw[:start] + new + raw[start + length :], tmp_path_factory.getbasetemp())
