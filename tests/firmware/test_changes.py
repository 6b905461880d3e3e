"""What to send so that the old picture becomes the new one."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.changes import COLUMNS, PAGES, SIZE, WHOLE, Addressing, Window, changes, everything
from tests.firmware.oled_pictures import STEADY

RECTANGLES = Addressing(10, across_pages=True)
STRETCHES = Addressing(7, across_pages=False)
BOTH = pytest.mark.parametrize("addressing", [RECTANGLES, STRETCHES], ids=["rectangles", "stretches"])

BLANK = bytes(SIZE)

PLACES = st.tuples(st.integers(0, PAGES - 1), st.integers(0, COLUMNS - 1))
BLOCKS = st.tuples(PLACES, st.integers(1, 4), st.integers(1, 30), st.integers(0, 255))


def changed_at(*places: tuple[int, int]) -> bytes:
    memory = bytearray(BLANK)
    for page, column in places:
        memory[page * COLUMNS + column] = 0xFF
    return bytes(memory)


@st.composite
def memories(draw: st.DrawFn) -> bytes:
    memory = bytearray(BLANK)
    for (page, column), height, width, byte in draw(st.lists(BLOCKS, max_size=12)):
        for row in range(page, min(page + height, PAGES)):
            for at in range(column, min(column + width, COLUMNS)):
                memory[row * COLUMNS + at] = byte
    return bytes(memory)


def filled_in(memory: bytes, windows: list[Window], new: bytes) -> bytes:
    """*memory* after the windows of *new* were written to it, a byte at a time."""
    after = bytearray(memory)
    for window in windows:
        data = iter(window.cut(new))
        for page in range(window.top, window.bottom + 1):
            for column in range(window.left, window.right + 1):
                after[page * COLUMNS + column] = next(data)
        assert next(data, None) is None
    return bytes(after)


def cost(windows: list[Window], addressing: Addressing) -> int:
    return sum(addressing.overhead + window.area for window in windows)


@BOTH
@STEADY
@given(old=memories(), new=memories())
def test_the_windows_turn_the_old_into_the_new(addressing: Addressing, old: bytes, new: bytes) -> None:
    assert filled_in(old, changes(old, new, addressing), new) == new


@BOTH
@STEADY
@given(memory=memories())
def test_nothing_is_sent_for_the_same_picture(addressing: Addressing, memory: bytes) -> None:
    assert changes(memory, bytes(bytearray(memory)), addressing) == []


@BOTH
@STEADY
@given(old=memories(), new=st.binary(min_size=SIZE, max_size=SIZE) | memories())
def test_changes_never_cost_more_than_everything(addressing: Addressing, old: bytes, new: bytes) -> None:
    assert cost(changes(old, new, addressing), addressing) <= cost(everything(addressing), addressing)


@BOTH
@STEADY
@given(memory=st.binary(min_size=SIZE, max_size=SIZE))
def test_everything_is_the_whole_memory(addressing: Addressing, memory: bytes) -> None:
    assert filled_in(BLANK, everything(addressing), memory) == memory


@STEADY
@given(old=memories(), new=memories())
def test_no_two_rectangles_are_cheaper_as_one(old: bytes, new: bytes) -> None:
    for one, other in combinations(changes(old, new, RECTANGLES), 2):
        assert cost([one.around(other)], RECTANGLES) > cost([one, other], RECTANGLES)


@STEADY
@given(old=memories(), new=memories())
def test_a_stretch_stays_in_its_page_and_no_two_in_a_page_are_cheaper_as_one(old: bytes, new: bytes) -> None:
    windows = changes(old, new, STRETCHES)
    assert all(window.top == window.bottom for window in windows)
    for one, other in combinations(windows, 2):
        if one.top == other.top:
            assert cost([one.around(other)], STRETCHES) > cost([one, other], STRETCHES)


@STEADY
@given(places=st.lists(PLACES, min_size=1, max_size=6, unique=True))
def test_scattered_changes_cost_at_most_a_window_each_and_at_most_the_one_around_all(
    places: list[tuple[int, int]],
) -> None:
    each = [Window(page, page, column, column) for page, column in places]
    around = each[0]
    for window in each:
        around = around.around(window)
    found = cost(changes(BLANK, changed_at(*places), RECTANGLES), RECTANGLES)
    assert found <= min(cost(each, RECTANGLES), cost([around], RECTANGLES))


@BOTH
def test_a_gap_is_bridged_as_long_as_it_costs_no_more_than_a_window(addressing: Addressing) -> None:
    gap = addressing.overhead
    assert changes(BLANK, changed_at((3, 20), (3, 21 + gap)), addressing) == [Window(3, 3, 20, 21 + gap)]
    assert len(changes(BLANK, changed_at((3, 20), (3, 22 + gap)), addressing)) == 2


def test_a_tall_change_is_one_rectangle_where_the_chip_can_and_a_stretch_a_page_where_it_cannot() -> None:
    new = changed_at(*((page, column) for page in range(2, 6) for column in range(50, 60)))
    assert changes(BLANK, new, RECTANGLES) == [Window(2, 5, 50, 59)]
    assert changes(BLANK, new, STRETCHES) == [Window(page, page, 50, 59) for page in range(2, 6)]


def test_changes_far_apart_stay_apart() -> None:
    new = changed_at((0, 0), (7, 127))
    assert changes(BLANK, new, RECTANGLES) == [Window(0, 0, 0, 0), Window(7, 7, 127, 127)]


def test_windows_that_only_pay_off_all_together_become_one() -> None:
    # A bar with a foot at each end: any two of the three are dearer as one than as two, but not all three.
    bar = [(0, column) for column in range(20)]
    assert changes(BLANK, changed_at(*bar, (1, 0), (1, 19)), RECTANGLES) == [Window(0, 1, 0, 19)]


@BOTH
def test_the_end_of_a_page_is_not_next_to_the_start_of_the_next(addressing: Addressing) -> None:
    assert len(changes(BLANK, changed_at((2, COLUMNS - 1), (3, 0)), addressing)) == 2


def test_a_whole_new_picture_is_one_rectangle() -> None:
    assert changes(BLANK, b"\xff" * SIZE, RECTANGLES) == [WHOLE]
