"""What only some editions have: helicopter, barriers, tokens.

*home* is the page of the game, where a command that was carried out leads; *parent* is where * leads.
"""

from __future__ import annotations

from collections.abc import Callable

from ...games.pursuit import commands as c
from ...games.pursuit.refusals import Refusal, Refused
from ...games.pursuit.tickets import ORDINARY, TICKETS
from ...names import SYMBOLS
from ...sight import Sight
from ..desk import Desk
from .page import Item, Number, Page, Pick, sight_of


def _carry_out(home: Page, desk: Desk, command: c.Command) -> Callable[[], Page]:
    def carry_out() -> Page:
        desk.submit(command)
        return home

    return carry_out


def helicopter_page(home: Page, parent: Page, desk: Desk, pawn: str) -> Page:
    """Where to, then what to pay with."""
    sight = sight_of(desk)
    if pawn not in sight.choices.pawns:
        desk.tell(desk.say("Nobody can board just now."))
        return parent
    tickets = sight.choices.pawns[pawn].board
    if not tickets:
        # Which reason it is, the referee knows best: any flight will do to ask him.
        desk.check(c.Helicopter(pawn, ORDINARY[0], _elsewhere(sight, pawn)))
        raise Refused(Refusal.NO_TICKET, ticket=ORDINARY[0].word)

    def pay(to: int) -> Page:
        desk.check(c.Helicopter(pawn, TICKETS[tickets[0]], to))
        items = tuple(
            Item(desk.ticket(ticket), _carry_out(home, desk, c.Helicopter(pawn, TICKETS[ticket], to)))
            for ticket in tickets
        )
        return Pick(parent, heading=desk.say("Pay with"), choices=items)

    return Number(desk.say("Fly to"), 1, sight.largest, pay, parent)


def _elsewhere(sight: Sight, pawn: str) -> int:
    return 1 if sight.view.pawns[pawn].station != 1 else 2


def barrier_page(home: Page, parent: Page, desk: Desk) -> Page:
    """Where the barrier goes, and which one it is: a new one or one that stands."""
    choice = sight_of(desk).choices.barrier
    if choice is None:
        desk.tell(desk.say("No barrier can be put up now."))
        return parent
    items = []
    for at in choice.at:
        if choice.left:
            items.append(Item(desk.say("on {at}", at=at), _carry_out(home, desk, c.Barrier(choice.pawn, at))))
        items += [
            Item(
                desk.say("{moved} to {at}", moved=moved, at=at),
                _carry_out(home, desk, c.Barrier(choice.pawn, at, moved)),
            )
            for moved in choice.standing
        ]
    return Pick(parent, heading=desk.say("Barrier"), choices=tuple(items))


def token_page(home: Page, parent: Page, desk: Desk) -> Page:
    """Whose token, then what it asks for."""
    if not sight_of(desk).choices.tokens:
        desk.tell(desk.say("No token can be played now."))
        return parent
    items = tuple(
        Item(desk.pawn(pawn), _ask(home, parent, desk, pawn, kind))
        for pawn, kind in sight_of(desk).choices.tokens.items()
    )
    return Pick(parent, heading=desk.say("Whose token?"), choices=items)


def _ask(home: Page, parent: Page, desk: Desk, pawn: str, kind: str) -> Callable[[], Page]:
    choices = sight_of(desk).choices
    if kind == "barrier":
        return lambda: barrier_page(home, parent, desk)
    if kind == "symbol":
        words = [(desk.say(SYMBOLS.get(word, word)), c.Token(pawn, symbol=word)) for word in choices.symbols]
    elif kind == "ban":
        words = [(desk.ticket(word), c.Token(pawn, ticket=TICKETS[word])) for word in choices.bans]
    else:
        return _carry_out(home, desk, c.Token(pawn))
    items = tuple(Item(label, _carry_out(home, desk, command)) for label, command in words)
    return lambda: Pick(parent, heading=desk.pawn(pawn), choices=items)
