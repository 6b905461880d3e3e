"""The three languages, through gettext. The English text is the key of the catalogues."""

from __future__ import annotations

import gettext
from functools import cache
from importlib.resources import as_file, files
from typing import Final

DOMAIN = "misterx"
LANGUAGES: Final = {"en": "English", "fr": "Français", "de": "Deutsch"}


def mark(text: str) -> str:
    """*text* itself: it stands in a table and is said later, but the catalogues must know it."""
    return text


class Language:
    """One language."""

    def __init__(self, code: str) -> None:
        self.code = code
        self._catalogue = _catalogue(code)

    def say(self, text: str, **words: object) -> str:
        """*text* in this language, with its braces filled."""
        said = self._catalogue.gettext(text)
        return said.format(**words) if words else said


@cache
def _catalogue(code: str) -> gettext.NullTranslations:
    with as_file(files(__package__) / "locale") as folder:
        return gettext.translation(DOMAIN, folder, [code], fallback=code == "en")
