"""What the contacts of a 4x4 matrix mean: bounces, ghosts and stuck keys told from presses.

No pins and no threads here: a scan goes in with its time, keys come out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from firmware.keys import COLUMNS, KEYS, Key

SCANS_TO_PRESS = 2
"""A contact that is closed in so many scans running is a finger, not a spark."""
OPEN_TO_RELEASE = 0.022
"""Seconds. Contacts chatter for up to 20 ms, when they close as when they open; one typing 15 keys a second is slower."""
STUCK_AFTER = 10.0

Contact = tuple[int, int]
"""Row and column."""


def key_at(contact: Contact) -> Key:
    row, column = contact
    return KEYS[row * COLUMNS + column]


@dataclass(slots=True)
class _Finger:
    """What is known of one key."""

    scans: int = 0
    """How often running it was seen closed before it counted as down."""
    down_since: float | None = None
    closed_at: float = 0.0
    """When it was last seen closed."""
    stuck: bool = False


@dataclass(frozen=True, slots=True)
class Findings:
    """What one scan has shown."""

    pressed: tuple[Key, ...] = ()
    stuck: tuple[Key, ...] = ()
    freed: tuple[Key, ...] = ()


class Matrix:
    """The sixteen contacts over time."""

    def __init__(self) -> None:
        self._fingers: dict[Contact, _Finger] = {}

    @property
    def quiet(self) -> bool:
        """Nothing is down and nothing is settling: there is no need to look before the next edge.

        A stuck key keeps us looking, because it holds its row low: no other key of that row could make an edge.
        """
        return not self._fingers

    def see(self, closed: Iterable[Contact], now: float) -> Findings:
        """Judge the contacts found *closed* by the scan made at *now*."""
        contacts = set(closed)
        doubtful = ghosts(contacts)
        pressed, stuck, freed = [], [], []
        for contact in sorted(contacts):
            finger = self._fingers.setdefault(contact, _Finger())
            if finger.down_since is not None:
                finger.closed_at = now
                if not finger.stuck and now - finger.down_since >= STUCK_AFTER:
                    finger.stuck = True
                    stuck.append(key_at(contact))
            elif contact in doubtful:
                finger.scans, finger.closed_at = 0, now
            else:
                finger.scans, finger.closed_at = finger.scans + 1, now
                if finger.scans >= SCANS_TO_PRESS:
                    finger.down_since = now
                    pressed.append(key_at(contact))
        for contact in set(self._fingers) - contacts:
            finger = self._fingers[contact]
            finger.scans = 0
            if now - finger.closed_at >= OPEN_TO_RELEASE:
                del self._fingers[contact]
                if finger.stuck:
                    freed.append(key_at(contact))
        return Findings(tuple(pressed), tuple(stuck), tuple(freed))


def ghosts(contacts: set[Contact]) -> set[Contact]:
    """The contacts in a rectangle: current may have found a way around, so any one of its corners may be a ghost."""
    columns_of: dict[int, set[int]] = {}
    for row, column in contacts:
        columns_of.setdefault(row, set()).add(column)
    found: set[Contact] = set()
    for row, columns in columns_of.items():
        for other, theirs in columns_of.items():
            both = columns & theirs
            if row < other and len(both) > 1:
                found |= {(r, column) for r in (row, other) for column in both}
    return found
