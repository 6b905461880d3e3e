"""The web application: who gets which pages, and what holds for every answer."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Collection, Sequence
from http import HTTPStatus

from flask import Flask, Response, abort, render_template, request
from werkzeug.exceptions import HTTPException

from companion.journal import JournalFault
from companion.table import Table

from .claim import Claim
from .mister_x import mister_x_pages
from .origin import known_by
from .simulator import simulator_pages
from .streams import Streams
from .table_events import table_events
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


def create_app(
    table: Callable[[], Table | None],
    workbench: Workbench | None,
    claim: Claim,
    language: Callable[[], str],
    troubles: Callable[[], Sequence[str]] = tuple,
    names: Collection[str] = (),
) -> Flask:
    """The pages around *table*, which is None while the power is off.

    With a *workbench* the front page is the simulated table; beside a real one it only says where to go.
    The *troubles* are what is wrong with the box, a sentence each; *names* are those the machine goes by,
    in small letters.
    """
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = LONGEST_BODY

    def say() -> Words:
        return Words(language())

    streams = app.extensions["streams"] = Streams(lambda: say()["full"])
    app.context_processor(lambda: {"w": say(), "troubles": troubles})
    app.register_blueprint(table_events(table, claim, streams, language, troubles))
    app.register_blueprint(mister_x_pages(table, claim, say))
    if workbench:
        app.register_blueprint(simulator_pages(workbench, table, streams, say))
    else:
        app.add_url_rule("/", "welcome", lambda: render_template("welcome.html"))
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
