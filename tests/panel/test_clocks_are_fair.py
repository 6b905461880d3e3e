"""Clocks, undo, power cuts and the last moment: nobody loses or gains what is not his."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.clock_settings import AtZero, ClockKind, ClockSettings, Manner
from companion.games.pursuit import commands as c
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.tickets import Ticket
from companion.journal import Journal
from companion.panel.clocks import Clocks
from companion.panel.pages.opening import Opening
from companion.panel.screens.menu import MenuScreen
from companion.panel.screens.message import MessageScreen
from tests.panel.boxes import Box
from tests.panel.tables import at_the_table, choose, his_turn, told, view

TAXI, BLACK = Ticket.TAXI, Ticket.BLACK
STRICT = ClockSettings(ClockKind.TURN, Manner.STRICT, 60, 1, AtZero.PASS)


def race(monkeypatch: pytest.MonkeyPatch, box: Box, first: Callable[[], object]) -> None:
    """Somebody else is quicker by a hair than the next thing the panel says."""
    submit = box.table.submit

    def slow(command: c.Command, **more: object) -> object:
        monkeypatch.setattr(box.table, "submit", submit)
        first()
        return submit(command, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(box.table, "submit", slow)


def test_who_moves_in_the_last_moment_has_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    clocks = ClockSettings(ClockKind.TURN, Manner.STRICT, 60, 1, AtZero.LOSE)
    box = his_turn(clocks)
    box.wait(58)
    race(monkeypatch, box, lambda: box.table.submit(c.Travel(MISTER_X, TAXI, 103)))
    box.wait(5)
    assert view(box).outcome is None
    assert view(box).turn == "red"


def test_a_turn_that_comes_back_has_what_it_had_left(monkeypatch: pytest.MonkeyPatch) -> None:
    box = at_the_table(clocks=STRICT).wait(25)
    left = box.desk.clocks.left(box.time)
    box.keys("84#").calm().wait(5)
    choose(box.keys("*"), "Take back").keys("#").calm().wait(0.01)
    assert box.desk.clocks.left(box.time) == pytest.approx(left, abs=0.1)


def test_nobody_loses_at_once_the_turn_he_has_got_again() -> None:
    box = at_the_table(clocks=STRICT).wait(61).calm()
    choose(box.keys("*"), "Take back").keys("#").calm().wait(0.01)
    assert view(box).turn == "red"
    assert 15 < box.desk.clocks.left(box.time) <= 20


def test_nobodys_time_runs_while_the_table_is_told_something() -> None:
    box = his_turn(STRICT)
    left = box.desk.clocks.left(box.time)
    box.submit(c.Travel(MISTER_X, TAXI, 103)).wait(1.9)
    box.calm()
    assert box.desk.clocks.left(box.time) == pytest.approx(60, abs=1.1)
    assert left <= 60


def test_a_setup_that_waits_for_his_card_survives_a_power_cut(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal") as journal:
        Box(journal).keys("1 2 3# 2 1 26# 29# 50#")
    with Journal.open(tmp_path / "journal") as journal:
        box = Box(journal)
        screen = box.screen
        assert isinstance(screen, MenuScreen)
        assert screen.rows[0][0] == "Resume"
        screen = box.keys("#").screen
        assert isinstance(screen, MessageScreen)
        assert screen.text == "Mister X types his card on his page."
        box.table.deal(117)
        box.panel.follow()
        assert isinstance(box.calm().page, Opening)
        assert [pawn.station for pawn in view(box).pawns.values()] == [26, 29, 50]


def test_what_the_clock_decided_is_not_forgotten_in_a_power_cut(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal") as journal:
        box = at_the_table(clocks=STRICT, journal=journal).wait(61).calm().wait(30)
        left = box.desk.clocks.left(box.time)
    with Journal.open(tmp_path / "journal") as journal:
        again = Box(journal, clocks=STRICT).keys("#").calm()
        again.wait(0.1)
        assert again.desk.clocks.left(again.time) == pytest.approx(left, abs=6.5)


def test_taking_back_again_and_again_gives_no_more_time() -> None:
    box = his_turn(STRICT).wait(50)
    for _ in range(3):
        box.submit(c.Travel(MISTER_X, TAXI, 103))
        box.calm().table.undo()
        box.panel.follow()
        box.calm().wait(8)
    assert view(box).turn == "red"  # 10 were left, 20 were granted once, and 24 were thought away


def test_refusals_and_notices_stop_no_clock() -> None:
    box = his_turn(STRICT)
    before = box.desk.clocks.left(box.time)
    box.keys("5").wait(2).keys("5").wait(2).panel.device("lights", lost=True)
    box.wait(2)
    assert box.desk.clocks.left(box.time) == pytest.approx(before - 6, abs=0.1)


def test_a_power_cut_gives_back_no_more_than_a_tenth_of_a_short_turn(tmp_path: Path) -> None:
    short = ClockSettings(ClockKind.TURN, Manner.STRICT, 20, 1, AtZero.PASS)
    with Journal.open(tmp_path / "journal") as journal:
        left = at_the_table(clocks=short, journal=journal).wait(9).desk.clocks.left
        kept_then = left(1009 + 3)
    with Journal.open(tmp_path / "journal") as journal:
        again = Box(journal, clocks=short).keys("#")
        assert again.desk.clocks.left(again.time) <= kept_then + 3 + 2.1


def test_a_turns_clock_of_an_older_journal_is_taken_up() -> None:
    old = {
        "settings": STRICT.as_json(),
        "left": {"detectives": 15.0},
        "side": "detectives",
        "turn": "1 red 0",
    }
    assert Clocks.from_json(old).left(0.0) == 15.0


def test_nobodys_time_runs_while_everybody_is_asked_to_agree() -> None:
    box = at_the_table(clocks=STRICT).wait(10)
    choose(choose(box.keys("*"), "Correct a place"), "Red").keys("65#")
    before = box.desk.clocks.left(box.time)
    assert box.wait(30).desk.clocks.left(box.time) == before
    assert box.keys("*").wait(2).desk.clocks.left(box.time) < before


def test_what_the_clock_did_is_not_said_to_be_somebodys_doing() -> None:
    box = at_the_table(clocks=STRICT).wait(61).calm()
    choose(box.keys("*"), "Take back")
    assert told(box) == "Take back that the time was up?"
