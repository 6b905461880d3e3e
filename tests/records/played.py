"""Games to look back on, played to their end at a table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from companion.games.pursuit import commands as c
from companion.games.pursuit.decide import decide
from companion.games.pursuit.refusals import Refused
from companion.journal import Journal
from companion.protocol import hear
from companion.record import Record
from companion.table import Table
from tests.referee.forms import LONDON, travel
from tests.support.mishaps import a_mishap
from tests.support.players import TEAM_SIZES, legal_step, team

CAUGHT = (LONDON, travel("mister_x", "bus", 22), travel("blue", "bus", 22))
"""Mister X walks into blue's arms."""


def play(table: Table, *lines: dict[str, Any]) -> int:
    """Play these lines and say which game they belong to."""
    for line in lines:
        table.submit(hear(line))
    assert table.game_id is not None
    return table.game_id


def play_to_the_end(
    table: Table, edition: str, seed: int, mishaps: float = 0.0, undo: float = 0.0, **more: object
) -> int:
    """A random game on the small board; its id. Some steps are taken back, and sometimes the last as well."""
    rng = Random(f"{edition} {seed}")
    names = team(edition, rng.choice(TEAM_SIZES[edition]), rng)
    said = {"do": "new", "edition": edition, "map": "demo", "detectives": names, "seed": seed}
    table.submit(hear(said | more))
    while not table.game.open.outcome:
        table.submit(_next_step(table, rng, mishaps))
        if rng.random() < undo and len(table.record()) > 1:
            table.undo()
    assert table.game_id is not None
    return table.game_id


def _next_step(table: Table, rng: Random, mishaps: float) -> c.Command:
    if rng.random() < mishaps:
        command = a_mishap(table.game, rng)
        try:
            decide(table.game, command)
        except Refused:
            pass
        else:
            return command
    return legal_step(table.game, rng)[0]


def a_record(edition: str, seed: int, mishaps: float = 0.0, **more: object) -> Record:
    with Journal.in_memory() as journal:
        table = Table(journal)
        return table.recorded(play_to_the_end(table, edition, seed, mishaps, **more))


def copied(journal: Journal, alter: Callable[[str, dict[str, Any]], dict[str, Any]]) -> Journal:
    """Another journal, whole and well chained, with other bodies in it."""
    other = Journal.in_memory()
    rows: list[tuple[str, dict[str, Any]]] = []
    step = 1
    for entry in journal.entries():
        if entry.step != step:
            other.append(rows)
            rows, step = [], entry.step
        rows.append((entry.kind, alter(entry.kind, entry.body)))
    other.append(rows)
    return other


Place = tuple[str | int, ...]


def leaves(value: Any, place: Place = ()) -> Iterator[Place]:
    """The way to every single word, number or null in a JSON value."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, (*place, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from leaves(item, (*place, number))
    else:
        yield place


def at(value: Any, place: Place) -> Any:
    for key in place:
        value = value[key]
    return value


def put(value: Any, place: Place, new: Any) -> None:
    at(value, place[:-1])[place[-1]] = new
