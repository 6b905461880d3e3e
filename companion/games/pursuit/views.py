"""What each audience may know, built from nothing.

The table's view is made from the open half of the game alone. Mister X's adds what is his.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .board import Leg
from .commands import MISTER_X
from .game import Game, Open, Outcome, Side, Window
from .moves import (
    balloon_ready,
    landings,
    mister_x_doubles,
    mister_x_legs,
    movers,
    must_act,
    purse_of,
    waiting,
)
from .tickets import ORDINARY, Ticket
from .turns import token_ready


@dataclass(frozen=True, slots=True)
class WindowView:
    """A row of the travel log."""

    window: int
    ticket: str | None
    station: int | None
    note: str = ""


@dataclass(frozen=True, slots=True)
class PawnView:
    """A detective or bobby."""

    station: int | None
    tickets: Mapping[str, int] | None
    """None: needs no tickets."""
    bobby: bool = False
    tokens: int = 0


@dataclass(frozen=True, slots=True)
class FugitiveView:
    """Mister X."""

    station: int | None
    tickets: Mapping[str, int]
    start: int | None


@dataclass(frozen=True, slots=True)
class FlightView:
    """The helicopter in the air."""

    pawn: str
    to: int


@dataclass(frozen=True, slots=True)
class PublicView:
    """What lies open on the table."""

    audience: str
    edition: str
    board: str
    round: int
    rounds: int | None
    window: int
    windows: int
    reveal_windows: tuple[int, ...]
    turn: str | tuple[str, ...] | None
    may_end_turn: bool
    """The side at turn has nothing left that it must do."""
    outcome: Outcome | None
    log: tuple[WindowView, ...]
    pawns: Mapping[str, PawnView]
    mister_x: FugitiveView
    used_tickets: Mapping[str, int]
    used_tickets_go_to: str
    barriers: tuple[int, ...]
    barriers_left: int
    helicopters_left: int
    helicopter: FlightView | None
    token_played: bool
    banned: str | None
    crimes: int
    supply: Mapping[str, int]
    tiles_turned: tuple[tuple[int, ...], ...]
    options: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class MisterXView(PublicView):
    """What Mister X sees: the table, and what is his."""

    start: int | None = None
    moves: tuple[tuple[str, int], ...] = ()
    doubles: tuple[tuple[tuple[str, int], tuple[str, int]], ...] = ()
    actions: tuple[str, ...] = ()
    """Optional actions he has now."""
    tile: tuple[int, ...] = ()
    crime_tiles: tuple[tuple[int, ...], ...] = ()
    landings: tuple[int, ...] = ()
    """Where the balloon that is in the air can come down."""


def public_view(table: Open, audience: str = "public") -> PublicView:
    """What lies open on the table; detectives and bobbies know no more."""
    log = table.fugitive.log
    shown = log[-1].station if log else table.fugitive.start
    return PublicView(audience=audience, **_common(table), log=_log(log), mister_x=_fugitive(table, shown))


def mister_x_view(game: Game) -> MisterXView:
    """What Mister X sees."""
    table, secret = game.open, game.secret
    log = tuple(
        window._replace(station=station)
        for window, station in zip(table.fugitive.log, secret.trail, strict=True)
    )
    his_turn = table.turn.side is Side.MISTER_X
    moves, doubles = mister_x_options(game)
    return MisterXView(
        audience=MISTER_X,
        **_common(table),
        log=_log(log),
        mister_x=_fugitive(table, secret.station or None, secret.start or None),
        start=secret.start or None,
        moves=in_words(moves),
        doubles=tuple(sorted(map(pair_in_words, doubles))),
        actions=_actions(game) if his_turn else (),
        tile=secret.tile,
        crime_tiles=tuple(_tile(table, tile) for tile in secret.hand),
        landings=_landings(game),
    )


def mister_x_options(game: Game) -> tuple[tuple[Leg, ...], tuple[tuple[Leg, Leg], ...]]:
    """The rides and double moves Mister X has now."""
    table, here = game.open, game.secret.station
    if table.turn.side is not Side.MISTER_X or not table.turn.legs or table.extras.landing:
        return (), ()
    return mister_x_legs(table, here), mister_x_doubles(table, here)


def in_words(legs: tuple[Leg, ...]) -> tuple[tuple[str, int], ...]:
    """Rides as people say them, sorted."""
    return tuple(sorted(map(_words, legs)))


def pair_in_words(pair: tuple[Leg, Leg]) -> tuple[tuple[str, int], tuple[str, int]]:
    """A double move as people say it."""
    return _words(pair[0]), _words(pair[1])


def _words(leg: Leg) -> tuple[str, int]:
    return Ticket(leg.ticket).word, leg.to


def turn_of(table: Open) -> str | tuple[str, ...] | None:
    """Whose turn it is: a name in a fixed order, the pawns that can act in a free one, None when over."""
    rules, side = table.rules, table.turn.side
    if side is Side.NOBODY:
        return None
    if side is not Side.DETECTIVES:
        return MISTER_X
    if table.turn.pending:
        seats = movers(table)
    elif rules.edition.characters:
        seats = [seat for seat in range(len(rules.detectives)) if token_ready(table, seat)]
    else:
        seats = [table.extras.mover]
    names = tuple(rules.pawns[seat] for seat in seats)
    return names if rules.free_order else names[0]


def may_end_turn(table: Open) -> bool:
    """Whether the side at turn may say that it is done."""
    turn = table.turn
    if turn.side is Side.MISTER_X:
        return not turn.legs and not table.extras.landing
    if turn.side is not Side.DETECTIVES:
        return False
    seats = waiting(table) if table.rules.free_order else waiting(table)[:1]
    return not any(must_act(table, seat) for seat in seats)


def _common(table: Open) -> dict[str, Any]:
    rules, extras = table.rules, table.extras
    return {
        "edition": rules.edition.name,
        "board": rules.board.name,
        "round": table.turn.round,
        "rounds": rules.number("rounds") if rules.by_rounds else None,
        "window": table.window,
        "windows": rules.windows,
        "reveal_windows": rules.edition.reveal_windows,
        "turn": turn_of(table),
        "may_end_turn": may_end_turn(table),
        "outcome": table.outcome,
        "pawns": {pawn: _pawn(table, seat) for seat, pawn in enumerate(rules.pawns)},
        "used_tickets": _used(table),
        "used_tickets_go_to": rules.edition.used_tickets_go_to,
        "barriers": tuple(n for n in rules.board.stations if extras.barred >> n & 1),
        "barriers_left": extras.barriers,
        "helicopters_left": extras.flights,
        "helicopter": FlightView(rules.pawns[extras.hovering], extras.target)
        if extras.hovering >= 0
        else None,
        "token_played": extras.token_played,
        "banned": extras.ban.word if extras.ban is not None else None,
        "crimes": extras.crimes,
        "supply": {"black": extras.supply[0], "double": extras.supply[1]},
        "tiles_turned": extras.turned,
        "options": dict(rules.options),
    }


def _pawn(table: Open, seat: int) -> PawnView:
    rules = table.rules
    bobby = seat >= len(rules.detectives)
    free = bobby or not rules.edition.detective_tickets
    tickets = None if free else _named(purse_of(table, seat))
    tokens = 0 if bobby else table.extras.tokens[seat]
    return PawnView(table.where[seat] or None, tickets, bobby, tokens)


def _named(purse: tuple[int, ...]) -> dict[str, int]:
    return {ticket.word: purse[ticket] for ticket in ORDINARY}


def _used(table: Open) -> dict[str, int]:
    """The tickets detectives have given away, by kind."""
    rules = table.rules
    if not rules.edition.detective_tickets:
        return {}
    at_first, now = zip(*rules.purses, strict=True), zip(*table.purses, strict=True)
    return _named(tuple(sum(a) - sum(b) for a, b in zip(at_first, now, strict=True)))


def _fugitive(table: Open, station: int | None, start: int | None = None) -> FugitiveView:
    tickets = {"black": table.fugitive.tickets[Ticket.BLACK], "double": table.fugitive.doubles}
    if table.rules.edition.finite_tickets:
        tickets |= _named(table.fugitive.tickets)
    return FugitiveView(station, tickets, start or table.fugitive.start)


def _log(log: tuple[Window, ...]) -> tuple[WindowView, ...]:
    return tuple(
        WindowView(number, None if ticket is None else ticket.word, station, note)
        for number, (ticket, station, note) in enumerate(log, 1)
    )


def _tile(table: Open, tile: int) -> tuple[int, ...]:
    scene = table.rules.board.crime_tiles[tile]
    return tuple(n for n in table.rules.board.stations if scene >> n & 1)


def _landings(game: Game) -> tuple[int, ...]:
    table = game.open
    if not table.extras.landing:
        return ()
    return landings(table, table.extras.turned[-1], table.turn.legs == 2)


def _actions(game: Game) -> tuple[str, ...]:
    """What Mister X may do besides riding."""
    table, secret = game.open, game.secret
    rules, turn, extras = table.rules, table.turn, table.extras
    board, here = rules.board, secret.station
    found = []
    if extras.landing:
        return ("balloon",)
    hideout = bool(board.hideouts >> here & 1)
    if turn.legs and hideout and balloon_ready(table):
        found.append("balloon")
    if rules.stops and table.window and (not turn.legs or turn.doubled):
        if any(board.crime_tiles[tile] >> here & 1 for tile in secret.hand):
            found.append("crime")
        if hideout and not extras.stopped and any(extras.supply):
            found.append("hideout")
        if hideout and not extras.stopped and turn.due:
            found.append("hide")
    if rules.on("show_and_take") and not turn.legs:
        found.append("show")
    if may_end_turn(table):
        found.append("end_turn")
    return tuple(found)
