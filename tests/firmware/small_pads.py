"""A number pad in its thread, and what it told."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from queue import Queue

from firmware.devices import DeviceLost
from firmware.keys import Key
from firmware.numpad import InputDevice, Node, Numpad
from firmware.simulated.numpad import SimulatedInputs
from tests.support.waiting import PATIENCE, until


class CountedInputs(SimulatedInputs):
    """Counts how often the thread looked, and what it opened."""

    def __init__(self) -> None:
        super().__init__()
        self.looks = 0
        self.opened: list[str] = []
        self.hidden = False

    def number_from(self, first: int) -> None:
        """Give the next node this number."""
        self._numbers = count(first)

    def nodes(self) -> frozenset[Node]:
        self.looks += 1
        if self.hidden:
            raise PermissionError(13, "Permission denied")
        return super().nodes()

    def open(self, node: Node) -> InputDevice:
        self.opened.append(node.name)
        return super().open(node)


class Desk:
    """Sockets, and somebody who writes down what comes out of them: keys, True for a pad, else why there is none."""

    def __init__(self) -> None:
        self.inputs = CountedInputs()
        self.told: Queue[Key | bool | str] = Queue()
        self.numpad = Numpad(self.told.put, told_in(self.told), self.inputs, look_every=0.002)

    def next(self) -> Key | bool | str:
        return self.told.get(timeout=PATIENCE)

    def keys(self, number: int) -> str:
        return "".join(str(self.next()) for _ in range(number))

    def look_on(self, times: int = 3) -> None:
        """Wait until the thread has looked so many times again, and come back from all but the last."""
        seen = self.inputs.looks
        until(lambda: self.inputs.looks > seen + times)


def told_in(told: Queue[Key | bool | str]) -> Callable[[DeviceLost | None], None]:
    """Write down True for a pad, else why there is none."""
    return lambda fault: told.put(str(fault) if fault else True)


@contextmanager
def desk() -> Iterator[Desk]:
    made = Desk()
    try:
        yield made
    finally:
        made.numpad.close()
        made.inputs.close()
        assert not any(thread.name == "numpad" for thread in threading.enumerate())
