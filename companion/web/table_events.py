"""A stream that says when the table has changed and what ails the box, and nothing else: it is for anyone."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from flask import Blueprint, Response

from companion.table import Table

from .claim import Claim
from .streams import Bell, Streams, event


def table_events(
    table: Callable[[], Table | None],
    claim: Claim,
    streams: Streams,
    language: Callable[[], str],
    troubles: Callable[[], Sequence[str]],
) -> Blueprint:
    pages = Blueprint("table_events", __name__)

    @pages.get("/table-events")
    def listen() -> Response:
        """A mark that is another one whenever Mister X's page is, and what is wrong with the box."""
        news = _News(table, claim, language, troubles)
        return streams.answer(news.bell, news.text, news.end)

    return pages


class _News:
    """What one listener has been told, and the table he hears ring."""

    def __init__(
        self,
        table: Callable[[], Table | None],
        claim: Claim,
        language: Callable[[], str],
        troubles: Callable[[], Sequence[str]],
    ) -> None:
        self.bell = Bell()
        self._table, self._claim, self._language, self._troubles = table, claim, language, troubles
        self._told_mark = ""
        self._told_troubles: tuple[str, ...] | None = None
        self._heard: Table | None = None
        self._unhear: Callable[[], None] = _nothing
        self._unwatch = claim.watch(lambda _: self.bell.ring())

    def text(self) -> str:
        playing = self._table()
        if playing is not self._heard:
            # A table that a power cut ended is let go of, and the one after it rings from now on.
            self._unhear()
            self._heard = playing
            self._unhear = playing.watch(self.bell.ring) if playing else _nothing
        text = ""
        mark, troubles = mark_of(playing, self._claim, self._language()), tuple(self._troubles())
        if mark != self._told_mark:
            text += event("mark", json.dumps(mark))
        if troubles != self._told_troubles:
            text += event("troubles", json.dumps(troubles))
        self._told_mark, self._told_troubles = mark, troubles
        return text

    def end(self) -> None:
        self._unwatch()
        self._unhear()
        self._heard = None


def _nothing() -> None:
    """Nobody watches, so there is nothing to end."""


def mark_of(table: Table | None, claim: Claim, language: str) -> str:
    """The step and what else is on Mister X's page: whose it is, in which language, and whether anybody plays."""
    step, rest = ("off", "") if table is None else (str(table.step), " paused" if table.paused else "")
    return f"{step} {claim.changes} {language}{rest}"
