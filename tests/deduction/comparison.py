"""The deduction next to brute force, step by step."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.pursuit import events as e
from companion.games.pursuit.belief import Belief, follow, possible
from companion.games.pursuit.board import numbers_of
from companion.games.pursuit.game import Open, Side
from companion.games.pursuit.open_half import apply_open
from tests.deduction.brute_force import BruteForce
from tests.deduction.eager_players import Step
from tests.deduction.sightings import Sightings


def compare(
    steps: Iterable[Step],
    seen: Sightings | None = None,
    dealt: Iterable[e.Secrets] | None = None,
    thorough: bool = False,
) -> None:
    """Fail where the deduction and brute force, begun with *dealt*, don't agree."""
    belief: Belief | None = None
    table: Open | None = None
    brute_force: BruteForce | None = None
    where: set[int] = set()
    earlier: list[tuple[Belief, Open, set[int]]] = []
    for step in steps:
        for event in step.heard:
            belief, table = follow(belief, table, event), apply_open(table, event)
        assert belief is not None
        assert table is not None
        before, where = where, set(numbers_of(possible(belief, table)))
        if table.outcome and not thorough:
            # The log lies open: nothing is left to be found out.
            assert where == {step.after.secret.station}
        else:
            if brute_force is None:
                brute_force = BruteForce(step.heard, dealt, thorough)
            else:
                brute_force.hear(step.command, step.heard)
            assert where == brute_force.stations, f"after {step.command}"
        if table.turn.side is not Side.START:
            assert step.after.secret.station in where
        if seen is not None:
            seen.see(step, where, before)
        earlier.append((belief, table, where))
    # A step back leads to an earlier belief, which all that was learnt later must not have changed.
    for belief, table, where in earlier:
        assert set(numbers_of(possible(belief, table))) == where
