"""Something happens at the table while somebody is in the middle of something else."""

from __future__ import annotations

import pytest

from companion.clock_settings import AtZero, ClockKind, ClockSettings, Manner
from companion.games.pursuit import commands as c
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.tickets import Ticket
from companion.panel.pages.looking import Pieces
from companion.panel.pages.opening import Opening
from companion.panel.pages.page import Page
from companion.panel.pages.play import Playing
from companion.panel.screens.heard import HeardScreen
from companion.panel.screens.list import ListScreen
from companion.panel.screens.number import NumberScreen
from companion.panel.screens.reveal import RevealScreen
from companion.panel.screens.turn import TurnScreen
from tests.panel.boxes import Box
from tests.panel.fingers import set_up
from tests.panel.tables import at_the_table, choose, his_turn, told, view, where

TAXI, BLACK = Ticket.TAXI, Ticket.BLACK
STRICT = ClockSettings(ClockKind.TURN, Manner.STRICT, 60, 1, AtZero.PASS)


def test_a_question_about_a_step_goes_away_when_the_table_moves_on() -> None:
    box = his_turn()
    choose(box.keys("*"), "Take back")
    assert told(box) == "Take back what Green did last?"
    box.submit(c.Travel(MISTER_X, BLACK, 86, double=True)).calm()
    assert isinstance(box.page, Playing)
    box.keys("#")
    assert view(box).window == 2
    assert where(box, "green") == 40


PAGES = {
    "menu": lambda box: box.keys("*"),
    "take back": lambda box: choose(box.keys("*"), "Take back"),
    "who is elsewhere": lambda box: choose(box.keys("*"), "Correct a place"),
    "where": lambda box: choose(choose(box.keys("*"), "Correct a place"), "Red").keys("8"),
    "consent": lambda box: choose(choose(box.keys("*"), "Correct a place"), "Red").keys("85##"),
    "leave": lambda box: choose(box.keys("*"), "Leave the game"),
}


@pytest.mark.parametrize("page", PAGES)
def test_whatever_was_asked_about_the_game_is_forgotten_when_he_moves(page: str) -> None:
    box = his_turn()
    PAGES[page](box)
    box.submit(c.Travel(MISTER_X, TAXI, 103)).calm()
    assert isinstance(box.page, Playing)
    assert isinstance(box.screen, TurnScreen)


@pytest.mark.parametrize("label", ["Tickets", "Travel log", "Settings", "Pause"])
def test_what_only_shows_how_things_are_may_stay(label: str) -> None:
    box = his_turn()
    page = choose(box.keys("*"), label).page
    box.submit(c.Travel(MISTER_X, TAXI, 103)).calm()
    assert type(box.page) is type(page)


def test_a_token_page_survives_that_the_clock_sends_the_team_on() -> None:
    box = set_up(Box(clocks=STRICT), 6, 2)
    table = box.table
    box.submit(c.Start(table.mister_x().tile[0])).calm()
    ticket, to = table.mister_x().moves[0]
    box.submit(c.Travel(MISTER_X, Ticket[ticket.upper()], to)).calm().submit(c.EndTurn()).calm()
    choose(box.keys("*"), "Token")
    box.wait(61).calm().keys("1#1")
    assert isinstance(box.calm().page, Page)


def test_a_key_that_meets_news_nobody_has_seen_does_nothing() -> None:
    box = his_turn()
    box.table.submit(c.Travel(MISTER_X, TAXI, 103))  # the box has not been told yet
    box.keys("A")
    assert isinstance(box.screen, HeardScreen)
    assert where(box.calm(), "red") == 84


def test_two_steps_that_come_together_are_both_told() -> None:
    box = his_turn()
    box.table.submit(c.Travel(MISTER_X, BLACK, 86, double=True))
    box.table.submit(c.Travel(MISTER_X, TAXI, 103))  # window 3: there he is
    box.panel.follow()
    seen = []
    while box.panel.in_scene:
        seen.append(type(box.screen))
        box.wait(2.5)
    assert seen.count(HeardScreen) == 2
    assert RevealScreen in seen


def test_a_card_dealt_while_nobody_looks_begins_the_game_with_its_own_clocks() -> None:
    box = Box(clocks=STRICT).keys("1 2 3# 2 1 26# 29# 50#").power_cut()
    box.table.deal(117)
    box.panel.follow()
    assert isinstance(box.calm().page, Opening)
    assert box.desk.clocks.settings == STRICT
    assert not box.desk.clocks.running
    assert box.keys("#").desk.clocks.running


def test_his_card_is_awaited_even_if_the_last_game_was_left() -> None:
    box = his_turn()
    choose(box.keys("*"), "Leave the game").keys("#")
    assert box.table.paused
    box.keys("2 2 3# 2 1#").keys("26# 29# 50#")
    assert box.table.prepared
    assert not box.table.paused


def test_what_stays_open_leads_back_to_a_menu_that_is_up_to_date() -> None:
    box = at_the_table("ny-chase-1999", STRICT, red=20, blue=40, green=60, mister_x=100)
    choose(box.keys("*"), "Tickets").wait(61).calm().keys("*")
    choose(box.keys("*"), "Helicopter")
    assert isinstance(box.screen, NumberScreen)  # blue's flight


def test_a_leaf_that_is_no_longer_there_is_not_an_empty_one() -> None:
    box = at_the_table("ny-chase-1999", red=20, blue=40, green=60, mister_x=100)
    choose(choose(box.keys("*"), "Helicopter").keys("123#"), "taxi").calm()
    box.panel.page = Pieces(box.page, leaf=7)
    screen = box.screen
    assert isinstance(screen, ListScreen)
    assert screen.rows


def test_nobody_plays_while_pawns_are_placed_and_after_a_power_cut_until_somebody_resumes() -> None:
    box = Box().keys("1 2 3# 1")
    assert box.table.paused
    assert not box.keys("#").table.paused
    assert box.power_cut().table.paused
    assert not box.keys("#").table.paused


def test_a_card_is_awaited_in_the_name_of_the_game_that_is_being_set_up() -> None:
    box = set_up(Box(), 6, 2)
    choose(box.keys("*"), "Leave the game").keys("#")
    box.keys("2 2 3# 2 1#").keys("26# 29# 50#")
    assert told(box) == "Mister X types his card on his page."
