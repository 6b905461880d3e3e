"""What the table was told: by the rules' own events, in the words of the box, and no more than it heard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.pursuit import events as e
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.tickets import Ticket
from companion.panel import scenes
from companion.protocol import hear
from companion.web.table_state import table_state
from companion.web.told import told, windows_seen
from companion.web.words import TEXTS
from tests.web.evenings import CLASSIC, SHERLOCK, PaperEvening, an_evening, d

RIDE = e.Travelled(MISTER_X, Ticket.TAXI, None)
REPLY = e.Travelled("red", Ticket.TAXI, 102)


def test_this_turn_is_told_and_the_one_before_it_each_thing_with_its_place() -> None:
    heard = (
        RIDE,
        e.CrimeCommitted(None),
        e.DetectivesBegan(),
        e.QuarterTold("holmes", "II"),
        REPLY,
        e.RoundBegan(2),
        RIDE,
        e.Hid(),
        e.DetectivesBegan(),
        e.BarrierPut("lestrade", 7),
    )
    assert [(one["place"], one["event"]) for one in told(heard[:4])] == [
        (1, "crime_committed"),
        (3, "quarter_told"),
    ]
    assert [one["event"] for one in told(heard[:7])] == ["quarter_told"]
    assert [one["event"] for one in told(heard)] == ["hid", "barrier_put"]
    assert told(heard)[-1] == {"place": 9, "event": "barrier_put", "pawn": "lestrade", "at": 7, "moved": None}
    assert told(()) == []


def test_a_window_was_seen_if_he_was_in_sight_and_not_if_a_token_or_the_end_laid_it_open() -> None:
    shown = e.Travelled(MISTER_X, Ticket.TAXI, 20)
    assert windows_seen([RIDE, REPLY, e.Shown(9), RIDE, e.Crossed(), shown, e.Flew(4), RIDE]) == {1, 4, 5}
    assert windows_seen([RIDE, RIDE, RIDE, e.Recalled("mycroft", 1, 8)]) == set()
    over = e.Ended(MISTER_X, e.Reason.ESCAPED, 8, (9, 10))
    assert windows_seen([RIDE, RIDE, over]) == set()


def seen_rows(evening: PaperEvening) -> list[bool]:
    return [row["seen"] for row in table_state(evening)["log"]]


def test_when_the_log_opens_at_the_end_only_what_was_seen_counts_as_seen() -> None:
    with an_evening(**CLASSIC) as evening:
        evening.on.submit(d(MISTER_X, 88))
        assert seen_rows(evening) == [False]
        evening.on.submit(hear({"do": "time_up", "then": "lose"}))
        state = table_state(evening)
        assert state["log"][0]["station"] == 88
        assert seen_rows(evening) == [False]


@pytest.fixture
def sherlock() -> Iterator[PaperEvening]:
    """Moriarty has moved, and his turn is over."""
    with an_evening(**SHERLOCK) as evening:
        table = evening.on
        table.submit(hear({"do": "start", "to": table.mister_x().tile[0]}))
        ticket, to = table.mister_x().moves[0]
        table.submit(d(MISTER_X, to, ticket))
        table.submit(hear({"do": "end_turn"}))
        yield evening


def test_the_answer_to_a_token_is_told(sherlock: PaperEvening) -> None:
    assert table_state(sherlock)["told"] == []
    before = table_state(sherlock)["heard"]
    sherlock.on.submit(hear({"do": "token", "pawn": "holmes"}))
    state = table_state(sherlock)
    (one,) = state["told"]
    assert (one["event"], one["pawn"]) == ("quarter_told", "holmes")
    assert before <= one["place"] < state["heard"]


def test_a_step_back_is_told_until_the_next_step() -> None:
    with an_evening(**CLASSIC) as evening:
        evening.on.submit(d(MISTER_X, 88))
        assert table_state(evening)["taken_back"] is None
        evening.on.undo()
        assert table_state(evening)["taken_back"] == {"whose": MISTER_X, "by_clock": False}
        evening.on.submit(d(MISTER_X, 88))
        assert table_state(evening)["taken_back"] is None


@pytest.mark.parametrize("name", [name for name in TEXTS if name.startswith("told_")])
def test_page_and_box_tell_it_in_the_same_words(name: str) -> None:
    source = Path(scenes.__file__).read_text(encoding="utf-8")
    assert f'"{TEXTS[name]}"' in source
