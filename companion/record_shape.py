"""The shape of a record's parts: whatever passes can be handed to the rules without fear.

The rules trust what they are given, and a station is a bit of a number there: one from a hostile file, such as
ten to the twelfth, would take all memory. So numbers are bounded here, and so is how much there is of anything.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from .event_shape import is_event
from .games.pursuit.edition import Edition
from .games.pursuit.tickets import MODES
from .history import named
from .protocol import LARGEST_SEED, LARGEST_STATION
from .record import APART

MOST_STEPS = 5_000
MOST_TILES = 20
"""Crime tiles: the deduction reckons with every way to have played them."""
_DEEPEST = 10
_LONGEST_TEXT = 10_000
_LARGEST = 2**63 - 1
_MINUTE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}")

_WRONG_SHAPE = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


class RecordFault(ValueError):
    """What is wrong with a record, in a sentence."""


def check_tame(content: Any) -> None:
    """Nothing in it is nested too deeply, too large, or not fit to be printed."""
    level, ahead = 0, [content]
    while ahead:
        level += 1
        if level > _DEEPEST:
            raise RecordFault("The record is nested too deeply.")
        inside: list[Any] = []
        for value in ahead:
            if isinstance(value, dict):
                inside += value
                inside += value.values()
            elif isinstance(value, list):
                inside += value
            elif isinstance(value, str):
                _check_text(value)
            elif isinstance(value, int) and abs(value) > _LARGEST:
                raise RecordFault("There is a number in the record that is too large.")
        ahead = inside


def _check_text(text: str) -> None:
    if len(text) > _LONGEST_TEXT:
        raise RecordFault("There is a text in the record that is too long.")
    if not text.isprintable():
        # A terminal would obey some of these.
        raise RecordFault("There are characters in the record that can't be printed.")


def check_version(part: str, value: Any) -> None:
    if not isinstance(value, str) or len(value) > 40:
        raise RecordFault(f"{part}: this is no version.")


def check_began(part: str, value: Any) -> None:
    if value is not None and not (isinstance(value, str) and _MINUTE.fullmatch(value)):
        raise RecordFault(f"{part}: this is no date and time like 2025-12-31T20:15.")


def check_players(part: str, value: Any) -> None:
    if not isinstance(value, dict) or len(value) > 10:
        raise RecordFault(f"{part}: this does not say who played whom.")
    try:
        kept = named(value, None)
    except ValueError as fault:
        raise RecordFault(f"{part}: {fault}") from None
    if kept != value or not all(kept.values()):
        raise RecordFault(f"{part}: a name is empty, or has blanks around it.")


def check_edition(part: str, value: Any) -> None:
    _check(_read_edition, part, value, "this is no rule book that the companion can read.")


def _read_edition(value: Any) -> None:
    _expect(isinstance(value, dict))
    _check_numbers([value])
    edition = Edition.read(value)
    for numbers in (edition.reveal_windows, edition.vanish_windows, edition.supply.values()):
        _expect(all(_is_whole(number) for number in numbers))
    for words in (edition.words, edition.characters):
        _expect(all(isinstance(word, str) for word in words.values()))


def check_map(part: str, value: Any) -> None:
    _check(_read_map, part, value, "this is no board that the companion can read.")


def _read_map(value: Any) -> None:
    _expect(isinstance(value["name"], str) and isinstance(value.get("title", ""), str))
    numbers = _whole(station["number"] for station in value["stations"])
    known = set(numbers)
    _expect(0 < len(known) == len(numbers) and 0 not in known)
    for links in (value["links"], *(value.get("optional_links") or {}).values()):
        for mode, pairs in links.items():
            _expect(mode in MODES)
            _expect(all(len(pair) == 2 and known.issuperset(_whole(pair)) for pair in pairs or ()))
    for groups in (value.get("quarters"), value.get("symbols")):
        _expect(all(known.issuperset(_whole(stations)) for stations in (groups or {}).values()))
    _expect(known.issuperset(_whole(value.get("hideouts") or ())))
    tiles = (value.get("crime_tiles") or {}).get("tiles") or ()
    _expect(len(tiles) <= MOST_TILES and all(known.issuperset(_whole(tile)) for tile in tiles))
    for deck in (value.get("decks") or {}).values():
        _expect(_is_whole(deck["count"]))
        for card in deck["cards"] or ():
            _expect(known.issuperset(_whole(card if isinstance(card, list) else [card])) and card != [])


def _whole(numbers: Iterable[Any]) -> list[int]:
    found = list(numbers)
    _expect(all(map(_is_whole, found)))
    return found


def check_steps(part: str, value: Any) -> None:
    if not isinstance(value, list) or not 0 < len(value) <= MOST_STEPS:
        raise RecordFault(f"{part}: there must be from 1 to {MOST_STEPS} of them.")
    for number, step in enumerate(value, 1):
        read = partial(_read_step, number == 1)
        _check(read, f"{part}, step {number}", step, "this is no command with its events.")


def _read_step(begins: bool, value: Any) -> None:
    _expect(set(value) == {"command", "events"})
    command, events = value["command"], value["events"]
    _expect(isinstance(command["do"], str) and isinstance(command.get("pawn", ""), str))
    apart = APART if begins else ()
    _expect(isinstance(events, list) and all(is_event(event, apart) for event in events))
    # A game begins once: each beginning would have the whole rule book read again.
    _expect(not any(event["event"] == "started" for event in events[1 if begins else 0 :]))
    _check_numbers([value])


def _check_numbers(ahead: list[Any]) -> None:
    """Whatever is counted in a game is a small whole number. Only a seed is larger."""
    while ahead:
        value = ahead.pop()
        if isinstance(value, dict):
            seed = value.get("seed", 0)
            _expect(_is_whole(seed, LARGEST_SEED))
            ahead += [item for name, item in value.items() if name != "seed"]
        elif isinstance(value, list):
            ahead += value
        elif isinstance(value, float) or (isinstance(value, int) and not isinstance(value, bool)):
            _expect(_is_whole(value))


def _is_whole(value: Any, largest: int = LARGEST_STATION) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= largest


def _expect(right: bool) -> None:
    if not right:
        raise ValueError


def _check(read: Callable[[Any], None], part: str, value: Any, otherwise: str) -> None:
    """A part that has the wrong shape shows in many ways. It is one fault, whichever it is."""
    try:
        read(value)
    except _WRONG_SHAPE as error:
        why = str(error) if isinstance(error, RecordFault) else otherwise
        raise RecordFault(f"{part}: {why}") from None
