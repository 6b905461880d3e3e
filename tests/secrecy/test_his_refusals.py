"""When Mister X tries what he may not, the words of the refusal give nothing away."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import asdict
from random import Random

import pytest

from companion.games.pursuit import commands as c
from companion.games.pursuit.decide import decide
from companion.games.pursuit.game import Game, Side
from companion.games.pursuit.refusals import Refusal, Refused
from tests.secrecy.attempts import his_attempt
from tests.secrecy.deals import deal
from tests.secrecy.twins import Pair, RulesTwin
from tests.support.players import EDITIONS

OPEN = {
    Refusal.NOT_YOUR_TURN,
    Refusal.START_FIRST,
    Refusal.NO_START_TO_PICK,
    Refusal.NO_SUCH_STATION,
    Refusal.NO_SUCH_PAWN,
    Refusal.NO_TICKET,
    Refusal.BANNED,
    Refusal.NOT_IN_THIS_GAME,
    Refusal.MISTER_X_MUST_MOVE,
    Refusal.MUST_MOVE,
    Refusal.LAND_FIRST,
    Refusal.SHOW_ONLY_AFTER_MOVE,
    Refusal.CANNOT_TAKE,
    Refusal.ONLY_AFTER_MOVE,
    Refusal.NOT_DUE,
    Refusal.BALLOON_GONE,
    Refusal.NOT_ON_TILE,
}
"""Reasons that lie open on the table: whatever the secret, they are given first."""

SECRET = {
    Refusal.NOT_REACHABLE,
    Refusal.START_NOT_ON_TILE,
    Refusal.NO_CRIME_HERE,
    Refusal.NO_HIDEOUT,
    Refusal.NOT_ON_ANY_TILE,
}
"""Reasons that must depend on where he is or on what he holds."""

AFTERWARDS = {
    Refusal.TAKEN,
    Refusal.BARRED,
    Refusal.ONE_DOUBLE,
    Refusal.NO_DOUBLE,
    Refusal.TOO_FEW_WINDOWS,
    Refusal.NO_SECOND_LEG,
    Refusal.TOOK_HERE,
    Refusal.HID_HERE,
    Refusal.ONE_TICKET_HERE,
    Refusal.SUPPLY_EMPTY,
    Refusal.NO_TILE_LEFT,
}
"""Reasons that lie open as well, but come up only when no secret one does."""

PAIRS = 80

LEAST = {"attempts": 15_000, "refused": 14_000, "apart": 10_000, "different reasons": 1_500}
LEAST_OF = {"beginner-2014": {"apart": 2_000, "different reasons": 100}}

HEARD = {
    Refusal.NOT_REACHABLE,
    Refusal.NO_SUCH_STATION,
    Refusal.NO_TICKET,
    Refusal.TAKEN,
    Refusal.NO_DOUBLE,
    Refusal.ONE_DOUBLE,
}
"""Reasons that must have come up in every edition; and in some, more."""

HEARD_IN = {
    "ny-chase-1999": {Refusal.BARRED},
    "sherlock-2022-variant": SECRET
    | {Refusal.BARRED, Refusal.BANNED, Refusal.NOT_DUE, Refusal.LAND_FIRST, Refusal.NOT_ON_TILE}
    | {Refusal.TOOK_HERE, Refusal.HID_HERE, Refusal.ONE_TICKET_HERE},
}


@pytest.mark.parametrize("edition", EDITIONS)
def test_twins_are_refused_in_the_same_words_unless_the_reason_is_the_secret(edition: str) -> None:
    seen: Counter[str] = Counter()
    for number in range(PAIRS):
        rng = Random(f"refusals {edition} {number}")
        deals = deal(edition, "demo", rng)
        pair = Pair(RulesTwin(deals[0]), RulesTwin(deals[1]), rng, longest=rng.choice([20, 40, 80]))
        _try_everything(pair, seen)
        for _ in pair.play():
            _try_everything(pair, seen)
    least = LEAST | LEAST_OF.get(edition, {}) | dict.fromkeys(HEARD | HEARD_IN.get(edition, set()), 1)
    assert {word: seen[word] for word in least if seen[word] < least[word]} == {}


def _try_everything(pair: Pair[RulesTwin], seen: Counter[str]) -> None:
    if pair.over:
        return
    his_turn = pair.games[0].open.turn.side is not Side.DETECTIVES
    for _ in range(25 if his_turn else 2):
        _attempt(pair, his_attempt(pair.games, pair.rng), seen)


def _attempt(pair: Pair[RulesTwin], command: c.Command, seen: Counter[str]) -> None:
    first, second = (_refusal(game, command) for game in pair.games)
    seen["attempts"] += 1
    for no in (first, second):
        if no:
            _check_words(no, command)
            seen[no.refusal] += 1
    reasons = {no and no.refusal for no in (first, second)}
    if len(reasons) == 1:
        assert str(first) == str(second)
        assert repr(first) == repr(second)
    else:
        assert not reasons & OPEN
        assert reasons & SECRET
        seen["different reasons"] += 1
    seen["refused"] += first is not None
    seen["apart"] += first is not None and pair.apart


def _refusal(game: Game, command: c.Command) -> Refused | None:
    try:
        decide(game, command)
    except Refused as no:
        return no
    return None


def _check_words(no: Refused, command: c.Command) -> None:
    """Every word is the reason's own or was said by the speaker: no number that he did not type."""
    assert no.refusal in OPEN | SECRET | AFTERWARDS
    said = set(_words_of(command))
    assert {str(word) for word in no.words.values()} <= said | {"Mister X", "nothing"}
    assert str(no) == no.refusal.format(**no.words)
    assert no.args == (str(no),)
    assert set(re.findall(r"\d+", str(no))) <= {
        number for word in said for number in re.findall(r"\d+", word)
    }


def _words_of(command: c.Command) -> list[str]:
    """What the speaker said, word by word."""
    words: list[str] = []
    for value in asdict(command).values():
        words += [str(getattr(it, "word", it)) for it in _parts(value)]
    return words


def _parts(value: object) -> list[object]:
    return [*value.keys(), *value.values()] if isinstance(value, dict) else [value]


def test_the_reasons_of_mister_x_are_sorted_into_open_and_secret_without_overlap() -> None:
    assert not OPEN & SECRET
    assert not OPEN & AFTERWARDS
    assert not SECRET & AFTERWARDS
