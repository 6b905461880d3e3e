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


def test_a_rectangle_of_stuck_keys_does_not_silence_the_rest() -> None:
    scans = Scans()
    rounds = int(STUCK_AFTER / 0.005) + 2
    stuck = [key for _ in range(rounds) for key in scans._once((ONE, TWO, FOUR, FIVE)).stuck]
    assert stuck == [Key.ONE, Key.TWO, Key.FOUR, Key.FIVE]
    assert scans.see(ONE, TWO, FOUR, FIVE, D, times=3) == [Key.D]


def test_a_late_blip_of_a_release_is_no_second_press() -> None:
    scans = Scans()
    assert scans.see(ONE, times=8) == [Key.ONE]
    assert scans.see(times=3) + scans.see(ONE, times=2) + scans.see(times=9) == []  # 20 ms after it opened
    assert scans.matrix.quiet
