"""A phone for Mister X: a code for all to see, symbols for all to compare, and # accepts.

The code is good only while its page is open: whatever else the display shows, :class:`Panel` closes the pairing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from typing import ClassVar

from firmware.keys import Key

from ...pairing import LIFETIME, Knock, Offer, Pairing
from ...symbols import SYMBOLS
from ..desk import Desk
from ..qr import qr_picture
from ..screens.message import MessageScreen
from ..screens.pairing import BAR, CheckScreen, CodeScreen, QrScreen
from ..screens.screen import Screen
from .page import Item, Page, Question

STEPS = 30
"""In so many steps the bar gets shorter: every four seconds, for the display's wire is slow."""
_STEP = LIFETIME / STEPS


def lacks_phone(desk: Desk) -> bool:
    """Whether Mister X should have a phone, and has none."""
    return desk.pairing is not None and not desk.pairing.paired


def pair_first(then: Page, desk: Desk) -> Page:
    """*then*, but if Mister X has no phone yet, first a code for one."""
    return _open(then, desk) if lacks_phone(desk) else then


def new_phone_items(menu: Page, then: Page, desk: Desk) -> list[Item]:
    """The line of a *menu* that gives Mister X another phone, where a game needs one; it leads to *then*."""
    if desk.pairing is None or not desk.is_game_on:
        return []
    return [Item(desk.say("New phone for X"), partial(_new_phone, menu, then, desk))]


def _new_phone(menu: Page, then: Page, desk: Desk) -> Page:
    if lacks_phone(desk):
        return _open(then, desk)
    text = desk.say("Another phone for {name}? His old one is out at once.", name=desk.his_name)
    return Question(text, partial(_replace_phone, then, desk), menu)


def _replace_phone(then: Page, desk: Desk) -> Page:
    page = _open(then, desk)
    desk.announce(desk.say("His old phone is out."))
    return page


def _open(then: Page, desk: Desk) -> Page:
    pairing = _pairing(desk)
    pairing.open()
    return PairPhone(then, pairing.offer)


def _pairing(desk: Desk) -> Pairing:
    assert desk.pairing is not None
    return desk.pairing


@dataclass(frozen=True, slots=True)
class PairPhone(Page):
    """A code to scan or to type, then the symbols. It leads to its parent, with a phone or without."""

    parent: Page
    offer: Offer | None
    """The code that people see."""
    knock: Knock | None = None
    """The phone that people see the symbols of: nobody accepts another."""
    typing: bool = False
    """Somebody types: he wants to see the address."""
    holds_the_clock: ClassVar[bool] = True
    shows_a_code: ClassVar[bool] = True

    @property
    def is_wakeful(self) -> bool:
        return self.offer is not None or self.knock is not None

    @property
    def must_be_read(self) -> bool:
        return self.knock is not None

    def look(self, desk: Desk) -> Page:
        pairing = _pairing(desk)
        offer = pairing.offer  # first: a phone may turn it into a knock while we look
        knock = pairing.knock
        if (offer, knock) == (self.offer, self.knock):
            return self
        return replace(self, offer=None if knock else offer, knock=knock)

    def due(self, desk: Desk) -> float | None:
        if self.knock:
            return self.knock.until
        if self.offer:
            return self.offer.until - (self._steps(self.offer, desk) - 1) * _STEP
        return None

    def screen(self, desk: Desk) -> Screen:
        if self.knock:
            first, second = (SYMBOLS[name].rows for name in self.knock.check)
            return CheckScreen(desk.say("Same on the phone?"), (first, second), desk.say("*no #yes"))
        if self.offer:
            return self._code(self.offer, desk)
        return MessageScreen(desk.say("The code has run out."), keys=desk.say("*skip #new code"))

    def _code(self, offer: Offer, desk: Desk) -> Screen:
        address, name = desk.address(), desk.his_name
        left = self._steps(offer, desk) * BAR // STEPS
        scanned = f"{address.upper()}X/{offer.code}" if address else ""
        can_scan = bool(scanned) and qr_picture(scanned) is not None
        if can_scan and not self.typing:
            return QrScreen(name, scanned, offer.code, left, desk.say("skip"))
        title = desk.say("{name} opens:", name=name) if address else desk.say("{name} types:", name=name)
        typed = f"{address.removeprefix('http://')}x" if address else ""
        keys = f"*{desk.say('skip')}  A QR" if can_scan else f"*{desk.say('skip')}"
        return CodeScreen(title, typed, offer.code, left, keys)

    def _steps(self, offer: Offer, desk: Desk) -> int:
        """How many steps of the bar are left."""
        return min(max(ceil((offer.until - desk.now()) / _STEP), 0), STEPS)

    def press(self, key: Key, desk: Desk) -> Page:
        if self.knock:
            return self._press_in_check(key, desk)
        if key is Key.STAR:
            return self.parent
        if key is Key.HASH and not self.offer:
            return _open(self.parent, desk)
        if key is Key.A and self.offer:
            return replace(self, typing=not self.typing)
        desk.refuse()
        return self

    def _press_in_check(self, key: Key, desk: Desk) -> Page:
        if key is Key.STAR:  # somebody else's phone: he would not know the next code
            return _open(self.parent, desk)
        if key is not Key.HASH:
            desk.refuse()
            return self
        if not _pairing(desk).accept():  # too late by a hair
            return self.look(desk)
        desk.announce(desk.say("{name} has his phone.", name=desk.his_name))
        return self.parent
