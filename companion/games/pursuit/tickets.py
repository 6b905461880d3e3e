"""Tickets and the lines they pay for."""

from __future__ import annotations

from enum import IntEnum


class Mode(IntEnum):
    """A kind of line on the board."""

    TAXI = 0
    BUS = 1
    UNDERGROUND = 2
    FERRY = 3

    @property
    def word(self) -> str:
        return self.name.lower()


class Ticket(IntEnum):
    """What a move costs. The three ordinary tickets share their number with their mode."""

    TAXI = 0
    BUS = 1
    UNDERGROUND = 2
    BLACK = 3

    @property
    def word(self) -> str:
        return self.name.lower()


ORDINARY = (Ticket.TAXI, Ticket.BUS, Ticket.UNDERGROUND)
TICKETS = {ticket.word: ticket for ticket in Ticket}
MODES = {mode.word: mode for mode in Mode}

UNLIMITED = 1 << 20
"""So many tickets that nobody counts them."""

Purse = tuple[int, ...]
"""How many tickets of each kind, in the order of :class:`Ticket`."""


def have(purse: Purse) -> int:
    """The tickets of which at least one is left, as a bit set."""
    bits = 0
    for ticket, count in enumerate(purse):
        if count > 0:
            bits |= 1 << ticket
    return bits


def spend(purse: Purse, ticket: int) -> Purse:
    """*purse* with one *ticket* less."""
    return (*purse[:ticket], purse[ticket] - 1, *purse[ticket + 1 :])
