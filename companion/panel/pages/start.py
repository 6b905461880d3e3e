"""The first menu after power-on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..desk import Desk
from .page import Item, Menu, Page
from .pairing import pair_first
from .play import Playing
from .settings_menu import SettingsMenu
from .setup import CardAwaited, EditionMenu


@dataclass(frozen=True, slots=True)
class StartMenu(Menu):
    """Resume comes first where a game was cut off."""

    def title(self, desk: Desk) -> str:
        return "Mister X"

    def items(self, desk: Desk) -> Sequence[Item]:
        sight, say = desk.sight, desk.say
        found = []
        if desk.table.prepared:
            found.append(Item(say("Resume"), lambda: pair_first(CardAwaited(self), desk)))
        elif sight and not sight.view.outcome:
            place = say("R{round}", round=sight.view.round)
            found.append(Item(say("Resume"), lambda: self._resume(desk), place))
        found.append(Item(say("New game"), lambda: EditionMenu(self)))
        if sight and sight.view.outcome:
            found.append(Item(say("Last game"), lambda: self._look_back(desk)))
        found.append(Item(say("Settings"), lambda: SettingsMenu(self)))
        return found

    def _resume(self, desk: Desk) -> Page:
        desk.resume()
        return pair_first(Playing(self), desk)

    def _look_back(self, desk: Desk) -> Page:
        desk.playing = True
        return Playing(self)
