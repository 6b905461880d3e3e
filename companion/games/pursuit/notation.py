"""Events as plain JSON and back. The journal keeps them so; the protocol tells them so."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from . import events as e
from .tickets import TICKETS, Ticket


def plain(value: Any) -> Any:
    """*value* as JSON has it: dataclasses as objects, tuples as lists, tickets and enums as words."""
    if isinstance(value, Ticket):
        return value.word
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def encode(event: e.Event) -> dict[str, Any]:
    """*event* as a JSON object."""
    return {"event": _word(type(event)), **plain(event)}


def decode(data: Mapping[str, Any]) -> e.Event:
    """The event that :func:`encode` wrote."""
    kind = EVENTS[data["event"]]
    readers = _readers(kind)
    event: e.Event = kind(**{key: readers[key](value) for key, value in data.items() if key != "event"})
    return event


def _word(kind: type) -> str:
    """``TicketsTaken`` → ``tickets_taken``."""
    name = kind.__name__
    return "".join("_" + c.lower() if c.isupper() and i else c.lower() for i, c in enumerate(name))


EVENTS: dict[str, Any] = {_word(kind): kind for kind in get_args(e.Event)}


@cache
def _readers(kind: type) -> dict[str, Callable[[Any], Any]]:
    return {name: _reader(hint) for name, hint in get_type_hints(kind).items()}


def _reader(hint: Any) -> Callable[[Any], Any]:
    """What turns JSON into a value of the type *hint*."""
    if get_origin(hint) in (Union, types.UnionType):
        some = _reader(next(arg for arg in get_args(hint) if arg is not types.NoneType))
        return lambda value: None if value is None else some(value)
    if get_origin(hint) is tuple:
        args = get_args(hint)
        if args[-1] is Ellipsis:
            item = _reader(args[0])
            return lambda value: tuple(item(v) for v in value)
        items = [_reader(arg) for arg in args]
        return lambda value: tuple(read(v) for read, v in zip(items, value, strict=True))
    if hint is Ticket:
        return lambda value: TICKETS[value]
    if isinstance(hint, type) and issubclass(hint, Enum):
        return hint
    if is_dataclass(hint):
        readers = _readers(hint)  # type: ignore[arg-type]
        return lambda value: hint(**{key: readers[key](v) for key, v in value.items()})  # type: ignore[operator]
    return lambda value: value
