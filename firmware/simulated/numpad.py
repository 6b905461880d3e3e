"""Number pads without USB: plug them in, type, pull them out. ``Numpad(press, changed, SimulatedInputs())``."""

from __future__ import annotations

import errno
import os
import struct
from collections.abc import Sequence
from contextlib import suppress
from itertools import count
from threading import Lock

from firmware.keys import Key
from firmware.numpad import MEANING, InputDevice, Node

_EVENT = struct.Struct("=Hi")  # code and value
_UP, _DOWN, _REPEAT = range(3)

PAD_CODES = frozenset({*range(71, 84), 14, 55, 69, 96, 98})
"""What a common number pad has: digits, ``/ * - + .``, Enter, Backspace and Num Lock."""

KEYBOARD_CODES = PAD_CODES | frozenset(range(1, 84))

MOUSE_CODES = frozenset({0x110, 0x111, 0x112})


class SimulatedInputs:
    """Sockets for number pads. While *locked*, nothing in them may be opened."""

    def __init__(self) -> None:
        self.locked = False
        self._pads: dict[Node, SimulatedPad] = {}
        self._numbers = count(1)
        self._lock = Lock()

    def plug(
        self, name: str = "USB Keypad", codes: frozenset[int] = PAD_CODES, held: bool = False
    ) -> SimulatedPad:
        """Plug in a device with these keys; another program may have *held* it at once.

        As with real ones, its node gets the first free name.
        """
        with self._lock:
            taken = {node.name for node in self._pads}
            free = next(event for event in (f"event{i}" for i in count()) if event not in taken)
            node = Node(free, next(self._numbers))
            pad = self._pads[node] = SimulatedPad(name, codes, held)
            return pad

    def unplug(self, pad: SimulatedPad) -> None:
        """Pull *pad* out."""
        with self._lock:
            self._pads = {node: each for node, each in self._pads.items() if each is not pad}
        pad.die()

    def close(self) -> None:
        """Pull everything out."""
        for pad in tuple(self._pads.values()):
            self.unplug(pad)

    def nodes(self) -> frozenset[Node]:
        with self._lock:
            return frozenset(self._pads)

    def open(self, node: Node) -> InputDevice:
        if self.locked:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        with self._lock:
            if node not in self._pads:
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
            return self._pads[node].opened()


class SimulatedPad:
    """A device for fingers to type on. Made by :meth:`SimulatedInputs.plug`."""

    def __init__(self, name: str, codes: frozenset[int], held: bool) -> None:
        self.name, self.codes = name, codes
        self.grabbed = held
        self._reader, self._writer = os.pipe()
        os.set_blocking(self._reader, False)

    def type(self, keys: str) -> None:
        """Press and let go the keys that stand for these signs, as in ``"58#"``."""
        for sign in keys:
            self.tap(next(code for code in sorted(self.codes) if MEANING.get(code) == Key(sign)))

    def tap(self, code: int, repeats: int = 0) -> None:
        """Press and let go the key of this code of the kernel, held down for so many repeats."""
        for value in (_DOWN, *[_REPEAT] * repeats, _UP):
            with suppress(OSError):  # nobody hears a pad that is pulled out
                os.write(self._writer, _EVENT.pack(code, value))

    def opened(self) -> InputDevice:
        return _Opened(self, os.dup(self._reader))

    def die(self) -> None:
        os.close(self._writer)
        os.close(self._reader)
        self._writer = self._reader = -1


class _Opened:
    def __init__(self, pad: SimulatedPad, reader: int) -> None:
        self.name, self.codes = pad.name, pad.codes
        self._pad, self._reader = pad, reader
        self._holds = False

    def fileno(self) -> int:
        return self._reader

    def grab(self) -> None:
        if self._pad.grabbed:
            raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))
        self._pad.grabbed = self._holds = True

    def read(self) -> Sequence[tuple[int, int]]:
        events = os.read(self._reader, 64 * _EVENT.size)
        if not events:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))
        return list(_EVENT.iter_unpack(events))

    def close(self) -> None:
        if self._holds:
            self._pad.grabbed = False
        os.close(self._reader)
