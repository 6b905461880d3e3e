"""Clocks in play: they run, warn, decide, and survive a power cut."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.clock_settings import AtZero, ClockKind, ClockSettings, Manner
from companion.editions import edition_names
from companion.games.pursuit import commands as c
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.tickets import Ticket
from companion.journal import Journal
from companion.panel.screens.turn import TurnScreen
from companion.panel.tunes import TUNES, Tone
from tests.panel.boxes import Box
from tests.panel.fingers import set_up
from tests.panel.tables import at_the_table, choose, turn

GENTLE = ClockSettings(ClockKind.TURN, Manner.GENTLE, 60)


def strict(at_zero: AtZero, kind: ClockKind = ClockKind.TURN) -> ClockSettings:
    return ClockSettings(kind, Manner.STRICT, 60, 1, at_zero)


def shown(box: Box) -> str:
    clock = turn(box).strip.clock
    assert clock is not None
    return clock.text


def test_the_clock_counts_down_and_starts_anew_with_every_turn() -> None:
    box = at_the_table(clocks=GENTLE)
    start = shown(box)
    assert shown(box.wait(10)) < start
    assert shown(box.keys("84#").calm()) in ("1:00", "0:59")


def test_the_clock_of_a_side_goes_on_where_it_was() -> None:
    box = at_the_table(clocks=strict(AtZero.BUZZ, ClockKind.SIDE))
    box.wait(20)
    before = shown(box)
    assert shown(box.keys("84#").calm()) <= before


def test_a_gentle_clock_reminds_twice_and_then_counts_how_late_it_is() -> None:
    box = at_the_table(clocks=GENTLE)
    box.buzzer.tunes.clear()
    box.wait(90)
    assert box.buzzer.tunes == [TUNES[Tone.TIME]] * 2
    assert shown(box).startswith("-0:")
    sight = box.table.sight()
    assert sight is not None
    assert sight.view.turn == "red"


def test_a_strict_clock_that_buzzes_moves_nobody() -> None:
    box = at_the_table(clocks=strict(AtZero.BUZZ)).wait(90)
    sight = box.table.sight()
    assert sight is not None
    assert sight.view.turn == "red"


def test_a_strict_clock_that_passes_gives_the_turn_away() -> None:
    box = at_the_table(clocks=strict(AtZero.PASS)).wait(61).calm()
    sight = box.table.sight()
    assert sight is not None
    assert sight.view.turn == "blue"
    assert sight.view.pawns["red"].station == 67


def test_mister_x_whose_time_is_up_stays_where_he_is_and_a_window_is_filled() -> None:
    box = (
        at_the_table(clocks=strict(AtZero.PASS))
        .wait(61)
        .calm()
        .wait(61)
        .calm()
        .wait(61)
        .calm()
        .wait(65)
        .calm()
    )
    view = box.table.mister_x()
    assert [window.station for window in view.log[:2]] == [102, 102]
    assert view.log[1].note == "time"


def test_a_strict_clock_that_loses_ends_the_game() -> None:
    box = at_the_table(clocks=strict(AtZero.LOSE)).wait(61)
    sight = box.table.sight()
    assert sight is not None
    assert sight.view.outcome is not None
    assert (sight.view.outcome.winner, sight.view.outcome.reason) == (MISTER_X, "time")


def test_a_pause_costs_nothing() -> None:
    box = at_the_table(clocks=GENTLE).wait(5)
    choose(box.keys("*"), "Pause")
    before = box.desk.clocks.left(box.time)
    assert box.wait(200).keys("#").desk.clocks.left(box.time) == before
    assert box.wait(2).desk.clocks.left(box.time) == pytest.approx(before - 2)


def test_a_power_cut_gives_nobody_more_than_ten_seconds(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "game") as journal:
        box = at_the_table(clocks=GENTLE, journal=journal).wait(25)
        left = box.desk.clocks.left(box.time)
    with Journal.open(tmp_path / "game") as journal:  # nobody paused anything: the plug was pulled
        again = Box(journal, clocks=GENTLE, time=7.0)
        kept = again.desk.clocks.left(again.time)
        assert left <= kept <= left + 10.5
        again.wait(30)  # nobody has resumed yet: the clock stands still
        assert again.desk.clocks.left(again.time) == pytest.approx(kept)
        assert isinstance(again.keys("#").screen, TurnScreen)
        assert again.wait(3).desk.clocks.left(again.time) == pytest.approx(kept - 3, abs=0.1)


def test_his_clock_and_theirs_are_two() -> None:
    box = at_the_table(clocks=strict(AtZero.BUZZ, ClockKind.SIDE)).wait(20)
    for keys in ("84#", "42#A", "40#"):
        box.keys(keys).calm()
    his = box.desk.clocks.left(box.time)
    assert his > 50
    box.submit(c.Travel(MISTER_X, Ticket.TAXI, 103)).calm()
    assert box.desk.clocks.left(box.time) < 45


def test_a_running_clock_wakes_the_box_once_a_second_and_no_more() -> None:
    box = at_the_table(clocks=ClockSettings(ClockKind.TURN, Manner.GENTLE, 600)).calm()
    before = box.display.pictures
    box.wait(60)
    assert 58 <= box.display.pictures - before <= 62


def test_without_a_clock_the_box_sleeps_until_the_saver() -> None:
    box = at_the_table().calm()
    due = box.panel.tick()
    assert due is not None
    assert due > 250


def test_a_side_without_time_passes_every_turn_from_then_on() -> None:
    box = at_the_table(clocks=strict(AtZero.PASS, ClockKind.SIDE)).wait(70).calm()
    sight = box.table.sight()
    assert sight is not None
    assert sight.view.turn == MISTER_X  # red, blue and green were all sent on
    box.submit(c.Travel(MISTER_X, Ticket.TAXI, 103)).calm().wait(10).calm()
    sight = box.table.sight()
    assert sight is not None
    assert (sight.view.round, sight.view.turn) == (3, MISTER_X)


def test_one_who_did_not_pick_his_start_in_time_has_a_turns_time_to_move() -> None:
    box = Box(clocks=strict(AtZero.PASS))
    place = edition_names().index("sherlock-2022-variant") + 1
    set_up(box, place, 2).wait(61).calm()
    assert box.table.mister_x().start
    assert box.table.mister_x().window == 0
    box.wait(61).calm()
    assert box.table.mister_x().window == 1
