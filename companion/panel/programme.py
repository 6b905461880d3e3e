"""Scenes that follow each other on the display, each for its time or until a key closes it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from .scenes import Scene


class Programme:
    """What is being told. A key closes the scene that is on, never one that nobody has seen yet."""

    def __init__(self, begins: Callable[[Scene], None]) -> None:
        """*begins* is called with every scene when it comes on."""
        self._begins = begins
        self._scenes: deque[Scene] = deque()
        self._since = 0.0

    @property
    def on(self) -> Scene | None:
        """The scene to be seen now."""
        return self._scenes[0] if self._scenes else None

    @property
    def due(self) -> float | None:
        """When it is over."""
        return self._since + self._scenes[0].seconds if self._scenes else None

    def add(self, scene: Scene, now: float) -> None:
        self._scenes.append(scene)
        if len(self._scenes) == 1:
            self._raise_curtain(now)

    def pass_by(self, now: float) -> None:
        """Leave behind what has had its time."""
        while (due := self.due) is not None and now >= due:
            self._drop(now)

    def close(self, now: float) -> bool:
        """Close the scene that is on, or all the asides that are; False if people are still to see it."""
        if now - self._since < self._scenes[0].least:
            return False
        aside = self._scenes[0].aside
        self._drop(now)
        while aside and self._scenes and self._scenes[0].aside:
            self._drop(now)
        return True

    def forget_refusals(self, now: float) -> None:
        """Something has happened: why a key did not work is of no interest any more."""
        first = self.on
        self._scenes = deque(scene for scene in self._scenes if not scene.refusal)
        if self.on is not first and self._scenes:
            self._raise_curtain(now)

    def _drop(self, now: float) -> None:
        self._scenes.popleft()
        if self._scenes:
            self._raise_curtain(now)

    def _raise_curtain(self, now: float) -> None:
        self._since = now
        self._begins(self._scenes[0])
