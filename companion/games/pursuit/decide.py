"""Deciding checks: the events that a command causes, or why not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import commands as c
from . import detectives, mister_x
from .events import Event, Reason
from .game import Game, Side
from .refusals import Refusal, Refused
from .setup import begin
from .turns import DETECTIVES, Unfolding, begin_his_turn, end_his_turn, end_round


def decide(game: Game | None, command: c.Command) -> list[Event]:
    """The events that *command* causes, or :exc:`Refused`."""
    if isinstance(command, c.New):
        return begin(command)
    assert game is not None
    if game.open.outcome:
        raise Refused(Refusal.GAME_OVER)
    if game.open.turn.side is Side.START and not isinstance(command, c.Start | c.TimeUp):
        raise Refused(Refusal.START_FIRST)
    story = Unfolding(game)
    _CARRY_OUT[type(command)](story, command)
    return story.events


def _travel(story: Unfolding, command: c.Travel) -> None:
    if command.pawn == c.MISTER_X:
        mister_x.travel(story, command)
    else:
        detectives.travel(story, command)


def _end_turn(story: Unfolding, _: c.EndTurn) -> None:
    turn = story.game.open.turn
    if turn.side is Side.MISTER_X:
        mister_x.check_may_end(story.game)
        end_his_turn(story)
    elif turn.pending:
        detectives.decline_to_fly(story)
    else:
        end_round(story)


def _time_up(story: Unfolding, command: c.TimeUp) -> None:
    """A clock decides for whoever is to act."""
    side = story.game.open.turn.side
    if side is Side.START:
        mister_x.start_anywhere(story)
    if command.then == "lose":
        story.end(c.MISTER_X if side is Side.DETECTIVES else DETECTIVES, Reason.TIME)
    elif side is Side.START:
        begin_his_turn(story)
    elif side is Side.MISTER_X:
        mister_x.linger(story)
    else:
        detectives.run_out_of_time(story)


_CARRY_OUT: dict[type, Callable[[Unfolding, Any], None]] = {
    c.Travel: _travel,
    c.EndTurn: _end_turn,
    c.Start: mister_x.start,
    c.Show: mister_x.show,
    c.Crime: mister_x.crime,
    c.Hideout: mister_x.hideout,
    c.Hide: mister_x.hide,
    c.Balloon: mister_x.balloon,
    c.Helicopter: detectives.helicopter,
    c.Descend: detectives.descend,
    c.Barrier: detectives.barrier,
    c.Token: detectives.token,
    c.Correct: detectives.correct,
    c.TimeUp: _time_up,
}
