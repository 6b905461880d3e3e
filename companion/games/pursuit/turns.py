"""How a turn ends and what follows by itself: passes, rounds, endings.

A move is accepted, then the game rolls on to the next moment when somebody has a choice. Every automatic
step is an event of its own, so the journal and the table hear of it.
"""

from __future__ import annotations

from .apply import apply
from .commands import MISTER_X
from .events import Crossed, DetectivesBegan, Ended, Event, Passed, Reason, RoundBegan, Shown
from .game import Game, Open
from .moves import balloon_ready, can_act, mister_x_legs, stays, waiting

DETECTIVES = "detectives"


class Unfolding:
    """A game and the events that happen to it while one command is carried out."""

    __slots__ = ("events", "game")

    def __init__(self, game: Game) -> None:
        self.game = game
        self.events: list[Event] = []

    def happen(self, event: Event) -> None:
        """*event* is a fact from now on."""
        self.events.append(event)
        self.game = apply(self.game, event)

    def end(self, winner: str | None, reason: Reason, by: str | None = None, at: int | None = None) -> None:
        """The game is over and the log opens."""
        secret = self.game.secret
        self.happen(Ended(winner, reason, secret.start, secret.trail, by, at))


def show_if_due(story: Unfolding) -> None:
    """Make the reveal that is due and has not been skipped."""
    if story.game.open.turn.due:
        story.happen(Shown(story.game.secret.station))


def after_his_move(story: Unfolding) -> None:
    """Mister X has filled a window."""
    rules = story.game.rules
    if rules.stops:
        return
    shown = story.game.open.turn.due
    show_if_due(story)
    if story.game.open.turn.legs:
        return
    if rules.on("show_and_take") and not shown:
        return
    end_his_turn(story)


def end_his_turn(story: Unfolding) -> None:
    """Mister X is done; the detectives' turn begins."""
    show_if_due(story)
    story.happen(DetectivesBegan())
    if not detectives_can_act(story.game):
        story.end(MISTER_X, Reason.DETECTIVES_STUCK)
        return
    go_on(story)


def detectives_can_act(game: Game) -> bool:
    """Whether the hunt can go on: somebody who counts has a legal move."""
    rules = game.rules
    seats = len(rules.pawns) if rules.on("bobbies_count") else len(rules.detectives)
    return any(can_act(game.open, seat) for seat in range(seats))


def go_on(story: Unfolding) -> None:
    """A detective or bobby has moved: find who is next, pass for those who can't, end the round."""
    if story.game.rules.free_order:
        _next_in_free_order(story)
    else:
        _next_in_fixed_order(story)
    if not story.game.open.turn.pending and not team_has_options(story.game):
        end_round(story)


def _next_in_free_order(story: Unfolding) -> None:
    table = story.game.open
    seats = waiting(table)
    if seats and not any(can_act(table, seat) for seat in seats):
        story.happen(Passed(tuple(table.rules.pawns[seat] for seat in seats)))


def _next_in_fixed_order(story: Unfolding) -> None:
    while pending := story.game.open.turn.pending:
        seat = (pending & -pending).bit_length() - 1
        if can_act(story.game.open, seat):
            return
        story.happen(Passed((story.game.rules.pawns[seat],)))


def team_has_options(game: Game) -> bool:
    """Whether the team may still do something although every pawn has moved."""
    rules, extras = game.rules, game.open.extras
    if rules.edition.characters:
        return any(token_ready(game.open, seat) for seat in range(len(rules.detectives)))
    if extras.mover < 0 or not (extras.barriers or extras.barred):
        return False
    return not extras.barred >> extras.left[extras.mover] & 1


def token_ready(table: Open, seat: int) -> bool:
    """Whether the detective in *seat* could play a token now."""
    rules = table.rules
    if table.extras.token_played or not table.extras.tokens[seat]:
        return False
    kind = rules.edition.characters[rules.detectives[seat]]
    if kind == "recall":
        return table.window >= 3
    if kind == "barrier":
        left, reached = table.extras.left[seat], table.where[seat]
        return left > 0 and (1 << left | 1 << reached) & ~table.extras.barred > 0
    return True


def end_round(story: Unfolding) -> None:
    """Every pawn has moved or passed."""
    table, rules = story.game.open, story.game.rules
    last = table.turn.round >= rules.number("rounds") if rules.by_rounds else table.window >= rules.windows
    if last:
        story.end(MISTER_X, Reason.ESCAPED)
        return
    story.happen(RoundBegan(table.turn.round + 1))
    reappear(story)
    begin_his_turn(story)


def reappear(story: Unfolding) -> None:
    """In open play, one who vanished shows where he was before he moves on."""
    table = story.game.open
    if table.rules.edition.open_play and table.window and table.fugitive.log[-1].station is None:
        story.happen(Shown(story.game.secret.station))


def begin_his_turn(story: Unfolding) -> None:
    """Mister X is to move, or to move on, if he can."""
    game = story.game
    table, here = game.open, game.secret.station
    if mister_x_legs(table, here) or (balloon_ready(table) and table.rules.board.hideouts >> here & 1):
        return
    if not detectives_can_act(game):
        story.end(None, Reason.BOTH_STUCK)
        return
    if not stays(table) >> here & 1:
        story.end(DETECTIVES, Reason.MISTER_X_STUCK)
        return
    # A corrected pawn may have shut him in halfway through a double, where he has not been seen yet.
    show_if_due(story)
    reappear(story)
    story.happen(Crossed())
    reappear(story)
    end_his_turn(story)
