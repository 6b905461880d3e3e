"""Whoever wants to be told is told, in order, as long as he likes, and nobody spoils it for the others."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Barrier, Thread

import pytest

from companion.watchers import Watchers


def test_everybody_is_told_in_the_order_in_which_they_came() -> None:
    watchers: Watchers[[]] = Watchers()
    heard: list[str] = []
    for name in "abc":
        watchers.add(lambda name=name: heard.append(name))  # type: ignore[misc]
    watchers.tell()
    watchers.tell()
    assert heard == list("abcabc")


def test_they_are_told_what_is_said() -> None:
    watchers: Watchers[[int, str]] = Watchers()
    heard: list[tuple[int, str]] = []
    watchers.add(lambda number, word: heard.append((number, word)))
    watchers.tell(1, "one")
    watchers.tell(2, "two")
    assert heard == [(1, "one"), (2, "two")]


def test_nobody_is_told_before_he_came_nor_after_he_left() -> None:
    watchers: Watchers[[]] = Watchers()
    heard: list[str] = []
    watchers.tell()
    leave = watchers.add(lambda: heard.append("told"))
    watchers.tell()
    leave()
    leave()
    watchers.tell()
    assert heard == ["told"]


def test_one_who_watches_twice_can_end_either() -> None:
    watchers: Watchers[[]] = Watchers()
    heard: list[str] = []

    def call() -> None:
        heard.append("told")

    first, second = watchers.add(call), watchers.add(call)
    watchers.tell()
    assert len(heard) == 2
    second()
    second()
    watchers.tell()
    assert len(heard) == 3
    first()
    watchers.tell()
    assert len(heard) == 3


def test_leaving_does_not_move_the_others() -> None:
    watchers: Watchers[[]] = Watchers()
    heard: list[str] = []
    leaves = [watchers.add(lambda name=name: heard.append(name)) for name in "abc"]  # type: ignore[misc]
    leaves[1]()
    watchers.tell()
    assert heard == ["a", "c"]


def test_one_who_stumbles_keeps_nobody_else_from_hearing(caplog: pytest.LogCaptureFixture) -> None:
    watchers: Watchers[[]] = Watchers()
    heard: list[str] = []

    def stumble() -> None:
        raise ValueError("he hides at 117")

    watchers.add(stumble)
    watchers.add(lambda: heard.append("told"))
    with caplog.at_level(logging.DEBUG):
        watchers.tell()
    assert heard == ["told"]
    assert caplog.messages == ["Somebody who watches failed: ValueError."]
    assert "117" not in caplog.text


def test_what_is_no_fault_goes_through() -> None:
    watchers: Watchers[[]] = Watchers()

    def stop() -> None:
        raise KeyboardInterrupt

    watchers.add(stop)
    with pytest.raises(KeyboardInterrupt):
        watchers.tell()


def test_who_comes_while_others_are_told_is_told_the_next_time() -> None:
    watchers: Watchers[[]] = Watchers()
    heard: list[str] = []

    def invite() -> None:
        heard.append("first")
        watchers.add(lambda: heard.append("later"))

    watchers.add(invite)
    watchers.tell()
    assert heard == ["first"]
    watchers.tell()
    assert heard == ["first", "first", "later"]


def test_one_may_leave_while_he_is_told_and_may_tell_others() -> None:
    watchers: Watchers[[]] = Watchers()
    heard: list[str] = []
    leaves: list[Callable[[], None]] = []

    def once() -> None:
        heard.append("once")
        leaves[0]()
        watchers.tell()

    leaves.append(watchers.add(once))
    watchers.add(lambda: heard.append("always"))
    watchers.tell()
    assert heard == ["once", "always", "always"]


def test_no_lock_is_held_while_somebody_is_told() -> None:
    watchers: Watchers[[]] = Watchers()
    done: list[bool] = []

    def wait_for_another_thread() -> None:
        other = Thread(target=lambda: watchers.add(lambda: None)())
        other.start()
        other.join(5)
        done.append(not other.is_alive())

    watchers.add(wait_for_another_thread)
    watchers.tell()
    assert done == [True]


def test_threads_may_come_leave_and_tell_at_once() -> None:
    watchers: Watchers[[]] = Watchers()
    heard: list[int] = []
    stay = watchers.add(lambda: heard.append(1))
    together = Barrier(8)

    def come_and_go() -> None:
        together.wait()
        for _ in range(200):
            leave = watchers.add(lambda: None)
            watchers.tell()
            leave()

    threads = [Thread(target=come_and_go) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(heard) == 8 * 200
    assert len(watchers._calls) == 1
    stay()
    assert not watchers._calls
