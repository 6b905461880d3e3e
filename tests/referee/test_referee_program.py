"""The program itself: one line in, one line out, at once."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator

import pytest

from tests.referee.forms import FORMS, LONDON, OVER, Form, travel, variant
from tests.referee.random_lines import random_lines
from tests.referee.talk import BUFFERED, MISTERX, PATIENCE, ROOT, Desk, Line, Program, assert_refused, written
from tests.support.players import EDITIONS


@pytest.fixture(scope="module")
def program() -> Iterator[Program]:
    """One program for many games: a new one replaces the last."""
    with Program("--open") as running:
        yield running
        assert running.end() == (0, b"", b"")


def everything(form: Form) -> list[Line]:
    asks: list[Line] = [{"ask": "moves"}, {"ask": "possible"}, {"ask": "record"}, {"ask": "view"}]
    asks += [{"ask": "view", "audience": audience} for audience in ("public", "mister_x")]
    return [*form.before, form.line, *asks]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_each_line_is_answered_before_the_next_is_sent(program: Program, form: Form) -> None:
    with Desk(opened=True) as desk:
        for line in everything(form):
            assert program.say(line) == desk.say(line)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_whole_game_is_played_line_by_line(program: Program, edition: str) -> None:
    with Desk(opened=True) as desk:
        for line in random_lines(desk.table, edition, 10, undo=0.05):
            assert program.say(line) == desk.say(line)
        assert program.say({"ask": "record"}) == desk.say({"ask": "record"})


def ran(*arguments: str, said: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [MISTERX, "referee", *arguments],
        input=said,
        capture_output=True,
        cwd=ROOT,
        env=BUFFERED,
        timeout=PATIENCE,
    )


def answers(done: subprocess.CompletedProcess[bytes]) -> list[dict[str, object]]:
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == b"" or done.stdout.endswith(b"\n")
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_the_end_of_the_input_ends_the_program_with_status_0() -> None:
    assert answers(ran()) == []
    assert len(answers(ran(said=written(LONDON) + b"\n"))) == 1


def test_many_lines_at_once_get_as_many_answers_in_the_same_order() -> None:
    said = b"".join(written(line) + b"\n" for line in OVER)
    heard = answers(ran(said=said))
    assert [answer["window"] for answer in heard] == [0, 1, 1]


def test_a_last_line_without_a_line_feed_is_answered_too() -> None:
    assert len(answers(ran(said=written(LONDON)))) == 1
    first, second = answers(ran(said=b'{"ask":"moves"}\n{"ask":"mo'))
    assert_refused(first)
    assert_refused(second)


def test_lines_may_end_with_a_carriage_return() -> None:
    said = b"".join(written(line) + b"\r\n" for line in OVER)
    assert all(answer["ok"] for answer in answers(ran(said=said)))


def test_without_open_the_record_is_refused_before_the_end() -> None:
    lines = [LONDON, {"ask": "record"}, *OVER[1:], {"ask": "record"}]
    heard = answers(ran(said=b"\n".join(map(written, lines))))
    assert [answer["ok"] for answer in heard] == [True, False, True, True, True]
    assert heard[-1]["record"] == [OVER[0], *OVER[1:]]


def test_the_public_audience_hears_no_secret() -> None:
    lines = [variant(), {"do": "start", "to": 4}, travel("mister_x", "taxi", 3), {"do": "crime"}]
    heard = answers(ran("--audience", "public", said=b"\n".join(map(written, lines))))
    started, picked, travelled, crime = (answer["events"][0] for answer in heard)  # type: ignore[index]
    assert started["secrets"] is None
    assert (picked["to"], travelled["to"], crime["tile"]) == (None, None, None)


def test_there_is_no_other_audience_to_listen_for() -> None:
    done = ran("--audience", "mister_x")
    assert done.returncode == 2
    assert done.stdout == b""


def test_the_greeting_goes_to_the_error_stream_and_what_it_suggests_works() -> None:
    done = ran("--greet", said=b'{"ask":"moves"}\n')
    assert len(done.stdout.splitlines()) == 1
    suggested = [line.strip() for line in done.stderr.splitlines() if line.lstrip().startswith(b"{")]
    assert suggested
    for answer in answers(ran(said=b"\n".join(suggested))):
        assert answer["ok"] or answer["refusal"] == "No taxi goes there from here."


def test_a_listener_who_goes_away_is_no_reason_to_complain() -> None:
    with Program() as program:
        program.do(LONDON)
        program.stop_listening()
        program.send(b'{"ask":"moves"}\n' * 3)
        status, _, errors = program.end()
        assert (status, errors) == (0, b"")
