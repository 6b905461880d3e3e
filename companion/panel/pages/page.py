"""Pages, and the three kinds that many are made of: a menu, a number, a question."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from firmware.keys import Key

from ...games.pursuit.refusals import Refused
from ...sight import Sight
from ..desk import Desk
from ..screens.menu import ROWS, MenuScreen
from ..screens.message import MessageScreen
from ..screens.number import NumberScreen
from ..screens.screen import Screen


class Page(ABC):
    """What is shown, and what a key does to it."""

    parent: Page | None
    """Where * leads."""
    pawn: str = ""
    """The pawn that is proposed to move."""
    holds_the_clock: ClassVar[bool] = False
    """All have to do with it, not only who is at turn."""
    is_home: ClassVar[bool] = False
    """It is the page of the game, which is always up to date."""
    shows_a_code: ClassVar[bool] = False
    """A phone can be paired while it is open, and only then."""

    @abstractmethod
    def screen(self, desk: Desk) -> Screen:
        """What is to be seen now."""

    @abstractmethod
    def press(self, key: Key, desk: Desk) -> Page:
        """The page after *key*; itself where nothing changes. A refusal leaves it as it is."""

    def refresh(self, desk: Desk) -> Page:
        """The page after something has happened at the table.

        What was asked about the game before may make no sense any more: so back to the game. A page that only
        shows how things are may stay.
        """
        page = home_of(self)
        return self if page is None or page is self else page.refresh(desk)

    def look(self, desk: Desk) -> Page:
        """The page after some time, or after a phone has done something; itself where that is no matter."""
        return self

    def due(self, desk: Desk) -> float | None:
        """When it changes by itself, None if it does not."""
        return None

    @property
    def is_wakeful(self) -> bool:
        """Somebody across the table looks at it without pressing keys: no screen saver now."""
        return False

    @property
    def must_be_read(self) -> bool:
        """No key answers it before it has been on the display for a moment."""
        return False


def home_of(page: Page | None) -> Page | None:
    """The page of the game that *page* was opened from; None in the menus outside."""
    while page is not None and not page.is_home:
        page = page.parent
    return page


def sight_of(desk: Desk) -> Sight:
    """What lies on the table of a game that runs."""
    sight = desk.sight
    assert sight is not None
    return sight


@dataclass(frozen=True, slots=True)
class Item:
    """A line of a menu."""

    label: str
    choose: Callable[[], Page]
    value: str = ""


@dataclass(frozen=True, slots=True)
class Menu(Page):
    """A list: digits pick, A and B move the mark, # takes what is marked, * goes back."""

    parent: Page | None = None
    marked: int = 0

    @abstractmethod
    def title(self, desk: Desk) -> str: ...

    @abstractmethod
    def items(self, desk: Desk) -> Sequence[Item]: ...

    def screen(self, desk: Desk) -> Screen:
        items = self.items(desk)
        marked = min(self.marked, len(items) - 1)
        first = max(min(marked - marked % ROWS, len(items) - ROWS), 0)
        shown = tuple((item.label, item.value) for item in items[first : first + ROWS])
        return MenuScreen(self.title(desk), shown, marked, first, len(items))

    def press(self, key: Key, desk: Desk) -> Page:
        items = self.items(desk)
        marked = min(self.marked, len(items) - 1)
        if key is Key.A:
            return self._marking((marked - 1) % len(items))
        if key is Key.B:
            return self._marking((marked + 1) % len(items))
        if key is Key.HASH:
            return self._marking(marked)._choose(items[marked], desk)
        if key is Key.STAR:
            return self.parent or self
        if key.digit and key.digit <= len(items):
            return self._marking(key.digit - 1)._choose(items[key.digit - 1], desk)
        desk.refuse()
        return self

    def _choose(self, item: Item, desk: Desk) -> Page:
        after = item.choose()
        # What stays on this menu keeps its mark, so that a switch can be pressed again.
        if isinstance(after, Menu) and type(after) is type(self) and after.title(desk) == self.title(desk):
            return replace(after, marked=self.marked)
        return after

    def _marking(self, place: int) -> Self:
        return replace(self, marked=place)


@dataclass(frozen=True, slots=True)
class Pick(Menu):
    """A menu whose items are known when it is opened."""

    heading: str = ""
    choices: tuple[Item, ...] = ()

    def title(self, desk: Desk) -> str:
        return self.heading

    def items(self, desk: Desk) -> Sequence[Item]:
        return self.choices


@dataclass(frozen=True, slots=True)
class Number(Page):
    """A number from *low* to *high*, typed and taken with #."""

    title: str
    low: int
    high: int
    then: Callable[[int], Page]
    parent: Page
    typed: str = ""
    hint: str = ""
    """What stands beside the keys; the range that is allowed, unless something helps more."""

    def screen(self, desk: Desk) -> Screen:
        hint = self.hint or f"{self.low}-{self.high}"
        return NumberScreen(self.title, self.typed, hint, desk.say("*back #ok"))

    def press(self, key: Key, desk: Desk) -> Page:
        if key.digit is not None and len(self.typed) < len(str(self.high)):
            return replace(self, typed=f"{self.typed}{key.digit}".lstrip("0") or "0")
        if key is Key.STAR:
            return replace(self, typed=self.typed[:-1]) if self.typed else self.parent
        if key is Key.HASH and self.typed:
            number = int(self.typed)
            if self.low <= number <= self.high:
                try:
                    return self.then(number)
                except Refused as refused:
                    desk.tell(desk.explain(refused))
                    return replace(self, typed="")
            desk.tell(
                desk.say(
                    "{number} is out of range: {low} to {high}.", number=number, low=self.low, high=self.high
                )
            )
            return replace(self, typed="")
        desk.refuse()
        return self


@dataclass(frozen=True, slots=True)
class Question(Page):
    """Something to agree to with #, or not with *."""

    text: str
    then: Callable[[], Page]
    parent: Page
    title: str = ""

    def screen(self, desk: Desk) -> Screen:
        return MessageScreen(self.text, self.title, desk.say("*no #yes"))

    def press(self, key: Key, desk: Desk) -> Page:
        if key is Key.HASH:
            return self.then()
        if key is Key.STAR:
            return self.parent
        desk.refuse()
        return self
