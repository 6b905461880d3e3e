"""The menu of a running game: taking back, correcting, pausing, leaving."""

from __future__ import annotations

from companion.games.pursuit import commands as c
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.tickets import Ticket
from companion.panel.pages.play import Playing
from companion.panel.pages.start import StartMenu
from companion.panel.screens.list import ListScreen
from companion.panel.screens.menu import MenuScreen
from companion.panel.screens.purses import PursesScreen
from companion.panel.screens.resting import PauseScreen
from tests.panel.boxes import Box
from tests.panel.tables import at_the_table, choose, told, turn, view, where

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
    box.keys("#").calm()
    sight = box.table.sight()
    assert sight is not None
    assert sight.view.turn == MISTER_X
    box.submit(c.Travel(MISTER_X, BLACK, 102, double=True), c.Travel(MISTER_X, TAXI, 103)).calm()
    for keys in ("84#", "42#A", "40#"):
        box.keys(keys).calm()
    box.submit(c.Travel(MISTER_X, TAXI, 86)).calm()  # window 3: there he is
    choose(box.keys("*"), "Take back")
    assert told(box) == "A secret came out: that stays."


def test_a_mistyped_place_is_corrected_when_everybody_agrees() -> None:
    box = at_the_table().keys("84#").calm()
    choose(choose(box.keys("*"), "Correct a place"), "Red").keys("85#")
    for who in ("Red", "Blue", "Green"):
        assert told(box) == f"Red is on 85.\n{who}, agreed?"
        box.keys("#")
        assert where(box, "red") == 84
    assert where(box.keys("#"), "red") == 85  # and Mister X


def test_bobbies_are_not_asked() -> None:
    box = at_the_table("london-2014").calm()
    choose(choose(box.keys("*"), "Correct a place"), "Red").keys("65# ### #")
    assert where(box, "red") == 65  # three detectives and Mister X


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


def test_moves_by_touch_are_switched_on_at_the_table_and_remembered() -> None:
    box = at_the_table()
    assert not box.desk.settings.touch
    choose(choose(box.keys("*"), "Settings"), "Touch moves")
    assert box.desk.settings.touch
    assert Box(box.journal).desk.settings.touch
    choose(box, "Touch moves")
    assert not box.desk.settings.touch


def test_settings_that_were_kept_before_there_was_touch_still_count() -> None:
    box = at_the_table()
    box.table.remember(settings={"language": "de", "sound": False, "possible": True, "night": False})
    kept = Box(box.journal).desk.settings
    assert (kept.language, kept.sound, kept.possible, kept.touch) == ("de", False, True, False)


def test_the_numbers_of_a_menu_stay_the_same_from_turn_to_turn() -> None:
    box = at_the_table("ny-chase-1999", red=20, blue=40, green=60, mister_x=100)
    his_turn, theirs = labels(box.keys("*")), []
    box.keys("*")
    for _ in range(2):
        ticket, to = box.table.sight().choices.pawns[view(box).turn].rides[0]  # type: ignore[union-attr,index]
        box.submit(c.Travel(view(box).turn, Ticket[ticket.upper()], to)).calm()  # type: ignore[arg-type]
        theirs.append(labels(box.keys("*")))
        box.keys("*")
    assert his_turn == theirs[0] == theirs[1]


def test_what_an_edition_has_but_not_just_now_is_refused_with_its_reason() -> None:
    box = at_the_table("ny-chase-1999", red=20, blue=40, green=60, mister_x=100)
    choose(box.keys("*"), "Barrier")
    assert told(box) == "No barrier can be put up now."
    choose(choose(box.calm(), "Helicopter").keys("123#"), "taxi").calm()
    choose(box.keys("*"), "Helicopter")
    assert told(box) == "The helicopter is in the air; one flight at a time."


def test_what_lies_on_the_table_can_be_looked_up() -> None:
    box = at_the_table("ny-chase-1999", red=20, blue=40, green=60, mister_x=100)
    choose(choose(box.keys("*"), "Helicopter").keys("123#"), "taxi").calm()
    screen = choose(box.keys("*"), "On the table").screen
    assert isinstance(screen, ListScreen)
    assert screen.rows == (("Flights left", "2"), ("Red flies to", "123"), ("Barriers left", "3"))


def test_a_common_purse_is_counted_once() -> None:
    box = at_the_table("ny-chase-1999", red=20, blue=40, green=60, mister_x=100)
    screen = choose(box.keys("*"), "Tickets").screen
    assert isinstance(screen, PursesScreen)
    assert [(row.name, row.tickets) for row in screen.rows] == [
        ("Team", ("30", "24", "12")),
        ("Red", ()),
        ("Blue", ()),
    ]
