"""How somebody likes his pages: in which language, light or dark. His menu decides, then his browser, then the table."""

from __future__ import annotations

from flask import Request

from companion.language import LANGUAGES

LANGUAGE, THEME = "language", "theme"
THEMES = ("dark", "light")


def language_of(request: Request, table: str) -> str:
    """The code of a language we speak; *table* is the table's own."""
    chosen = request.cookies.get(LANGUAGE)
    if chosen in LANGUAGES:
        return str(chosen)
    for wanted, quality in request.accept_languages:  # the best first; de-AT is as good as de
        code = wanted.replace("_", "-").partition("-")[0].lower()
        if code in LANGUAGES and quality > 0:
            return code
    return table


def theme_of(request: Request) -> str:
    """What the menu says; nothing where the browser is to decide."""
    chosen = request.cookies.get(THEME, "")
    return chosen if chosen in THEMES else ""
