"""The first page of a game: where the pawns go. The clocks wait until everybody has placed his."""

from __future__ import annotations

from dataclasses import dataclass, replace

from firmware.keys import Key

from ..desk import Desk
from ..screens.list import ROWS, ListScreen
from ..screens.screen import Screen
from .extras import sight_of
from .looking import Leaves
from .page import Page


@dataclass(frozen=True, slots=True)
class Opening(Leaves):
    """# goes on until all have been seen, then to the game."""

    def _rows(self, desk: Desk) -> list[tuple[str, str]]:
        pawns = sight_of(desk).view.pawns
        return [(desk.pawn(name), str(pawn.station)) for name, pawn in pawns.items()]

    def leaves(self, desk: Desk) -> int:
        return -(-len(self._rows(desk)) // ROWS)

    def screen(self, desk: Desk) -> Screen:
        rows = self._rows(desk)[self.leaf * ROWS :][:ROWS]
        last = self.leaf + 1 == self.leaves(desk)
        keys = desk.say("#go") if last else desk.say("#more")
        return ListScreen(desk.say("Place the pawns"), tuple(rows), keys)

    def press(self, key: Key, desk: Desk) -> Page:
        if key is Key.HASH and self.leaf + 1 < self.leaves(desk):
            return replace(self, leaf=self.leaf + 1)
        if key in (Key.HASH, Key.STAR):
            desk.resume()
            return self.parent
        return Leaves.press(self, key, desk)
