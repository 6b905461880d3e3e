"""Players who know the rules but have no plan: they offer every kind of command that may be legal now.

They look at the whole game, which only a test may do.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from companion.games.pursuit import commands as c
from companion.games.pursuit.apply import apply
from companion.games.pursuit.board import numbers_of
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.decide import decide
from companion.games.pursuit.events import Event
from companion.games.pursuit.game import Game, Side
from companion.games.pursuit.moves import (
    can_board,
    can_descend,
    mister_x_doubles,
    mister_x_legs,
    movers,
    seat_legs,
    tickets_of,
)
from companion.games.pursuit.refusals import Refused
from companion.games.pursuit.tickets import ORDINARY, Ticket
from companion.protocol import hear

EDITIONS = (
    "classic-1983",
    "london-2014",
    "beginner-2014",
    "sherlock-2022",
    "sherlock-2022-variant",
    "ny-chase-1999",
)
COLOURS = ("red", "blue", "green", "yellow", "brown")
CHARACTERS = ("holmes", "watson", "adler", "mycroft", "lestrade")
TEAM_SIZES = {
    "classic-1983": (3, 4, 5),
    "london-2014": (2, 3, 4, 5),
    "beginner-2014": (3, 4),
    "sherlock-2022": (2, 3, 4, 5),
    "sherlock-2022-variant": (2, 3, 4, 5),
    "ny-chase-1999": (3, 4, 5),
}


def team(edition: str, size: int, rng: Random | None = None) -> list[str]:
    """Names for *size* detectives; with *rng*, characters are picked at random."""
    names = CHARACTERS if edition == "sherlock-2022-variant" else COLOURS
    return (rng.sample(names, size) if rng else list(names))[:size]


def new_game(
    edition: str, detectives: list[str], seed: int = 1, board: str | None = "demo", **more: object
) -> Game:
    """A fresh game, on the small board unless another is named (None: the edition's own)."""
    said = {"do": "new", "edition": edition, "detectives": detectives, "seed": seed, **more}
    if board:
        said["map"] = board
    return fold(None, decide(None, hear(said)))


def fold(game: Game | None, events: list[Event]) -> Game:
    for event in events:
        game = apply(game, event)
    assert game is not None
    return game


def play(game: Game, *said: c.Command) -> Game:
    """The game after these commands."""
    for command in said:
        game = fold(game, decide(game, command))
    return game


def candidates(game: Game, rng: Random) -> Iterator[c.Command]:
    """Commands worth trying now, the rare ones now and then, in random order."""
    side = game.open.turn.side
    if side is Side.START:
        yield from _shuffled([c.Start(station) for station in game.secret.tile], rng)
    elif side is Side.MISTER_X:
        yield from _his_extras(game, rng)
        yield from _his_rides(game, rng)
        yield c.EndTurn()
        yield c.Balloon()  # the only way out, now and then
    else:
        yield from _their_extras(game, rng)
        yield from _their_rides(game, rng)
        yield c.EndTurn()


def _shuffled(items: list[c.Command], rng: Random) -> list[c.Command]:
    rng.shuffle(items)
    return items


def _his_rides(game: Game, rng: Random) -> list[c.Command]:
    table, here = game.open, game.secret.station
    if not table.turn.legs or table.extras.landing:
        return []
    rides: list[c.Command] = [
        c.Travel(MISTER_X, Ticket(leg.ticket), leg.to) for leg in mister_x_legs(table, here)
    ]
    doubles = mister_x_doubles(table, here)
    if doubles and rng.random() < 0.25:
        first, _ = rng.choice(doubles)
        return [c.Travel(MISTER_X, Ticket(first.ticket), first.to, double=True)]
    return _shuffled(rides, rng)


def _his_extras(game: Game, rng: Random) -> list[c.Command]:
    table, rules = game.open, game.rules
    if table.extras.landing:
        return _shuffled([c.Balloon(station) for station in table.extras.turned[-1]], rng)
    extras: list[c.Command] = []
    if rules.on("show_and_take") and rng.random() < 0.4:
        take = {}
        for seat, pawn in enumerate(rules.detectives):
            tickets = [t for t in ORDINARY if tickets_of(table, seat) >> t & 1]
            if tickets and rng.random() < 0.8:
                take[pawn] = rng.choice(tickets)
        extras.append(c.Show(take))
    if rules.stops:
        chances: list[tuple[float, c.Command]] = [
            (0.5, c.Crime()),
            (0.4, c.Hideout(rng.choice(["black", "double"]))),
            (0.6, c.Hide()),
            (0.3, c.Balloon(double=rng.random() < 0.3)),
        ]
        extras += [command for chance, command in chances if rng.random() < chance]
    return _shuffled(extras, rng)


def _their_rides(game: Game, rng: Random) -> list[c.Command]:
    table = game.open
    rides: list[c.Command] = []
    for seat in movers(table):
        pawn = table.rules.pawns[seat]
        rides += [c.Travel(pawn, Ticket(leg.ticket), leg.to) for leg in seat_legs(table, seat)]
        if can_descend(table, seat):
            rides += [c.Descend(pawn, t) for t in ORDINARY if tickets_of(table, seat) >> t & 1]
    return _shuffled(rides, rng)


def _their_extras(game: Game, rng: Random) -> list[c.Command]:
    table, rules, extras = game.open, game.rules, game.open.extras
    found: list[c.Command] = []
    for seat in movers(table):
        if table.where[seat] and can_board(table, seat) and rng.random() < 0.1:
            ticket = rng.choice([t for t in ORDINARY if tickets_of(table, seat) >> t & 1])
            found.append(c.Helicopter(rules.pawns[seat], ticket, rng.choice(rules.board.stations)))
    if rules.edition.characters and rng.random() < 0.3:
        pawn = rng.choice(rules.detectives)
        at = rng.choice([extras.left[rules.seats[pawn]] or 1, table.where[rules.seats[pawn]]])
        symbol, ticket = (
            rng.choice(["park", "monument", "river"]),
            rng.choice([Ticket.BUS, Ticket.UNDERGROUND]),
        )
        found += [c.Token(pawn), c.Token(pawn, symbol), c.Token(pawn, ticket=ticket), c.Barrier(pawn, at)]
    elif extras.mover >= 0 and rng.random() < 0.3:
        standing = [None, *numbers_of(extras.barred)]
        found.append(c.Barrier(rules.pawns[extras.mover], extras.left[extras.mover], rng.choice(standing)))
    return _shuffled(found, rng)


def legal_step(game: Game, rng: Random) -> tuple[c.Command, list[Event]]:
    """A random legal command and what it causes."""
    for command in candidates(game, rng):
        try:
            return command, decide(game, command)
        except Refused:
            continue
    raise AssertionError("nobody can do anything, and the game is not over")


def random_game(
    edition: str, seed: int, board: str | None = "demo", size: int | None = None, **more: object
) -> Iterator[tuple[Game, c.Command, list[Event], Game]]:
    """A whole random game, step by step: before, command, events, after."""
    rng = Random(f"{edition} {seed}")
    size = size or rng.choice(TEAM_SIZES[edition])
    game = new_game(edition, team(edition, size, rng), seed, board, **more)
    while not game.open.outcome:
        command, events = legal_step(game, rng)
        after = fold(game, events)
        yield game, command, events, after
        game = after


@cache
def own_boards() -> dict[str, dict[str, object]]:
    """What each edition needs to be played on its own board."""
    free: dict[str, object] = {"options": {"free_start": True}}
    return {
        "classic-1983": {},
        "london-2014": {},
        "beginner-2014": {},
        "sherlock-2022": free,
        "ny-chase-1999": free,
    }
