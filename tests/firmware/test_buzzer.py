"""The buzzer on a simulated pin."""

from __future__ import annotations

import pytest

from firmware.buzzer import Piezo
from firmware.devices import DeviceLost, Note
from firmware.simulated.pins import PinState, SimulatedPins
from tests.firmware.small_time import HandPlayer

PIN = 18


class Ear:
    """What was heard: a tone, or None for silence, without the moments of change between."""

    def __init__(self) -> None:
        self.pins, self.player = SimulatedPins(), HandPlayer()
        self.piezo = Piezo(PIN, self.pins, self.player)

    @property
    def tone(self) -> float | None:
        state = self.pins.state(PIN)
        assert state in (PinState(PIN, 0.5, state.hertz), PinState(PIN, 0.0, None))
        return state.hertz

    def listen(self, seconds: float, every: float = 0.25) -> list[float | None]:
        heard = []
        for _ in range(int(seconds / every)):
            heard.append(self.tone)
            self.player.advance(every)
        return heard


def test_a_tune_is_played_note_by_note_with_its_rests_and_then_silence() -> None:
    ear = Ear()
    ear.piezo.play((Note(440, 0.5), Note(0, 0.25), Note(880, 0.25), Note(660, 0.25)))
    assert ear.listen(1.75) == [440, 440, None, 880, 660, None, None]
    assert not ear.player.waiting


def test_a_new_tune_replaces_the_old_one_at_once() -> None:
    ear = Ear()
    ear.piezo.play((Note(440, 0.5), Note(880, 0.5)))
    ear.player.advance(0.25)
    ear.piezo.play((Note(1000, 0.5),))
    assert ear.listen(1) == [1000, 1000, None, None]


def test_an_empty_tune_is_silence() -> None:
    ear = Ear()
    ear.piezo.play((Note(440, 5),))
    ear.piezo.play(())
    assert ear.tone is None
    assert not ear.player.waiting


@pytest.mark.parametrize(("hertz", "heard"), [(100, 100), (5000, 5000), (20, 100), (9999, 5000), (1, 100)])
def test_notes_reach_from_100_to_5000_hertz(hertz: int, heard: int) -> None:
    ear = Ear()
    ear.piezo.play((Note(hertz, 1),))
    assert ear.tone == heard


def test_silence_is_not_pulsed() -> None:
    # Even pulses of no width keep a thread of lgpio awake.
    ear = Ear()
    assert ear.pins.state(PIN) == PinState(PIN, 0, None)
    ear.piezo.play((Note(440, 0.5), Note(0, 0.5)))
    ear.player.advance(0.5)
    assert ear.pins.state(PIN) == PinState(PIN, 0, None)


def test_closing_is_silence_and_frees_the_pin() -> None:
    ear = Ear()
    ear.piezo.play((Note(440, 5),))
    ear.piezo.close()
    ear.piezo.close()
    assert ear.pins.state(PIN) == PinState(PIN, 0, None)
    assert not ear.player.waiting
    Piezo(PIN, ear.pins)


def test_a_pin_that_can_not_be_had_is_named() -> None:
    pins = SimulatedPins()
    pins.unplugged.add(PIN)
    with pytest.raises(DeviceLost, match=r"^The buzzer cannot have GPIO 18: GPIO busy\.$"):
        Piezo(PIN, pins)


def test_the_first_note_on_a_lost_pin_is_the_callers_to_know() -> None:
    ear = Ear()
    ear.pins.unplugged.add(PIN)
    with pytest.raises(DeviceLost, match=r"^The buzzer on GPIO 18 does not answer \(GPIO busy\)\.$"):
        ear.piezo.play((Note(440, 1),))
    assert not ear.player.waiting


def test_a_tune_whose_first_note_fails_does_not_leave_the_old_one_playing() -> None:
    ear = Ear()
    ear.piezo.play((Note(440, 1), Note(880, 1)))
    ear.pins.unplugged.add(PIN)
    with pytest.raises(DeviceLost):
        ear.piezo.play((Note(500, 1),))
    assert not ear.player.waiting
    ear.piezo.close()


def test_a_watcher_is_told_the_tones_as_they_come() -> None:
    ear = Ear()
    told: list[PinState] = []
    ear.pins.watch(told.append)
    ear.piezo.play((Note(440, 0.5), Note(880, 0.5)))
    ear.player.advance(1)
    sounding = [state.hertz for state in told if state.level]
    assert sounding == [440, 880, None]
    assert told[-1] == PinState(PIN, 0, None)
