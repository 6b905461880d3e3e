"""The game itself: whose turn it is decides what the keys mean."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar

from firmware.keys import Key

from ...games.pursuit import commands as c
from ...games.pursuit.commands import MISTER_X
from ...games.pursuit.refusals import Refusal, Refused
from ...games.pursuit.tickets import ORDINARY, TICKETS
from ...language import mark
from ...sight import Sight
from ..desk import Desk
from ..screens.message import MessageScreen
from ..screens.screen import Screen, Strip
from ..screens.turn import LEFT, MOST, Cell, TurnScreen
from ..screens.waiting import Seen, WaitingScreen
from .ending import Ending
from .extras import barrier_page, token_page
from .game_menu import GameMenu
from .page import Page, sight_of
from .pairing import lacks_phone, pair_first

PICKS = (Key.A, Key.B, Key.C, Key.D)
MOST_DOTS = 8
"""From here on dots are a crowd: they would tell little, and cost the display's wire much."""


@dataclass(frozen=True, slots=True)
class Ride:
    """A legal move of the pawn at turn, as the list shows it."""

    station: int
    ticket: str
    command: c.Command


@dataclass(frozen=True, slots=True)
class Playing(Page):
    """The page of a running game. What was typed belongs to one step of it and is gone with the next."""

    parent: Page
    """Where one gets to by leaving the game."""
    step: int = -1
    pawn: str = ""
    typed: str = ""
    whole: bool = False
    """The number is complete; only its ticket is still to be chosen."""
    is_home: ClassVar[bool] = True

    def refresh(self, desk: Desk) -> Page:
        return self._in_step(sight_of(desk))

    def screen(self, desk: Desk) -> Screen:
        sight = sight_of(desk)
        me = self._in_step(sight)
        if sight.view.outcome:
            return Ending(me, self.parent).screen(desk)
        if sight.view.turn == MISTER_X:
            return _waiting(sight, desk)
        if me.pawn:
            return me._turn(sight, desk)
        return _options(sight, desk)

    def press(self, key: Key, desk: Desk) -> Page:
        sight = sight_of(desk)
        me = self._in_step(sight)
        if sight.view.outcome:
            return Ending(me, self.parent).press(key, desk)
        if key is Key.STAR and not me.typed:
            return GameMenu(me, pawn=me.pawn, leave=self.parent)
        if sight.view.turn == MISTER_X:
            return me._press_while_he_moves(key, desk)
        if me.pawn:
            return me._press_in_turn(key, sight, desk)
        return me._press_in_options(key, sight, desk)

    def _press_while_he_moves(self, key: Key, desk: Desk) -> Page:
        name = desk.pawn(MISTER_X)
        if not lacks_phone(desk):
            desk.tell(desk.say("{name} is moving.", name=name))
        elif key is Key.HASH:
            return pair_first(self, desk)
        else:
            desk.tell(desk.say("{name} has no phone. Press # for one.", name=name))
        return self

    def _in_step(self, sight: Sight) -> Playing:
        """This page as it fits the game now: with the next seat proposed."""
        pawns = sight.choices.pawns
        if self.step == sight.step and (self.pawn in pawns or not pawns):
            return self
        return Playing(self.parent, sight.step, next(iter(pawns), ""))

    def _turn(self, sight: Sight, desk: Desk) -> Screen:
        rides = rides_of(sight, self.pawn)
        strip = strip_of(sight, desk, self.pawn)
        if not rides:
            text = desk.say("No ride from here. # passes, * offers the helicopter.")
            return MessageScreen(text, keys=desk.say("*menu #pass"), strip=strip)
        left = self._left(rides)
        listed = rides if len(rides) <= MOST else left
        marks = _marks(left, rides)
        cells = tuple(Cell(marks.get(ride, ""), str(ride.station), ride.ticket) for ride in listed[:MOST])
        others = len(sight.choices.pawns) > 1
        return TurnScreen(
            strip,
            cells,
            self.typed,
            desk.say("menu"),
            # The words stay while digits are typed: the display's wire is slow.
            desk.say("A or B?") if self.whole else desk.say("ok/next") if others else desk.say("ok"),
            _places(desk),
        )

    def _left(self, rides: tuple[Ride, ...]) -> tuple[Ride, ...]:
        if self.whole:
            return tuple(ride for ride in rides if str(ride.station) == self.typed)
        return tuple(ride for ride in rides if str(ride.station).startswith(self.typed))

    def _press_in_turn(self, key: Key, sight: Sight, desk: Desk) -> Page:
        rides = rides_of(sight, self.pawn)
        if key in PICKS:
            left = self._left(rides)
            if PICKS.index(key) < len(left) <= len(PICKS):
                desk.submit(left[PICKS.index(key)].command)
            else:
                desk.refuse()
            return self
        if key is Key.STAR:
            return replace(self, typed="" if self.whole else self.typed[:-1], whole=False)
        if key is Key.HASH:
            return self._enter(rides, sight, desk)
        typed = f"{self.typed}{key.digit}"
        if self.whole or not rides or typed.startswith("0") or len(typed) > 3:
            desk.refuse()
            return self
        after = replace(self, typed=typed)
        if not after._left(rides):
            desk.refuse()  # heard at once, but not eaten: whoever types without looking ends with #
        return after

    def _enter(self, rides: tuple[Ride, ...], sight: Sight, desk: Desk) -> Page:
        """# was pressed: the number is complete, or it is somebody else's turn first."""
        if not self.typed:
            return self._next_seat(rides, sight, desk)
        there = [ride for ride in rides if str(ride.station) == self.typed]
        if len(there) == 1:
            desk.submit(there[0].command)
            return self
        if there:
            return replace(self, whole=True)
        desk.tell(_why_not(desk, self.pawn, int(self.typed)))
        return replace(self, typed="")

    def _next_seat(self, rides: tuple[Ride, ...], sight: Sight, desk: Desk) -> Page:
        pawns = list(sight.choices.pawns)
        if len(pawns) > 1:
            return Playing(self.parent, sight.step, pawns[(pawns.index(self.pawn) + 1) % len(pawns)])
        if not rides and sight.choices.may_end:
            desk.submit(c.EndTurn())
        else:
            desk.tell(desk.say("Type the station first."))
        return self

    def _press_in_options(self, key: Key, sight: Sight, desk: Desk) -> Page:
        """Every pawn has moved; something optional is left."""
        if key is Key.HASH:
            desk.submit(c.EndTurn())
            return self
        if key is Key.A:
            offer = token_page if sight.choices.tokens else barrier_page
            return offer(self, self, desk)
        desk.refuse()
        return self


def rides_of(sight: Sight, pawn: str) -> tuple[Ride, ...]:
    """What *pawn* can do with a ticket now, by number."""
    choices = sight.choices.pawns.get(pawn)
    if choices is None:
        return ()
    rides = [Ride(to, ticket, c.Travel(pawn, TICKETS[ticket], to)) for ticket, to in choices.rides]
    flight = sight.view.helicopter
    if flight:
        rides += [Ride(flight.to, ticket, c.Descend(pawn, TICKETS[ticket])) for ticket in choices.descend]
    return tuple(sorted(rides, key=lambda ride: (ride.station, TICKETS[ride.ticket])))


def _marks(left: tuple[Ride, ...], rides: tuple[Ride, ...]) -> dict[Ride, str]:
    """Letters for the rides that are left once there are letters enough; before that, dots if they tell them apart."""
    if len(left) <= len(PICKS):
        return {ride: key.value for key, ride in zip(PICKS, left, strict=False)}
    return dict.fromkeys(left, LEFT) if len(left) < min(len(rides), MOST_DOTS) else {}


def strip_of(sight: Sight, desk: Desk, pawn: str) -> Strip:
    """The top line in the turn of *pawn*."""
    view = sight.view
    who = desk.pawn(pawn)
    if pawn in view.pawns and view.pawns[pawn].station:
        who = f"{who} {view.pawns[pawn].station}"
    return Strip(who, desk.say("R{round}", round=view.round), desk.clock_face())


def _places(desk: Desk) -> str:
    """At how many stations he can be, for a table that wants to know."""
    return f"?{desk.table.possible_count()}" if desk.settings.possible else ""


def _waiting(sight: Sight, desk: Desk) -> Screen:
    view = sight.view
    log = tuple(Seen(window.ticket, window.station) for window in view.log)
    strip = strip_of(sight, desk, MISTER_X)
    if lacks_phone(desk):  # then nothing else is worth knowing, and the line has no room for it
        text, keys = desk.say("has no phone"), desk.say("*menu #phone")
        return WaitingScreen(strip, text, log, "", keys, _places(desk))
    text, keys = desk.say("is moving"), desk.say("*menu")
    return WaitingScreen(strip, text, log, _coming(sight, desk), keys, _places(desk))


def _coming(sight: Sight, desk: Desk) -> str:
    """In how many moves the table will see him, or lose sight of him."""
    view, edition = sight.view, sight.edition
    for windows, text in (
        (view.reveal_windows, mark("Shows in {moves}")),
        (edition.vanish_windows, mark("Vanishes in {moves}")),
    ):
        coming = [window for window in windows if view.window < window <= view.windows]
        if coming:
            return desk.say(text, moves=coming[0] - view.window)
    return ""


def _options(sight: Sight, desk: Desk) -> Screen:
    """All have moved: what is left is a token or a barrier."""
    if sight.choices.tokens:
        text = desk.say("A token before the round ends?")
    else:
        text = desk.say("A barrier before the round ends?")
    strip = Strip(desk.say("Round {round}", round=sight.view.round), clock=desk.clock_face())
    return MessageScreen(text, keys=desk.say("A yes  #go on"), strip=strip)


def _why_not(desk: Desk, pawn: str, to: int) -> str:
    """Why *pawn* can't go *to*, from the referee himself: the reason that tells most."""
    if sight_of(desk).view.pawns[pawn].station == to:
        return desk.explain(Refused(Refusal.ALREADY_THERE, pawn=pawn))
    tries = (desk.table.refusal(c.Travel(pawn, ticket, to)) for ticket in ORDINARY)
    refused = min((refused for refused in tries if refused), key=_vagueness)
    if refused.refusal is Refusal.NOT_REACHABLE:  # which names a ticket, and nobody has chosen one
        return desk.say("No ride goes to {to} from here.", to=to)
    return desk.explain(refused)


_TELLING = (Refusal.NO_SUCH_STATION, Refusal.TAKEN, Refusal.NO_TICKET, Refusal.NOT_REACHABLE)


def _vagueness(refused: Refused) -> int:
    return _TELLING.index(refused.refusal) if refused.refusal in _TELLING else len(_TELLING)
