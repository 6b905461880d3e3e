"""What is possible now: who stands in the way, and which rides are left.

Questions about the detectives are answered from the open table. Questions about Mister X take his
station as an argument, so that the deduction can ask them for every station he might be at.
"""

from __future__ import annotations

from .board import Leg, Stations
from .game import Open, Side
from .tickets import Purse, Ticket, have

EVERY_TICKET = (1 << len(Ticket)) - 1
NO_LEGS: tuple[Leg, ...] = ()


def occupied(table: Open) -> Stations:
    """The stations where detectives and bobbies stand."""
    bits = 0
    for station in table.where:
        bits |= 1 << station
    return bits & ~1  # station 0 is the air


def purse_of(table: Open, seat: int) -> Purse:
    """The purse *seat* pays from."""
    return table.purses[0 if table.rules.shared_purse else seat]


def tickets_of(table: Open, seat: int) -> int:
    """The tickets *seat* can pay with, as bits."""
    if seat >= len(table.rules.detectives):
        return table.rules.free_rides
    return have(purse_of(table, seat))


def seat_legs(table: Open, seat: int) -> tuple[Leg, ...]:
    """The rides *seat* can take now."""
    station = table.where[seat]
    if not station:
        return NO_LEGS
    legs, targets = table.rules.board.legs(station, tickets_of(table, seat))
    taken = occupied(table)
    if targets & taken:
        return tuple(leg for leg in legs if not taken >> leg.to & 1)
    return legs


def can_ride(table: Open, seat: int) -> bool:
    """Whether *seat* has a ride to take now."""
    station = table.where[seat]
    if not station:
        return False
    return bool(table.rules.board.legs(station, tickets_of(table, seat)).targets & ~occupied(table))


def can_board(table: Open, seat: int) -> bool:
    """Whether *seat* can take the helicopter now."""
    return (
        table.extras.flights > 0
        and table.extras.hovering < 0
        and seat < len(table.rules.detectives)
        and tickets_of(table, seat) > 0
    )


def can_descend(table: Open, seat: int) -> bool:
    """Whether *seat* hovers over a free station and can pay to get off."""
    extras = table.extras
    return (
        extras.hovering == seat and tickets_of(table, seat) > 0 and not occupied(table) >> extras.target & 1
    )


def can_act(table: Open, seat: int) -> bool:
    """Whether *seat* has any legal move at all."""
    return can_ride(table, seat) or can_board(table, seat) or can_descend(table, seat)


def must_act(table: Open, seat: int) -> bool:
    """Whether *seat* can move and so has to. Nobody has to fly."""
    return can_ride(table, seat) or can_descend(table, seat)


def movers(table: Open) -> list[int]:
    """The seats whose turn it is and that can move."""
    turn = table.turn
    if turn.side is not Side.DETECTIVES:
        return []
    if not table.rules.free_order:
        return waiting(table)[:1]
    return [seat for seat in waiting(table) if can_act(table, seat)]


def waiting(table: Open) -> list[int]:
    """The seats that have not moved this round, in order."""
    pending = table.turn.pending
    return [seat for seat in range(len(table.where)) if pending >> seat & 1]


def out_of_the_chase(table: Open, seat: int) -> bool:
    """Whether *seat* will never move again: no ticket for a line from here, and no flight for ever."""
    station = table.where[seat]
    if not station or seat >= len(table.rules.detectives):
        return False
    tickets = tickets_of(table, seat)
    if table.extras.flights > 0 and tickets:
        return False
    return not table.rules.board.legs(station, tickets).legs


def blocked(table: Open) -> Stations:
    """The stations Mister X may not stop at."""
    bits = occupied(table)
    if table.rules.edition.enter_stuck:
        for seat, station in enumerate(table.where):
            if station and out_of_the_chase(table, seat):
                bits &= ~(1 << station)
    return bits | table.extras.barred


def usable(table: Open) -> Purse:
    """Mister X's tickets that are not forbidden this turn."""
    tickets = table.fugitive.tickets
    ban = table.extras.ban
    if ban is None:
        return tickets
    return tuple(0 if ticket == ban else count for ticket, count in enumerate(tickets))


def mister_x_legs(table: Open, station: int) -> tuple[Leg, ...]:
    """The rides Mister X can take from *station*."""
    legs, targets = table.rules.board.legs(station, have(usable(table)))
    barred = blocked(table)
    if targets & barred:
        return tuple(leg for leg in legs if not barred >> leg.to & 1)
    return legs


def may_double(table: Open) -> bool:
    """Whether Mister X may play a double-move card now, if there is a second move."""
    return (
        table.fugitive.doubles > 0
        and not table.turn.doubled
        and table.turn.legs > 0
        and table.rules.windows - table.window >= 2
    )


def mister_x_doubles(table: Open, station: int) -> tuple[tuple[Leg, Leg], ...]:
    """The pairs of rides Mister X can take from *station* with a double-move card."""
    if not may_double(table):
        return ()
    pairs, touched, targets = table.rules.board.doubles(station, usable(table))
    barred = blocked(table)
    if targets & barred:
        return tuple(pair for pair, bits in zip(pairs, touched, strict=True) if not bits & barred)
    return pairs


def rides_on(table: Open, purse: Purse) -> Stations:
    """The stations from which a ride paid from *purse* leads to a free station."""
    board = table.rules.board
    return board.spread(board.all & ~blocked(table), have(purse))


def stays(table: Open) -> Stations:
    """The stations where a Mister X who can't go on crosses off a window; elsewhere he has lost."""
    board, options = table.rules.board, table.rules.options
    # With a ticket of every kind he could go on from these: there he is only out of tickets.
    lines = board.spread(board.all & ~blocked(table), EVERY_TICKET)
    if_blocked = options["mister_x_stuck"]
    found = 0
    if if_blocked == "stays":
        found |= board.all & ~lines
    if options.get("mister_x_out_of_tickets", if_blocked) == "stays":
        found |= lines
    return found


def can_go(table: Open, purse: Purse) -> Stations:
    """The stations from which Mister X could go on with *purse*, or by balloon."""
    found = rides_on(table, purse)
    if balloon_ready(table):
        found |= table.rules.board.hideouts
    return found


def landings(table: Open, tile: tuple[int, ...], double: bool) -> tuple[int, ...]:
    """The stations of *tile* where a balloon can come down, with a second move left if it has to."""
    free = ~blocked(table)
    if double:
        free &= rides_on(table, usable(table))
    return tuple(station for station in tile if free >> station & 1)


def balloon_ready(table: Open, double: bool = False) -> bool:
    """Whether the balloon can still rise, from a hideout.

    Two tiles with a free station are asked for: one of them may be the secret tile he started from, and
    whether it is must not show.
    """
    rules = table.rules
    if not rules.edition.balloon or table.extras.flown or rules.start_tiles is None:
        return False
    left = [tile for tile in rules.start_tiles if tile not in table.extras.turned]
    return sum(bool(landings(table, tile, double)) for tile in left) >= 2
