"""Pages that only show how things are, a few rows at a time."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Generic, TypeVar

from firmware.keys import Key

from ..desk import Desk
from ..screens.list import ROWS, ListScreen
from ..screens.screen import Screen
from .page import Page

R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Leaves(Page, Generic[R]):
    """Something longer than a screen: A and B turn its leaves, # and * close it."""

    parent: Page
    leaf: int = 0
    rows_a_leaf: ClassVar[int] = ROWS

    @abstractmethod
    def rows(self, desk: Desk) -> Sequence[R]:
        """All there is to see now; at least one."""

    def leaves(self, desk: Desk) -> int:
        """How many there are."""
        return -(-len(self.rows(desk)) // self.rows_a_leaf)

    def seen(self, desk: Desk) -> tuple[R, ...]:
        """The rows of the leaf that is open. There may be fewer by now than when it was turned to."""
        first = min(self.leaf, self.leaves(desk) - 1) * self.rows_a_leaf
        return tuple(self.rows(desk)[first : first + self.rows_a_leaf])

    def keys(self, desk: Desk) -> str:
        return desk.say("AB turn  #ok") if self.leaves(desk) > 1 else desk.say("#ok")

    def refresh(self, desk: Desk) -> Page:
        return replace(self, parent=self.parent.refresh(desk))

    def press(self, key: Key, desk: Desk) -> Page:
        if key in (Key.HASH, Key.STAR):
            return self.parent
        if key in (Key.A, Key.B):
            step = 1 if key is Key.B else -1
            return replace(self, leaf=(self.leaf + step) % self.leaves(desk))
        desk.refuse()
        return self


@dataclass(frozen=True, slots=True)
class ListLeaves(Leaves[tuple[str, str]]):
    """Labels and values under a title."""

    @abstractmethod
    def title(self, desk: Desk) -> str: ...

    def screen(self, desk: Desk) -> Screen:
        return ListScreen(self.title(desk), self.seen(desk), self.keys(desk))
