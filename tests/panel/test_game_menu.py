"""The menu of a running game: taking back, correcting, pausing, leaving."""

from __future__ import annotations

from companion.games.pursuit import commands as c
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.tickets import Ticket
from companion.panel.pages.play import Playing
from companion.panel.pages.start import StartMenu
from companion.panel.screens.menu import MenuScreen
from companion.panel.screens.resting import PauseScreen
from tests.panel.boxes import Box
from tests.panel.tables import at_the_table, choose, told, turn, where

TAXI, BLACK = Ticket.TAXI, Ticket.BLACK


def labels(box: Box) -> list[str]:
    """Everything the open menu offers."""
    found: list[str] = []
    for _ in range(5):
        screen = box.screen
        assert isinstance(screen, MenuScreen)
        found += [row for row, _ in screen.rows if row not in found]
        box.keys("BBB")
    return found


def test_a_move_is_taken_back_for_all_to_see_after_a_question() -> None:
    box = at_the_table().keys("84#")
    choose(box.keys("*"), "Take back")
    assert told(box) == "Take back what Red did last?"
    assert where(box, "red") == 84
    assert where(box.keys("#"), "red") == 67
    assert turn(box.calm()).strip.who == "Red 67"
    assert [entry.kind for entry in box.journal.entries()][-1] == "undo"


def test_taking_back_can_be_thought_better_of() -> None:
    box = at_the_table().keys("84#")
    choose(box.keys("*"), "Take back").keys("*")
    assert where(box, "red") == 84


def test_his_move_can_be_taken_back_until_he_was_seen() -> None:
    box = at_the_table()
    choose(box.keys("*"), "Take back")
    assert told(box) == "Take back what Mister X did last?"
    box.keys("#")
    sight = box.table.sight()
    assert sight is not None
    assert sight.view.turn == MISTER_X
    box.submit(c.Travel(MISTER_X, BLACK, 102, double=True), c.Travel(MISTER_X, TAXI, 103)).calm()
    for keys in ("84#", "42#A", "40#"):
        box.keys(keys).calm()
    box.submit(c.Travel(MISTER_X, TAXI, 86)).calm()  # window 3: there he is
    choose(box.keys("*"), "Take back")
    assert told(box) == "He has been seen: that stays."


def test_a_mistyped_place_is_corrected_when_everybody_agrees() -> None:
    box = at_the_table().keys("84#").calm()
    choose(choose(box.keys("*"), "Correct a place"), "Red").keys("85#")
    for _ in range(3):  # red, blue, green
        assert told(box) == "Red is on 85?"
        box.keys("#")
        assert where(box, "red") == 84
    assert where(box.keys("#"), "red") == 85  # and Mister X


def test_one_who_does_not_agree_stops_the_correction() -> None:
    box = at_the_table().keys("84#").calm()
    choose(choose(box.keys("*"), "Correct a place"), "Red").keys("85# ## *")
    assert where(box, "red") == 84
    assert isinstance(box.page, Playing)


def test_a_place_that_can_not_be_is_refused_before_anybody_is_asked() -> None:
    box = at_the_table().keys("84#").calm()
    choose(choose(box.keys("*"), "Correct a place"), "Red").keys("29#")
    assert told(box) == "29 is taken."
    assert where(box, "red") == 84


def test_a_pause_lasts_until_somebody_ends_it() -> None:
    box = at_the_table()
    choose(box.keys("*"), "Pause")
    assert isinstance(box.wait(100).screen, PauseScreen)
    assert turn(box.keys("#")).strip.who == "Red 67"


def test_leaving_keeps_the_game_and_offers_it_first() -> None:
    box = at_the_table()
    choose(box.keys("*"), "Leave the game").keys("#")
    assert isinstance(box.page, StartMenu)
    screen = box.screen
    assert isinstance(screen, MenuScreen)
    assert screen.rows[0] == ("Resume", "R1")
    assert turn(box.keys("#")).strip.who == "Red 67"


def test_what_this_edition_lacks_is_not_offered() -> None:
    assert not {"Helicopter", "Barrier", "Token"} & set(labels(at_the_table().keys("*")))


def test_the_language_changes_at_once_and_is_remembered() -> None:
    box = at_the_table()
    choose(box.keys("*"), "Settings").keys("1")
    screen = box.screen
    assert isinstance(screen, MenuScreen)
    assert screen.rows[0][0] == "Français"
    again = Box(box.journal)
    screen = again.screen
    assert isinstance(screen, MenuScreen)
    assert screen.rows[0][0] != "Resume"
