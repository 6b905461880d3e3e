"""A display chip and its bus, as bytes on the wire know them.

:class:`SimulatedBus` takes the place of an SMBus under :class:`firmware.oled.Oled`. The chip behind it reads the
transfers as its data sheet says, keeps them in its memory and shows what a person in front of the glass would see.
It is stricter than a real one: what the data sheet doesn't promise is :exc:`Nonsense`, a fault of the sender.
But no sender can know that a chip has just lost its power: until it is woken anew it takes what a real one would.
"""

from __future__ import annotations

import errno
import os
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock

from PIL import Image, ImageChops
from PIL.Image import Transpose
from smbus2.smbus2 import I2C_M_RD, I2C_SMBUS_BLOCK_MAX, i2c_msg

from firmware.devices import HEIGHT, WIDTH

_PAGES = HEIGHT // 8

_MORE, _DATA = 0x80, 0x40  # the two bits of a control byte: "another one follows", "data, not commands"
_HORIZONTAL, _BY_PAGE = 0, 2


class Nonsense(Exception):
    """Bytes that make no sense to the chip. No real bus says so: the picture would only be wrong."""


@dataclass(frozen=True, slots=True)
class _Model:
    """What the chips have not in common."""

    columns: int
    arguments: dict[int, int]
    """How many bytes follow which command; the others stand alone."""
    ignored: frozenset[int]
    """Not in the data sheet, but luma sends them: its wake-up call was written for the SSD1306."""
    needs_pump: bool

    @property
    def margin(self) -> int:
        """The columns of memory left of the glass, and right of it."""
        return (self.columns - WIDTH) // 2


# Contrast, rows in use, row offset, clock, pre-charge, row wiring, deselect level
_COMMON = dict.fromkeys((0x81, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB), 1)
_WINDOWS = {0x20: 1, 0x21: 2, 0x22: 2}

_MODELS = {
    "ssd1306": _Model(128, _COMMON | _WINDOWS | {0x8D: 1}, frozenset(), needs_pump=True),
    "ssd1309": _Model(128, _COMMON | _WINDOWS, frozenset({0x8D}), needs_pump=False),
    "sh1106": _Model(132, _COMMON, frozenset({0x20, 0x8D}), needs_pump=False),
}


@dataclass(slots=True)
class _Settings:
    """Everything a chip forgets without power but its picture, as it is when power comes."""

    on: bool = False
    pump: bool = False
    contrast: int = 0x7F
    inverse: bool = False
    all_lit: bool = False
    start_line: int = 0
    columns_reversed: bool = False
    rows_reversed: bool = False
    addressing: int = _BY_PAGE
    chosen: bool = False
    """Whether somebody has said what addressing to use. Before that, a page is filled round and round."""
    left: int = 0
    right: int = WIDTH - 1
    top: int = 0
    bottom: int = _PAGES - 1
    column: int = 0
    page: int = 0


class SimulatedChip:
    """A display of one *kind*, mounted upside down if *rotation* is 180.

    Bytes may come from one thread while others look at it.
    """

    def __init__(self, kind: str, rotation: int = 0) -> None:
        self._model = _MODELS[kind]
        self._rotation = rotation
        self._garbage = random.Random(kind)
        self._lock = Lock()
        self._watchers: list[Callable[[], None]] = []
        self._unplugged = False
        self._power_up()
        self._seen = self._sight()  # only kept up while someone watches

    @property
    def unplugged(self) -> bool:
        """Whether its wires are off. Plugged in again, it has forgotten everything."""
        return self._unplugged

    @unplugged.setter
    def unplugged(self, unplugged: bool) -> None:
        with self._lock:
            self._unplugged = unplugged
            self._power_up()
        self._tell()

    def picture(self) -> Image.Image:
        """What a person sees."""
        with self._lock:
            return self._picture()

    def brightness(self) -> int:
        """How bright it is, 1 to 255; 0 if it is off."""
        with self._lock:
            return self._brightness()

    def memory(self) -> bytes:
        """What it holds, page by page; an SH1106 has 132 columns, two more at each side than can be seen."""
        with self._lock:
            return bytes(self._memory)

    def watch(self, callback: Callable[[], None]) -> None:
        """Call *callback* whenever the picture or its brightness has changed, in the thread that changed it."""
        with self._lock:
            self._seen = self._sight()
            self._watchers.append(callback)

    def receive(self, transfer: bytes) -> None:
        """One transfer, without the address in front: control bytes, commands, data."""
        with self._lock:
            self._read(transfer)
        self._tell()

    def _power_up(self) -> None:
        self._settings = _Settings()
        self._command: list[int] = []  # one that is not complete yet: its bytes may come in several transfers
        self._memory = bytearray(self._garbage.randbytes(_PAGES * self._model.columns))

    # What comes in

    def _read(self, transfer: bytes) -> None:
        at = 0
        while at < len(transfer):
            control = transfer[at]
            if control & ~(_MORE | _DATA):
                raise Nonsense(f"0x{control:02X} is not a control byte")
            end = at + 2 if control & _MORE else len(transfer)
            take = self._take_data if control & _DATA else self._take_command
            for byte in transfer[at + 1 : end]:
                take(byte)
            at = end

    def _take_command(self, byte: int) -> None:
        self._command.append(byte)
        code, *arguments = self._command
        if len(arguments) == self._model.arguments.get(code, 0):
            self._command.clear()
            self._obey(code, arguments)

    def _obey(self, code: int, arguments: list[int]) -> None:
        now = self._settings
        match code, arguments:
            case _ if code in self._model.ignored:
                pass
            case _, [] if code <= 0x0F:
                self._move_to_column(now.column & 0xF0 | code)
            case _, [] if code <= 0x1F:
                self._move_to_column((code & 0x0F) << 4 | now.column & 0x0F)
            case 0x20, [0 | 2 as addressing]:
                now.addressing, now.chosen = addressing, True
            case 0x21, [left, right] if left <= right < WIDTH:
                now.left, now.right, now.column = left, right, left
            case 0x22, [top, bottom] if top <= bottom < _PAGES:
                now.top, now.bottom, now.page = top, bottom, top
            case _, [] if 0x40 <= code <= 0x7F:
                now.start_line = code & 0x3F
            case 0x81, [contrast]:
                now.contrast = contrast
            case 0x8D, [0x10 | 0x14 as pump]:
                now.pump = pump == 0x14
            case 0xA0 | 0xA1, []:
                now.columns_reversed = code == 0xA1
            case 0xA4 | 0xA5, []:
                now.all_lit = code == 0xA5
            case 0xA6 | 0xA7, []:
                now.inverse = code == 0xA7
            case 0xAE | 0xAF, []:
                now.on = code == 0xAF
            case _, [] if 0xB0 <= code < 0xB0 + _PAGES:
                if now.addressing == _BY_PAGE:
                    now.page = code & 0x07
            case 0xC0 | 0xC8, []:
                now.rows_reversed = code == 0xC8
            case (0xA8, [0x3F]) | (0xD3, [0]) | (0xDA, [0x12]):
                pass  # the only values that suit a glass of 64 rows
            case (0xD5 | 0xD9 | 0xDB, [_]) | (0xE3, []):
                pass  # nothing a person could see
            case _:
                raise Nonsense("no such command: " + " ".join(f"0x{byte:02X}" for byte in (code, *arguments)))

    def _move_to_column(self, column: int) -> None:
        if self._settings.addressing == _BY_PAGE:  # else it has no meaning, says the data sheet
            self._settings.column = column

    def _take_data(self, byte: int) -> None:
        now, columns = self._settings, self._model.columns
        if self._command:
            raise Nonsense(f"data in the middle of command 0x{self._command[0]:02X}")
        if now.column >= columns:
            raise Nonsense("data beyond the last column")
        self._memory[now.page * columns + now.column] = byte
        now.column += 1
        if now.addressing == _BY_PAGE and self._forgot_windows and now.column > now.right:
            now.column = now.left
        elif now.addressing == _HORIZONTAL and now.column > now.right:
            now.column = now.left
            now.page = now.page + 1 if now.page < now.bottom else now.top

    @property
    def _forgot_windows(self) -> bool:
        """Whether it is one that has windows, and lost its power since it was last told how to fill them."""
        return 0x20 in self._model.arguments and not self._settings.chosen

    # What is seen

    def _tell(self) -> None:
        with self._lock:
            if not self._watchers:
                return
            before, self._seen = self._seen, self._sight()
            watchers = tuple(self._watchers) if self._seen != before else ()
        for callback in watchers:  # outside the lock: a watcher will want to look
            callback()

    def _sight(self) -> tuple[object, ...]:
        """All that the picture depends on: much quicker to compare than to draw."""
        now, brightness = self._settings, self._brightness()
        if not brightness or now.all_lit:
            return brightness, now.all_lit
        directions = (now.columns_reversed, now.rows_reversed)
        return brightness, now.inverse, now.start_line, directions, *self._behind_the_glass()

    def _brightness(self) -> int:
        now = self._settings
        lit = now.on and not self._unplugged and (now.pump or not self._model.needs_pump)
        return max(now.contrast, 1) if lit else 0  # the lowest contrast is dim, not dark

    def _picture(self) -> Image.Image:
        now = self._settings
        if not self._brightness():
            return Image.new("1", (WIDTH, HEIGHT))
        if now.all_lit:
            return Image.new("1", (WIDTH, HEIGHT), 1)
        picture = ImageChops.offset(self._drawn(), 0, -now.start_line)
        # These displays are built so that the picture stands upright with both directions reversed.
        if not now.columns_reversed:
            picture = picture.transpose(Transpose.FLIP_LEFT_RIGHT)
        if not now.rows_reversed:
            picture = picture.transpose(Transpose.FLIP_TOP_BOTTOM)
        if self._rotation == 180:
            picture = picture.transpose(Transpose.ROTATE_180)
        return ImageChops.invert(picture) if now.inverse else picture

    def _behind_the_glass(self) -> list[bytes]:
        """The part of each page that can be seen."""
        columns, margin = self._model.columns, self._model.margin
        starts = range(margin, _PAGES * columns, columns)
        return [bytes(self._memory[start : start + WIDTH]) for start in starts]

    def _drawn(self) -> Image.Image:
        """What is behind the glass, as pixels."""
        # To Pillow a byte is 8 pixels side by side, to the chip 8 below each other: so draw it lying on its side.
        lying = bytearray(_PAGES * WIDTH)
        for page, stretch in enumerate(self._behind_the_glass()):
            lying[page::_PAGES] = stretch
        picture = Image.frombytes("1", (HEIGHT, WIDTH), bytes(lying), "raw", "1;R")
        return picture.transpose(Transpose.TRANSPOSE)


class SimulatedBus:
    """An I2C bus with one chip on it, and a count of what went over its wires."""

    def __init__(self, chip: SimulatedChip, address: int = 0x3C) -> None:
        self._chip = chip
        self._address = address
        self.transfers = 0
        self.bytes_sent = 0
        """With everything: in each transfer the address, the control byte, then commands or data."""

    def write_i2c_block_data(self, address: int, control: int, data: Sequence[int], /) -> None:
        if len(data) > I2C_SMBUS_BLOCK_MAX:
            raise ValueError(f"an SMBus block has at most {I2C_SMBUS_BLOCK_MAX} bytes")
        self._transfer(address, bytes((control, *data)))

    def i2c_rdwr(self, message: i2c_msg, /) -> None:
        if message.flags & I2C_M_RD:
            raise Nonsense("these displays are only written to")
        self._transfer(message.addr, bytes(message))

    def _transfer(self, address: int, transfer: bytes) -> None:
        if address != self._address or self._chip.unplugged:
            raise OSError(errno.EREMOTEIO, os.strerror(errno.EREMOTEIO))
        self.transfers += 1
        self.bytes_sent += 1 + len(transfer)
        self._chip.receive(transfer)
