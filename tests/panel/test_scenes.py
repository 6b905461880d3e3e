"""What the table sees and hears when something happens."""

from __future__ import annotations

import pytest

from companion.games.pursuit import commands as c
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.tickets import Ticket
from companion.panel.panel import Manners
from companion.panel.screens.ending import CaptureScreen, EndScreen
from companion.panel.screens.heard import HeardScreen
from companion.panel.screens.message import MessageScreen
from companion.panel.screens.resting import SaverScreen
from companion.panel.screens.reveal import RevealScreen
from companion.panel.screens.turn import TurnScreen
from companion.panel.tunes import TUNES, Tone
from firmware.devices import Glow
from firmware.keys import Key
from tests.panel.boxes import Box
from tests.panel.tables import at_the_table, choose, told, turn, where

TAXI, BLACK = Ticket.TAXI, Ticket.BLACK


def to_the_reveal() -> Box:
    """Mister X is about to fill window 3."""
    box = at_the_table()
    choose(box.keys("*"), "Take back").keys("#").calm()
    box.submit(c.Travel(MISTER_X, BLACK, 102, double=True), c.Travel(MISTER_X, TAXI, 103)).calm()
    for keys in ("84#", "42#A", "40#"):
        box.keys(keys).calm()
    box.buzzer.tunes.clear()
    return box


def test_his_ticket_is_told_then_his_station_in_a_reveal() -> None:
    box = to_the_reveal().submit(c.Travel(MISTER_X, TAXI, 86))
    screen = box.screen
    assert isinstance(screen, HeardScreen)
    assert screen.tickets == ("taxi",)
    box.wait(2.1)
    assert box.screen == RevealScreen(86)
    assert set(box.lights.glow.values()) == {Glow.BLINK}
    assert box.buzzer.tunes[-1] == TUNES[Tone.REVEAL]
    assert isinstance(box.wait(10).screen, TurnScreen)


def test_no_other_move_of_his_tells_a_station() -> None:
    box = at_the_table()
    for keys in ("84#", "42#A", "40#"):
        box.keys(keys).calm()
    box.submit(c.Travel(MISTER_X, TAXI, 103))
    seen = []
    while box.panel.in_scene:
        seen.append(box.screen)
        box.wait(0.5)
    assert seen
    assert not any(isinstance(screen, RevealScreen) for screen in seen)


def test_a_typist_who_does_not_wait_for_the_scene_loses_no_key() -> None:
    box = at_the_table()
    for keys in ("84#", "42#A", "40#"):
        box.keys(keys).calm()
    box.submit(c.Travel(MISTER_X, TAXI, 103))
    assert box.panel.in_scene
    assert where(box.keys("85#"), "red") == 85


def test_hash_and_star_only_close_a_scene() -> None:
    box = at_the_table().keys("9#")
    assert isinstance(box.screen, MessageScreen)
    assert turn(box.keys("#")).strip.who == "Red 67"


def test_a_capture_is_shown_as_large_as_a_reveal_and_then_the_verdict() -> None:
    box = at_the_table().keys("102#")
    assert box.screen == CaptureScreen("Caught!", 102)
    assert box.buzzer.tunes[-1] == TUNES[Tone.CAPTURE]
    assert isinstance(box.calm().screen, EndScreen)


def test_the_light_of_the_pawn_at_turn_is_on() -> None:
    box = at_the_table()
    assert box.lights.glow == {"red": Glow.ON}
    assert box.keys("84#").calm().lights.glow == {"blue": Glow.ON}
    box.keys("42#A").keys("40#").calm()
    assert box.lights.glow == {MISTER_X: Glow.ON}


def test_in_a_free_order_all_who_may_move_are_lit_and_the_proposed_one_blinks() -> None:
    box = at_the_table("london-2014")
    assert box.lights.glow == {"red": Glow.BLINK, "blue": Glow.ON, "green": Glow.ON, "white": Glow.ON}
    box.keys("#")
    assert box.lights.glow["blue"] is Glow.BLINK


def test_the_turns_light_stays_on_while_somebody_looks_at_the_menu() -> None:
    assert at_the_table().keys("*").lights.glow == {"red": Glow.ON}


@pytest.mark.parametrize("tone", list(Tone))
def test_each_tone_has_a_tune_of_its_own_and_can_be_switched_off(tone: Tone) -> None:
    assert [TUNES[other] for other in Tone].count(TUNES[tone]) == 1
    others = frozenset(Tone) - {tone}
    box = Box(manners=Manners(tones=others))
    box.panel._sound(tone)
    assert box.buzzer.tunes == []


def test_the_menu_switches_all_sound_off() -> None:
    box = at_the_table()
    choose(choose(box.keys("*"), "Settings"), "Sound")
    box.buzzer.tunes.clear()
    box.keys("** 9#")
    assert box.buzzer.tunes == []


def test_the_night_light_dims_display_and_lights() -> None:
    box = at_the_table()
    assert (box.display.level, box.lights.brightness) == (255, 1.0)
    choose(choose(box.keys("*"), "Settings"), "Night light")
    assert (box.display.level, box.lights.brightness) == (16, 0.2)


def test_nobody_at_the_keys_for_five_minutes_brings_the_saver_and_no_pixel_stays_lit() -> None:
    box = Box().wait(300)
    screens = []
    for _ in range(400):
        screen = box.screen
        assert isinstance(screen, SaverScreen)
        screens.append(screen)
        box.wait(15)
    from companion.panel.screens.screen import picture

    lit = [0] * (128 * 64)
    for screen in screens:
        for place, pixel in enumerate(picture(screen).tobytes()):
            lit[place] += pixel.bit_count()
    assert max(lit) < 8 * len(screens) / 4


def test_the_key_that_ends_the_saver_counts() -> None:
    box = at_the_table().calm().wait(400)
    assert isinstance(box.screen, SaverScreen)
    assert where(box.keys("84#"), "red") == 84


def test_a_lost_device_is_told_on_the_others_and_the_game_goes_on() -> None:
    box = at_the_table()
    box.panel.device("lights", True)
    assert told(box) == "The lights are lost. Check their wires."
    assert box.buzzer.tunes[-1] == TUNES[Tone.REFUSED]
    box.keys("84")
    box.panel.device("buzzer", True)
    assert where(box.keys("#"), "red") == 84  # the key was not spent on closing the notice


def test_a_stuck_key_is_named() -> None:
    box = at_the_table()
    box.panel.stuck(Key.FIVE, True)
    assert told(box) == "Key 5 is stuck. The others work."
