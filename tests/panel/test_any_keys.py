"""Whatever is pressed, whenever: nothing breaks, nothing is a dead end, everything fits on the screen."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.clock_settings import AtZero, ClockKind, ClockSettings, Manner
from companion.editions import edition_names
from companion.games.pursuit.commands import MISTER_X
from companion.panel.canvas import Canvas
from companion.panel.pages.play import Playing
from companion.panel.pages.start import StartMenu
from firmware.keys import KEYS
from tests.panel.boxes import Box
from tests.panel.fingers import set_up

STRICT = ClockSettings(ClockKind.TURN, Manner.STRICT, 20, 45, AtZero.PASS)
KEY = st.sampled_from([key.value for key in KEYS])
# People press keys in bursts, Mister X moves or thinks better of it, everybody looks out of the window, and
# somebody trips over the cable.
STEPS = st.lists(
    st.one_of(
        st.lists(KEY, min_size=1, max_size=12),
        st.sampled_from(["his move", "his move", "his move", "taken back", "power cut", "knock"]),
        st.floats(0.0, 40.0),
    ),
    max_size=60,
)
SLOW = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def do(box: Box, step: object, rng: Random) -> None:
    if isinstance(step, list):
        box.keys("".join(step))
    elif isinstance(step, float):
        box.wait(step)
    elif step == "power cut":
        box.power_cut()
    elif step == "knock":
        if box.pairing.offer:
            box.knock()
    elif sight := box.table.sight():
        if step == "taken back" and sight.undoable:
            box.table.undo()
            box.panel.follow()
        elif sight.view.turn == MISTER_X:
            box.his_move(rng)


def assert_a_code_is_good_only_while_people_see_it(box: Box) -> None:
    if not box.page.shows_a_code:
        assert (box.pairing.offer, box.pairing.knock) == (None, None)


def assert_everything_fits(box: Box) -> None:
    canvas = Canvas()
    box.screen.draw(canvas)
    assert canvas.clipped == [], box.screen


def assert_there_is_a_way_back(box: Box) -> None:
    """A few presses of * lead to the game or to the first menu."""
    box.calm()
    for _ in range(12):
        if isinstance(box.page, StartMenu | Playing):
            return
        box.wait(1).keys("*")
    raise AssertionError(box.page)


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@given(steps=STEPS, seed=st.integers(0, 2**16), phones=st.booleans())
@SLOW
def test_any_keys_from_power_on(language: str, steps: list[object], seed: int, phones: bool) -> None:
    box, rng = Box(language=language, clocks=STRICT, phones=phones), Random(seed)
    for step in steps:
        do(box, step, rng)
        assert_everything_fits(box)
        assert_a_code_is_good_only_while_people_see_it(box)
    assert_there_is_a_way_back(box)


@pytest.mark.parametrize("place", range(1, len(edition_names()) + 1), ids=edition_names())
@given(
    steps=STEPS,
    seed=st.integers(0, 2**16),
    language=st.sampled_from(["en", "fr", "de"]),
    phones=st.booleans(),
)
@SLOW
def test_any_keys_in_a_game(place: int, language: str, steps: list[object], seed: int, phones: bool) -> None:
    box, rng = set_up(Box(clocks=STRICT, phones=phones), place, 3), Random(seed)
    box.desk.change(language=language, possible=seed % 2 == 0)
    for step in steps:
        do(box, step, rng)
        assert_everything_fits(box)
        assert_a_code_is_good_only_while_people_see_it(box)
    assert_there_is_a_way_back(box)


@pytest.mark.parametrize("seed", range(4))
def test_twenty_thousand_presses_in_one_evening(seed: int) -> None:
    box, rng = Box(clocks=STRICT, phones=seed % 2 == 1), Random(seed)
    keys = [key.value for key in KEYS]
    for _ in range(20_000):
        box.keys(rng.choice(keys))
        if rng.random() < 0.1:
            do(box, rng.choice(["his move", "knock"]), rng)
        if rng.random() < 0.01:
            do(box, rng.choice(["taken back", "power cut"]), rng)
        if rng.random() < 0.02:
            box.wait(rng.random() * 30)
    assert_everything_fits(box)
    assert_there_is_a_way_back(box)
