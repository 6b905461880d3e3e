"""Number pads: typing, plugging in, pulling out."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from queue import Queue

import pytest

from firmware.keys import Key
from firmware.numpad import MEANING, Node, Numpad
from firmware.simulated.numpad import KEYBOARD_CODES, MOUSE_CODES, PAD_CODES, SimulatedInputs
from tests.firmware.small_pads import CountedInputs, desk, told_in
from tests.support.waiting import PATIENCE, until


def test_a_common_pad_has_all_sixteen_keys() -> None:
    assert {MEANING[code] for code in PAD_CODES if code in MEANING} == set(Key)


def test_a_keyboard_without_a_pad_has_all_sixteen_keys() -> None:
    small = set(range(1, 69)) - {55}
    assert {MEANING[code] for code in small if code in MEANING} == set(Key)


# Code and sign side by side, as linux/input-event-codes.h has them.
CODES = {
    1: "*", 2: "1", 3: "2", 4: "3", 5: "4", 6: "5", 7: "6", 8: "7", 9: "8", 10: "9", 11: "0", 14: "*", 28: "#",
    55: "B", 59: "A", 60: "B", 61: "C", 62: "D", 71: "7", 72: "8", 73: "9", 74: "C", 75: "4", 76: "5", 77: "6",
    78: "D", 79: "1", 80: "2", 81: "3", 82: "0", 83: "*", 96: "#", 98: "A", 121: "*",
}  # fmt: skip


def test_every_key_is_what_it_says_and_num_lock_is_nothing() -> None:
    assert CODES == MEANING
    assert 69 not in MEANING


def test_what_is_typed_arrives_in_order() -> None:
    with desk() as here:
        pad = here.inputs.plug()
        assert here.next() is True
        pad.type("58#0123456789*ABCD")
        assert here.keys(18) == "58#0123456789*ABCD"


def test_a_key_held_down_is_one_press() -> None:
    with desk() as here:
        pad = here.inputs.plug()
        assert here.next() is True
        pad.tap(72, repeats=30)
        pad.type("#")
        assert here.keys(2) == "8#"


def test_a_pad_that_sends_num_lock_around_each_digit_types_digits() -> None:
    with desk() as here:
        pad = here.inputs.plug()
        assert here.next() is True
        for code in (69, 76, 69, 69, 72, 69):
            pad.tap(code)
        pad.type("#")
        assert here.keys(3) == "58#"


def test_a_pad_plugged_in_before_the_start_is_found() -> None:
    inputs = SimulatedInputs()
    pad = inputs.plug()
    told: Queue[Key | bool | str] = Queue()
    pads = Numpad(told.put, told_in(told), inputs, look_every=3600)
    assert told.get(timeout=PATIENCE) is True
    pad.type("7")
    assert told.get(timeout=PATIENCE) is Key.SEVEN
    pads.close()
    inputs.close()


def test_a_pad_pulled_out_in_mid_game_is_told_and_found_again() -> None:
    with desk() as here:
        for _ in range(3):
            pad = here.inputs.plug()
            assert here.next() is True
            pad.type("5")
            assert here.next() is Key.FIVE
            here.inputs.unplug(pad)
            assert here.next() == "The number pad was pulled out."


def test_a_pad_put_back_between_two_looks_is_another_pad() -> None:
    # It gets the same name, so only the number of its node tells.
    inputs = CountedInputs()
    told: Queue[Key | bool | str] = Queue()
    mouse = inputs.plug("Mouse", MOUSE_CODES)
    pads = Numpad(told.put, told_in(told), inputs, look_every=0.1)
    until(lambda: inputs.opened == ["event0"])
    inputs.unplug(mouse)
    pad = inputs.plug()
    assert told.get(timeout=PATIENCE) is True
    pad.type("5")
    assert told.get(timeout=PATIENCE) is Key.FIVE
    pads.close()
    inputs.close()


def test_a_pad_where_a_mouse_used_to_be_is_found_even_if_numbers_are_used_again() -> None:
    with desk() as here:
        mouse = here.inputs.plug("Mouse", MOUSE_CODES)
        here.look_on()
        here.inputs.unplug(mouse)
        here.look_on()
        here.inputs.number_from(1)
        here.inputs.plug()
        assert here.next() is True


def test_two_pads_type_together_and_only_the_last_to_go_is_told() -> None:
    with desk() as here:
        first = here.inputs.plug()
        assert here.next() is True
        second = here.inputs.plug()
        until(lambda: second.grabbed)
        second.type("2")
        assert here.next() is Key.TWO
        here.inputs.unplug(second)
        here.look_on()
        first.type("1")
        assert here.next() is Key.ONE
        here.inputs.unplug(first)
        assert here.next() == "The number pad was pulled out."


@pytest.mark.parametrize("name", ["USB Keyboard", "ThinkPad Compact Keyboard", "MX Keys"])
def test_a_pad_is_taken_exclusively_and_a_full_keyboard_is_not(name: str) -> None:
    with desk() as here:
        keyboard = here.inputs.plug(name, KEYBOARD_CODES)
        assert here.next() is True
        pad = here.inputs.plug("SEM USB Keyboard", PAD_CODES)
        until(lambda: pad.grabbed)
        assert not keyboard.grabbed
        keyboard.tap(2)
        assert here.next() is Key.ONE


def test_a_pad_that_claims_to_have_letters_is_known_by_its_name() -> None:
    with desk() as here:
        pad = here.inputs.plug("HCT USB Entry Keypad", KEYBOARD_CODES)
        assert here.next() is True
        assert pad.grabbed


def test_a_mouse_is_looked_at_once_and_left_alone() -> None:
    with desk() as here:
        mouse = here.inputs.plug("Mouse", MOUSE_CODES)
        here.look_on(5)
        assert here.inputs.opened == ["event0"]
        assert not mouse.grabbed
        assert here.told.empty()


def test_a_pad_that_is_there_is_not_opened_again() -> None:
    with desk() as here:
        here.inputs.plug()
        assert here.next() is True
        here.look_on(5)
        assert here.inputs.opened == ["event0"]


def test_closing_gives_the_pads_back_and_is_prompt() -> None:
    inputs = SimulatedInputs()
    pad = inputs.plug()
    told: Queue[Key | bool | str] = Queue()
    pads = Numpad(told.put, told_in(told), inputs, look_every=3600)
    assert told.get(timeout=PATIENCE) is True
    began = time.monotonic()
    pads.close()
    pads.close()
    assert time.monotonic() - began < 1
    assert not pad.grabbed
    pad.type("5")
    assert told.empty()
    inputs.close()


def test_a_key_press_may_close_the_pad_and_is_the_last() -> None:
    inputs = SimulatedInputs()
    pad = inputs.plug()
    keys: list[Key] = []
    there = threading.Event()

    def press(key: Key) -> None:
        keys.append(key)
        pads.close()

    pads = Numpad(press, lambda _: there.set(), inputs)
    assert there.wait(PATIENCE)
    pad.type("123")
    until(lambda: not pad.grabbed)
    pads.close()
    assert keys == [Key.ONE]
    inputs.close()


def files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def test_pads_that_come_and_go_leave_no_file_open() -> None:
    with desk() as here:
        here.inputs.plug()
        assert here.next() is True
        before = files()
        for _ in range(3):
            pad = here.inputs.plug()
            until(lambda pad=pad: pad.grabbed)  # type: ignore[misc]
            here.inputs.unplug(pad)
            until(lambda pad=pad: not pad.grabbed)  # type: ignore[misc]
        here.look_on()
        assert files() == before


def test_devices_that_are_of_no_use_are_not_kept_open() -> None:
    with desk() as here:
        here.look_on()
        before = files()
        here.inputs.plug("Mouse", MOUSE_CODES)
        here.inputs.plug(held=True)
        here.look_on(5)
        here.inputs.close()
        here.look_on()
        assert files() == before


def test_closing_leaves_no_file_open() -> None:
    with desk() as here:
        here.look_on()
    before = files()
    with desk() as here:
        here.inputs.plug()
        here.inputs.plug()
        assert here.next() is True
    assert files() == before


def test_waiting_costs_no_time_of_the_processor() -> None:
    inputs = SimulatedInputs()
    inputs.plug()
    there = threading.Event()
    pads = Numpad(lambda _: None, lambda _: there.set(), inputs)
    assert there.wait(PATIENCE)
    before = time.process_time()
    time.sleep(0.2)
    assert time.process_time() - before < 0.1
    pads.close()
    inputs.close()


def test_a_fault_in_the_game_neither_ends_the_pad_nor_tells_its_secret(
    caplog: pytest.LogCaptureFixture,
) -> None:
    inputs = SimulatedInputs()
    pad = inputs.plug()
    told: Queue[Key | bool | str] = Queue()

    def press(key: Key) -> None:
        told.put(key)
        raise OSError("X is at 58")

    def changed(fault: object) -> None:
        told.put(fault is None)
        raise LookupError("X is at 58")

    pads = Numpad(press, changed, inputs, look_every=3600)
    assert told.get(timeout=PATIENCE) is True
    pad.type("58")
    assert told.get(timeout=PATIENCE) is Key.FIVE
    assert told.get(timeout=PATIENCE) is Key.EIGHT
    assert pad.grabbed
    pads.close()
    assert told.empty()
    assert "OSError" in caplog.text
    assert "LookupError" in caplog.text
    assert "X is at" not in caplog.text
    inputs.close()


def test_a_thread_that_ends_all_the_same_is_told_and_gives_the_pads_back() -> None:
    inputs = CountedInputs()
    pad = inputs.plug()
    told: Queue[Key | bool | str] = Queue()
    pads = Numpad(told.put, told_in(told), inputs, look_every=0.002)
    assert told.get(timeout=PATIENCE) is True

    def nodes() -> frozenset[Node]:
        raise RuntimeError("as never seen before")

    inputs.nodes = nodes  # type: ignore[method-assign]
    assert told.get(timeout=PATIENCE) == "Number pads are out of reach (RuntimeError)."
    until(lambda: not pad.grabbed)
    pads.close()
    inputs.close()
