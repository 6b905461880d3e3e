"""What twins do next: two commands that look the same from the table, and must.

Only the rules' own truth steers them, never a comparison of what the engine said: a reveal shows one
station, a pawn that arrives catches both or neither, a token is asked only where both would answer alike.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from companion.games.pursuit import commands as c
from companion.games.pursuit.apply import vanishes
from companion.games.pursuit.board import Leg, Stations
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.decide import decide
from companion.games.pursuit.events import RoundBegan
from companion.games.pursuit.game import Game, Open, Side
from companion.games.pursuit.moves import balloon_ready, landings, may_double, mister_x_doubles, mister_x_legs
from companion.games.pursuit.refusals import Refused
from companion.games.pursuit.tickets import ORDINARY, Ticket
from tests.secrecy.meetings import agree_here, can_meet, windows_to_reveal
from tests.support.mishaps import a_mishap
from tests.support.players import candidates

Commands = tuple[c.Command, c.Command]


def next_step(one: Game, other: Game, rng: Random, together: bool = False) -> Commands | None:
    """A command for each twin, or None where the truth must part them.

    With *together* Mister X goes to the same station in both.
    """
    side = one.open.turn.side
    if side is Side.START:
        return _starts(one, other, rng)
    if side is Side.MISTER_X:
        return _his_step(one, other, rng, together)
    return _their_step(one, other, rng)


def apart(one: Game, other: Game) -> bool:
    """Whether Mister X stands on different stations."""
    return one.secret.station != other.secret.station


def _starts(one: Game, other: Game, rng: Random) -> Commands | None:
    taken = one.open.where
    pairs = [(a, b) for a in one.secret.tile for b in other.secret.tile if a not in taken and b not in taken]
    good = [(a, b) for a, b in pairs if a != b and can_meet(one.rules, 0, a, b)]
    a, b = rng.choice(good or pairs)
    return c.Start(a), c.Start(b)


def _his_step(one: Game, other: Game, rng: Random, together: bool) -> Commands | None:
    table, rules = one.open, one.rules
    if table.extras.landing:
        ways = landings(table, table.extras.turned[-1], table.turn.legs == 2)
        return _both(c.Balloon(rng.choice(ways)))
    arrived = table.window > 0 and (table.turn.legs == 0 or table.turn.doubled)
    if rules.stops and arrived:
        stop = _stop(one, other, rng)
        if stop:
            return stop
    if _must_show(table) and apart(one, other):
        return None
    if table.turn.legs == 0:
        if rules.on("show_and_take") and not apart(one, other) and rng.random() < 0.5:
            return _both(c.Show({}))
        return _both(c.EndTurn())
    return (
        _balloon(one, other, rng)
        or _double(one, other, rng, together)
        or _ride(one, other, rng, together, _legs(one), _legs(other))
    )


def _both(command: c.Command) -> Commands:
    return command, command


def _must_show(table: Open) -> bool:
    """Whether he is seen before anything else happens."""
    last = table.fugitive.log[-1] if table.window else None
    return (
        last is not None
        and table.window in table.rules.edition.reveal_windows
        and last.station is None
        and last.note != "hideout"
    )


def _in_hideouts(one: Game, other: Game) -> bool:
    hideouts = one.rules.board.hideouts
    return bool(hideouts >> one.secret.station & hideouts >> other.secret.station & 1)


def _stop(one: Game, other: Game, rng: Random) -> Commands | None:
    """What Moriarty does where he has arrived, if both can."""
    table = one.open
    at_scenes = _scenes(one) >> one.secret.station & _scenes(other) >> other.secret.station & 1
    if at_scenes and rng.random() < 0.8:
        return _both(c.Crime())
    if not _in_hideouts(one, other) or table.extras.stopped:
        return None
    if _must_show(table) and (apart(one, other) or rng.random() < 0.5):
        return _both(c.Hide())
    take = rng.choice(["black", "double"])
    if table.extras.supply[take == "double"] and rng.random() < 0.8:
        return _both(c.Hideout(take))
    return None


def _balloon(one: Game, other: Game, rng: Random) -> Commands | None:
    """Up and away, if both decks would turn up the same tiles."""
    table = one.open
    if not _in_hideouts(one, other) or not balloon_ready(table) or rng.random() < 0.3:
        return None
    double = may_double(table) and balloon_ready(table, double=True) and rng.random() < 0.3
    for tile in one.secret.deck if table.own_cards else ():
        for station in landings(table, tile, double):
            if _first_with(one, station, double) == _first_with(other, station, double):
                return _both(c.Balloon(station, double))
    if _turned_up(one, double) == _turned_up(other, double):
        return _both(c.Balloon(double=double))
    return None


def _first_with(game: Game, station: int, double: bool) -> tuple[int, ...] | None:
    """The tile that the table turned up by itself, told by where he landed."""
    return next((tile for tile in game.secret.deck if station in landings(game.open, tile, double)), None)


def _turned_up(game: Game, double: bool) -> list[tuple[int, ...]]:
    """The tiles that are turned up until one has a free station."""
    turned = []
    for tile in game.secret.deck:
        turned.append(tile)
        if landings(game.open, tile, double):
            break
    return turned


def _legs(game: Game) -> tuple[Leg, ...]:
    return mister_x_legs(game.open, game.secret.station)


def _double(one: Game, other: Game, rng: Random, together: bool) -> Commands | None:
    if not may_double(one.open) or rng.random() < 0.75:
        return None
    firsts = [
        tuple({first for first, _ in mister_x_doubles(game.open, game.secret.station)})
        for game in (one, other)
    ]
    return _ride(one, other, rng, together, *firsts, double=True)


def _ride(
    one: Game,
    other: Game,
    rng: Random,
    together: bool,
    mine: tuple[Leg, ...],
    his: tuple[Leg, ...],
    double: bool = False,
) -> Commands | None:
    """The same ticket to different stations, on the way to where they must agree."""
    table = one.open
    pairs = [
        (a, b)
        for a in sorted(mine)
        for b in sorted(his)
        if _looks_alike(table, a, b) and (a.to == b.to or not together)
    ]
    if windows_to_reveal(table.rules, table.window) == 0:
        pairs = [(a, b) for a, b in pairs if agree_here(table.rules, a.to, b.to)]
    if not pairs:
        return None
    ways = [(a, b) for a, b in pairs if can_meet(table.rules, table.window + 1, a.to, b.to)] or pairs
    ways = [(a, b) for a, b in ways if a.to != b.to] or ways
    if table.rules.stops:
        busy = [(a, b) for a, b in ways if _has_business(one, other, a.to, b.to)]
        near = [(a, b) for a, b in ways if _near_business(one, other, a.to, b.to)]
        ways = busy if busy and rng.random() < 0.8 else near if near and rng.random() < 0.5 else ways
    a, b = rng.choice(ways)
    return tuple(c.Travel(MISTER_X, Ticket(leg.ticket), leg.to, double) for leg in (a, b))


def _looks_alike(table: Open, a: Leg, b: Leg) -> bool:
    """Whether the table sees the same ride."""
    if not table.rules.edition.open_play:
        return a.ticket == b.ticket
    if vanishes(table, Ticket(a.ticket)):
        return (a.ticket == Ticket.BLACK) == (b.ticket == Ticket.BLACK)
    return a == b


def _has_business(one: Game, other: Game, a: int, b: int) -> bool:
    """Whether both find the same thing to do there."""
    return any(mine >> a & his >> b & 1 for mine, his in _business(one, other))


def _near_business(one: Game, other: Game, a: int, b: int) -> bool:
    """Whether one more ride, with the same ticket, takes each to where there is something to do."""
    reach = one.rules.board.reach
    return any(
        reach(ticket, a) & mine and reach(ticket, b) & his
        for mine, his in _business(one, other)
        for ticket in ORDINARY
    )


def _business(one: Game, other: Game) -> list[tuple[Stations, Stations]]:
    """Where each twin can hide, and where each can commit a crime."""
    hideouts = one.rules.board.hideouts
    return [(hideouts, hideouts), (_scenes(one), _scenes(other))]


def _scenes(game: Game) -> Stations:
    scenes = 0
    for tile in game.secret.hand:
        scenes |= game.rules.board.crime_tiles[tile]
    return scenes


def _their_step(one: Game, other: Game, rng: Random) -> Commands | None:
    for command in _willing(one, rng):
        if answers_alike(one, other, command):
            try:
                decide(one, command)
            except Refused:
                continue
            return _both(command)
    return None


def _willing(game: Game, rng: Random) -> Iterator[c.Command]:
    """Tokens more often than players without a plan would, then whatever they come up with."""
    rules, extras = game.rules, game.open.extras
    if rules.edition.characters and not extras.token_played and rng.random() < 0.5:
        for pawn in rng.sample(rules.detectives, len(rules.detectives)):
            yield c.Token(
                pawn, rng.choice(list(rules.board.symbols)), rng.choice([Ticket.BUS, Ticket.UNDERGROUND])
            )
    yield from candidates(game, rng)


def answers_alike(one: Game, other: Game, command: c.Command) -> bool:
    """Whether the truth gives the same answer to the detectives' *command* in both games."""
    table = one.open
    here, there = one.secret.station, other.secret.station
    if isinstance(command, c.Token):
        return _tells_alike(one, other, command)
    arrives = 0
    if isinstance(command, c.Travel | c.Correct):
        arrives = command.to
    elif isinstance(command, c.Descend):
        arrives = table.extras.target
    return (arrives == here) == (arrives == there)


def _tells_alike(one: Game, other: Game, command: c.Token) -> bool:
    table = one.open
    board = table.rules.board
    here, there = one.secret.station, other.secret.station
    match table.rules.edition.characters.get(command.pawn):
        case "quarter":
            return any(quarter >> here & quarter >> there & 1 for quarter in board.quarters.values())
        case "symbol":
            stations = board.symbols.get(command.symbol or "", 0)
            return stations >> here & 1 == stations >> there & 1
        case "recall":
            then = table.window - 3
            return then < 0 or one.secret.trail[then] == other.secret.trail[then]
        case _:
            return True


def same_mishap(one: Game, other: Game, rng: Random) -> Commands | None:
    """Something that goes wrong in both, if it can and the truth does not part them over it."""
    command = a_mishap(one, rng)
    table = one.open
    if not answers_alike(one, other, command):
        return None
    if apart(one, other) and table.turn.side is Side.MISTER_X:
        if _must_show(table):
            return None
        stays = isinstance(command, c.TimeUp) and table.turn.legs and not table.extras.landing
        if stays and windows_to_reveal(table.rules, table.window) == 0:
            return None
    try:
        decide(one, command)
    except Refused:
        return None
    return _both(command)


def must_reappear(game: Game, command: c.Command) -> bool:
    """In open play: whether one who vanished is seen again on *command*, before he moves on."""
    if not game.rules.edition.open_play:
        return False
    if game.open.turn.side is Side.MISTER_X:
        return True
    return any(isinstance(event, RoundBegan) for event in decide(game, command))
