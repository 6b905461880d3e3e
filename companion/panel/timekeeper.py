"""Gives the time to whoever is at turn, reminds him, and does what the table agreed on at zero."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from ..clock_settings import AtZero, Manner
from ..games.pursuit.commands import MISTER_X, TimeUp
from ..games.pursuit.refusals import Refused
from ..journal import JournalFault
from ..sight import Sight
from ..table import NoGame
from .clocks import HURRY
from .desk import Desk
from .tunes import Tone

CHECKPOINT = 10.0
"""A power cut gives a running clock back at most so many seconds, and no more than a tenth of a short one."""
GRACE = 20.0
"""Who gets a turn back has at least so many seconds for it."""


class Timekeeper:
    """The clocks of the game on the screen. They stand still while somebody has paused, or is being told something."""

    def __init__(self, desk: Desk, sound: Callable[[Tone], None]) -> None:
        self._desk, self._sound = desk, sound
        self._checkpoint = desk.now()
        self._hurried = self._late = ""
        """The turns in which a reminder was given, and in which the time was up."""
        self._gracious = False
        self._granted = ""
        """The turn that was given time last: once is enough, or taking back would be a way to think for ever."""

    def turn_came_back(self) -> None:
        """A step was taken back: nobody is to lose at once the turn he has got again."""
        self._gracious = True

    def tick(self, now: float, listening: bool) -> None:
        """Do what is due; *listening*, the table looks at a scene."""
        desk = self._desk
        sight, clocks = desk.sight, desk.clocks
        if sight is None or not clocks.on or not desk.playing:
            return
        waits = not desk.going or listening or sight.view.outcome is not None
        if waits:
            clocks.pause(now)
        if sight.view.outcome:
            return
        turn = _begin_turn(desk, sight, now)  # also where it has to wait: people see whose time it will be
        if waits:
            return
        if self._gracious:
            self._gracious = False
            if turn != self._granted:
                self._granted = turn
                clocks.grant(GRACE, now)
        clocks.resume(now)
        left = clocks.left(now)
        if left > HURRY:
            self._hurried = ""
        elif self._hurried != turn:
            self._hurried = turn
            self._sound(Tone.TIME)
        if left > 0:
            self._late = ""
        elif self._late != turn:
            self._late = turn
            self._sound(Tone.TIME)
            self._time_is_up(sight)
        if now - self._checkpoint >= min(CHECKPOINT, clocks.whole / 10):
            self._checkpoint = now
            desk.checkpoint()

    def due(self, now: float) -> float | None:
        """When the clock has to be looked at again."""
        return self._desk.clocks.due(now) if self._desk.playing else None

    def _time_is_up(self, sight: Sight) -> None:
        settings = self._desk.clocks.settings
        if settings.manner is Manner.STRICT and settings.at_zero is not AtZero.BUZZ:
            # Who moved in the very last moment has moved. What can't be written down did not happen: the clock runs on.
            with suppress(JournalFault, Refused, NoGame):
                self._desk.submit(TimeUp(settings.at_zero.value), at=sight.step)


def _begin_turn(desk: Desk, sight: Sight, now: float) -> str:
    view = sight.view
    side = MISTER_X if view.turn == MISTER_X else "detectives"
    who = view.turn if isinstance(view.turn, str) else side
    # Who is sent on by the clock begins another turn, even where the table sees the same one go on.
    turn = f"{view.round} {who} {sight.times_up}"
    desk.clocks.begin(side, turn, now)
    return turn
