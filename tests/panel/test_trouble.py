"""A disk that is full, facts somebody else wrote, devices that are lost: the evening goes on."""

from __future__ import annotations

from typing import Any

import pytest

from companion.clock_settings import AtZero, ClockKind, ClockSettings, Manner
from companion.journal import Journal, JournalFault
from companion.panel.screens.resting import SaverScreen
from companion.panel.tunes import TUNES, Tone
from companion.settings import Settings
from companion.troubles import sentence
from firmware.devices import Glow
from firmware.keys import Key
from tests.panel.boxes import Box
from tests.panel.tables import at_the_table, choose, told, turn, where

STRICT = ClockSettings(ClockKind.TURN, Manner.STRICT, 60, 45, AtZero.PASS)


def fill_the_disk(monkeypatch: pytest.MonkeyPatch, box: Box) -> None:
    def full(rows: Any) -> int:
        raise JournalFault("There is no room left on the disk.")

    monkeypatch.setattr(box.journal, "append", full)


def test_a_move_that_can_not_be_saved_did_not_happen_and_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    box = at_the_table()
    with monkeypatch.context() as disk:
        fill_the_disk(disk, box)
        assert told(box.keys("84#")) == "That could not be saved. Check the memory card."
        assert where(box, "red") == 67
    assert where(box.calm().keys("#"), "red") == 84  # what was typed is still there


def test_a_full_disk_stops_no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    box = at_the_table(clocks=STRICT)
    fill_the_disk(monkeypatch, box)
    box.wait(30)
    clock = turn(box).strip.clock
    assert clock is not None
    assert clock.text.startswith("0:")
    box.wait(60)  # zero passes, and nobody can be sent on
    assert turn(box).strip.who == "Red 67"


@pytest.mark.parametrize(
    "kept", [{"language": "xx"}, {"language": 7}, {"sound": "loud"}, {"colour": "blue"}, {"night": None}]
)
def test_settings_that_make_no_sense_are_the_usual_ones(kept: dict[str, Any]) -> None:
    assert Settings().updated(kept) == Settings()


@pytest.mark.parametrize(
    "kept", [None, 7, {}, {"left": {}}, {"settings": {}, "left": {"x": "y"}, "side": "", "turn": ""}]
)
def test_clocks_that_make_no_sense_are_the_usual_ones(kept: Any) -> None:
    from companion.table import Table

    with Journal.in_memory() as journal:
        Table(journal).remember(clock=kept)
        assert Box(journal, clocks=STRICT).desk.clocks.settings == STRICT


def test_a_lost_display_is_told_by_lights_and_tone() -> None:
    box = at_the_table()
    box.buzzer.tunes.clear()
    box.panel.device("oled", lost=True)
    box.panel.tick()
    assert set(box.lights.glow.values()) == {Glow.BLINK}
    assert box.buzzer.tunes == [TUNES[Tone.REFUSED]]
    assert box.desk.troubles == ("oled",)
    box.calm().panel.device("oled", lost=False)
    assert box.desk.troubles == ()
    assert box.buzzer.tunes[-1] == TUNES[Tone.ACCEPTED]


def test_what_stays_broken_is_said_again_without_a_sound() -> None:
    box = at_the_table()
    box.panel.device("lights", lost=True)
    box.calm().buzzer.tunes.clear()
    box.wait(55)
    assert turn(box).strip.who == "Red 67"
    assert told(box.wait(3)) == "The lights are lost. Check their wires."
    assert box.buzzer.tunes == []
    assert turn(box.keys("8")).typed == "8"  # and no key is spent on it


def test_troubles_are_told_in_the_language_of_the_table() -> None:
    box = at_the_table()
    box.panel.stuck(Key.FIVE, True)
    box.desk.change(language="de")
    assert sentence(box.desk.say, box.desk.troubles[0]) == "Taste 5 klemmt. Die anderen gehen."
    box.panel.stuck(Key.FIVE, False)
    assert box.desk.troubles == ()


def test_a_number_pad_that_is_pulled_out_is_no_trouble() -> None:
    box = at_the_table()
    box.panel.device("numpad", lost=True)
    assert told(box) == "The number pad is gone."
    assert box.desk.troubles == ()


def test_a_key_that_was_stuck_on_a_lost_keypad_is_forgotten() -> None:
    box = at_the_table()
    box.panel.stuck(Key.FIVE, True)
    box.panel.device("keypad", lost=True)
    box.panel.device("keypad", lost=False)
    assert box.desk.troubles == ()


def test_nobody_is_reminded_while_he_is_typing_or_while_the_box_sleeps() -> None:
    box = at_the_table()
    box.panel.device("lights", lost=True)
    box.calm()
    for _ in range(70):
        assert turn(box.keys("8*").wait(1)).strip.who == "Red 67"
    box.wait(400)
    assert isinstance(box.screen, SaverScreen)


def test_a_game_that_can_not_be_resumed_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    box = at_the_table()
    choose(box.keys("*"), "Pause")
    with monkeypatch.context() as disk:
        fill_the_disk(disk, box)
        assert told(box.keys("#")) == "That could not be saved. Check the memory card."
        assert box.table.paused
    assert turn(box.calm().keys("#")).strip.who == "Red 67"
    assert not box.table.paused
