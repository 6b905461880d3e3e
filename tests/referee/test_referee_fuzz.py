"""Lines nobody would think of: random bytes, random JSON, and legal commands with something changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.referee import Referee, serve
from tests.referee.forms import FORMS, LONDON, OVER, Form
from tests.referee.settings import STEADY
from tests.referee.shapes import assert_answers_do, assert_is_a_view, assert_lists_moves
from tests.referee.talk import Answer, Desk, Line, assert_refused, written

WORDS = [
    "do ask new travel show helicopter descend barrier token crime hideout hide balloon start end_turn undo",
    "moves view possible record edition detectives starts options seed map pawn ticket to double take at from",
    "symbol audience mister_x red blue green bobby1 bobby2 holmes watson adler mycroft lestrade public",
    "taxi bus underground black park monument river london-2014 classic-1983 sherlock-2022-variant demo london",
    "rounds windows bobbies free_start taxi crimes shared_purse loses stays",
]
words = st.sampled_from(" ".join(WORDS).split())
numbers = st.one_of(st.integers(-2, 60), st.integers(), st.sampled_from([0, 511, 512, 2**63, 10**400]))
anything = st.recursive(
    st.one_of(st.none(), st.booleans(), numbers, st.floats(), st.text(), words),
    lambda inside: st.one_of(
        st.lists(inside, max_size=4), st.dictionaries(words | st.text(), inside, max_size=4)
    ),
    max_leaves=8,
)
lines = st.dictionaries(words | st.text(), anything, max_size=6)
QUESTIONS = (
    Form("ask-moves", (LONDON,), {"ask": "moves"}, ()),
    Form("ask-view", (LONDON,), {"ask": "view", "audience": "red"}, ()),
    Form("ask-possible", (LONDON,), {"ask": "possible"}, ()),
    Form("ask-record", OVER, {"ask": "record"}, ()),
)
forms = st.sampled_from(FORMS) | st.sampled_from(QUESTIONS)


class Desks:
    """A desk for every form, set up once, and again when something was done at it."""

    def __init__(self) -> None:
        self._ready: dict[tuple[str, ...], tuple[Desk, dict[str, Any]]] = {}

    def hear(self, before: tuple[Line, ...], line: Line | bytes) -> Answer:
        """The answer to *line* after *before*: either a proper one or a refusal that changed nothing."""
        key = tuple(map(json.dumps, before))
        if key not in self._ready:
            desk = Desk(*before)
            self._ready[key] = desk, desk.seen()
        desk, seen = self._ready.pop(key)
        answer = heard(desk, seen, line)
        if "events" in answer:
            desk.journal.close()
        else:
            self._ready[key] = desk, seen
        return answer

    def close(self) -> None:
        for desk, _ in self._ready.values():
            desk.journal.close()


DESKS = Desks()


@pytest.fixture(scope="module", autouse=True)
def desks_are_cleared_in_the_end() -> Iterator[None]:
    yield
    DESKS.close()


def heard(desk: Desk, before: dict[str, Any], line: Line | bytes) -> Answer:
    position = desk.table.position
    answer = desk.say(line)
    if not answer["ok"]:
        assert_refused(answer)
        assert desk.table.position is position
        assert desk.seen() == before
    elif "events" in answer:
        assert_answers_do(answer)
        assert desk.seen()["rows"] != before["rows"]
    else:
        assert desk.seen() == before
        if "moves" in answer and "audience" not in answer:
            assert_lists_moves(answer)
        if "audience" in answer:
            assert_is_a_view(answer, answer["audience"])
    return answer


@settings(STEADY, max_examples=400)
@given(forms, st.binary(max_size=300))
def test_random_bytes_are_refused(form: Form, raw: bytes) -> None:
    assert_refused(DESKS.hear(form.before, raw))


@settings(STEADY, max_examples=400)
@given(forms, anything)
def test_random_json_is_refused_unless_it_makes_sense(form: Form, value: Any) -> None:
    answer = DESKS.hear(form.before, json.dumps(value).encode())
    assert not answer["ok"] or isinstance(value, dict)


@settings(STEADY, max_examples=400)
@given(forms, st.sampled_from(["do", "ask"]), words | anything, lines)
def test_random_fields_are_refused_unless_they_make_sense(
    form: Form, kind: str, word: Any, line: Line
) -> None:
    DESKS.hear(form.before, {**line, kind: word})


@st.composite
def changed_fields(draw: st.DrawFn) -> tuple[Form, Line]:
    """A form and its line with some fields replaced, taken out or put in."""
    form = draw(forms)
    line = dict(form.line)
    for _ in range(draw(st.integers(1, 3))):
        name = draw(st.sampled_from(sorted(line)) if line else words)
        match draw(st.sampled_from(["replace", "take out", "put in", "change inside"])):
            case "replace":
                line[name] = draw(anything)
            case "take out":
                line.pop(name, None)
            case "put in":
                line[draw(words)] = draw(anything | words | numbers)
            case _ if isinstance(line.get(name), dict):
                line[name] = line[name] | draw(st.dictionaries(words | st.text(), anything, max_size=2))
            case _ if isinstance(line.get(name), list):
                line[name] = [*line[name], draw(words | anything)]
    return form, line


@settings(STEADY, max_examples=800)
@given(changed_fields())
def test_a_command_with_other_fields_is_refused_unless_it_is_legal(case: tuple[Form, Line]) -> None:
    form, line = case
    DESKS.hear(form.before, line)


@st.composite
def changed_bytes(draw: st.DrawFn) -> tuple[Form, bytes]:
    """A form and its line with some bytes replaced, taken out, put in or said twice."""
    form = draw(forms)
    raw = bytearray(written(form.line))
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(raw)))
        end = draw(st.integers(at, min(len(raw), at + 8)))
        raw[at:end] = draw(
            st.sampled_from([b"", b"{", b"}", b'"', b",", b"\\", bytes(raw[:end])]) | st.binary(max_size=3)
        )
    return form, bytes(raw)


@settings(STEADY, max_examples=800)
@given(changed_bytes())
def test_a_garbled_command_is_refused_unless_it_is_legal(case: tuple[Form, bytes]) -> None:
    form, raw = case
    DESKS.hear(form.before, raw)


@settings(STEADY, max_examples=300)
@given(forms, forms)
def test_a_command_of_another_game_is_refused_unless_it_is_legal(here: Form, other: Form) -> None:
    DESKS.hear(here.before, other.line)


@settings(STEADY, max_examples=200)
@given(changed_fields())
def test_after_the_end_only_a_new_game_or_a_step_back_is_taken(case: tuple[Form, Line]) -> None:
    _, line = case
    answer = DESKS.hear(OVER, line)
    assert "events" not in answer or line["do"] in ("new", "undo")


@settings(STEADY, max_examples=300)
@given(
    st.lists(st.binary(max_size=40) | forms.map(lambda form: written(form.line)), max_size=8), st.booleans()
)
def test_there_are_as_many_answers_as_lines(pieces: list[bytes], finished: bool) -> None:
    said = b"\n".join(pieces) + (b"\n" if finished and pieces else b"")
    sink = BytesIO()
    with Desk(OVER[0]) as desk:
        serve(Referee(desk.table), BytesIO(said), sink)
    heard = sink.getvalue()
    expected = said.count(b"\n") + (not said.endswith(b"\n") and said != b"")
    assert heard.count(b"\n") == expected
    for line in heard.splitlines():
        answer = json.loads(line)
        assert answer["ok"] is True or assert_refused(answer) is None
