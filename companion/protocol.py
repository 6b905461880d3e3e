"""Commands in the words of the line protocol: hearing them, and saying them again for the record.

Everything that comes in is checked here for shape; the rules only see well-formed commands.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from secrets import randbits
from typing import Any

from .editions import edition_names, read_edition
from .games.pursuit import commands as c
from .games.pursuit.notation import plain
from .games.pursuit.tickets import TICKETS, Ticket
from .maps import find_map, map_names, read_map
from .marked_yaml import FileFault

Check = Callable[[str, Any], Any]
LARGEST_STATION = 511
LARGEST_SEED = 2**63 - 1
LONGEST_NAME = 40


class Unheard(ValueError):
    """What was said makes no sense; the text says what would."""


def hear(said: Mapping[str, Any]) -> c.Command:
    """The command in *said*, or :exc:`Unheard`."""
    word = said.get("do")
    if not isinstance(word, str) or word not in _COMMANDS:
        raise Unheard(f"There is no such command; there are: {', '.join(_COMMANDS)}, undo.")
    build, required, optional = _COMMANDS[word]
    known = required | optional
    for name in said:
        if name != "do" and name not in known:
            raise Unheard(f"{word} knows no {_short(name)}; it takes: {', '.join(known) or 'nothing'}.")
    for name in required:
        if name not in said:
            raise Unheard(f"{word} needs {name}.")
    return build({name: known[name](name, value) for name, value in said.items() if name != "do"})


def say(command: c.Command) -> dict[str, Any]:
    """*command* in the words of the protocol, so that :func:`hear` gives it back."""
    word = _WORDS[type(command)]
    if isinstance(command, c.New):
        said = {
            "edition": command.edition["name"],
            "map": command.board,
            "detectives": list(command.detectives),
            "starts": dict(command.starts),
            "options": dict(command.options),
            "seed": command.seed,
        }
    else:
        said = plain(command)
    if "moved" in said:
        said["from"] = said.pop("moved")
    return {"do": word} | {
        key: value for key, value in said.items() if value is not None and value is not False
    }


def _short(value: object) -> str:
    """*value* as it was said, cut to what fits in a sentence."""
    text = repr(value)
    return text if len(text) <= LONGEST_NAME else text[: LONGEST_NAME - 1] + "…"


def _name(field: str, value: Any) -> str:
    if isinstance(value, str) and 0 < len(value) <= LONGEST_NAME and value.isprintable():
        return value
    raise Unheard(f"{field} is a name of at most {LONGEST_NAME} letters.")


def _file(field: str, value: Any) -> str:
    if isinstance(value, str) and 0 < len(value) <= 1000 and value.isprintable():
        return value
    raise Unheard(f"{field} is the name of a map or a file.")


def _station(field: str, value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= LARGEST_STATION:
        return value
    raise Unheard(f"{field} is a station number from 1 to {LARGEST_STATION}.")


def _seed(field: str, value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= LARGEST_SEED:
        return value
    raise Unheard(f"{field} is a whole number from 0 to {LARGEST_SEED}.")


def _flag(field: str, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    raise Unheard(f"{field} is true or false.")


def _ticket(field: str, value: Any) -> Ticket:
    if isinstance(value, str) and value in TICKETS:
        return TICKETS[value]
    raise Unheard(f"{field} is one of: {', '.join(TICKETS)}.")


def _take(field: str, value: Any) -> str:
    if value in ("black", "double"):
        return str(value)
    raise Unheard(f"{field} is black or double.")


def _then(field: str, value: Any) -> str:
    if value in ("pass", "lose"):
        return str(value)
    raise Unheard(f"{field} is pass or lose.")


def _names(field: str, value: Any) -> tuple[str, ...]:
    if isinstance(value, list) and len(value) <= 10:
        return tuple(_name(field, name) for name in value)
    raise Unheard(f"{field} is a list of names.")


def _map_of(item: Check) -> Check:
    def check(field: str, value: Any) -> dict[str, Any]:
        if isinstance(value, dict) and len(value) <= 50:
            return {_name(field, key): item(f"{field}.{_short(key)}", each) for key, each in value.items()}
        raise Unheard(f"{field} is an object.")

    return check


def _setting(field: str, value: Any) -> Any:
    if isinstance(value, bool | int | str):
        return value
    raise Unheard(f"{field} is a number, a word, true or false.")


def _new(words: dict[str, Any]) -> c.New:
    name = words["edition"]
    try:
        edition = read_edition(name)
    except KeyError:
        raise Unheard(
            f"There is no edition {_short(name)}; there are: {', '.join(edition_names())}."
        ) from None
    board = words.get("map")
    return c.New(
        edition,
        _map_data(board or edition["board"]),
        words["detectives"],
        words.get("seed", randbits(48)),
        words.get("starts", {}),
        words.get("options", {}),
        board,
    )


def _map_data(name: str) -> dict[str, Any]:
    try:
        path = find_map(name)
        return _read_once(path, path.stat().st_mtime_ns)
    except (FileFault, OSError):
        # What is wrong in it may quote the file, and that is not for everybody who can say a path.
        known = ", ".join(map_names())
        raise Unheard(
            f"The map {_short(name)} can't be used: ask misterx map check. There are: {known}."
        ) from None


@cache
def _read_once(path: Path, changed: int) -> dict[str, Any]:
    return read_map(path)


def _barrier(words: dict[str, Any]) -> c.Barrier:
    return c.Barrier(words["pawn"], words["at"], words.get("from"))


def _of(kind: Callable[..., c.Command]) -> Callable[[dict[str, Any]], c.Command]:
    return lambda words: kind(**words)


_PAWN: dict[str, Check] = {"pawn": _name}
_TICKET: dict[str, Check] = {"ticket": _ticket}
_TO: dict[str, Check] = {"to": _station}
_DOUBLE: dict[str, Check] = {"double": _flag}
_SETUP: dict[str, Check] = {
    "map": _file,
    "starts": _map_of(_station),
    "options": _map_of(_setting),
    "seed": _seed,
}

_COMMANDS: dict[str, tuple[Callable[[dict[str, Any]], c.Command], dict[str, Check], dict[str, Check]]] = {
    "new": (_new, {"edition": _name, "detectives": _names}, _SETUP),
    "start": (_of(c.Start), _TO, {}),
    "travel": (_of(c.Travel), _PAWN | _TICKET | _TO, _DOUBLE),
    "show": (_of(c.Show), {"take": _map_of(_ticket)}, {}),
    "helicopter": (_of(c.Helicopter), _PAWN | _TICKET | _TO, {}),
    "descend": (_of(c.Descend), _PAWN | _TICKET, {}),
    "barrier": (_barrier, _PAWN | {"at": _station}, {"from": _station}),
    "token": (_of(c.Token), _PAWN, {"symbol": _name} | _TICKET),
    "crime": (_of(c.Crime), {}, {}),
    "hideout": (_of(c.Hideout), {"take": _take}, {}),
    "hide": (_of(c.Hide), {}, {}),
    "balloon": (_of(c.Balloon), {}, _TO | _DOUBLE),
    "correct": (_of(c.Correct), _PAWN | _TO, {}),
    "time_up": (_of(c.TimeUp), {"then": _then}, {}),
    "end_turn": (_of(c.EndTurn), {}, {}),
}

_WORDS: dict[type, str] = {
    c.New: "new",
    c.Start: "start",
    c.Travel: "travel",
    c.Show: "show",
    c.Helicopter: "helicopter",
    c.Descend: "descend",
    c.Barrier: "barrier",
    c.Token: "token",
    c.Crime: "crime",
    c.Hideout: "hideout",
    c.Hide: "hide",
    c.Balloon: "balloon",
    c.Correct: "correct",
    c.TimeUp: "time_up",
    c.EndTurn: "end_turn",
}
