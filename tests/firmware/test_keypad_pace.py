"""No key lost and none twice, whether a scan comes every 5 ms or, on a busy Pi, every 10."""

from __future__ import annotations

from random import Random

import pytest

from firmware.keys import KEYS, Key
from tests.firmware.keypad_fingers import Fingers, Touch, tap

every_pace = pytest.mark.parametrize("every", [0.005, 0.007, 0.0085, 0.010])
some_seeds = pytest.mark.parametrize("seed", range(8))


def fingers(every: float, rng: Random) -> Fingers:
    """A scanner that has begun some time ago, and whose columns are looked at one after the other."""
    found = Fingers(every=every, skew=rng.choice([0.0, 0.0003, 0.0006, 0.001]))
    found.play([], then=rng.uniform(0.0, every))
    return found


@every_pace
@pytest.mark.parametrize("bounce", [0.001, 0.004, 0.008, 0.012, 0.016, 0.020])
@pytest.mark.parametrize("seed", range(4))
def test_a_key_that_bounces_is_pressed_once(every: float, bounce: float, seed: int) -> None:
    rng = Random(seed)
    key = rng.choice(KEYS)
    assert fingers(every, rng).play(tap(key, 0.01, held=0.045, bounce=bounce, rng=rng)) == [key]


@every_pace
@pytest.mark.parametrize(("held", "bounce"), [(0.030, 0.010), (0.035, 0.010), (0.040, 0.006)])
@some_seeds
def test_one_key_typed_fifteen_times_a_second_is_heard_each_time(
    every: float, held: float, bounce: float, seed: int
) -> None:
    rng = Random(seed)
    start, chatters = rng.uniform(0.01, 0.02), rng.uniform(0.001, bounce)
    touches = [touch for n in range(8) for touch in tap(Key.FIVE, start + n / 15, held, chatters, rng)]
    assert fingers(every, rng).play(touches) == [Key.FIVE] * 8


@every_pace
@some_seeds
def test_fifteen_keys_a_second_are_all_heard_in_order(every: float, seed: int) -> None:
    rng = Random(seed)
    typed = [rng.choice(KEYS) for _ in range(15)]
    touches: list[Touch] = []
    for place, key in enumerate(typed):
        touches += tap(key, 0.01 + place / 15, rng.uniform(0.031, 0.039), rng.uniform(0.0, 0.008), rng)
    assert fingers(every, rng).play(touches) == typed


@every_pace
@some_seeds
def test_the_next_key_may_go_down_before_the_last_is_up(every: float, seed: int) -> None:
    rng = Random(seed)
    first, second = rng.sample(KEYS, 2)
    bounce = rng.uniform(0.001, 0.020)
    touches = [
        *tap(first, 0.01, 0.06, bounce, rng),
        *tap(second, 0.01 + rng.uniform(0.025, 0.055), 0.06, bounce, rng),
    ]
    assert fingers(every, rng).play(touches) == [first, second]


@every_pace
@some_seeds
def test_every_key_may_go_down_before_the_last_is_up(every: float, seed: int) -> None:
    rng = Random(seed)
    typed: list[Key] = []
    while len(typed) < 10:
        typed += [key for key in [rng.choice(KEYS)] if key not in typed[-2:]]
    touches: list[Touch] = []
    for place, key in enumerate(typed):
        touches += tap(key, 0.01 + place / 15, rng.uniform(0.067, 0.080), rng.uniform(0.0, 0.008), rng)
    assert fingers(every, rng).play(touches) == typed


@every_pace
@pytest.mark.parametrize("chattering", [0, 1, 2, None])
@some_seeds
def test_three_keys_of_a_rectangle_never_make_the_fourth(
    every: float, chattering: int | None, seed: int
) -> None:
    rng = Random(seed)
    (top, bottom), (left, right) = rng.sample(range(4), 2), rng.sample(range(4), 2)
    corners = [KEYS[4 * top + left], KEYS[4 * top + right], KEYS[4 * bottom + left]]
    touches: list[Touch] = []
    for place, key in enumerate(corners):
        bounce = rng.uniform(0.002, 0.020) if chattering in (place, None) else 0.0
        touches += tap(key, 0.01 + rng.uniform(0.0, 0.012), rng.uniform(0.06, 0.11), bounce, rng)
    assert KEYS[4 * bottom + right] not in fingers(every, rng).play(touches)
