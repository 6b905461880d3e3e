"""A hunt that has begun, and short words for what can be seen of it."""

from __future__ import annotations

from companion.clock_settings import ClockSettings
from companion.games.pursuit import commands as c
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.tickets import Ticket
from companion.games.pursuit.views import PublicView
from companion.journal import Journal
from companion.panel.screens.menu import MenuScreen
from companion.panel.screens.message import MessageScreen
from companion.panel.screens.turn import TurnScreen
from companion.protocol import hear
from tests.panel.boxes import Box

TAXI = Ticket.TAXI


def at_the_table(
    edition: str = "classic-1983",
    clocks: ClockSettings | None = None,
    journal: Journal | None = None,
    **starts: int,
) -> Box:
    """Mister X has taken a taxi from 103 to 102; the first detective is to move."""
    places = {MISTER_X: 103, "red": 67, "blue": 29, "green": 41} | starts
    said = {
        "do": "new",
        "edition": edition,
        "detectives": ["red", "blue", "green"],
        "starts": places,
        "seed": 1,
    }
    command = hear(said | {"options": {"free_start": True}})
    assert isinstance(command, c.New)
    box = Box(journal or Journal.in_memory(), clocks=clocks or ClockSettings())
    box.desk.begin(command, box.clocks)
    box.panel.follow()
    box.keys("*")
    to = (
        102
        if places[MISTER_X] == 103
        else next(to for ticket, to in box.table.mister_x().moves if ticket == "taxi")
    )
    return box.submit(c.Travel(MISTER_X, TAXI, to)).calm()


def his_turn(clocks: ClockSettings | None = None) -> Box:
    """Everybody has moved; Mister X, on 102, is to move, and his next window but one is a reveal."""
    box = at_the_table(clocks=clocks)
    for keys in ("84#", "42#A", "40#"):
        box.keys(keys).calm()
    return box


def view(box: Box) -> PublicView:
    """What lies open on the table."""
    sight = box.table.sight()
    assert sight is not None
    return sight.view


def where(box: Box, pawn: str) -> int | None:
    sight = box.table.sight()
    assert sight is not None
    return sight.view.pawns[pawn].station


def turn(box: Box) -> TurnScreen:
    screen = box.screen
    assert isinstance(screen, TurnScreen), screen
    return screen


def told(box: Box) -> str:
    screen = box.screen
    assert isinstance(screen, MessageScreen), screen
    return screen.text


def choose(box: Box, label: str) -> Box:
    """Find *label* in the menu that is open and take it."""
    for _ in range(12):
        screen = box.screen
        assert isinstance(screen, MenuScreen), screen
        for place, (row, _) in enumerate(screen.rows):
            if row == label:
                steps = (screen.first + place - screen.marked) % screen.total
                return box.keys("B" * steps + "#")
        box.keys("BBB")
    raise AssertionError(f"no {label} here")
