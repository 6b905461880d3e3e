"""Facts beside the game: durable, and none of the game's business."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.pursuit import commands as c
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.refusals import Refused
from companion.games.pursuit.tickets import Ticket
from companion.journal import Journal
from companion.protocol import hear
from companion.referee import Referee
from companion.table import Table
from tests.referee.forms import LONDON

TO_32 = c.Travel(MISTER_X, Ticket.TAXI, 32)
CLOCK = {"left": {"mister_x": 12.5}, "turn": "1 mister_x"}


def test_the_last_one_to_say_something_is_right() -> None:
    with Journal.in_memory() as journal:
        table = Table(journal)
        assert table.memory == {}
        table.remember(lamp="green", volume=3)
        table.remember(lamp="red")
        assert table.memory == {"lamp": "red", "volume": 3}


def test_facts_survive_a_power_cut_a_step_back_and_a_new_game(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal") as journal:
        table = Table(journal)
        table.remember(settings={"language": "de"})
        table.submit(hear(LONDON), clock=CLOCK)
        table.submit(TO_32, clock=None)
        table.undo()
        assert table.memory == {"settings": {"language": "de"}, "clock": None}
        table.submit(hear(LONDON))
        game, memory = table.game, table.memory
    with Journal.open(tmp_path / "journal") as journal:
        again = Table(journal)
        assert again.memory == memory == {"settings": {"language": "de"}, "clock": None}
        assert again.game == game


def test_facts_said_with_a_command_are_in_its_step() -> None:
    with Journal.in_memory() as journal:
        table = Table(journal)
        table.submit(hear(LONDON), clock=CLOCK)
        assert len({entry.step for entry in journal.entries()}) == 1
        assert journal.entries()[-1].kind == "memory"
        assert journal.entries()[-1].body == {"clock": CLOCK}


def test_a_command_that_is_refused_leaves_no_facts() -> None:
    with Journal.in_memory() as journal:
        table = Table(journal)
        table.submit(hear(LONDON))
        rows = journal.entries()
        with pytest.raises(Refused):
            table.submit(c.Travel(MISTER_X, Ticket.TAXI, 1), clock=CLOCK)
        assert table.memory == {}
        assert journal.entries() == rows


@pytest.mark.parametrize("fact", [float("nan"), object(), {1, 2}], ids=["nan", "object", "set"])
def test_what_json_can_not_say_is_not_remembered(fact: object) -> None:
    with Journal.in_memory() as journal:
        table = Table(journal)
        with pytest.raises((TypeError, ValueError)):
            table.remember(fact=fact)
        with pytest.raises((TypeError, ValueError)):
            table.submit(hear(LONDON), fact=fact)
        assert (table.memory, table.position, journal.entries()) == ({}, None, ())


def test_what_is_remembered_is_a_copy_as_it_will_be_read_again() -> None:
    with Journal.in_memory() as journal:
        table = Table(journal)
        names = ["red"]
        table.remember(names=names, pair=(1, 2))
        names.append("blue")
        assert table.memory == Table(journal).memory == {"names": ["red"], "pair": [1, 2]}


def test_nothing_to_remember_is_not_written_down() -> None:
    with Journal.in_memory() as journal:
        Table(journal).remember()
        assert journal.entries() == ()


def test_the_referee_plays_on_in_a_journal_with_facts_in_it() -> None:
    with Journal.in_memory() as journal, Journal.in_memory() as plain:
        table, other = Table(journal), Table(plain)
        for one in (table, other):
            one.submit(hear(LONDON))
        table.remember(lamp="red")
        table.submit(TO_32, clock=CLOCK)
        other.submit(TO_32)
        referees = Referee(Table(journal), "public"), Referee(other, "public")
        for line in (b'{"ask":"view"}', b'{"ask":"moves"}', b'{"do":"undo"}', b'{"ask":"possible"}'):
            answers = [referee.answer(line) for referee in referees]
            assert answers[0] == answers[1]
            assert answers[0]["ok"]


def test_a_game_that_waits_for_his_card_survives_a_power_cut_without_its_seed(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal") as journal:
        table = Table(journal)
        new = hear(LONDON)
        assert isinstance(new, c.New)
        table.prepare(replace(new, starts={"red": 28, "blue": 14}), lamp="green")
        assert "seed" not in str(table.memory)
    with Journal.open(tmp_path / "journal") as journal:
        table = Table(journal)
        waiting = table.prepared
        assert waiting is not None
        assert waiting.starts == {"red": 28, "blue": 14}
        table.deal(None)
        assert table.prepared is None
        assert table.memory["lamp"] == "green"
    with Journal.open(tmp_path / "journal") as journal:
        assert Table(journal).prepared is None


def test_a_card_that_is_sent_twice_begins_one_game() -> None:
    with Journal.in_memory() as journal:
        table = Table(journal)
        new = hear(LONDON)
        assert isinstance(new, c.New)
        table.prepare(new)
        step = table.step
        table.deal(None, at=step)
        with pytest.raises(Refused):
            table.deal(None, at=step)
        assert len(table.record()) == 1


def test_what_waits_for_a_card_can_be_forgotten_once() -> None:
    with Journal.in_memory() as journal:
        table = Table(journal)
        new = hear(LONDON)
        assert isinstance(new, c.New)
        before = table.step
        table.prepare(new)
        assert table.step != before
        assert table.forget_prepared()
        assert table.prepared is None
        assert not table.forget_prepared()
