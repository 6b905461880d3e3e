"""The box: a table, its panel and its devices, in one thread that sleeps until something is due."""

from __future__ import annotations

import logging
import time
import traceback
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from firmware.devices import DeviceLost, KeySource, Lost, WiredLights
from firmware.keys import Key
from firmware.revival import Kept, KeptBuzzer, KeptDisplay, KeptLights, spoken

from .clock_view import ClockView
from .config import Config, Night
from .journal import Journal
from .pairing import Pairing
from .panel.desk import Desk
from .panel.panel import Manners, Panel
from .parts import Parts
from .settings import Settings
from .table import Table
from .watchers import Watchers

TRY_AGAIN = 1.0
"""Seconds until the next look after one that went wrong."""
NIGHTFALL = 60.0
"""Seconds between two looks at the clock on the wall, where the night dims the box."""

Clock = Callable[[], datetime]
K = TypeVar("K", bound=Kept[Any])
W = TypeVar("W", KeySource, WiredLights)

_log = logging.getLogger(__name__)


class Box:
    """Everything that a power cut stops. A new one on the same journal goes on where this one was."""

    def __init__(
        self,
        config: Config,
        journal: Path,
        parts: Parts,
        address: Callable[[], str | None] = lambda: None,
        wall: Clock = datetime.now,
    ) -> None:
        """A phone finds the pages at *address*. The clock on the *wall* tells when it is night, and what day."""
        self._inbox: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._pulled = self._had_pad = False
        self._at_most = NIGHTFALL if config.night else None
        self._stumbled: dict[str, str] = {}
        self._kept: list[Kept[Any]] = []
        self._followers: Watchers[[]] = Watchers()
        with ExitStack() as opened:
            self.table = Table(Journal.open(journal), wall)
            opened.callback(self.table.close)
            self.pairing = Pairing(self.table)
            settings = Settings(language=config.language)
            self.desk = Desk(self.table, settings, config.clocks, time.monotonic, self.pairing)
            self.desk.address = address
            self._published = self._to_publish()
            opened.callback(self._pause)
            opened.callback(self._let_go)
            display, lights, buzzer = self._open(parts)
            self.panel = Panel(self.desk, display, lights, buzzer, _manners(config, wall))
            opened.callback(self.table.watch(self._changed_at_the_table))
            opened.callback(self.pairing.watch(self._changed_at_the_table))
            self._thread = Thread(target=self._run, name="box", daemon=True)
            self._thread.start()
            opened.callback(self._halt)
            self._opened = opened.pop_all()

    # The devices

    def _open(self, parts: Parts) -> tuple[KeptDisplay, KeptLights, KeptBuzzer]:
        display = self._keep(KeptDisplay("oled", parts.display or _Absent, self._changed))
        lights = self._keep(
            KeptLights("lights", self._heeded("lights", parts.lights or _Absent), self._changed)
        )
        buzzer = self._keep(KeptBuzzer("buzzer", parts.buzzer or _Absent, self._changed))
        keypad = partial(parts.keypad, self.press, self._stuck)
        self._keep(Kept("keypad", self._heeded("keypad", keypad), self._changed))
        if parts.numpad:
            numpad = partial(parts.numpad, self.press, lambda fault: self.post(partial(self._pad, fault)))
            self._keep(Kept("numpad", self._heeded("numpad", numpad), self._numpad_opened))
        return display, lights, buzzer

    def _keep(self, device: K) -> K:
        self._kept.append(device)
        return device

    def _heeded(self, name: str, open: Callable[[], W]) -> Callable[[], W]:
        """To *open* a device that finds out in a thread of its own that it is lost."""

        def heeded() -> W:
            device = open()
            device.lost = lambda fault: self.post(partial(self._lose, name, fault))
            return device

        return heeded

    def _lose(self, name: str, fault: DeviceLost) -> None:
        for device in self._kept:
            if device.name == name:
                device.lose(fault)

    def _changed(self, name: str, fault: DeviceLost | None) -> None:
        if fault:
            _log.warning("%s", fault)
        else:
            _log.warning("Contact with the %s is back.", spoken(name))
        self.post(lambda: self.panel.device(name, fault is not None))

    def _numpad_opened(self, name: str, fault: DeviceLost | None) -> None:
        if fault:  # else the pads themselves will tell if there is one
            self.post(partial(self._pad, fault))

    def _pad(self, fault: DeviceLost | None) -> None:
        """There is a number pad, or there is none. Nobody misses one who never had one."""
        if fault:
            _log.warning("%s", fault)
        if fault is None or self._had_pad:
            self.panel.device("numpad", fault is not None)
        self._had_pad |= fault is None

    # What the pages see, in any thread

    @property
    def settings(self) -> Settings:
        return self._published.settings

    @property
    def clock(self) -> ClockView | None:
        return self._published.clock

    @property
    def troubles(self) -> tuple[str, ...]:
        """What is wrong with the box: devices that are lost, keys that are stuck."""
        return self._published.troubles

    def follow(self, call: Callable[[], None]) -> Callable[[], None]:
        """Have *call* called after every change at the table or of the box; the answer ends that."""
        return self._followers.add(call)

    def _changed_at_the_table(self) -> None:
        self.post(self._follow)
        self._followers.tell()

    # From any thread

    def post(self, call: Callable[[], None]) -> None:
        """Have *call* made by the box's own thread."""
        self._inbox.put(call)

    def press(self, key: Key) -> None:
        """Somebody pressed *key*, on whatever it is printed."""
        self.post(lambda: self.panel.press(key))

    def _stuck(self, key: Key, is_stuck: bool) -> None:
        self.post(lambda: self.panel.stuck(key, is_stuck))

    # The box's own thread

    def _follow(self) -> None:
        self.panel.follow()

    def _run(self) -> None:
        while True:
            wait = self._tick()
            try:
                call = self._inbox.get(timeout=wait)
            except Empty:
                continue
            if call is None or self._pulled:
                return
            self._safely("page", call)

    def _to_publish(self) -> _Published:
        return _Published(self.desk.settings, self.desk.clock_view(), self.desk.troubles)

    def _publish(self) -> None:
        """Let the pages know, if anything is different."""
        now = self._to_publish()
        if now != self._published:
            self._published = now
            self._followers.tell()

    def _tick(self) -> float | None:
        """Do what is due, each device and the panel for itself; the seconds until something is due again."""
        waits = [self._at_most]
        now = time.monotonic()
        looks: list[tuple[str, Callable[[], None]]]
        looks = [(device.name, partial(device.tick, now)) for device in self._kept]
        looks.append(("panel", lambda: waits.append(self.panel.tick())))
        looks.append(("page", self._publish))
        went_well = [self._safely(what, look) for what, look in looks]
        if not all(went_well):
            waits.append(TRY_AGAIN)
        dues = [device.due() for device in self._kept]  # after the panel, which may have lost one
        waits += [due - time.monotonic() for due in dues if due is not None]
        soonest = min((wait for wait in waits if wait is not None), default=None)
        return soonest if soonest is None else max(soonest, 0.001)

    def _safely(self, what: str, call: Callable[[], None]) -> bool:
        """One thing that goes wrong must not end the evening; False if it did go wrong."""
        try:
            call()
        except Exception as error:
            # Where it broke, not what it said: an error may quote a station, and a log file is for anyone.
            where = "".join(traceback.format_tb(error.__traceback__))
            if self._stumbled.get(what) != where:  # and what goes wrong every second is said once
                _log.error(
                    "The %s stumbled over %s and goes on.\n%s", spoken(what), type(error).__name__, where
                )
            self._stumbled[what] = where
            return False
        self._stumbled.pop(what, None)
        return True

    # The end

    def cut(self) -> None:
        """The power is gone: nothing is written down any more, nobody says goodbye."""
        self._pulled = True
        self._opened.close()

    def close(self) -> None:
        """Stop in good order: what is left on the clocks is kept to the second."""
        self._opened.close()

    def _halt(self) -> None:
        self._inbox.put(None)
        self._thread.join()

    def _let_go(self) -> None:
        for device in reversed(self._kept):
            device.close()

    def _pause(self) -> None:
        if not self._pulled:
            self.desk.pause()


@dataclass(frozen=True, slots=True)
class _Published:
    """What pages may know of the box, all of one moment: they look at it from other threads."""

    settings: Settings
    clock: ClockView | None
    troubles: tuple[str, ...]


class _Absent:
    """A device the table does not have. It is content with everything."""

    lost: Lost

    def show(self, *_: object) -> None: ...

    def contrast(self, level: int) -> None: ...

    def probe(self) -> None: ...

    def refresh(self) -> None: ...

    def play(self, tune: object) -> None: ...

    def close(self) -> None: ...


def _manners(config: Config, wall: Clock) -> Manners:
    night = config.night
    return Manners(
        tones=config.buzzer.sounds if config.buzzer else frozenset(),
        contrast=config.oled.contrast if config.oled else 255,
        night_contrast=night.contrast if night else 16,
        is_night=(lambda: is_night(night, wall().hour)) if night else lambda: False,
        saver=config.screen_saver,
    )


def is_night(night: Night, hour: int) -> bool:
    """Whether the clock on the wall says so. A Pi that doesn't know the time yet is wrong for a moment, and harmless."""
    if night.from_hour <= night.to_hour:
        return night.from_hour <= hour < night.to_hour
    return hour >= night.from_hour or hour < night.to_hour
