"""The clock for pages that count down by themselves: the same while merely time passes, right after everything else."""

from __future__ import annotations

import pytest

from companion.clock_settings import AtZero, ClockKind, ClockSettings, Manner
from companion.clock_view import ClockView
from companion.games.pursuit import commands as c
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.tickets import Ticket
from companion.panel.clocks import Clocks
from tests.panel.boxes import Box
from tests.panel.tables import at_the_table, choose, his_turn

TURN = ClockSettings(ClockKind.TURN, Manner.GENTLE, 60)
SIDE = ClockSettings(ClockKind.SIDE, Manner.GENTLE, 60, 5)
TEAM = "detectives"


def seen(box: Box) -> ClockView:
    box.panel.tick()
    view = box.desk.clock_view()
    assert view is not None
    return view


def counted(box: Box) -> float:
    """What a page that counts by itself shows now."""
    view = seen(box)
    return view.left - (box.time - view.since if view.running else 0.0)


def test_it_is_the_same_while_merely_time_passes_and_says_what_the_box_says() -> None:
    box = at_the_table(clocks=TURN)
    before = seen(box)
    assert (before.side, before.whole, before.running) == (TEAM, 60, True)
    for _ in range(70):  # also when he is late
        assert seen(box.wait(1)) == before
        assert counted(box) == pytest.approx(box.desk.clocks.left(box.time))


def test_typing_does_not_change_it() -> None:
    box = at_the_table(clocks=TURN)
    before = seen(box)
    assert seen(box.keys("8").wait(1).keys("*")) == before


def test_a_pause_stops_it_and_it_stays_the_same_until_the_game_goes_on() -> None:
    box = at_the_table(clocks=TURN).wait(5)
    before = seen(box)
    choose(box.keys("*"), "Pause")
    stopped = seen(box)
    assert not stopped.running
    assert stopped.left == pytest.approx(before.left - (stopped.since - before.since))
    assert seen(box.wait(100)) == stopped
    resumed = seen(box.keys("#"))
    assert (resumed.running, resumed.left, resumed.since) == (True, stopped.left, box.time)


@pytest.mark.parametrize("clocks", [TURN, SIDE], ids=["turn", "side"])
def test_another_turn_is_anothers_clock(clocks: ClockSettings) -> None:
    box = his_turn(clocks)
    his = seen(box)
    assert his.side == MISTER_X
    box.wait(7)
    box.submit(c.Travel(MISTER_X, Ticket.TAXI, 103))
    told = seen(box)
    assert (told.side, told.running) == (TEAM, False)  # while he is talked about, theirs waits
    theirs = seen(box.calm())
    assert (theirs.side, theirs.running, theirs.left) == (TEAM, True, told.left)
    assert counted(box) == pytest.approx(box.desk.clocks.left(box.time))


def test_a_side_goes_on_with_what_it_had_left() -> None:
    box = his_turn(SIDE)
    box.wait(7)
    left = counted(box)
    box.submit(c.Travel(MISTER_X, Ticket.TAXI, 103)).calm()
    for pawn in ("red", "blue", "green"):
        sight = box.table.sight()
        assert sight is not None
        ticket, to = next(ride for ride in sight.choices.pawns[pawn].rides if ride[1] != 103)
        box.submit(c.Travel(pawn, Ticket[ticket.upper()], to)).calm()
    assert seen(box).side == MISTER_X
    assert seen(box).left == pytest.approx(left)


def test_a_turn_that_comes_back_has_what_it_is_granted() -> None:
    box = at_the_table(clocks=TURN).wait(55)
    assert counted(box) < 10
    box.keys("84#").calm().wait(1)
    choose(box.keys("*"), "Take back").keys("#").calm()
    assert counted(box) == pytest.approx(20, abs=0.1)
    assert counted(box) == pytest.approx(box.desk.clocks.left(box.time))
    before = seen(box)
    assert seen(box.wait(5)) == before


def test_what_is_granted_to_a_running_clock_is_seen_at_once() -> None:
    clocks = Clocks(TURN)
    clocks.begin(TEAM, "1 red", 100)
    clocks.resume(100)
    clocks.grant(20, 155)
    assert clocks.view == ClockView(TEAM, 75, 60, True, 100)
    assert clocks.left(155) == 20


def test_nothing_runs_while_pawns_are_placed_and_all_know_whose_time_it_will_be() -> None:
    box = Box(clocks=TURN).keys("1 2 3# 1")
    view = seen(box)
    assert (view.side, view.left, view.running) == (MISTER_X, 60, False)
    assert seen(box.wait(20)) == view
    assert seen(box.keys("#")).running


def test_after_a_power_cut_it_waits_with_what_was_left() -> None:
    box = at_the_table(clocks=TURN).wait(5).keys("84#").calm()
    box.time = 3.0  # monotonic time begins anew
    view = seen(box.power_cut())
    assert (view.side, view.running) == (TEAM, False)
    assert seen(box.wait(50)) == view
    assert seen(box.keys("#")).running


def test_there_is_none_without_a_clock_a_game_or_somebody_to_move() -> None:
    assert at_the_table().desk.clock_view() is None
    assert Box(clocks=TURN).desk.clock_view() is None
    lost = ClockSettings(ClockKind.TURN, Manner.STRICT, 60, 45, AtZero.LOSE)
    box = at_the_table(clocks=lost)
    assert box.desk.clock_view() is not None
    assert box.wait(61).desk.clock_view() is None
