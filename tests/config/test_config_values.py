"""What a configuration file may say, and what holds where it says nothing."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest
import yaml
from gpiozero.pins.pi import PiBoardInfo  # type: ignore[import-untyped]

from companion.clock_settings import AtZero, ClockKind, ClockSettings, Manner
from companion.config import BuzzerWiring, Config, Hardware, KeypadPins, Night, OledWiring, Web
from companion.config_file import SECTIONS, SINGLE, read_config
from tests.config.config_files import HARDWARE, README, SAMPLE, Read


def test_without_a_file_the_defaults_hold() -> None:
    assert read_config(None) == Config()


def test_the_sample_file_is_the_defaults_and_has_every_field() -> None:
    assert read_config(HARDWARE / "misterx.yaml") == Config()
    written = yaml.safe_load(SAMPLE)
    assert set(written) == {*SINGLE, *SECTIONS}
    assert {name: set(written[name]) for name in SECTIONS} == {name: set(SECTIONS[name]) for name in SECTIONS}


@pytest.mark.parametrize("text", ["", "\n", "# all left out\n", "---\n", "format: 1\n", "web:\nkeypad: {}\n"])
def test_what_is_left_out_is_the_default(read: Read, text: str) -> None:
    assert read(text) == Config()


BOX = """\
hardware: real
language: de
keypad: {rows: [4, 7, 8, 9], columns: [10, 11, 14, 15]}
numpad: off
oled: {kind: sh1106, bus: 3, address: 0x3D, rotation: 180, contrast: 40}
lights: {red: 5, mister_x: 6, blue: off}
buzzer: {pin: 12, refused: off, time: off}
night: {from: 23, to: 6, contrast: 1}
screen_saver: 60
clocks: {kind: side, manner: strict, turn_seconds: 30, side_minutes: 20, at_zero: lose}
web: {host: 192.168.1.20, port: 80}
"""


def test_every_field_can_be_changed(read: Read) -> None:
    assert read(BOX) == Config(
        hardware=Hardware.REAL,
        language="de",
        keypad=KeypadPins(rows=(4, 7, 8, 9), columns=(10, 11, 14, 15)),
        numpad=False,
        oled=OledWiring("sh1106", bus=3, address=0x3D, rotation=180, contrast=40),
        lights={"red": 5, "mister_x": 6},
        buzzer=BuzzerWiring(12, frozenset({"accepted", "reveal", "capture"})),
        night=Night(23, 6, contrast=1),
        screen_saver=60,
        clocks=ClockSettings(ClockKind.SIDE, Manner.STRICT, 30, 20, AtZero.LOSE),
        web=Web("192.168.1.20", 80),
    )


def test_a_light_that_is_left_out_is_not_wired_and_frees_its_pin(read: Read) -> None:
    config = read("lights: {red: 17}\nbuzzer: {pin: 26}\n")
    assert config.lights == {"red": 17}
    assert config.buzzer == BuzzerWiring(26)


@pytest.mark.parametrize(
    ("text", "changed"),
    [
        ("oled: off", {"oled": None}),
        ("oled: {kind: none}", {"oled": None}),
        ("lights: off", {"lights": {}}),
        ("lights: {}", {"lights": {}}),
        ("lights: {red: off}", {"lights": {}}),
        ("buzzer: off", {"buzzer": None}),
        ("buzzer: {pin: off}", {"buzzer": None}),
        ("night: off", {"night": None}),
        ("night: {from: off}", {"night": None}),
        ("screen_saver: off", {"screen_saver": None}),
        ("screen_saver: 0", {"screen_saver": None}),
        ("clocks: {kind: off}", {}),
    ],
)
@pytest.mark.parametrize("off", ["off", "no", "false", "Off", '"off"'])
def test_what_can_be_off_is_off_in_every_spelling(
    read: Read, text: str, changed: dict[str, Any], off: str
) -> None:
    assert read(text.replace("off", off)) == replace(Config(), **changed)


@pytest.mark.parametrize(
    ("word", "on"), [("on", True), ("yes", True), ("true", True), ("off", False), ("no", False)]
)
def test_a_switch_is_on_or_off_in_every_spelling(read: Read, word: str, on: bool) -> None:
    assert read(f"numpad: {word}").numpad is on


@pytest.mark.parametrize("address", ["0x3D", "0x3d", "61"])
def test_an_address_may_be_hex_or_decimal(read: Read, address: str) -> None:
    assert read(f"oled: {{address: {address}}}").oled == OledWiring(address=0x3D)


@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.1", "fe80::1"])
def test_the_host_may_be_any_address(read: Read, host: str) -> None:
    assert read(f"web: {{host: {host}}}").web == Web(host)


def wires() -> list[tuple[str, str, int]]:
    """The wiring table of the README: setting, BCM number or supply, place on the header."""
    rows = re.findall(r"^\| `([^`]+)` \| [^|]+ \| (\w+) \| (\d+) \|$", README, re.MULTILINE)
    return [(setting, bcm, int(header)) for setting, bcm, header in rows]


def test_the_wiring_table_is_the_defaults() -> None:
    config = Config()
    assert config.oled is not None
    assert config.buzzer is not None
    expected = {f"keypad.rows[{place}]": pin for place, pin in enumerate(config.keypad.rows, 1)}
    expected |= {f"keypad.columns[{place}]": pin for place, pin in enumerate(config.keypad.columns, 1)}
    expected |= {f"lights.{name}": pin for name, pin in config.lights.items()}
    expected |= {"buzzer.pin": config.buzzer.pin}
    table = [(setting, int(bcm)) for setting, bcm, _ in wires() if bcm.isdigit() and setting != "oled"]
    assert sorted(table) == sorted(expected.items())
    assert config.oled.bus == 1
    assert [bcm for setting, bcm, _ in wires() if setting == "oled"] == ["3V3", "2", "3", "GND"]


def test_the_wiring_table_has_the_right_places_on_the_header() -> None:
    header = PiBoardInfo.from_revision(0xC03111).headers["J8"]  # a Pi 4; all with 40 pins are alike
    for _, bcm, place in wires():
        assert header.pins[place].name == (f"GPIO{bcm}" if bcm.isdigit() else bcm)
    assert len({place for _, _, place in wires()}) == len(wires()) == 22
