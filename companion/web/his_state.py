"""What Mister X's page is told, made from his view: his alone, so it goes to no one else."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from companion.games.pursuit.board import numbers_of
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.notation import plain
from companion.games.pursuit.outlook import Outlook
from companion.games.pursuit.tickets import TICKETS
from companion.games.pursuit.views import MisterXView, PublicView
from companion.sight import Sight
from companion.table import Table

from .told import windows_seen

NOTHING: dict[str, Any] = {
    "starts": [],
    "landings": [],
    "moves": [],
    "doubles": [],
    "actions": [],
    "supply": {},
}
"""What he can do while the table rests."""


def his_state(table: Table) -> dict[str, Any]:
    """His game as it stands; what he can press now is in it, and nothing else can be pressed."""
    # The number is read first: should the table move on meanwhile, what he presses is refused, not misread.
    step, sight = table.step, table.sight()
    if table.awaits_card or sight is None:
        return {"step": step, "phase": "card" if table.awaits_card else "none"}
    view, ahead, paused = table.mister_x(), table.outlook(), table.paused
    return {
        "step": step,
        "phase": "over" if view.outcome else "paused" if paused else "play",
        "game": table.game_id,
        "words": dict(sight.edition.words),
        **_standing(view),
        "pawns": plain(view.pawns),
        "common_purse": bool(view.options.get("shared_purse")),
        "mister_x": plain(view.mister_x),
        "his_turn": view.turn == MISTER_X and not paused and not view.outcome,
        "may_end": view.turn == MISTER_X and view.may_end_turn and not paused,
        "log": _log(view, windows_seen(table.news(0).heard)),
        "start": view.start,
        "barriers": list(view.barriers),
        "helicopter": plain(view.helicopter),
        "banned": view.banned,
        "crimes": [view.crimes, view.options.get("crimes", 0)],
        "danger": list(sight.reach),
        "possible": list(numbers_of(table.possible())),
        "sight": _sight(view, sight, ahead),
        "may_take_back": may_take_back(sight) and not paused,
        "outcome": plain(view.outcome),
        "tile": list(view.tile),
        "crime_tiles": plain(view.crime_tiles),
        **(_choices(view, ahead) if not paused else NOTHING),
    }


def _standing(view: PublicView) -> dict[str, Any]:
    return {
        "round": view.round,
        "rounds": view.rounds,
        "window": view.window,
        "windows": view.windows,
        "turn": plain(view.turn),
    }


def _choices(view: MisterXView, ahead: Outlook) -> dict[str, Any]:
    """What he can do now."""
    by_station = sorted(view.moves, key=lambda move: (move[1], TICKETS[move[0]]))
    firsts = {first for first, _ in view.doubles}
    return {
        "starts": list(ahead.starts),
        "landings": list(view.landings),
        "moves": plain(by_station),
        "doubles": [list(move) for move in by_station if move in firsts],
        "actions": list(view.actions),
        "supply": dict(view.supply),
    }


def _sight(view: MisterXView, sight: Sight, ahead: Outlook) -> dict[str, Any]:
    """When the table will see him: he is to know before he moves."""
    return {
        "in_the_open": sight.edition.open_play,
        "reveals": [window for window in view.reveal_windows if window > view.window],
        "vanishes": [window for window in sight.edition.vanish_windows if window > view.window],
        "hiding": list(ahead.hiding),
        "due": ahead.due,
    }


def _log(view: MisterXView, seen: Collection[int]) -> list[dict[str, Any]]:
    """His way so far, with what the table saw of it."""
    return [{**plain(row), "seen": row.window in seen} for row in view.log]


def may_take_back(sight: Sight | None) -> bool:
    """Whether the last step was his, and nothing secret came out in it."""
    if sight is None or sight.undoable is None:
        return False
    step = sight.undoable
    return step.whose == MISTER_X and not step.by_clock and not step.told
