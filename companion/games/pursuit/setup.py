"""Setting up: who plays, by which rules, and where everybody begins."""

from __future__ import annotations

from random import Random
from typing import NoReturn

from .apply import apply
from .board import numbers_of, stations_of
from .commands import MISTER_X, New
from .edition import Edition, EditionFault, Rules
from .events import Event, Secrets, Shown, Started
from .game import Side
from .options import OptionFault
from .refusals import Refusal, Refused
from .turns import Unfolding, begin_his_turn

SYMBOLS = ("park", "monument", "river")
MISSING_WORDS = (
    "quarters",
    *(f"{symbol}s" for symbol in SYMBOLS),
    "hideouts",
    "crime tiles",
    "start tiles",
)
"""What a map may lack, as :data:`Refusal.MISSING` names it."""
_NOT_A_PAWN = {MISTER_X, "public", "detectives", "bobby1", "bobby2", "bobby3"}


def begin(command: New) -> list[Event]:
    """The events that set up a table, or :exc:`Refused`."""
    rules = _rules(command)
    _check_map(rules)
    _check_pawns(rules, command)
    places = _place_pawns(rules, command)
    started = Started(
        command.edition,
        command.map,
        command.detectives,
        dict(rules.options),
        places,
        MISTER_X in command.starts,
        _deal(rules, command, places),
    )
    story = Unfolding(apply(None, started))
    if rules.edition.open_play:
        story.happen(Shown(story.game.secret.start))
    if story.game.open.turn.side is Side.MISTER_X:
        begin_his_turn(story)
    return [started, *story.events]


def _rules(command: New) -> Rules:
    try:
        edition = Edition.read(command.edition)
        count = len(command.detectives)
        if not edition.least <= count <= edition.most:
            raise Refused(Refusal.HOW_MANY, edition=edition.name, least=edition.least, most=edition.most)
        _check_names(edition, command.detectives)
        return Rules.choose(edition, command.map, command.detectives, command.options)
    except (EditionFault, OptionFault) as fault:
        raise Refused(Refusal.SETUP, what=str(fault)) from None


def _check_names(edition: Edition, names: tuple[str, ...]) -> None:
    for name in names:
        if not name or name in _NOT_A_PAWN:
            raise Refused(Refusal.PAWN_NAME, pawn=name or "nothing")
        if names.count(name) > 1:
            raise Refused(Refusal.PAWN_TWICE, pawn=name)
        if edition.characters and name not in edition.characters:
            raise Refused(Refusal.CHARACTERS, choices=", ".join(edition.characters))


def _check_map(rules: Rules) -> None:
    """A variant that asks about the board's annotations needs them all."""
    edition, board = rules.edition, rules.board
    missing = []
    if edition.characters:
        if len(board.quarters) < 4 or sum(board.quarters.values()) != board.all:
            missing.append("quarters")
        missing.extend(f"{symbol}s" for symbol in SYMBOLS if not board.symbols.get(symbol))
    if edition.hideouts and not board.hideouts:
        missing.append("hideouts")
    if rules.crimes and len(board.crime_tiles) < rules.number("crimes"):
        missing.append("crime tiles")
    if edition.balloon and rules.start_tiles is None:
        missing.append("start tiles")
    if missing:
        raise Refused(Refusal.MISSING, map=board.name, what=", ".join(missing))


def _check_pawns(rules: Rules, command: New) -> None:
    for pawn, station in command.starts.items():
        if pawn != MISTER_X and pawn not in rules.seats:
            raise Refused(Refusal.NO_SUCH_PAWN, pawn=pawn)
        if not rules.board.has(station):
            raise Refused(Refusal.NO_SUCH_STATION, to=station)
        if list(command.starts.values()).count(station) > 1:
            raise Refused(Refusal.START_TAKEN, to=station)
    his = command.starts.get(MISTER_X)
    if his is not None and not rules.possible_starts(0) >> his & 1:
        raise Refused(Refusal.NOT_A_CARD, pawn="Mister X", to=his)


def _no_cards(rules: Rules, pawn: str) -> NoReturn:
    raise Refused(Refusal.NO_CARDS, map=rules.board.name, pawn=pawn.replace(MISTER_X, "Mister X"))


def _place_pawns(rules: Rules, command: New) -> tuple[int, ...]:
    """Where detectives and bobbies begin: the cards they name, the others drawn with the seed."""
    board = rules.board
    deck = board.decks.get(rules.detective_deck)
    free = rules.on("free_start")
    cards = None if deck is None or deck.cards is None else [card[0] for card in deck.cards]
    for pawn, station in command.starts.items():
        if pawn != MISTER_X and not free and cards is not None and station not in cards:
            raise Refused(Refusal.NOT_A_CARD, pawn=pawn, to=station)
    if free:
        cards = list(board.stations)
    # All cards are shuffled and those already drawn are skipped: a card that Mister X drew by himself changes
    # nothing for the others unless it would have been theirs.
    taken = set(command.starts.values())
    shuffled = list(cards or ())
    Random(f"{command.seed} detectives").shuffle(shuffled)
    pile = [card for card in shuffled if card not in taken]
    places = []
    for pawn in rules.pawns:
        if pawn in command.starts:
            places.append(command.starts[pawn])
        elif pile:
            places.append(pile.pop())
        else:
            _no_cards(rules, pawn)
    return tuple(places)


def _deal(rules: Rules, command: New, places: tuple[int, ...]) -> Secrets:
    """What Mister X alone gets to see."""
    draw = Random(f"{command.seed} mister_x")
    possible = rules.possible_starts(stations_of(places))
    tiles = rules.start_tiles or ()
    hand = tuple(sorted(draw.sample(range(len(rules.board.crime_tiles)), rules.number("crimes"))))
    if MISTER_X in command.starts:
        start: int | None = command.starts[MISTER_X]
        # A start of one's own choice is no tile's: then every tile is still to be turned up.
        tile = () if rules.on("free_start") else next((tile for tile in tiles if start in tile), ())
    elif not possible:
        raise Refused(Refusal.NO_ROOM)
    elif rules.on("free_start"):
        start, tile = draw.choice(list(numbers_of(possible))), ()
    elif rules.start_tiles is None:
        _no_cards(rules, MISTER_X)
    elif rules.edition.pick_start:
        start = None
        tile = draw.choice([tile for tile in tiles if any(possible >> station & 1 for station in tile)])
    else:
        tile = draw.choice([tile for tile in tiles if possible >> tile[0] & 1])
        start = tile[0]
    deck = [other for other in tiles if other != tile] if rules.edition.balloon else []
    draw.shuffle(deck)
    return Secrets(start, tile, tuple(deck), hand, command.seed)
