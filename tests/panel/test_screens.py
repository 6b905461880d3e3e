"""Every screen in every language, pixel for pixel, and none of them clipped."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import pytest
from PIL import Image

import companion.panel.screens
from companion.language import LANGUAGES
from companion.panel.canvas import Canvas
from companion.panel.screens.screen import Screen, picture
from tools.album import FOLDER, Album, album

REDRAW = "if it should look so, python -m tools.album draws it anew"
album_of = cache(album)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_screen_looks_as_it_did(language: str) -> None:
    stored = {file.stem for file in (FOLDER / language).glob("*.png")}
    screens = album_of(language)
    assert stored == set(screens), REDRAW
    different = []
    for name, screen in screens.items():
        with Image.open(FOLDER / language / f"{name}.png") as before:
            if before.convert("1").tobytes() != picture(screen).tobytes():
                different.append(name)
    assert different == [], REDRAW


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_clipped(language: str) -> None:
    assert {name: cut for name, screen in album_of(language).items() if (cut := clipped(screen))} == {}


def clipped(screen: Screen) -> list[str]:
    canvas = Canvas()
    screen.draw(canvas)
    return canvas.clipped


def test_a_text_that_is_too_long_is_noticed() -> None:
    canvas = Canvas()
    canvas.text(0, 0, "x" * 22)
    canvas.paragraph(0, "word " * 40, height=64)
    canvas.text(120, 0, "xy")
    assert len(canvas.clipped) >= 3


def test_every_kind_of_screen_is_in_the_album() -> None:
    kinds = set()
    for file in Path(companion.panel.screens.__path__[0]).glob("*.py"):
        for node in ast.parse(file.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and node.name.endswith("Screen") and node.name != "Screen":
                kinds.add(node.name)
    shown: Album = album_of("en")
    assert kinds == {type(screen).__name__ for screen in shown.values()}


def test_every_screen_differs_from_language_to_language_only_where_words_do() -> None:
    english, french = album_of("en"), album_of("fr")
    assert picture(english["reveal-three-digits"]) == picture(french["reveal-three-digits"])
    assert picture(english["start-menu"]) != picture(french["start-menu"])


@pytest.mark.parametrize("digits", [1, 2, 3])
def test_the_number_of_a_reveal_fills_the_screen(digits: int) -> None:
    from companion.panel.screens.reveal import RevealScreen

    for station in range(10 ** (digits - 1), min(10**digits, 200)):
        box = picture(RevealScreen(station)).getbbox()
        assert box is not None
        left, top, right, bottom = box
        assert bottom - top >= 60
        assert right - left >= (40, 95, 120)[digits - 1]
