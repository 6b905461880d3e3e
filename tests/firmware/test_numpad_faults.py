"""Number pads that may not be read, and the evdev library."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from firmware import numpad
from firmware.devices import DeviceLost
from firmware.keys import Key
from firmware.numpad import Evdev, Numpad
from firmware.simulated.numpad import PAD_CODES
from tests.firmware.small_pads import desk

LOCKED = "No number pad: /dev/input/event0 may not be read. Add this user to the group input."


def test_no_pad_at_all_is_no_fault() -> None:
    with desk() as here:
        here.look_on(5)
        assert here.told.empty()


def test_a_pad_that_may_not_be_read_is_told_once_with_what_to_do() -> None:
    with desk() as here:
        here.inputs.locked = True
        here.inputs.plug()
        assert here.next() == LOCKED
        here.look_on(10)
        assert here.told.empty()


def test_a_pad_that_may_be_read_at_last_works() -> None:
    with desk() as here:
        here.inputs.locked = True
        pad = here.inputs.plug()
        assert here.next() == LOCKED
        here.inputs.locked = False
        assert here.next() is True
        pad.type("5")
        assert here.next() is Key.FIVE


def test_a_pad_that_may_be_read_a_moment_after_it_appears_is_no_fault() -> None:
    # udev sets the rights of a node after the kernel has made it.
    with desk() as here:
        real = here.inputs.open
        refusals = 1

        def slow_udev(node: numpad.Node) -> numpad.InputDevice:
            nonlocal refusals
            refusals -= 1
            if refusals >= 0:
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            return real(node)

        here.inputs.open = slow_udev  # type: ignore[method-assign]
        here.inputs.plug()
        assert here.next() is True
        assert refusals < 0


def test_a_pad_that_another_program_holds_is_told_once_and_taken_when_it_is_free() -> None:
    with desk() as here:
        held = here.inputs.plug(held=True)
        assert here.next() == "No number pad: another program holds /dev/input/event0."
        here.look_on(5)
        assert here.told.empty()
        assert held.grabbed
        held.grabbed = False
        assert here.next() is True


def test_a_folder_that_may_not_be_listed_is_told_once() -> None:
    with desk() as here:
        here.inputs.hidden = True
        assert here.next() == "No number pad: /dev/input may not be read. Add this user to the group input."
        here.look_on(5)
        assert here.told.empty()
        here.inputs.hidden = False
        here.look_on()
        here.inputs.hidden = True
        assert "/dev/input may not be read" in str(here.next())


def test_a_pad_at_work_is_not_bothered_by_what_may_not_be_read() -> None:
    with desk() as here:
        pad = here.inputs.plug()
        assert here.next() is True
        here.inputs.locked = True
        here.inputs.plug()
        here.look_on(5)
        here.inputs.hidden = True
        here.look_on(5)
        pad.type("5")
        assert here.next() is Key.FIVE


def test_without_the_library_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "evdev", None)
    with pytest.raises(DeviceLost, match=r"evdev library is missing\. Install evdev with pip"):
        Numpad(lambda _: None, lambda _: None)


class Library(ModuleType):
    """As much of evdev as is used: a device of keys 71 to 83, whose events are set beforehand."""

    def __init__(self) -> None:
        super().__init__("evdev")
        self.path = ""
        self.events: list[SimpleNamespace] | OSError = []
        self.closings = 0

    def InputDevice(self, path: str) -> Library:  # noqa: N802
        self.path = path
        self.name = "Real Keypad"
        return self

    def capabilities(self) -> dict[int, list[int]]:
        return {0: [0, 1, 4], 1: sorted(PAD_CODES), 4: [4], 17: [0]}

    def fileno(self) -> int:
        return 42

    def grab(self) -> None:
        pass

    def read(self) -> list[SimpleNamespace]:
        if isinstance(self.events, OSError):
            raise self.events
        return self.events

    def close(self) -> None:
        self.closings += 1
        raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> Library:
    made = Library()
    monkeypatch.setitem(sys.modules, "evdev", made)
    return made


def test_a_device_of_the_library_is_opened_by_its_node(library: Library) -> None:
    device = Evdev().open(numpad.Node("event7", 1))
    assert library.path == "/dev/input/event7"
    assert (device.name, device.codes, device.fileno()) == ("Real Keypad", PAD_CODES, 42)


def test_only_events_of_keys_are_read(library: Library) -> None:
    # Each press also sends its scan code (4, 4) and the end of the report (0, 0).
    device = Evdev().open(numpad.Node("event7", 1))
    library.events = [
        SimpleNamespace(type=4, code=4, value=458845),
        SimpleNamespace(type=1, code=76, value=1),
        SimpleNamespace(type=0, code=0, value=0),
        SimpleNamespace(type=17, code=1, value=1),
    ]
    assert device.read() == [(76, 1)]


def test_a_wake_up_for_nothing_is_no_lost_device(library: Library) -> None:
    device = Evdev().open(numpad.Node("event7", 1))
    library.events = BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))
    assert list(device.read()) == []


def test_a_pulled_plug_is_a_fault_of_reading_and_none_of_closing(library: Library) -> None:
    device = Evdev().open(numpad.Node("event7", 1))
    library.events = OSError(errno.ENODEV, os.strerror(errno.ENODEV))
    with pytest.raises(OSError, match="No such device"):
        device.read()
    device.close()
    assert library.closings == 1


def test_the_nodes_are_the_event_files_of_the_folder(
    library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numpad, "_FOLDER", str(tmp_path / "input"))
    assert Evdev().nodes() == frozenset()
    (tmp_path / "input").mkdir()
    for name in ("event0", "event12", "mice", "by-id"):
        (tmp_path / "input" / name).touch()
    nodes = Evdev().nodes()
    assert {node.name for node in nodes} == {"event0", "event12"}
    assert {node.number for node in nodes} == {
        (tmp_path / "input" / node.name).stat().st_ino for node in nodes
    }
