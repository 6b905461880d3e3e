"""Every slip in a configuration file is named with its line and the values allowed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.config import Config
from companion.config_file import SECTIONS, SINGLE
from companion.marked_yaml import FileFault
from tests.config.config_files import SAMPLE, Faults, Read, one

PIN = "BCM pin from 4 to 27"
NUMBERS = [  # field, lowest, highest
    ("oled.bus", 0, 99),
    ("oled.contrast", 1, 255),
    ("night.from", 0, 23),
    ("night.to", 0, 23),
    ("night.contrast", 1, 255),
    ("screen_saver", 0, 86400),
    ("clocks.turn_seconds", 10, 3600),
    ("clocks.side_minutes", 1, 300),
    ("web.port", 1, 65535),
]
PINS = ["buzzer.pin", *(f"lights.{name}" for name in SECTIONS["lights"])]
WORDS = [  # field, the words allowed
    ("hardware", "auto, real, simulated"),
    ("language", "en, fr, de"),
    ("oled.kind", "ssd1306, ssd1309, sh1106, none"),
    ("oled.rotation", "0, 180"),
    ("clocks.kind", "off, turn, side"),
    ("clocks.manner", "gentle, strict"),
    ("clocks.at_zero", "buzz, pass, lose"),
]
SWITCHES = ["numpad", *(f"buzzer.{sound}" for sound in SECTIONS["buzzer"][1:])]
LISTS = ["keypad.rows", "keypad.columns"]
OTHERS = ["format", "oled.address", "web.host"]


def written(field: str, value: str) -> str:
    """*field* alone in a file; its value is in line 3."""
    section, _, key = field.rpartition(".")
    return f"# box\n{section}:\n  {key}: {value}\n" if section else f"# box\n\n{key}: {value}\n"


def test_no_field_is_forgotten_by_the_tests_of_mistakes() -> None:
    tried = [field for field, *_ in NUMBERS + WORDS] + PINS + SWITCHES + LISTS + OTHERS
    assert sorted(tried) == sorted(
        [*SINGLE, *(f"{section}.{key}" for section, keys in SECTIONS.items() for key in keys)]
    )


@pytest.mark.parametrize(("field", "lowest", "highest"), NUMBERS)
def test_a_number_out_of_range_or_of_another_kind_is_named(
    read: Read, faults: Faults, field: str, lowest: int, highest: int
) -> None:
    read(written(field, str(lowest)))
    read(written(field, str(highest)))
    for wrong in (str(lowest - 1), str(highest + 1), "1.5", "1:30", "010", "many", "on", "", "[7]", "{a: 7}"):
        line, place, message = one(faults(written(field, wrong)))
        assert (line, place) == (3, field)
        assert f"a whole number from {lowest} to {highest}, not " in message


@pytest.mark.parametrize("field", PINS)
def test_what_is_no_pin_is_named(faults: Faults, field: str) -> None:
    for wrong in ("28", "40", "-1", "GPIO17", "17.0", '"17"', "on", "", "[17]", "{pin: 17}"):
        line, place, message = one(faults(written(field, wrong)))
        assert (line, place) == (3, field)
        assert f"must be off or a {PIN}, not " in message


@pytest.mark.parametrize("field", PINS)
@pytest.mark.parametrize(("pin", "why"), [(0, "EEPROM"), (1, "EEPROM"), (2, "I2C bus 1"), (3, "I2C bus 1")])
def test_a_pin_that_is_spoken_for_is_named_with_the_reason(
    faults: Faults, field: str, pin: int, why: str
) -> None:
    line, place, message = one(faults(written(field, str(pin))))
    assert (line, place) == (3, field)
    assert message.startswith(f"{pin} ")
    assert why in message
    assert PIN in message


@pytest.mark.parametrize(("field", "words"), WORDS)
def test_an_unknown_word_is_named_with_the_known_ones(
    read: Read, faults: Faults, field: str, words: str
) -> None:
    for wrong in ("maybe", words.split(", ")[1].upper() + "X", "7", "on", "", "[en]", "{a: b}"):
        line, place, message = one(faults(written(field, wrong)))
        assert (line, place) == (3, field)
        assert f"must be one of {words}, not " in message
    for word in words.split(", "):
        strict = "  manner: strict\n" if field == "clocks.at_zero" else ""
        read(written(field, word) + strict)


@pytest.mark.parametrize("field", SWITCHES)
@pytest.mark.parametrize("value", ["1", "maybe", "", "[on]", "{on: off}", "null"])
def test_a_switch_that_is_neither_on_nor_off_is_named(faults: Faults, field: str, value: str) -> None:
    line, place, message = one(faults(written(field, value)))
    assert (line, place) == (3, field)
    assert "must be on or off, not " in message


@pytest.mark.parametrize("field", LISTS)
@pytest.mark.parametrize("value", ["5", "", "[]", "[4, 7, 8]", "[4, 7, 8, 9, 10]", "{1: 4}", "off"])
def test_rows_and_columns_are_four_pins(faults: Faults, field: str, value: str) -> None:
    line, place, message = one(faults(written(field, value)))
    assert (line, place) == (3, field)
    assert "must be 4 pins, like [" in message


@pytest.mark.parametrize("field", LISTS)
@pytest.mark.parametrize(
    ("value", "part"),
    [("28", f"must be a {PIN}, not 28"), ("off", f"must be a {PIN}, not off"), ("3", "I2C bus 1")],
)
def test_a_wrong_pin_among_four_is_named_with_its_place(
    faults: Faults, field: str, value: str, part: str
) -> None:
    line, place, message = one(faults(written(field, f"[4, 7, {value}, 9]")))
    assert (line, place) == (3, f"{field}[3]")
    assert part in message


@pytest.mark.parametrize("value", ["0x3E", "62", "0x78", "sixty", "", "[0x3C]", "0x3C.0"])
def test_a_wrong_address_is_named_with_the_two_there_are(faults: Faults, value: str) -> None:
    line, place, message = one(faults(written("oled.address", value)))
    assert (line, place) == (3, "oled.address")
    assert "must be 0x3C or 0x3D" in message


@pytest.mark.parametrize(
    "value", ["localhost", "10.0", "300.1.1.1", "", "on", "fe80::1%eth0", "[auto]", "80"]
)
def test_what_is_no_address_to_listen_at_is_named(faults: Faults, value: str) -> None:
    line, place, message = one(faults(written("web.host", value)))
    assert (line, place) == (3, "web.host")
    assert "must be auto or an address like 192.168.1.20" in message


@pytest.mark.parametrize("value", ["0", "2", "one", '"1"', "", "[1]"])
def test_another_format_is_named_and_nothing_else(faults: Faults, value: str) -> None:
    line, place, message = one(faults(written("format", value) + "weather: fog\nweb: {port: 0}\n"))
    assert (line, place) == (3, "format")
    assert "must be 1" in message


@pytest.mark.parametrize("name", SECTIONS)
@pytest.mark.parametrize("value", ["7", "on", "[1, 2]", "word"])
def test_a_section_that_is_none_is_named_with_its_fields(faults: Faults, name: str, value: str) -> None:
    line, place, message = one(faults(f"format: 1\n{name}: {value}\n"))
    assert (line, place) == (2, name)
    assert f"a section with {', '.join(SECTIONS[name])}, not " in message
    assert ("off or" in message) == (name in ("oled", "lights", "buzzer", "night"))


@pytest.mark.parametrize("name", ["keypad", "clocks", "web"])
def test_what_a_table_needs_cannot_be_off(faults: Faults, name: str) -> None:
    assert one(faults(f"{name}: off"))[:2] == (1, name)


def test_lights_without_any_light_are_in_doubt(faults: Faults) -> None:
    line, place, message = one(faults("lights:\n  # red: 17\n"))
    assert (line, place) == (1, "lights")
    assert "or write off" in message


@pytest.mark.parametrize(
    ("text", "place", "known", "near"),
    [
        ("format: 1\nkeyboard: 7\n", (2, "keyboard"), "language, numpad", "keypad"),
        ("web:\n  prot: 80\n", (2, "web.prot"), "host, port", "port"),
        ("lights: {mr_x: 17}\n", (1, "lights.mr_x"), "red, blue", "mister_x"),
        ("buzzer:\n\n  reveals: on\n", (3, "buzzer.reveals"), "pin, accepted", "reveal"),
        ("zzz: 1\n", (1, "zzz"), "format, hardware", None),
    ],
)
def test_an_unknown_field_is_named_with_the_known_ones_and_a_guess(
    faults: Faults, text: str, place: tuple[int, str], known: str, near: str | None
) -> None:
    line, field, message = one(faults(text))
    assert (line, field) == place
    assert known in message
    assert message.endswith(f"did you mean {near}?") if near else "did you mean" not in message


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("numpad: on\nlanguage: fr\nnumpad: off\n", (3, "numpad")),
        ("web: {port: 80}\nweb: {port: 81}\n", (2, "web")),
        ("lights:\n  red: 17\n  red: 4\n", (3, "lights.red")),
        ("clocks: {kind: turn, kind: side}\n", (1, "clocks.kind")),
    ],
)
def test_a_field_that_is_there_twice_is_named(faults: Faults, text: str, place: tuple[int, str]) -> None:
    line, field, message = one(faults(text))
    assert (line, field) == place
    assert "twice" in message


@pytest.mark.parametrize(
    ("text", "place", "other"),
    [
        ("lights: {red: 17, blue: 17}\n", (1, "lights.blue"), "17 is lights.red (line 1)"),
        ("lights:\n  blue: 4\n  red: 4\n", (3, "lights.red"), "4 is lights.blue (line 2)"),
        ("buzzer: {pin: 4}\nlights: {red: 4}\n", (2, "lights.red"), "4 is buzzer.pin (line 1)"),
        ("keypad: {rows: [4, 7, 8, 4]}\n", (1, "keypad.rows[4]"), "4 is keypad.rows[1] (line 1)"),
        ("keypad:\n  rows: [4, 7, 8, 12]\n", (2, "keypad.rows[4]"), "12 is keypad.columns[1] by default"),
        ("buzzer:\n  pin: 17\n", (2, "buzzer.pin"), "17 is lights.red by default"),
        ("lights: {red: 18}\n", (1, "lights.red"), "18 is buzzer.pin by default"),
    ],
)
def test_a_pin_used_twice_names_both_fields_and_the_free_pins(
    read: Read, faults: Faults, text: str, place: tuple[int, str], other: str
) -> None:
    line, field, message = one(faults(text))
    assert (line, field) == place
    assert message.startswith(other)
    free = message.partition("the free pins are ")[2].split(", ")
    assert {"9", "10", "11", "14", "15"} <= set(free)
    used = {str(pin) for pin in (*Config().keypad.columns, *re.findall(r"\b\d+\b", text))}
    assert not used & set(free)


def test_what_is_off_uses_no_pin(read: Read) -> None:
    config = read("buzzer: off\nlights: {red: 18, blue: off, white: 17}\n")
    assert config.lights == {"red": 18, "white": 17}


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("night:\n  from: 7\n", (2, "night.from")),
        ("night:\n  to: 22\n", (2, "night.to")),
        ("night:\n  from: 5\n  to: 5\n", (3, "night.to")),
    ],
)
def test_a_night_has_two_hours(faults: Faults, text: str, place: tuple[int, str]) -> None:
    line, field, message = one(faults(text))
    assert (line, field) == place
    assert "night: off" in message


@pytest.mark.parametrize("word", ["pass", "lose"])
@pytest.mark.parametrize("manner", ["", "manner: gentle, "])
def test_a_gentle_clock_takes_nothing_away(faults: Faults, word: str, manner: str) -> None:
    line, field, message = one(faults(f"\nclocks: {{{manner}at_zero: {word}}}\n"))
    assert (line, field) == (2, "clocks.at_zero")
    assert f"{word} needs manner: strict" in message


def test_one_mistake_does_not_bring_another(faults: Faults) -> None:
    assert one(faults("clocks: {manner: stern, at_zero: lose}"))[1] == "clocks.manner"
    assert one(faults("night: {from: 99, to: 22}"))[1] == "night.from"


def test_all_mistakes_are_told_at_once_in_the_order_of_their_lines(faults: Faults, tmp_path: Path) -> None:
    spoilt = {
        "language: en ": "language: es ",
        "rows: [5, 6, 13, 19]": "rows: [5, 6, 13]",
        "numpad: on": "numpad: perhaps",
        "address: 0x3C": "address: 0x78",
        "  red: 17": "  red: 2",
        "  blue: 27": "  blue: 22",
        "  pin: 18 ": "  pin: 99 ",
        "  time: on": "  tmie: on",
        "  at_zero: buzz": "  at_zero: explode",
        "  port: 8080": "  port: 0",
    }
    text = SAMPLE
    for old, new in spoilt.items():
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    found = faults(text)
    assert [fault.field for fault in found] == [
        "language",
        "keypad.rows",
        "numpad",
        "oled.address",
        "lights.red",
        "lights.green",  # 22 is blue's already
        "buzzer.pin",
        "buzzer.tmie",
        "clocks.at_zero",
        "web.port",
    ]
    lines = text.splitlines()
    for fault in found:
        assert fault.field.split(".")[-1] in lines[fault.line - 1]
    assert str(FileFault(found)).startswith(f"{tmp_path / 'box.yaml'}:6: language: must be one of en, fr, de")
