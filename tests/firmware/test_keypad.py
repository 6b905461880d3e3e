"""The keypad on coupled copper: no key lost, none twice, no pin in conflict."""

from __future__ import annotations

import time
from itertools import combinations, count
from random import Random
from threading import Event

import pytest
from gpiozero import Device  # type: ignore[import-untyped]
from gpiozero.pins.mock import MockFactory  # type: ignore[import-untyped]
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.devices import DeviceLost
from firmware.keypad import Keypad
from firmware.keys import KEYS, Key
from firmware.matrix import STUCK_AFTER
from firmware.simulated.matrix import CoupledMatrix, ShortCircuit
from tests.firmware.frail_copper import SlowCopper
from tests.firmware.keypad_fingers import COLUMNS, ROWS, Fingers, Touch, tap

KEY = st.sampled_from(KEYS)
A_DIAGONAL = (Key.ONE, Key.FIVE)


@pytest.mark.parametrize("key", KEYS, ids=[key.name for key in KEYS])
def test_each_key_is_heard_as_itself(key: Key) -> None:
    assert Fingers().play(tap(key, 0.01)) == [key]


@settings(max_examples=150, deadline=None)
@given(key=KEY, bounce=st.floats(0.001, 0.020), offset=st.floats(0.0, 0.006), seed=st.integers(0, 999))
def test_a_key_that_bounces_for_up_to_20_ms_is_pressed_once(
    key: Key, bounce: float, offset: float, seed: int
) -> None:
    touches = list(tap(key, 0.01 + offset, held=0.045, bounce=bounce, rng=Random(seed)))
    assert Fingers().play(touches) == [key]


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 9999), bounce=st.floats(0.0, 0.008))
def test_fifteen_keys_a_second_are_all_heard_in_order(seed: int, bounce: float) -> None:
    rng = Random(seed)
    typed = [rng.choice(KEYS) for _ in range(15)]
    touches: list[Touch] = []
    for place, key in enumerate(typed):
        touches += tap(
            key, 0.01 + place / 15, held=0.030 + rng.uniform(-0.004, 0.004), bounce=bounce, rng=rng
        )
    assert Fingers().play(touches) == typed


@pytest.mark.parametrize(("first", "second"), [*combinations(KEYS, 2)], ids=lambda key: key.name)
def test_the_next_key_may_go_down_before_the_last_is_up(first: Key, second: Key) -> None:
    touches = [*tap(first, 0.01, held=0.06), *tap(second, 0.045, held=0.06)]
    assert Fingers().play(touches) == [first, second]


def test_holding_a_key_does_not_repeat_it() -> None:
    assert Fingers().play(tap(Key.FIVE, 0.01, held=5.0)) == [Key.FIVE]


def test_a_spark_is_no_press() -> None:
    assert Fingers().play(tap(Key.FIVE, 0.0102, held=0.002)) == []


@pytest.mark.parametrize("corners", [(Key.ONE, Key.TWO, Key.FOUR), (Key.ONE, Key.A, Key.STAR)])
def test_the_fourth_corner_of_a_rectangle_is_never_heard(corners: tuple[Key, Key, Key]) -> None:
    fingers = Fingers()
    touches = [touch for key in corners for touch in tap(key, 0.01, held=0.2)]
    heard = fingers.play(touches)
    assert set(heard) <= set(corners)


def test_keys_that_were_down_before_the_rectangle_stay_pressed_once() -> None:
    touches = [*tap(Key.ONE, 0.01, held=0.5), *tap(Key.TWO, 0.06, held=0.5), *tap(Key.FOUR, 0.11, held=0.1)]
    assert Fingers().play(touches) == [Key.ONE, Key.TWO]


def test_the_third_key_is_heard_when_the_rectangle_opens() -> None:
    touches = [*tap(Key.ONE, 0.01, held=0.15), *tap(Key.TWO, 0.05, held=0.1), *tap(Key.FOUR, 0.1, held=0.3)]
    assert Fingers().play(touches) == [Key.ONE, Key.TWO, Key.FOUR]


def test_a_stuck_key_is_reported_once_and_the_others_go_on_working() -> None:
    fingers = Fingers()
    fingers.copper.stick(Key.FIVE)
    fingers.play([], then=STUCK_AFTER + 0.5)
    assert fingers.stuck == [(Key.FIVE, True)]
    fingers.pressed.clear()
    for key in (key for key in KEYS if key is not Key.FIVE):
        fingers.play(tap(key, 0.01))
    assert fingers.pressed == [key for key in KEYS if key is not Key.FIVE]
    fingers.copper.free(Key.FIVE)
    fingers.play([])
    assert fingers.stuck == [(Key.FIVE, True), (Key.FIVE, False)]
    assert fingers.play(tap(Key.FIVE, 0.01))[-1] is Key.FIVE


@settings(max_examples=50, deadline=None)
@given(
    taps=st.lists(
        st.tuples(KEY, st.floats(0.0, 0.5), st.floats(0.001, 0.3), st.floats(0.0, 0.02)), max_size=12
    ),
    seed=st.integers(0, 99),
)
def test_whatever_the_fingers_do_no_pins_fight_and_no_ghost_is_heard(
    taps: list[tuple[Key, float, float, float]], seed: int
) -> None:
    rng = Random(seed)
    touches = [touch for key, at, held, bounce in taps for touch in tap(key, at, held, bounce, rng)]
    fingers = Fingers()
    heard = fingers.play(touches)  # which also looks for short circuits
    assert set(heard) <= {key for key, *_ in taps}
    for key, _, _, _ in taps:
        fingers.copper.touch(key, False)
    fingers.play([])
    assert not fingers.keypad.awake


def test_nobody_pressing_means_nobody_scanning() -> None:
    fingers = Fingers()
    fingers.play([], then=1.0)
    asleep = fingers.keypad.scans
    fingers.play([], then=60.0)
    assert fingers.keypad.scans == asleep
    fingers.play(tap(Key.HASH, 0.01))
    assert 0 < fingers.keypad.scans - asleep < 40


def test_a_key_that_comes_down_unheard_before_sleep_is_not_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    fingers = Fingers()
    scan = fingers.keypad.scan

    def scan_then_finger() -> list[tuple[int, int]]:
        found = scan()
        fingers.copper.touch(Key.SEVEN, True)
        fingers.keypad._edge.clear()  # the edge is lost on the way
        return found

    with monkeypatch.context() as patch:
        patch.setattr(fingers.keypad, "scan", scan_then_finger)
        fingers.keypad.step()
    assert fingers.keypad.awake
    assert fingers.play([]) == [Key.SEVEN]


def test_a_key_that_was_down_before_the_keypad_opened_does_not_silence_its_row() -> None:
    copper = CoupledMatrix(ROWS, COLUMNS)
    copper.stick(Key.FIVE)
    fingers = Fingers(copper)
    assert fingers.play(tap(Key.SIX, 0.1)) == [Key.SIX]
    fingers.play([], then=STUCK_AFTER)
    assert fingers.stuck == [(Key.FIVE, True)]
    assert fingers.pressed == [Key.SIX]


def test_a_key_that_was_down_before_the_keypad_opened_is_heard_when_it_is_pressed_next() -> None:
    copper = CoupledMatrix(ROWS, COLUMNS)
    copper.touch(Key.FIVE, True)
    fingers = Fingers(copper)
    assert fingers.play([(0.05, Key.FIVE, False)]) == []
    assert fingers.play(tap(Key.FIVE, 0.01)) == [Key.FIVE]


@pytest.mark.parametrize("held", [0.030, 0.035, 0.040])
@pytest.mark.parametrize("seed", range(20))
def test_one_key_typed_fifteen_times_a_second_is_heard_each_time(held: float, seed: int) -> None:
    rng = Random(seed)
    start, bounce = 0.01 + rng.uniform(0, 0.005), rng.uniform(0.001, 0.010)
    touches = [
        touch for n in range(6) for touch in tap(Key.FIVE, start + n / 15, held=held, bounce=bounce, rng=rng)
    ]
    assert Fingers().play(touches) == [Key.FIVE] * 6


def test_a_column_on_a_pin_with_a_resistor_is_refused_by_name() -> None:
    with pytest.raises(DeviceLost, match="GPIO 2 "):
        Keypad(ROWS, (2, *COLUMNS[1:]), print, pin_factory=MockFactory())


def test_a_listener_that_fails_once_still_hears_the_next_key(caplog: pytest.LogCaptureFixture) -> None:
    heard: list[Key] = []
    failing, done = Event(), Event()

    def press(key: Key) -> None:
        heard.append(key)
        if key is Key.ONE:
            failing.set()
            raise LookupError("X is at 58")
        done.set()

    copper = CoupledMatrix(ROWS, COLUMNS)
    keypad = Keypad(ROWS, COLUMNS, press, pin_factory=copper)
    copper.touch(Key.ONE, True)
    assert failing.wait(2)
    copper.touch(Key.SIX, True)
    assert done.wait(2)
    keypad.close()
    assert heard == [Key.ONE, Key.SIX]
    assert "LookupError" in caplog.text
    assert "58" not in caplog.text


def test_a_keypad_may_be_closed_in_answer_to_its_own_key() -> None:
    copper = CoupledMatrix(ROWS, COLUMNS)
    keypads: list[Keypad] = []
    answered = Event()

    def press(key: Key) -> None:
        keypads[0].close()
        answered.set()

    keypads.append(Keypad(ROWS, COLUMNS, press, pin_factory=copper))
    copper.touch(Key.ONE, True)
    assert answered.wait(2)
    keypads[0].close()
    copper.touch(Key.ONE, False)
    Keypad(ROWS, COLUMNS, print, pin_factory=copper).close()


def test_a_column_driven_high_against_a_low_one_is_a_short_circuit() -> None:
    copper = CoupledMatrix(ROWS, COLUMNS)
    low, high = copper.pin(COLUMNS[0]), copper.pin(COLUMNS[1])
    low.output_with_state(0)
    high.output_with_state(1)
    copper.touch(Key.ONE, True)
    with pytest.raises(ShortCircuit):
        copper.touch(Key.TWO, True)
    assert copper.short_circuits == 1


def test_pins_that_are_in_use_are_named_and_the_others_are_free_again_while_the_fault_is_kept() -> None:
    copper = CoupledMatrix(ROWS, COLUMNS)
    other = Keypad((4, 17, 13, 22), (23, 24, 25, 27), print, pin_factory=copper)
    with pytest.raises(DeviceLost, match="GPIO 13") as fault:
        Keypad(ROWS, COLUMNS, print, pin_factory=copper)
    other.close()
    Keypad(ROWS, COLUMNS, print, pin_factory=copper).close()
    assert fault.value


@pytest.mark.parametrize("threaded", [True, False])
def test_closing_gives_the_pins_back_at_rest_and_may_be_repeated(threaded: bool) -> None:
    copper = CoupledMatrix(ROWS, COLUMNS)
    for _ in range(3):
        keypad = Keypad(ROWS, COLUMNS, print, pin_factory=copper, threaded=threaded)
        assert all(copper.pin(number).function == "output" for number in COLUMNS)
        keypad.close()
        keypad.close()
        for number in (*ROWS, *COLUMNS):
            assert copper.pin(number).function == "input"
            assert copper.pin(number).when_changed is None


def test_between_two_scans_the_columns_are_let_go_and_asleep_they_are_low() -> None:
    fingers = Fingers()
    columns = [fingers.copper.pin(number) for number in COLUMNS]
    assert [pin.function for pin in columns] == ["output"] * 4
    fingers.play([(0.01, Key.FIVE, True)])
    assert [pin.function for pin in columns] == ["input"] * 4
    fingers.play([(0.01, Key.FIVE, False)])
    assert [(pin.function, pin.state) for pin in columns] == [("output", False)] * 4


def test_wires_are_given_the_time_to_settle_before_they_are_looked_at() -> None:
    copper = SlowCopper()
    heard: list[Key] = []
    time_now = iter(n / 200 for n in count(1))
    keypad = Keypad(
        ROWS,
        COLUMNS,
        heard.append,
        pin_factory=copper,
        clock=lambda: next(time_now),
        pause=copper.wait,
        threaded=False,
    )
    copper.wait(1)
    copper.touch(Key.FIVE, True)
    copper.wait(1)
    assert keypad.awake
    for _ in range(3):
        keypad.step()
    assert heard == [Key.FIVE]
    copper.touch(Key.FIVE, False)
    for _ in range(10):
        keypad.step()
    assert not keypad.awake
    copper.touch(Key.SIX, True)
    keypad._lie_down()
    assert keypad.awake


def test_it_runs_on_the_factory_it_was_given_and_on_no_other() -> None:
    with pytest.raises(TypeError, match="pin_factory"):
        Keypad(ROWS, COLUMNS, print)  # type: ignore[call-arg]
    Keypad(ROWS, COLUMNS, print, pin_factory=MockFactory()).close()
    assert Device.pin_factory is None


def test_in_real_time_with_its_own_thread_a_bouncing_key_is_heard_once() -> None:
    heard: list[Key] = []
    done = Event()

    def press(key: Key) -> None:
        heard.append(key)
        if key is Key.HASH:
            done.set()

    copper = CoupledMatrix(ROWS, COLUMNS)
    copper.bouncing = True
    keypad = Keypad(ROWS, COLUMNS, press, pin_factory=copper)
    try:
        for key in (Key.FIVE, Key.EIGHT, Key.HASH):
            copper.press(key)
            time.sleep(0.06)
            copper.release(key)
            time.sleep(0.06)
        assert done.wait(2)
        assert heard == [Key.FIVE, Key.EIGHT, Key.HASH]
    finally:
        began = time.monotonic()
        keypad.close()
        assert time.monotonic() - began < 0.5
