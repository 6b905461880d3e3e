"""The keypad through gpiozero's own pins for lgpio: what it costs, and that it works there."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module

import pytest
from gpiozero.pins.local import LocalPiFactory  # type: ignore[import-untyped]

from firmware.keypad import Keypad
from firmware.keys import COLUMNS as WIDE
from firmware.keys import KEYS, Key
from tests.firmware.fake_lgpio import FakeLgpio
from tests.firmware.keypad_fingers import COLUMNS, ROWS


class Desk:
    def __init__(self, library: FakeLgpio) -> None:
        self.library = library
        self.factory = import_module("gpiozero.pins.lgpio").LGPIOFactory(chip=0)
        self.heard: list[Key] = []
        self.now = 0.0
        self.open()

    def open(self) -> None:
        self.keypad = Keypad(
            ROWS,
            COLUMNS,
            self.heard.append,
            pin_factory=self.factory,
            clock=lambda: self.now,
            pause=lambda _: None,
            threaded=False,
        )

    def steps(self, number: int) -> int:
        """Scan so often; the calls that took."""
        before = self.library.calls
        for _ in range(number):
            self.now += 0.005
            self.keypad.step()
        return self.library.calls - before


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    library = FakeLgpio()
    monkeypatch.setitem(sys.modules, "lgpio", library)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setattr(LocalPiFactory, "_get_revision", lambda self: 0xA02082)
    monkeypatch.setattr(LocalPiFactory, "pins", {})  # gpiozero's are everybody's
    made = Desk(library)
    yield made
    made.keypad.close()
    sys.modules.pop("gpiozero.pins.lgpio", None)


@pytest.mark.parametrize("key", KEYS, ids=[key.name for key in KEYS])
def test_each_key_wakes_it_and_is_heard_as_itself(desk: Desk, key: Key) -> None:
    assert not desk.keypad.awake
    row, column = divmod(KEYS.index(key), WIDE)
    desk.library.touch(row, column, True)
    assert desk.keypad.awake
    desk.steps(3)
    assert desk.heard == [key]
    desk.library.touch(row, column, False)
    desk.steps(10)
    assert not desk.keypad.awake


def test_a_scan_takes_28_calls(desk: Desk) -> None:
    desk.library.touch(1, 1, True)
    desk.steps(1)
    assert desk.steps(100) == 100 * 28


def test_lying_down_takes_8_calls_more(desk: Desk) -> None:
    desk.library.touch(1, 1, True)
    desk.steps(10)
    desk.library.touch(1, 1, False)
    while desk.keypad.awake:
        calls = desk.steps(1)
    assert calls == 28 + 8


def test_after_pins_that_failed_at_closing_the_next_keypad_hears_edges(desk: Desk) -> None:
    desk.library.broken = True
    desk.keypad.close()
    desk.library.broken = False
    desk.open()
    desk.library.touch(1, 1, True)
    assert desk.keypad.awake
