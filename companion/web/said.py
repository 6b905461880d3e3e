"""What pages say: JSON in the words of the line protocol."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from flask import Request, abort

from companion.games.pursuit.commands import MISTER_X, Command
from companion.games.pursuit.refusals import Refusal, Refused
from companion.protocol import LARGEST_STATION, Unheard, hear
from companion.speakers import HIS_OWN
from companion.table import Table

HIS = (*HIS_OWN, "travel", "end_turn")
"""What Mister X can say; nothing a detective says, and no new game."""
THEIRS = ("travel", "helicopter", "descend", "barrier", "token", "end_turn")
"""What the detectives can say; no correction and no clock."""


def body_of(request: Request, no_json: str) -> dict[str, Any]:
    """The JSON object in *request*, or a refusal with the sentence *no_json*."""
    if not request.is_json:
        abort(415)
    try:
        said = json.loads(request.get_data())
    except (ValueError, RecursionError):
        said = None
    if not isinstance(said, dict):
        abort(400, no_json)
    return said


def step_in(said: Mapping[str, Any]) -> int:
    """The step of the table that whoever says it had in mind; one that never was if he names none."""
    step = said.get("step")
    return step if isinstance(step, int) and not isinstance(step, bool) else -1


def station_in(said: Mapping[str, Any]) -> int:
    """The station that is named, or :exc:`Unheard`."""
    to = said.get("to")
    if isinstance(to, int) and not isinstance(to, bool) and 1 <= to <= LARGEST_STATION:
        return to
    raise Unheard(f"A station is a number from 1 to {LARGEST_STATION}.")


def his_command(said: Mapping[str, Any]) -> Command:
    """Mister X's command in *said*, or :exc:`Unheard`."""
    words = _words(said, HIS)
    if words["do"] == "travel" and words.setdefault("pawn", MISTER_X) != MISTER_X:
        raise Unheard("Mister X moves nobody else.")
    return hear(words)


def team_command(said: Mapping[str, Any]) -> Command:
    """The detectives' command in *said*, or :exc:`Unheard`."""
    words = _words(said, THEIRS)
    if words.get("pawn") == MISTER_X:
        raise Unheard("Mister X moves on his own page.")
    return hear(words)


def _words(said: Mapping[str, Any], known: tuple[str, ...]) -> dict[str, Any]:
    if said.get("do") not in known:
        raise Unheard("There is no such button.")
    return {name: value for name, value in said.items() if name != "step"}


def check_side(said: Mapping[str, Any], table: Table, his: bool) -> None:
    """An end of the turn names nobody: so it counts only from the side whose turn it is."""
    sight = table.sight()
    if said.get("do") == "end_turn" and sight and (sight.view.turn == MISTER_X) is not his:
        if his:
            raise Refused(Refusal.NOT_YOUR_TURN, pawn="Mister X")
        raise Refused(Refusal.MISTER_X_MUST_MOVE)
