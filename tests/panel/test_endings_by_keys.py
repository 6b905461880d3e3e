"""The end: he is shown, and it is taken back only if all agree."""

from __future__ import annotations

from companion.clock_settings import AtZero, ClockKind, ClockSettings, Manner
from companion.games.pursuit.tickets import Ticket
from companion.panel.screens.reveal import RevealScreen
from tests.panel.tables import at_the_table, choose, told, view

TAXI, BLACK = Ticket.TAXI, Ticket.BLACK
STRICT = ClockSettings(ClockKind.TURN, Manner.STRICT, 60, 1, AtZero.PASS)


def test_an_end_is_taken_back_only_if_everybody_agrees_and_then_the_clock_runs_again() -> None:
    box = at_the_table(clocks=STRICT, red=86).keys("102#").calm()
    assert view(box).outcome is not None
    choose(box.keys("*"), "Take back")
    for who in ("Red", "Blue", "Green"):
        assert told(box) == f"The end is taken back.\n{who}, agreed?"
        box.keys("#")
        assert view(box).outcome is not None
    assert view(box.keys("#")).outcome is None
    assert box.calm().wait(1).desk.clocks.running


def test_at_the_end_he_is_shown() -> None:
    box = at_the_table(clocks=ClockSettings(ClockKind.TURN, Manner.STRICT, 60, 1, AtZero.LOSE)).wait(60.5)
    seen = []
    while box.panel.in_scene:
        seen.append(box.screen)
        box.wait(2.5)
    assert RevealScreen(102) in seen
