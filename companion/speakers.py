"""Who says what at the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .games.pursuit.commands import MISTER_X
from .games.pursuit.game import Open
from .games.pursuit.turns import DETECTIVES
from .games.pursuit.views import turn_of

HIS_OWN = ("start", "show", "crime", "hideout", "hide", "balloon")
"""Commands that only Mister X can say."""


def whose(table: Open, said: Mapping[str, Any]) -> str:
    """Who speaks when *said* is heard at *table*: a pawn, ``mister_x``, or ``detectives`` where the team is one."""
    if said["do"] in HIS_OWN:
        return MISTER_X
    pawn = said.get("pawn", turn_of(table))
    return pawn if isinstance(pawn, str) else DETECTIVES
