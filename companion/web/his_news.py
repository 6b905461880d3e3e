"""The stream to Mister X's phone, and to one that would like to be: it ends when the phone is his no more."""

from __future__ import annotations

from companion.evening import Evening
from companion.pairing import Role

from .bulletin import ClockNews, compact
from .his_state import his_state
from .streams import Bell, event


class HisNews:
    """What his phone has been told."""

    def __init__(self, evening: Evening, secret: str) -> None:
        self.bell = Bell()
        self._evening, self._secret = evening, secret
        self._clock = ClockNews(evening)
        self._told = ""
        self._over = False
        self.end = evening.follow(self.bell.ring)

    def text(self) -> str | None:
        """What is new; None once there is nobody to tell it to."""
        if self._over:
            return None
        pairing, table = self._evening.pairing, self._evening.table
        if pairing is None or table is None:
            return self._new(event("off", "null"))
        role = pairing.role(self._secret)
        if role is Role.NOBODY:
            self._over = True
            return event("gone", "null")
        if role is Role.KNOCKING:
            return self._new(event("knocking", "null"))
        state = his_state(table) | {"troubles": list(self._evening.troubles)}
        if self._evening.pairing is not pairing or not pairing.is_his(self._secret):
            return self.text()  # meanwhile another game has begun, and what we hold may be of that one
        return self._new(event("state", compact(state))) + self._clock.text()

    def _new(self, text: str) -> str:
        if text == self._told:
            return ""
        self._told = text
        return text
