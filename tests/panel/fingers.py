"""Detectives who only see the display and only have sixteen keys."""

from __future__ import annotations

from random import Random

from companion.games.pursuit.commands import MISTER_X
from companion.panel.pages.opening import Opening
from companion.panel.screens.menu import MenuScreen
from companion.panel.screens.message import MessageScreen
from companion.panel.screens.number import NumberScreen
from companion.panel.screens.screen import Screen
from companion.panel.screens.turn import TurnScreen
from tests.panel.boxes import Box

SPECIALITIES = {"Helicopter", "Token", "Barrier"}


def next_keys(screen: Screen, rng: Random) -> str:
    """What a detective who looks at *screen* presses next."""
    match screen:
        case TurnScreen(cells=cells, typed=typed):
            if not typed and rng.random() < 0.05:
                return "*"
            pickable = [cell.mark for cell in cells if cell.mark and cell.mark in "ABCD"]
            if pickable:
                return rng.choice(pickable)
            number = rng.choice([cell.number for cell in cells if cell.number.startswith(typed)])
            return number[len(typed)] if len(number) > len(typed) else "#"
        case MenuScreen(rows=rows, first=first):
            labels = [label for label, _ in rows]
            if labels[0] in SPECIALITIES:  # which may well be refused just now
                tempting = [str(place) for place, label in enumerate(labels, 1) if label in SPECIALITIES]
                return rng.choice([*tempting, "*"])
            if "Tickets" in labels:  # the game's menu has nothing special
                return "*"
            return str(first + 1 + rng.randrange(len(rows)))
        case NumberScreen(typed=typed):
            return "#" if typed else str(rng.randint(1, 199))
        case MessageScreen(keys="A yes  #go on"):
            return rng.choice("A###")
        case _:
            return "#"


def set_up(box: Box, place: int, detectives: int) -> Box:
    """From the first menu to the first turn: the edition in this *place* of the list, as the book has it."""
    box.keys("1" if _label(box, 0) == "New game" else "2").keys(f"{place}{detectives}#1").calm()
    while isinstance(box.page, Opening):
        box.keys("#")
    return box


def _label(box: Box, row: int) -> str:
    screen = box.screen
    assert isinstance(screen, MenuScreen)
    return screen.rows[row][0]


def play_to_the_end(box: Box, rng: Random) -> int:
    """Play until somebody has won; returns how many keys the detectives pressed."""
    pressed = 0
    for _ in range(5000):
        sight = box.table.sight()
        assert sight is not None
        if sight.view.outcome:
            return pressed
        if sight.view.turn == MISTER_X:
            box.his_move(rng).calm()
        else:
            keys = next_keys(box.calm().screen, rng)
            box.keys(keys)
            pressed += len(keys)
            box.look()
    raise AssertionError("the game never ends")
