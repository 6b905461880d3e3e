"""The table page: what lies open, for a tablet or a wall, and a second way to move beside the keypad."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, abort, jsonify, render_template, request

from companion.drawing import drawing
from companion.evening import Evening
from companion.table import NoGame

from .bulletin import Bulletin, TableNews
from .origin import by_header, foreign
from .powered import Powered
from .said import body_of, check_side, step_in, team_command
from .streams import Streams
from .words import Words


def table_pages(evening: Evening, streams: Streams, say: Callable[[], Words]) -> Blueprint:
    pages = Blueprint("table", __name__)
    on = Powered(evening, say)
    bulletin = Bulletin(evening)

    @pages.get("/table")
    def look() -> str:
        return render_template("table.html")

    @pages.get("/table/events")
    def listen() -> Response:
        """The open table and its clock."""
        news = TableNews(evening, bulletin)
        return streams.answer(news.bell, news.text, news.end)

    @pages.get("/board/<int:game>.json")
    def board(game: int) -> Response:
        """The board of the game on the table, as it is printed."""
        printed = on.table.printed(game)
        if printed is None:
            abort(404)
        return jsonify(drawing(printed))

    @pages.post("/table/do")
    def act() -> Response:
        """A detective moves by touch, where the table has switched that on."""
        said = _said()
        if not evening.settings.touch:
            abort(403, say()["touch_off"])
        table = on.table

        def check() -> None:
            """Whether anybody plays now; asked again in the moment in which it is written down."""
            if table.paused or table.awaits_card:
                abort(409, say()["paused"])
            check_side(said, table, his=False)

        check()
        table.submit(team_command(said), at=step_in(said), check=check)
        return Response(status=204)

    @pages.post("/table/players")
    def name_players() -> Response:
        """Who plays whom."""
        said = _said()
        game, names = said.get("game"), said.get("names")
        if type(game) is not int or not isinstance(names, dict) or not all(map(_is_text, names.values())):
            abort(400, say()["bad_form"])
        try:
            on.table.name_players(game, names)
        except NoGame:
            abort(404)
        except ValueError:
            abort(400, say()["bad_name"])
        return Response(status=204)

    def _said() -> dict[str, Any]:
        if foreign(request) or not by_header(request):
            abort(403, say()["elsewhere"])
        return body_of(request, say()["not_json"])

    return pages


def _is_text(value: object) -> bool:
    return isinstance(value, str)
