"""Mister X's page: for the one phone that the table accepted, and a way in for a phone that has a code."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.evening import Evening
from companion.pairing import Role, TooOften, UsedCode, WrongCode
from companion.symbols import SYMBOLS

from .his_news import HisNews
from .his_state import may_take_back
from .origin import by_header, foreign, port_asked_for
from .powered import Powered
from .said import body_of, check_side, his_command, station_in, step_in
from .streams import Streams
from .words import Words

A_SEASON = 180 * 24 * 60 * 60
"""Seconds: a game that waits in its journal from one holiday to the next is still his."""
PATH = "/x"
LONGEST_CODE = 20


def cookie_name() -> str:
    """With the port in it: a browser shares cookies between all tables on one machine."""
    return f"mister_x_{port_asked_for(request)}"


def mister_x_pages(evening: Evening, streams: Streams, say: Callable[[], Words]) -> Blueprint:
    pages = Blueprint("mister_x", __name__)
    on = Powered(evening, say)

    # Getting in

    @pages.get(PATH)
    def look() -> Response:
        """His page for his phone, the check for one that knocks, and for all others the way in."""
        pairing = on.pairing
        secret = _secret()
        role = pairing.role(secret)
        if role is Role.MISTER_X:
            return make_response(render_template("his.html"))
        knock = pairing.knock
        if role is Role.KNOCKING and knock:
            return make_response(
                render_template("check.html", symbols=[SYMBOLS[name] for name in knock.check])
            )
        if secret is None:
            return make_response(render_template("code.html", code=""))
        response = make_response(render_template("code.html", code="", sentence=say()["no_more"]), 403)
        response.delete_cookie(cookie_name(), path=PATH, httponly=True, samesite="Strict")
        return response

    @pages.get("/X/<code>")
    def scanned(code: str) -> str:
        """What the code on the display leads to. Looking uses nothing up: a browser may well look ahead."""
        return render_template("code.html", code=code[:LONGEST_CODE], scanned=True)

    @pages.post(f"{PATH}/pair")
    def ask() -> AnyResponse:
        """A phone says the code."""
        if foreign(request):
            abort(403, say()["elsewhere"])
        code = request.form.get("code", "")[:LONGEST_CODE]
        try:
            secret = on.pairing.ask(code, request.remote_addr or "")
        except WrongCode as wrong:
            if isinstance(wrong, UsedCode) and on.pairing.role(_secret()) is not Role.NOBODY:
                return redirect(url_for("mister_x.look"), 303)  # this phone used it
            sentence = say()["used_code" if isinstance(wrong, UsedCode) else "wrong_code"]
            return make_response(render_template("code.html", code=code, sentence=sentence), 403)
        except TooOften as often:
            sentence = say()["too_often"].format(seconds=often.seconds)
            page = make_response(render_template("code.html", code=code, sentence=sentence), 429)
            page.headers["Retry-After"] = str(often.seconds)
            return page
        way_in = redirect(url_for("mister_x.look"), 303)
        way_in.set_cookie(
            cookie_name(), secret, max_age=A_SEASON, path=PATH, httponly=True, samesite="Strict"
        )
        return way_in

    # Being Mister X

    @pages.get(f"{PATH}/events")
    def listen() -> Response:
        """His game and his clock, as long as the phone is his."""
        secret = _secret()
        if secret is None or on.pairing.role(secret) is Role.NOBODY:
            abort(403, say()["no_more"])
        news = HisNews(evening, secret)
        return streams.answer(news.bell, news.text, news.end, his=True)

    @pages.post(f"{PATH}/do")
    def act() -> AnyResponse:
        """One of his buttons."""
        if foreign(request) or not by_header(request):
            abort(403, say()["elsewhere"])
        pairing, secret = on.pairing, _secret()
        if not pairing.is_his(secret):
            abort(403, say()["no_more"])
        said = body_of(request, say()["not_json"])
        table, word, at = on.table, said.get("do"), step_in(said)

        def check() -> None:
            """Whether he may say this now; asked again in the moment in which it is written down."""
            if not pairing.is_his(secret):
                abort(403, say()["no_more"])
            if table.paused:
                abort(409, say()["paused"])
            if table.awaits_card and word != "deal":
                # Until it is dealt, the game before is still on the table: nothing of it is his.
                abort(409, say()["your_card"])
            if word == "undo" and not may_take_back(table.sight()):
                abort(409, say()["too_late"])
            check_side(said, table, his=True)

        check()
        if word == "deal":
            table.deal(station_in(said), at=at, check=check)
        elif word == "undo":
            table.undo(at=at, check=check)
        else:
            table.submit(his_command(said), at=at, check=check)
        return Response(status=204)

    def _secret() -> str | None:
        return request.cookies.get(cookie_name())

    return pages
