"""The QR code of an address, as large as it can stand on the display and still be scanned."""

from __future__ import annotations

from functools import lru_cache

import segno
from PIL import Image

SIDE = 64
"""The display is no higher."""
MODULE = 2
"""Pixels: cameras take a single one for a speck."""
_VERSIONS = (2, 3)
"""Two leaves 7 pixels around it, nearly the four modules that the standard wants; three, the largest that fits, only 3."""
_LEVELS = "HQML"
"""How much of it may be illegible, most first."""


@lru_cache(maxsize=4)
def qr_picture(text: str) -> Image.Image | None:
    """Dark on a lit square with *text* in it; None if it is too long. Capitals take less room than small letters."""
    code = _code(text)
    if code is None:
        return None
    rows = [bytes(row) for row in code.matrix]
    modules = Image.new("1", (len(rows), len(rows)))
    modules.putdata([not dark for row in rows for dark in row])
    whole = Image.new("1", (SIDE, SIDE), 1)
    margin = (SIDE - MODULE * len(rows)) // 2
    whole.paste(modules.resize((MODULE * len(rows),) * 2, Image.Resampling.NEAREST), (margin, margin))
    return whole


def _code(text: str) -> segno.QRCode | None:
    for version in _VERSIONS:
        for level in _LEVELS:
            try:
                return segno.make_qr(text, error=level, version=version, boost_error=False)
            except segno.DataOverflowError:
                continue
    return None
