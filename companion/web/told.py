"""What the table was told lately, and in which windows it saw him: read off the events as it heard them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.games.pursuit import events as e
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.notation import encode
from companion.sight import in_sight

_TOLD = (
    e.Shown
    | e.Hid
    | e.TicketsTaken
    | e.Crossed
    | e.Lingered
    | e.CrimeCommitted
    | e.HideoutTook
    | e.TileTurned
    | e.Flew
    | e.Passed
    | e.Boarded
    | e.BarrierPut
    | e.Corrected
    | e.QuarterTold
    | e.SymbolTold
    | e.TicketBanned
    | e.Recalled
)
"""What is worth a sentence, as on the box's display; the end has a verdict of its own."""
_TURNS = e.DetectivesBegan | e.RoundBegan


def told(heard: Sequence[e.Event]) -> list[dict[str, Any]]:
    """What was told in this turn and in the one before, each with its place in all that was *heard* in this game."""
    begun = [place for place, event in enumerate(heard) if isinstance(event, _TURNS)]
    since = begun[-2] if len(begun) > 1 else 0
    return [
        {"place": place, **encode(event)}
        for place, event in enumerate(heard)
        if place >= since and isinstance(event, _TOLD)
    ]


def windows_seen(heard: Iterable[e.Event]) -> frozenset[int]:
    """The windows in which the table saw him itself, not those that the end or a token laid open."""
    window, seen = 0, set()
    for event in heard:
        window += _fills(event)
        if in_sight(event):
            seen.add(window)
    return frozenset(seen)


def _fills(event: e.Event) -> bool:
    if isinstance(event, e.Travelled):
        return event.pawn == MISTER_X
    return isinstance(event, e.Flew | e.Crossed | e.Lingered)
