"""Mister X's forms in the words of the line protocol."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.pursuit.commands import MISTER_X
from companion.protocol import Unheard

HIS = ("start", "travel", "show", "crime", "hideout", "hide", "balloon", "end_turn")
"""What he can say; nothing a detective says, and no new game."""


def said_by(form: Mapping[str, str]) -> dict[str, Any]:
    """What *form* says, or :exc:`Unheard`."""
    word = form.get("do", "")
    if word not in HIS:
        raise Unheard("Mister X has no such button.")
    said: dict[str, Any] = {"do": word}
    if word == "travel":
        ticket, _, to = form.get("ride", "").partition(" ")
        said |= {"pawn": MISTER_X, "ticket": ticket, "to": _number(to)}
    elif word == "show":
        prefix = "take "
        said["take"] = {
            name.removeprefix(prefix): ticket
            for name, ticket in form.items()
            if name.startswith(prefix) and ticket
        }
    elif word == "hideout":
        said["take"] = form.get("take")
    elif word == "start" or (word == "balloon" and form.get("to")):
        said["to"] = _number(form.get("to", ""))
    if word in ("travel", "balloon") and form.get("double"):
        said["double"] = True
    return said


def station_in(form: Mapping[str, str]) -> int:
    """The station that *form* names, or :exc:`Unheard`."""
    return _number(form.get("to", ""))


def _number(text: str) -> int:
    text = text.strip()
    if not (text.isascii() and text.isdigit() and len(text) <= 3):
        raise Unheard("A station is a number.")
    return int(text)
