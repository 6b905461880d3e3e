"""Something that goes on by itself for a while: a tune, a blinking light."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from threading import Condition, Thread

from firmware.devices import DeviceLost


class Player:
    """Plays one script at a time in the background.

    A script is an iterator: each step does something quick, and says for how many seconds it shall stay so.
    There is a thread while there is something to wait for, else none.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self._changed = Condition()
        self._script: Iterator[float] | None = None
        self._due = 0.0
        self._thread: Thread | None = None

    def play(self, script: Iterator[float]) -> None:
        """Drop the script that is playing and take the first step of *script*, here and now.

        What that step raises is the caller's to know. A later step that meets a lost device ends the script:
        the next one will find out.
        """
        with self._changed:
            self._script = None
            self._changed.notify()
            self._step(script)
            if self._script is not None:
                self._go_on()

    def _go_on(self) -> None:
        """See to it that the steps to come are taken when they are due."""
        if self._thread is None:
            self._thread = Thread(target=self._run, name="player", daemon=True)
            self._thread.start()

    def _step(self, script: Iterator[float]) -> None:
        seconds = next(script, None)
        self._script = None if seconds is None else script
        self._due = self.clock() + (seconds or 0.0)

    def _run(self) -> None:
        with self._changed, suppress(DeviceLost):
            try:
                while self._script is not None:
                    left = self._due - self.clock()
                    if left > 0:
                        self._changed.wait(left)  # and look again: there may be another script by now
                    else:
                        self._step(self._script)
            finally:
                self._thread = None
