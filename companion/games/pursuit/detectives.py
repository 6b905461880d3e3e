"""What detectives and bobbies may do in their turn."""

from __future__ import annotations

from . import commands as c
from .events import (
    BarrierPut,
    Boarded,
    Corrected,
    Descended,
    Passed,
    QuarterTold,
    Reason,
    Recalled,
    SymbolTold,
    TicketBanned,
    Travelled,
)
from .game import Game, Open, Side
from .moves import must_act, occupied, tickets_of, waiting
from .refusals import Refusal, Refused
from .tickets import TICKETS, Ticket
from .turns import DETECTIVES, Unfolding, begin_his_turn, end_round, go_on, team_has_options


def _seat(table: Open, pawn: str) -> int:
    seat = table.rules.seats.get(pawn)
    if seat is None:
        raise Refused(Refusal.NO_SUCH_PAWN, pawn=pawn)
    return seat


def _seat_to_move(table: Open, pawn: str) -> int:
    """The seat of *pawn*, if it is to move now."""
    seat = _seat(table, pawn)
    turn = table.turn
    if turn.side is not Side.DETECTIVES:
        raise Refused(Refusal.NOT_YOUR_TURN, pawn=pawn)
    if not turn.pending >> seat & 1:
        raise Refused(Refusal.ALREADY_MOVED, pawn=pawn)
    if not table.rules.free_order and turn.pending & -turn.pending != 1 << seat:
        raise Refused(Refusal.NOT_YOUR_TURN, pawn=pawn)
    return seat


def _check_ticket(table: Open, seat: int, ticket: Ticket) -> None:
    if tickets_of(table, seat) >> ticket & 1:
        return
    pawn = table.rules.pawns[seat]
    if ticket is Ticket.BLACK or not table.rules.free_rides >> ticket & 1:
        raise Refused(Refusal.NO_SUCH_TICKET, ticket=ticket.word, pawn=pawn)
    raise Refused(Refusal.NO_TICKET, ticket=ticket.word)


def travel(story: Unfolding, command: c.Travel) -> None:
    """A pawn takes a ride."""
    table = story.game.open
    seat = _seat_to_move(table, command.pawn)
    if command.double:
        raise Refused(Refusal.NOT_HIS_CARD)
    here = table.where[seat]
    if not here:
        raise Refused(Refusal.IN_THE_AIR, pawn=command.pawn)
    ticket, to = command.ticket, command.to
    board = table.rules.board
    if not board.has(to):
        raise Refused(Refusal.NO_SUCH_STATION, to=to)
    _check_ticket(table, seat, ticket)
    if not board.reach(ticket, here) >> to & 1:
        raise Refused(Refusal.NOT_REACHABLE, ticket=ticket.word)
    if occupied(table) >> to & 1:
        raise Refused(Refusal.TAKEN, to=to)
    story.happen(Travelled(command.pawn, ticket, to))
    _arrive(story, command.pawn, to)


def _arrive(story: Unfolding, pawn: str, to: int) -> None:
    """A pawn stands on *to*: the moment of truth."""
    if story.game.secret.station == to:
        story.end(DETECTIVES, Reason.CAPTURED, pawn, to)
    else:
        go_on(story)


def helicopter(story: Unfolding, command: c.Helicopter) -> None:
    """A detective boards."""
    table = story.game.open
    if not table.rules.number("helicopters"):
        raise Refused(Refusal.NOT_IN_THIS_GAME)
    seat = _seat_to_move(table, command.pawn)
    if not table.where[seat]:
        raise Refused(Refusal.IN_THE_AIR, pawn=command.pawn)
    if seat >= len(table.rules.detectives):
        raise Refused(Refusal.BOBBIES_DONT_FLY)
    if table.extras.hovering >= 0:
        raise Refused(Refusal.HELICOPTER_BUSY)
    if not table.extras.flights:
        raise Refused(Refusal.NO_FLIGHT_LEFT)
    if not table.rules.board.has(command.to):
        raise Refused(Refusal.NO_SUCH_STATION, to=command.to)
    if command.to == table.where[seat]:
        raise Refused(Refusal.ALREADY_THERE, pawn=command.pawn)
    _check_ticket(table, seat, command.ticket)
    story.happen(Boarded(command.pawn, command.ticket, command.to))
    go_on(story)


def descend(story: Unfolding, command: c.Descend) -> None:
    """He gets off where the helicopter waits."""
    table = story.game.open
    if not table.rules.number("helicopters"):
        raise Refused(Refusal.NOT_IN_THIS_GAME)
    seat = _seat_to_move(table, command.pawn)
    if table.extras.hovering != seat:
        raise Refused(Refusal.NOT_IN_THE_AIR, pawn=command.pawn)
    _check_ticket(table, seat, command.ticket)
    to = table.extras.target
    if occupied(table) >> to & 1:
        raise Refused(Refusal.TARGET_TAKEN, pawn=command.pawn)
    story.happen(Descended(command.pawn, command.ticket, to))
    _arrive(story, command.pawn, to)


def decline_to_fly(story: Unfolding) -> None:
    """The pawns that are left could only board the helicopter, and don't want to."""
    table = story.game.open
    seats = waiting(table) if table.rules.free_order else waiting(table)[:1]
    if any(must_act(table, seat) for seat in seats):
        raise Refused(Refusal.MUST_MOVE)
    story.happen(Passed(tuple(table.rules.pawns[seat] for seat in seats), declined=True))
    go_on(story)


def run_out_of_time(story: Unfolding) -> None:
    """The pawn at turn passes, in a free order all that have not moved; what is optional is not done."""
    table = story.game.open
    pawns, free_order = table.rules.pawns, table.rules.free_order
    seats = waiting(table) if free_order else waiting(table)[:1]
    if seats:
        story.happen(Passed(tuple(pawns[seat] for seat in seats), declined=True))
    if seats and not free_order:
        go_on(story)
    else:
        end_round(story)


def correct(story: Unfolding, command: c.Correct) -> None:
    """A pawn stands elsewhere. Who can move now, and whether Mister X is caught, is judged anew."""
    table = story.game.open
    seat = _seat(table, command.pawn)
    if table.extras.landing:
        # The tile lies open and he is about to choose from it: a pawn put there now could leave him no choice.
        raise Refused(Refusal.LAND_FIRST)
    if not table.where[seat]:
        raise Refused(Refusal.IN_THE_AIR, pawn=command.pawn)
    if not table.rules.board.has(command.to):
        raise Refused(Refusal.NO_SUCH_STATION, to=command.to)
    if command.to == table.where[seat]:
        raise Refused(Refusal.ALREADY_THERE, pawn=command.pawn)
    if occupied(table) >> command.to & 1:
        raise Refused(Refusal.TAKEN, to=command.to)
    story.happen(Corrected(command.pawn, command.to))
    turn = story.game.open.turn
    if story.game.secret.station == command.to:
        story.end(DETECTIVES, Reason.CAPTURED, command.pawn, command.to)
    elif turn.side is Side.DETECTIVES:
        go_on(story)
    elif turn.legs:
        begin_his_turn(story)


def barrier(story: Unfolding, command: c.Barrier) -> None:
    """A detective puts up a barrier."""
    table = story.game.open
    edition, extras = table.rules.edition, table.extras
    if not table.rules.number("barriers") and "barrier" not in edition.characters.values():
        raise Refused(Refusal.NOT_IN_THIS_GAME)
    seat = _seat(table, command.pawn)
    if table.turn.side is not Side.DETECTIVES:
        raise Refused(Refusal.NOT_YOUR_TURN, pawn=command.pawn)
    if command.moved is not None and not edition.move_barriers:
        raise Refused(Refusal.BARRIERS_STAY)
    if edition.characters:
        _check_token(story.game, command.pawn, "barrier")
        if not extras.left[seat] or command.at not in (extras.left[seat], table.where[seat]):
            raise Refused(Refusal.NOT_LEFT_OR_REACHED, pawn=command.pawn)
    else:
        if seat != extras.mover or command.at != extras.left[seat]:
            raise Refused(Refusal.NOT_JUST_LEFT, pawn=command.pawn)
        if command.moved is not None and not extras.barred >> command.moved & 1:
            raise Refused(Refusal.NO_BARRIER_THERE, to=command.moved)
        if command.moved is None and not extras.barriers:
            raise Refused(Refusal.NO_BARRIER_LEFT)
    if extras.barred >> command.at & 1:
        raise Refused(Refusal.BARRIER_STANDS, to=command.at)
    story.happen(BarrierPut(command.pawn, command.at, command.moved))
    _close_if_done(story)


def _close_if_done(story: Unfolding) -> None:
    """After an optional action: the round ends if nothing else can be done."""
    if not story.game.open.turn.pending and not team_has_options(story.game):
        end_round(story)


def _check_token(game: Game, pawn: str, kind: str) -> None:
    table = game.open
    if pawn not in table.rules.detectives or table.rules.edition.characters[pawn] != kind:
        raise Refused(Refusal.NOT_HIS_TOKEN, pawn=pawn)
    if table.extras.token_played:
        raise Refused(Refusal.ONE_TOKEN)
    if not table.extras.tokens[table.rules.seats[pawn]]:
        raise Refused(Refusal.NO_TOKEN, pawn=pawn)


def token(story: Unfolding, command: c.Token) -> None:
    """A detective asks Moriarty, or forbids him something."""
    game = story.game
    table, pawn, here = game.open, command.pawn, game.secret.station
    characters = table.rules.edition.characters
    if not characters:
        raise Refused(Refusal.NOT_IN_THIS_GAME)
    _seat(table, pawn)
    if table.turn.side is not Side.DETECTIVES:
        raise Refused(Refusal.NOT_YOUR_TURN, pawn=pawn)
    kind = characters.get(pawn, "")
    _check_token(game, pawn, kind)
    if (command.symbol and kind != "symbol") or (command.ticket is not None and kind != "ban"):
        raise Refused(Refusal.TOKEN_WORDS, pawn=pawn)
    board = table.rules.board
    if kind == "quarter":
        quarter = next(name for name, stations in board.quarters.items() if stations >> here & 1)
        story.happen(QuarterTold(pawn, quarter))
    elif kind == "symbol":
        if command.symbol not in board.symbols:
            raise Refused(Refusal.WHICH_SYMBOL, choices=", ".join(board.symbols))
        story.happen(SymbolTold(pawn, command.symbol, bool(board.symbols[command.symbol] >> here & 1)))
    elif kind == "ban":
        bans = [TICKETS[word] for word in table.rules.edition.bans]
        if command.ticket not in bans:
            raise Refused(Refusal.WHICH_BAN, choices=", ".join(table.rules.edition.bans))
        story.happen(TicketBanned(pawn, command.ticket))
    elif kind == "recall":
        if table.window < 3:
            raise Refused(Refusal.TOO_EARLY)
        window = table.window - 2
        story.happen(Recalled(pawn, window, game.secret.trail[window - 1]))
    else:
        raise Refused(Refusal.TOKEN_BARRIER)
    _close_if_done(story)
