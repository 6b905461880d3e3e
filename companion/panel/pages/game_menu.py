"""The menu of a running game: extras, looking things up, taking back, pausing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from firmware.keys import Key

from ...games.pursuit import commands as c
from ...games.pursuit.commands import MISTER_X
from ...language import mark
from ..desk import Desk
from ..screens.resting import PauseScreen
from ..screens.screen import Screen
from .consent import Consent
from .extras import barrier_page, helicopter_page, token_page
from .looking import WINDOWS, Pieces, Purses, Track, pieces
from .page import Item, Menu, Number, Page, Pick, Question, sight_of
from .pairing import new_phone_items
from .settings_menu import SettingsMenu


@dataclass(frozen=True, slots=True)
class GameMenu(Menu):
    """Everything a table can ask for in mid-game.

    Its parent is the page of the game; ``leave`` is where one gets to by leaving it.
    """

    pawn: str = ""
    leave: Page | None = None

    @property
    def home(self) -> Page:
        assert self.parent is not None
        return self.parent

    def title(self, desk: Desk) -> str:
        face = desk.clock_face()
        return f"{desk.say('Menu')}  {face.text}" if face else desk.say("Menu")

    def items(self, desk: Desk) -> Sequence[Item]:
        say = desk.say
        window = max(sight_of(desk).view.window - 1, 0)
        found = [
            *self._extras(desk),
            Item(say("Tickets"), lambda: Purses(self)),
            Item(say("Travel log"), lambda: Track(self, window // WINDOWS)),
            Item(say("Take back"), lambda: self._take_back(desk)),
            Item(say("Pause"), lambda: self._pause(desk)),
            Item(say("Correct a place"), lambda: self._correct(desk)),
        ]
        if pieces(desk):
            found.append(Item(say("On the table"), lambda: Pieces(self)))
        found.append(Item(say("Settings"), lambda: SettingsMenu(self)))
        found += new_phone_items(self, self.home, desk)
        found.append(Item(say("Leave the game"), lambda: self._leave(desk)))
        return found

    def _extras(self, desk: Desk) -> list[Item]:
        """By edition, not by moment: fingers learn the numbers. What can't be done now is refused with its reason."""
        sight, say = sight_of(desk), desk.say
        options, found = sight.view.options, []
        if options.get("helicopters"):
            found.append(Item(say("Helicopter"), lambda: helicopter_page(self.home, self, desk, self.pawn)))
        if sight.edition.characters:
            found.append(Item(say("Token"), lambda: token_page(self.home, self, desk)))
        elif options.get("barriers"):
            found.append(Item(say("Barrier"), lambda: barrier_page(self.home, self, desk)))
        return found

    def _take_back(self, desk: Desk) -> Page:
        undoable = sight_of(desk).undoable
        if undoable is None or undoable.told:
            told, nothing = mark("A secret came out: that stays."), mark("There is nothing to take back.")
            desk.tell(desk.say(told if undoable else nothing))
            return self
        if undoable.by_clock:
            text = desk.say("Take back that the time was up?")
        elif undoable.whose in (MISTER_X, *sight_of(desk).view.pawns):
            text = desk.say("Take back what {pawn} did last?", pawn=desk.pawn(undoable.whose))
        else:
            text = desk.say("Take the last step back?")
        return Question(text, partial(_undo, self.home, desk), self)

    def _correct(self, desk: Desk) -> Page:
        items = tuple(
            Item(desk.pawn(pawn), partial(self._true_place, pawn, desk), str(seen.station))
            for pawn, seen in sight_of(desk).view.pawns.items()
            if seen.station
        )
        return Pick(self, heading=desk.say("Who is elsewhere?"), choices=items)

    def _true_place(self, pawn: str, desk: Desk) -> Page:
        def correct(to: int) -> Page:
            desk.submit(c.Correct(pawn, to))
            return self.home

        def asked(to: int) -> Page:
            desk.check(c.Correct(pawn, to))
            claim = desk.say("{pawn} is on {to}.", pawn=desk.pawn(pawn), to=to)
            return Consent(self.home, claim, partial(correct, to))

        sight = sight_of(desk)
        hint = desk.say("now {station}", station=sight.view.pawns[pawn].station)
        title = desk.say("{pawn} is on", pawn=desk.pawn(pawn))
        return Number(title, 1, sight.largest, asked, self._correct(desk), hint=hint)

    def _pause(self, desk: Desk) -> Page:
        desk.pause()
        return Paused(self.home)

    def _leave(self, desk: Desk) -> Page:
        def leave() -> Page:
            desk.leave()
            return self.leave or self.home

        return Question(desk.say("Leave? The game is kept for later."), leave, self)


def _undo(home: Page, desk: Desk) -> Page:
    desk.undo()
    return home


@dataclass(frozen=True, slots=True)
class Paused(Page):
    """The clocks stand still until # is pressed."""

    parent: Page

    def refresh(self, desk: Desk) -> Page:
        return self

    def screen(self, desk: Desk) -> Screen:
        face = desk.clock_face()
        return PauseScreen(desk.say("Pause"), face.text if face else "", desk.say("#go on"))

    def press(self, key: Key, desk: Desk) -> Page:
        if key in (Key.HASH, Key.STAR):
            desk.resume()
            return self.parent
        desk.refuse()
        return self
