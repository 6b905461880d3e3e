"""Random games in the words of the protocol: every line is legal, and now and then one is taken back."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from companion.protocol import say
from companion.table import Table
from tests.referee.talk import Line
from tests.support.players import EDITIONS, TEAM_SIZES, legal_step, own_boards, team

UNDO: Line = {"do": "undo"}


def new_line(edition: str, rng: Random) -> Line:
    """A new game, mostly on the small board, sometimes on the edition's own."""
    detectives = team(edition, rng.choice(TEAM_SIZES[edition]), rng)
    line: Line = {"do": "new", "edition": edition, "detectives": detectives, "seed": rng.randrange(1, 10**6)}
    if edition in own_boards() and rng.random() < 0.3:
        return line | own_boards()[edition]
    return line | {"map": "demo"}


def next_line(table: Table, rng: Random, undo: float = 0.08) -> Line:
    """A legal line: with a chance of *undo* the last is taken back, when a game is over another begins."""
    position = table.position
    if position is None:
        return new_line(rng.choice(EDITIONS), rng)
    if rng.random() < undo and len(table.record()) > 1:
        return UNDO
    if position.game.open.outcome:
        return new_line(rng.choice(EDITIONS), rng)
    command, _ = legal_step(position.game, rng)
    return say(command)


def random_lines(
    table: Table, edition: str, seed: int, undo: float = 0.0, short: bool = False
) -> Iterator[Line]:
    """The lines of a whole random game; each has to be said at *table* before the next is asked for.

    A *short* one has few rounds, but enough of them for two reveals.
    """
    rng = Random(f"{edition} {seed}")
    line = new_line(edition, rng)
    if short:
        lasts = "windows" if edition == "sherlock-2022-variant" else "rounds"
        line["options"] = {**line.get("options", {}), lasts: 9}
    yield line
    while not table.game.open.outcome:
        yield next_line(table, rng, undo)
