"""What stands on Mister X's page, made from his view and ready to be laid out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.tickets import ORDINARY, TICKETS
from companion.games.pursuit.views import MisterXView, PawnView
from companion.names import COLOURS, Say, pawn_name, ticket_name
from companion.table import Sight, Table

INITIALS = {"brown": "N"}
"""Blue has the B."""


class Ride(NamedTuple):
    """One button."""

    ticket: str
    to: int
    doubles: bool
    """It can be the first half of a double move."""


@dataclass(frozen=True, slots=True)
class Detective:
    """A line about a pawn."""

    pawn: str
    """As the rules call it."""
    name: str
    look: str
    """A colour, ``bobby`` or ``other``."""
    initial: str
    station: int | None
    tickets: Mapping[str, int] | None


@dataclass(frozen=True, slots=True)
class HisPage:
    """Everything on the page, or a page that waits for a game where ``view`` is None."""

    step: str
    name: str
    """What this edition calls him."""
    tickets: Mapping[str, str] = field(default_factory=dict)
    """What it calls each ticket."""
    card_awaited: bool = False
    """A game is set up and only waits for the card he drew."""
    view: MisterXView | None = None
    paused: bool = False
    his_turn: bool = False
    places: tuple[tuple[int, tuple[Ride, ...]], ...] = ()
    """Each station he can ride to, with the tickets that take him there."""
    starts: tuple[int, ...] = ()
    next_reveal: int | None = None
    detectives: tuple[Detective, ...] = ()
    takes: tuple[tuple[Detective, tuple[str, ...]], ...] = ()
    """What he can take from each detective when he shows himself."""
    seen: frozenset[int] = frozenset()
    """The windows in which the table saw him."""
    may_take_back: bool = False


def his_page(table: Table, say: Say) -> HisPage:
    """His page as things stand, with names in the language of *say*."""
    # The number is read first: should the table move on meanwhile, what he presses is refused, not misread.
    step, sight = str(table.step), table.sight()
    if table.prepared or sight is None:
        return HisPage(step, pawn_name(say, MISTER_X), card_awaited=table.prepared is not None)
    view, words, paused = table.mister_x(), sight.edition.words, table.paused
    his_turn = view.turn == MISTER_X and not paused
    detectives = tuple(_detective(name, pawn, say) for name, pawn in view.pawns.items())
    return HisPage(
        step=step,
        name=pawn_name(say, MISTER_X, words),
        tickets={ticket: ticket_name(say, ticket, words) for ticket in TICKETS},
        view=view,
        paused=paused,
        his_turn=his_turn,
        places=_places(view),
        starts=_starts(view) if his_turn else (),
        next_reveal=next((window for window in view.reveal_windows if window > view.window), None),
        detectives=detectives,
        takes=_takes(detectives),
        seen=frozenset(row.window for row in sight.view.log if row.station),
        may_take_back=may_take_back(sight),
    )


def may_take_back(sight: Sight | None) -> bool:
    """Whether the last step was his, and nothing secret came out in it."""
    if sight is None or sight.undoable is None or sight.view.outcome:
        return False
    step = sight.undoable
    return step.whose == MISTER_X and not step.by_clock and not step.told


def _places(view: MisterXView) -> tuple[tuple[int, tuple[Ride, ...]], ...]:
    firsts = {first for first, _ in view.doubles}
    places: dict[int, list[Ride]] = {}
    for ticket, to in sorted(view.moves, key=lambda move: (move[1], TICKETS[move[0]])):
        places.setdefault(to, []).append(Ride(ticket, to, (ticket, to) in firsts))
    return tuple((to, tuple(rides)) for to, rides in places.items())


def _starts(view: MisterXView) -> tuple[int, ...]:
    """The stations of his tile while he has to choose one."""
    taken = {pawn.station for pawn in view.pawns.values()}
    return tuple(station for station in view.tile if station not in taken) if view.start is None else ()


def _takes(detectives: tuple[Detective, ...]) -> tuple[tuple[Detective, tuple[str, ...]], ...]:
    found = []
    for one in detectives:
        tickets = one.tickets or {}
        kinds = tuple(ticket.word for ticket in ORDINARY if tickets.get(ticket.word, 0) > 0)
        if kinds and one.look != "bobby":
            found.append((one, kinds))
    return tuple(found)


def _detective(name: str, pawn: PawnView, say: Say) -> Detective:
    look = "bobby" if pawn.bobby else name if name in COLOURS else "other"
    initial = INITIALS.get(name, name[0].upper())
    return Detective(name, pawn_name(say, name), look, initial, pawn.station, pawn.tickets)
