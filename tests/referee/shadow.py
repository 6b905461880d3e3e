"""A second table that hears everything the referee hears, to know what must be left when it is killed."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from companion.games.pursuit.belief import Belief
from companion.journal import Journal
from tests.referee.random_lines import next_line
from tests.referee.talk import Answer, Desk, Line


def assert_same(one: Desk, other: Desk) -> None:
    """Both tables stand at the same moment of the same game, and everybody at them knows the same."""
    assert one.seen() == other.seen()
    assert one.table.record() == other.table.record()
    assert (one.table.position is None) == (other.table.position is None)
    if one.table.position and other.table.position:
        assert one.table.game == other.table.game
        assert _learnt(one.table.position.belief) == _learnt(other.table.position.belief)


def _learnt(belief: Belief | None) -> list[object]:
    """The belief and all it came from. Compared by itself it would take a deep recursion."""
    learnt: list[object] = []
    while belief:
        learnt.append((belief.states, belief.window, belief.clue))
        belief = belief.before
    return learnt


class Shadow:
    """What a referee was told, what it must answer, and how much of it must outlive a kill."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._desk = Desk(opened=True)
        self._steps: list[Line] = []
        """The commands that were accepted, steps back included."""
        self._due: list[tuple[bool, Answer]] = []
        """Answers that have not come yet, and whether each acknowledges a step."""
        self.acknowledged = 0

    def next_line(self) -> Line:
        """Something to say now: mostly a legal command, now and then a question or nonsense."""
        chance = self._rng.random()
        if chance < 0.05:
            return self._rng.choice(
                [{"ask": "moves"}, {"ask": "possible"}, {"ask": "view"}, {"ask": "record"}]
            )
        if chance < 0.1:
            return {"do": "travel", "pawn": "nobody", "ticket": "taxi", "to": self._rng.randrange(60)}
        return next_line(self._desk.table, self._rng)

    def said(self, line: Line) -> None:
        """*line* was sent to the referee."""
        answer = self._desk.say(line)
        step = "events" in answer
        if step:
            self._steps.append(line)
        self._due.append((step, answer))

    def heard(self, raw: bytes) -> None:
        """The referee answered: that is a promise."""
        step, answer = self._due.pop(0)
        assert json.loads(raw) == answer
        self.acknowledged += step

    @property
    def unanswered_steps(self) -> int:
        """How many commands were sent that would be accepted, and have no answer yet."""
        return sum(step for step, _ in self._due)

    def died(self, last_words: bytes) -> None:
        """The referee is no more; these are the answers it had given and nobody had read."""
        *answers, _cut_short = last_words.split(b"\n")
        for raw in answers:
            self.heard(raw)

    def compare(self, path: Path) -> bool:
        """Open the journal that was left and look for anything lost or halved.

        Whether it holds the one command whose answer did not come; the shadow then stands where it stands.
        """
        with Desk(journal=Journal.open(path), opened=True) as left:
            rows = left.journal.entries()
            kept = rows[-1].step if rows else 0
            assert kept in (self.acknowledged, self.acknowledged + 1), "a step was lost, or came from nowhere"
            ours = self._desk.journal.entries()
            assert rows == tuple(row for row in ours if row.step <= kept), "a step was halved"
            self._stand_at(kept)
            assert_same(left, self._desk)
        unacknowledged, self.acknowledged = kept - self.acknowledged, kept
        return bool(unacknowledged)

    def _stand_at(self, step: int) -> None:
        """Go back to where the journal ends, if more was said than the referee lived to do."""
        self._due.clear()
        if step < len(self._steps):
            self._steps = self._steps[:step]
            self.close()
            self._desk = Desk(*self._steps, opened=True)

    def close(self) -> None:
        self._desk.journal.close()
