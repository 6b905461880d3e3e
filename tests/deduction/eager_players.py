"""Players who do what is rare as often as they can, so that every kind of clue turns up in a few games.

They look at the whole game, which only a test may do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.games.pursuit import commands as c
from companion.games.pursuit import events as e
from companion.games.pursuit.board import Leg, numbers_of, stations_of
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.decide import decide
from companion.games.pursuit.game import Game, Side
from companion.games.pursuit.moves import mister_x_doubles, mister_x_legs, movers, seat_legs
from companion.games.pursuit.refusals import Refused
from companion.games.pursuit.tickets import ORDINARY, Ticket
from companion.protocol import hear
from tests.deduction.brute_force import tell
from tests.support.players import TEAM_SIZES, candidates, team

Choose = Callable[[Game, Random], tuple[c.Command, list[e.Event]]]

FERRY_STOPS = stations_of((9, 19, 31, 40))
DEAD_ENDS = {1: 2, 41: 42, 48: 47}
"""The demo's stations with a single line, and where it leads."""


@dataclass(frozen=True)
class Step:
    """What one command did."""

    before: Game | None
    command: c.Command
    heard: list[e.Event]
    after: Game


def eager_game(edition: str, seed: int) -> Iterator[Step]:
    """A whole game on the small board, with options and starts of every kind."""
    rng = Random(f"eager {edition} {seed}")
    yield from play_on(eager_setup(edition, seed, rng), rng)


def eager_setup(edition: str, seed: int, rng: Random) -> c.New:
    """A game to begin, with options and typed starts of a kind that this edition knows."""
    detectives = team(edition, rng.choice(TEAM_SIZES[edition]), rng)
    said = {"do": "new", "edition": edition, "map": "demo", "detectives": detectives, "seed": seed}
    new = hear(said | _options_and_starts(edition, detectives, rng))
    assert isinstance(new, c.New)
    return new


def play_on(new: c.New, rng: Random, choose: Choose | None = None) -> Iterator[Step]:
    """The game that begins with *new*, to its end, by eager players or by those who *choose* otherwise."""
    heard, game = tell(None, decide(None, new))
    yield Step(None, new, heard, game)
    while not game.open.outcome:
        before = game
        command, events = (choose or eager_step)(game, rng)
        heard, game = tell(before, events)
        yield Step(before, command, heard, game)


def eager_step(game: Game, rng: Random) -> tuple[c.Command, list[e.Event]]:
    """A legal command, a rare one if there is one, and what it causes."""
    for command in (*_wishes(game, rng), *candidates(game, rng)):
        try:
            return command, decide(game, command)
        except Refused:
            continue
    raise AssertionError("nobody can do anything, and the game is not over")


def _wishes(game: Game, rng: Random) -> Iterator[c.Command]:
    if game.open.turn.side is Side.MISTER_X:
        yield from _his_stops(game, rng)
        yield from _his_rides(game, rng)
    elif game.open.turn.side is Side.DETECTIVES:
        yield from _their_extras(game, rng)
        yield from _their_rides(game, rng)


def _his_stops(game: Game, rng: Random) -> Iterator[c.Command]:
    if not game.rules.stops:
        return
    if rng.random() < 0.9:
        yield c.Crime()
    yield from rng.sample([c.Hide(), c.Hideout("black"), c.Hideout("double")], rng.randrange(3))
    if game.open.window > 2 and rng.random() < 0.5:
        hoped_for = rng.choice(game.secret.deck or ((1,),))[0]
        yield c.Balloon(rng.choice([None, hoped_for]), double=rng.random() < 0.4)


def _his_rides(game: Game, rng: Random) -> Iterator[c.Command]:
    """He likes scenes of his crimes, hideouts, ferries, dead ends and stations where a detective is stuck."""
    table, here = game.open, game.secret.station
    if not table.turn.legs or table.extras.landing or rng.random() < 0.3:
        return
    scenes = stations_of(
        station for tile in game.secret.hand for station in numbers_of(game.rules.board.crime_tiles[tile])
    )
    liked = scenes or stations_of(table.where) | stations_of(DEAD_ENDS) | FERRY_STOPS
    if rng.random() < 0.3 or table.window + 1 in game.rules.reveals:
        liked |= game.rules.board.hideouts

    def pleasure(leg: Leg) -> float:
        return (liked >> leg.to & 1) + 0.5 * (leg.ticket == Ticket.BLACK) + rng.random()

    doubles = mister_x_doubles(table, here)
    if doubles and rng.random() < 0.3:
        first, _ = max(doubles, key=lambda pair: pleasure(pair[0]) + pleasure(pair[1]))
        yield c.Travel(MISTER_X, Ticket(first.ticket), first.to, double=True)
    legs = mister_x_legs(table, here)
    if legs:
        ticket, to = max(legs, key=pleasure)
        yield c.Travel(MISTER_X, Ticket(ticket), to)


def _their_extras(game: Game, rng: Random) -> Iterator[c.Command]:
    table, rules, extras = game.open, game.rules, game.open.extras
    if "mycroft" in rules.detectives and table.window in (5, 6, 7, 12) and rng.random() < 0.3:
        yield c.Token("mycroft")
    elif rules.edition.characters and rng.random() < 0.3:
        pawn = rng.choice(rules.detectives)
        yield c.Barrier(pawn, table.where[rules.seats[pawn]])
        yield c.Token(
            pawn, rng.choice(list(rules.board.symbols)), rng.choice([Ticket.BUS, Ticket.UNDERGROUND])
        )
    if extras.mover >= 0 and rng.random() < 0.5:
        standing = [None, *numbers_of(extras.barred)]
        yield c.Barrier(rules.pawns[extras.mover], extras.left[extras.mover], rng.choice(standing))
    for seat in movers(table):
        if extras.flights and rng.random() < 0.1:
            yield c.Helicopter(rules.pawns[seat], rng.choice(ORDINARY), rng.choice(rules.board.stations))


def _their_rides(game: Game, rng: Random) -> Iterator[c.Command]:
    """They look away when they could catch him: a long game has more to find out."""
    table = game.open
    rides = [
        c.Travel(table.rules.pawns[seat], Ticket(leg.ticket), leg.to)
        for seat in movers(table)
        for leg in seat_legs(table, seat)
        if leg.to != game.secret.station
    ]
    rng.shuffle(rides)
    yield from rides


def _options_and_starts(edition: str, detectives: list[str], rng: Random) -> dict[str, Any]:
    kind = rng.choice(_KINDS[edition])
    if kind == "cornered":
        # He begins at a dead end, and a detective stands in the only way out.
        start, way_out = rng.choice(list(DEAD_ENDS.items()))
        options = {"free_start": True, "mister_x_stuck": "stays"}
        return {"options": options, "starts": {MISTER_X: start, rng.choice(detectives): way_out}}
    if kind == "typed":
        return {"starts": {MISTER_X: rng.choice(_HIS_CARDS[edition])}}
    if kind == "typed by all":
        cards = rng.sample(_HIS_CARDS[edition], len(detectives) + 1)
        return {"starts": dict(zip((MISTER_X, *detectives), cards, strict=True))}
    return {"options": _OPTIONS.get(kind, {})}


_CLASSIC = (1, 3, 6, 8, 9, 12, 15, 18, 22, 27, 29, 32, 33, 39, 41, 44, 45, 47)
_HIS_CARDS: dict[str, tuple[int, ...]] = {
    "classic-1983": _CLASSIC,
    "london-2014": (1, 2, 9, 10, 17, 23, 24, 32, 33, 38, 40, 41, 46),
    "sherlock-2022": (4, 5, 8, 12, 20, 21, 29, 35, 36, 37, 43, 44, 45),
    "sherlock-2022-variant": (4, 27, 5, 30, 8, 42, 12, 41, 20, 7, 21, 25, 36, 24, 45, 1),
    "ny-chase-1999": (1, 4, 6, 8, 10, 13, 15, 17, 19, 20, 26, 29, 32, 36, 39, 42, 46, 48),
}
_OPTIONS: dict[str, dict[str, object]] = {
    "show and take": {"show_and_take": True},
    "free": {"free_start": True},
    "stays": {"mister_x_stuck": "stays"},
    "another link": {"link_13_14": True, "black": 8},
    "one purse": {"shared_purse": True, "taxi": 5, "bobbies_count": True},
    "many cards": {"black": 6, "doubles": 4},
    "poor detectives": {"taxi": 3, "bus": 1, "underground": 2, "helicopters": 0},
    "poor Mister X": {"mister_x_taxi": 3, "mister_x_bus": 2, "mister_x_underground": 1, "black": 1},
    "poor and out": {"mister_x_taxi": 4, "black": 1, "mister_x_out_of_tickets": "loses"},
    "poor and stays": {"mister_x_taxi": 4, "mister_x_bus": 2, "mister_x_stuck": "stays"},
    "many tokens": {"tokens": 3, "windows": 20},
    "five crimes": {"crimes": 5},
}
_KINDS: dict[str, tuple[str, ...]] = {
    "classic-1983": ("drawn", "show and take", "free", "typed", "typed by all", "another link", "cornered"),
    "london-2014": ("drawn", "free", "typed", "one purse", "many cards", "stays", "cornered"),
    "beginner-2014": ("drawn", "drawn", "many cards", "stays", "cornered"),
    "sherlock-2022": ("drawn", "free", "typed", "many cards", "cornered"),
    "sherlock-2022-variant": ("drawn", "drawn", "many tokens", "typed", "free", "five crimes", "cornered"),
    "ny-chase-1999": (
        *("drawn", "free", "typed by all", "poor detectives", "poor detectives"),
        *("poor Mister X", "poor and stays", "poor and out", "cornered"),
    ),
}
