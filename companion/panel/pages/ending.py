"""The end of a game: who won, how long it took, and where he had been."""

from __future__ import annotations

from dataclasses import dataclass

from firmware.keys import Key

from ...games.pursuit.commands import MISTER_X
from ...names import REASONS
from ..desk import Desk
from ..screens.ending import EndScreen
from ..screens.screen import Screen
from .extras import Pick, sight_of
from .looking import Purses, Track
from .page import Item, Page


@dataclass(frozen=True, slots=True)
class Ending(Page):
    """The verdict. # opens the log; * offers what can still be done."""

    home: Page
    leave: Page

    def screen(self, desk: Desk) -> Screen:
        view = sight_of(desk).view
        outcome = view.outcome
        assert outcome is not None
        if outcome.winner is None:
            winner = desk.say("A draw")
        elif outcome.winner == MISTER_X:
            winner = desk.say("{name} wins", name=desk.pawn(MISTER_X))
        else:
            winner = desk.say("Detectives win")
        if outcome.by:
            reason = desk.say(
                "{pawn} caught him at {at} in round {round}.",
                pawn=desk.pawn(outcome.by),
                at=outcome.at,
                round=view.round,
            )
        else:
            reason = desk.say(REASONS[outcome.reason])
        return EndScreen(winner, reason, desk.say("*menu #log"), outcome.winner == MISTER_X)

    def press(self, key: Key, desk: Desk) -> Page:
        if key is Key.HASH:
            return Track(self.home)
        if key is Key.STAR:
            return self._menu(desk)
        desk.refuse()
        return self.home

    def _menu(self, desk: Desk) -> Page:
        def undo() -> Page:
            desk.undo()
            return self.home

        items = [
            Item(desk.say("First menu"), lambda: self.leave),
            Item(desk.say("Travel log"), lambda: Track(self.home)),
            Item(desk.say("Tickets"), lambda: Purses(self.home)),
            Item(desk.say("Take back"), undo),
        ]
        return Pick(self.home, heading=desk.say("The game is over."), choices=tuple(items))
