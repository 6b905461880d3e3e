"""Setting up a game on the keys: edition, detectives, cards, clocks, options, board."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from firmware.keys import Key

from ...editions import edition_names
from ...games.pursuit.refusals import Refusal
from ...maps import map_names
from ...names import board_name
from ..desk import Desk
from ..screens.message import MessageScreen
from ..screens.screen import Screen
from ..setup import CARDS, TYPED, Setup, edition_of
from .page import Item, Menu, Number, Page, Question
from .pairing import lacks_phone, pair_first
from .setup_parts import KINDS, ClockMenu, OptionMenu, PawnMenu, SetupPage, after


@dataclass(frozen=True, slots=True)
class EditionMenu(Menu):
    """Which game is on the table."""

    def title(self, desk: Desk) -> str:
        return desk.say("Which game?")

    def items(self, desk: Desk) -> Sequence[Item]:
        return [
            Item(desk.say(edition_of(name).short), partial(self._count, name, desk))
            for name in edition_names()
        ]

    def _count(self, edition: str, desk: Desk) -> Page:
        book = edition_of(edition)

        def then(count: int) -> Page:
            return SetupMenu(self, setup=Setup.usual(edition, count, desk.usual_clocks))

        return Number(desk.say("How many detectives?"), book.least, book.most, then, self)


@dataclass(frozen=True, slots=True)
class SetupMenu(SetupPage):
    """The whole setup on one list; # at once begins the game as the book has it."""

    def title(self, desk: Desk) -> str:
        return desk.say(edition_of(self.setup.edition).short)

    def items(self, desk: Desk) -> Sequence[Item]:
        setup, say = self.setup, desk.say
        return [
            Item(say("Begin"), lambda: self._begin(desk)),
            Item(say("Starts"), self._next_cards, say(CARDS[setup.cards])),
            Item(say("Clocks"), lambda: ClockMenu(self, setup=setup), say(KINDS[setup.clocks.kind])),
            Item(say("Detectives"), lambda: PawnMenu(self, setup=setup), str(len(setup.pawns))),
            Item(
                say("Options"),
                lambda: OptionMenu(self, setup=setup),
                str(len(setup.options)) if setup.options else "",
            ),
            Item(say("Board"), self._next_board, board_name(say, setup.command().map["name"])),
        ]

    def _next_cards(self) -> Page:
        return replace(self, setup=replace(self.setup, cards=after(self.setup.cards, list(CARDS))))

    def _next_board(self) -> Page:
        """The next board on which this edition can be played, and the edition's own whatever it lacks."""
        own = edition_of(self.setup.edition).board
        others = [replace(self.setup, board=name) for name in map_names() if name != own]
        fitting = [other.board for other in others if not other.lacks()]
        moved = replace(self.setup, board=after(self.setup.board, [None, *fitting]), places={})
        kept = {name: value for name, value in moved.options.items() if name in moved.switches()}
        return replace(self, setup=replace(moved, options=kept))

    def _begin(self, desk: Desk) -> Page:
        if self.setup.cards != TYPED and (trouble := self.setup.trouble()):
            raise trouble
        sight = desk.sight
        if sight is None or sight.view.outcome:
            return self._seat(desk)
        text = desk.say("Give up the game in round {round}?", round=sight.view.round)
        return Question(text, lambda: self._seat(desk), self)

    def _seat(self, desk: Desk) -> Page:
        if self.setup.cards == TYPED:
            return place_page(self, self.setup, desk)
        desk.begin(self.setup.command(), self.setup.clocks)
        return self


def place_page(menu: Page, setup: Setup, desk: Desk) -> Page:
    """The card of the next pawn, typed; after the last, Mister X types his on his own page."""
    missing = [pawn for pawn in (*setup.pawns, *setup.bobbies) if pawn not in setup.places]
    if not missing:
        if edition_of(
            setup.edition
        ).open_play:  # he begins in sight of all, and there is only one card for it
            desk.begin(setup.command(), setup.clocks)
            return menu
        desk.prepare(setup.command(), setup.clocks)
        return pair_first(CardAwaited(menu), desk)
    pawn = missing[0]

    def typed(station: int) -> Page:
        placed = replace(setup, places={**setup.places, pawn: station})
        trouble = placed.trouble()
        if trouble and trouble.refusal is not Refusal.NO_CARDS:
            raise trouble
        return place_page(menu, placed, desk)

    # One who mistyped goes back card by card.
    before = replace(setup, places=dict(list(setup.places.items())[:-1]))
    parent = place_page(menu, before, desk) if setup.places else menu
    title = desk.say("{pawn} starts on", pawn=desk.pawn(pawn))
    return Number(title, 1, setup.largest, typed, parent)


@dataclass(frozen=True, slots=True)
class CardAwaited(Page):
    """Everybody is placed but Mister X, whose card is nobody's business."""

    parent: Page

    def screen(self, desk: Desk) -> Screen:
        if lacks_phone(desk):
            text = desk.say("{name} has no phone to type his card on.", name=desk.his_name)
            return MessageScreen(text, keys=desk.say("A phone #draw one"))
        text = desk.say("{name} types his card on his page.", name=desk.his_name)
        return MessageScreen(text, keys=desk.say("*back #draw one"))

    def press(self, key: Key, desk: Desk) -> Page:
        if key is Key.STAR:
            return self.parent if desk.table.forget_prepared() else self
        if key is Key.A and lacks_phone(desk):
            return pair_first(self, desk)
        if key is Key.HASH:
            desk.table.deal(None, at=desk.seen)
        else:
            desk.refuse()
        return self
