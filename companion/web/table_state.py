"""What every page may know of the table: made from what lies open on it, and from nothing else."""

from __future__ import annotations

from typing import Any

from companion.evening import Evening
from companion.games.pursuit.board import numbers_of
from companion.games.pursuit.notation import plain
from companion.sight import Sight
from companion.table import Table

from .told import told, windows_seen


def table_state(evening: Evening) -> dict[str, Any]:
    """The open table, without a word in any language: each page says it in its own."""
    table, settings = evening.table, evening.settings
    state: dict[str, Any] = {
        "phase": "off",
        "language": settings.language,
        "troubles": list(evening.troubles),
    }
    if table is None:
        return state
    pairing = evening.pairing
    sight = table.sight()
    state |= {
        "phase": "card" if table.awaits_card else "none",
        "step": table.step,
        "paired": pairing is not None and pairing.paired,
        "touch": settings.touch,
    }
    if table.awaits_card and (coming := table.prepared):
        return state | {"words": dict(coming.edition.get("words") or {})}
    if sight is None or table.awaits_card:
        return state
    return state | _game(table, sight, settings.possible)


def _game(table: Table, sight: Sight, count_places: bool) -> dict[str, Any]:
    view, news = sight.view, table.news(0)
    seen, undone = windows_seen(news.heard), news.taken_back
    return {
        "phase": "over" if view.outcome else "paused" if table.paused else "play",
        "step": sight.step,
        "game": table.game_id,
        "title": sight.edition.title,
        "words": dict(sight.edition.words),
        "characters": dict(sight.edition.characters),
        **{
            name: plain(getattr(view, name))
            for name in (
                "round",
                "rounds",
                "window",
                "windows",
                "reveal_windows",
                "turn",
                "outcome",
                "pawns",
                "mister_x",
                "barriers",
                "barriers_left",
                "helicopters_left",
                "helicopter",
                "banned",
                "crimes",
            )
        },
        "log": [{**plain(row), "seen": row.window in seen} for row in view.log],
        "heard": len(news.heard),
        "told": told(news.heard),
        "taken_back": undone and {"whose": undone.whose, "by_clock": undone.by_clock},
        "vanish_windows": list(sight.edition.vanish_windows),
        "in_the_open": sight.edition.open_play,
        "common_purse": bool(view.options.get("shared_purse")),
        "crimes_to_win": view.options.get("crimes", 0),
        "choices": plain(sight.choices),
        "possible": list(numbers_of(table.possible())) if count_places else None,
        "players": dict(table.players(table.game_id or 0)),
    }
