"""How real parts are opened, and what is said where they can't be."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from companion import parts as module
from companion.config import BuzzerWiring, Config, KeypadPins, OledWiring
from companion.parts import is_a_pi, real_parts, wired_parts
from firmware.devices import DeviceLost
from firmware.keys import Key
from firmware.simulated.chip import SimulatedBus, SimulatedChip
from firmware.simulated.matrix import CoupledMatrix
from firmware.simulated.numpad import SimulatedInputs
from firmware.simulated.pins import LineError, SimulatedPins


def test_a_machine_is_a_pi_when_its_model_says_so(tmp_path: Path) -> None:
    model = tmp_path / "model"
    assert not is_a_pi(model)
    model.write_bytes(b"Raspberry Pi 4 Model B Rev 1.4\0")
    assert is_a_pi(model)
    model.write_bytes(b"Some other board\0")
    assert not is_a_pi(model)


# Wiring


def press(key: Key) -> None: ...


def stuck(key: Key, is_stuck: bool) -> None: ...


def changed(fault: DeviceLost | None) -> None: ...


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What the parts were made of; nothing is opened."""
    found: list[tuple[Any, ...]] = []

    def maker(name: str) -> Callable[..., None]:
        return lambda *arguments, **named: found.append((name, *arguments, named))

    for name in ("Keypad", "Oled", "LightRow", "Numpad"):
        monkeypatch.setattr(module, name, maker(name))
    monkeypatch.setattr(module, "_Pins", lambda: lambda: "pins")
    return found


def test_real_parts_are_wired_as_the_configuration_says(made: list[tuple[Any, ...]]) -> None:
    config = replace(
        Config(),
        keypad=KeypadPins((1, 2, 3, 4), (5, 6, 7, 8)),
        oled=OledWiring("sh1106", 3, 0x3D, 180),
        lights={"red": 17},
        buzzer=None,
    )
    parts = real_parts(config)
    assert parts.display
    assert parts.lights
    assert parts.numpad
    assert parts.buzzer is None
    parts.keypad(press, stuck)
    parts.display()
    parts.lights()
    parts.numpad(press, changed)
    assert made == [
        ("Keypad", (1, 2, 3, 4), (5, 6, 7, 8), press, {"stuck": stuck, "pin_factory": "pins"}),
        ("Oled", "sh1106", 3, 0x3D, 180, {}),
        ("LightRow", {"red": 17}, "pins", {}),
        ("Numpad", press, changed, None, {}),
    ]


def test_what_is_not_wired_is_no_part() -> None:
    parts = real_parts(replace(Config(), oled=None, lights={}, buzzer=None, numpad=False))
    assert (parts.display, parts.lights, parts.buzzer, parts.numpad) == (None, None, None, None)


def test_the_same_wiring_takes_simulated_pins_and_buses() -> None:
    config = replace(Config(), buzzer=BuzzerWiring(pin=18))
    pins, keys = SimulatedPins(), CoupledMatrix(config.keypad.rows, config.keypad.columns)
    bus = SimulatedBus(SimulatedChip("ssd1306"))
    parts = wired_parts(config, lambda: keys, lambda: pins, bus, SimulatedInputs())
    assert parts.display
    assert parts.lights
    assert parts.buzzer
    assert parts.numpad
    opened = [
        parts.keypad(press, stuck),
        parts.display(),
        parts.lights(),
        parts.buzzer(),
        parts.numpad(press, changed),
    ]
    assert bus.transfers > 0
    for device in opened:
        device.close()


# lgpio


class Import:
    """What happens when lgpio is imported."""

    def __init__(self, then: Callable[[], None]) -> None:
        self.then = then

    def find_spec(self, name: str, path: object = None, target: object = None) -> None:
        if name == "gpiozero.pins.lgpio":
            self.then()


def opened(monkeypatch: pytest.MonkeyPatch, then: Callable[[], None]) -> str:
    """Try to have a pin, with *then* happening at the import; what is said."""
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Import(then), *sys.meta_path])
    parts = real_parts(replace(Config(), numpad=False))
    with pytest.raises(DeviceLost) as lost:
        parts.keypad(press, stuck)
    return str(lost.value)


def test_without_lgpio_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)  # as where it was never installed
    said = opened(monkeypatch, lambda: None)
    assert said == (
        "The GPIO pins can't be used: lgpio is missing. "
        "Install rpi-lgpio with pip, or python3-lgpio with apt."
    )


def test_lgpio_has_a_folder_of_its_own_to_write_to_and_moves_nobody(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("LG_WD", raising=False)
    seen: list[Path] = []

    def import_as_lgpio_does() -> None:
        folder = Path(os.environ["LG_WD"])
        os.chdir(folder)
        (folder / ".lgd-nfy0").touch()
        assert folder.stat().st_mode & 0o077 == 0
        seen.append(folder)
        raise LineError("can not open gpiochip")

    said = opened(monkeypatch, import_as_lgpio_does)
    assert said == (
        "The GPIO pins can't be used (can not open gpiochip). "
        "Is this a Raspberry Pi, and is this user in the group gpio?"
    )
    assert Path.cwd() == tmp_path
    assert list(tmp_path.iterdir()) == []
    assert "LG_WD" not in os.environ
    assert not seen[0].exists()


def test_a_folder_that_was_chosen_for_lgpio_is_left_to_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("LG_WD", "/chosen")
    seen: list[str] = []

    def look() -> None:
        seen.append(os.environ["LG_WD"])
        raise FileNotFoundError(2, "No such file or directory")

    said = opened(monkeypatch, look)
    assert seen == ["/chosen"]
    assert os.environ["LG_WD"] == "/chosen"
    assert said == (
        "The GPIO pins can't be used: lgpio needs a folder to write to (No such file or directory). "
        "Set TMPDIR to one."
    )


def test_the_pins_are_opened_once_for_all_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    library = ModuleType("gpiozero.pins.lgpio")
    library.LGPIOFactory = lambda: made.append(None) or SimulatedPins()  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", library)
    parts = real_parts(Config())
    assert parts.lights
    assert parts.buzzer
    for device in (parts.lights(), parts.buzzer()):
        device.close()
    assert len(made) == 1
