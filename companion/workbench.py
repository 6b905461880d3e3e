"""A table without a Pi: the box runs on simulated parts, with hands on the keys and on the plugs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import RLock

from firmware.buzzer import Piezo
from firmware.devices import Tune
from firmware.keys import Key
from firmware.oled import memory_of
from firmware.simulated.chip import SimulatedBus, SimulatedChip
from firmware.simulated.matrix import CoupledMatrix
from firmware.simulated.numpad import SimulatedInputs, SimulatedPad
from firmware.simulated.pins import SimulatedPins

from .box import Box
from .clock_view import ClockView
from .config import Config, OledWiring
from .pairing import Pairing
from .parts import Parts, wired_parts
from .settings import Settings
from .table import Table
from .watchers import Watchers
from .web.workbench import FAULTS, Snapshot


class Workbench:
    """The simulated parts outlive a power cut; the box does not."""

    def __init__(
        self, config: Config, journal: Path, address: Callable[[], str | None] = lambda: None
    ) -> None:
        self._config, self._journal, self._address = config, journal, address
        self._lock = RLock()
        self._watchers: Watchers[[Tune | None]] = Watchers()
        self._followers: Watchers[[]] = Watchers()
        oled = config.oled or OledWiring()  # a table without a display has a chip that nobody writes to
        self._chip = SimulatedChip(oled.kind, oled.rotation)
        self._bus = SimulatedBus(self._chip, oled.address)
        self._pins = SimulatedPins()
        self._keys = CoupledMatrix(config.keypad.rows, config.keypad.columns)
        self._inputs = SimulatedInputs()
        self._pad: SimulatedPad | None = None
        self._faults = dict.fromkeys(FAULTS, False)
        self._stuck: Key | None = None
        self._box: Box | None = None
        self._chip.watch(self._tell)
        self._pins.watch(lambda state: self._tell() if state.pin in config.lights.values() else None)
        self.power(True)

    # The box

    @property
    def table(self) -> Table | None:
        """The table, None while the power is off."""
        box = self._box
        return box.table if box else None

    @property
    def pairing(self) -> Pairing | None:
        box = self._box
        return box.pairing if box else None

    @property
    def settings(self) -> Settings:
        box = self._box
        return box.settings if box else Settings(language=self._config.language)

    @property
    def clock(self) -> ClockView | None:
        box = self._box
        return box.clock if box else None

    @property
    def troubles(self) -> tuple[str, ...]:
        """What is wrong with the box; nothing while there is no power to tell."""
        box = self._box
        return box.troubles if box else ()

    def follow(self, call: Callable[[], None]) -> Callable[[], None]:
        """Like :meth:`Box.follow`, and of every box that is to come."""
        return self._followers.add(call)

    def power(self, on: bool) -> None:
        """Pull the plug, or put it back."""
        with self._lock:
            if on == (self._box is not None):
                return
            if on:
                self._chip.unplugged = self._faults["oled"]
                self._box = Box(self._config, self._journal, self._parts(), self._address)
                self._box.follow(self._changed)
            else:
                box, self._box = self._box, None
                assert box is not None
                box.cut()
                self._chip.unplugged = True
        self._changed()

    def close(self) -> None:
        """Stop in good order."""
        with self._lock:
            box, self._box = self._box, None
        if box:
            box.close()
        self._inputs.close()

    def _parts(self) -> Parts:
        audible = partial(_Audible, tell=self._tell)
        return wired_parts(
            self._config, lambda: self._keys, lambda: self._pins, self._bus, self._inputs, audible
        )

    # Hands

    def press(self, key: Key) -> None:
        with self._lock:
            if not self._faults["keypad"]:
                self._keys.press(key)
            elif self._pad:
                self._pad.type(key.value)

    def release(self, key: Key) -> None:
        with self._lock:
            self._keys.release(key)

    def stick(self, key: Key | None) -> None:
        with self._lock:
            if self._stuck:
                self._keys.free(self._stuck)
            self._stuck = key
            if key:
                self._keys.stick(key)
        self._tell()

    def set_fault(self, name: str, on: bool) -> None:
        """Pull a plug or put it back."""
        with self._lock:
            self._faults[name] = on
            if name == "oled":
                self._chip.unplugged = on or self._box is None
            elif name == "lights":
                self._unplug(set(self._config.lights.values()), on)
            elif name == "buzzer" and self._config.buzzer:
                self._unplug({self._config.buzzer.pin}, on)
            elif name == "bounce":
                self._keys.bouncing = on
            elif name == "numpad":
                self._plug_pad(on)
        self._tell()

    def _unplug(self, pins: set[int], on: bool) -> None:
        self._pins.unplugged = self._pins.unplugged | pins if on else self._pins.unplugged - pins

    def _plug_pad(self, on: bool) -> None:
        if on and not self._pad:
            self._pad = self._inputs.plug()
        elif not on and self._pad:
            self._inputs.unplug(self._pad)
            self._pad = None

    # Eyes and ears

    def snapshot(self) -> Snapshot:
        with self._lock:
            brightness = 0 if self._chip.unplugged else self._chip.brightness()
            return Snapshot(
                memory_of(self._chip.picture()),
                brightness > 0,
                brightness,
                {name: self._pins.state(pin).level for name, pin in self._config.lights.items()},
                dict(self._faults),
                self._stuck.value if self._stuck else None,
                self._box is not None,
            )

    def watch(self, call: Callable[[Tune | None], None]) -> Callable[[], None]:
        return self._watchers.add(call)

    def _tell(self, tune: Tune | None = None) -> None:
        self._watchers.tell(tune)

    def _changed(self) -> None:
        self._followers.tell()
        self._tell()


class _Audible(Piezo):
    """A buzzer whose tunes can be heard elsewhere too."""

    def __init__(self, pin: int, pins: SimulatedPins, tell: Callable[[Tune], None]) -> None:
        super().__init__(pin, pins)
        self._tell = tell

    def play(self, tune: Tune) -> None:
        super().play(tune)
        self._tell(tune)
