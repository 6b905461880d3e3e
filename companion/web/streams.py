"""Event streams: the newest state for every listener, a bounded number of them, ended when we say so."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from ipaddress import ip_address
from threading import Condition, Event
from time import monotonic
from typing import Any

from flask import Response, abort, request

MOST = 56
"""Each keeps a thread of the server's, and the others are for whoever presses a button."""
KEPT = 4
"""Places that only Mister X's phone can have: it leaves ghosts of its own where the network is poor."""
EACH = 12
"""So many for one device; this machine itself may have them all."""
HEARTBEAT = 12.0
LOOK = 0.5
"""Seconds between looks at what does not ring: a listener who left, a table that was exchanged."""
FRAME = 0.03
"""Nobody sees more than thirty pictures a second."""

_log = logging.getLogger(__name__)


class Bell:
    """Rung from any thread, as often as you like: who waits for it wakes once."""

    def __init__(self) -> None:
        self._rung = Event()

    def ring(self) -> None:
        self._rung.set()

    def wait(self, seconds: float) -> None:
        # Forgotten before the listener looks, so that a ring while he looks makes him look again.
        self._rung.wait(seconds)
        self._rung.clear()


@dataclass(eq=False, slots=True)
class _Place:
    """A stream that is open."""

    bell: Bell
    whose: str
    given_up: Event = field(default_factory=Event)
    """Whoever has it has come anew, and it is his oldest."""


class Streams:
    """The streams that are open. None of them queues anything: each asks for its news when it can send."""

    def __init__(self, full: Callable[[], str], clock: Callable[[], float] = monotonic) -> None:
        """*full* is the sentence for whoever comes when there is no room."""
        self._full = full
        self._clock = clock
        self._changed = Condition()
        self._places: list[_Place] = []
        """The oldest first."""
        self._closing = Event()

    @property
    def open(self) -> int:
        """How many there are."""
        return len(self._places)

    def answer(
        self, bell: Bell, news: Callable[[], str | None], done: Callable[[], None], his: bool = False
    ) -> Response:
        """A stream of *news*, asked for at first, whenever *bell* rings and now and then; then *done*.

        It ends when the news are None. There is always a place for one that is *his*. Whoever comes again and
        again ends his own oldest stream: most likely that is one whose end has not been noticed.
        """
        place = _Place(bell, "mister_x" if his else request.remote_addr or "")
        with self._changed:
            room = (his or len(self._places) < MOST - KEPT) and not self._closing.is_set()
            self._give_up_the_oldest(place.whose, KEPT if his else _most(place.whose))
            if room:
                self._places.append(place)
        if not room:
            done()
            abort(503, self._full())
        gone: Callable[[], bool] = request.environ.get("waitress.client_disconnected", lambda: False)
        response = Response(self._frames(place, news, gone), mimetype="text/event-stream")

        @response.call_on_close
        def end() -> None:
            done()
            with self._changed:
                if place in self._places:
                    self._places.remove(place)
                self._changed.notify_all()

        return response

    def _give_up_the_oldest(self, whose: str, most: int) -> None:
        """Leave less than *most* of somebody's."""
        theirs = [place for place in self._places if place.whose == whose and not place.given_up.is_set()]
        for place in theirs[: max(len(theirs) - most + 1, 0)]:
            place.given_up.set()
            place.bell.ring()

    def close(self, patience: float) -> None:
        """End them all, waiting at most *patience* seconds for those that have not noticed."""
        self._closing.set()
        with self._changed:
            for place in self._places:
                place.bell.ring()
            self._changed.wait_for(lambda: not self._places, patience)

    def _frames(
        self, place: _Place, news: Callable[[], str | None], gone: Callable[[], bool]
    ) -> Iterator[str]:
        yield "retry: 1000\n\n"
        spoke = self._clock()
        while not (self._closing.is_set() or place.given_up.is_set() or gone()):
            text = _asked(news)
            if text is None:
                return
            if not text and self._clock() - spoke >= HEARTBEAT:
                text = event("beat", "null")  # an event, and no comment, so that a script can miss it
            if text:
                yield text
                spoke = self._clock()
                self._closing.wait(FRAME)
            place.bell.wait(LOOK)


def _most(address: str) -> int:
    """How many streams a device may have. Browsers on this machine itself all have its address."""
    try:
        return MOST if ip_address(address).is_loopback else EACH
    except ValueError:
        return EACH


def _asked(news: Callable[[], str | None]) -> str | None:
    """What is new. If that can't be told the stream ends, and whoever listens begins anew."""
    try:
        return news()
    except Exception as error:
        # The server would log what the error says, and that may quote a station.
        where = "".join(traceback.format_tb(error.__traceback__))
        _log.error("A stream stumbled over %s and ends.\n%s", type(error).__name__, where)
        return None


def event(name: str, data: Any) -> str:
    """One event; *data* is JSON, on one line."""
    return f"event: {name}\ndata: {data}\n\n"
