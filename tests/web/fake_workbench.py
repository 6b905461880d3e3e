"""A box made of plain values: it remembers what was done to it and shows what it is told to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from companion.web.workbench import FAULTS, Snapshot
from firmware.devices import Tune
from firmware.keys import Key

LIGHTS = ("red", "blue", "green", "yellow", "brown", "white", "mister_x")


class FakeWorkbench:
    def __init__(self) -> None:
        self.did: list[tuple[Any, ...]] = []
        self.watchers: list[Callable[[Tune | None], None]] = []
        self.box = Snapshot(
            screen=bytes(1024),
            shown=True,
            contrast=255,
            lights=dict.fromkeys(LIGHTS, 0.0),
            faults=dict.fromkeys(FAULTS, False),
            stuck=None,
            power=True,
        )

    def press(self, key: Key) -> None:
        self.did.append(("press", key))

    def release(self, key: Key) -> None:
        self.did.append(("release", key))

    def set_fault(self, name: str, on: bool) -> None:
        self.did.append(("fault", name, on))
        self.change(faults={**self.box.faults, name: on})

    def stick(self, key: Key | None) -> None:
        self.did.append(("stick", key))
        self.change(stuck=None if key is None else key.value)

    def power(self, on: bool) -> None:
        self.did.append(("power", on))
        self.change(power=on)

    def snapshot(self) -> Snapshot:
        return self.box

    def watch(self, call: Callable[[Tune | None], None]) -> Callable[[], None]:
        self.watchers.append(call)
        return lambda: self.watchers.remove(call)

    def change(self, **values: Any) -> None:
        """The box looks different from now on, and says so."""
        self.box = replace(self.box, **values)
        self._tell(None)

    def play(self, tune: Tune) -> None:
        self._tell(tune)

    def _tell(self, tune: Tune | None) -> None:
        for call in tuple(self.watchers):
            call(tune)
