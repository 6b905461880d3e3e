"""The QR code on the display: it says the address, and a camera can read it."""

from __future__ import annotations

from random import Random

import pytest
import segno
from PIL import Image

from companion.pairing import LENGTH, LETTERS
from companion.panel.canvas import HEIGHT, WIDTH
from companion.panel.qr import MODULE, SIDE, qr_picture
from companion.panel.screens.pairing import QrScreen
from companion.panel.screens.screen import picture

ADDRESSES = [
    "HTTP://10.0.0.7/",
    "HTTP://192.168.1.20:8080/",
    "HTTP://255.255.255.255:65535/",
    "HTTP://MISTERX.LOCAL:8080/",
    "HTTP://THE-OLD-DETECTIVES-CLUB.LOCAL:8080/",
    "HTTP://[FE80::1234:5678:9ABC]:8080/",
]


def said(address: str, seed: int = 0) -> str:
    rng = Random(f"{address} {seed}")
    return f"{address}X/{''.join(rng.choice(LETTERS) for _ in range(LENGTH))}"


def on_the_display(text: str) -> Image.Image:
    """The whole picture, with words beside the code."""
    return picture(QrScreen("Moriarty", text, text[-6:], 60, "skip"))


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("seed", range(4))
def test_a_camera_reads_the_address_off_the_display(address: str, seed: int) -> None:
    zxing = pytest.importorskip("zxingcpp", reason="there is no reader of QR codes for this machine")
    text = said(address, seed)
    # A few pixels of the camera for each of the display, which stands in a dark case.
    photo = Image.new("L", (WIDTH * 3 + 200, HEIGHT * 3 + 200))
    photo.paste(on_the_display(text).convert("L").resize((WIDTH * 3, HEIGHT * 3)), (100, 100))
    (found,) = zxing.read_barcodes(photo)
    assert found.text == text


def modules(text: str) -> tuple[int, list[list[bool]]]:
    """How wide the lit margin is, and what is dark inside it, module by module."""
    square = on_the_display(text).crop((0, 0, SIDE, SIDE))
    dark = square.point(lambda pixel: 255 * (not pixel)).getbbox()
    assert dark is not None
    left, top, right, bottom = dark
    assert left == top == SIDE - right == SIDE - bottom
    steps = range(left, right, MODULE)
    return left, [[not square.getpixel((x, y)) for x in steps] for y in steps]


@pytest.mark.parametrize("address", ADDRESSES)
def test_what_is_drawn_is_the_code_and_nothing_else(address: str) -> None:
    text = said(address)
    _, drawn = modules(text)
    for version in (2, 3):
        for level in "HQML":
            try:
                code = segno.make_qr(text, error=level, version=version, boost_error=False)
            except segno.DataOverflowError:
                continue
            assert drawn == [[bool(module) for module in row] for row in code.matrix]
            return


@pytest.mark.parametrize("address", ADDRESSES[:4])
def test_every_address_of_four_numbers_has_nearly_the_margin_of_the_standard(address: str) -> None:
    margin, drawn = modules(said(address))
    assert margin == 7
    assert len(drawn) == 25


@pytest.mark.parametrize("address", ADDRESSES[4:])
def test_a_longer_address_has_at_least_a_lit_rim(address: str) -> None:
    margin, drawn = modules(said(address))
    assert margin == 3
    assert len(drawn) == 29


def test_what_does_not_fit_is_not_drawn() -> None:
    assert qr_picture(f"HTTP://{'A' * 70}/X/K7QF9B") is None
    assert qr_picture(f"http://{'a' * 50}/x/k7qf9b") is None
