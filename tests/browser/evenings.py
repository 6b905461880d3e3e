"""A whole evening to look at in a browser: a simulated box and the web server around it."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest import mock

from flask import Flask

from companion.box import Box
from companion.config import Config
from companion.panel.pages.play import PICKS
from companion.panel.panel import UNREAD
from companion.panel.screens.screen import Screen
from companion.web.app import create_app
from companion.web.server import Server
from companion.workbench import Workbench
from firmware.keypad import Keypad
from firmware.keys import Key

PATIENCE = 30.0
"""Seconds: machines are shared, a browser is heavy, and a test that fails takes long anyway."""


def open_evening(folder: Path, **config: Any) -> Evening:
    """An evening with its journal in *folder*, as ``misterx play`` would begin it; *config* is for :class:`Config`."""
    opened: list[Evening] = []
    bench = Workbench(
        Config(**{"night": None, **config}),
        folder / "table.journal",
        lambda: opened[0].address if opened else None,
    )
    opened.append(Evening(bench, lambda: create_app(bench, bench)))
    return opened[0]


class Evening:
    """The simulated box, its pages, and somebody who sits at the table."""

    def __init__(self, bench: Workbench, pages: Callable[[], Flask]) -> None:
        self.bench, self._pages = bench, pages
        self._server = Server(pages(), "127.0.0.1", 0)
        self.address = self._server.address

    def close(self) -> None:
        self._server.close()
        self.bench.close()

    # The server

    def stop_serving(self) -> None:
        """The pages are gone, as when the process ends. The box goes on."""
        self._server.close()

    def serve_again(self) -> None:
        """The pages are back at the same address."""
        self._server = Server(self._pages(), self._server.host, self._server.port)

    # Eyes

    @property
    def box(self) -> Box:
        box = self.bench._box
        assert box is not None, "the power is off"
        return box

    @property
    def screen(self) -> Screen | None:
        """What the box shows, None while it has no power."""
        box = self.bench._box
        return box.panel.shown if box else None

    @property
    def page(self) -> str:
        """What kind of page of the panel is open, by the name of its class."""
        return type(self.box.panel.page).__name__

    def until(self, true: Callable[[], bool]) -> None:
        """Wait until it is *true*."""
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, f"it never happened; the display shows {self.screen}"
            time.sleep(0.005)

    def shows(self, screen: str) -> None:
        """Wait until the box shows a *screen* of this kind, by the name of its class."""
        self.until(lambda: type(self.screen).__name__ == screen)

    # Fingers

    def tap(self, keys: str) -> None:
        """Press *keys* on the keypad, each as long as it takes the scanner to see it; a letter is read first."""
        for key in map(Key, keys.replace(" ", "")):
            panel = self.box.panel
            if key in PICKS:
                self.until(lambda panel=panel: panel.desk.now() - panel._followed >= UNREAD)  # type: ignore[misc]
            with mock.patch.object(panel, "press", wraps=panel.press) as press:
                self.bench.press(key)
                self.until(lambda press=press: press.called)  # type: ignore[misc]
                self.bench.release(key)
            self.until(lambda: not self._keypad.awake)

    @property
    def _keypad(self) -> Keypad:
        (kept,) = (kept for kept in self.box._kept if kept.name == "keypad")
        assert isinstance(kept._device, Keypad)
        return kept._device

    @property
    def keys_down(self) -> set[Key]:
        """The keys that somebody holds."""
        return set(self.bench._keys._closed)
