"""A detective's turn on the keys: few presses, nothing illegal, no surprise."""

from __future__ import annotations

import pytest

from companion.games.pursuit import commands as c
from companion.games.pursuit.tickets import Ticket
from companion.panel.pages.play import Playing
from companion.panel.screens.turn import LEFT
from tests.panel.tables import at_the_table, told, turn, where

TAXI, BUS, UNDERGROUND, BLACK = Ticket


def test_the_screen_lists_every_legal_ride_and_no_other() -> None:
    cells = {(cell.ticket, int(cell.number)) for cell in turn(at_the_table()).cells}
    assert cells == {
        *(("taxi", to) for to in (51, 66, 68, 84)),
        *(("bus", to) for to in (23, 52, 65, 82, 102)),
        *(("underground", to) for to in (13, 79, 89, 111)),
    }


def test_a_station_that_is_taken_is_not_listed() -> None:
    assert 51 not in {int(cell.number) for cell in turn(at_the_table(green=51)).cells}


def test_letters_come_with_four_or_fewer_left() -> None:
    box = at_the_table()
    assert not any(cell.mark for cell in turn(box).cells)
    marked = {cell.mark: cell.number for cell in turn(box.keys("8")).cells if cell.mark}
    assert marked == {"A": "82", "B": "84", "C": "89"}
    assert where(box.keys("B"), "red") == 84


def test_with_more_left_than_letters_dots_tell_them_from_the_rest() -> None:
    box = at_the_table(red=111)
    assert not any(cell.mark for cell in turn(box).cells)
    marks = {(cell.number, cell.ticket): cell.mark for cell in turn(box.keys("1")).cells}
    assert {mark for (number, _), mark in marks.items() if number.startswith("1")} == {LEFT}
    assert {mark for (number, _), mark in marks.items() if not number.startswith("1")} == {""}


def test_no_dots_where_everything_is_left() -> None:
    box = at_the_table(red=153)
    assert not any(cell.mark for cell in turn(box.keys("1")).cells)


def test_a_detective_who_looks_only_at_the_board_types_the_number_and_hash() -> None:
    assert where(at_the_table().keys("84#"), "red") == 84


def test_a_number_with_two_tickets_asks_for_one() -> None:
    box = at_the_table(red=74)
    screen = turn(box.keys("58#"))
    assert {(cell.mark, cell.ticket) for cell in screen.cells if cell.mark} == {("A", "taxi"), ("B", "bus")}
    box.keys("B")
    assert where(box, "red") == 58
    sight = box.table.sight()
    assert sight is not None
    assert sight.view.pawns["red"].tickets == {"taxi": 10, "bus": 7, "underground": 4}


def test_a_letter_that_stands_nowhere_does_nothing() -> None:
    box = at_the_table()
    for key in "ABCD":
        assert where(box.keys(key), "red") == 67


def test_an_unfinished_number_is_never_completed_by_hash() -> None:
    box = at_the_table().keys("11#")  # 111 is the only station that begins so
    assert where(box, "red") == 67
    assert told(box) == "No ride goes to 11 from here."


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("300", "There is no station 300 on this board."),
        ("41", "No ride goes to 41 from here."),
        ("9", "No ride goes to 9 from here."),
    ],
)
def test_what_can_not_be_is_refused_with_its_reason_and_changes_nothing(typed: str, sentence: str) -> None:
    box = at_the_table()
    before = box.table.sight()
    assert told(box.keys(f"{typed}#")) == sentence
    assert box.table.sight() == before
    assert turn(box.calm()).typed == ""


def test_a_taken_station_is_told_from_one_out_of_reach() -> None:
    assert told(at_the_table(green=51).keys("51#")) == "51 is taken."


def test_star_takes_back_one_digit_and_then_opens_the_menu() -> None:
    box = at_the_table().keys("84*")
    assert turn(box).typed == "8"
    assert turn(box.keys("*")).typed == ""
    assert not isinstance(box.keys("*").page, Playing)


def test_nothing_typed_is_left_over_for_the_next_pawn() -> None:
    box = at_the_table().keys("8")
    box.table.submit(c.Travel("red", TAXI, 51))
    box.panel.follow()
    screen = turn(box.calm())
    assert screen.strip.who == "Blue 29"
    assert screen.typed == ""


def test_in_a_free_order_the_next_seat_is_proposed_and_hash_changes_it() -> None:
    box = at_the_table("london-2014")
    names = [turn(box).strip.who, *(turn(box.keys("#")).strip.who for _ in range(4))]
    assert [name.split()[0] for name in names] == ["Red", "Blue", "Green", "Bobby", "Red"]


def test_in_a_fixed_order_hash_alone_moves_nobody() -> None:
    box = at_the_table()
    assert told(box.keys("#")) == "Type the station first."


def test_in_his_turn_the_keys_say_so() -> None:
    box = at_the_table()
    for keys in ("51#", "42#A", "40#"):
        box.keys(keys).calm()
    assert told(box.keys("5")) == "Mister X is moving."


def test_zero_is_no_beginning_of_a_station() -> None:
    assert turn(at_the_table().keys("0")).typed == ""


def test_more_than_three_digits_are_not_taken() -> None:
    assert turn(at_the_table().keys("1234")).typed == "123"
