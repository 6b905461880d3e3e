"""Games that are over: the list of them, their statistics, and each of them replayed. What is over has no secrets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, abort, jsonify, render_template

from companion.evening import Evening
from companion.games.pursuit.notation import plain
from companion.names import pawn_name
from companion.record import document
from companion.replay import Replay
from companion.statistics import statistics
from companion.table import NoGame

from .bulletin import compact
from .powered import Powered
from .words import Words


def game_pages(evening: Evening, say: Callable[[], Words]) -> Blueprint:
    pages = Blueprint("games", __name__)
    on = Powered(evening, say)

    @pages.get("/games")
    def all_games() -> str:
        games = on.table.games()
        return render_template("games.html", games=games, statistics=statistics(games), pawn=_pawn)

    @pages.get("/games/<int:game>")
    def one_game(game: int) -> str:
        table = on.table
        summary = next((one for one in table.games() if one.id == game), None)
        if summary is None:
            abort(404)
        return render_template("game.html", game=summary)

    @pages.get("/games/<int:game>/replay.json")
    def steps(game: int) -> Response:
        try:
            return jsonify(replay_state(on.table.replay(game)))
        except NoGame:
            abort(404)

    @pages.get("/games/<int:game>/record.json")
    def record(game: int) -> Response:
        """The game as a file that ``misterx replay`` checks."""
        try:
            found = on.table.recorded(game)
        except NoGame:
            abort(404)
        name = f"misterx-{(found.began or 'game')[:10]}-{game}.json"
        return Response(
            compact(document(found)) + "\n",
            mimetype="application/json",
            headers={"Content-Disposition": f'attachment; filename="{name}"'},
        )

    def _pawn(pawn: str, words: dict[str, str] | None = None) -> str:
        return pawn_name(say().say, pawn, words)

    return pages


def replay_state(replay: Replay) -> dict[str, Any]:
    """A whole game for the page that replays it, without a word in any language."""
    assert replay.summary is not None
    return {
        "game": replay.summary.id,
        "summary": plain(replay.summary),
        "words": dict(replay.words),
        "start": replay.start,
        "steps": [
            {name: value for name, value in plain(step).items() if name != "told"} for step in replay.steps
        ],
        "log": plain(replay.log),
        "traces": plain(replay.hunt.traces),
        "faults": plain(replay.faults),
    }
