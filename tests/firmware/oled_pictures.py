"""Pictures to show, displays to show them on, and wires that come off."""

from __future__ import annotations

import errno
import random
from collections.abc import Sequence
from dataclasses import dataclass, field

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw
from smbus2 import i2c_msg

from firmware.devices import HEIGHT, WIDTH
from firmware.oled import Oled
from firmware.simulated.chip import SimulatedBus, SimulatedChip

KINDS = ("ssd1306", "ssd1309", "sh1106")
ROTATIONS = (0, 180)

STEADY = settings(
    derandomize=True, database=None, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
"""The same pictures every time, and no complaint about a slow machine."""


def noise(seed: int) -> Image.Image:
    return Image.frombytes("1", (WIDTH, HEIGHT), random.Random(seed).randbytes(WIDTH * HEIGHT // 8))


def with_box(picture: Image.Image, box: tuple[int, int, int, int], lit: int) -> Image.Image:
    """*picture* with a box (left, top, right, bottom, all included) lit or dark."""
    after = picture.copy()
    ImageDraw.Draw(after).rectangle(box, fill=lit)
    return after


def flipped_in(picture: Image.Image, box: tuple[int, int, int, int]) -> Image.Image:
    """*picture* with every pixel of a box (right and bottom not included) changed."""
    after = picture.copy()
    after.paste(picture.crop(box).point(lambda lit: not lit), box)
    return after


@st.composite
def sequences(draw: st.DrawFn) -> list[Image.Image]:
    """Pictures one after the other: now and then a new one, mostly the one before with a few boxes changed."""
    pictures = [noise(draw(st.integers(0, 9)))]
    for _ in range(draw(st.integers(1, 5))):
        picture = noise(draw(st.integers(0, 9))) if draw(st.integers(0, 4)) == 0 else pictures[-1]
        for _ in range(draw(st.integers(0, 4))):
            left, right = sorted(draw(st.tuples(*[st.integers(0, WIDTH - 1)] * 2)))
            top, bottom = sorted(draw(st.tuples(*[st.integers(0, HEIGHT - 1)] * 2)))
            picture = with_box(picture, (left, top, right, bottom), draw(st.integers(0, 1)))
        pictures.append(picture)
    return pictures


@dataclass
class Bench:
    """A simulated display with everything around it."""

    kind: str = "ssd1306"
    rotation: int = 0
    chip: SimulatedChip = field(init=False)
    bus: SimulatedBus = field(init=False)

    def __post_init__(self) -> None:
        self.chip = SimulatedChip(self.kind, self.rotation)
        self.bus = SimulatedBus(self.chip)

    def oled(self) -> Oled:
        return Oled(self.kind, self.bus, rotation=self.rotation)

    def shows(self, picture: Image.Image) -> bool:
        return self.chip.picture().tobytes() == picture.tobytes()

    def cost(self, oled: Oled, picture: Image.Image) -> int:
        """The bytes on the wire to show *picture* now."""
        before = self.bus.bytes_sent
        oled.show(picture)
        return self.bus.bytes_sent - before


class FrayedBus:
    """A bus on which one transfer breaks off half way; the chip may lose its power by that."""

    def __init__(
        self, bench: Bench, breaks_at: int, *, power_lost: bool, error: int = errno.EREMOTEIO
    ) -> None:
        self._bench = bench
        self._left = breaks_at
        self._power_lost = power_lost
        self._error = error

    def write_i2c_block_data(self, address: int, control: int, data: Sequence[int], /) -> None:
        if self._left:
            self._left -= 1
            self._bench.bus.write_i2c_block_data(address, control, data)
        else:
            self._break_off(bytes((control, *data)))

    def i2c_rdwr(self, message: i2c_msg, /) -> None:
        if self._left:
            self._left -= 1
            self._bench.bus.i2c_rdwr(message)
        else:
            self._break_off(bytes(message))

    def _break_off(self, transfer: bytes) -> None:
        self._bench.chip.receive(transfer[: 1 + len(transfer) // 2])
        if self._power_lost:
            self._bench.chip.unplugged = True
        raise OSError(self._error, "the wire came off")
