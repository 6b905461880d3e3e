"""Boards drawn on a napkin: ``napkin("1-2-3 taxi", "3-4 bus")`` and a game on it."""

from __future__ import annotations

import itertools
from typing import Any

from companion.editions import read_edition
from companion.games.pursuit import commands as c
from companion.games.pursuit.decide import decide
from companion.games.pursuit.game import Game
from tests.support.players import fold


def napkin(*lines: str, **annotations: Any) -> dict[str, Any]:
    """Map data with these lines: ``"1-2-3 taxi"`` joins 1 with 2 and 2 with 3."""
    links: dict[str, list[list[int]]] = {"taxi": [], "bus": [], "underground": [], "ferry": []}
    for line in lines:
        numbers, mode = line.split()
        stops = [int(number) for number in numbers.split("-")]
        links[mode] += [sorted(pair) for pair in itertools.pairwise(stops)]
    stations = sorted({number for pairs in links.values() for pair in pairs for number in pair})
    return {
        "name": "napkin",
        "stations": [{"number": number, "x": 0.5, "y": 0.5, "stops": []} for number in stations],
        "links": links,
        **annotations,
    }


def game_on(board: dict[str, Any], edition: str, starts: dict[str, int], **options: object) -> Game:
    """A game of *edition* on *board*; everybody begins where *starts* says."""
    detectives = tuple(pawn for pawn in starts if pawn != c.MISTER_X and not pawn.startswith("bobby"))
    new = c.New(read_edition(edition), board, detectives, 1, starts, {"free_start": True, **options})
    return fold(None, decide(None, new))
