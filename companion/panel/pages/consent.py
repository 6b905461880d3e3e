"""Something that everybody at the table has to agree to, one after the other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import ClassVar

from firmware.keys import Key

from ...games.pursuit.commands import MISTER_X
from ..desk import Desk
from ..screens.message import MessageScreen
from ..screens.screen import Screen
from .page import Page, sight_of


@dataclass(frozen=True, slots=True)
class Consent(Page):
    """*claim* is put to each of them; when the last has agreed, *then* it is done."""

    parent: Page
    claim: str
    then: Callable[[], Page]
    agreed: int = 0
    holds_the_clock: ClassVar[bool] = True

    def _everybody(self, desk: Desk) -> list[str]:
        pawns = sight_of(desk).view.pawns
        return [*(name for name, pawn in pawns.items() if not pawn.bobby), MISTER_X]

    def screen(self, desk: Desk) -> Screen:
        everybody = self._everybody(desk)
        asked = desk.say("{who}, agreed?", who=desk.pawn(everybody[self.agreed]))
        return MessageScreen(f"{self.claim}\n{asked}", keys=desk.say("*no #yes"))

    def press(self, key: Key, desk: Desk) -> Page:
        if key is Key.STAR:
            return self.parent
        if key is not Key.HASH:
            desk.refuse()
            return self
        if self.agreed + 1 < len(self._everybody(desk)):
            return replace(self, agreed=self.agreed + 1)
        return self.then()
