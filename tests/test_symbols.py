"""The symbols of the check: none can be taken for another, in a picture or in a word."""

from __future__ import annotations

from itertools import combinations

import pytest

from companion.language import LANGUAGES, Language
from companion.symbols import SYMBOLS

PIXELS = 16 * 16


@pytest.mark.parametrize("name", SYMBOLS)
def test_a_symbol_is_a_square_of_lit_and_dark(name: str) -> None:
    rows = SYMBOLS[name].rows
    assert len(rows) == 16
    assert all(len(row) == 16 and set(row) <= {"#", "."} for row in rows)


@pytest.mark.parametrize("name", SYMBOLS)
def test_a_symbol_fills_its_square(name: str) -> None:
    rows = SYMBOLS[name].rows
    lit = [(x, y) for y, row in enumerate(rows) for x, pixel in enumerate(row) if pixel == "#"]
    assert PIXELS / 4 <= len(lit) <= PIXELS * 3 / 4
    assert max(x for x, _ in lit) - min(x for x, _ in lit) >= 13
    assert max(y for _, y in lit) - min(y for _, y in lit) >= 10


def test_no_two_symbols_look_alike() -> None:
    pictures = {name: "".join(symbol.rows) for name, symbol in SYMBOLS.items()}
    for one, other in combinations(pictures, 2):
        differing = sum(a != b for a, b in zip(pictures[one], pictures[other], strict=True))
        assert differing >= PIXELS / 5, (one, other)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_symbol_has_one_word_of_its_own(code: str) -> None:
    words = [Language(code).say(symbol.name_text) for symbol in SYMBOLS.values()]
    assert len(set(words)) == len(words) == 12
    assert all(" " not in word for word in words)
