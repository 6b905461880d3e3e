"""The box with parts that are missing from the start, or come and go."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from companion import box as module
from companion.box import Box, is_night
from companion.config import Config, Night
from companion.journal import Journal
from companion.parts import Parts
from firmware import revival
from firmware.devices import Buzzer, DeviceLost, KeySource, Lost, WiredLights
from firmware.keys import Key
from firmware.simulated.pins import LineError
from tests.panel.boxes import Paper, PaperDisplay, PaperLights


class ShelfDisplay(PaperDisplay):
    refreshed = 0

    def refresh(self) -> None:
        self.refreshed += 1


class ShelfKeys(Paper):
    """A keypad or number pad, and what the box gave it to call."""

    lost: Lost

    def __init__(self) -> None:
        super().__init__()
        self.closed = 0

    def close(self) -> None:
        self.closed += 1


class Shelf:
    """Parts that are there or not."""

    def __init__(self) -> None:
        self.missing = {"display", "lights", "buzzer", "keypad"}
        self.fault: Exception | None = None
        self.display, self.lights, self.buzzer = ShelfDisplay(), PaperLights(), Paper()
        self.keypads: list[ShelfKeys] = []
        self.numpads: list[ShelfKeys] = []
        self.press: Callable[[Key], None] | None = None
        self.type: Callable[[Key], None] | None = None
        self.stuck: Callable[[Key, bool], None] | None = None
        self.plug: Callable[[DeviceLost | None], None] | None = None

    def parts(self) -> Parts:
        return Parts(self._keypad, self._display, self._lights, self._buzzer, self._numpad)

    def _check(self, name: str) -> None:
        if name in self.missing:
            raise self.fault or DeviceLost(f"The {name} is not there.")

    def _keypad(self, press: Callable[[Key], None], stuck: Callable[[Key, bool], None]) -> KeySource:
        self._check("keypad")
        self.press, self.stuck = press, stuck
        self.keypads.append(ShelfKeys())
        return self.keypads[-1]

    def _numpad(
        self, press: Callable[[Key], None], changed: Callable[[DeviceLost | None], None]
    ) -> KeySource:
        self._check("numpad")
        self.type, self.plug = press, changed
        self.numpads.append(ShelfKeys())
        return self.numpads[-1]

    def _display(self) -> ShelfDisplay:
        self._check("display")
        return self.display

    def _lights(self) -> WiredLights:
        self._check("lights")
        return self.lights  # type: ignore[return-value]

    def _buzzer(self) -> Buzzer:
        self._check("buzzer")
        return self.buzzer


def soon(what: Callable[[], bool], patience: float = 10.0) -> None:
    end = time.monotonic() + patience
    while not what():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.fixture
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture
def full(shelf: Shelf) -> Shelf:
    """A shelf with everything on it: asked for before the box, it opens at once."""
    shelf.missing.clear()
    return shelf


def handled(box: Box) -> None:
    """Wait until the box has done what was posted."""
    done: list[bool] = []
    box.post(lambda: done.append(True))
    soon(lambda: bool(done))


@pytest.fixture
def box(shelf: Shelf, tmp_path: Path) -> Iterator[Box]:
    found = Box(Config(), tmp_path / "table.journal", shelf.parts())
    yield found
    found.close()


def test_with_everything_missing_the_table_is_open_all_the_same(box: Box) -> None:
    assert box.table.sight() is None
    soon(lambda: box.panel.shown is not None)


def test_what_was_missing_at_the_start_comes_in_by_itself(box: Box, shelf: Shelf) -> None:
    shelf.missing.clear()
    soon(lambda: shelf.display.picture is not None and shelf.press is not None)
    assert shelf.display.level > 0
    assert shelf.press is not None
    shelf.press(Key.ONE)
    soon(
        lambda: (
            type(box.panel.shown).__name__ == "MenuScreen"
            and box.panel.page.__class__.__name__ == "EditionMenu"
        )
    )


def test_a_page_that_stumbles_does_not_end_the_evening(box: Box, caplog: pytest.LogCaptureFixture) -> None:
    box.post(lambda: 1 // 0)  # type: ignore[arg-type,return-value]
    seen: list[bool] = []
    box.post(lambda: seen.append(True))
    soon(lambda: bool(seen))
    assert "ZeroDivisionError" in caplog.text


def test_an_idle_box_sleeps(box: Box, shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    shelf.missing.clear()
    soon(lambda: shelf.display.picture is not None)
    soon(lambda: all(device.due() is None for device in box._kept if device.name != "oled"))
    soon(lambda: not box.desk.troubles)
    box.press(Key.STAR)  # which closes what was told of them
    soon(lambda: not box.panel.in_scene)
    ticks: list[float] = []
    tick = box.panel.tick
    monkeypatch.setattr(box.panel, "tick", lambda: ticks.append(time.monotonic()) or tick())
    time.sleep(1.5)
    assert len(ticks) <= 2


# Devices that come and go


def test_the_table_is_told_what_is_missing_and_when_it_is_back(
    box: Box, shelf: Shelf, caplog: pytest.LogCaptureFixture
) -> None:
    soon(lambda: {"oled", "lights", "buzzer", "keypad"} <= set(box.desk.troubles))
    shelf.missing.clear()
    soon(lambda: not box.desk.troubles)
    for name in ("display", "lights", "buzzer", "keypad"):
        assert caplog.messages.count(f"Contact with the {name} is back.") == 1


@pytest.mark.parametrize(
    "fault", [LineError("GPIO busy"), LookupError("X is at 58"), OSError(5, "I/O error")]
)
def test_devices_that_fail_in_any_way_are_lost_and_come_back(
    full: Shelf, box: Box, fault: Exception, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise fault

    handled(box)
    full.fault, full.missing = fault, {"display", "lights", "buzzer"}
    for device in (full.display, full.lights, full.buzzer):
        for call in ("show", "play", "contrast", "refresh", "close"):
            monkeypatch.setattr(device, call, fail, raising=False)
    box.post(lambda: box._kept[0].do(lambda it: it.refresh()))
    box.post(lambda: box._kept[1].do(lambda it: it.show({})))
    box.post(lambda: box._kept[2].do(lambda it: it.play(())))
    soon(lambda: {"oled", "lights", "buzzer"} == set(box.desk.troubles))
    monkeypatch.undo()
    full.missing = set()
    soon(lambda: not box.desk.troubles)
    assert "58" not in caplog.text


def test_a_keypad_lost_in_the_middle_of_a_game_is_told_and_opened_again(full: Shelf, box: Box) -> None:
    full.keypads[0].lost(DeviceLost("The keypad does not answer."))
    handled(box)
    assert set(box.desk.troubles) == {"keypad"}
    assert full.keypads[0].closed == 1
    soon(lambda: len(full.keypads) == 2 and not box.desk.troubles)
    assert full.press is not None
    full.press(Key.ONE)
    soon(lambda: type(box.panel.page).__name__ == "EditionMenu")


def test_lights_that_find_themselves_lost_while_they_blink_are_told(full: Shelf, box: Box) -> None:
    full.lights.lost(DeviceLost("The light red does not answer."))  # type: ignore[attr-defined]
    handled(box)
    assert set(box.desk.troubles) == {"lights"}


def test_a_stuck_key_is_told_and_forgotten_when_it_comes_up(full: Shelf, box: Box) -> None:
    assert full.stuck is not None
    full.stuck(Key.FIVE, True)
    handled(box)
    assert set(box.desk.troubles) == {"5"}
    full.stuck(Key.FIVE, False)
    handled(box)
    assert not box.desk.troubles


def test_a_display_is_refreshed_by_itself(
    full: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(revival, "_REFRESH_EVERY", 0.05)
    monkeypatch.setattr(revival, "_IDLE", 0.02)
    box = Box(Config(), tmp_path / "table.journal", full.parts())
    soon(lambda: full.display.refreshed >= 3)
    box.close()


# The number pad


def test_what_is_typed_on_the_number_pad_is_heard(full: Shelf, box: Box) -> None:
    assert full.type is not None
    full.type(Key.ONE)
    soon(lambda: type(box.panel.page).__name__ == "EditionMenu")


@pytest.fixture
def told(box: Box, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, bool]]:
    """What the panel is told of devices that are lost, and of some that are back."""
    found: list[tuple[str, bool]] = []
    handled(box)
    monkeypatch.setattr(box.panel, "device", lambda name, lost: found.append((name, lost)))
    return found


def test_a_number_pad_is_missed_only_where_there_was_one_and_the_log_says_why(
    full: Shelf, box: Box, told: list[tuple[str, bool]], caplog: pytest.LogCaptureFixture
) -> None:
    assert full.plug is not None
    full.plug(DeviceLost("No number pad: add this user to the group input."))
    handled(box)
    assert told == []
    assert caplog.messages.count("No number pad: add this user to the group input.") == 1
    full.plug(None)
    full.plug(DeviceLost("The number pad was pulled out."))
    full.plug(None)
    handled(box)
    assert told == [("numpad", False), ("numpad", True), ("numpad", False)]


@pytest.mark.parametrize("fault", [DeviceLost("No number pad: install evdev."), LineError("what?")])
def test_number_pads_that_can_not_be_looked_for_are_logged_once_and_tried_again(
    shelf: Shelf, tmp_path: Path, fault: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    shelf.missing, shelf.fault = {"numpad"}, fault
    box = Box(Config(), tmp_path / "table.journal", shelf.parts())
    time.sleep(1.2)  # one try more
    assert not box.desk.troubles
    assert len([each for each in caplog.messages if "umber pad" in each or "number pad" in each]) == 1
    shelf.missing.clear()
    soon(lambda: len(shelf.numpads) == 1)
    box.close()


def test_a_number_pad_whose_thread_has_ended_is_opened_again(
    full: Shelf, box: Box, told: list[tuple[str, bool]]
) -> None:
    assert full.plug is not None
    full.plug(None)
    full.numpads[0].lost(DeviceLost("Number pads are out of reach."))
    handled(box)
    soon(lambda: told == [("numpad", False), ("numpad", True)])
    soon(lambda: len(full.numpads) == 2)
    assert full.numpads[0].closed == 1


# What goes wrong in the box itself


def test_a_device_or_panel_that_stumbles_at_every_tick_stops_none_of_the_others_and_is_logged_once(
    full: Shelf, box: Box, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(module, "TRY_AGAIN", 0.02)
    handled(box)
    ticks = {"lights": 0, "panel": 0, "keypad": 0}

    def stumble(name: str) -> Callable[..., None]:
        def tick(*_: object) -> None:
            ticks[name] += 1
            raise LookupError(f"X is at {29 * 2}")  # the log quotes this line, but no more

        return tick

    def count(*_: object) -> None:
        ticks["keypad"] += 1

    monkeypatch.setattr(box._kept[1], "tick", stumble("lights"))
    monkeypatch.setattr(box._kept[3], "tick", count)
    monkeypatch.setattr(box.panel, "tick", stumble("panel"))
    handled(box)
    soon(lambda: all(number >= 5 for number in ticks.values()))
    monkeypatch.undo()
    said = [each for each in caplog.messages if "LookupError" in each]
    assert sorted(each.split(" stumbled")[0] for each in said) == ["The lights", "The panel"]
    assert "58" not in "".join(said)


def test_a_box_that_can_not_be_made_leaves_nothing_open(
    full: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_panel(*_: object) -> None:
        raise LookupError("no font")

    closed: list[str] = []
    for name in ("display", "lights", "buzzer"):
        monkeypatch.setattr(getattr(full, name), "close", lambda name=name: closed.append(name))
    close = Journal.close
    monkeypatch.setattr(Journal, "close", lambda self: (closed.append("journal"), close(self))[1])
    monkeypatch.setattr(module, "Panel", no_panel)
    with pytest.raises(LookupError):
        Box(Config(), tmp_path / "table.journal", full.parts())
    assert sorted(closed) == ["buzzer", "display", "journal", "lights"]
    assert full.keypads[0].closed == full.numpads[0].closed == 1


@pytest.mark.parametrize("end", ["close", "cut"])
def test_the_end_closes_everything_whatever_goes_wrong_and_only_a_good_end_keeps_the_clocks(
    full: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, end: str
) -> None:
    closed: list[str] = []

    def close(name: str) -> Callable[[], None]:
        def fail() -> None:
            closed.append(name)
            raise LineError("GPIO busy")

        return fail

    box = Box(Config(), tmp_path / "table.journal", full.parts())
    for name in ("display", "lights", "buzzer"):
        monkeypatch.setattr(getattr(full, name), "close", close(name))
    shut = Journal.close
    monkeypatch.setattr(Journal, "close", lambda self: (closed.append("journal"), shut(self))[1])
    pause = box.desk.pause
    monkeypatch.setattr(box.desk, "pause", lambda: (closed.append("clocks"), pause())[1])
    getattr(box, end)()
    assert not box._thread.is_alive()
    assert full.keypads[0].closed == full.numpads[0].closed == 1
    good = ["clocks"] if end == "close" else []
    assert closed == ["buzzer", "lights", "display", *good, "journal"]
    getattr(box, end)()
    assert closed[-1] == "journal"
    assert closed.count("journal") == 1


def test_clocks_that_can_not_be_kept_do_not_leave_the_journal_open(
    full: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise OSError(28, "No space left on device")

    box = Box(Config(), tmp_path / "table.journal", full.parts())
    monkeypatch.setattr(box.desk, "pause", fail)
    with pytest.raises(OSError, match="No space"):
        box.close()
    Box(Config(), tmp_path / "table.journal", full.parts()).close()


# Night


@pytest.mark.parametrize(
    ("night", "dark", "light"),
    [
        (Night(22, 7), (22, 23, 0, 6), (7, 12, 21)),
        (Night(1, 5), (1, 4), (0, 5, 23)),
        (Night(6, 6), (), (5, 6, 7)),
    ],
)
def test_the_night_begins_and_ends_at_its_hours(
    night: Night, dark: tuple[int, ...], light: tuple[int, ...]
) -> None:
    assert [is_night(night, hour) for hour in dark] == [True] * len(dark)
    assert [is_night(night, hour) for hour in light] == [False] * len(light)


def test_night_falls_and_ends_though_nobody_touches_anything(
    full: Shelf, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "NIGHTFALL", 0.02)
    now = [datetime(2024, 5, 1, 21, 59)]
    config = replace(Config(), screen_saver=None, night=Night(22, 7, 16))
    box = Box(config, tmp_path / "table.journal", full.parts(), wall=lambda: now[0])
    soon(lambda: full.display.level == 255)
    now[0] = datetime(2024, 5, 1, 22, 0)
    soon(lambda: full.display.level == 16)
    now[0] = datetime(2024, 5, 2, 7, 0)
    soon(lambda: full.display.level == 255)
    box.close()


@pytest.mark.parametrize(("night", "longest"), [(Night(), 60.0), (None, None)])
def test_a_box_looks_at_the_clock_on_the_wall_once_a_minute_but_not_without_a_night(
    full: Shelf, tmp_path: Path, night: Night | None, longest: float | None
) -> None:
    config = replace(Config(), screen_saver=None, night=night)
    noon = datetime(2024, 5, 1, 12, 0)
    box = Box(config, tmp_path / "table.journal", replace(full.parts(), display=None), wall=lambda: noon)
    handled(box)
    box._halt()
    box._kept[0].close()  # even one that is not there would be refreshed
    assert box._tick() == longest
    box.close()
