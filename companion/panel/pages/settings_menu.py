"""What a table likes: language, sound, light, and whether the hunt is helped along."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ...language import LANGUAGES
from ..desk import Desk
from .page import Item, Menu, Page, home_of
from .pairing import new_phone_items


@dataclass(frozen=True, slots=True)
class SettingsMenu(Menu):
    """Each press takes the next value."""

    def refresh(self, desk: Desk) -> Page:
        return replace(self, parent=self.parent and self.parent.refresh(desk))

    def title(self, desk: Desk) -> str:
        return desk.say("Settings")

    def items(self, desk: Desk) -> Sequence[Item]:
        settings, say = desk.settings, desk.say
        codes = list(LANGUAGES)
        following = codes[(codes.index(settings.language) + 1) % len(codes)]

        def on_off(value: bool) -> str:
            return say("on") if value else say("off")

        return [
            Item(LANGUAGES[settings.language], lambda: self._set(desk, language=following)),
            Item(say("Sound"), lambda: self._set(desk, sound=not settings.sound), on_off(settings.sound)),
            Item(
                say("Night light"), lambda: self._set(desk, night=not settings.night), on_off(settings.night)
            ),
            Item(
                say("Count places"),
                lambda: self._set(desk, possible=not settings.possible),
                on_off(settings.possible),
            ),
            Item(
                say("Touch moves"), lambda: self._set(desk, touch=not settings.touch), on_off(settings.touch)
            ),
            *new_phone_items(self, home_of(self) or self, desk),
        ]

    def _set(self, desk: Desk, **settings: Any) -> Page:
        desk.change(**settings)
        return self
