"""The menu of a running game: extras, looking things up, taking back, pausing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from firmware.keys import Key

from ...games.pursuit import commands as c
from ...games.pursuit.commands import MISTER_X
from ..desk import Desk
from ..screens.resting import PauseScreen
from ..screens.screen import Screen
from .extras import LARGEST_STATION, Pick, barrier_page, helicopter_page, sight_of, token_page
from .looking import WINDOWS, Purses, Track
from .page import Item, Menu, Number, Page, Question
from .settings_menu import SettingsMenu


@dataclass(frozen=True, slots=True)
class GameMenu(Menu):
    """Everything a table can ask for in mid-game; what can't be done now is not listed.

    Its parent is the page of the game; ``leave`` is where one gets to by leaving it.
    """

    pawn: str = ""
    leave: Page | None = None

    @property
    def home(self) -> Page:
        assert self.parent is not None
        return self.parent

    def title(self, desk: Desk) -> str:
        return desk.say("Menu")

    def items(self, desk: Desk) -> Sequence[Item]:
        sight, say = sight_of(desk), desk.say
        window = max(sight.view.window - 1, 0)
        found = [
            *self._extras(desk),
            Item(say("Tickets"), lambda: Purses(self)),
            Item(say("Travel log"), lambda: Track(self, window // WINDOWS)),
        ]
        if sight.undoable:
            found.append(Item(say("Take back"), lambda: self._take_back(desk)))
        found += [
            Item(say("Correct a place"), lambda: self._correct(desk)),
            Item(say("Pause"), lambda: self._pause(desk)),
            Item(say("Settings"), lambda: SettingsMenu(self)),
        ]
        if desk.free_page:
            found.append(Item(say("Free X's page"), lambda: self._free(desk)))
        found.append(Item(say("Leave the game"), lambda: self._leave(desk)))
        return found

    def _extras(self, desk: Desk) -> list[Item]:
        choices, say = sight_of(desk).choices, desk.say
        found = []
        if self.pawn in choices.pawns and choices.pawns[self.pawn].board:
            found.append(Item(say("Helicopter"), lambda: helicopter_page(self.home, self, desk, self.pawn)))
        if choices.tokens:
            found.append(Item(say("Token"), lambda: token_page(self.home, self, desk)))
        elif choices.barrier:
            found.append(Item(say("Barrier"), lambda: barrier_page(self.home, self, desk)))
        return found

    def _take_back(self, desk: Desk) -> Page:
        undoable = sight_of(desk).undoable
        assert undoable is not None
        if undoable.shown:
            desk.tell(desk.say("He has been seen: that stays."))
            return self

        def undo() -> Page:
            desk.undo()
            return self.home

        if undoable.whose in (MISTER_X, *sight_of(desk).view.pawns):
            text = desk.say("Take back what {pawn} did last?", pawn=desk.pawn(undoable.whose))
        else:
            text = desk.say("Take the last step back?")
        return Question(text, undo, self)

    def _correct(self, desk: Desk) -> Page:
        items = tuple(
            Item(desk.pawn(pawn), partial(self._true_place, pawn, desk), str(seen.station))
            for pawn, seen in sight_of(desk).view.pawns.items()
            if seen.station
        )
        return Pick(self, heading=desk.say("Who is elsewhere?"), choices=items)

    def _true_place(self, pawn: str, desk: Desk) -> Page:
        def asked(to: int) -> Page:
            desk.check(c.Correct(pawn, to))
            return Consent(self.home, pawn, to)

        return Number(desk.say("{pawn} is on", pawn=desk.pawn(pawn)), 1, LARGEST_STATION, asked, self)

    def _pause(self, desk: Desk) -> Page:
        desk.pause()
        return Paused(self.home)

    def _free(self, desk: Desk) -> Page:
        def free() -> Page:
            assert desk.free_page is not None
            desk.free_page()
            return self.home

        text = desk.say("Free {name}'s page for another phone?", name=desk.pawn(MISTER_X))
        return Question(text, free, self)

    def _leave(self, desk: Desk) -> Page:
        def leave() -> Page:
            desk.leave()
            return self.leave or self.home

        return Question(desk.say("Leave? The game is kept for later."), leave, self)


@dataclass(frozen=True, slots=True)
class Consent(Page):
    """A pawn stands elsewhere than the referee believes: everybody has to agree, one after the other."""

    home: Page
    pawn: str
    to: int
    agreed: int = 0

    def _everybody(self, desk: Desk) -> list[str]:
        pawns = sight_of(desk).view.pawns
        return [*(name for name, pawn in pawns.items() if not pawn.bobby), MISTER_X]

    def screen(self, desk: Desk) -> Screen:
        everybody = self._everybody(desk)
        who = desk.pawn(everybody[min(self.agreed, len(everybody) - 1)])
        text = desk.say("{pawn} is on {to}?", pawn=desk.pawn(self.pawn), to=self.to)
        title = desk.say("{who} agrees ({count}/{all})", who=who, count=self.agreed + 1, all=len(everybody))
        return Question(text, lambda: self, self.home, title).screen(desk)

    def press(self, key: Key, desk: Desk) -> Page:
        if key is Key.STAR:
            return self.home
        if key is not Key.HASH:
            desk.refuse()
            return self
        if self.agreed + 1 < len(self._everybody(desk)):
            return replace(self, agreed=self.agreed + 1)
        desk.submit(c.Correct(self.pawn, self.to))
        return self.home


@dataclass(frozen=True, slots=True)
class Paused(Page):
    """The clocks stand still until # is pressed."""

    home: Page

    def screen(self, desk: Desk) -> Screen:
        face = desk.clock_face()
        return PauseScreen(desk.say("Pause"), face.text if face else "", desk.say("#go on"))

    def press(self, key: Key, desk: Desk) -> Page:
        if key in (Key.HASH, Key.STAR):
            desk.resume()
            return self.home
        desk.refuse()
        return self
