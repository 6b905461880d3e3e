"""Who watches a table hears of every step, and can read it from any thread."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from random import Random
from threading import Barrier, Thread

import pytest

from companion.games.pursuit import commands as c
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.refusals import Refused
from companion.games.pursuit.tickets import Ticket
from companion.games.pursuit.views import public_view
from companion.journal import Journal
from companion.protocol import hear
from companion.table import Table
from tests.referee.forms import LONDON
from tests.support.players import legal_step

TO_32 = c.Travel(MISTER_X, Ticket.TAXI, 32)
PATIENCE = 10


@pytest.fixture
def table() -> Iterator[Table]:
    with Journal.in_memory() as journal:
        yield Table(journal)


def test_a_watcher_is_called_after_each_command_step_back_and_note(table: Table) -> None:
    seen: list[int] = []
    table.watch(lambda: seen.append(len(table.record())))
    table.submit(hear(LONDON))
    table.submit(TO_32)
    table.undo()
    table.remember(lamp="red")
    assert seen == [1, 2, 1, 1]


def test_a_refusal_calls_nobody(table: Table) -> None:
    calls: list[None] = []
    table.submit(hear(LONDON))
    table.watch(lambda: calls.append(None))
    with pytest.raises(Refused):
        table.submit(c.Travel("red", Ticket.TAXI, 1))
    assert not calls


def test_one_who_leaves_is_called_no_more_and_may_leave_twice(table: Table) -> None:
    calls: list[str] = []

    def call() -> None:
        calls.append("once" if not calls else "again")

    leave, leave_too = table.watch(call), table.watch(call)
    table.remember(lamp="red")
    leave()
    leave()
    table.remember(lamp="green")
    assert len(calls) == 3
    leave_too()
    table.remember(lamp="red")
    assert len(calls) == 3


def test_a_watcher_may_wait_for_another_thread_that_reads_the_table(table: Table) -> None:
    seen: list[object] = []

    def wait_for_a_reader() -> None:
        reader = Thread(target=lambda: seen.append(table.sight()))
        reader.start()
        reader.join(PATIENCE)
        assert not reader.is_alive()

    table.watch(wait_for_a_reader)
    table.submit(hear(LONDON))
    assert seen == [table.sight()]


def test_a_watcher_may_write(table: Table) -> None:
    def answer() -> None:
        if len(table.record()) == 1:
            table.submit(TO_32)

    table.watch(answer)
    table.submit(hear(LONDON))
    assert len(table.record()) == 2


def test_a_watcher_who_fails_spoils_nothing_and_his_words_are_not_logged(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    calls: list[None] = []

    def fail() -> None:
        raise RuntimeError(f"he is at {table.game.secret.station}")

    table.watch(fail)
    table.watch(lambda: calls.append(None))
    with caplog.at_level(logging.DEBUG):
        table.submit(hear(LONDON))
    assert len(calls) == len(table.record()) == 1
    assert "RuntimeError" in caplog.text
    assert "24" not in caplog.text


def test_readers_in_other_threads_see_whole_moments(table: Table) -> None:
    """A sight is of one step: its view, its choices and what was heard fit together."""
    table.submit(hear(LONDON))
    faults: list[BaseException] = []
    start = Barrier(4)
    done: list[bool] = []

    def read() -> None:
        start.wait(PATIENCE)
        try:
            while not done:
                sight = table.sight()
                assert sight is not None
                assert set(sight.choices.pawns) == _may_move(sight.view.turn)
                assert table.possible_count() > 0
                assert table.mister_x().mister_x.station
                assert table.record()[0]["do"] == "new"
        except BaseException as fault:
            faults.append(fault)

    readers = [Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    start.wait(PATIENCE)
    rng = Random(1)
    for number in range(150):
        if table.game.open.outcome or number % 40 == 39:
            table.submit(hear(LONDON | {"seed": number}))
        elif number % 7 == 6:
            table.undo() if len(table.record()) > 1 else None
        else:
            table.submit(legal_step(table.game, rng)[0], number=number)
    done.append(True)
    for reader in readers:
        reader.join(PATIENCE)
    assert not faults
    assert table.sight().view == public_view(table.game.open)  # type: ignore[union-attr]


def _may_move(turn: str | tuple[str, ...] | None) -> set[str]:
    return set(turn) if isinstance(turn, tuple) else set()
