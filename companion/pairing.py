"""Which phone is Mister X's: one, for one game, by a code that everybody at the table can see.

The panel opens a code and shows it. The first phone that says it uses it up: it is told a secret of its own and a
check of two symbols, and the display shows the same two. Once the table has compared them and accepts, that phone
is Mister X's until the next game begins, or until the table opens another code.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum
from hashlib import sha256
from hmac import compare_digest
from secrets import SystemRandom, choice, token_urlsafe
from threading import RLock
from time import monotonic

from .patience import Patience
from .symbols import SYMBOLS
from .table import PAIRING, Table
from .watchers import Watchers

LIFETIME = 120.0
"""Seconds in which a code can be used, and then seconds in which the table can accept who used it."""
LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Nothing that can be taken for something else: no I, L, O, 0 or 1."""
LENGTH = 6
WRONG_CODES = 5
"""So many wrong codes are forgiven a phone at once ..."""
FORGIVEN_EVERY = 12.0
"""... and one more every so many seconds."""
WRONG_CODES_OF_ALL = 40
"""The same for all phones together, so that nobody gets further by having many of them ..."""
FORGIVEN_ALL_EVERY = 2.0
"""... about seven thousand in an evening, of nine hundred million codes."""
_DIGEST = re.compile("[0-9a-f]{64}")


class WrongCode(Exception):
    """That code is not the one on the display, or not any more."""


class UsedCode(WrongCode):
    """It was the one on the display, until another phone used it."""


class TooOften(Exception):
    """A phone tried so many wrong codes that it may not try for a while, not even the right one."""

    def __init__(self, seconds: int) -> None:
        self.seconds = seconds
        super().__init__(f"wait {seconds} seconds")


class Role(Enum):
    """What a phone is, by the secret it shows."""

    NOBODY = 0
    KNOCKING = 1
    """It used the code; the table has not accepted it yet."""
    MISTER_X = 2


@dataclass(frozen=True, slots=True)
class Offer:
    """A code that can be used."""

    code: str
    until: float


@dataclass(frozen=True, slots=True)
class Knock:
    """A phone that used the code."""

    check: tuple[str, str]
    """Two names of :data:`SYMBOLS`."""
    until: float
    digest: str = field(repr=False)


class Pairing:
    """At most one phone has the page, at most one knocks, and only while a code was on the display."""

    def __init__(self, table: Table, clock: Callable[[], float] = monotonic) -> None:
        self._table, self._clock = table, clock
        self._lock = RLock()
        self._offer: Offer | None = None
        self._used = ""
        """The last code that a phone used. It opens nothing any more."""
        self._knock: Knock | None = None
        self._with_all = Patience(WRONG_CODES_OF_ALL, FORGIVEN_ALL_EVERY, clock)
        self._with_each: dict[str, Patience] = {}
        self._watchers: Watchers[[]] = Watchers()

    # What the table sees

    @property
    def paired(self) -> bool:
        """Whether a phone is Mister X's in this game."""
        return self._held() is not None

    @property
    def offer(self) -> Offer | None:
        """The code that can be used now."""
        with self._lock:
            return self._offer if self._offer and self._clock() < self._offer.until else None

    @property
    def knock(self) -> Knock | None:
        """The phone that waits to be accepted."""
        with self._lock:
            return self._knock if self._knock and self._clock() < self._knock.until else None

    # What the table does

    def open(self) -> None:
        """A new code. Whoever had the page has it no more, and that is written down before anybody sees the code."""
        with self._lock:
            if self.paired:
                self._table.remember(**{PAIRING: None})
            code = "".join(choice(LETTERS) for _ in range(LENGTH))
            self._offer, self._knock = Offer(code, self._clock() + LIFETIME), None
        self._watchers.tell()

    def close(self) -> None:
        """The table looks at something else: the code is void, and who knocked has knocked in vain."""
        with self._lock:
            self._offer = self._knock = None
        self._watchers.tell()

    def accept(self) -> bool:
        """The symbols are the same: the phone that knocked is Mister X's. False if it no longer knocks."""
        with self._lock:
            knock = self.knock
            if knock is None:
                return False
            self._table.remember(**{PAIRING: knock.digest})
            self._knock = None
        self._watchers.tell()
        return True

    # What a phone does

    def ask(self, code: str, address: str = "") -> str:
        """Use *code* and be told a secret, or :exc:`WrongCode`, or :exc:`TooOften`.

        A phone is known by its *address*: one that guesses keeps no other out.
        """
        with self._lock:
            self._be_patient(address)
            offer, said = self.offer, _plain(code)
            if self._used and _same(self._used, said):
                raise UsedCode
            if offer is None:
                raise WrongCode  # and no guess: whoever opens an old link again keeps nobody waiting
            if not _same(offer.code, said):
                self._slip(address)
                raise WrongCode
            secret = token_urlsafe(24)
            first, second = SystemRandom().sample(list(SYMBOLS), 2)
            check = (first, second)
            self._offer, self._used = None, offer.code
            self._knock = Knock(check, self._clock() + LIFETIME, _digest(secret))
        self._watchers.tell()
        return secret

    def role(self, secret: str | None) -> Role:
        """What the phone that shows *secret* is."""
        knock = self.knock  # first: the table may accept it while we look
        if self.is_his(secret):
            return Role.MISTER_X
        knocks = secret is not None and knock is not None and _same(knock.digest, _digest(secret))
        return Role.KNOCKING if knocks else Role.NOBODY

    def is_his(self, secret: str | None) -> bool:
        """Whether the phone that shows *secret* is Mister X's. It may be asked with the table's lock held."""
        held = self._held()
        return secret is not None and held is not None and _same(held, _digest(secret))

    def _be_patient(self, address: str) -> None:
        self._with_each = {who: left for who, left in self._with_each.items() if not left.is_whole}
        patient = (self._with_all, *filter(None, [self._with_each.get(address)]))
        if seconds := max(patience.wait for patience in patient):
            raise TooOften(seconds)

    def _slip(self, address: str) -> None:
        own = self._with_each.setdefault(address, Patience(WRONG_CODES, FORGIVEN_EVERY, self._clock))
        for patience in (own, self._with_all):
            patience.slip()

    def _held(self) -> str | None:
        """What Mister X's secret is checked against; it opens nothing, so the journal may know it."""
        digest = self._table.memory.get(PAIRING)
        return digest if isinstance(digest, str) and _DIGEST.fullmatch(digest) else None

    def watch(self, call: Callable[[], None]) -> Callable[[], None]:
        """Have *call* called whenever a code is opened, used, accepted or void; the answer ends that."""
        return self._watchers.add(call)


def _plain(code: str) -> str:
    """*code* as it was meant: people type small letters and spaces."""
    return "".join(code.split()).replace("-", "").upper()


def _digest(secret: str) -> str:
    return sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def _same(one: str, other: str) -> bool:
    return compare_digest(one.encode(), other.encode("utf-8", "surrogatepass"))
