"""Pairs of games that differ only in secrets, refereed line by line: every byte for the table is the same."""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from random import Random
from typing import Any

import pytest

from companion.games.pursuit import commands as c
from companion.games.pursuit import events as e
from companion.games.pursuit.game import Game, Side
from companion.journal import Journal
from companion.protocol import say
from companion.referee import Referee, serve
from companion.table import Table
from tests.secrecy.attempts import NONSENSE, detectives_attempt
from tests.secrecy.deals import deal
from tests.secrecy.twins import Pair
from tests.support.players import EDITIONS

PAIRS = {"sherlock-2022-variant": 30}
"""In a block: where so much more can happen, more than the usual."""

USUAL = 12

BLOCKS = [
    *((edition, "demo", block) for edition in EDITIONS for block in range(2)),
    *((edition, "london", block) for edition in ("classic-1983", "london-2014") for block in range(1)),
]

LEAST = {
    "steps": 250,
    "apart": 200,
    "pairs apart": 11,
    "past a reveal": 80,
    "deepest": 6,
    "refused": 1500,
    "accepted and undone": 60,
    "redone": 12,
}
"""What a block must have covered at least; ``Pair`` says what the words mean."""

LEAST_OF = {
    "beginner-2014": {"apart": 60, "past a reveal": 40, "taken back": 15},
    "ny-chase-1999": {"barrier": 15, "helicopter": 4, "descend": 3},
    "sherlock-2022-variant": {
        "crime": 1,
        "hideout": 1,
        "hide": 2,
        "hidden": 30,
        "balloon": 1,
        "quarter": 1,
        "symbol": 1,
        "ban": 4,
        "recall": 1,
        "barrier": 4,
    },
}


MISHAPS = {"steps": 80, "apart": 25, "correct": 5, "timeup": 2}
MISHAPS_OF = {"beginner-2014": {"timeup": 0}}
"""What games in which things go wrong must have covered. One who plays in sight shows himself when time is up."""


class Ear(logging.Handler):
    """Hears everything that is logged, by anybody."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.setFormatter(logging.Formatter("%(name)s %(levelname)s %(message)s"))
        self.heard: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(self.format(record))

    @contextmanager
    def listening(self) -> Iterator[Ear]:
        root = logging.getLogger()
        level = root.level
        root.addHandler(self)
        root.setLevel(logging.DEBUG)
        try:
            yield self
        finally:
            root.removeHandler(self)
            root.setLevel(level)


class RefereeTwin:
    """A twin played over the line protocol, for the public, and all it has let out."""

    def __init__(self, journal: Journal, ear: Ear) -> None:
        self.table = Table(journal)
        self.referee = Referee(self.table, audience="public")
        self.ear = ear
        self.games: list[Game] = []
        self.told: list[bytes] = []
        self.logged: list[str] = []

    @property
    def events(self) -> tuple[e.Event, ...]:
        assert self.table.position is not None
        return self.table.position.events

    def say(self, line: bytes) -> bytes:
        """What the referee answers, as it goes down the wire."""
        before = len(self.ear.heard)
        sink = BytesIO()
        serve(self.referee, BytesIO(line + b"\n"), sink)
        self.logged += self.ear.heard[before:]
        return sink.getvalue()

    def do(self, command: c.Command) -> None:
        self.told.append(self.say(_line(say(command))))
        assert self.told[-1].startswith(b'{"ok":true'), self.told[-1]
        self.games.append(self.table.game)

    def undo(self) -> None:
        self.told.append(self.say(b'{"do":"undo"}'))
        self.games.pop()

    def surfaces(self) -> list[bytes | str]:
        """Everything that anybody but Mister X can see now."""
        game = self.games[-1]
        audiences = ["public", *game.rules.pawns]
        asked: list[dict[str, Any]] = [{"ask": "view", "audience": audience} for audience in audiences]
        asked += [{"ask": "possible"}, {"ask": "record"}]
        if game.open.turn.side is Side.DETECTIVES:
            asked.append({"ask": "moves"})
        position = self.table.position
        return [
            *(self.say(_line(question)) for question in asked),
            *(repr(it) for it in (position, game, game.open)),
        ]


def _line(said: dict[str, Any]) -> bytes:
    return json.dumps(said).encode()


@pytest.mark.parametrize(("edition", "board", "block"), BLOCKS)
def test_the_referee_says_the_same_of_twins(
    edition: str, board: str, block: int, capfd: pytest.CaptureFixture[str]
) -> None:
    seen: Counter[str] = Counter()
    for number in range(PAIRS.get(edition, USUAL)):
        rng = Random(f"referee {edition} {board} {block} {number}")
        with Ear().listening() as ear, Journal.in_memory() as mine, Journal.in_memory() as his:
            pair = Pair(RefereeTwin(mine, ear), RefereeTwin(his, ear), rng, seen, rng.choice([15, 30, 70]))
            _play(pair, deal(edition, board, rng))
        seen["pairs apart"] += pair.ever_apart
    assert capfd.readouterr() == ("", "")
    least = LEAST | LEAST_OF.get(edition, {})
    assert {word: seen[word] for word in least if seen[word] < least[word]} == {}


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_referee_says_the_same_of_twins_whatever_goes_wrong(edition: str) -> None:
    seen: Counter[str] = Counter()
    for number in range(USUAL // 2):
        rng = Random(f"referee mishaps {edition} {number}")
        with Ear().listening() as ear, Journal.in_memory() as mine, Journal.in_memory() as his:
            pair = Pair(RefereeTwin(mine, ear), RefereeTwin(his, ear), rng, seen, 40, mishaps=0.25)
            _play(pair, deal(edition, "demo", rng))
    least = MISHAPS | MISHAPS_OF.get(edition, {})
    assert {word: seen[word] for word in least if seen[word] < least[word]} == {}


def _play(pair: Pair[RefereeTwin], deals: tuple[c.New, c.New]) -> None:
    pair.one.do(deals[0])
    pair.other.do(deals[1])
    _compare(pair)
    for commands in pair.play():
        _compare(pair)
        if commands and not pair.over and pair.rng.random() < 0.1:
            _undo_and_redo(pair, commands)
            _compare(pair)


def _compare(pair: Pair[RefereeTwin]) -> None:
    one, other = pair.one, pair.other
    assert one.logged == other.logged
    if pair.over:
        assert _without_trail(one.told[-1]) == _without_trail(other.told[-1])
        return
    assert one.told == other.told
    assert one.surfaces() == other.surfaces()
    # It counts steps, so it is no surface that would look the same when a step is done again.
    assert one.table.sight() == other.table.sight()
    assert one.table.possible_count() == other.table.possible_count()
    for line in pair.rng.sample(NONSENSE, 3):
        assert _refused_alike(pair, line)
    for _ in range(5):
        _attempt(pair, detectives_attempt(pair.games, pair.rng))
    assert one.logged == other.logged
    _compare_his_view(pair)
    pair.note()


def _without_trail(told: bytes) -> dict[str, Any]:
    """An answer; at the end the log opens, and then everybody may know."""
    answer = json.loads(told)
    for event in answer["events"]:
        if event["event"] == "ended":
            event["start"] = event["trail"] = None
    return answer


def _refused_alike(pair: Pair[RefereeTwin], line: bytes) -> bool:
    """Whether both refuse, in the same words; if not, both must have done it."""
    answers = [twin.say(line) for twin in (pair.one, pair.other)]
    accepted = [answer.startswith(b'{"ok":true') for answer in answers]
    assert accepted[0] == accepted[1]
    if accepted[0]:
        return False
    assert answers[0] == answers[1]
    pair.seen["refused"] += 1
    return True


def _attempt(pair: Pair[RefereeTwin], command: c.Command) -> None:
    """Try *command*. If it is legal, its answer may be a truth that parts them: take it back."""
    if _refused_alike(pair, _line(say(command))):
        return
    answers = [twin.say(b'{"do":"undo"}') for twin in (pair.one, pair.other)]
    assert answers[0] == answers[1]
    for twin in (pair.one, pair.other):
        assert twin.table.game is twin.games[-1]
    pair.seen["accepted and undone"] += 1


def _undo_and_redo(pair: Pair[RefereeTwin], commands: tuple[c.Command, c.Command]) -> None:
    """What was taken back and done again looks as it did before."""
    for twin, command in zip((pair.one, pair.other), commands, strict=True):
        told, surfaces = twin.told[-1], twin.surfaces()
        twin.undo()
        twin.do(command)
        assert (twin.told[-1], twin.surfaces()) == (told, surfaces)
    pair.seen["redone"] += 1


def _compare_his_view(pair: Pair[RefereeTwin]) -> None:
    """Mister X's own view does differ: else nothing here would prove anything."""
    if pair.apart:
        views = [twin.say(b'{"ask":"view","audience":"mister_x"}') for twin in (pair.one, pair.other)]
        assert views[0] != views[1]


def test_the_ear_hears_what_is_logged_while_a_twin_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(line: bytes) -> dict[str, Any]:
        logging.getLogger("companion").debug("he is at %s", 58)
        return {}

    with Ear().listening() as ear, Journal.in_memory() as journal:
        twin = RefereeTwin(journal, ear)
        monkeypatch.setattr(twin.referee, "answer", careless)
        twin.say(b"{}")
    assert twin.logged == ["companion DEBUG he is at 58"]
