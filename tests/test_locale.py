"""Nothing is said in one language only."""

from __future__ import annotations

import re
import string

import pytest

from companion.language import LANGUAGES, Language
from companion.panel.canvas import font
from tools.locale import compiled, gathered, path_of, read, texts, written

OTHERS = [code for code in LANGUAGES if code != "en"]
AGAIN = "python -m tools.locale gathers and compiles the catalogues"


@pytest.mark.parametrize("code", OTHERS)
def test_the_catalogue_has_every_text_that_is_said_and_no_other(code: str) -> None:
    assert {message.id for message in read(code) if message.id} == set(texts()), AGAIN
    assert path_of(code).read_bytes() == written(gathered(code)), AGAIN


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_is_translated(code: str) -> None:
    assert [message.id for message in read(code) if message.id and not message.string] == []


@pytest.mark.parametrize("code", OTHERS)
def test_the_compiled_catalogue_is_the_written_one(code: str) -> None:
    assert path_of(code).with_suffix(".mo").read_bytes() == compiled(read(code)), AGAIN


@pytest.mark.parametrize("code", OTHERS)
def test_a_translation_has_the_same_braces_to_fill(code: str) -> None:
    for message in read(code):
        if message.id:
            assert fields(str(message.string)) == fields(str(message.id)), message.id


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_in_french_no_line_begins_with_a_question_mark() -> None:
    broken = re.compile(r" [?!:;»]|« ")
    assert [message.id for message in read("fr") if broken.search(str(message.string))] == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_font_has_every_letter_of_the_language(code: str) -> None:
    language = Language(code)
    letters = {letter for text in texts() for letter in language.say(text)} - {"\n"}
    box = bytes(font(16).getmask("\ue000"))
    assert [
        letter for letter in letters if not letter.isspace() and bytes(font(16).getmask(letter)) == box
    ] == []


def test_french_and_german_sound_different_from_english() -> None:
    assert Language("en").say("New game") == "New game"
    assert len({Language(code).say("New game") for code in LANGUAGES}) == len(LANGUAGES)
