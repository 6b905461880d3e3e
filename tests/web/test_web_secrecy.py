"""Pairs of games that differ only in secrets, with their pages: every byte that a stranger can get is the same."""

from __future__ import annotations

import logging
from collections import Counter
from random import Random

import pytest

from companion.games.pursuit import commands as c
from companion.games.pursuit.decide import decide
from companion.games.pursuit.game import Game
from companion.games.pursuit.refusals import Refused
from companion.protocol import say
from tests.secrecy.attempts import detectives_attempt, his_attempt
from tests.secrecy.deals import deal
from tests.secrecy.twins import Pair
from tests.support.players import EDITIONS
from tests.web.web_twins import WebTwin

pytestmark = pytest.mark.usefixtures("hasty")

PAIRS = {"sherlock-2022-variant": 4}
USUAL = 2
LEAST = {"steps": 30, "apart": 25, "past a reveal": 15, "refused": 80, "his refused": 25, "power cuts": 1}
"""What the games of an edition must have covered; ``Pair`` says what the words mean."""
LEAST_OF = {
    "ny-chase-1999": {"barrier": 3, "helicopter": 1},
    "sherlock-2022-variant": {"hidden": 10, "balloon": 1, "barrier": 1, "ban": 1, "symbol": 1, "recall": 1},
}


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_stranger_can_not_tell_twins_apart(edition: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    seen: Counter[str] = Counter()
    for number in range(PAIRS.get(edition, USUAL)):
        rng = Random(f"web {edition} {number}")
        one, other = (WebTwin(new, bench=number % 2 == 0) for new in deal(edition, "demo", rng))
        pair = Pair(one, other, rng, seen, longest=45, undoing=0.05, mishaps=0.05)
        compare(pair)
        for _ in pair.play():
            if pair.over:
                break
            compare(pair)
            pair.note()
            attempts(pair)
            if rng.random() < 0.1:
                cut_the_power(pair)
        one.close()
        other.close()
    assert caplog.messages == []
    least = LEAST | LEAST_OF.get(edition, {})
    assert {word: seen[word] for word in least if seen[word] < least[word]} == {}


def compare(pair: Pair[WebTwin]) -> None:
    one, other = pair.one, pair.other
    assert one.answers == other.answers
    assert one.heard() == other.heard()
    seed = pair.rng.random()
    assert one.asked(Random(seed)) == other.asked(Random(seed))
    assert one.heard() == other.heard()
    assert one.his_page() == other.his_page()
    if pair.apart:
        views = [twin.evening.on.mister_x() for twin in (one, other)]
        assert views[0] != views[1], "nothing here would prove anything"


def attempts(pair: Pair[WebTwin]) -> None:
    """Detectives who try something, and Mister X who is refused: nobody learns anything from it."""
    for _ in range(3):
        command = detectives_attempt(pair.games, pair.rng)
        statuses = [twin.press(twin.stranger, say(command)) for twin in (pair.one, pair.other)]
        assert statuses[0] == statuses[1]
        if statuses[0] == 204:
            # Its answer may be a truth that parts them: it is taken back, and what was said meanwhile is forgotten.
            for twin in (pair.one, pair.other):
                twin.evening.on.undo()
                twin.heard()
        else:
            pair.seen["refused"] += 1
    command = his_attempt(pair.games, pair.rng)
    if all(_refuses(game, command) for game in pair.games):
        for twin in (pair.one, pair.other):
            assert twin.press(twin.his, say(command)) in (400, 409)
        pair.seen["his refused"] += 1
    assert pair.one.answers == pair.other.answers
    assert pair.one.heard() == pair.other.heard()


def _refuses(game: Game, command: c.Command) -> bool:
    try:
        decide(game, command)
    except Refused:
        return True
    return False


def cut_the_power(pair: Pair[WebTwin]) -> None:
    for on in (False, True):
        for twin in (pair.one, pair.other):
            twin.evening.power(on)
        assert pair.one.heard() == pair.other.heard()
        if on:
            compare(pair)
    pair.seen["power cuts"] += 1
