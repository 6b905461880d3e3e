"""The first page of a game: where the pawns go. The clocks wait until everybody has placed his."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from firmware.keys import Key

from ..desk import Desk
from .leaves import ListLeaves
from .page import Page, sight_of
from .pairing import pair_first
from .play import Playing


def opening(page: Page) -> Page:
    """The first page of the game that has just begun, wherever people were in the menus."""
    while page.parent is not None:
        page = page.parent
    return Opening(Playing(page))


@dataclass(frozen=True, slots=True)
class Opening(ListLeaves):
    """# goes on until all have been seen, then to Mister X's phone and the game."""

    def title(self, desk: Desk) -> str:
        return desk.say("Place the pawns")

    def rows(self, desk: Desk) -> Sequence[tuple[str, str]]:
        pawns = sight_of(desk).view.pawns
        return [(desk.pawn(name), str(pawn.station)) for name, pawn in pawns.items()]

    def _last(self, desk: Desk) -> bool:
        return self.leaf + 1 >= self.leaves(desk)

    def keys(self, desk: Desk) -> str:
        return desk.say("#go") if self._last(desk) else desk.say("#more")

    def press(self, key: Key, desk: Desk) -> Page:
        if key is Key.HASH and not self._last(desk):
            return replace(self, leaf=self.leaf + 1)
        if key in (Key.HASH, Key.STAR):
            desk.resume()
            return pair_first(self.parent, desk)
        return ListLeaves.press(self, key, desk)
