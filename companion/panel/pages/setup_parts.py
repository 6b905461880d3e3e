"""The menus below the setup: clocks, detectives, options."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from typing import Any, Self, TypeVar

from firmware.keys import Key

from ...clock_settings import AtZero, ClockKind, Manner
from ...games.pursuit.options import OPTIONS as ALLOWED
from ...language import mark
from ...names import COLOURS, OPTIONS, VALUES
from ..desk import Desk
from ..setup import Setup, edition_of
from .page import Item, Menu, Number, Page

T = TypeVar("T")

KINDS = {ClockKind.OFF: mark("off"), ClockKind.TURN: mark("per turn"), ClockKind.SIDE: mark("per side")}
MANNERS = {Manner.GENTLE: mark("gentle"), Manner.STRICT: mark("strict")}
ENDS = {AtZero.BUZZ: mark("buzz"), AtZero.PASS: mark("pass"), AtZero.LOSE: mark("lose")}


def after(now: T, ways: list[T]) -> T:
    """What a press changes *now* to."""
    return ways[(ways.index(now) + 1) % len(ways)]


@dataclass(frozen=True, slots=True)
class SetupPage(Menu):
    """A menu of the setup."""

    setup: Setup = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class SetupPart(SetupPage):
    """A menu below the setup: going back takes what was chosen along."""

    def press(self, key: Key, desk: Desk) -> Page:
        if key is Key.STAR:
            assert isinstance(self.parent, SetupPage)
            return replace(self.parent, setup=self.setup)
        return Menu.press(self, key, desk)

    def _with(self, **chosen: Any) -> Self:
        return replace(self, setup=replace(self.setup, **chosen))


@dataclass(frozen=True, slots=True)
class ClockMenu(SetupPart):
    """Off, per turn or per side; how strict, how long, and what happens at zero."""

    def title(self, desk: Desk) -> str:
        return desk.say("Clocks")

    def items(self, desk: Desk) -> Sequence[Item]:
        clocks, say = self.setup.clocks, desk.say
        found = [Item(say("Clocks"), lambda: self._next("kind"), say(KINDS[clocks.kind]))]
        if clocks.kind is ClockKind.OFF:
            return found
        if clocks.kind is ClockKind.TURN:
            found.append(
                Item(
                    say("Seconds"),
                    lambda: self._length("turn_seconds", 10, 3600, desk),
                    str(clocks.turn_seconds),
                )
            )
        else:
            found.append(
                Item(
                    say("Minutes"),
                    lambda: self._length("side_minutes", 1, 300, desk),
                    str(clocks.side_minutes),
                )
            )
        found.append(Item(say("Strictness"), lambda: self._next("manner"), say(MANNERS[clocks.manner])))
        if clocks.manner is Manner.STRICT:
            found.append(Item(say("At zero"), lambda: self._next("at_zero"), say(ENDS[clocks.at_zero])))
        return found

    def _next(self, name: str) -> Page:
        now: StrEnum = getattr(self.setup.clocks, name)
        page = self._chosen(name, after(now, list(type(now))))
        clocks = page.setup.clocks
        if now is Manner.GENTLE and clocks.at_zero is AtZero.BUZZ:  # strict and only buzzing is hardly meant
            return page._chosen("at_zero", AtZero.PASS)
        return page

    def _length(self, name: str, low: int, high: int, desk: Desk) -> Page:
        title = desk.say("Seconds a turn") if name == "turn_seconds" else desk.say("Minutes a side")
        return Number(title, low, high, partial(self._chosen, name), self)

    def _chosen(self, name: str, value: Any) -> Self:
        chosen: dict[str, Any] = {name: value}
        return self._with(clocks=replace(self.setup.clocks, **chosen))


@dataclass(frozen=True, slots=True)
class PawnMenu(SetupPart):
    """How many play and who, in the order around the table.

    A press on a seat takes the next colour or character that is free.
    """

    def title(self, desk: Desk) -> str:
        return desk.say("Detectives")

    def items(self, desk: Desk) -> Sequence[Item]:
        count = Item(desk.say("How many"), lambda: self._count(desk), str(len(self.setup.pawns)))
        seats = enumerate(self.setup.pawns)
        return [count, *(Item(desk.pawn(pawn), partial(self._next, seat)) for seat, pawn in seats)]

    def _count(self, desk: Desk) -> Page:
        book = edition_of(self.setup.edition)

        def chosen(count: int) -> Page:
            return replace(self, setup=self.setup.with_pawns(count))

        return Number(desk.say("How many detectives?"), book.least, book.most, chosen, self)

    def _next(self, seat: int) -> Page:
        pawns = self.setup.pawns
        names = list(edition_of(self.setup.edition).characters) or list(COLOURS)
        start = names.index(pawns[seat])
        others = [name for name in (*names[start:], *names[:start]) if name not in pawns]
        if not others:  # all are taken: change places with the next seat
            other = (seat + 1) % len(pawns)
            swapped = list(pawns)
            swapped[seat], swapped[other] = swapped[other], swapped[seat]
            return self._with(pawns=tuple(swapped))
        return self._with(pawns=(*pawns[:seat], others[0], *pawns[seat + 1 :]))


@dataclass(frozen=True, slots=True)
class OptionMenu(SetupPart):
    """The edition's named switches; numbers are typed, words and switches change at a press."""

    def title(self, desk: Desk) -> str:
        return desk.say("Options")

    def items(self, desk: Desk) -> Sequence[Item]:
        return [
            Item(desk.say(OPTIONS[name]), partial(self._change, name, desk), self._shown(name, desk))
            for name in self.setup.switches()
        ]

    def _shown(self, name: str, desk: Desk) -> str:
        value = self.setup.value(name)
        if isinstance(value, bool):
            return desk.say("on") if value else desk.say("off")
        return desk.say(VALUES[value]) if isinstance(value, str) else str(value)

    def _change(self, name: str, desk: Desk) -> Page:
        allowed, value = ALLOWED[name].allowed, self.setup.value(name)
        if isinstance(allowed, range):
            return Number(
                desk.say(OPTIONS[name]), allowed[0], allowed[-1], lambda number: self._set(name, number), self
            )
        if allowed is None:
            return self._set(name, not value)
        return self._set(name, after(value, list(allowed)))

    def _set(self, name: str, value: Any) -> Page:
        plain = replace(self.setup, options={k: v for k, v in self.setup.options.items() if k != name})
        if plain.value(name) == value:
            return replace(self, setup=plain)
        return self._with(options={**self.setup.options, name: value})
