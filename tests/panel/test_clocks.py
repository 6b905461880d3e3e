"""Clocks: what is left, when it is shown, and that nothing is lost or given back by a pause or a power cut."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from companion.clock_settings import AtZero, ClockKind, ClockSettings, Manner
from companion.panel.clocks import HURRY, Clocks

X, TEAM = "mister_x", "detectives"


def per_turn(seconds: int = 60) -> Clocks:
    return Clocks(ClockSettings(ClockKind.TURN, Manner.STRICT, turn_seconds=seconds, at_zero=AtZero.PASS))


def per_side(minutes: int = 5) -> Clocks:
    return Clocks(ClockSettings(ClockKind.SIDE, side_minutes=minutes))


def going(clocks: Clocks, now: float = 100.0) -> Clocks:
    clocks.begin(X, "1 mister_x", now)
    clocks.resume(now)
    return clocks


def test_a_clock_stands_still_until_the_game_is_shown() -> None:
    clocks = per_turn()
    clocks.begin(X, "1 mister_x", 100)
    assert not clocks.running
    assert clocks.left(500) == 60
    clocks.resume(500)
    assert clocks.running
    assert clocks.left(510) == 50


def test_every_turn_begins_with_all_its_time() -> None:
    clocks = going(per_turn())
    clocks.begin(TEAM, "1 red", 140)
    assert clocks.left(150) == 50
    clocks.begin(TEAM, "1 blue", 155)
    assert clocks.left(155) == 60
    clocks.begin(X, "2 mister_x", 160)
    assert clocks.left(160) == 60


def test_said_again_in_the_same_turn_nothing_changes() -> None:
    clocks = going(per_turn())
    for now in range(100, 130, 5):
        clocks.begin(X, "1 mister_x", now)
    assert clocks.left(130) == 30


def test_a_sides_clock_runs_only_while_that_side_is_at_turn() -> None:
    clocks = going(per_side())
    clocks.begin(TEAM, "1 red", 160)
    assert clocks.left(170) == 290
    clocks.begin(TEAM, "1 blue", 180)
    assert clocks.left(190) == 270
    clocks.begin(X, "2 mister_x", 200)
    assert clocks.left(200) == 240
    clocks.begin(TEAM, "2 red", 230)
    assert clocks.left(230) == 260


def test_a_pause_costs_nothing_and_may_be_said_twice() -> None:
    clocks = going(per_turn())
    clocks.pause(110)
    clocks.pause(300)
    assert (clocks.running, clocks.left(1000)) == (False, 50)
    clocks.resume(1000)
    clocks.resume(1005)
    assert clocks.left(1010) == 40


def test_a_turn_that_begins_in_a_pause_waits_for_its_end() -> None:
    clocks = going(per_turn())
    clocks.pause(110)
    clocks.begin(TEAM, "1 red", 120)
    assert not clocks.running
    clocks.resume(200)
    assert clocks.left(210) == 50


def test_one_who_is_late_sees_by_how_much() -> None:
    clocks = going(per_turn(10))
    assert clocks.left(117.5) == -7.5
    assert clocks.text(117.5) == "-0:07"
    assert clocks.text(118) == "-0:08"
    assert clocks.fraction(118) == 0


@pytest.mark.parametrize(
    ("passed", "text"),
    [(0, "2:00"), (0.2, "2:00"), (1, "1:59"), (59.5, "1:01"), (60, "1:00"), (119.9, "0:01"), (120, "0:00")],
)
def test_what_is_left_is_written_in_minutes_and_started_seconds(passed: float, text: str) -> None:
    assert going(per_turn(120)).text(100 + passed) == text


def test_the_bar_goes_from_full_to_empty() -> None:
    clocks = going(per_turn())
    assert [clocks.fraction(100 + passed) for passed in (0, 15, 30, 60, 90)] == [1, 0.75, 0.5, 0, 0]


@pytest.mark.parametrize("began", [0.0, 0.1, 12345.678, 987654.321])
@pytest.mark.parametrize("first_look", [0.0, 0.3, 0.999999])
def test_who_sleeps_until_it_is_due_sees_every_second_once_and_misses_no_moment(
    began: float, first_look: float
) -> None:
    clocks = going(per_turn(15), began)
    now = began + first_look
    looks = [now]
    while clocks.left(now) > -3:
        due = clocks.due(now)
        assert due is not None
        assert 0 < due - now <= 1.01
        now = due
        looks.append(now)
    texts = [clocks.text(look) for look in looks]
    assert all(one != other or one == "0:00" for one, other in pairwise(texts))
    assert {"0:10", "0:05", "0:01", "0:00"} <= set(texts)
    for moment in (HURRY, 0.0):
        noticed = min(look for look in looks if clocks.left(look) <= moment)
        assert noticed - (began + 15 - moment) < 0.01
    assert len(looks) <= 20


def test_nothing_is_due_while_a_clock_stands_still_or_there_is_none() -> None:
    clocks = going(per_turn())
    clocks.pause(101)
    assert clocks.due(102) is None
    none = going(Clocks(ClockSettings()))
    assert not none.on
    assert none.due(100) is None


def test_time_that_jumps_back_gives_no_time_and_breaks_nothing() -> None:
    clocks = going(per_turn())
    assert clocks.left(50) == 60
    assert clocks.fraction(50) == 1
    due = clocks.due(50)
    assert due is not None
    assert due > 50
    clocks.pause(50)
    clocks.resume(60)
    assert clocks.left(70) == 50


def test_time_that_jumps_ahead_was_used_up() -> None:
    clocks = going(per_turn())
    assert clocks.left(1e9) < 0
    due = clocks.due(1e9)
    assert due is not None
    assert 0 < due - 1e9 < 1.1
    clocks.begin(TEAM, "1 red", 1e9)
    assert clocks.left(1e9) == 60


def again(clocks: Clocks, now: float) -> Clocks:
    """The clocks after a power cut at *now*."""
    return Clocks.from_json(json.loads(json.dumps(clocks.as_json(now))))


@pytest.mark.parametrize("clocks", [per_turn(), per_side()], ids=["turn", "side"])
def test_after_a_power_cut_exactly_what_was_left_is_left_and_waits(clocks: Clocks) -> None:
    going(clocks)
    clocks.begin(TEAM, "1 red", 110.125)
    before = clocks.left(113.5)
    restored = again(clocks, 113.5)
    assert restored.settings == clocks.settings
    assert not restored.running
    # Monotonic time begins anew with every boot.
    assert restored.left(3) == before
    restored.begin(TEAM, "1 red", 5)
    restored.resume(8)
    assert restored.left(9) == before - 1
    restored.begin(X, "2 mister_x", 9)
    clocks.begin(X, "2 mister_x", 114.5)
    assert restored.left(9) == clocks.left(114.5)


def test_clocks_that_never_ran_can_be_kept_as_well() -> None:
    restored = again(per_turn(), 7)
    going(restored, 20)
    assert restored.left(30) == 50


@pytest.mark.parametrize(
    "data",
    [
        None,
        {},
        {"settings": {}, "left": {}, "side": "", "turn": ""},
        per_turn().as_json(0) | {"left": {"mister_x": "long"}},
        per_turn().as_json(0) | {"side": 3},
    ],
)
def test_what_makes_no_sense_is_not_taken_up(data: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        Clocks.from_json(data)
