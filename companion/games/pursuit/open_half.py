"""The open half of a game, folded from public events.

Whoever heard the same events at the table gets the same half: there is nothing else to make it from.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from . import events as e
from .commands import MISTER_X
from .edition import Edition, Rules
from .game import Extras, Fugitive, Open, Outcome, Side, Turn, Window
from .tickets import Purse, Ticket, spend


def apply_open(table: Open | None, event: e.Event) -> Open:
    """The open table after a public event."""
    if isinstance(event, e.Started):
        return _lay_out(event)
    assert table is not None
    return _SHOW[type(event)](table, event)


def _lay_out(event: e.Started) -> Open:
    rules = Rules.choose(Edition.read(event.edition), event.map, event.detectives, event.options)
    edition = rules.edition
    extras = Extras(
        flights=rules.number("helicopters"),
        barriers=rules.number("barriers"),
        left=(0,) * len(rules.pawns),
        tokens=(rules.number("tokens"),) * len(rules.detectives),
        supply=(edition.supply.get("black", 0), edition.supply.get("double", 0)),
    )
    fugitive = Fugitive(rules.mister_x_purse, rules.number("doubles"))
    picks = edition.pick_start and not event.own_cards and not rules.on("free_start")
    turn = Turn(side=Side.START if picks else Side.MISTER_X)
    return Open(rules, turn, event.places, rules.purses, fugitive, extras, event.own_cards)


def _travelled(table: Open, event: e.Travelled) -> Open:
    if event.pawn == MISTER_X:
        return _fled(table, event)
    seat = table.rules.seats[event.pawn]
    assert event.ticket is not None
    assert event.to is not None
    return _moved(table, seat, event.ticket, event.to)


def _fled(table: Open, event: e.Travelled) -> Open:
    fugitive = table.fugitive
    tickets = fugitive.tickets
    if event.ticket is not None and (event.ticket is Ticket.BLACK or table.rules.edition.finite_tickets):
        tickets = spend(tickets, event.ticket)
    return _filled(table, Window(event.ticket, event.to), tickets, event.double)


def _filled(table: Open, window: Window, tickets: Purse, double: bool, extras: Extras | None = None) -> Open:
    """Mister X has filled a window of his log."""
    fugitive, turn = table.fugitive, table.turn
    log = (*fugitive.log, window)
    if extras is None:
        extras = table.extras
    if extras.stopped:
        extras = replace(extras, stopped="")
    return Open(
        table.rules,
        Turn(
            turn.round,
            Side.MISTER_X,
            1 if double else 0,
            turn.doubled or double,
            len(log) in table.rules.reveals and window.station is None,
        ),
        table.where,
        table.purses,
        Fugitive(tickets, fugitive.doubles - double, log, fugitive.start),
        extras,
        table.own_cards,
    )


def _moved(table: Open, seat: int, ticket: Ticket, to: int) -> Open:
    """A detective or bobby has left his station; *to* is 0 for the air."""
    rules, turn, extras = table.rules, table.turn, table.extras
    if rules.remembers_steps:
        here = table.where[seat]
        left = (*extras.left[:seat], here, *extras.left[seat + 1 :])
        # Bobbies carry no barriers, and who gets off the helicopter has left no station.
        puts = here > 0 and seat < len(rules.detectives)
        extras = replace(extras, left=left, mover=seat if puts else -1)
    return Open(
        rules,
        Turn(turn.round, Side.DETECTIVES, 0, False, False, turn.pending & ~(1 << seat)),
        (*table.where[:seat], to, *table.where[seat + 1 :]),
        _paid(table, seat, ticket),
        table.fugitive,
        extras,
        table.own_cards,
    )


def _paid(table: Open, seat: int, ticket: int) -> tuple[Purse, ...]:
    rules = table.rules
    if seat >= len(rules.detectives) or not rules.edition.detective_tickets:
        return table.purses
    purses = table.purses
    if rules.shared_purse:
        return (spend(purses[0], ticket),)
    return (*purses[:seat], spend(purses[seat], ticket), *purses[seat + 1 :])


def _shown(table: Open, event: e.Shown) -> Open:
    if not table.window:
        return replace(table, fugitive=replace(table.fugitive, start=event.at))
    log = table.fugitive.log
    return replace(
        table,
        turn=replace(table.turn, due=False),
        fugitive=replace(table.fugitive, log=(*log[:-1], log[-1]._replace(station=event.at))),
    )


def _hid(table: Open, _: e.Hid) -> Open:
    log = table.fugitive.log
    return replace(
        table,
        turn=replace(table.turn, due=False),
        fugitive=replace(table.fugitive, log=(*log[:-1], log[-1]._replace(note="hideout"))),
        extras=replace(table.extras, stopped="hid"),
    )


def _tickets_taken(table: Open, event: e.TicketsTaken) -> Open:
    for pawn, ticket in event.tickets:
        table = replace(table, purses=_paid(table, table.rules.seats[pawn], ticket))
    return table


def _crossed(table: Open, _: e.Crossed) -> Open:
    return _filled(table, Window(None, None, "crossed"), table.fugitive.tickets, False)


def _lingered(table: Open, _: e.Lingered) -> Open:
    return _filled(table, Window(None, None, "time"), table.fugitive.tickets, False)


def _crime_committed(table: Open, _: e.CrimeCommitted) -> Open:
    return replace(table, extras=replace(table.extras, crimes=table.extras.crimes + 1))


def _hideout_took(table: Open, event: e.HideoutTook) -> Open:
    black = int(event.what == "black")
    supply, ripening = table.extras.supply, table.extras.ripening
    return replace(
        table,
        extras=replace(
            table.extras,
            supply=(supply[0] - black, supply[1] - 1 + black),
            ripening=(ripening[0] + black, ripening[1] + 1 - black),
            stopped="took",
        ),
    )


def _tile_turned(table: Open, event: e.TileTurned) -> Open:
    # The card of a double move is spent as soon as the tile is turned up: that cannot be taken back.
    return replace(
        table,
        turn=replace(
            table.turn,
            legs=2 if event.double else table.turn.legs,
            doubled=table.turn.doubled or event.double,
        ),
        fugitive=replace(table.fugitive, doubles=table.fugitive.doubles - event.double),
        extras=replace(
            table.extras, turned=(*table.extras.turned, event.tile), landing=event.lands, flown=True
        ),
    )


def _flew(table: Open, event: e.Flew) -> Open:
    again = table.turn.legs == 2
    landed = _filled(
        table,
        Window(None, event.to, "balloon"),
        table.fugitive.tickets,
        False,
        replace(table.extras, landing=False),
    )
    return replace(landed, turn=replace(landed.turn, legs=1)) if again else landed


def _detectives_began(table: Open, _: e.DetectivesBegan) -> Open:
    extras = table.extras
    if extras.ban is not None or extras.stopped:
        extras = replace(extras, ban=None, stopped="")
    rules = table.rules
    return Open(
        rules,
        Turn(table.turn.round, Side.DETECTIVES, 0, False, False, rules.everyone),
        table.where,
        table.purses,
        table.fugitive,
        extras,
        table.own_cards,
    )


def _passed(table: Open, event: e.Passed) -> Open:
    pending = table.turn.pending
    for pawn in event.pawns:
        pending &= ~(1 << table.rules.seats[pawn])
    # Who declines has had his turn: it is too late for a barrier of the one before him.
    extras = replace(table.extras, mover=-1) if event.declined else table.extras
    return replace(table, turn=replace(table.turn, pending=pending), extras=extras)


def _boarded(table: Open, event: e.Boarded) -> Open:
    seat = table.rules.seats[event.pawn]
    table = _moved(table, seat, event.ticket, 0)
    flights = table.extras.flights - 1
    return replace(table, extras=replace(table.extras, flights=flights, hovering=seat, target=event.to))


def _descended(table: Open, event: e.Descended) -> Open:
    table = _moved(table, table.rules.seats[event.pawn], event.ticket, event.to)
    return replace(table, extras=replace(table.extras, hovering=-1, target=0))


def _corrected(table: Open, event: e.Corrected) -> Open:
    seat = table.rules.seats[event.pawn]
    extras = table.extras
    if extras.left[seat] == event.to:
        # He never left: no barrier goes under his own feet.
        left = (*extras.left[:seat], 0, *extras.left[seat + 1 :])
        extras = replace(extras, left=left, mover=-1 if extras.mover == seat else extras.mover)
    return replace(table, where=(*table.where[:seat], event.to, *table.where[seat + 1 :]), extras=extras)


def _barrier_put(table: Open, event: e.BarrierPut) -> Open:
    extras = table.extras
    barred = extras.barred | 1 << event.at
    if table.rules.edition.characters:
        extras = _token_spent(table, event.pawn)
    elif event.moved is None:
        extras = replace(extras, barriers=extras.barriers - 1)
    else:
        barred &= ~(1 << event.moved)
    return replace(table, extras=replace(extras, barred=barred, mover=-1))


def _token_spent(table: Open, pawn: str) -> Extras:
    seat = table.rules.seats[pawn]
    return replace(table.extras, tokens=spend(table.extras.tokens, seat), token_played=True)


def _told(table: Open, event: e.QuarterTold | e.SymbolTold) -> Open:
    return replace(table, extras=_token_spent(table, event.pawn))


def _ticket_banned(table: Open, event: e.TicketBanned) -> Open:
    return replace(table, extras=replace(_token_spent(table, event.pawn), ban=event.ticket))


def _recalled(table: Open, event: e.Recalled) -> Open:
    log = table.fugitive.log
    window = log[event.window - 1]._replace(station=event.at)
    return replace(
        table,
        fugitive=replace(table.fugitive, log=(*log[: event.window - 1], window, *log[event.window :])),
        extras=_token_spent(table, event.pawn),
    )


def _round_began(table: Open, event: e.RoundBegan) -> Open:
    fugitive, extras = table.fugitive, table.extras
    if table.rules.remembers_steps:
        extras = replace(extras, left=(0,) * len(table.where), mover=-1, token_played=False)
    if any(extras.ripening):
        black, double = extras.ripening
        tickets = (*fugitive.tickets[:-1], fugitive.tickets[-1] + black)
        fugitive = replace(fugitive, tickets=tickets, doubles=fugitive.doubles + double)
        extras = replace(extras, ripening=(0, 0))
    return Open(table.rules, Turn(event.round), table.where, table.purses, fugitive, extras, table.own_cards)


def _ended(table: Open, event: e.Ended) -> Open:
    log = tuple(
        window._replace(station=station)
        for window, station in zip(table.fugitive.log, event.trail, strict=True)
    )
    return replace(
        table,
        turn=replace(table.turn, side=Side.NOBODY, legs=0, due=False, pending=0),
        fugitive=replace(table.fugitive, log=log, start=event.start),
        outcome=Outcome(event.winner, event.reason, event.by, event.at),
    )


def _started_turn(table: Open, _: e.StartPicked) -> Open:
    return replace(table, turn=Turn())


_SHOW: dict[type, Callable[[Open, Any], Open]] = {
    e.Travelled: _travelled,
    e.StartPicked: _started_turn,
    e.Shown: _shown,
    e.Hid: _hid,
    e.TicketsTaken: _tickets_taken,
    e.Crossed: _crossed,
    e.Lingered: _lingered,
    e.CrimeCommitted: _crime_committed,
    e.HideoutTook: _hideout_took,
    e.TileTurned: _tile_turned,
    e.Flew: _flew,
    e.DetectivesBegan: _detectives_began,
    e.Passed: _passed,
    e.Boarded: _boarded,
    e.Descended: _descended,
    e.BarrierPut: _barrier_put,
    e.Corrected: _corrected,
    e.QuarterTold: _told,
    e.SymbolTold: _told,
    e.TicketBanned: _ticket_banned,
    e.Recalled: _recalled,
    e.RoundBegan: _round_began,
    e.Ended: _ended,
}
