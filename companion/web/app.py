"""The web application: who gets which pages, and what holds for every answer."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Collection
from http import HTTPStatus

from flask import Flask, Response, abort, redirect, render_template, request, url_for
from werkzeug.exceptions import HTTPException

from companion.evening import Evening
from companion.games.pursuit.refusals import Refused
from companion.journal import JournalFault
from companion.language import LANGUAGES
from companion.names import explain
from companion.protocol import Unheard
from companion.table import NoGame

from .games import game_pages
from .mister_x import mister_x_pages
from .origin import known_by
from .simulator import simulator_pages
from .streams import Streams
from .table_page import table_pages
from .taste import language_of, theme_of
from .words import Words
from .workbench import Workbench

LONGEST_BODY = 4096
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
_SENTENCES = {404: "nothing_here", 405: "wrong_way", 413: "too_large", 415: "not_json"}

_log = logging.getLogger(__name__)


def create_app(evening: Evening, workbench: Workbench | None = None, names: Collection[str] = ()) -> Flask:
    """The pages of *evening*.

    With a *workbench* the front page is the simulated box; beside a real one it is the table page. *names* are
    those the machine goes by, in small letters.
    """
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = LONGEST_BODY
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.json.compact = True  # type: ignore[attr-defined]

    def say() -> Words:
        return Words(language_of(request, evening.settings.language))

    streams = app.extensions["streams"] = Streams(lambda: say()["full"])
    app.context_processor(
        lambda: {"w": say(), "theme": theme_of(request), "languages": LANGUAGES, "simulated": bool(workbench)}
    )
    app.register_blueprint(table_pages(evening, streams, say))
    app.register_blueprint(mister_x_pages(evening, streams, say))
    app.register_blueprint(game_pages(evening, say))
    if workbench:
        app.register_blueprint(simulator_pages(workbench, evening, streams, say))
    else:
        app.add_url_rule("/", "front", lambda: redirect(url_for("table.look"), 303))
    _answer_what_the_table_says(app, evening, say)
    _answer_every_fault(app, say)

    @app.before_request
    def refuse_strange_names() -> None:
        if not known_by(request, names):
            abort(421, say()["unknown_name"])

    @app.before_request
    def refuse_long_bodies() -> None:
        if (request.content_length or 0) > LONGEST_BODY:
            abort(413)

    @app.after_request
    def guard(response: Response) -> Response:
        response.headers.update(HEADERS)
        return response

    return app


def _answer_what_the_table_says(app: Flask, evening: Evening, say: Callable[[], Words]) -> None:
    """What somebody said at the table, and it is not to be: nothing has changed."""

    @app.errorhandler(Refused)
    def forbidden_by_the_book(no: Refused) -> Response:
        table = evening.table
        sight = table.sight() if table else None
        return _sentence(409, explain(say().say, no, sight.edition.words if sight else {}))

    @app.errorhandler(Unheard)
    def not_understood(_: Unheard) -> Response:
        return _sentence(400, say()["bad_form"])

    @app.errorhandler(NoGame)
    def nothing_to_play(_: NoGame) -> Response:
        return _sentence(409, say()["no_game"])


def _answer_every_fault(app: Flask, say: Callable[[], Words]) -> None:
    """Whatever is wrong: the right status and one sentence."""

    @app.errorhandler(HTTPException)
    def refused(error: HTTPException) -> Response:
        status = error.code or 500
        sentence = error.description or ""
        if status in _SENTENCES:
            sentence = say()[_SENTENCES[status]]
        elif not error.description or error.description == type(error).description:
            sentence = say()["bad_form"]
        response = _sentence(status, sentence)
        if allowed := getattr(error, "valid_methods", None):
            response.headers["Allow"] = ", ".join(sorted(allowed))
        return response

    @app.errorhandler(JournalFault)
    def not_written_down(fault: JournalFault) -> Response:
        # The fault names a file on this machine: that is for the log.
        _log.error("%s", fault)
        return _sentence(503, say()["unsaved"])

    @app.errorhandler(Exception)
    def broken(error: Exception) -> Response:
        # Where it broke, not what it said: an error may quote a station, and a log file is for anyone.
        where = "".join(traceback.format_tb(error.__traceback__))
        _log.error("%s at %s\n%s", type(error).__name__, request.url_rule, where)
        return _sentence(500, say()["broken"])


def _sentence(status: int, sentence: str) -> Response:
    """*sentence* as a page for people, as plain text for anything else."""
    if "text/html" in request.headers.get("Accept", ""):
        body = render_template("sentence.html", sentence=sentence, again=status == 503)
        return Response(body, HTTPStatus(status))
    return Response(sentence + "\n", HTTPStatus(status), mimetype="text/plain")
