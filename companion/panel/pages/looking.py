"""Pages to look at: tickets and places, the travel log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from firmware.keys import Key

from ...games.pursuit.commands import MISTER_X
from ...games.pursuit.tickets import ORDINARY
from ...table import Sight
from ..desk import Desk
from ..screens.list import ROWS as LIST_ROWS
from ..screens.list import ListScreen
from ..screens.purses import ROWS, PurseRow, PursesScreen
from ..screens.screen import Screen
from ..screens.track import COLUMNS, TrackCell, TrackScreen
from ..screens.track import ROWS as TRACK_ROWS
from .extras import sight_of
from .page import Page

WINDOWS = TRACK_ROWS * COLUMNS
"""So many windows of the log fit on one screen."""


@dataclass(frozen=True, slots=True)
class Leaves(Page):
    """Something longer than a screen: A and B turn its leaves, # and * close it."""

    parent: Page
    leaf: int = 0

    def leaves(self, desk: Desk) -> int:
        """How many there are."""
        raise NotImplementedError

    def keys(self, desk: Desk) -> str:
        return desk.say("AB turn  #ok") if self.leaves(desk) > 1 else desk.say("#ok")

    def refresh(self, desk: Desk) -> Page:
        return self

    def press(self, key: Key, desk: Desk) -> Page:
        if key in (Key.HASH, Key.STAR):
            return self.parent
        if key in (Key.A, Key.B):
            step = 1 if key is Key.B else -1
            return replace(self, leaf=(self.leaf + step) % self.leaves(desk))
        desk.refuse()
        return self


@dataclass(frozen=True, slots=True)
class Purses(Leaves):
    """Where everybody stands and what he has left."""

    def leaves(self, desk: Desk) -> int:
        return -(-len(_purse_rows(sight_of(desk), desk)) // ROWS)

    def screen(self, desk: Desk) -> Screen:
        sight = sight_of(desk)
        rows = _purse_rows(sight, desk)[self.leaf * ROWS : (self.leaf + 1) * ROWS]
        heads = tuple(ticket.word for ticket in ORDINARY) if _counted(sight) else ()
        return PursesScreen(
            desk.say("Tickets") if heads else desk.say("Places"), heads, tuple(rows), self.keys(desk)
        )


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
class Pieces(Leaves):
    """What else lies on the table: barriers, the helicopter, tokens, crimes."""

    def leaves(self, desk: Desk) -> int:
        return -(-len(pieces(desk)) // LIST_ROWS)

    def screen(self, desk: Desk) -> Screen:
        rows = pieces(desk)[self.leaf * LIST_ROWS :][:LIST_ROWS]
        return ListScreen(desk.say("On the table"), tuple(rows), self.keys(desk))


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
class Track(Leaves):
    """The travel log, window by window."""

    def leaves(self, desk: Desk) -> int:
        return -(-sight_of(desk).view.windows // WINDOWS)

    def screen(self, desk: Desk) -> Screen:
        view = sight_of(desk).view
        his = view.mister_x.tickets
        cells = []
        for window in range(self.leaf * WINDOWS + 1, min((self.leaf + 1) * WINDOWS, view.windows) + 1):
            row = view.log[window - 1] if window <= len(view.log) else None
            cells.append(
                TrackCell(
                    window,
                    row.ticket if row else None,
                    row.station if row else None,
                    row is not None,
                    window in view.reveal_windows,
                )
            )
        if view.mister_x.start and view.outcome:
            title = desk.say("He began on {start}.", start=view.mister_x.start)
        else:
            title = desk.say("Black {black}  double {double}", black=his["black"], double=his["double"])
        return TrackScreen(title, tuple(cells), self.keys(desk))
