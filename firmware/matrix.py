"""What the contacts of a 4x4 matrix mean: bounces, ghosts and stuck keys told from presses.

No pins and no threads here: a scan goes in with its time, keys come out.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from firmware.keys import COLUMNS, KEYS, Key

CLOSED_TO_PRESS = 0.004
"""Seconds. Closed in two scans so far apart, and in all between, it is a finger and not a spark."""
OPEN_TO_RELEASE = 0.004
"""Seconds. The same for a finger that lifts: one scan that missed it is no second press.

Both are shorter than the time between two scans, so two scans settle it, whether these come every 5 ms or, on a busy
Pi, every 10. A third would be too late for the same key typed 15 times a second.
"""
BOUNCE = 0.022
"""Seconds. Contacts chatter for up to 20 ms. Until then after a change began, no change back is believed.

Two clocks rather than one long wait for silence: the same key typed 15 times a second is up for 26 ms only.
"""
STUCK_AFTER = 10.0

Contact = tuple[int, int]
"""Row and column."""


def key_at(contact: Contact) -> Key:
    row, column = contact
    return KEYS[row * COLUMNS + column]


@dataclass(slots=True)
class _Finger:
    """What is known of one key."""

    closed_since: float
    """When it first looked closed, as a key or as a ghost."""
    old: bool = False
    """Closed since before we looked, or for very long: no news if it proves a key, and it silences no others."""
    down: bool = False
    stuck: bool = False
    doubted_since: float | None = None
    """Since when every scan has said the opposite of *down*."""
    believed_until: float = 0.0
    """Before that, the opposite may still be chatter."""

    def turns(self, closed: bool, now: float) -> bool:
        """Whether this scan settles that the key has gone down, or has come up."""
        if closed == self.down:
            self.doubted_since = None
            return False
        if self.doubted_since is None:
            self.doubted_since = now
        long_enough = OPEN_TO_RELEASE if self.down else CLOSED_TO_PRESS
        if now < self.believed_until or now - self.doubted_since < long_enough:
            return False
        self.down, self.believed_until, self.doubted_since = closed, self.doubted_since + BOUNCE, None
        return True


@dataclass(frozen=True, slots=True)
class Findings:
    """What one scan has shown."""

    pressed: tuple[Key, ...] = ()
    stuck: tuple[Key, ...] = ()
    freed: tuple[Key, ...] = ()


class Matrix:
    """The sixteen contacts over time; those *closed* at the start, at *now*, have been pressed for somebody else."""

    def __init__(self, closed: Iterable[Contact] = (), now: float = 0.0) -> None:
        self._fingers = {
            contact: _Finger(closed_since=now, old=True, believed_until=now + BOUNCE) for contact in closed
        }
        self._before: set[Contact] = set()

    @property
    def quiet(self) -> bool:
        """Nothing is down and nothing is settling: there is no need to look before the next edge.

        A stuck key keeps us looking, because it holds its row low: no other key of that row could make an edge.
        """
        return not self._fingers

    def see(self, closed: Iterable[Contact], now: float) -> Findings:
        """Judge the contacts found *closed* by the scan made at *now*."""
        contacts = set(closed)
        clear = self._clear(contacts)
        pressed, stuck, freed = [], [], []
        for contact in sorted(contacts | set(self._fingers)):
            finger = self._fingers.setdefault(contact, _Finger(closed_since=now))
            looks_closed = contact in contacts
            # A key that is down stays down in a rectangle; one that is not can't be told from a ghost there.
            if finger.turns(looks_closed and (finger.down or contact in clear), now):
                if finger.down:
                    if not finger.old:
                        pressed.append(key_at(contact))
                else:
                    if finger.stuck:
                        freed.append(key_at(contact))
                    finger.stuck = finger.old = False
            if looks_closed:
                if now - finger.closed_since >= STUCK_AFTER:
                    finger.old = True
                    if finger.down and not finger.stuck:  # a ghost comes and goes with the keys that make it
                        finger.stuck = True
                        stuck.append(key_at(contact))
            elif not finger.down:
                finger.closed_since = now
                if now >= finger.believed_until:
                    del self._fingers[contact]
        self._before = contacts
        return Findings(tuple(pressed), tuple(stuck), tuple(freed))

    def _clear(self, contacts: set[Contact]) -> set[Contact]:
        """The contacts that may be believed: none in a scan with a rectangle.

        But a key that is down for ever could make one for ever, so its rectangle is only set aside, and the rest goes
        on working.
        """
        rectangles = ghosts(contacts | self._before)
        old = {contact for contact, finger in self._fingers.items() if finger.old}
        if any(not rectangle & old for rectangle in rectangles):
            return set()
        return contacts.difference(*rectangles)


def ghosts(contacts: set[Contact]) -> list[set[Contact]]:
    """The groups of contacts in which current may have found a way around, so that any one may be a ghost.

    Contacts of one row or column are joined, and so are those joined to them. A group over two rows and two
    columns holds a rectangle, or three corners of one: a contact that chattered while the scan went by.
    """
    groups: list[set[Contact]] = []
    for row, column in contacts:
        joined = [group for group in groups if any(r == row or c == column for r, c in group)]
        groups = [group for group in groups if group not in joined] + [{(row, column)}.union(*joined)]
    return [group for group in groups if len({r for r, _ in group}) > 1 and len({c for _, c in group}) > 1]
