"""The simulated display chip reads the wire as the data sheets say."""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable, Iterator
from threading import Thread
from typing import Any

import pytest
from luma.core.error import DeviceNotFoundError  # type: ignore[import-untyped]
from luma.core.interface.serial import i2c  # type: ignore[import-untyped]
from luma.oled import device as luma_device  # type: ignore[import-untyped]
from PIL import Image, ImageChops
from PIL.Image import Transpose
from smbus2 import i2c_msg

from firmware.devices import HEIGHT, WIDTH
from firmware.simulated.chip import Nonsense, SimulatedBus, SimulatedChip
from tests.firmware.oled_pictures import KINDS, Bench, noise, with_box

DARK = Image.new("1", (WIDTH, HEIGHT))
LIT = Image.new("1", (WIDTH, HEIGHT), 1)

every_kind = pytest.mark.parametrize("kind", KINDS)
with_windows = pytest.mark.parametrize("kind", ["ssd1306", "ssd1309"])
# luma walks through a picture by a call that Pillow is about to drop.
lumas_own_display = pytest.mark.filterwarnings("ignore:.*getdata is deprecated:DeprecationWarning")


def showing(kind: str, picture: Image.Image) -> Bench:
    bench = Bench(kind)
    bench.oled().show(picture)
    return bench


def tell(bench: Bench, *commands: int) -> None:
    bench.bus.write_i2c_block_data(0x3C, 0x00, commands)


def fill(bench: Bench, *data: int) -> None:
    bench.bus.write_i2c_block_data(0x3C, 0x40, data)


def luma_on(bench: Bench, rotate: int = 0) -> Any:
    kinds: dict[str, Callable[..., Any]] = {kind: getattr(luma_device, kind) for kind in KINDS}
    return kinds[bench.kind](i2c(bus=bench.bus), rotate=rotate)


# Against luma, which has never heard of our sender


@lumas_own_display
@every_kind
@pytest.mark.parametrize("seed", range(4))
def test_what_luma_displays_is_what_is_seen(kind: str, seed: int) -> None:
    bench = Bench(kind)
    luma_on(bench).display(noise(seed))
    assert bench.shows(noise(seed))


@lumas_own_display
@every_kind
@pytest.mark.parametrize(("x", "y"), [(0, 0), (127, 0), (0, 63), (127, 63), (5, 9)])
def test_a_dot_of_lumas_is_seen_where_it_was_drawn(kind: str, x: int, y: int) -> None:
    bench = Bench(kind)
    luma_on(bench).display(with_box(DARK, (x, y, x, y), 1))
    assert bench.chip.picture().getbbox() == (x, y, x + 1, y + 1)


@lumas_own_display
@every_kind
def test_what_luma_turns_is_upright_on_a_display_mounted_upside_down(kind: str) -> None:
    bench = Bench(kind, rotation=180)
    luma_on(bench, rotate=2).display(noise(1))
    assert bench.shows(noise(1))


@lumas_own_display
@every_kind
def test_luma_waking_it_leaves_it_lit_and_blank_and_letting_go_switches_it_off(kind: str) -> None:
    bench = Bench(kind)
    device = luma_on(bench)
    assert bench.chip.brightness() > 0
    assert bench.shows(DARK)
    device.cleanup()
    assert bench.chip.brightness() == 0


# Commands


@every_kind
def test_a_chip_that_just_got_power_is_dark_whatever_it_holds(kind: str) -> None:
    bench = Bench(kind)
    assert any(bench.chip.memory())
    assert bench.shows(DARK)


@every_kind
def test_switched_off_it_keeps_its_picture_in_the_dark(kind: str) -> None:
    bench = showing(kind, noise(1))
    tell(bench, 0xAE)
    assert bench.shows(DARK)
    assert bench.chip.brightness() == 0
    tell(bench, 0xAF)
    assert bench.shows(noise(1))


def test_an_ssd1306_is_dark_without_its_charge_pump() -> None:
    bench = showing("ssd1306", noise(1))
    tell(bench, 0x8D, 0x10)
    assert bench.shows(DARK)


@every_kind
def test_inverse_and_all_lit_change_what_is_seen_and_not_what_is_held(kind: str) -> None:
    bench = showing(kind, noise(1))
    before = bench.chip.memory()
    tell(bench, 0xA7)
    assert bench.shows(ImageChops.invert(noise(1)))
    tell(bench, 0xA5)
    assert bench.shows(LIT)
    tell(bench, 0xA4, 0xA6)
    assert bench.shows(noise(1))
    assert bench.chip.memory() == before


@every_kind
def test_the_two_directions_mirror_the_picture(kind: str) -> None:
    bench = showing(kind, noise(1))
    tell(bench, 0xA0)
    assert bench.shows(noise(1).transpose(Transpose.FLIP_LEFT_RIGHT))
    tell(bench, 0xA1, 0xC0)
    assert bench.shows(noise(1).transpose(Transpose.FLIP_TOP_BOTTOM))
    tell(bench, 0xC8)
    assert bench.shows(noise(1))


@every_kind
def test_the_start_line_is_the_one_on_top(kind: str) -> None:
    bench = showing(kind, noise(1))
    tell(bench, 0x40 | 5)
    on_top = bench.chip.picture().crop((0, 0, WIDTH, 1))
    assert on_top.tobytes() == noise(1).crop((0, 5, WIDTH, 6)).tobytes()
    last = bench.chip.picture().crop((0, 63, WIDTH, 64))
    assert last.tobytes() == noise(1).crop((0, 4, WIDTH, 5)).tobytes()


@every_kind
def test_contrast_is_how_bright_it_is(kind: str) -> None:
    bench = showing(kind, noise(1))
    tell(bench, 0x81, 0x21)
    assert bench.chip.brightness() == 0x21
    tell(bench, 0x81, 0x00)
    assert bench.chip.brightness() == 1
    assert bench.shows(noise(1))


@every_kind
def test_a_command_may_come_in_several_transfers(kind: str) -> None:
    bench = showing(kind, DARK)
    tell(bench, 0x81)
    assert bench.chip.brightness() != 0xA5
    tell(bench, 0xA5)  # an argument now, not "all lit"
    assert bench.chip.brightness() == 0xA5
    assert bench.shows(DARK)


@every_kind
def test_commands_and_data_may_share_a_transfer(kind: str) -> None:
    bench = showing(kind, DARK)
    bench.bus.i2c_rdwr(i2c_msg.write(0x3C, [0x80, 0x81, 0x80, 0x07, 0xC0, 0xFF, 0x00, 0xA7, 0xA6]))
    assert bench.chip.brightness() == 7
    assert bench.chip.memory().count(0xFF) == 1


@with_windows
def test_data_fill_a_window_page_after_page_and_begin_again_at_its_end(kind: str) -> None:
    bench = showing(kind, DARK)
    tell(bench, 0x21, 10, 12, 0x22, 3, 4)
    fill(bench, 1, 2, 3, 4, 5, 6, 7)
    memory = bench.chip.memory()
    assert memory[3 * 128 + 10 : 3 * 128 + 13] == bytes((7, 2, 3))
    assert memory[4 * 128 + 10 : 4 * 128 + 13] == bytes((4, 5, 6))
    assert memory.count(0) == 1024 - 6


@with_windows
def test_with_windows_a_page_and_column_of_the_other_addressing_mean_nothing(kind: str) -> None:
    bench = showing(kind, DARK)
    tell(bench, 0x21, 0, 127, 0x22, 0, 7, 0xB5, 0x04, 0x12)
    fill(bench, 0xFF)
    assert bench.chip.memory()[0] == 0xFF


@with_windows
def test_by_page_it_writes_where_page_and_column_say(kind: str) -> None:
    bench = showing(kind, DARK)
    tell(bench, 0x20, 0x02, 0xB5, 0x04, 0x12)
    fill(bench, 0xFF)
    assert bench.chip.picture().getbbox() == (0x24, 40, 0x25, 48)


def test_an_sh1106_has_two_columns_at_each_side_that_nobody_sees() -> None:
    bench = showing("sh1106", DARK)
    tell(bench, 0xB0, 0x00, 0x10)
    fill(bench, 0xFF, 0xFF)
    tell(bench, 0xB0, 0x02, 0x18)
    fill(bench, 0xFF, 0xFF)
    assert bench.shows(DARK)
    tell(bench, 0xB0, 0x02, 0x10)
    fill(bench, 0x01)
    assert bench.chip.picture().getbbox() == (0, 0, 1, 1)


@every_kind
@pytest.mark.parametrize(
    "commands",
    [(0xFF,), (0x2F,), (0xA8, 0x1F), (0xD3, 1), (0xDA, 0x02), (0xB8,)],
    ids=lambda commands: " ".join(f"{byte:02X}" for byte in commands),
)
def test_what_no_such_display_understands_is_nonsense(kind: str, commands: tuple[int, ...]) -> None:
    with pytest.raises(Nonsense):
        tell(Bench(kind), *commands)


def test_an_sh1106_has_no_windows() -> None:
    with pytest.raises(Nonsense):
        tell(Bench("sh1106"), 0x21, 0, 127)


@with_windows
@pytest.mark.parametrize("commands", [(0x21, 9, 8), (0x21, 0, 128), (0x22, 5, 4), (0x22, 0, 8), (0x20, 3)])
def test_windows_that_cannot_be_are_nonsense(kind: str, commands: tuple[int, ...]) -> None:
    with pytest.raises(Nonsense):
        tell(Bench(kind), *commands)


@every_kind
def test_data_in_the_middle_of_a_command_are_nonsense(kind: str) -> None:
    bench = Bench(kind)
    tell(bench, 0x81)
    with pytest.raises(Nonsense):
        fill(bench, 0xFF)


def test_data_beyond_the_last_column_are_nonsense() -> None:
    bench = Bench("sh1106")
    tell(bench, 0xB0, 0x03, 0x18)  # column 131
    fill(bench, 0xFF)
    with pytest.raises(Nonsense):
        fill(bench, 0xFF)


@every_kind
def test_a_control_byte_of_other_bits_and_a_request_to_read_are_nonsense(kind: str) -> None:
    bench = Bench(kind)
    with pytest.raises(Nonsense):
        bench.bus.write_i2c_block_data(0x3C, 0x01, [0xAF])
    with pytest.raises(Nonsense):
        bench.bus.i2c_rdwr(i2c_msg.read(0x3C, 1))


# The bus


def test_the_bus_counts_every_byte_on_the_wire() -> None:
    bench = Bench()
    tell(bench, 0x81, 0x10)
    fill(bench, 0xFF)
    assert bench.bus.transfers == 2
    assert bench.bus.bytes_sent == (1 + 1 + 2) + (1 + 1 + 1)


def test_an_smbus_block_has_at_most_32_bytes() -> None:
    with pytest.raises(ValueError, match="32"):
        fill(Bench(), *bytes(33))


@pytest.mark.parametrize("unplugged", [False, True])
def test_nobody_at_the_address_fails_as_on_a_real_bus(unplugged: bool) -> None:
    chip = SimulatedChip("ssd1306")
    chip.unplugged = unplugged
    bus = SimulatedBus(chip, address=0x3C if unplugged else 0x3D)
    with pytest.raises(OSError, match="I/O") as caught:
        bus.write_i2c_block_data(0x3C, 0x00, [0xE3])
    assert caught.value.errno == errno.EREMOTEIO
    with pytest.raises(DeviceNotFoundError):
        i2c(bus=bus).command(0xE3)
    assert bus.transfers == bus.bytes_sent == 0


@every_kind
def test_unplugged_it_is_dark_and_plugged_in_again_it_has_forgotten_everything(kind: str) -> None:
    bench = showing(kind, LIT)
    tell(bench, 0x81)  # and half a command
    held = bench.chip.memory()
    bench.chip.unplugged = True
    assert bench.shows(DARK)
    bench.chip.unplugged = False
    assert bench.shows(DARK)
    assert bench.chip.brightness() == 0
    assert bench.chip.memory() != held
    tell(bench, 0x8D, 0x14, 0xAF)
    assert bench.chip.brightness() == 0x7F


@with_windows
def test_a_chip_that_nobody_woke_takes_data_round_and_round_one_page_as_a_real_one_does(kind: str) -> None:
    bench = showing(kind, DARK)
    bench.chip.unplugged = True
    bench.chip.unplugged = False
    held = bench.chip.memory()
    tell(bench, 0x21, 0, 127, 0x22, 2, 7)
    for _ in range(6):
        bench.bus.i2c_rdwr(i2c_msg.write(0x3C, [0x40, *range(128)]))
    assert bench.chip.memory() == held[:256] + bytes(range(128)) + held[384:]
    assert bench.chip.brightness() == 0


@with_windows
def test_a_chip_that_was_told_to_go_by_page_is_strict_about_the_end_of_one(kind: str) -> None:
    bench = Bench(kind)
    tell(bench, 0x20, 0x02, 0xB0, 0x00, 0x10)
    bench.bus.i2c_rdwr(i2c_msg.write(0x3C, [0x40, *bytes(128)]))
    with pytest.raises(Nonsense):
        fill(bench, 0xFF)


# Watching


@every_kind
def test_a_watcher_is_called_after_each_transfer_that_changed_what_is_seen(kind: str) -> None:
    bench = Bench(kind)
    oled = bench.oled()
    seen: list[bytes] = []
    bench.chip.watch(lambda: seen.append(bench.chip.picture().tobytes()))
    oled.show(DARK)
    assert seen == []
    dot = with_box(DARK, (3, 3, 3, 3), 1)
    oled.show(dot)
    assert seen == [dot.tobytes()]
    oled.show(dot)
    assert len(seen) == 1
    bench.chip.unplugged = True
    assert seen == [dot.tobytes(), DARK.tobytes()]


def test_a_watcher_is_called_when_only_the_brightness_changes() -> None:
    bench = Bench()
    oled = bench.oled()
    seen: list[int] = []
    bench.chip.watch(lambda: seen.append(bench.chip.brightness()))
    oled.contrast(9)
    oled.contrast(0)
    assert seen == [9, 0]


@pytest.mark.parametrize("command", [0xA7, 0x45, 0xA0, 0xC0, 0xA5, 0xAE])
def test_a_watcher_is_called_when_the_same_memory_is_seen_another_way(command: int) -> None:
    bench = showing("ssd1306", noise(1))
    calls: list[None] = []
    bench.chip.watch(lambda: calls.append(None))
    tell(bench, command)
    tell(bench, command)
    assert len(calls) == 1


def test_a_watcher_is_not_called_for_what_changed_before_it_came() -> None:
    bench = showing("ssd1306", noise(1))
    calls: list[None] = []
    bench.chip.watch(lambda: calls.append(None))
    tell(bench, 0xE3)
    assert calls == []


@pytest.fixture
def restless_threads() -> Iterator[None]:
    """Threads take turns so often that one is bound to look while another is in the middle of something."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.usefixtures("restless_threads")
def test_another_thread_never_sees_half_a_transfer() -> None:
    bench = Bench()
    oled = bench.oled()

    def flicker() -> None:
        for _ in range(60):
            oled.show(LIT)
            oled.show(DARK)

    writer = Thread(target=flicker)
    writer.start()
    seen = set()
    while writer.is_alive():
        seen.add(bench.chip.picture().tobytes())
        seen.add(bench.chip.memory())
    writer.join()
    assert seen <= {DARK.tobytes(), LIT.tobytes(), bytes(1024), b"\xff" * 1024}
