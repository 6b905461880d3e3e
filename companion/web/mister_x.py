"""Mister X's page: plain forms for whoever opened it first, one sentence for everybody else."""

from __future__ import annotations

from collections.abc import Callable

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from werkzeug.wrappers import Response as AnyResponse

from companion.games.pursuit.refusals import Refused
from companion.names import explain
from companion.protocol import LARGEST_STATION, Unheard, hear
from companion.table import NoGame, Table

from .claim import Claim, form_key, is_form_key
from .forms import NoStation, said_by, station_in, step_in
from .his_page import his_page, may_take_back
from .origin import by_hand, foreign, port_asked_for
from .table_events import mark_of
from .words import Words

A_SEASON = 180 * 24 * 60 * 60
"""Seconds: a game that waits in its journal from one holiday to the next is still his."""
PATH = "/mister-x"


def cookie_name() -> str:
    """With the port in it: a browser shares cookies between all tables on one machine."""
    return f"mister_x_{port_asked_for(request)}"


def mister_x_pages(table: Callable[[], Table | None], claim: Claim, say: Callable[[], Words]) -> Blueprint:
    pages = Blueprint("mister_x", __name__)

    @pages.before_request
    def confirm() -> None:
        claim.confirm(_secret())

    @pages.get(PATH)
    def look() -> Response:
        """His page; the first browser that opens it is his."""
        playing = _powered()
        secret = _secret()
        if secret is not None and claim.holds(secret):
            return _page(playing, secret)
        if secret is not None and not claim.taken:
            return _freed()
        if foreign(request):
            # Its link is no hand that opens the page, and brings no cookie: the way in is from the table's own.
            abort(403, say()["elsewhere"])
        secret = claim.take() if by_hand(request) else None
        if secret is None:
            abort(403, say()["taken"])
        response = _page(playing, secret)
        response.set_cookie(
            cookie_name(), secret, max_age=A_SEASON, path=PATH, httponly=True, samesite="Strict"
        )
        return response

    @pages.get(f"{PATH}/hat.svg")
    def emblem() -> Response:
        """The picture on his page. Asking for it, a browser without a script shows that it keeps its cookie."""
        return current_app.send_static_file("hat.svg")

    @pages.post(PATH)
    def act() -> AnyResponse:
        """One of his buttons."""
        playing = _powered()
        if foreign(request):
            abort(403, say()["elsewhere"])
        secret = _secret()
        if secret is None or not claim.holds(secret):
            abort(403, say()["taken"])
        form = request.form
        if not is_form_key(form.get("key", ""), secret):
            abort(403, say()["elsewhere"])
        if playing.paused:
            return _page(playing, secret, say()["paused"])
        try:
            at = step_in(form)
            if form.get("do") == "undo":
                if not may_take_back(playing.sight()):
                    return _page(playing, secret, say()["too_late"])
                playing.undo(at=at)
            elif form.get("do") == "deal":
                playing.deal(station_in(form), at=at)
            else:
                playing.submit(hear(said_by(form)), at=at)
        except NoStation:
            return _page(playing, secret, say()["bad_station"].format(largest=LARGEST_STATION), 400)
        except Unheard:
            return _page(playing, secret, say()["bad_form"], 400)
        except Refused as no:
            sight = playing.sight()
            return _page(playing, secret, explain(say().say, no, sight.edition.words if sight else {}))
        except NoGame:
            return _page(playing, secret, say()["no_game"])
        return redirect(url_for("mister_x.look"), 303)

    def _freed() -> Response:
        """Whoever lost the page does not get it back by a page that refreshes itself: he opens it again."""
        response = make_response(render_template("sentence.html", sentence=say()["freed"]), 403)
        response.delete_cookie(cookie_name(), path=PATH, httponly=True, samesite="Strict")
        return response

    def _secret() -> str | None:
        return request.cookies.get(cookie_name())

    def _powered() -> Table:
        playing = table()
        if playing is None:
            abort(503, say()["off"])
        return playing

    def _page(playing: Table, secret: str, refusal: str = "", status: int = 409) -> Response:
        words = say()
        mark, page = mark_of(playing, claim, words["language"]), his_page(playing, words.say)
        body = render_template("mister_x.html", page=page, mark=mark, key=form_key(secret), refusal=refusal)
        return make_response(body, status if refusal else 200)

    return pages
