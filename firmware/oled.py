"""The OLED on the I2C bus. A picture sends what changed, never the whole frame twice.

luma.oled knows how each kind of chip wants to be woken. What it does after that is ours: luma would send all
1024 bytes for every picture, which keeps a 400 kHz bus busy for 24 ms.
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any, Protocol

from luma.core.error import Error as LumaError  # type: ignore[import-untyped]
from luma.core.interface.serial import i2c  # type: ignore[import-untyped]
from luma.oled.device import sh1106, ssd1306, ssd1309  # type: ignore[import-untyped]
from PIL.Image import Image, Transpose
from smbus2 import SMBus, i2c_msg

from firmware.changes import PAGES, SIZE, Addressing, Window, changes, everything
from firmware.devices import HEIGHT, WIDTH, DeviceLost

_TRANSFER = 2  # bytes on the wire before the first that counts: the chip's address, and commands or data
_DATA = 0x40
_NOTHING = 0xE3  # a command that does nothing, on all three chips
_OFF = 0xAE
_USUAL = 0x7F  # the contrast that luma begins with

_UPSIDE_DOWN = bytes(int(f"{byte:08b}"[::-1], 2) for byte in range(256))


class Bus(Protocol):
    """What is used of an SMBus."""

    def write_i2c_block_data(self, address: int, control: int, data: list[int], /) -> None: ...

    def i2c_rdwr(self, message: i2c_msg, /) -> None: ...


class Oled:
    """A display of 128 x 64 with an SSD1306, SSD1309 or SH1106 behind it.

    *bus* is the number of an I2C bus, or one already open, which then stays open. *rotation* is 180 if the display is
    mounted upside down. Once :exc:`DeviceLost` was raised this object is finished: make a new one.
    """

    def __init__(self, kind: str, bus: int | Bus, address: int = 0x3C, rotation: int = 0) -> None:
        if kind not in _KINDS:
            raise ValueError(f"There is no display of kind {kind!r}. Choose one of {', '.join(_KINDS)}.")
        if rotation not in (0, 180):
            raise ValueError(f"A display can be turned by 0 or 180 degrees, not by {rotation}.")
        self._kind = _KINDS[kind]
        self._name = f"The {kind} display at address 0x{address:02X}"
        self._turned = rotation == 180
        self._own_bus: SMBus | None = None
        self._device: Any = None
        self._memory: bytes | None = None  # what the chip holds for sure
        self._level: int | None = None
        self._end = f"{self._name} is closed."
        with self._lost_at_a_fault():
            if isinstance(bus, int):
                bus = self._own_bus = _opened(bus)
            wire = _Wire(bus, address)
            # luma holds on to every device until the process ends, even to one that didn't answer. A display
            # that is looked for all evening would fill the memory: so ask first.
            wire.command(_NOTHING)
            self._device = self._kind.device(wire)
            self._wake_up = wire.wake_up

    def show(self, picture: Image) -> None:
        """Make *picture* what is seen."""
        memory = memory_of(picture)
        if self._turned:
            memory = memory[::-1].translate(_UPSIDE_DOWN)
        self._refuse_if_finished()
        addressing = self._kind.addressing
        old = self._memory
        windows = everything(addressing) if old is None else changes(old, memory, addressing)
        if windows:
            self._memory = None  # half a picture, if anything interrupts
            with self._lost_at_a_fault():
                _send(self._device, self._kind.locate, windows, memory)
            self._memory = memory

    def contrast(self, level: int) -> None:
        """How bright, 1 to 255; 0 switches the picture off. The chip keeps the picture meanwhile."""
        if not 0 <= level <= 255:
            raise ValueError(f"A contrast is 0 to 255, not {level}.")
        self._refuse_if_finished()
        if level == self._level:
            return
        self._level = None
        with self._lost_at_a_fault():
            if level:
                self._device.contrast(level)
                self._device.show()
            else:
                self._device.hide()
        self._level = level

    def refresh(self) -> None:
        """Tell the chip everything anew: it may have lost its power since, and answers all the same.

        luma's wake-up call begins by switching the display off. Left out, a display that is well doesn't flicker; one
        that woke from a power cut is off as it is, and goes on when its picture is there.
        """
        self._refuse_if_finished()
        memory, level = self._memory, self._level
        self._memory = self._level = None
        with self._lost_at_a_fault():
            self._device.command(*self._wake_up)
            self._device.contrast(level or _USUAL)
            _send(self._device, self._kind.locate, everything(self._kind.addressing), memory or bytes(SIZE))
            if level == 0:
                self._device.hide()
            else:
                self._device.show()
        self._memory, self._level = memory, level

    def probe(self) -> None:
        """See whether it answers: a few bytes that change nothing."""
        self._refuse_if_finished()
        with self._lost_at_a_fault():
            self._device.command(_NOTHING)

    def close(self) -> None:
        """Switch the display off, if it still answers. Closing twice is fine."""
        if self._device is not None:
            with suppress(LumaError, OSError):
                self._device.cleanup()
        self._let_go()

    def _refuse_if_finished(self) -> None:
        if self._device is None:
            raise DeviceLost(self._end)

    @contextmanager
    def _lost_at_a_fault(self) -> Iterator[None]:
        try:
            yield
        except DeviceLost as lost:
            self._end = str(lost)
            self._let_go()
            raise
        except (LumaError, OSError) as error:
            self._end = f"{self._name} {_trouble(error)}. Check its four wires, its address and its kind."
            self._let_go()
            raise DeviceLost(self._end) from error

    def _let_go(self) -> None:
        if self._device is not None:
            vars(self._device).clear()  # luma keeps the object for ever (see above), but not what is in it
            self._device = None
        if self._own_bus is not None:
            with suppress(OSError):
                self._own_bus.close()
            self._own_bus = None


def _opened(bus: int) -> SMBus:
    try:
        return SMBus(bus)
    except FileNotFoundError as error:
        raise DeviceLost(
            f"There is no I2C bus {bus} for the display. Switch I2C on in raspi-config."
        ) from error
    except PermissionError as error:
        raise DeviceLost(
            f"I2C bus {bus}, where the display is, may not be used. Add this user to the group i2c."
        ) from error


def _trouble(error: Exception) -> str:
    silent = (errno.EREMOTEIO, errno.EIO, errno.ENXIO, errno.ETIMEDOUT)
    if isinstance(error, OSError) and error.errno not in silent:
        return f"failed ({error.strerror or error})"
    return "does not answer"


def memory_of(picture: Image) -> bytes:
    """*picture* as the chip keeps it: page by page, a byte for 8 pixels below each other, the lowest bit on top."""
    if picture.mode != "1" or picture.size != (WIDTH, HEIGHT):
        raise ValueError(
            f"A picture has mode 1 and {WIDTH} x {HEIGHT}, not {picture.mode} and {picture.size}."
        )
    columns = picture.transpose(Transpose.TRANSPOSE).tobytes("raw", "1;R")
    return b"".join([columns[page::PAGES] for page in range(PAGES)])


# What goes over the wire


class _Wire(i2c):  # type: ignore[misc]
    """luma's I2C on a bus that is already open, except that a window goes in one piece.

    On a bus it did not open itself luma cuts data into pieces of 32 bytes, each with an address of its own.
    """

    wake_up: tuple[int, ...] = ()
    """luma's first words to the chip, but for the one that switches it off."""

    def __init__(self, bus: Bus, address: int) -> None:
        super().__init__(bus=bus, address=address)
        self._open_bus = bus
        self._address = address

    def command(self, *words: int) -> None:
        super().command(*words)
        if words[0] == _OFF and len(words) > 1 and not self.wake_up:
            self.wake_up = words[1:]

    def data(self, data: bytes) -> None:
        self._open_bus.i2c_rdwr(i2c_msg.write(self._address, bytes((_DATA,)) + data))


Locate = Callable[[Window], tuple[int, ...]]


def _rectangle(window: Window) -> tuple[int, ...]:
    """Columns from, to; pages from, to. The chip goes to the next page by itself."""
    return 0x21, window.left, window.right, 0x22, window.top, window.bottom


def _stretch_of_a_page(window: Window) -> tuple[int, ...]:
    """The page, then the column in two halves. The glass begins at column 2: the SH1106 could drive 132."""
    column = window.left + 2
    return 0xB0 | window.top, column & 0x0F, 0x10 | column >> 4


def _send(device: Any, locate: Locate, windows: list[Window], memory: bytes) -> None:
    # Each window says in full where it is, though some of it may be as before: a chip that a spark on the wire
    # has led astray is back in its place with the next change.
    for window in windows:
        device.command(*locate(window))
        device.data(window.cut(memory))


_BY_RECTANGLE = Addressing(2 * _TRANSFER + 6, across_pages=True)
_BY_PAGE = Addressing(2 * _TRANSFER + 3, across_pages=False)


# luma blanks the chip when it wakes it and when it lets go, by a call that Pillow 14 will no longer have.


class _Ssd1306(ssd1306):  # type: ignore[misc]
    def clear(self) -> None:
        _send(self, _rectangle, everything(_BY_RECTANGLE), bytes(SIZE))


class _Ssd1309(ssd1309):  # type: ignore[misc]
    def clear(self) -> None:
        _send(self, _rectangle, everything(_BY_RECTANGLE), bytes(SIZE))


class _Sh1106(sh1106):  # type: ignore[misc]
    def clear(self) -> None:
        _send(self, _stretch_of_a_page, everything(_BY_PAGE), bytes(SIZE))


@dataclass(frozen=True, slots=True)
class _Kind:
    device: Callable[[_Wire], Any]
    addressing: Addressing
    locate: Locate


_KINDS = {
    "ssd1306": _Kind(_Ssd1306, _BY_RECTANGLE, _rectangle),
    "ssd1309": _Kind(_Ssd1309, _BY_RECTANGLE, _rectangle),
    "sh1106": _Kind(_Sh1106, _BY_PAGE, _stretch_of_a_page),
}
