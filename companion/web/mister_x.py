"""Mister X's page: plain forms for whoever opened it first, one sentence for everybody else."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.games.pursuit.refusals import Refused
from companion.names import explain
from companion.protocol import Unheard, hear
from companion.table import NoGame, Table

from .claim import Claim, form_key, is_form_key
from .forms import said_by, station_in
from .his_page import his_page, may_take_back
from .origin import by_hand, foreign
from .table_events import mark_of, step_of
from .words import Words

COOKIE = "mister_x"
AN_EVENING = 12 * 60 * 60


def mister_x_pages(table: Callable[[], Table | None], claim: Claim, say: Callable[[], Words]) -> Blueprint:
    pages = Blueprint("mister_x", __name__)
    # One of his commands at a time: a button pressed twice finds that the table has moved on.
    turn = Lock()

    @pages.get("/mister-x")
    def look() -> Response:
        """His page; the first browser that opens it is his."""
        playing = _powered()
        secret = request.cookies.get(COOKIE)
        if secret is not None and claim.holds(secret):
            return _page(playing, secret)
        if secret is not None and not claim.taken:
            return _freed()
        secret = claim.take() if by_hand(request) else None
        if secret is None:
            abort(403, say()["taken"])
        response = _page(playing, secret)
        response.set_cookie(
            COOKIE, secret, max_age=AN_EVENING, path="/mister-x", httponly=True, samesite="Strict"
        )
        return response

    @pages.post("/mister-x")
    def act() -> AnyResponse:
        """One of his buttons."""
        playing = _powered()
        if foreign(request):
            abort(403, say()["elsewhere"])
        secret = request.cookies.get(COOKIE)
        if secret is None or not claim.holds(secret):
            abort(403, say()["taken"])
        form = request.form
        if not is_form_key(form.get("key", ""), secret):
            abort(403, say()["elsewhere"])
        try:
            with turn:
                if form.get("step") != step_of(playing):
                    return _page(playing, secret, say()["stale"])
                if form.get("do") == "undo":
                    if not may_take_back(playing.sight()):
                        return _page(playing, secret, say()["too_late"])
                    playing.undo()
                elif form.get("do") == "deal":
                    playing.deal(station_in(form))
                else:
                    playing.submit(hear(said_by(form)))
        except Unheard as no:
            return _page(playing, secret, str(no), 400)
        except Refused as no:
            sight = playing.sight()
            return _page(playing, secret, explain(say().say, no, sight.edition.words if sight else {}))
        except NoGame:
            return _page(playing, secret, say()["no_game"])
        return redirect(url_for("mister_x.look"), 303)

    def _freed() -> Response:
        """Whoever lost the page does not get it back by a page that refreshes itself: he opens it again."""
        response = make_response(render_template("sentence.html", sentence=say()["freed"]), 403)
        response.delete_cookie(COOKIE, path="/mister-x", httponly=True, samesite="Strict")
        return response

    def _powered() -> Table:
        playing = table()
        if playing is None:
            abort(503, say()["off"])
        return playing

    def _page(playing: Table, secret: str, refusal: str = "", status: int = 409) -> Response:
        mark, page = mark_of(playing, claim), his_page(playing)
        body = render_template("mister_x.html", page=page, mark=mark, key=form_key(secret), refusal=refusal)
        return make_response(body, status if refusal else 200)

    return pages
