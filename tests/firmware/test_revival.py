"""Devices that are lost and come back."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import pytest
from PIL import Image

from firmware.devices import (
    HEIGHT,
    WIDTH,
    Buzzer,
    DeviceLost,
    Glow,
    Lost,
    Note,
    Tune,
    WiredDisplay,
    WiredLights,
)
from firmware.lights import LightRow
from firmware.revival import Kept, KeptBuzzer, KeptDisplay, KeptLights
from firmware.simulated.pins import LineError, SimulatedPins
from tests.firmware.small_time import HandClock

TUNE = (Note(440, 0.1),)


class Socket:
    """Where devices are plugged in: hands out frail ones, and remembers what was done to them."""

    def __init__(self) -> None:
        self.clock = HandClock()
        self.fault: Exception | None = None
        self.slow = 0.0
        self.tries: list[float] = []
        self.done: list[object] = []
        self.reports: list[tuple[str, str | None]] = []

    def changed(self, name: str, fault: DeviceLost | None) -> None:
        self.reports.append((name, str(fault) if fault else None))

    def open(self) -> Frail:
        self.tries.append(self.clock.now)
        self.clock.now += self.slow
        self.check()
        return Frail(self)

    def check(self) -> None:
        if self.fault:
            raise self.fault

    def break_down(self, text: str = "no answer") -> None:
        self.fault = DeviceLost(text)


class Frail:
    """A device that works while its socket has no fault."""

    def __init__(self, socket: Socket) -> None:
        self.socket = socket

    def do(self, what: object) -> None:
        self.socket.check()
        self.socket.done.append(what)

    def close(self) -> None:
        self.socket.done.append("closed")
        self.socket.check()


class FrailDisplay(Frail):
    def refresh(self) -> None:
        self.do("refresh")

    def show(self, picture: Image.Image) -> None:
        self.do(picture.tobytes())

    def contrast(self, level: int) -> None:
        self.do(level)


class FrailLights(Frail):
    lost: Lost

    def show(self, glow: Mapping[str, Glow], brightness: float = 1.0) -> None:
        self.do((dict(glow), brightness))


class FrailBuzzer(Frail):
    def play(self, tune: Tune) -> None:
        self.do(tune)


def kept(socket: Socket) -> Kept[Frail]:
    return Kept("thing", socket.open, socket.changed, socket.clock)


def kept_display(socket: Socket) -> KeptDisplay:
    def open_display() -> WiredDisplay:
        socket.open()
        return FrailDisplay(socket)

    return KeptDisplay("display", open_display, socket.changed, socket.clock)


def kept_lights(socket: Socket) -> KeptLights:
    def open_lights() -> WiredLights:
        socket.open()
        return FrailLights(socket)

    return KeptLights("lights", open_lights, socket.changed, socket.clock)


def kept_buzzer(socket: Socket) -> KeptBuzzer:
    def open_buzzer() -> Buzzer:
        socket.open()
        return FrailBuzzer(socket)

    return KeptBuzzer("buzzer", open_buzzer, socket.changed, socket.clock)


def live(socket: Socket, device: Kept[Frail] | KeptDisplay | KeptLights, seconds: float) -> None:
    """Let the owner's loop turn: sleep until something is due, then tick."""
    end = socket.clock.now + seconds
    while (due := device.due()) is not None and due <= end:
        socket.clock.now = max(due, socket.clock.now)
        device.tick(socket.clock.now)
    socket.clock.now = max(end, socket.clock.now)


def test_a_device_that_works_is_opened_once_and_never_mentioned() -> None:
    socket = Socket()
    device = kept(socket)
    device.do(lambda it: it.do("work"))
    assert device.due() is None
    device.tick(1000)
    assert socket.tries == [0]
    assert socket.done == ["work"]
    assert socket.reports == []


def test_a_device_missing_at_the_start_is_reported_and_no_crash() -> None:
    socket = Socket()
    socket.break_down("no OLED")
    device = kept(socket)
    assert socket.reports == [("thing", "no OLED")]
    assert device.due() == 1


def test_a_call_that_fails_is_reported_once_and_the_next_calls_are_not_even_tried() -> None:
    socket = Socket()
    device = kept(socket)
    socket.break_down()
    for _ in range(5):
        device.do(lambda it: it.do("work"))
    assert socket.reports == [("thing", "no answer")]
    assert socket.done == ["closed"]


def test_tries_are_further_and_further_apart_up_to_half_a_minute() -> None:
    socket = Socket()
    device = kept(socket)
    socket.break_down()
    device.do(lambda it: it.do("work"))
    live(socket, device, 130)
    assert socket.tries == [0, 1, 3, 7, 15, 31, 61, 91, 121]
    assert socket.reports == [("thing", "no answer")]


def test_ticks_before_the_time_do_nothing() -> None:
    socket = Socket()
    socket.break_down()
    device = kept(socket)
    for now in (0.0, 0.5, 0.999):
        device.tick(now)
    assert socket.tries == [0]


def test_a_device_that_is_back_is_reported_and_works() -> None:
    socket = Socket()
    device = kept(socket)
    socket.break_down()
    device.do(lambda it: it.do("lost work"))
    socket.fault = None
    live(socket, device, 1)
    device.do(lambda it: it.do("work"))
    assert socket.reports == [("thing", "no answer"), ("thing", None)]
    assert socket.done == ["closed", "work"]
    assert device.due() is None


def test_a_device_lost_a_second_time_after_it_lived_for_a_while_is_tried_soon_again() -> None:
    socket = Socket()
    socket.break_down()
    device = kept(socket)
    live(socket, device, 10)
    socket.fault = None
    live(socket, device, 40)
    socket.tries.clear()
    socket.break_down("again")
    device.do(lambda it: it.do("work"))
    live(socket, device, 4)
    assert socket.tries == [51, 53]
    assert socket.reports == [("thing", "no answer"), ("thing", None), ("thing", "again")]


def test_a_device_that_is_back_only_to_be_lost_again_is_tried_further_and_further_apart() -> None:
    socket = Socket()
    device = kept(socket)
    for _ in range(7):
        socket.break_down()
        device.do(lambda it: it.do("work"))
        socket.fault = None
        live(socket, device, (device.due() or 0) - socket.clock.now)
    waits = [later - before for before, later in pairwise(socket.tries)]
    assert waits == [1, 2, 4, 8, 16, 30, 30]


def test_a_device_that_finds_out_by_itself_that_it_is_lost_is_reported_once_and_opened_again() -> None:
    socket = Socket()
    device = kept(socket)
    device.lose(DeviceLost("pins fail"))
    device.lose(DeviceLost("pins fail"))
    assert socket.reports == [("thing", "pins fail")]
    assert socket.done == ["closed"]
    live(socket, device, 1)
    assert socket.tries == [0, 1]
    assert socket.reports == [("thing", "pins fail"), ("thing", None)]


def test_the_wait_begins_when_a_slow_try_has_ended() -> None:
    # Else a device that needs longer to fail than the wait would be tried without a pause.
    socket = Socket()
    socket.break_down()
    socket.slow = 5
    device = kept(socket)
    assert device.due() == 6
    socket.clock.now = 6
    device.tick(6)
    assert device.due() == 13


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (OSError(121, "Remote I/O error"), "Remote I/O error"),
        (LineError("GPIO busy"), "GPIO busy"),
        (LookupError("X is at 58"), "LookupError"),
    ],
)
def test_any_fault_is_a_lost_device_told_in_words_fit_for_anyone(error: Exception, why: str) -> None:
    text = f"Contact with the thing was lost ({why})."
    socket = Socket()
    device = kept(socket)
    socket.fault = error
    device.do(lambda it: it.do("work"))
    assert socket.reports == [("thing", text)]
    live(socket, device, 10)
    assert socket.reports == [("thing", text)]
    device.close()

    missing = Socket()
    missing.fault = error
    kept(missing)
    assert missing.reports == [("thing", text)]


@pytest.mark.parametrize("error", [OSError(5, "I/O error"), LineError("GPIO busy"), ZeroDivisionError()])
def test_whatever_goes_wrong_at_closing_is_nobodys_trouble(error: Exception) -> None:
    socket = Socket()
    device = kept(socket)
    socket.fault = error
    device.close()
    assert socket.done == ["closed"]
    assert socket.reports == []


@pytest.mark.parametrize(
    ("name", "called"), [("oled", "display"), ("numpad", "number pad"), ("lights", "lights")]
)
def test_a_device_is_called_what_people_call_it(name: str, called: str) -> None:
    socket = Socket()
    socket.fault = OSError(5, "I/O error")
    Kept(name, socket.open, socket.changed, socket.clock)
    assert socket.reports == [(name, f"Contact with the {called} was lost (I/O error).")]


def test_a_closed_device_is_left_alone() -> None:
    socket = Socket()
    device = kept(socket)
    socket.break_down()
    device.close()
    device.close()
    device.tick(1000)
    device.do(lambda it: it.do("work"))
    assert socket.done == ["closed"]
    assert socket.tries == [0]
    assert device.due() is None
    assert socket.reports == []


def test_closing_while_it_is_lost_ends_the_tries() -> None:
    socket = Socket()
    socket.break_down()
    device = kept(socket)
    device.close()
    assert device.due() is None
    device.tick(1000)
    assert socket.tries == [0]


def test_a_loss_leaves_the_other_devices_alone() -> None:
    broken, sound = Socket(), Socket()
    first, second = kept_lights(broken), kept_buzzer(sound)
    broken.break_down()
    first.show({"red": Glow.ON})
    second.play(TUNE)
    assert sound.done == [TUNE]
    assert second.due() is None
    assert sound.reports == []


def picture(*dots: tuple[int, int]) -> Image.Image:
    image = Image.new("1", (WIDTH, HEIGHT))
    for dot in dots:
        image.putpixel(dot, 1)
    return image


def test_a_display_that_is_back_shows_the_last_picture_as_bright_as_before() -> None:
    socket = Socket()
    display = kept_display(socket)
    display.contrast(40)
    display.show(picture((1, 1)))
    socket.break_down()
    display.show(picture((2, 2)))
    display.contrast(90)
    last = picture((3, 3))
    display.show(last)
    last.putpixel((4, 4), 1)
    socket.fault = None
    socket.done.clear()
    live(socket, display, 1)
    assert socket.done == [90, picture((3, 3)).tobytes()]
    assert socket.reports == [("display", "no answer"), ("display", None)]


def test_a_display_that_was_never_drawn_on_comes_back_untouched() -> None:
    socket = Socket()
    socket.break_down()
    display = kept_display(socket)
    socket.fault = None
    live(socket, display, 1)
    assert socket.done == []
    assert socket.reports == [("display", "no answer"), ("display", None)]


def test_a_display_that_opens_but_can_not_be_drawn_on_is_not_back() -> None:
    socket = Socket()

    class Blind(FrailDisplay):
        def show(self, picture: Image.Image) -> None:
            raise DeviceLost("blind")

    display = KeptDisplay("display", lambda: Blind(socket), socket.changed, socket.clock)
    display.show(picture())
    live(socket, display, 8)
    assert socket.reports == [("display", "blind")]
    assert socket.done == ["closed"] * 4
    assert display.due() == 15


def test_lights_that_are_back_glow_as_they_should_by_now() -> None:
    socket = Socket()
    lights = kept_lights(socket)
    lights.show({"red": Glow.ON})
    socket.break_down()
    glow = {"blue": Glow.BLINK}
    lights.show(glow, 0.5)
    glow["hat"] = Glow.ON
    socket.fault = None
    socket.done.clear()
    live(socket, lights, 1)
    assert socket.done == [({"blue": Glow.BLINK}, 0.5)]


def test_a_tune_missed_is_not_caught_up_on() -> None:
    socket = Socket()
    buzzer = kept_buzzer(socket)
    socket.break_down()
    buzzer.play(TUNE)
    socket.fault = None
    socket.done.clear()
    buzzer.tick(1)
    assert socket.done == []
    buzzer.play(TUNE)
    assert socket.done == [TUNE]


def test_real_lights_come_back_though_somebody_keeps_the_fault() -> None:
    # The fault's traceback holds on to the lost row, and so to its pins, unless these were really freed.
    pins, clock, faults = SimulatedPins(), HandClock(), list[DeviceLost | None]()
    lights = KeptLights(
        "lights", lambda: LightRow({"red": 17}, pins), lambda _, fault: faults.append(fault), clock
    )
    lights.show({"red": Glow.ON}, 0.5)
    pins.unplugged.add(17)
    lights.show({"red": Glow.ON})
    lights.tick(1)
    pins.unplugged.clear()
    lights.tick(3)
    assert [str(fault) for fault in faults] == [
        "The light red on GPIO 17 does not answer (GPIO busy).",
        "None",
    ]
    assert pins.state(17).level == 1
