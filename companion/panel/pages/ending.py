"""The end of a game: who won, the hunt in numbers, and where he had been."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from firmware.keys import Key

from ...games.pursuit.commands import MISTER_X
from ...games.pursuit.game import Outcome
from ...names import REASONS
from ..desk import Desk
from ..screens.ending import EndScreen
from ..screens.screen import Screen
from .consent import Consent
from .leaves import ListLeaves
from .looking import Purses, Track
from .page import Item, Page, Pick, sight_of


@dataclass(frozen=True, slots=True)
class Ending(Page):
    """The verdict. # goes on to the numbers and to the log; * offers what can still be done."""

    home: Page
    leave: Page

    def screen(self, desk: Desk) -> Screen:
        view = sight_of(desk).view
        assert view.outcome is not None
        return verdict(view.outcome, view.round, desk)

    def press(self, key: Key, desk: Desk) -> Page:
        if key is Key.HASH:
            return Summary(self.home)
        if key is Key.STAR:
            return self._menu(desk)
        desk.refuse()
        return self.home

    def _menu(self, desk: Desk) -> Page:
        items = [
            Item(desk.say("First menu"), lambda: self._leave(desk)),
            Item(desk.say("Summary"), lambda: Summary(self.home)),
            Item(desk.say("Travel log"), lambda: Track(self.home)),
            Item(desk.say("Tickets"), lambda: Purses(self.home)),
        ]
        if sight_of(desk).undoable:
            items.append(Item(desk.say("Take back"), lambda: self._take_back(desk)))
        return Pick(self.home, heading=desk.say("The game is over."), choices=tuple(items))

    def _leave(self, desk: Desk) -> Page:
        desk.leave()
        return self.leave

    def _take_back(self, desk: Desk) -> Page:
        """A slip of the finger may have ended it. But the log has been open: so all have to agree."""

        def undo() -> Page:
            desk.undo()
            desk.resume()
            return self.home

        return Consent(self.home, desk.say("The end is taken back."), undo)


def verdict(outcome: Outcome, round: int, desk: Desk) -> EndScreen:
    """Who won, and why."""
    if outcome.winner is None:
        winner = desk.say("A draw")
    elif outcome.winner == MISTER_X:
        winner = desk.say("{name} wins", name=desk.pawn(MISTER_X))
    else:
        winner = desk.say("Detectives win")
    if outcome.by:
        pawn = desk.pawn(outcome.by)
        reason = desk.say(
            "{pawn} caught him at {at} in round {round}.", pawn=pawn, at=outcome.at, round=round
        )
    else:
        reason = desk.say(REASONS[outcome.reason])
    return EndScreen(winner, reason, desk.say("*menu #more"), outcome.winner == MISTER_X)


@dataclass(frozen=True, slots=True)
class Summary(ListLeaves):
    """The hunt in numbers; # goes on to the log."""

    def title(self, desk: Desk) -> str:
        return desk.say("The hunt")

    def rows(self, desk: Desk) -> Sequence[tuple[str, str]]:
        return _numbers(desk)

    def keys(self, desk: Desk) -> str:
        return desk.say("AB turn  #log")

    def press(self, key: Key, desk: Desk) -> Page:
        return Track(self.parent) if key is Key.HASH else ListLeaves.press(self, key, desk)


def _numbers(desk: Desk) -> list[tuple[str, str]]:
    view, hunt, say = sight_of(desk).view, desk.table.hunt(), desk.say
    found = [
        (say("Rounds"), str(view.round)),
        (say("His moves"), f"{view.window}/{view.windows}"),
        (say("Black tickets"), str(hunt.black)),
        (say("Double cards"), str(hunt.doubles)),
    ]
    if hunt.most is not None:
        found += [(say("Hidden among"), str(hunt.most)), (say("Down to"), str(hunt.fewest))]
    return found
