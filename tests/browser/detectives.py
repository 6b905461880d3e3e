"""Detectives at the keypad who are close on his heels: a game with them comes to its end soon."""

from __future__ import annotations

import time
from collections import deque
from random import Random

from companion.games.pursuit.board import numbers_of
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.moves import EVERY_TICKET
from companion.games.pursuit.views import PublicView
from companion.panel.pages.play import rides_of
from companion.panel.screens.screen import Screen
from companion.panel.screens.turn import TurnScreen
from companion.sight import Sight
from companion.table import Table
from tests.browser.evenings import Evening
from tests.panel.fingers import next_keys

SCENES = {"HeardScreen", "RevealScreen", "CaptureScreen"}


def distances(table: Table) -> dict[int, int]:
    """Rides from each station to where he is. Only a test may look."""
    board, here = table.game.rules.board, table.game.secret.station
    found, ahead = {here: 0}, deque([here])
    while ahead:
        station = ahead.popleft()
        for to in numbers_of(board.spread(1 << station, EVERY_TICKET)):
            if to not in found:
                found[to] = found[station] + 1
                ahead.append(to)
    return found


def seen(table: Table) -> Sight:
    sight = table.sight()
    assert sight is not None
    return sight


def keys_for(screen: Screen, table: Table, rng: Random) -> str:
    """What a detective presses who looks at *screen*: the ride that brings him closest."""
    sight = seen(table)
    if not isinstance(screen, TurnScreen) or screen.typed:
        return next_keys(screen, rng)
    pawn = next(iter(sight.choices.pawns))
    rides = rides_of(sight, pawn)
    near = distances(table)
    best = min(rides, key=lambda ride: near[ride.station])
    there = [ride for ride in rides if ride.station == best.station]
    return f"{best.station}#" if len(there) == 1 else f"{best.station}#{'ABCD'[there.index(best)]}"


def their_turn(evening: Evening, rng: Random) -> None:
    """They type until it is his turn, or the game is over."""
    table = evening.bench.table
    assert table is not None
    while not _done(seen(table).view):
        step = table.step
        while evening.box.panel.in_scene:
            evening.tap("0")  # which closes a scene that has been seen, and is no station's first digit
            time.sleep(0.1)
        evening.until(lambda: type(evening.screen).__name__ not in SCENES)
        screen = evening.screen
        assert screen is not None
        evening.tap(keys_for(screen, table, rng))
        evening.until(lambda old=(step, screen): (table.step, evening.screen) != old)  # type: ignore[misc]


def _done(view: PublicView) -> bool:
    return view.turn == MISTER_X or view.outcome is not None
