"""What a table likes: kept from evening to evening."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from .language import LANGUAGES


@dataclass(frozen=True, slots=True)
class Settings:
    """Changed on the panel's menu, and remembered by the journal."""

    language: str = "en"
    sound: bool = True
    possible: bool = False
    """Show at how many stations Mister X can be."""
    touch: bool = False
    """Detectives may also move on the table page, by touch."""
    night: bool = False
    """Dim, whatever the hour."""

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def updated(self, facts: Mapping[str, Any]) -> Settings:
        """These settings with what *facts* say; what an older or newer companion wrote may be missing or odd."""
        mine = self.as_json()
        known = {
            f.name: facts[f.name]
            for f in fields(self)
            if f.name in facts and type(facts[f.name]) is type(mine[f.name])
        }
        if known.get("language") not in LANGUAGES:
            known.pop("language", None)
        return Settings(**{**mine, **known})
