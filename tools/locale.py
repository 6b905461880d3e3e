"""The catalogues of the languages: ``python -m tools.locale`` gathers every text that is said anywhere into them.

Translations that are there stay; a new text comes in without one, and the suite fails until somebody writes it. The
compiled catalogues are kept in the repository, so that playing needs no build step.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.editions import edition_names, read_edition
from companion.games.pursuit.refusals import Refusal
from companion.games.pursuit.setup import MISSING_WORDS
from companion.language import DOMAIN, LANGUAGES

ROOT = Path(__file__).parent.parent
LOCALE = ROOT / "companion" / "locale"
SAID = {"say": None, "mark": None}
"""The functions whose first argument is a text for people."""


def texts() -> Iterator[str]:
    """Every text that is said on the panel or a page, in English."""
    for _, _, text, _, _ in extract_from_dir(ROOT / "companion", keywords=SAID):
        yield text if isinstance(text, str) else text[0]
    yield from (refusal.value for refusal in Refusal if refusal is not Refusal.SETUP)
    yield from MISSING_WORDS
    yield from (read_edition(name)["short"] for name in edition_names())


def path_of(code: str) -> Path:
    return LOCALE / code / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(code: str) -> Catalog:
    """The catalogue of language *code* as it is in the repository."""
    path = path_of(code)
    if not path.exists():
        return Catalog(locale=code, charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=code)


def gathered(code: str) -> Catalog:
    """The catalogue with exactly the texts there are now."""
    known, fresh = read(code), Catalog(locale=code, charset="utf-8", fuzzy=False)
    for text in sorted(set(texts())):
        message = known.get(text)
        fresh.add(text, message.string if message and not message.fuzzy else "")
    return fresh


def written(catalogue: Catalog) -> bytes:
    """*catalogue* as a .po file, without anything that differs from day to day."""
    out = io.BytesIO()
    write_po(out, catalogue, width=110, omit_header=False, no_location=True, sort_output=True)
    lines = out.getvalue().splitlines(keepends=True)
    return b"".join(
        line
        for line in lines
        if not line.startswith((b'"POT-Creation-Date', b'"PO-Revision-Date', b'"Generated-By', b"#"))
    )


def compiled(catalogue: Catalog) -> bytes:
    """*catalogue* as gettext reads it, the same bytes on every day."""
    catalogue.creation_date = catalogue.revision_date = datetime(2000, 1, 1, tzinfo=UTC)
    out = io.BytesIO()
    write_mo(out, catalogue)
    return out.getvalue()


def main() -> int:
    missing = 0
    for code in LANGUAGES:
        if code == "en":
            continue
        path = path_of(code)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(written(gathered(code)))
        catalogue = read(code)
        path.with_suffix(".mo").write_bytes(compiled(catalogue))
        empty = [str(message.id) for message in catalogue if message.id and not message.string]
        for text in empty:
            print(f"{code}: not translated: {text}")
        missing += len(empty)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
