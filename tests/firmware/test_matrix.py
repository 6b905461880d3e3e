"""Contacts over time, without copper: what is believed, and when."""

from __future__ import annotations

import pytest

from firmware.keys import Key
from firmware.matrix import STUCK_AFTER, Contact, Findings, Matrix

ONE, TWO, FOUR, FIVE, D = (0, 0), (0, 1), (1, 0), (1, 1), (3, 3)


class Scans:
    """A matrix that is shown a scan every 5 ms."""

    def __init__(self) -> None:
        self.matrix, self.now = Matrix(), 50.0

    def see(self, *closed: Contact, times: int = 1) -> list[Key]:
        return [key for _ in range(times) for key in self._once(closed).pressed]

    def stuck_after(self, *closed: Contact) -> list[Key]:
        """What has been found stuck once these were closed for long enough."""
        rounds = int(STUCK_AFTER / 0.005) + 2
        return [key for _ in range(rounds) for key in self._once(closed).stuck]

    def _once(self, closed: tuple[Contact, ...]) -> Findings:
        self.now += 0.005
        return self.matrix.see(closed, self.now)


@pytest.mark.parametrize("missing", [ONE, TWO, FOUR, FIVE])
def test_three_corners_in_a_scan_that_chatter_tore_are_a_ghost_too(missing: Contact) -> None:
    assert Scans().see(*({ONE, TWO, FOUR, FIVE} - {missing}), times=20) == []


def test_nothing_new_is_believed_while_there_is_a_rectangle_anywhere() -> None:
    scans = Scans()
    assert scans.see(ONE, TWO, FOUR, FIVE, D, times=20) == []
    assert scans.see(ONE, D, times=3) == [Key.ONE, Key.D]


def test_a_ghost_is_never_stuck_and_a_rectangle_that_stays_does_not_silence_the_rest() -> None:
    scans = Scans()
    assert scans.stuck_after(ONE, TWO, FOUR, FIVE) == []
    assert scans.see(ONE, TWO, FOUR, FIVE, D, times=3) == [Key.D]


def test_only_keys_that_were_down_before_the_rectangle_are_stuck_in_it() -> None:
    scans = Scans()
    assert scans.see(ONE, TWO, times=3) == [Key.ONE, Key.TWO]
    assert scans.stuck_after(ONE, TWO, FOUR, FIVE) == [Key.ONE, Key.TWO]


def test_a_key_found_in_a_rectangle_after_all_that_time_is_stuck_and_no_press() -> None:
    scans = Scans()
    scans.stuck_after(ONE, TWO, FOUR, FIVE)
    found = [scans._once((FOUR,)) for _ in range(5)]
    assert [key for each in found for key in each.pressed] == []
    assert [key for each in found for key in each.stuck] == [Key.FOUR]


def test_a_stuck_key_makes_ghosts_like_any_other() -> None:
    scans = Scans()
    assert scans.stuck_after(FIVE) == [Key.FIVE]
    assert scans.see(ONE, TWO, FOUR, FIVE, times=20) == []


def test_scans_that_chatter_tore_right_after_a_rectangle_show_no_key() -> None:
    scans = Scans()
    assert scans.see(ONE, TWO, FOUR, FIVE) == []
    assert scans.see(TWO, FIVE, times=2) == []  # of the other column nothing was seen, twice


def test_a_key_that_was_closed_at_the_start_is_no_press_but_can_be_stuck_and_then_pressed() -> None:
    scans = Scans()
    scans.matrix = Matrix([ONE], scans.now)
    assert scans.see(ONE, times=20) == []
    assert scans.see(ONE, D, times=3) == [Key.D]
    assert scans.stuck_after(ONE) == [Key.ONE]
    assert scans.see(times=10) == []
    assert scans.see(ONE, times=2) == [Key.ONE]


def test_a_key_let_go_at_the_start_is_heard_when_it_is_pressed_next_though_it_chatters() -> None:
    scans = Scans()
    scans.matrix = Matrix([ONE], scans.now)
    assert scans.see() + scans.see(ONE, times=2) + scans.see(times=5) == []
    assert scans.see(ONE, times=2) == [Key.ONE]


def test_a_key_that_was_closed_at_the_start_and_is_typed_again_at_once_is_heard() -> None:
    scans = Scans()
    scans.matrix = Matrix([ONE], scans.now)
    assert scans.see(ONE, times=10) + scans.see(times=3) == []
    assert scans.see(ONE, times=3) == [Key.ONE]


def test_two_scans_settle_a_press() -> None:
    assert Scans().see(ONE, times=2) == [Key.ONE]


def test_one_scan_that_missed_a_finger_is_no_second_press() -> None:
    scans = Scans()
    assert scans.see(ONE, times=8) + scans.see() + scans.see(ONE, times=12) == [Key.ONE]


def test_a_key_let_go_for_three_scans_is_heard_again_as_soon_as_it_can_be_no_chatter() -> None:
    scans = Scans()
    assert scans.see(ONE, times=8) == [Key.ONE]
    assert scans.see(times=3) == []
    assert scans.see(ONE, times=3) == [Key.ONE]


def test_a_late_blip_of_a_release_is_no_second_press() -> None:
    scans = Scans()
    assert scans.see(ONE, times=8) == [Key.ONE]
    assert scans.see(times=3) + scans.see(ONE, times=2) + scans.see(times=9) == []  # 20 ms after it opened
    assert scans.matrix.quiet
