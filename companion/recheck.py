"""Asking the rules again: does the command that was recorded cause the events that were recorded?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .games.pursuit import commands as c
from .games.pursuit.decide import decide
from .games.pursuit.game import Game
from .games.pursuit.notation import decode, encode
from .games.pursuit.refusals import Refused
from .protocol import Unheard, hear
from .record import APART, Record, Step, canonical

UNFIT = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    RecursionError,
    StopIteration,
    TypeError,
    ValueError,
)
"""How it shows that something was not written by the rules."""

_NEW = {"do", "edition", "map", "detectives", "starts", "options", "seed"}
_LONGEST = 40


@dataclass(frozen=True, slots=True)
class Ruling:
    """What the rules say to a step."""

    events: tuple[Mapping[str, Any], ...]
    """Those that the command causes; none if it is refused."""
    why: str
    """What is wrong with the step, in a sentence; empty if nothing is."""


def recheck(record: Record, game: Game | None, step: Step) -> Ruling:
    """What the rules say to *step*, when *game* lay before it; None before the first."""
    try:
        said = [_bare(encode(event)) for event in decide(game, _command(record, game, step.command))]
    except (Refused, Unheard) as no:
        return Ruling((), str(no))
    except UNFIT as error:
        return Ruling((), f"The rules can't make sense of this ({type(error).__name__}).")
    return Ruling(tuple(said), _difference(step.events, said))


def same(recorded: Mapping[str, Any], due: Mapping[str, Any]) -> bool:
    """Whether what was *recorded* is the event that was *due*. True is no 1 here, and 1.0 is not either."""
    return canonical(_settled(recorded)) == canonical(due)


def _settled(recorded: Mapping[str, Any]) -> Mapping[str, Any]:
    """The event as it would be written today: an older companion may not have known all of its fields."""
    books = dict.fromkeys(APART) if recorded.get("event") == "started" else {}
    try:
        return _bare(encode(decode({**recorded, **books})))
    except UNFIT:
        return recorded


def _bare(event: dict[str, Any]) -> dict[str, Any]:
    if event["event"] == "started":
        return {name: value for name, value in event.items() if name not in APART}
    return event


def _command(record: Record, game: Game | None, said: Mapping[str, Any]) -> c.Command:
    """The command, with the rule book and the map of the record: those of today may be different ones."""
    begins = said.get("do") == "new"
    if begins and game is not None:
        raise Unheard("Another game begins here.")
    if not begins and game is None:
        raise Unheard("The game does not begin with new.")
    return _new(record, said) if begins else hear(said)


def _new(record: Record, said: Mapping[str, Any]) -> c.New:
    if said.keys() != _NEW:
        raise Unheard(f"A recorded new says: {', '.join(sorted(_NEW))}.")
    for part, data in (("edition", record.edition), ("map", record.map)):
        if said[part] != data["name"]:
            raise Unheard(f"The {part} that the command names is not the {part} of the record.")
    detectives, starts, options = said["detectives"], said["starts"], said["options"]
    if not isinstance(detectives, list) or not all(isinstance(name, str) for name in detectives):
        raise Unheard("detectives is a list of names.")
    if not isinstance(starts, dict) or not isinstance(options, dict):
        raise Unheard("starts and options are objects.")
    return c.New(record.edition, record.map, tuple(detectives), said["seed"], starts, options)


def _difference(recorded: Sequence[Mapping[str, Any]], due: Sequence[Mapping[str, Any]]) -> str:
    """Where what was recorded first departs from what is *due*, in a sentence."""
    recorded = [_settled(event) for event in recorded]
    for place in range(max(len(recorded), len(due))):
        if place >= len(recorded):
            return f"By the rules {_word(due[place])} follows; it is missing."
        if place >= len(due):
            return f"By the rules nothing follows; {_word(recorded[place])} is too much."
        if canonical(recorded[place]) != canonical(due[place]):
            return _unlike(recorded[place], due[place])
    return ""


def _unlike(event: Mapping[str, Any], due: Mapping[str, Any]) -> str:
    if event.get("event") != due["event"]:
        return f"By the rules {_word(due)} follows, not {_word(event)}."
    for name in due:
        if name not in event:
            return f"{_word(due)}: {name} is missing."
        if canonical(event[name]) != canonical(due[name]):
            return f"{_word(due)}: {name} is {_short(event[name])}; by the rules it is {_short(due[name])}."
    return f"{_word(due)}: more is said than the rules know."


def _word(event: Mapping[str, Any]) -> str:
    word = event.get("event")
    return _short(word.replace("_", " ")) if isinstance(word, str) and word else "an event without a name"


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else canonical(value)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"
