"""What a finger does while the display shows something else than it expects."""

from __future__ import annotations

import pytest

from companion.clock_settings import AtZero, ClockKind, ClockSettings, Manner
from companion.games.pursuit import commands as c
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.tickets import Ticket
from companion.panel.screens.heard import HeardScreen
from companion.panel.screens.reveal import RevealScreen
from companion.panel.screens.turn import TurnScreen
from firmware.devices import Glow
from firmware.keys import Key
from tests.panel.boxes import Box
from tests.panel.tables import at_the_table, choose, his_turn, told, where

TAXI, BLACK = Ticket.TAXI, Ticket.BLACK
STRICT = ClockSettings(ClockKind.TURN, Manner.STRICT, 60, 1, AtZero.PASS)


def before_a_reveal() -> Box:
    box = his_turn().submit(c.Travel(MISTER_X, TAXI, 103)).calm()
    for pawn in ("red", "blue", "green"):
        ticket, to = view_choices(box, pawn)
        box.submit(c.Travel(pawn, Ticket[ticket.upper()], to)).calm()
    return box


def view_choices(box: Box, pawn: str) -> tuple[str, int]:
    sight = box.table.sight()
    assert sight is not None
    return next(ride for ride in sight.choices.pawns[pawn].rides if ride[1] not in (102, 103, 86, 104))


def test_a_reveal_is_seen_whatever_was_being_pressed() -> None:
    box = before_a_reveal()
    assert told(box.keys("5")) == "Mister X is moving."
    box.submit(c.Travel(MISTER_X, TAXI, 102))
    assert isinstance(box.screen, HeardScreen)  # the refusal is of no interest any more
    box.keys("#")
    assert isinstance(box.screen, RevealScreen)
    box.keys("#A5*")
    assert isinstance(box.screen, RevealScreen)  # for a moment, nothing closes it
    assert isinstance(box.wait(2).keys("#").screen, TurnScreen)


def test_a_key_closes_one_scene_and_never_one_that_nobody_has_seen() -> None:
    box = before_a_reveal().submit(c.Travel(MISTER_X, TAXI, 102))
    assert isinstance(box.keys("1").screen, RevealScreen)


@pytest.mark.parametrize("cover", ["scene", "saver", "refusal", "aside over saver"])
def test_a_letter_that_can_not_be_read_moves_nobody(cover: str) -> None:
    box = at_the_table(red=26)  # has letters at once
    if cover == "scene":
        box = his_turn().submit(c.Travel(MISTER_X, TAXI, 103))
    elif cover == "saver":
        box.wait(301)
    elif cover == "aside over saver":
        box.wait(301).panel.device("lights", lost=True)
    else:
        box.keys("7#")
    before = where(box, "red")
    assert where(box.keys("A"), "red") == before
    assert isinstance(box.calm().screen, TurnScreen)


def test_a_digit_wakes_the_box_and_counts() -> None:
    box = at_the_table().wait(301).keys("8")
    screen = box.screen
    assert isinstance(screen, TurnScreen)
    assert screen.typed == "8"


def test_taking_back_and_correcting_are_told_to_all() -> None:
    box = at_the_table().keys("84#")
    choose(box.keys("*"), "Take back").keys("#")
    screen = box.screen
    assert isinstance(screen, HeardScreen)
    assert screen.text == "Red takes the last step back."
    box.submit(c.Correct("red", 85))
    screen = box.calm().submit(c.Correct("red", 84)).screen
    assert isinstance(screen, HeardScreen)
    assert screen.text == "Red stands on 84."


def test_the_light_of_the_pawn_that_is_proposed_blinks() -> None:
    box = at_the_table("london-2014").calm()
    for keys, colour in (("#", "blue"), ("#", "green"), ("#", "white")):
        box.keys(keys).calm()
        assert box.lights.glow[colour] is Glow.BLINK
    box.keys("#").calm().keys("84#").calm()
    sight = box.table.sight()
    assert sight is not None
    assert box.lights.glow[next(iter(sight.choices.pawns))] is Glow.BLINK


def test_a_letter_under_an_aside_counts_for_whoever_was_about_to_press_it() -> None:
    box = at_the_table(red=26)
    box.panel.device("lights", lost=True)
    assert where(box.keys("A"), "red") != 26


def test_a_letter_in_the_instant_a_new_list_appears_moves_nobody() -> None:
    box = at_the_table("london-2014", red=26, blue=29, green=91)
    box.keys("#").keys("6#")  # blue has moved; the next list has letters at once
    pawn = next(iter(box.table.sight().choices.pawns))  # type: ignore[union-attr]
    before = where(box, pawn)
    box.panel.press(Key.A)
    assert where(box, pawn) == before
    assert where(box.keys("A"), pawn) != before  # a moment later it has been read
