"""A keypad whose pins fail, and one that nobody tells of edges any more."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from queue import Queue

import pytest

from firmware import keypad as module
from firmware.devices import DeviceLost
from firmware.keypad import Keypad
from firmware.keys import Key
from tests.firmware.frail_copper import FrailCopper
from tests.firmware.keypad_fingers import COLUMNS, ROWS
from tests.support.waiting import PATIENCE, until


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TRY_AGAIN", 0.002)
    monkeypatch.setattr(module, "LOOK_EVERY", 0.02)


class Desk:
    """A keypad in its thread, and what it told."""

    def __init__(self) -> None:
        self.copper = FrailCopper()
        self.heard: Queue[Key] = Queue()
        self.faults: Queue[str] = Queue()
        self.keypad = Keypad(
            ROWS,
            COLUMNS,
            self.heard.put,
            pin_factory=self.copper,
            lost=lambda fault: self.faults.put(str(fault)),
        )

    def fail_on(self, times: int) -> None:
        """Wait until the pins have failed so many times again."""
        before = self.copper.touched
        until(lambda: self.copper.touched >= before + times)


@contextmanager
def desk() -> Iterator[Desk]:
    made = Desk()
    try:
        yield made
    finally:
        made.keypad.close()
        assert not any(thread.name == "keypad" for thread in threading.enumerate())
        assert made.copper.short_circuits == 0


@pytest.mark.parametrize("broken", [ROWS[2], COLUMNS[0], COLUMNS[3]])
def test_pins_that_fail_three_times_in_a_row_are_a_lost_keypad_told_once(broken: int) -> None:
    with desk() as here:
        here.copper.broken.add(broken)
        here.copper.touch(Key.ONE, True)
        assert here.faults.get(timeout=PATIENCE) == (
            "The keypad does not answer (bad GPIO read). Check its eight wires."
        )
        here.fail_on(10)
        assert here.faults.empty()
        assert here.heard.empty()


def test_a_keypad_that_nobody_touches_is_missed_too() -> None:
    with desk() as here:
        here.copper.broken.add(ROWS[0])
        assert "does not answer" in here.faults.get(timeout=PATIENCE)


def test_a_keypad_that_is_back_by_itself_works_and_is_told_of_when_it_is_lost_again() -> None:
    with desk() as here:
        for _ in range(2):
            here.copper.broken.add(COLUMNS[1])
            here.copper.touch(Key.ONE, True)
            assert "does not answer" in here.faults.get(timeout=PATIENCE)
            here.copper.broken.clear()
            assert here.heard.get(timeout=PATIENCE) is Key.ONE
            here.copper.touch(Key.ONE, False)
            until(lambda: not here.keypad.awake)


def test_a_spark_is_no_lost_keypad_and_the_key_is_heard_all_the_same() -> None:
    with desk() as here:
        here.copper.deaf = True
        here.copper.broken.add(COLUMNS[2])
        here.copper.touch(Key.ONE, True)
        here.keypad._edge.set()  # the one edge there was
        until(lambda: here.copper.touched == 1)
        here.copper.broken.clear()
        assert here.heard.get(timeout=PATIENCE) is Key.ONE
        assert here.faults.empty()


def test_a_listener_that_fails_is_no_lost_keypad() -> None:
    copper = FrailCopper()
    faults: list[DeviceLost] = []
    heard: Queue[Key] = Queue()

    def press(key: Key) -> None:
        heard.put(key)
        raise LookupError("X is at 58")

    keypad = Keypad(ROWS, COLUMNS, press, pin_factory=copper, lost=faults.append)
    for key in (Key.ONE, Key.TWO, Key.THREE, Key.A, Key.FOUR):
        copper.touch(key, True)
        assert heard.get(timeout=PATIENCE) is key
        copper.touch(key, False)
        until(lambda: not keypad.awake)
    keypad.close()
    assert faults == []


def test_a_key_is_heard_though_nobody_is_told_of_its_edge() -> None:
    with desk() as here:
        here.copper.deaf = True
        here.copper.touch(Key.SIX, True)
        assert here.heard.get(timeout=PATIENCE) is Key.SIX


def test_looking_at_the_rows_now_and_then_is_no_scan(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LOOK_EVERY", 0.05)
    with desk() as here:
        until(lambda: not here.keypad.awake)
        scans = here.keypad.scans
        time.sleep(0.5)
        assert here.keypad.scans == scans


def test_a_keypad_that_is_lost_can_be_closed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "TRY_AGAIN", 60.0)
    with desk() as here:
        here.copper.broken.add(COLUMNS[0])
        here.copper.touch(Key.ONE, True)
        until(lambda: here.copper.touched > 0)
        began = time.monotonic()
        here.keypad.close()
        assert time.monotonic() - began < 1


@pytest.mark.parametrize("number", [ROWS[0], ROWS[3], COLUMNS[0], COLUMNS[3]])
def test_a_pin_that_fails_at_opening_is_named_and_all_can_be_had_later(number: int) -> None:
    copper = FrailCopper()
    copper.broken.add(number)
    with pytest.raises(DeviceLost, match=rf"can't have GPIO {number} \(bad GPIO read\)") as fault:
        Keypad(ROWS, COLUMNS, print, pin_factory=copper)
    copper.broken.clear()
    Keypad(ROWS, COLUMNS, print, pin_factory=copper).close()
    assert fault.value


def test_pins_that_fail_at_closing_are_given_back_all_the_same_and_listen_when_they_are_had_again() -> None:
    copper = FrailCopper()
    keypad = Keypad(ROWS, COLUMNS, print, pin_factory=copper, threaded=False)
    copper.broken.update(ROWS)
    keypad.close()
    assert [copper.pin(number).function for number in COLUMNS] == ["input"] * 4
    copper.broken.clear()
    heard: list[Key] = []
    again = Keypad(ROWS, COLUMNS, heard.append, pin_factory=copper, threaded=False)
    assert not again.awake
    copper.touch(Key.ONE, True)
    assert again.awake
    assert [copper.pin(number).when_changed for number in ROWS] == [again._woken] * 4
