"""Mister X's forms in the words of the line protocol."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games.pursuit.commands import MISTER_X
from companion.protocol import LARGEST_STATION, Unheard

HIS = ("start", "travel", "show", "crime", "hideout", "hide", "balloon", "end_turn")
"""What he can say; nothing a detective says, and no new game."""


class NoStation(Unheard):
    """What should be a station is none."""


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
    """The station that *form* names, or :exc:`NoStation`."""
    return _number(form.get("to", ""))


def step_in(form: Mapping[str, str]) -> int:
    """The step of the table that the page with *form* on it was made from; one that never was if it says none."""
    text = form.get("step", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 15 else -1


def _number(text: str) -> int:
    text = text.strip()
    if text.isascii() and text.isdigit() and len(text) <= 3 and 1 <= int(text) <= LARGEST_STATION:
        return int(text)
    raise NoStation(f"A station is a number from 1 to {LARGEST_STATION}.")
