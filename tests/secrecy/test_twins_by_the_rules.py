"""Pairs of games that differ only in secrets, played by the rules alone: the table can't tell them apart."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from companion.games.pursuit import commands as c
from companion.games.pursuit import events as e
from companion.games.pursuit.belief import possible
from companion.games.pursuit.decide import decide
from companion.games.pursuit.events import Event
from companion.games.pursuit.game import Game, Side
from companion.games.pursuit.notation import encode, plain
from companion.games.pursuit.refusals import Refused
from companion.games.pursuit.views import public_view
from tests.secrecy.attempts import detectives_attempt
from tests.secrecy.deals import deal
from tests.secrecy.lookalikes import Commands
from tests.secrecy.twins import Moment, Pair, RulesTwin
from tests.support.players import EDITIONS

PAIRS = 80
"""In a block."""

BLOCKS = [
    *((edition, "demo", block) for edition in EDITIONS for block in range(4)),
    *((edition, "london", block) for edition in ("classic-1983", "london-2014") for block in range(2)),
    *(("ny-chase-1999", "new-york", block) for block in range(1)),
]

LEAST = {
    "steps": 2000,
    "apart": 1600,
    "pairs apart": 76,
    "past a reveal": 800,
    "deepest": 15,
    "undone": 20,
    "refused": 5000,
}
"""What a block must have covered at least; ``Pair`` says what the words mean."""

LEAST_OF = {
    "beginner-2014": {"apart": 500, "past a reveal": 350, "taken back": 150, "deepest": 13},
    "ny-chase-1999": {"barrier": 180, "helicopter": 50, "descend": 35},
    "sherlock-2022-variant": {
        "crime": 4,
        "hideout": 4,
        "hide": 10,
        "hidden": 250,
        "balloon": 8,
        "quarter": 8,
        "symbol": 15,
        "ban": 20,
        "recall": 3,
        "barrier": 15,
    },
}


MISHAPS = {"steps": 700, "apart": 500, "correct": 75, "timeup": 30}
MISHAPS_OF = {"beginner-2014": {"apart": 100, "correct": 15, "timeup": 0}}
"""What games in which things go wrong must have covered. One who plays in sight shows himself when time is up."""


@pytest.mark.parametrize(("edition", "board", "block"), BLOCKS)
def test_twins_look_the_same_from_the_table(edition: str, board: str, block: int) -> None:
    seen: Counter[str] = Counter()
    for number in range(PAIRS):
        rng = Random(f"{edition} {board} {block} {number}")
        deals = deal(edition, board, rng, free=board == "new-york")
        pair = Pair(RulesTwin(deals[0]), RulesTwin(deals[1]), rng, seen, longest=rng.choice([20, 40, 120]))
        _compare(pair, deals)
        for commands in pair.play():
            _compare(pair, commands)
        seen["pairs apart"] += pair.ever_apart
    least = LEAST | LEAST_OF.get(edition, {})
    assert {word: seen[word] for word in least if seen[word] < least[word]} == {}


@pytest.mark.parametrize("edition", EDITIONS)
def test_twins_look_the_same_whatever_goes_wrong(edition: str) -> None:
    """A pawn stands elsewhere, a clock runs down: neither says where Mister X is."""
    seen: Counter[str] = Counter()
    for number in range(PAIRS // 2):
        rng = Random(f"mishaps {edition} {number}")
        deals = deal(edition, "demo", rng)
        pair = Pair(RulesTwin(deals[0]), RulesTwin(deals[1]), rng, seen, longest=60, mishaps=0.25)
        _compare(pair, deals)
        for commands in pair.play():
            _compare(pair, commands)
    least = MISHAPS | MISHAPS_OF.get(edition, {})
    assert {word: seen[word] for word in least if seen[word] < least[word]} == {}


def _compare(pair: Pair[RulesTwin], commands: Commands | None) -> None:
    one, other = pair.one.now, pair.other.now
    assert _without_trail(one.heard) == _without_trail(other.heard)
    assert one.table == one.game.open
    assert other.table == other.game.open
    if one.game.open.outcome:
        assert one.game.open.outcome == other.game.open.outcome
        return
    assert _reprs(one, commands and commands[0]) == _reprs(other, commands and commands[1])
    assert repr(public_view(one.game.open)) == repr(public_view(other.game.open))
    if pair.rng.random() < 0.02:
        assert _as_json(one.game, one.heard) == _as_json(other.game, other.heard)
    _compare_possible(pair)
    for _ in range(3):
        _compare_refusal(pair, detectives_attempt(pair.games, pair.rng))
    pair.note()


def _without_trail(events: tuple[Event, ...]) -> list[Event]:
    """*events*; at the end the log opens, and then everybody may know."""
    return [replace(event, start=None, trail=()) if isinstance(event, e.Ended) else event for event in events]


def _reprs(moment: Moment, command: c.Command | None) -> list[str]:
    """What a log file or a traceback could print."""
    told = [command, *moment.events]
    if moment.game.rules.edition.open_play:
        # One who vanishes hides his ticket as well, and the twins may have taken different ones.
        told = [replace(it, ticket=None) if isinstance(it, c.Travel | e.Travelled) else it for it in told]
    return [repr(it) for it in (told, moment.heard, moment.game, moment.belief)]


def _as_json(game: Game, heard: tuple[Event, ...]) -> str:
    events = [encode(event) for event in heard if not isinstance(event, e.Started)]
    views = [plain(public_view(game.open, audience)) for audience in ("public", *game.rules.pawns)]
    return json.dumps([events, views])


def _compare_possible(pair: Pair[RulesTwin]) -> None:
    """The deduction is the same, and rules out neither of the truths."""
    one, other = pair.one.now, pair.other.now
    stations = possible(one.belief, one.table)
    assert stations == possible(other.belief, other.table)
    if one.game.open.turn.side is not Side.START:
        assert stations >> one.game.secret.station & stations >> other.game.secret.station & 1


def _compare_refusal(pair: Pair[RulesTwin], command: c.Command) -> None:
    answers = [_refusal(game, command) for game in pair.games]
    assert answers[0] == answers[1]
    pair.seen["refused"] += answers[0] != ""


def _refusal(game: Game, command: c.Command) -> str:
    """Why not, or nothing."""
    try:
        decide(game, command)
    except Refused as no:
        return f"{no!r} {no.refusal} {no.words}"
    return ""
