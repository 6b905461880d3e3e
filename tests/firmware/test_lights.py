"""Lights on simulated pins."""

from __future__ import annotations

import gc
import threading

import pytest
from gpiozero.pins.mock import MockFactory  # type: ignore[import-untyped]

from firmware.devices import DeviceLost, Glow
from firmware.lights import LightRow
from firmware.line import Line
from firmware.simulated.pins import PinState, SimulatedPins
from tests.firmware.small_time import HandPlayer

RED, BLUE, HAT = 17, 27, 22
PINS = {"red": RED, "blue": BLUE, "hat": HAT}


def levels(pins: SimulatedPins) -> tuple[float, float, float]:
    return pins.state(RED).level, pins.state(BLUE).level, pins.state(HAT).level


def pulsed(pins: SimulatedPins) -> list[int]:
    return [pin for pin in PINS.values() if pins.state(pin).hertz is not None]


def test_a_row_is_dark_when_it_is_opened() -> None:
    pins = SimulatedPins()
    lights = LightRow(PINS, pins)
    assert levels(pins) == (0, 0, 0)
    lights.close()


def test_what_is_not_named_is_off_and_what_is_not_wired_is_silently_dark() -> None:
    pins = SimulatedPins()
    lights = LightRow(PINS, pins)
    lights.show({"red": Glow.ON, "hat": Glow.OFF, "no such light": Glow.BLINK})
    assert levels(pins) == (1, 0, 0)
    lights.show({"blue": Glow.ON})
    assert levels(pins) == (0, 1, 0)


def test_steady_lights_need_neither_pulses_nor_a_thread() -> None:
    pins = SimulatedPins()
    before = threading.active_count()
    lights = LightRow(PINS, pins)
    lights.show({"red": Glow.ON, "blue": Glow.ON, "unwired": Glow.BLINK})
    assert threading.active_count() == before
    assert pulsed(pins) == []


def test_only_lights_that_are_dimmed_and_lit_are_pulsed() -> None:
    pins = SimulatedPins()
    lights = LightRow(PINS, pins)
    lights.show({"red": Glow.ON, "blue": Glow.OFF}, brightness=0.25)
    assert levels(pins) == (0.25, 0, 0)
    assert pulsed(pins) == [RED]
    lights.show({"red": Glow.ON, "blue": Glow.OFF})
    assert levels(pins) == (1, 0, 0)
    assert pulsed(pins) == []


def test_a_dimmed_light_that_goes_out_is_low_though_its_pulses_may_end_high() -> None:
    pins = SimulatedPins()
    lights = LightRow(PINS, pins)
    lights.show({"red": Glow.ON}, brightness=0.25)
    lights.show({})
    assert pins.state(RED) == PinState(RED, 0, None)


@pytest.mark.parametrize(("brightness", "level"), [(0, 0), (-1, 0), (7, 1)])
def test_brightness_ends_at_dark_and_at_full_and_neither_is_pulsed(brightness: float, level: float) -> None:
    pins = SimulatedPins()
    lights = LightRow(PINS, pins)
    lights.show({"red": Glow.ON}, brightness)
    assert pins.state(RED) == PinState(RED, level, None)


def test_a_blinking_light_is_lit_at_once_and_changes_every_half_second() -> None:
    pins, player = SimulatedPins(), HandPlayer()
    lights = LightRow(PINS, pins, player)
    lights.show({"red": Glow.BLINK, "blue": Glow.ON})
    seen = []
    for _ in range(8):
        seen.append(levels(pins))
        player.advance(0.25)
    lit, dark = (1, 1, 0), (0, 1, 0)
    assert seen == [lit, lit, dark, dark, lit, lit, dark, dark]


def test_lights_blink_in_step_whenever_they_began() -> None:
    pins, player = SimulatedPins(), HandPlayer()
    lights = LightRow(PINS, pins, player)
    lights.show({"red": Glow.BLINK})
    player.advance(0.75)
    lights.show({"red": Glow.BLINK, "blue": Glow.BLINK})
    assert levels(pins) == (0, 0, 0)
    player.advance(0.25)
    assert levels(pins) == (1, 1, 0)


def test_showing_the_same_again_and_again_does_not_hold_up_the_blinking() -> None:
    pins, player = SimulatedPins(), HandPlayer()
    lights = LightRow(PINS, pins, player)
    changes: list[PinState] = []
    lights.show({"red": Glow.BLINK})
    pins.watch(changes.append)
    for _ in range(30):
        player.advance(0.125)
        lights.show({"red": Glow.BLINK})
    assert [change.level for change in changes] == [0, 1, 0, 1, 0, 1, 0]


def test_blinking_that_begins_anew_begins_lit() -> None:
    pins, player = SimulatedPins(), HandPlayer()
    lights = LightRow(PINS, pins, player)
    lights.show({"red": Glow.BLINK})
    player.advance(0.75)
    lights.show({"red": Glow.ON})
    lights.show({"red": Glow.BLINK})
    assert levels(pins) == (1, 0, 0)
    player.advance(0.5)
    assert levels(pins) == (0, 0, 0)


def test_a_dimmed_blink_is_dimmed() -> None:
    pins, player = SimulatedPins(), HandPlayer()
    lights = LightRow(PINS, pins, player)
    lights.show({"red": Glow.BLINK}, brightness=0.5)
    assert pins.state(RED) == PinState(RED, 0.5, 100)
    player.advance(0.5)
    assert pins.state(RED) == PinState(RED, 0, None)


def test_lights_blink_as_they_were_told_though_the_teller_goes_on_writing() -> None:
    pins, player = SimulatedPins(), HandPlayer()
    lights = LightRow(PINS, pins, player)
    glow = {"red": Glow.BLINK}
    lights.show(glow)
    glow["blue"] = Glow.ON
    player.advance(1)
    assert levels(pins) == (1, 0, 0)


def test_nothing_is_left_to_do_once_nothing_blinks() -> None:
    player = HandPlayer()
    lights = LightRow(PINS, SimulatedPins(), player)
    lights.show({"red": Glow.BLINK})
    assert player.waiting
    lights.show({"red": Glow.ON})
    assert not player.waiting


def test_two_changes_a_second_are_all_that_a_blink_costs() -> None:
    pins, player = SimulatedPins(), HandPlayer()
    changes: list[PinState] = []
    lights = LightRow(PINS, pins, player)
    lights.show({"red": Glow.BLINK, "blue": Glow.ON})
    pins.watch(changes.append)
    player.advance(3600)
    assert len(changes) == 7200


def test_closing_turns_all_off_and_frees_the_pins() -> None:
    pins, player = SimulatedPins(), HandPlayer()
    lights = LightRow(PINS, pins, player)
    lights.show({"red": Glow.BLINK, "blue": Glow.ON, "hat": Glow.ON}, brightness=0.5)
    lights.close()
    lights.close()
    assert levels(pins) == (0, 0, 0)
    assert not player.waiting
    again = LightRow(PINS, pins)
    again.show({"hat": Glow.ON})
    assert levels(pins) == (0, 0, 1)


def test_a_closed_row_is_a_lost_one() -> None:
    lights = LightRow(PINS, SimulatedPins())
    lights.close()
    with pytest.raises(DeviceLost):
        lights.show({"red": Glow.ON})


def test_a_pin_in_use_is_named_once_and_the_other_lights_work(caplog: pytest.LogCaptureFixture) -> None:
    pins = SimulatedPins()
    buzzer = Line("The buzzer", BLUE, pins)
    lights = LightRow(PINS, pins)
    for _ in range(3):
        lights.show({"red": Glow.ON, "blue": Glow.ON, "hat": Glow.ON})
    assert levels(pins) == (1, 0, 1)
    assert caplog.messages == ["The light blue cannot have GPIO 27: something else is wired to it."]
    buzzer.close()


def test_a_row_without_any_light_is_lost_and_one_sentence_is_enough(caplog: pytest.LogCaptureFixture) -> None:
    pins = SimulatedPins()
    pins.unplugged.update(PINS.values())
    with pytest.raises(DeviceLost, match=r"^The light red cannot have GPIO 17: GPIO busy\.$"):
        LightRow(PINS, pins)
    pins.unplugged.clear()
    lights = LightRow(PINS, pins)
    lights.show({"red": Glow.ON}, 0.5)
    assert levels(pins) == (0.5, 0, 0)
    pins.unplugged.update(PINS.values())
    with pytest.raises(DeviceLost, match=r"^The light red on GPIO 17 does not answer \(GPIO busy\)\.$"):
        lights.show({})
    assert caplog.messages == []


def test_a_pin_the_board_does_not_have_is_named() -> None:
    with pytest.raises(
        DeviceLost, match=r"^The light far cannot have GPIO 99: this board has no such pin\.$"
    ):
        LightRow({"far": 99}, SimulatedPins())


def test_of_two_lights_on_one_pin_the_second_is_refused(caplog: pytest.LogCaptureFixture) -> None:
    pins = SimulatedPins()
    lights = LightRow({"one": RED, "two": RED}, pins)
    lights.show({"one": Glow.ON})
    assert pins.state(RED).level == 1
    assert "The light two cannot have GPIO 17" in caplog.text


def test_a_pin_that_can_not_be_had_can_be_had_later_even_while_the_fault_is_kept() -> None:
    pins = SimulatedPins()
    pins.unplugged.add(BLUE)
    with pytest.raises(DeviceLost, match=r"^The light blue cannot have GPIO 27: GPIO busy\.$") as fault:
        LightRow({"blue": BLUE}, pins)
    pins.unplugged.clear()
    lights = LightRow(PINS, pins)
    lights.show({"blue": Glow.ON})
    assert levels(pins) == (0, 1, 0)
    assert fault.value


def test_a_light_lost_while_lit_is_told_once_and_left_out_until_it_is_back(
    caplog: pytest.LogCaptureFixture,
) -> None:
    pins, player = SimulatedPins(), HandPlayer()
    lights = LightRow(PINS, pins, player)
    lights.show({"blue": Glow.ON}, brightness=0.5)
    pins.unplugged.add(BLUE)
    for _ in range(3):
        lights.show({"red": Glow.ON, "blue": Glow.ON, "hat": Glow.ON})
        assert (pins.state(RED).level, pins.state(HAT).level) == (1, 1)
        player.advance(31)
    assert caplog.messages == ["The light blue on GPIO 27 does not answer (GPIO busy)."]
    pins.unplugged.clear()
    lights.show({"blue": Glow.ON})
    assert levels(pins) == (0, 1, 0)
    assert caplog.messages[1:] == ["The light blue is back."]


def test_a_light_that_is_missing_is_not_looked_for_at_every_turn() -> None:
    pins, player = SimulatedPins(), HandPlayer()
    pins.unplugged.add(BLUE)
    lights = LightRow(PINS, pins, player)
    pins.unplugged.clear()
    lights.show({"blue": Glow.ON})
    assert levels(pins) == (0, 0, 0)
    player.advance(31)
    lights.show({"blue": Glow.ON})
    assert levels(pins) == (0, 1, 0)


def test_a_light_lost_while_it_blinks_is_told_and_the_others_go_on_blinking(
    caplog: pytest.LogCaptureFixture,
) -> None:
    pins, player = SimulatedPins(), HandPlayer()
    lights = LightRow(PINS, pins, player)
    lost: list[DeviceLost] = []
    lights.lost = lost.append
    lights.show({"red": Glow.BLINK, "blue": Glow.BLINK})
    pins.unplugged.add(BLUE)
    seen = []
    for _ in range(4):
        player.advance(0.5)
        seen.append(pins.state(RED).level)
    assert seen == [0, 1, 0, 1]
    assert caplog.messages == ["The light blue on GPIO 27 does not answer (GPIO busy)."]
    assert lost == []


def test_all_lights_lost_while_they_blink_are_a_lost_row_without_another_call() -> None:
    pins, player = SimulatedPins(), HandPlayer()
    lights = LightRow({"red": RED}, pins, player)
    lost: list[str] = []
    lights.lost = lambda fault: lost.append(str(fault))
    lights.show({"red": Glow.BLINK})
    pins.unplugged.add(RED)
    player.advance(3)
    assert lost == ["The light red on GPIO 17 does not answer (GPIO busy)."]
    assert not player.waiting


def test_a_pin_lost_while_lit_can_be_had_again_while_the_fault_is_kept() -> None:
    pins = SimulatedPins()
    lights = LightRow({"blue": BLUE}, pins)
    lights.show({"blue": Glow.ON}, brightness=0.5)
    pins.unplugged.add(BLUE)
    with pytest.raises(
        DeviceLost, match=r"^The light blue on GPIO 27 does not answer \(GPIO busy\)\.$"
    ) as fault:
        lights.show({"blue": Glow.ON})
    lights.close()
    pins.unplugged.clear()
    again = LightRow(PINS, pins)
    again.show({"blue": Glow.ON})
    del lights, fault  # whatever gpiozero does when the old row is collected, it does to the old row
    gc.collect()
    assert pins.state(BLUE) == PinState(BLUE, 1, None)


def test_full_brightness_needs_no_pin_that_can_pulse() -> None:
    plain = MockFactory()
    lights = LightRow(PINS, plain)
    lights.show({"red": Glow.ON})
    assert plain.pin(RED).state
