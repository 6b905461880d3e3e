"""Whether JSON from a stranger has the shape of an event: every field known, and of the type that it says.

The notation trusts the journal and takes any value for a number; behind this check it may trust a record, too.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Collection, Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Union, get_args, get_origin, get_type_hints

from .games.pursuit.notation import EVENTS
from .games.pursuit.tickets import TICKETS, Ticket

Fits = Callable[[Any], bool]


def is_event(data: Mapping[str, Any], apart: Collection[str] = ()) -> bool:
    """Whether *data* can be decoded to an event, but for the fields in *apart*, which are kept elsewhere."""
    word = data.get("event")
    if not isinstance(word, str) or word not in EVENTS:
        return False
    return _fits_fields(EVENTS[word], {name: value for name, value in data.items() if name != "event"}, apart)


def _fits_fields(kind: type, said: Mapping[str, Any], apart: Collection[str] = ()) -> bool:
    fits, needed = _shape(kind)
    known = fits.keys() - set(apart)
    return needed & known <= said.keys() <= known and all(fits[name](value) for name, value in said.items())


@cache
def _shape(kind: type) -> tuple[dict[str, Fits], frozenset[str]]:
    """What fits each field, and which fields have to be there."""
    needed = frozenset(f.name for f in fields(kind) if f.default is MISSING)
    return {name: _fits(hint) for name, hint in get_type_hints(kind).items()}, needed


def _fits(hint: Any) -> Fits:
    origin, args = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        some = _fits(next(arg for arg in args if arg is not types.NoneType))
        return lambda value: value is None or some(value)
    if origin is tuple:
        return _fits_tuple(args)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return lambda value: isinstance(value, dict)
    if hint is Ticket:
        return lambda value: isinstance(value, str) and value in TICKETS
    if isinstance(hint, type) and issubclass(hint, Enum):
        words = [each.value for each in hint]
        return lambda value: isinstance(value, str) and value in words
    if is_dataclass(hint):
        kind: type = hint  # type: ignore[assignment]
        return lambda value: isinstance(value, dict) and _fits_fields(kind, value)
    return lambda value: type(value) is hint  # a bool is no number here


def _fits_tuple(args: tuple[Any, ...]) -> Fits:
    if args[-1] is Ellipsis:
        item = _fits(args[0])
        return lambda value: isinstance(value, list) and all(map(item, value))
    items = [_fits(arg) for arg in args]
    return lambda value: (
        isinstance(value, list)
        and len(value) == len(items)
        and all(fits(each) for fits, each in zip(items, value, strict=True))
    )
