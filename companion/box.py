"""The box: a table, its panel and its devices, in one thread that sleeps until something is due."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread

from firmware.devices import DeviceLost, KeySource
from firmware.keys import Key
from firmware.revival import Kept, KeptBuzzer, KeptDisplay, KeptLights

from .config import Config, Night
from .journal import Journal
from .panel.desk import Desk
from .panel.panel import Manners, Panel
from .panel.settings import Settings
from .parts import Parts
from .table import Table

_log = logging.getLogger(__name__)


class Box:
    """Everything that a power cut stops. A new one on the same journal goes on where this one was."""

    def __init__(
        self, config: Config, journal: Path, parts: Parts, free_page: Callable[[], None] | None = None
    ) -> None:
        self._inbox: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._journal = Journal.open(journal)
        self.table = Table(self._journal)
        self.desk = Desk(
            self.table, Settings(language=config.language), config.clocks, time.monotonic, free_page
        )
        self._kept = self._open(parts)
        display, lights, buzzer, _ = self._kept
        self.panel = Panel(self.desk, display, lights, buzzer, _manners(config))
        self._numpad = self._open_numpad(parts)
        self._unwatch = self.table.watch(lambda: self.post(self.panel.follow))
        self._thread = Thread(target=self._run, name="box", daemon=True)
        self._thread.start()

    def _open(self, parts: Parts) -> tuple[KeptDisplay, KeptLights, KeptBuzzer, Kept[KeySource]]:
        return (
            KeptDisplay("oled", parts.display or _Absent, self._changed),
            KeptLights("lights", parts.lights or _Absent, self._changed),
            KeptBuzzer("buzzer", parts.buzzer or _Absent, self._changed),
            Kept("keypad", lambda: parts.keypad(self.press, self._stuck), self._changed),
        )

    def _open_numpad(self, parts: Parts) -> KeySource | None:
        if parts.numpad is None:
            return None
        try:
            return parts.numpad(self.press, lambda there: self._device("numpad", not there))
        except DeviceLost as lost:
            _log.warning("%s", lost)
            return None

    # From any thread

    def post(self, call: Callable[[], None]) -> None:
        """Have *call* made by the box's own thread."""
        self._inbox.put(call)

    def press(self, key: Key) -> None:
        """Somebody pressed *key*, on whatever it is printed."""
        self.post(lambda: self.panel.press(key))

    def _stuck(self, key: Key, is_stuck: bool) -> None:
        self.post(lambda: self.panel.stuck(key, is_stuck))

    def _device(self, name: str, lost: bool) -> None:
        self.post(lambda: self.panel.device(name, lost))

    def _changed(self, name: str, fault: DeviceLost | None) -> None:
        if fault:
            _log.warning("%s", fault)
        else:
            _log.warning("The %s is back.", name)
        self._device(name, fault is not None)

    # The box's own thread

    def _run(self) -> None:
        while True:
            wait = self._tick()
            try:
                call = self._inbox.get(timeout=wait)
            except Empty:
                continue
            if call is None:
                return
            self._safely(call)

    def _tick(self) -> float | None:
        waits: list[float] = []

        def tick() -> None:
            now = time.monotonic()
            for device in self._kept:
                device.tick(now)
            wait = self.panel.tick()
            dues = [device.due() for device in self._kept]
            waits.extend(due - time.monotonic() for due in dues if due is not None)
            if wait is not None:
                waits.append(wait)

        self._safely(tick)
        return max(min(waits), 0.001) if waits else None

    def _safely(self, call: Callable[[], None]) -> None:
        """One thing that goes wrong must not end the evening."""
        try:
            call()
        except Exception as error:
            _log.exception("The panel stumbled (%s) and goes on.", type(error).__name__)

    # The end

    def cut(self) -> None:
        """The power is gone: nothing is written down any more, nobody says goodbye."""
        self._stop()
        self._journal.close()

    def close(self) -> None:
        """Stop in good order: what is left on the clocks is kept to the second."""
        self._stop()
        self.desk.pause()
        self._journal.close()

    def _stop(self) -> None:
        self._unwatch()
        self._inbox.put(None)
        self._thread.join()
        if self._numpad:
            self._numpad.close()
        for device in self._kept:
            device.close()


class _Absent:
    """A device the table does not have. It is content with everything."""

    def show(self, *_: object) -> None: ...

    def contrast(self, level: int) -> None: ...

    def play(self, tune: object) -> None: ...

    def close(self) -> None: ...


def _manners(config: Config) -> Manners:
    night = config.night
    return Manners(
        tones=config.buzzer.sounds if config.buzzer else frozenset(),
        contrast=config.oled.contrast if config.oled else 255,
        night_contrast=night.contrast if night else 16,
        is_night=partial(_is_night, night) if night else lambda: False,
        saver=config.screen_saver,
    )


def _is_night(night: Night) -> bool:
    """Whether the clock on the wall says so. A Pi that doesn't know the time yet is wrong for a moment, and harmless."""
    hour = datetime.now().hour
    if night.from_hour <= night.to_hour:
        return night.from_hour <= hour < night.to_hour
    return hour >= night.from_hour or hour < night.to_hour
