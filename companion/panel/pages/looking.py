"""Pages to look at: tickets and places, the travel log."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from ...games.pursuit.commands import MISTER_X
from ...games.pursuit.tickets import ORDINARY
from ...sight import Sight
from ..desk import Desk
from ..screens.purses import ROWS, PurseRow, PursesScreen
from ..screens.screen import Screen
from ..screens.track import COLUMNS, TrackCell, TrackScreen
from ..screens.track import ROWS as TRACK_ROWS
from .leaves import Leaves, ListLeaves
from .page import sight_of

WINDOWS = TRACK_ROWS * COLUMNS
"""So many windows of the log fit on one screen."""


@dataclass(frozen=True, slots=True)
class Purses(Leaves[PurseRow]):
    """Where everybody stands and what he has left."""

    rows_a_leaf: ClassVar[int] = ROWS

    def rows(self, desk: Desk) -> Sequence[PurseRow]:
        return _purse_rows(sight_of(desk), desk)

    def screen(self, desk: Desk) -> Screen:
        heads = tuple(ticket.word for ticket in ORDINARY) if _counted(sight_of(desk)) else ()
        title = desk.say("Tickets") if heads else desk.say("Places")
        return PursesScreen(title, heads, self.seen(desk), self.keys(desk))


def _counted(sight: Sight) -> bool:
    return any(pawn.tickets is not None for pawn in sight.view.pawns.values())


def _purse_rows(sight: Sight, desk: Desk) -> list[PurseRow]:
    view = sight.view
    common = bool(view.options.get("shared_purse"))
    rows = []
    for name, pawn in view.pawns.items():
        tickets = _counts(pawn.tickets) if pawn.tickets and not common else ()
        station = str(pawn.station) if pawn.station else desk.say("air")
        rows.append(PurseRow(desk.pawn(name), station, tickets))
    if common:
        purse = next(pawn.tickets for pawn in view.pawns.values() if pawn.tickets)
        rows.insert(0, PurseRow(desk.say("Team"), "", _counts(purse)))
    his = view.mister_x
    if his.station or "taxi" in his.tickets:
        tickets = _counts(his.tickets) if "taxi" in his.tickets else ()
        rows.append(PurseRow(desk.pawn(MISTER_X), str(his.station or ""), tickets))
    return rows


def _counts(purse: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(str(purse[ticket.word]) for ticket in ORDINARY)


@dataclass(frozen=True, slots=True)
class Pieces(ListLeaves):
    """What else lies on the table: barriers, the helicopter, tokens, crimes."""

    def title(self, desk: Desk) -> str:
        return desk.say("On the table")

    def rows(self, desk: Desk) -> Sequence[tuple[str, str]]:
        return pieces(desk)


def pieces(desk: Desk) -> list[tuple[str, str]]:
    """What the special rules have put on the table; nothing where there are none."""
    sight, say = sight_of(desk), desk.say
    view, found = sight.view, []
    if view.options.get("helicopters"):
        found.append((say("Flights left"), str(view.helicopters_left)))
        if view.helicopter:
            found.append(
                (say("{pawn} flies to", pawn=desk.pawn(view.helicopter.pawn)), str(view.helicopter.to))
            )
    if view.options.get("barriers"):
        found.append((say("Barriers left"), str(view.barriers_left)))
    found += [(say("Barrier on"), str(station)) for station in view.barriers]
    if sight.edition.characters:
        found += [
            (say("{pawn}'s tokens", pawn=desk.pawn(name)), str(pawn.tokens))
            for name, pawn in view.pawns.items()
            if not pawn.bobby
        ]
    if view.banned:
        found.append((say("Forbidden"), desk.ticket(view.banned)))
    if crimes := view.options.get("crimes"):
        found.append((say("Crimes"), f"{view.crimes}/{crimes}"))
    if any(view.supply.values()):
        found.append((say("Supply: black"), str(view.supply["black"])))
        found.append((say("Supply: double"), str(view.supply["double"])))
    return found


@dataclass(frozen=True, slots=True)
class Track(Leaves[TrackCell]):
    """The travel log, window by window."""

    rows_a_leaf: ClassVar[int] = WINDOWS

    def rows(self, desk: Desk) -> Sequence[TrackCell]:
        view = sight_of(desk).view
        filled = [
            TrackCell(row.window, row.ticket, row.station, True, row.window in view.reveal_windows)
            for row in view.log
        ]
        coming = range(len(filled) + 1, view.windows + 1)
        return [*filled, *(TrackCell(window, reveal=window in view.reveal_windows) for window in coming)]

    def screen(self, desk: Desk) -> Screen:
        view = sight_of(desk).view
        his = view.mister_x
        if his.start and view.outcome:
            title = desk.say("He began on {start}.", start=his.start)
        else:
            black, double = his.tickets["black"], his.tickets["double"]
            title = desk.say("Black {black}  double {double}", black=black, double=double)
        return TrackScreen(title, self.seen(desk), self.keys(desk))
