"""What the detectives may do now, in words that can be put on a screen: read off the open table alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from .board import numbers_of
from .game import Open, Side
from .moves import can_board, can_descend, movers, seat_legs, tickets_of
from .tickets import ORDINARY, Ticket
from .turns import token_ready
from .views import may_end_turn


@dataclass(frozen=True, slots=True)
class PawnChoices:
    """How a pawn can move."""

    rides: tuple[tuple[str, int], ...]
    """Ticket and station, sorted by station, then by ticket."""
    board: tuple[str, ...] = ()
    """The tickets with which he can board the helicopter, to any other station."""
    descend: tuple[str, ...] = ()
    """The tickets with which he can get off."""


@dataclass(frozen=True, slots=True)
class BarrierChoice:
    """Who may put a barrier where."""

    pawn: str
    at: tuple[int, ...]
    standing: tuple[int, ...]
    """Barriers that may be taken from where they stand."""
    left: int
    """Barriers that he may put up without taking one from elsewhere."""


@dataclass(frozen=True, slots=True)
class TeamChoices:
    """Everything that the detectives may do; nothing when it is not their turn."""

    pawns: Mapping[str, PawnChoices] = field(default_factory=dict)
    """The pawns that may move now, by seat."""
    tokens: Mapping[str, str] = field(default_factory=dict)
    """Who could play his token now, and its kind."""
    symbols: tuple[str, ...] = ()
    """What a ``symbol`` token can ask for."""
    bans: tuple[str, ...] = ()
    """The tickets that a ``ban`` token can forbid."""
    barrier: BarrierChoice | None = None
    may_end: bool = False


def team_choices(table: Open) -> TeamChoices:
    """What the detectives may do now."""
    if table.turn.side is not Side.DETECTIVES:
        return TeamChoices()
    tokens = _tokens(table)
    return TeamChoices(
        pawns={table.rules.pawns[seat]: _pawn(table, seat) for seat in movers(table)},
        tokens=tokens,
        symbols=tuple(table.rules.board.symbols) if "symbol" in tokens.values() else (),
        bans=table.rules.edition.bans if "ban" in tokens.values() else (),
        barrier=_lestrades(table, tokens) if table.rules.edition.characters else _movers(table),
        may_end=may_end_turn(table),
    )


def within_reach(table: Open) -> tuple[int, ...]:
    """Every station where a detective or bobby could be after their next turn, were nobody in his way."""
    board, found = table.rules.board, 0
    for seat, station in enumerate(table.where):
        if station:
            found |= board.legs(station, tickets_of(table, seat)).targets
        elif tickets_of(table, seat):
            found |= 1 << table.extras.target  # where the helicopter waits for him to get off
    return tuple(numbers_of(found))


def _pawn(table: Open, seat: int) -> PawnChoices:
    by_station = sorted((leg.to, Ticket(leg.ticket).word) for leg in seat_legs(table, seat))
    pays = tuple(ticket.word for ticket in ORDINARY if tickets_of(table, seat) >> ticket & 1)
    return PawnChoices(
        tuple((word, to) for to, word in by_station),
        pays if can_board(table, seat) else (),
        pays if can_descend(table, seat) else (),
    )


def _tokens(table: Open) -> dict[str, str]:
    rules = table.rules
    return {
        pawn: rules.edition.characters[pawn]
        for seat, pawn in enumerate(rules.detectives)
        if rules.edition.characters and token_ready(table, seat)
    }


def _lestrades(table: Open, tokens: Mapping[str, str]) -> BarrierChoice | None:
    """A barrier that is a character's token: where he was and where he is."""
    for pawn, kind in tokens.items():
        if kind == "barrier":
            seat = table.rules.seats[pawn]
            both = (table.extras.left[seat], table.where[seat])
            free = tuple(station for station in both if not table.extras.barred >> station & 1)
            return BarrierChoice(pawn, free, (), table.extras.tokens[seat])
    return None


def _movers(table: Open) -> BarrierChoice | None:
    """A barrier from the box, or one that stands: where somebody has just been."""
    extras = table.extras
    standing = tuple(numbers_of(extras.barred)) if table.rules.edition.move_barriers else ()
    if extras.mover < 0 or not (extras.barriers or standing):
        return None
    left = extras.left[extras.mover]
    if extras.barred >> left & 1:
        return None
    return BarrierChoice(table.rules.pawns[extras.mover], (left,), standing, extras.barriers)
