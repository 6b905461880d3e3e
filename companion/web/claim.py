"""Who is Mister X: the one browser that opened his page first, until the table frees it."""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256
from hmac import compare_digest
from secrets import token_urlsafe
from threading import Lock
from time import monotonic

UNCONFIRMED = 20.0
"""Seconds after which a browser that never showed its secret again, as one without cookies, can be succeeded."""
_DIGEST = re.compile("[0-9a-f]{64}")


class Claim:
    """Held by at most one browser, which proves it with a secret that only it was told."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._lock = Lock()
        self._clock = clock
        self._digest: str | None = None
        self._lapses: float | None = None
        self._changes = 0
        self._watchers: list[Callable[[bool], None]] = []

    @property
    def taken(self) -> bool:
        return self._digest is not None

    @property
    def digest(self) -> str | None:
        """What the holder's secret is checked against. It opens nothing, so it may be written down.

        None while nobody knows whether the holder keeps his secret: who can't must not have it for ever.
        """
        return self._digest if self._lapses is None else None

    @property
    def changes(self) -> int:
        """How often it was taken or freed: another number when the holder is another."""
        return self._changes

    def restore(self, digest: object) -> None:
        """Whoever held it in an earlier evening holds it still; what is no digest is no holder."""
        if isinstance(digest, str) and _DIGEST.fullmatch(digest):
            with self._lock:
                self._digest, self._lapses = digest, None

    def take(self) -> str | None:
        """The secret of the new holder, or None if there is one already."""
        with self._lock:
            if self._digest is not None and (self._lapses is None or self._clock() < self._lapses):
                return None
            secret = token_urlsafe(24)
            self._digest = _digest(secret)
            self._lapses = self._clock() + UNCONFIRMED
            self._changes += 1
        self._tell(True)
        return secret

    def free(self) -> None:
        """The holder is Mister X no more, at once."""
        with self._lock:
            if self._digest is None:
                return
            self._digest = self._lapses = None
            self._changes += 1
        self._tell(False)

    def holds(self, secret: str | None) -> bool:
        """Whether *secret* is the holder's."""
        held = self._digest
        return held is not None and secret is not None and _same(held, _digest(secret))

    def confirm(self, secret: str | None) -> None:
        """Whoever came with *secret* keeps what it is told: if that is the holder, the claim lapses no more."""
        with self._lock:
            confirmed = self._lapses is not None and self.holds(secret)
            if confirmed:
                self._lapses = None
        if confirmed:
            self._tell(True)

    def watch(self, call: Callable[[bool], None]) -> Callable[[], None]:
        """*call* with ``taken`` whenever it changes, from any thread; the answer ends that."""
        with self._lock:
            self._watchers.append(call)
        return lambda: self._forget(call)

    def _forget(self, call: Callable[[bool], None]) -> None:
        with self._lock:
            if call in self._watchers:
                self._watchers.remove(call)

    def _tell(self, taken: bool) -> None:
        # Without the lock: a watcher may well ask, or free what was just taken.
        with self._lock:
            watchers = tuple(self._watchers)
        for call in watchers:
            call(taken)


def form_key(secret: str) -> str:
    """What a form on the holder's page carries: nobody without *secret* can make one up."""
    return sha256(f"form {secret}".encode()).hexdigest()


def is_form_key(key: str, secret: str) -> bool:
    return _same(form_key(secret), key)


def _digest(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _same(one: str, other: str) -> bool:
    return compare_digest(one.encode(), other.encode("utf-8", "surrogatepass"))
