"""What Mister X may do in his turn."""

from __future__ import annotations

from . import commands as c
from .commands import MISTER_X
from .events import (
    CrimeCommitted,
    Flew,
    Hid,
    HideoutTook,
    Lingered,
    Reason,
    Shown,
    StartPicked,
    TicketsTaken,
    TileTurned,
    Travelled,
)
from .game import Game, Open, Side
from .moves import balloon_ready, blocked, can_go, landings, may_double, usable
from .refusals import Refusal, Refused
from .tickets import Purse, Ticket, spend
from .turns import Unfolding, after_his_move, begin_his_turn, end_his_turn, reappear, show_if_due


def start(story: Unfolding, command: c.Start) -> None:
    """He picks where he begins."""
    game = story.game
    if game.open.turn.side is not Side.START:
        raise Refused(Refusal.NO_START_TO_PICK)
    if command.to not in game.secret.tile or blocked(game.open) >> command.to & 1:
        raise Refused(Refusal.START_NOT_ON_TILE, to=command.to)
    story.happen(StartPicked(command.to))
    begin_his_turn(story)


def start_anywhere(story: Unfolding) -> None:
    """He did not pick in time: the first station of his tile that is free. Nobody hears which."""
    game = story.game
    free = ~blocked(game.open)
    story.happen(StartPicked(next(station for station in game.secret.tile if free >> station & 1)))


def linger(story: Unfolding) -> None:
    """His time is up: he comes down with a balloon that is in the air, and stays with what is left of his turn."""
    table = story.game.open
    if table.extras.landing:
        story.happen(Flew(_ways_down(table)[0]))
    if story.game.open.turn.legs:
        _leave(story)
        story.happen(Lingered())
        reappear(story)
    end_his_turn(story)


def travel(story: Unfolding, command: c.Travel) -> None:
    """He takes a ride."""
    table, here = story.game.open, story.game.secret.station
    _check_may_move(table)
    ticket, to = command.ticket, command.to
    board = table.rules.board
    if not board.has(to):
        raise Refused(Refusal.NO_SUCH_STATION, to=to)
    _check_ticket(table, ticket)
    if not board.reach(ticket, here) >> to & 1:
        raise Refused(Refusal.NOT_REACHABLE, ticket=ticket.word)
    _check_free(table, to)
    if command.double:
        _check_double(table)
        if not can_go(table, _after_paying(table, ticket)) >> to & 1:
            raise Refused(Refusal.NO_SECOND_LEG)
    _leave(story)
    story.happen(Travelled(MISTER_X, ticket, to, command.double))
    after_his_move(story)


def _check_may_move(table: Open) -> None:
    if table.turn.side is not Side.MISTER_X or not table.turn.legs:
        raise Refused(Refusal.NOT_YOUR_TURN, pawn="Mister X")
    if table.extras.landing:
        raise Refused(Refusal.LAND_FIRST)


def _check_ticket(table: Open, ticket: Ticket) -> None:
    if usable(table)[ticket] > 0:
        return
    if table.fugitive.tickets[ticket] > 0:
        raise Refused(Refusal.BANNED, ticket=ticket.word)
    raise Refused(Refusal.NO_TICKET, ticket=ticket.word)


def _check_free(table: Open, to: int) -> None:
    if table.extras.barred >> to & 1:
        raise Refused(Refusal.BARRED, to=to)
    if blocked(table) >> to & 1:
        raise Refused(Refusal.TAKEN, to=to)


def _check_double(table: Open) -> None:
    if table.turn.doubled:
        raise Refused(Refusal.ONE_DOUBLE)
    if table.fugitive.doubles < 1:
        raise Refused(Refusal.NO_DOUBLE)
    if not may_double(table):
        raise Refused(Refusal.TOO_FEW_WINDOWS)


def _after_paying(table: Open, ticket: Ticket) -> Purse:
    """What he can use for the second half of a double when the first costs *ticket*."""
    purse = usable(table)
    if ticket is Ticket.BLACK or table.rules.edition.finite_tickets:
        return spend(purse, ticket)
    return purse


def _leave(story: Unfolding) -> None:
    """Before he moves on from the first half of a double, he is seen there if he has to be."""
    show_if_due(story)
    if story.game.open.turn.doubled:
        reappear(story)


def check_may_end(game: Game) -> None:
    """Whether his turn may end now, with optional actions left."""
    if game.open.extras.landing:
        raise Refused(Refusal.LAND_FIRST)
    if game.open.turn.legs:
        raise Refused(Refusal.MISTER_X_MUST_MOVE)


def show(story: Unfolding, command: c.Show) -> None:
    """He shows himself and takes a ticket from each of those he names."""
    table = story.game.open
    if not table.rules.on("show_and_take"):
        raise Refused(Refusal.NOT_IN_THIS_GAME)
    if table.turn.side is not Side.MISTER_X or table.turn.legs or not table.window:
        raise Refused(Refusal.SHOW_ONLY_AFTER_MOVE)
    left = list(table.purses)
    for pawn, ticket in command.take.items():
        if pawn not in table.rules.detectives:
            raise Refused(Refusal.NO_SUCH_PAWN, pawn=pawn)
        place = 0 if table.rules.shared_purse else table.rules.seats[pawn]
        if ticket is Ticket.BLACK or left[place][ticket] < 1:
            raise Refused(Refusal.CANNOT_TAKE, pawn=pawn, ticket=ticket.word)
        left[place] = spend(left[place], ticket)
    story.happen(Shown(story.game.secret.station))
    if command.take:
        story.happen(TicketsTaken(tuple(command.take.items())))
    end_his_turn(story)


def _check_stop(game: Game, offered: bool) -> None:
    """Whether he has just arrived somewhere, in an edition where that gives him options."""
    if not offered:
        raise Refused(Refusal.NOT_IN_THIS_GAME)
    turn = game.open.turn
    arrived = game.open.window > 0 and (turn.legs == 0 or turn.doubled)
    if turn.side is not Side.MISTER_X or not arrived or game.open.extras.landing:
        raise Refused(Refusal.ONLY_AFTER_MOVE)


def crime(story: Unfolding, _: c.Crime) -> None:
    """He plays a crime tile that names the station he is at."""
    game = story.game
    rules, here = game.rules, game.secret.station
    _check_stop(game, rules.crimes)
    tiles = [tile for tile in game.secret.hand if rules.board.crime_tiles[tile] >> here & 1]
    if not tiles:
        raise Refused(Refusal.NO_CRIME_HERE)
    story.happen(CrimeCommitted(tiles[0]))
    if story.game.open.extras.crimes >= rules.number("crimes"):
        story.end(MISTER_X, Reason.CRIMES)


def hideout(story: Unfolding, command: c.Hideout) -> None:
    """He takes a black ticket or a double card from the supply."""
    game = story.game
    _check_stop(game, game.rules.edition.hideouts)
    extras = game.open.extras
    if not game.rules.board.hideouts >> game.secret.station & 1:
        raise Refused(Refusal.NO_HIDEOUT)
    if extras.stopped:
        raise Refused(Refusal.HID_HERE if extras.stopped == "hid" else Refusal.ONE_TICKET_HERE)
    if extras.supply[command.take == "double"] < 1:
        raise Refused(Refusal.SUPPLY_EMPTY, ticket=command.take)
    story.happen(HideoutTook(command.take))


def hide(story: Unfolding, _: c.Hide) -> None:
    """He skips the reveal that is due."""
    game = story.game
    _check_stop(game, game.rules.edition.hideouts)
    if not game.open.turn.due:
        raise Refused(Refusal.NOT_DUE)
    if not game.rules.board.hideouts >> game.secret.station & 1:
        raise Refused(Refusal.NO_HIDEOUT)
    if game.open.extras.stopped:
        raise Refused(Refusal.TOOK_HERE)
    story.happen(Hid())


def balloon(story: Unfolding, command: c.Balloon) -> None:
    """He turns up a start tile, or lands on one of its stations.

    Both may come in one command. Turning up the tile is what everybody sees and what binds him: if it does
    not name the station he hoped for, he still has to choose from it.
    """
    table = story.game.open
    if not table.rules.edition.balloon:
        raise Refused(Refusal.NOT_IN_THIS_GAME)
    if not table.extras.landing:
        _rise(story, command)
        table = story.game.open
    elif command.to not in _ways_down(table):
        raise Refused(Refusal.NOT_ON_TILE, to=command.to or "nothing")
    if command.to is not None and command.to in _ways_down(table):
        story.happen(Flew(command.to))
        after_his_move(story)


def _ways_down(table: Open) -> tuple[int, ...]:
    return landings(table, table.extras.turned[-1], table.turn.legs == 2)


def _rise(story: Unfolding, command: c.Balloon) -> None:
    """The tile is turned up; from now on everybody knows that he flies."""
    table, secret = story.game.open, story.game.secret
    _check_may_move(table)
    if table.extras.flown:
        raise Refused(Refusal.BALLOON_GONE)
    if not table.rules.board.hideouts >> secret.station & 1:
        raise Refused(Refusal.NO_HIDEOUT)
    if command.double:
        _check_double(table)
    if not balloon_ready(table, command.double):
        raise Refused(Refusal.NO_TILE_LEFT)
    deck = secret.deck
    if command.to is not None:
        holding = [tile for tile in deck if command.to in landings(table, tile, command.double)]
        if not holding:
            raise Refused(Refusal.NOT_ON_ANY_TILE, to=command.to)
        if table.own_cards:
            # The table turned up one of its own tiles and tells us where he landed.
            deck = (holding[0],)
    _leave(story)
    for tile in deck:
        lands = bool(landings(table, tile, command.double))
        story.happen(TileTurned(tile, lands, command.double and lands))
        if lands:
            return
