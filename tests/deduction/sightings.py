"""What there was to see in the games of a test, counted: no kind of clue can be missing unnoticed."""

from __future__ import annotations

from collections import Counter

from companion.games.pursuit import events as e
from companion.games.pursuit.board import stations_of
from companion.games.pursuit.game import Game, Open, Side
from companion.games.pursuit.tickets import ORDINARY, Ticket
from tests.deduction.eager_players import Step


class Sightings(Counter[str]):
    """How often each kind of event, and each kind of moment, has been seen."""

    def __init__(self) -> None:
        super().__init__()
        self._rounds: list[int] = []
        """The round of each window of the game at hand."""

    def see(self, step: Step, possible: set[int], possible_before: set[int]) -> None:
        """Look at *step*; the sets say where he could be after it, and before."""
        after, table = step.after, step.after.open
        if step.before is None:
            self._rounds = []
        if table.window > len(self._rounds):
            self._rounds.append(table.turn.round)
        self.update(type(event).__name__ for event in step.heard)
        self.update(_moments(table))
        for event in step.heard:
            match event:
                case e.Travelled(pawn="mister_x"):
                    self._see_ride(after, event)
                case e.Crossed():
                    self["surrounded" if _surrounded(after) else "out of tickets"] += 1
                case e.CrimeCommitted() if table.extras.crimes == 2:
                    self["a second crime"] += 1
                    self["a second crime after a balloon"] += table.extras.flown
                case e.Recalled():
                    balloons = [window for window in table.fugitive.log[-2:] if window.note == "balloon"]
                    self["Mycroft after a balloon"] += len(balloons)
                    self["Mycroft after a double"] += len(set(self._rounds[-3:])) < 3
                    self["Mycroft learnt something"] += possible < possible_before
                case e.Ended():
                    self[event.reason.value] += 1

    def _see_ride(self, after: Game, event: e.Travelled) -> None:
        here, to = (after.secret.start, *after.secret.trail)[-2:]
        reach = after.rules.board.reach
        self["black"] += event.ticket is Ticket.BLACK
        self["ferry"] += not any(reach(ticket, here) >> to & 1 for ticket in ORDINARY)
        self["with a stuck detective"] += to in after.open.where
        self["vanished"] += event.ticket is None


def _moments(table: Open) -> list[str]:
    turn = table.turn
    if turn.side is Side.START:
        return ["a start to pick"]
    if table.extras.landing:
        return ["a balloon in the air"]
    if turn.side is Side.MISTER_X and turn.legs and turn.doubled:
        return ["half a double"]
    return []


def _surrounded(game: Game) -> bool:
    around = game.rules.board.reach(Ticket.BLACK, game.secret.station)
    return not around & ~(game.open.extras.barred | stations_of(game.open.where))
