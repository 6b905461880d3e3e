"""Whatever is said, a bad line is answered with one sentence and changes nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from companion.referee import LONGEST_LINE, Referee, serve
from tests.referee.forms import CLASSIC, FORMS, LONDON, NEW_YORK, OVER, Form, travel
from tests.referee.talk import Desk, Line, Program, assert_refused, refuse_all, written

ASKS: tuple[Line, ...] = (
    {"ask": "moves"},
    {"ask": "view", "audience": "red"},
    {"ask": "possible"},
    {"ask": "record"},
)
BAD_VALUES: dict[str, Any] = {
    "null": None,
    "true": True,
    "minus one": -1,
    "zero": 0,
    "a fraction": 3.5,
    "a whole fraction": 32.0,
    "too large for a station": 512,
    "too large for 64 bits": 2**63,
    "a huge number": 10**400,
    "a hugely negative number": -(10**400),
    "an empty word": "",
    "a long word": "x" * 10_000,
    "an unknown word": "zeppelin",
    "a number in a word": "22",
    "a word with spaces": " taxi ",
    "a word in capitals": "TAXI",
    "a NUL": "\0",
    "a line feed": "red\n",
    "a lone surrogate": "\ud800",
    "a right-to-left override": "\u202etaxi",
    "backslashes": "\\" * 40,
    "braces": "{pawn}",
    "an empty list": [],
    "an empty object": {},
    "a list of null": [None],
    "nested lists": [[[[["red"]]]]],
    "nested objects": {"a": {"b": {"c": [1, {"d": None}]}}},
    "a deeply nested list": json.loads("[" * 200 + "]" * 200),
}
HARMLESS = {
    ("seed", "zero"),
    ("seed", "too large for a station"),
    ("starts", "an empty object"),
    ("options", "an empty object"),
    ("take", "an empty object"),  # he shows himself and takes nothing
    ("double", "true"),
    ("options/show_and_take", "true"),
    ("options/bobbies", "zero"),
    ("detectives/0", "an unknown word"),
    ("detectives/0", "a number in a word"),
    ("detectives/0", "a word with spaces"),
    ("detectives/0", "a word in capitals"),
    ("detectives/0", "backslashes"),
    ("detectives/0", "braces"),
}
"""Fields with values that are not bad for them."""

OPTIONAL = {"travel": {"double": True}, "new": {"seed": 1}, "balloon": {"double": False}}


def fields(line: Line) -> Iterator[str]:
    """The paths to every field of *line*, also inside its objects and lists."""
    for name, value in line.items():
        yield name
        inside = (
            value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        )
        yield from (f"{name}/{key}" for key, _ in inside)


def replaced(line: Line, path: str, value: Any) -> Line:
    changed: Line = json.loads(json.dumps(line))
    name, _, inside = path.partition("/")
    if not inside:
        changed[name] = value
    elif isinstance(changed[name], list):
        changed[name][int(inside)] = value
    else:
        changed[name][inside] = value
    return changed


CASES = [
    pytest.param(form, path, id=f"{form.name}-{path}")
    for form in FORMS
    for path in fields(OPTIONAL.get(form.word, {}) | form.line)
]


@pytest.mark.parametrize(("form", "path"), CASES)
def test_a_bad_value_in_any_field_of_any_command_is_refused(form: Form, path: str) -> None:
    """The rest of the line is legal here, so it is the bad value that is refused."""
    bad = [value for name, value in BAD_VALUES.items() if (path, name) not in HARMLESS]
    with Desk(*form.before) as desk:
        refuse_all(desk, (replaced(form.line, path, value) for value in bad))
        desk.do(form.line)


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: ask["ask"])
@pytest.mark.parametrize("path", ["ask", "audience"])
def test_a_bad_value_in_any_field_of_any_question_is_refused(ask: Line, path: str) -> None:
    with Desk(LONDON) as desk:
        refuse_all(desk, (replaced(ask, path, value) for value in BAD_VALUES.values()))


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_a_missing_field_is_refused(form: Form) -> None:
    needed = {"edition", "detectives", "pawn", "ticket", "to", "at", "take", "symbol", "then"}
    if form.word in ("new", "balloon"):
        needed = {"edition", "detectives"}
    shorter = [{k: v for k, v in form.line.items() if k != name} for name in needed & form.line.keys()]
    nameless = {k: v for k, v in form.line.items() if k != "do"}
    with Desk(*form.before) as desk:
        refuse_all(desk, [*shorter, nameless])


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_an_unknown_field_is_refused(form: Form) -> None:
    names = ["colour", "", "To", "Do", "from ", "x" * 10_000, "\0", "\ud800", "'\"" * 30, "\\" * 60]
    with Desk(*form.before) as desk:
        refuse_all(desk, (form.line | {name: 1} for name in names))


@pytest.mark.parametrize("ask", ASKS, ids=lambda ask: ask["ask"])
def test_an_unknown_field_in_a_question_is_refused(ask: Line) -> None:
    with Desk(LONDON, opened=True) as desk:
        refuse_all(desk, [ask | {"colour": 1}, ask | {"to": 22}, ask | {"": None}])


def test_a_line_that_does_and_asks_is_refused() -> None:
    with Desk(LONDON) as desk:
        refuse_all(desk, [{"ask": "moves"} | travel("mister_x", "taxi", 32), {"do": "undo", "ask": "view"}])


@pytest.mark.parametrize(
    "word", ["fly", "New", "undo ", "redo", "", "travel\n", "__init__", "mister_x", "x" * 10_000, "\ud800"]
)
def test_an_unknown_word_is_refused(word: str) -> None:
    with Desk(LONDON, travel("mister_x", "taxi", 32)) as desk:
        refuse_all(desk, [{"do": word}, {"ask": word}, {word: "new"}])


BROKEN = {
    "nothing": b"",
    "blanks": b"   \t ",
    "a word": b"moves",
    "a quoted word": b'"moves"',
    "a number": b"22",
    "null": b"null",
    "true": b"true",
    "NaN": b"NaN",
    "Infinity": b"-Infinity",
    "a list": b"[]",
    "a list of commands": b'[{"do":"undo"}]',
    "an empty object": b"{}",
    "half an object": b'{"do":"undo"',
    "an object and a half": b'{"do":"undo"}}',
    "two objects": b'{"do":"undo"}{"do":"undo"}',
    "two objects with a comma": b'{"do":"undo"},{"do":"undo"}',
    "single quotes": b"{'do':'undo'}",
    "no quotes": b"{do:undo}",
    "a comma too many": b'{"do":"undo",}',
    "a comment": b'{"do":"undo"} // please',
    "NaN in a field": b'{"do":"travel","pawn":"mister_x","ticket":"taxi","to":NaN}',
    "Infinity in a field": b'{"do":"travel","pawn":"mister_x","ticket":"taxi","to":Infinity}',
    "minus Infinity in a field": b'{"do":"new","edition":"london-2014","detectives":[],"seed":-Infinity}',
    "NaN in an unknown field": b'{"do":"undo","why":NaN}',
    "a number beyond all floats": b'{"do":"travel","pawn":"mister_x","ticket":"taxi","to":1e400}',
    "a number of 5000 digits": b'{"do":"travel","pawn":"mister_x","ticket":"taxi","to":'
    + b"9" * 5_000
    + b"}",
    "a number in hexadecimal": b'{"do":"travel","pawn":"mister_x","ticket":"taxi","to":0x20}',
    "a number with a leading zero": b'{"do":"travel","pawn":"mister_x","ticket":"taxi","to":032}',
    "a name that stands twice": b'{"do":"undo","do":"undo"}',
    "a name that stands twice in a field": b'{"do":"show","take":{"red":"taxi","red":"bus"}}',
    "a name that stands twice, once escaped": b'{"do":"undo","d\\u006f":"undo"}',
    "100000 brackets": b"[" * 100_000,
    "100000 balanced brackets": b"[" * 100_000 + b"]" * 100_000,
    "30000 brackets": b"[" * 30_000,
    "30000 brackets in a field": b'{"do":' + b"[" * 30_000 + b"]" * 30_000 + b"}",
    "10000 nested objects": b'{"do":' * 10_000 + b"1" + b"}" * 10_000,
    "900 brackets in a field": b'{"do":' + b"[" * 900 + b"]" * 900 + b"}",
    "binary junk": bytes(range(256)) * 4,
    "invalid UTF-8": b'{"do":"undo","x":"\xff\xfe"}',
    "an overlong UTF-8 form": b'{"do":"\xc0\xafundo"}',
    "a surrogate in UTF-8": b'{"do":"\xed\xa0\x80"}',
    "UTF-16": '{"do":"undo"}'.encode("utf-16"),
    "UTF-32": '{"do":"undo"}'.encode("utf-32-le"),
    "a byte order mark": b'\xef\xbb\xbf{"do":"undo"}',
    "a lone surrogate": b'{"do":"\\ud800"}',
    "a lone surrogate as a name": b'{"do":"undo","\\udfff":1}',
    "a NUL": b'{"do":"undo"}\0',
    "a NUL in a word": b'{"do":"un\0do"}',
    "an escaped NUL": b'{"do":"undo\\u0000"}',
    "a control character": b'{"do":"un\x1bdo"}',
    "a form feed": b'\x0c{"do":"undo"}',
    "a bad escape": b'{"do":"\\undo"}',
    "a line of 64 KB and more": b'{"do":"undo"}' + b" " * LONGEST_LINE,
    "10 MB of one letter": b"x" * 10_000_000,
    "a word of 10 MB": b'{"do":"' + b"x" * 10_000_000 + b'"}',
}


@pytest.mark.parametrize("raw", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_line_is_refused(raw: bytes) -> None:
    with Desk(LONDON, travel("mister_x", "taxi", 32)) as desk:
        refuse_all(desk, [raw])


@pytest.mark.parametrize("raw", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_line_is_refused_before_any_game(raw: bytes) -> None:
    with Desk() as desk:
        refuse_all(desk, [raw])


def test_a_line_with_a_carriage_return_or_blanks_around_it_is_understood() -> None:
    for raw in (b'{"ask":"moves"}\r', b'  {"ask" : "moves"}\t', b'{"ask":"moves"}\r\n'):
        with Desk(LONDON) as desk:
            assert desk.say(raw) == desk.ask("moves")


@pytest.mark.parametrize("form", [f for f in FORMS if f.word != "new"], ids=lambda form: form.name)
def test_before_any_game_there_is_nothing_to_do(form: Form) -> None:
    with Desk() as desk:
        refuse_all(desk, [form.line])


def test_before_any_game_there_is_nothing_to_ask() -> None:
    with Desk() as desk:
        refuse_all(desk, ASKS)


@pytest.mark.parametrize("form", [f for f in FORMS if f.word not in ("new", "undo")], ids=lambda f: f.name)
def test_after_the_game_is_over_nothing_can_be_done(form: Form) -> None:
    with Desk(*OVER) as desk:
        refuse_all(desk, [form.line])


IN_EVERY_EDITION = ("new", "travel", "correct", "time_up", "undo")


@pytest.mark.parametrize(
    "form", [f for f in FORMS if f.word not in IN_EVERY_EDITION], ids=lambda form: form.name
)
def test_what_an_edition_does_not_have_is_refused_in_it(form: Form) -> None:
    """In the classic game, without its option, all that anybody may choose to do is to travel."""
    plain = {key: value for key, value in CLASSIC.items() if key != "options"}
    for before in ([plain], [plain, travel("mister_x", "taxi", 2)]):
        with Desk(*before) as desk:
            refuse_all(desk, [form.line])


def test_the_other_side_has_to_wait() -> None:
    with Desk(LONDON) as desk:
        refuse_all(desk, [travel(pawn, "taxi", 27) for pawn in ("red", "blue", "bobby1", "nobody")])
    with Desk(LONDON, travel("mister_x", "taxi", 32)) as desk:
        refuse_all(desk, [travel("mister_x", "taxi", 31)])
    with Desk(NEW_YORK, travel("mister_x", "taxi", 2)) as desk:
        refuse_all(desk, [travel("blue", "taxi", 27), travel("green", "taxi", 35)])


@pytest.mark.parametrize(
    "name",
    [
        "nowhere",
        ".",
        "..",
        "/",
        "/dev/null",
        "/dev/zero",
        "/nonexistent/map.yaml",
        "~",
        "demo.yaml ",
        "y" * 255,
    ],
)
def test_a_map_that_is_none_is_refused(name: str) -> None:
    with Desk(LONDON) as desk:
        refuse_all(desk, [LONDON | {"map": name}])


BAD_FILES = {
    "empty": b"",
    "text": b"Dear Sir or Madam,\n",
    "binary": bytes(range(256)),
    "almost": b"format: 1\nname: almost\n",
    "list": b"- 1\n- 2\n",
    "newer": b"format: 99\nname: newer\n",
}


@pytest.mark.parametrize("content", BAD_FILES.values(), ids=BAD_FILES.keys())
def test_a_map_file_with_faults_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "board.yaml"
    file.write_bytes(content)
    with Desk(LONDON) as desk:
        refuse_all(desk, [LONDON | {"map": str(file)}])


TINY = """\
format: 1
name: tiny
title: Tiny
aspect: 1
stations:
  1: {x: 0.1, y: 0.1, stops: [taxi]}
  2: {x: 0.2, y: 0.1, stops: [taxi]}
  3: {x: 0.3, y: 0.1, stops: [taxi]}
links:
  taxi: [[1, 2], [2, 3]]
decks:
  classic: {count: 3, cards: [1, 2, 3]}
"""


@pytest.mark.parametrize("options", [{}, {"free_start": True}], ids=["cards", "free start"])
def test_a_board_with_no_room_for_mister_x_is_refused(tmp_path: Path, options: Line) -> None:
    file = tmp_path / "tiny.yaml"
    file.write_text(TINY, "utf-8")
    plain = {"do": "new", "edition": "classic-1983", "detectives": ["red", "blue", "green"]}
    with Desk(LONDON) as desk:
        refuse_all(desk, [plain | {"map": str(file), "options": options}])


@pytest.mark.parametrize("game", [LONDON, CLASSIC, NEW_YORK], ids=lambda game: game["edition"])
def test_an_option_with_a_bad_name_is_refused(game: Line) -> None:
    names = ["", "Rounds", "x" * 40, "x" * 41, "\\" * 40, "'\"" * 20, "__class__", "rounds "]
    with Desk(LONDON) as desk:
        refuse_all(desk, (game | {"options": {name: 1}} for name in names))


def test_too_many_of_anything_is_refused() -> None:
    many = [f"pawn{n}" for n in range(1000)]
    with Desk(LONDON) as desk:
        refuse_all(
            desk,
            [
                LONDON | {"detectives": many},
                LONDON | {"detectives": many[:6]},
                LONDON | {"starts": dict.fromkeys(many, 28)},
                LONDON | {"options": dict.fromkeys(many, 1)},
            ],
        )


def served(desk: Desk, raw: bytes) -> list[bytes]:
    sink = BytesIO()
    serve(Referee(desk.table), BytesIO(raw), sink)
    return sink.getvalue().splitlines()


def test_a_long_line_is_not_cut_into_one_that_is_legal() -> None:
    """A reader that stops in the middle must not take the first half for a command."""
    for filler in (b" ", b"\r", b"\t"):
        for length in (LONGEST_LINE - 20, LONGEST_LINE, LONGEST_LINE + 2, 3 * LONGEST_LINE):
            with Desk(LONDON, travel("mister_x", "taxi", 32)) as desk:
                position = desk.table.position
                (heard,) = served(desk, b'{"do":"undo"}' + filler * length + b"never mind\n")
                assert_refused(json.loads(heard))
                assert desk.table.position is position


@pytest.mark.parametrize("length", range(LONGEST_LINE - 3, LONGEST_LINE + 4))
def test_around_the_longest_line_each_line_still_has_its_answer(length: int) -> None:
    ask = b'{"ask":"moves"}'
    long = ask + b" " * (length - len(ask))
    for end in (b"\n", b"\r\n"):
        with Desk(LONDON) as desk:
            first, second, third = map(json.loads, served(desk, end.join([ask, long, ask, b""])))
            assert first == third == desk.ask("moves")
            if length <= LONGEST_LINE:
                assert second == first
            else:
                assert_refused(second)


def test_the_program_answers_every_bad_line_with_one_line_and_plays_on() -> None:
    with Program() as program:
        program.do(LONDON, travel("mister_x", "taxi", 32))
        before = program.do({"ask": "view", "audience": "mister_x"}, {"ask": "possible"}, {"ask": "moves"})
        for raw in BROKEN.values():
            if b"\n" not in raw:
                assert_refused(program.say(raw))
        for value in BAD_VALUES.values():
            assert_refused(program.say({"do": value}))
            assert_refused(program.say({"do": "travel", "pawn": "blue", "ticket": "bus", "to": value}))
        after = program.do({"ask": "view", "audience": "mister_x"}, {"ask": "possible"}, {"ask": "moves"})
        assert before == after
        program.do(travel("blue", "bus", 3))
        assert program.end() == (0, b"", b"")


def test_the_program_survives_a_bad_audience() -> None:
    with Program() as program:
        program.do(LONDON)
        for value in BAD_VALUES.values():
            assert_refused(program.say({"ask": "view", "audience": value}))
        assert program.end() == (0, b"", b"")


def test_a_line_of_64_kb_is_still_read() -> None:
    with Desk(LONDON) as desk:
        assert desk.say(written({"ask": "moves"}).ljust(LONGEST_LINE)) == desk.ask("moves")
