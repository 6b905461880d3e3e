"""The box with parts that are missing from the start, or come and go."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.box import Box
from companion.config import Config
from companion.parts import Parts, is_a_pi, real_parts
from firmware.devices import Buzzer, DeviceLost, Display, KeySource, Lights
from firmware.keys import Key
from firmware.revival import Kept
from tests.panel.boxes import Paper, PaperDisplay, PaperLights


class Shelf:
    """Parts that are there or not."""

    def __init__(self) -> None:
        self.missing = {"display", "lights", "buzzer", "keypad"}
        self.display, self.lights, self.buzzer = PaperDisplay(), PaperLights(), Paper()
        self.press: Callable[[Key], None] | None = None

    def parts(self) -> Parts:
        return Parts(self._keypad, self._display, self._lights, self._buzzer, None)

    def _check(self, name: str) -> None:
        if name in self.missing:
            raise DeviceLost(f"The {name} is not there.")

    def _keypad(self, press: Callable[[Key], None], stuck: object) -> KeySource:
        self._check("keypad")
        self.press = press
        return Paper()

    def _display(self) -> Display:
        self._check("display")
        return self.display

    def _lights(self) -> Lights:
        self._check("lights")
        return self.lights

    def _buzzer(self) -> Buzzer:
        self._check("buzzer")
        return self.buzzer


def soon(what: Callable[[], bool], patience: float = 10.0) -> None:
    end = time.monotonic() + patience
    while not what():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture
def box(shelf: Shelf, tmp_path: Path) -> Iterator[Box]:
    found = Box(Config(), tmp_path / "table.journal", shelf.parts())
    yield found
    found.close()


def test_with_everything_missing_the_table_is_open_all_the_same(box: Box) -> None:
    assert box.table.sight() is None
    soon(lambda: box.panel.shown is not None)


def test_what_was_missing_at_the_start_comes_in_by_itself(box: Box, shelf: Shelf) -> None:
    shelf.missing.clear()
    soon(lambda: shelf.display.picture is not None and shelf.press is not None)
    assert shelf.display.level > 0
    assert shelf.press is not None
    shelf.press(Key.ONE)
    soon(
        lambda: (
            type(box.panel.shown).__name__ == "MenuScreen"
            and box.panel.page.__class__.__name__ == "EditionMenu"
        )
    )


def test_a_page_that_stumbles_does_not_end_the_evening(box: Box, caplog: pytest.LogCaptureFixture) -> None:
    box.post(lambda: 1 // 0)  # type: ignore[arg-type,return-value]
    seen: list[bool] = []
    box.post(lambda: seen.append(True))
    soon(lambda: bool(seen))
    assert "ZeroDivisionError" in caplog.text


def test_an_idle_box_sleeps(box: Box, shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf.missing.clear()
    soon(lambda: all(device.due() is None for device in box._kept))
    ticks: list[float] = []
    tick = box.panel.tick
    monkeypatch.setattr(box.panel, "tick", lambda: ticks.append(time.monotonic()) or tick())
    time.sleep(1.5)
    assert len(ticks) <= 2


def test_a_machine_is_a_pi_when_its_model_says_so(tmp_path: Path) -> None:
    model = tmp_path / "model"
    assert not is_a_pi(model)
    model.write_bytes(b"Raspberry Pi 4 Model B Rev 1.4\0")
    assert is_a_pi(model)
    model.write_bytes(b"Some other board\0")
    assert not is_a_pi(model)


def test_without_gpio_the_real_parts_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "lgpio", None)  # as where it was never installed
    monkeypatch.delitem(__import__("sys").modules, "gpiozero.pins.lgpio", raising=False)
    lost: list[DeviceLost | None] = []
    parts = real_parts(replace(Config(), numpad=False))
    Kept(
        "keypad",
        lambda: parts.keypad(lambda key: None, lambda key, stuck: None),
        lambda name, fault: lost.append(fault),
    )
    assert "rpi-lgpio" in str(lost[0])
