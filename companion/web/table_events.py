"""A stream that says when the table has changed, and nothing else: it is for anyone."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, Response

from companion.table import Table

from .claim import Claim
from .streams import Bell, Streams, event


def table_events(table: Callable[[], Table | None], claim: Claim, streams: Streams) -> Blueprint:
    pages = Blueprint("table_events", __name__)

    @pages.get("/table-events")
    def listen() -> Response:
        """A mark that is another one whenever Mister X's page is."""
        told = ""
        # A table that is exchanged, as by a power cut, does not ring: the stream looks by itself as well.
        bell, playing = Bell(), table()
        leave = [claim.watch(lambda _: bell.ring())]
        if playing is not None:
            leave.append(playing.watch(bell.ring))

        def news() -> str:
            nonlocal told
            now = mark_of(table(), claim)
            if now == told:
                return ""
            told = now
            return event("mark", f'"{now}"')

        def done() -> None:
            for end in leave:
                end()

        return streams.answer(bell, news, done)

    return pages


def step_of(table: Table | None) -> str:
    """What tells one state of the table from another: ``off`` without power, ``none`` before a game."""
    if table is None:
        return "off"
    sight = table.sight()
    return str(sight.step) if sight else "none"


def mark_of(table: Table | None, claim: Claim) -> str:
    """The step, and how often Mister X's page has changed hands."""
    return f"{step_of(table)} {claim.changes}"
