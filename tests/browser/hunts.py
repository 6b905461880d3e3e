"""Games in London to look at on his phone, and moves made elsewhere meanwhile."""

from __future__ import annotations

from companion.games.pursuit.commands import MISTER_X
from companion.protocol import hear
from tests.browser.devices import Devices
from tests.browser.evenings import Evening
from tests.browser.phones import Phone, deal, his_phone

STARTS = {MISTER_X: 35, "red": 26, "blue": 29, "green": 50, "bobby1": 53}


def playing(evening: Evening, device: Devices, **taste: bool | str) -> Phone:
    """A game of London in which he is on 35 and to move, and his phone."""
    deal(evening, "london-2014", ["red", "blue", "green"], STARTS)
    return his_phone(device, evening, **taste).pair()  # type: ignore[arg-type]


def reply(evening: Evening) -> None:
    """The detectives move, away from him."""
    table = evening.bench.table
    assert table is not None
    while (sight := table.sight()) and sight.view.turn != MISTER_X:
        here = table.mister_x().mister_x.station
        pawn, choices = next(iter(sight.choices.pawns.items()))
        ticket, to = next(ride for ride in choices.rides if ride[1] != here)
        table.submit(hear({"do": "travel", "pawn": pawn, "ticket": ticket, "to": to}))


def his_moves(evening: Evening, count: int) -> None:
    table = evening.bench.table
    assert table is not None
    for _ in range(count):
        ticket, to = table.mister_x().moves[0]
        table.submit(hear({"do": "travel", "pawn": MISTER_X, "ticket": ticket, "to": to}))
        reply(evening)
