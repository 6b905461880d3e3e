"""The configuration file of the box: read it, and say what is wrong in it.

``hardware/misterx.yaml`` is a file with every field, explained. Each may be left out; then the default holds.
"""

from __future__ import annotations

from ipaddress import ip_address
from pathlib import Path

import yaml

from .clock_settings import SIDE_MINUTES, TURN_SECONDS, AtZero, ClockKind, ClockSettings, Manner
from .config import (
    AUTO,
    LANGUAGES,
    LIGHTS,
    OLED_KINDS,
    SOUNDS,
    BuzzerWiring,
    Config,
    Hardware,
    KeypadPins,
    Night,
    OledWiring,
    Web,
)
from .config_fields import Fields
from .marked_yaml import (
    FileFault,
    compose_any,
    is_null,
    line_of,
    printable,
    read_text,
    seen,
    whole_number,
)

FORMAT = 1
SECTIONS = {
    "keypad": ("rows", "columns"),
    "oled": ("kind", "bus", "address", "rotation", "contrast"),
    "lights": LIGHTS,
    "buzzer": ("pin", *SOUNDS),
    "night": ("from", "to", "contrast"),
    "clocks": ("kind", "manner", "turn_seconds", "side_minutes", "at_zero"),
    "web": ("host", "port"),
}
SINGLE = ("format", "hardware", "language", "numpad", "screen_saver")
_MAY_BE_OFF = ("oled", "lights", "buzzer", "night")
_PINS = range(4, 27 + 1)
_SPOKEN_FOR = dict.fromkeys((0, 1), "is kept for the EEPROM of add-on boards (HATs)")
_SPOKEN_FOR |= dict.fromkeys((2, 3), "belongs to I2C bus 1, the wires of the OLED")
_ADDRESSES = {"0x3c": 0x3C, "60": 0x3C, "0x3d": 0x3D, "61": 0x3D}
_BUSES = range(100)  # 1 is on the header; others come with overlays, which number them as they like
_CONTRAST = range(1, 255 + 1)  # 0 would be a display that looks dead
_HOURS = range(24)
_DAY = 24 * 60 * 60
_DEFAULTS = Config()


def read_config(path: Path | None) -> Config:
    """The settings in the file, the defaults if there is none; or :exc:`FileFault` with all its mistakes."""
    if path is None:
        return Config()
    file = printable(str(path))
    sheet = _Sheet(file)
    config = sheet.read(compose_any(read_text(path, file), file))
    if sheet.faults:
        raise FileFault(sorted(sheet.faults, key=lambda fault: fault.line))
    return config


class _Sheet(Fields):
    """Reads one section after the other."""

    def __init__(self, file: str) -> None:
        super().__init__(file)
        self.pins: list[tuple[int, str, yaml.Node]] = []
        self.default_pins: dict[int, str] = {}

    def read(self, root: yaml.Node | None) -> Config:
        self.spread(root, SINGLE, SECTIONS, _MAY_BE_OFF)
        if not self.knows_format():
            self.faults = self.faults[-1:]  # another format has other keys: the rest would be noise
            return _DEFAULTS
        config = Config(
            hardware=Hardware(self.word("hardware", Hardware, _DEFAULTS.hardware)),
            language=self.word("language", LANGUAGES, _DEFAULTS.language),
            keypad=self.keypad(),
            numpad=self.switch("numpad", _DEFAULTS.numpad),
            oled=self.oled(),
            lights=self.lights(),
            buzzer=self.buzzer(),
            night=self.night(),
            screen_saver=self.screen_saver(),
            clocks=self.clocks(),
            web=self.web(),
        )
        self.check_pins()
        return config

    def knows_format(self) -> bool:
        node = self.given.get("format")
        if node is None or whole_number(node) == FORMAT:
            return True
        self.fault(node, "format", f"must be {FORMAT}, the only one this program knows, not {seen(node)}")
        return False

    def keypad(self) -> KeypadPins:
        default = _DEFAULTS.keypad
        return KeypadPins(
            rows=self.four_pins("keypad.rows", default.rows),
            columns=self.four_pins("keypad.columns", default.columns),
        )

    def oled(self) -> OledWiring | None:
        default = OledWiring()
        kind = self.word("oled.kind", (*OLED_KINDS, "none"), default.kind)
        wiring = OledWiring(
            kind=kind,
            bus=self.number("oled.bus", _BUSES, default.bus),
            address=self.address("oled.address", default.address),
            rotation=int(self.word("oled.rotation", ("0", "180"), str(default.rotation))),
            contrast=self.number("oled.contrast", _CONTRAST, default.contrast),
        )
        return None if kind == "none" or "oled" in self.off else wiring

    def lights(self) -> dict[str, int]:
        if "lights" in self.off:
            return {}
        if "lights" not in self.given:
            self.default_pins |= {pin: f"lights.{name}" for name, pin in _DEFAULTS.lights.items()}
            return dict(_DEFAULTS.lights)
        if is_null(self.given["lights"]):  # all of them, or none? It can't be told
            message = "is empty; name those that are wired, like red: 17, or write off"
            self.fault(self.given["lights"], "lights", message)
        pins = {name: self.pin_or_off(f"lights.{name}") for name in LIGHTS}
        return {name: pin for name, pin in pins.items() if pin is not None}

    def buzzer(self) -> BuzzerWiring | None:
        sounds = frozenset(sound for sound in SOUNDS if self.switch(f"buzzer.{sound}", True))
        if "buzzer" in self.off:
            return None
        if "buzzer.pin" in self.given:
            pin = self.pin_or_off("buzzer.pin")
            return None if pin is None else BuzzerWiring(pin, sounds)
        self.default_pins[BuzzerWiring().pin] = "buzzer.pin"
        return BuzzerWiring(sounds=sounds)

    def night(self) -> Night | None:
        default = Night()
        before = len(self.faults)
        contrast = self.number("night.contrast", _CONTRAST, default.contrast)
        to_hour = self.number("night.to", _HOURS, default.to_hour)
        if "night" in self.off or self.is_off("night.from"):
            return None
        from_hour = self.number("night.from", _HOURS, default.from_hour, "off or ")
        if from_hour == to_hour and len(self.faults) == before:
            field = "night.to" if "night.to" in self.given else "night.from"
            message = f"the night ends in the hour it begins, {to_hour}; take two hours, or night: off"
            self.fault(self.given[field], field, message)
        return Night(from_hour, to_hour, contrast)

    def screen_saver(self) -> int | None:
        if self.is_off("screen_saver"):
            return None
        default = _DEFAULTS.screen_saver or 0
        return self.number("screen_saver", range(_DAY + 1), default, "off or ") or None

    def clocks(self) -> ClockSettings:
        default = _DEFAULTS.clocks
        before = len(self.faults)
        clocks = ClockSettings(
            kind=ClockKind(self.word("clocks.kind", ClockKind, default.kind)),
            manner=Manner(self.word("clocks.manner", Manner, default.manner)),
            turn_seconds=self.number("clocks.turn_seconds", TURN_SECONDS, default.turn_seconds),
            side_minutes=self.number("clocks.side_minutes", SIDE_MINUTES, default.side_minutes),
            at_zero=AtZero(self.word("clocks.at_zero", AtZero, default.at_zero)),
        )
        too_much = clocks.manner is Manner.GENTLE and clocks.at_zero is not AtZero.BUZZ
        if too_much and len(self.faults) == before:
            message = f"{clocks.at_zero} needs manner: strict; with a gentle clock it can only be buzz"
            self.fault(self.given["clocks.at_zero"], "clocks.at_zero", message)
        return clocks

    def web(self) -> Web:
        port = self.number("web.port", range(1, 65535 + 1), Web().port)
        return Web(self.host("web.host", Web().host), port)

    def address(self, field: str, default: int) -> int:
        node = self.given.get(field)
        if node is None:
            return default
        text = node.value.lower() if isinstance(node, yaml.ScalarNode) else ""
        if text not in _ADDRESSES:
            message = f"must be 0x3C or 0x3D (boards that say 0x78 or 0x7A mean these), not {seen(node)}"
            self.fault(node, field, message)
        return _ADDRESSES.get(text, default)

    def host(self, field: str, default: str) -> str:
        node = self.given.get(field)
        if node is None:
            return default
        text = node.value if isinstance(node, yaml.ScalarNode) else ""
        if text == AUTO:
            return text
        try:
            if "%" not in text:  # names of network cards change from start to start
                return str(ip_address(text))
        except ValueError:
            pass
        self.fault(node, field, f"must be auto or an address like 192.168.1.20 or ::1, not {seen(node)}")
        return default

    def four_pins(self, field: str, default: tuple[int, ...]) -> tuple[int, ...]:
        node = self.given.get(field)
        if node is None:
            self.default_pins |= {pin: f"{field}[{place}]" for place, pin in enumerate(default, 1)}
        elif isinstance(node, yaml.SequenceNode) and len(node.value) == len(default):
            return tuple(self.pin(item, place, "") for item, place in self.items(node, field))
        else:
            self.fault(node, field, f"must be {len(default)} pins, like {list(default)}, not {seen(node)}")
        return default

    def pin_or_off(self, field: str) -> int | None:
        node = self.given.get(field)
        return None if node is None or self.is_off(field) else self.pin(node, field, "off or ")

    def pin(self, node: yaml.Node, field: str, otherwise: str) -> int:
        pin = whole_number(node)
        if pin in _SPOKEN_FOR:
            self.fault(node, field, f"{pin} {_SPOKEN_FOR[pin]}; take a BCM pin from 4 to 27")
        elif pin is None or pin not in _PINS:
            self.fault(node, field, f"must be {otherwise}a BCM pin from 4 to 27, not {seen(node)}")
        else:
            self.pins.append((pin, field, node))
            return pin
        return 0

    def check_pins(self) -> None:
        """Two things on one pin. The second in the file is named, or the one that meets a default."""
        taken = {pin: f"{field} by default" for pin, field in self.default_pins.items()}
        free = set(_PINS) - taken.keys() - {pin for pin, _, _ in self.pins}
        for pin, field, node in sorted(
            self.pins, key=lambda claim: (claim[2].start_mark.line, claim[2].start_mark.column)
        ):
            if pin in taken:
                others = ", ".join(str(number) for number in sorted(free))
                self.fault(node, field, f"{pin} is {taken[pin]} already; the free pins are {others}")
            else:
                taken[pin] = f"{field} (line {line_of(node)})"
