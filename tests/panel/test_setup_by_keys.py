"""Setting up on the keys: what is chosen is what is played."""

from __future__ import annotations

from companion.clock_settings import AtZero, ClockKind, ClockSettings, Manner
from companion.editions import edition_names
from companion.panel.pages.opening import Opening
from companion.panel.pages.setup import SetupMenu
from companion.panel.screens.list import ListScreen
from companion.panel.screens.menu import MenuScreen
from companion.panel.screens.message import MessageScreen
from companion.panel.screens.number import NumberScreen
from companion.sight import Sight
from tests.panel.boxes import Box
from tests.panel.fingers import set_up
from tests.panel.tables import choose, told


def at_the_setup(edition: str, detectives: int) -> Box:
    return Box().keys(f"1 {edition_names().index(edition) + 1} {detectives}#")


def begun(box: Box) -> Sight:
    choose(box, "Begin")
    sight = box.table.sight()
    assert sight is not None, box.screen
    return sight


def edition(box: Box) -> str:
    sight = box.table.sight()
    assert sight is not None
    return sight.view.edition


def values(box: Box) -> dict[str, str]:
    """Every line of the menu that is open, with its value."""
    found: dict[str, str] = {}
    for _ in range(6):
        screen = box.screen
        assert isinstance(screen, MenuScreen)
        found |= dict(screen.rows)
        box.keys("BBB")
    return found


def test_a_table_that_wants_the_book_needs_six_keys_from_power_on() -> None:
    box = Box().keys("1 3 4# 1")
    assert isinstance(box.calm().page, Opening)
    sight = box.table.sight()
    assert sight is not None
    assert (sight.view.edition, len(sight.view.pawns)) == ("london-2014", 4)


def test_a_number_the_book_does_not_know_is_refused_with_those_it_does() -> None:
    assert told(Box().keys("1 3 9#")) == "9 is out of range: 2 to 5."


def test_a_handicap_is_typed_and_kept_in_the_journal() -> None:
    box = at_the_setup("london-2014", 4)
    choose(choose(box, "Options"), "Black tickets").keys("3#")
    box.keys("*")
    assert begun(box).view.mister_x.tickets["black"] == 3
    assert box.table.record()[0]["options"] == {"black": 3}


def test_an_option_set_back_to_the_book_is_no_handicap() -> None:
    box = at_the_setup("london-2014", 4)
    choose(choose(box, "Options"), "Black tickets").keys("3#")
    choose(box, "Black tickets").keys("5#*")
    assert begun(box).view.mister_x.tickets["black"] == 5
    assert box.table.record()[0]["options"] == {}


def test_a_switch_changes_at_a_press() -> None:
    box = at_the_setup("classic-1983", 3)
    choose(choose(box, "Options"), "Show and take").keys("*")
    assert begun(box).view.options["show_and_take"] is True


def test_clocks_are_set_and_run() -> None:
    box = at_the_setup("classic-1983", 3)
    choose(choose(box, "Clocks"), "Clocks")
    choose(box, "Seconds").keys("90#")
    choose(box, "Strictness")
    choose(box, "At zero").keys("*")
    begun(box)
    assert box.desk.clocks.settings == ClockSettings(ClockKind.TURN, Manner.STRICT, 90, 45, AtZero.LOSE)
    assert not box.wait(100).desk.clocks.running  # the pawns are still being placed
    assert box.keys("#").desk.clocks.running
    assert box.desk.clocks.left(box.time) == 90


def test_pawns_take_the_colours_of_the_table() -> None:
    box = at_the_setup("classic-1983", 3)
    choose(choose(box, "Detectives"), "Red").keys("*")
    assert list(begun(box).view.pawns) == ["yellow", "blue", "green"]


def test_with_every_colour_in_use_two_change_places() -> None:
    box = at_the_setup("classic-1983", 5)
    choose(choose(box, "Detectives"), "Red").keys("*")
    assert list(begun(box).view.pawns)[:2] == ["blue", "red"]


def test_the_variant_is_offered_on_a_board_that_has_all_it_needs() -> None:
    assert values(at_the_setup("sherlock-2022-variant", 3))["Board"] == "Fogbury"


def test_a_board_that_lacks_something_is_refused_with_what_is_missing() -> None:
    box = at_the_setup("sherlock-2022-variant", 3)
    choose(box, "Board")
    assert values(box)["Board"] == "London"
    choose(box, "Begin")
    assert "quarters" in told(box)
    assert box.table.sight() is None
    assert isinstance(box.calm().page, SetupMenu)


def test_cards_nobody_wrote_down_mean_a_start_anywhere() -> None:
    assert values(at_the_setup("ny-chase-1999", 3))["Starts"] == "anywhere"


def test_a_table_with_its_own_cards_types_them_and_mister_x_types_his_elsewhere() -> None:
    box = at_the_setup("classic-1983", 3)
    choose(box, "Starts")
    choose(box, "Begin")
    assert isinstance(box.screen, NumberScreen)
    assert told(box.keys("7#")) == "Red can't have drawn 7."
    assert told(box.keys("# 26# 26#")) == "26 is the start of somebody else."
    box.keys("# 29# 50#")
    assert isinstance(box.screen, MessageScreen)
    assert box.table.sight() is None
    box.table.deal(117)
    box.panel.follow()
    assert isinstance(box.calm().page, Opening)
    sight = box.table.sight()
    assert sight is not None
    assert [pawn.station for pawn in sight.view.pawns.values()] == [26, 29, 50]
    assert box.table.mister_x().start == 117


def test_his_card_can_be_drawn_for_him_after_all() -> None:
    box = at_the_setup("classic-1983", 3)
    choose(box, "Starts")
    choose(box, "Begin").keys("26# 29# 50# #")
    assert isinstance(box.calm().page, Opening)


def test_thinking_better_of_it_leaves_no_game_waiting() -> None:
    box = at_the_setup("classic-1983", 3)
    choose(box, "Starts")
    choose(box, "Begin").keys("26# 29# 50# *")
    assert box.table.prepared is None


def test_a_new_game_can_be_set_up_while_the_old_one_waits() -> None:
    box = set_up(Box(), 2, 3)
    choose(box.keys("*"), "Leave the game").keys("#")
    screen = box.screen
    assert isinstance(screen, MenuScreen)
    assert [row for row, _ in screen.rows] == ["Resume", "New game", "Settings"]
    assert told(box.keys("2 3 2# 1")) == "Give up the game in round 1?"
    assert edition(box.keys("*")) == "classic-1983"
    assert edition(box.keys("1#")) == "london-2014"


def test_another_number_of_detectives_keeps_everything_else() -> None:
    box = at_the_setup("classic-1983", 3)
    choose(choose(box, "Options"), "Black tickets").keys("1#*")
    choose(choose(box, "Detectives"), "How many").keys("5#*")
    view = begun(box).view
    assert len(view.pawns) == 5
    assert view.mister_x.tickets["black"] == 1


def test_one_who_mistyped_a_card_goes_back_card_by_card() -> None:
    box = at_the_setup("classic-1983", 3)
    choose(box, "Starts")
    choose(box, "Begin").keys("26# 34#").keys("*").keys("29# 50#")
    box.table.deal(117)
    box.panel.follow()
    sight = box.table.sight()
    assert sight is not None
    assert [pawn.station for pawn in sight.view.pawns.values()] == [26, 29, 50]


def test_strict_means_more_than_a_buzz_unless_somebody_says_so() -> None:
    box = at_the_setup("classic-1983", 3)
    choose(choose(choose(box, "Clocks"), "Clocks"), "Strictness")
    assert values(box)["At zero"] == "pass"


def test_the_clocks_of_the_last_game_are_offered_for_the_next() -> None:
    box = at_the_setup("classic-1983", 3)
    choose(choose(choose(box, "Clocks"), "Clocks"), "Seconds").keys("75#*")
    begun(box)
    again = Box(box.journal).keys("2 2 3#")
    assert values(again)["Clocks"] == "per turn"
    assert values(choose(again, "Clocks"))["Seconds"] == "75"


def test_only_boards_and_links_that_fit_the_edition_are_offered() -> None:
    box = at_the_setup("london-2014", 3)
    assert "Taxi 13-14" in values(choose(box, "Options"))
    choose(choose(box.keys("*"), "Board"), "Board")
    assert values(box)["Board"] == "New York"
    assert "Taxi 13-14" not in values(choose(box, "Options"))
    variant = at_the_setup("sherlock-2022-variant", 3)
    boards = {values(choose(variant, "Board"))["Board"] for _ in range(4)}
    assert boards == {"Fogbury", "London"}  # which is its own, though something is still to be recorded


def test_a_beginners_mister_x_has_no_card_to_type() -> None:
    box = at_the_setup("beginner-2014", 3)
    choose(box, "Starts")
    choose(box, "Begin").keys("41# 46# 124#")
    assert isinstance(box.calm().page, Opening)


def test_every_pawn_is_seen_before_the_game_begins() -> None:
    box = at_the_setup("classic-1983", 5)
    choose(box, "Begin")
    seen: list[str] = []
    while isinstance(box.page, Opening):
        screen = box.screen
        assert isinstance(screen, ListScreen)
        seen += [name for name, _ in screen.rows]
        box.keys("#")
    assert seen == ["Red", "Blue", "Green", "Yellow", "Brown"]
