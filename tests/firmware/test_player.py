"""The thread behind tunes and blinking. Here it is the subject, so here it runs."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from queue import Queue

import pytest

from firmware.devices import DeviceLost
from firmware.player import Player

PATIENCE = 5.0


def until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end
        time.sleep(0.001)


def players() -> int:
    return sum(thread.name == "player" for thread in threading.enumerate())


def counting(out: Queue[int], pauses: list[float]) -> Iterator[float]:
    for number, pause in enumerate(pauses):
        out.put(number)
        yield pause
    out.put(-1)


def test_steps_are_taken_one_after_the_other_and_the_thread_ends_with_them() -> None:
    out: Queue[int] = Queue()
    Player().play(counting(out, [0.001, 0.0, 0.002]))
    assert [out.get(timeout=PATIENCE) for _ in range(4)] == [0, 1, 2, -1]
    until(lambda: players() == 0)


def test_the_first_step_is_taken_before_play_returns() -> None:
    out: Queue[int] = Queue()
    player = Player()
    player.play(counting(out, [3600.0]))
    assert out.get_nowait() == 0
    player.play(iter(()))
    until(lambda: players() == 0)


def test_a_script_of_one_step_needs_no_thread() -> None:
    out: Queue[int] = Queue()
    Player().play(counting(out, []))
    assert out.get_nowait() == -1
    assert players() == 0


def test_a_new_script_does_not_wait_for_the_old_one() -> None:
    old: Queue[int] = Queue()
    new: Queue[int] = Queue()
    player = Player()
    player.play(counting(old, [3600.0, 3600.0]))
    player.play(counting(new, [0.001]))
    assert [new.get(timeout=PATIENCE) for _ in range(2)] == [0, -1]
    assert old.qsize() == 1
    until(lambda: players() == 0)


def test_one_thread_is_enough_for_any_number_of_scripts() -> None:
    player = Player()
    for _ in range(50):
        player.play(counting(Queue(), [3600.0]))
        assert players() == 1
    player.play(iter(()))
    until(lambda: players() == 0)


def test_a_player_plays_again_after_its_thread_has_ended() -> None:
    out: Queue[int] = Queue()
    player = Player()
    for _ in range(3):
        player.play(counting(out, [0.001]))
        assert [out.get(timeout=PATIENCE) for _ in range(2)] == [0, -1]
        until(lambda: players() == 0)


def test_a_device_lost_in_a_later_step_ends_the_script_and_not_the_player() -> None:
    def failing() -> Iterator[float]:
        yield 0.001
        raise DeviceLost("gone")

    out: Queue[int] = Queue()
    player = Player()
    player.play(failing())
    until(lambda: players() == 0)
    player.play(counting(out, [0.001]))
    assert [out.get(timeout=PATIENCE) for _ in range(2)] == [0, -1]


def test_a_device_lost_in_the_first_step_is_raised() -> None:
    def failing() -> Iterator[float]:
        raise DeviceLost("gone")
        yield 1.0

    with pytest.raises(DeviceLost):
        Player().play(failing())


def test_waiting_costs_no_time_of_the_processor() -> None:
    player = Player()
    player.play(counting(Queue(), [3600.0]))
    before = time.process_time()
    time.sleep(0.2)
    assert time.process_time() - before < 0.1
    player.play(iter(()))
    until(lambda: players() == 0)
