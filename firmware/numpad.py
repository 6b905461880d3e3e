"""Any USB number pad, or a keyboard with digits, plugged in whenever it suits.

=========================  =====  ==============================================
on the pad or keyboard     is     why there
=========================  =====  ==============================================
0 … 9, pad or top row      0 … 9
``/``  ``*``  ``-``        A B C  the top row of the pad
``+``                      D      below them, on the right
``.`` (or ``,``) on a pad  *      beside the 0, as on the 4x4 pad
Backspace, Esc             *
Enter, pad or main         #
F1 F2 F3 F4                A … D  for a keyboard without a pad
=========================  =====  ==============================================

Num Lock is left out on purpose: there are pads that send it around every digit.
"""

from __future__ import annotations

import errno
import logging
import os
import selectors
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from threading import Thread, current_thread
from types import MappingProxyType
from typing import NamedTuple, Protocol

from firmware.devices import DeviceLost, Lost, reason
from firmware.keys import Key

_log = logging.getLogger(__name__)

_FOLDER = "/dev/input"
_EV_KEY = 1
_DOWN = 1  # 0 is a key let go, 2 one that repeats

# Key codes are the kernel's, in linux/input-event-codes.h, and never change.
_TOP_ROW = dict(zip(range(2, 12), "1234567890", strict=True))
_PAD = dict(zip((71, 72, 73, 75, 76, 77, 79, 80, 81, 82), "7894561230", strict=True))
_OTHERS = {98: "A", 55: "B", 74: "C", 78: "D", 83: "*", 121: "*", 14: "*", 1: "*", 96: "#", 28: "#"}
_FUNCTION_KEYS = dict(zip(range(59, 63), "ABCD", strict=True))
_LETTERS = frozenset({*range(16, 26), *range(30, 39), *range(44, 51)})

MEANING: Mapping[int, Key] = MappingProxyType(
    {code: Key(sign) for code, sign in (_TOP_ROW | _PAD | _OTHERS | _FUNCTION_KEYS).items()}
)
"""The key that a code of the kernel stands for."""


class Node(NamedTuple):
    """A place where a device is plugged in. The number tells it from the one that had the name before."""

    name: str
    number: int


class InputDevice(Protocol):
    """A device with keys, opened."""

    name: str
    codes: frozenset[int]

    def fileno(self) -> int: ...

    def grab(self) -> None:
        """From now on nobody else gets its keys."""

    def read(self) -> Sequence[tuple[int, int]]:
        """Code and value of the key events that wait, or :exc:`OSError` when the device is gone."""

    def close(self) -> None: ...


class InputWorld(Protocol):
    """Where devices are plugged in."""

    def nodes(self) -> frozenset[Node]:
        """All that is plugged in, at little cost."""

    def open(self, node: Node) -> InputDevice: ...


class Numpad:
    """All the number pads there are, as one :class:`~firmware.devices.KeySource`.

    *press* is called with every key, and *changed* with None when there is a pad, and when there is none any more or
    one that can't be used, with the fault that says why: both in a thread of the pad's own. That there never was one
    is no fault. Without the evdev library there is no number pad at all: :exc:`DeviceLost`.

    Pads are taken exclusively, or their keys would also be typed on the Pi's console. A full keyboard isn't:
    somebody may need it to stop the companion.
    """

    def __init__(
        self,
        press: Callable[[Key], None],
        changed: Callable[[DeviceLost | None], None],
        world: InputWorld | None = None,
        look_every: float = 2.0,
    ) -> None:
        self.lost: Lost = changed
        self._fault: DeviceLost | None = None
        self._press, self._changed = press, changed
        self._world = world or Evdev()
        self._look_every = look_every
        self._pads: dict[Node, InputDevice] = {}
        self._passed_over: set[Node] = set()  # a mouse is looked at once
        self._barred: frozenset[Node] = frozenset()  # what could not be opened at the last look
        self._selector = selectors.DefaultSelector()
        self._closed = False
        self._ear, self._bell = os.pipe()
        self._selector.register(self._ear, selectors.EVENT_READ)
        self._thread = Thread(target=self._run, name="numpad", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End at once and give the pads back. Closing twice is fine; so is closing from *press*."""
        if not self._closed:
            self._closed = True
            os.close(self._bell)  # which wakes the ear
        if self._thread is not current_thread():
            self._thread.join()

    def _run(self) -> None:
        next_look = time.monotonic()
        try:
            while not self._closed:
                if time.monotonic() >= next_look:
                    self._look()
                    next_look = time.monotonic() + self._look_every
                for ready, _ in self._selector.select(max(0.0, next_look - time.monotonic())):
                    if isinstance(ready.data, Node):
                        self._listen(ready.data)
        except (
            Exception
        ) as error:  # nothing we know of, but a pad must not be dead for the rest of the evening
            self.lost(DeviceLost(f"Number pads are out of reach ({reason(error)})."))
        finally:
            for pad in self._pads.values():
                with suppress(Exception):
                    pad.close()
            self._selector.close()
            os.close(self._ear)

    def _look(self) -> None:
        """Find what was plugged in since the last look, and tell if that makes a difference."""
        had_one, had_fault = bool(self._pads), self._fault is not None
        fault = self._find()
        self._fault = None if self._pads else fault
        if self._pads and not had_one:
            self._tell(None)
        elif self._fault and not had_fault:
            self._tell(self._fault)

    def _find(self) -> DeviceLost | None:
        """Open every pad not yet open. The fault is the first that got in the way."""
        try:
            nodes = self._world.nodes()
        except OSError as error:
            return _unusable(_FOLDER, error)
        self._passed_over &= nodes
        barred: dict[Node, OSError] = {}
        for node in sorted(nodes - self._pads.keys() - self._passed_over):
            try:
                self._try(node)
            except OSError as error:
                barred[node] = error
        # The kernel makes a node a moment before udev lets us read it: only a second refusal counts.
        again = next((node for node in barred if node in self._barred), None)
        self._barred = frozenset(barred)
        return again and _unusable(f"{_FOLDER}/{again.name}", barred[again])

    def _try(self, node: Node) -> None:
        device = self._world.open(node)
        try:
            if not _has_digits(device):
                self._passed_over.add(node)
                device.close()
                return
            if not _is_full_keyboard(device):
                device.grab()
            self._selector.register(device.fileno(), selectors.EVENT_READ, node)
        except OSError:
            device.close()
            raise
        self._pads[node] = device

    def _listen(self, node: Node) -> None:
        pad = self._pads[node]
        try:
            events = pad.read()
        except OSError:  # unplugged
            self._selector.unregister(pad.fileno())
            pad.close()
            del self._pads[node]
            if not self._pads:
                self._tell(DeviceLost("The number pad was pulled out."))
            return
        for code, value in events:
            key = MEANING.get(code)
            if key is not None and value == _DOWN and not self._closed:
                self._call(partial(self._press, key))

    def _tell(self, fault: DeviceLost | None) -> None:
        if not self._closed:
            self._call(partial(self._changed, fault))

    def _call(self, listener: Callable[[], None]) -> None:
        try:
            listener()
        except Exception as error:
            # The game's own: it is no fault of the pad, and it does not end it. Its kind is told and no more, because
            # what the listener was doing may be secret.
            _log.error(
                "Whoever listens to the number pad stumbled over %s; it goes on.", type(error).__name__
            )


def _has_digits(device: InputDevice) -> bool:
    return any(device.codes.issuperset(digits) for digits in (_PAD, _TOP_ROW))


def _is_full_keyboard(device: InputDevice) -> bool:
    """Whether it has letters. Many a number pad claims to have them, so one that is called so is believed."""
    called_a_pad = any(word in device.name.lower() for word in ("keypad", "numpad", "number pad", "numeric"))
    return bool(device.codes & _LETTERS) and not called_a_pad


def _unusable(path: str, error: OSError) -> DeviceLost:
    if isinstance(error, PermissionError):
        return DeviceLost(f"No number pad: {path} may not be read. Add this user to the group input.")
    if error.errno == errno.EBUSY:
        return DeviceLost(f"No number pad: another program holds {path}.")
    return DeviceLost(f"No number pad: {path} cannot be used ({error.strerror or error}).")


class Evdev:
    """The devices of this computer, through the evdev library."""

    def __init__(self) -> None:
        try:
            self._evdev = import_module("evdev")
        except ImportError as error:
            raise DeviceLost(
                "No number pad: the evdev library is missing. Install evdev with pip, or python3-evdev with apt."
            ) from error

    def nodes(self) -> frozenset[Node]:
        try:
            with os.scandir(_FOLDER) as entries:
                return frozenset(
                    Node(entry.name, entry.inode()) for entry in entries if entry.name.startswith("event")
                )
        except FileNotFoundError:  # there is no such folder until the first device is plugged in
            return frozenset()

    def open(self, node: Node) -> InputDevice:
        return _EvdevDevice(self._evdev.InputDevice(f"{_FOLDER}/{node.name}"))


class _Event(Protocol):
    type: int
    code: int
    value: int


class _Device(Protocol):
    """What is used of an ``evdev.InputDevice``."""

    name: str

    def fileno(self) -> int: ...
    def capabilities(self) -> dict[int, list[int]]: ...
    def grab(self) -> None: ...
    def read(self) -> Iterable[_Event]: ...
    def close(self) -> None: ...


class _EvdevDevice:
    def __init__(self, device: _Device) -> None:
        self._device = device
        self.name = device.name
        self.codes = frozenset(device.capabilities().get(_EV_KEY, ()))
        self.fileno = device.fileno
        self.grab = device.grab

    def read(self) -> Sequence[tuple[int, int]]:
        with suppress(BlockingIOError):  # woken for nothing
            return [(event.code, event.value) for event in self._device.read() if event.type == _EV_KEY]
        return ()

    def close(self) -> None:
        with suppress(OSError):  # already unplugged
            self._device.close()
