"""Games that are over: the list of them, their statistics, and each of them replayed. What is over has no secrets."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from threading import Lock
from typing import Any

from flask import Blueprint, Response, abort, render_template

from companion.drawing import drawing
from companion.evening import Evening
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.notation import plain
from companion.history import GameSummary
from companion.names import pawn_name
from companion.record import document
from companion.replay import Replay
from companion.statistics import statistics
from companion.table import NoGame, Table

from .bulletin import compact
from .powered import Powered
from .words import Words

KEPT = 4
"""So many hunts are at hand at once."""


def game_pages(evening: Evening, say: Callable[[], Words]) -> Blueprint:
    pages = Blueprint("games", __name__)
    on = Powered(evening, say)
    hunts = _Hunts()

    @pages.get("/games")
    def all_games() -> str:
        games = on.table.games()
        return render_template("games.html", games=games, statistics=statistics(games))

    @pages.get("/games/<int:game>")
    def one_game(game: int) -> str:
        try:
            summary, _ = on.table.finished(game)
        except NoGame:
            abort(404)
        return render_template("game.html", game=summary)

    @pages.get("/games/<int:game>/replay.json")
    def steps(game: int) -> Response:
        try:
            return Response(hunts.text(on.table, game), mimetype="application/json")
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

    @pages.context_processor
    def spoken() -> dict[str, Callable[..., str]]:
        """What the templates say of a game in the reader's language."""
        words = say()
        return {
            "pawn": lambda game, pawn: pawn_name(words.say, pawn, _own_words(game)),
            "date": lambda when: _date(words, when),
        }

    return pages


def _own_words(game: GameSummary) -> dict[str, str]:
    return {MISTER_X: game.his_name} if game.his_name else {}


def _date(words: Words, when: str) -> str:
    """Date and time on the wall, as people write them."""
    on = datetime.fromisoformat(when)
    month = words["months"].split()[on.month - 1]
    return words["date_and_time"].format(day=on.day, month=month, year=on.year, time=f"{on:%H:%M}")


class _Hunts:
    """The hunts that were looked at last, as texts: to follow one takes long, and many may look at the same."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._texts: dict[int, tuple[tuple[GameSummary, int], str]] = {}

    def text(self, table: Table, game: int) -> str:
        """The replay of *game*, or :exc:`NoGame`."""
        with self._lock:  # one is followed at a time: those who play go first
            # Another end, other names: another text.
            stands = table.finished(game)
            kept, text = self._texts.pop(game, (None, ""))
            if kept != stands:
                text = compact(replay_state(table.replay(game))) + "\n"
            self._texts = dict([*self._texts.items(), (game, (stands, text))][-KEPT:])
        return text


def replay_state(replay: Replay) -> dict[str, Any]:
    """A whole game for the page that replays it, without a word in any language."""
    assert replay.summary is not None
    return {
        "game": replay.summary.id,
        "summary": plain(replay.summary),
        "board": drawing(replay.printed),
        "words": dict(replay.words),
        "start": replay.start,
        "steps": [
            {name: value for name, value in plain(step).items() if name != "told"} for step in replay.steps
        ],
        "log": plain(replay.log),
        "traces": plain(replay.hunt.traces),
        "faults": plain(replay.faults),
    }
