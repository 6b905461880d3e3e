"""Which games there have been: told when they are over, and never before."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

import companion.table
from companion.games.pursuit import commands as c
from companion.games.pursuit.apply import apply
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.events import Reason
from companion.games.pursuit.refusals import Refused
from companion.journal import Journal, JournalFault
from companion.protocol import hear
from companion.table import NoGame, Table
from tests.records.played import CAUGHT, play, play_to_the_end
from tests.referee.forms import CLASSIC, LONDON, travel
from tests.support.players import EDITIONS, legal_step

EVENING = datetime(2026, 1, 31, 20, 15, 59)
LATER = datetime(2026, 1, 31, 21, 2)


def over(table: Table) -> list[int]:
    return [game.id for game in table.games()]


def test_a_game_is_told_of_when_it_is_over_and_not_before() -> None:
    table = Table(Journal.in_memory())
    assert (table.games(), table.game_id) == ((), None)
    play(table, *CAUGHT[:-1])
    assert (table.games(), table.game_id) == ((), 1)
    play(table, CAUGHT[-1])
    (game,) = table.games()
    assert (game.id, game.edition, game.title) == (1, "london-2014", "Scotland Yard (2014)")
    assert (game.short, game.board, game.detectives) == ("London 2014", "Fogbury", ("red", "blue"))
    assert (game.winner, game.reason, game.by, game.at) == ("detectives", Reason.CAPTURED, "blue", 22)
    assert (game.rounds, game.windows) == (1, 1)
    assert (game.began, game.ended, game.players) == (None, None, {})


def test_the_newest_comes_first() -> None:
    table = Table(Journal.in_memory())
    ids = [play(table, *CAUGHT) for _ in range(3)]
    assert ids == [1, 4, 7]
    assert over(table) == [7, 4, 1]


def test_a_game_given_up_for_another_is_not_over() -> None:
    table = Table(Journal.in_memory())
    play(table, *CAUGHT[:-1])
    play(table, CLASSIC)
    assert table.games() == ()
    assert table.game_id == 3


def test_an_end_that_was_taken_back_never_was() -> None:
    table = Table(Journal.in_memory())
    game = play(table, *CAUGHT)
    table.undo()
    assert table.games() == ()
    with pytest.raises(NoGame):
        table.replay(game)
    play(table, travel("blue", "bus", 3))
    assert table.games() == ()
    table.submit(c.TimeUp("lose"))
    (summary,) = table.games()
    assert (summary.winner, summary.reason, summary.by) == (MISTER_X, Reason.TIME, None)


def test_a_game_whose_end_was_taken_back_before_the_next_began_is_not_over() -> None:
    table = Table(Journal.in_memory())
    play(table, *CAUGHT)
    table.undo()
    play(table, *CAUGHT)
    assert over(table) == [5]


def test_a_round_that_was_taken_back_does_not_count() -> None:
    table = Table(Journal.in_memory())
    play(table, LONDON, travel("mister_x", "taxi", 32))
    table.submit(c.TimeUp("pass"))
    assert table.game.open.turn.round == 2
    table.undo()
    table.submit(c.TimeUp("lose"))
    assert table.games()[0].rounds == 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_summary_agrees_with_the_game_it_is_about(edition: str) -> None:
    for seed in range(5):
        table = Table(Journal.in_memory())
        game = play_to_the_end(table, edition, seed, mishaps=0.1, undo=0.1)
        (summary,) = table.games()
        end = table.game.open
        assert end.outcome is not None
        assert summary.id == game
        assert (summary.winner, summary.reason) == (end.outcome.winner, end.outcome.reason)
        assert (summary.by, summary.at) == (end.outcome.by, end.outcome.at)
        assert (summary.rounds, summary.windows) == (end.turn.round, end.window)
        assert summary.detectives == end.rules.detectives
        assert (summary.title, summary.short) == (end.rules.edition.title, end.rules.edition.short)


@pytest.mark.parametrize("edition", EDITIONS)
def test_after_a_power_cut_at_any_moment_the_history_is_the_same(edition: str, tmp_path: Path) -> None:
    rng = Random(edition)
    path = tmp_path / "journal"
    with Journal.in_memory() as shadow:
        table = Table(shadow, lambda: EVENING)
        first = play_to_the_end(table, edition, 1)
        table.name_players(first, {MISTER_X: "Ada"})
        play_to_the_end(table, edition, 2)
        table.undo()
        written = 0
        for _ in range(25):
            if table.game.open.outcome or rng.random() < 0.2:
                table.undo()
            else:
                table.submit(legal_step(table.game, rng)[0])
            if rng.random() < 0.2:
                table.name_players(table.game_id, {MISTER_X: rng.choice(["Bob", ""])})
            with Journal.open(path) as journal:
                for step in range(written + 1, shadow.entries()[-1].step + 1):
                    journal.append([(row.kind, row.body) for row in shadow.entries(step, step)])
                    written = step
            with Journal.open(path) as journal:
                again = Table(journal)
                assert again.games() == table.games()
                assert again.game_id == table.game_id
                assert again.players(table.game_id) == table.players(table.game_id)
                assert (again.step, again.game, again.memory) == (table.step, table.game, table.memory)


# Starting up


def many_games(count: int) -> Journal:
    """A journal with this many short games, and one more that is not over."""
    journal = Journal.in_memory()
    table = Table(journal)
    play(table, *CAUGHT)
    steps: dict[int, list[tuple[str, dict[str, Any]]]] = {}
    for row in journal.entries():
        steps.setdefault(row.step, []).append((row.kind, row.body))
    for _ in range(count - 1):
        for rows in steps.values():
            journal.append(rows)
    journal.append(steps[1])
    journal.append(steps[2])
    return journal


def test_of_two_hundred_games_only_the_last_is_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    folded: list[str] = []

    def counting(game: Any, event: Any) -> Any:
        folded.append(type(event).__name__)
        return apply(game, event)

    with many_games(200) as journal:
        monkeypatch.setattr(companion.table, "apply", counting)
        table = Table(journal)
        assert folded == ["Started", "Travelled", "DetectivesBegan"]
        assert len(table.games()) == 200
        assert table.games()[0].id == 598
        assert len(table.record()) == 2
        table.undo()
        with pytest.raises(NoGame):
            table.undo()


def test_what_was_remembered_in_earlier_games_is_still_known() -> None:
    with Journal.in_memory() as journal:
        table = Table(journal)
        table.remember(lamp="green")
        table.submit(hear(LONDON), volume=3, clock=1)
        table.submit(hear(CLASSIC), clock=2)
        table.remember(volume=4)
        assert Table(journal).memory == table.memory == {"lamp": "green", "volume": 4, "clock": 2}


def test_a_game_that_waits_for_his_card_is_the_last_step_after_a_restart_too() -> None:
    with Journal.in_memory() as journal:
        table = Table(journal)
        play(table, *CAUGHT)
        new = hear(LONDON)
        assert isinstance(new, c.New)
        table.prepare(new)
        assert Table(journal).step == table.step == 4


Step = list[tuple[str, dict[str, Any]]]
ODD: dict[str, Step] = {
    "an event nobody knows": [("command", {"do": "hide"}), ("event", {"event": "teleported"})],
    "an event without a name": [("command", {"do": "hide"}), ("event", {})],
    "an end without a reason": [("command", {"do": "hide"}), ("event", {"event": "ended"})],
    "a row of another kind": [("weather", {"rain": True})],
    "a command without a word": [("command", {})],
    "a beginning without events": [("command", {"do": "new"})],
    "a beginning in the middle": [("command", {"do": "new"}), ("event", {"event": "hid"})],
    "names of nobody": [("memory", {"players": 5})],
}


@pytest.mark.parametrize("odd", ODD)
def test_what_another_companion_wrote_is_a_fault_in_an_earlier_game_too(odd: str) -> None:
    with Journal.in_memory() as journal:
        play(Table(journal), *CAUGHT[:-1])
        journal.append(ODD[odd])
        rows = [(row.kind, row.body) for row in journal.entries(1, 1)]
        journal.append(rows)
        with pytest.raises(JournalFault, match="newer or a different companion"):
            Table(journal)


@pytest.mark.parametrize("more", [False, True])
@pytest.mark.parametrize("step", [[("undo", {})], [("command", {"do": "hide"}), ("event", {"event": "hid"})]])
def test_a_step_before_the_first_game_is_a_fault_whatever_follows(step: Step, more: bool) -> None:
    with Journal.in_memory() as journal, Journal.in_memory() as sound:
        journal.append(step)
        if more:
            play(Table(sound), LONDON)
            journal.append([(row.kind, row.body) for row in sound.entries()])
        with pytest.raises(JournalFault, match="newer or a different companion"):
            Table(journal)


# Secrets


def test_of_a_game_that_is_not_over_nothing_is_told() -> None:
    tables = [Table(Journal.in_memory()) for _ in range(2)]
    for table, to in zip(tables, (32, 16), strict=True):
        play(table, LONDON, travel("mister_x", "taxi", to))
        table.name_players(1, {MISTER_X: "Ada"})
    first, second = tables
    assert first.games() == second.games() == ()
    assert first.players(1) == second.players(1) == {MISTER_X: "Ada"}
    assert first.game_id == second.game_id
    refusals = set()
    for table in tables:
        for ask in (table.replay, table.recorded):
            with pytest.raises(NoGame) as no:
                ask(1)
            refusals.add(str(no.value))
    assert len(refusals) == 1


def test_a_game_that_was_given_up_stays_closed_for_ever() -> None:
    table = Table(Journal.in_memory())
    game = play(table, *CAUGHT[:-1])
    play(table, *CAUGHT)
    for ask in (table.replay, table.recorded):
        with pytest.raises(NoGame):
            ask(game)


@pytest.mark.parametrize("game", [0, -1, 2, 3, 10**30])
def test_a_number_that_is_no_game_is_refused(game: int) -> None:
    table = Table(Journal.in_memory())
    play(table, *CAUGHT)
    for ask in (table.replay, table.recorded, lambda game: table.name_players(game, {})):
        with pytest.raises(NoGame):
            ask(game)


# Dates


def test_the_clock_on_the_wall_dates_a_game_to_the_minute() -> None:
    with Journal.in_memory() as journal:
        now = [EVENING]
        table = Table(journal, lambda: now[0])
        play(table, *CAUGHT[:-1])
        now[0] = LATER
        play(table, CAUGHT[-1])
        for each in (table, Table(journal)):
            (game,) = each.games()
            assert (game.began, game.ended) == ("2026-01-31T20:15", "2026-01-31T21:02")
            assert each.memory == {}
        dated = [(row.step, row.body) for row in journal.entries() if row.kind == "memory"]
        assert dated == [(1, {"began": "2026-01-31T20:15"}), (3, {"ended": "2026-01-31T21:02"})]


def test_a_clock_that_knows_its_zone_is_read_as_it_hangs_there() -> None:
    table = Table(Journal.in_memory(), lambda: EVENING.replace(tzinfo=UTC))
    play(table, *CAUGHT)
    assert table.games()[0].began == "2026-01-31T20:15"


def test_a_clock_that_has_lost_the_time_dates_nothing() -> None:
    with Journal.in_memory() as journal:
        table = Table(journal, lambda: datetime(1970, 1, 1, 0, 3))
        play(table, *CAUGHT)
        (game,) = table.games()
        assert (game.began, game.ended) == (None, None)
        assert [row.body for row in journal.entries() if row.kind == "memory"] == [
            {"began": None},
            {"ended": None},
        ]


def test_an_end_that_was_taken_back_takes_its_date_along() -> None:
    now = [EVENING]
    table = Table(Journal.in_memory(), lambda: now[0])
    play(table, *CAUGHT)
    table.undo()
    now[0] = LATER
    play(table, CAUGHT[-1])
    assert table.games()[0].ended == "2026-01-31T21:02"


def test_without_a_clock_nothing_is_added_to_the_journal() -> None:
    with Journal.in_memory() as journal:
        play(Table(journal), *CAUGHT)
        assert {row.kind for row in journal.entries()} == {"command", "event"}


def test_a_refused_command_is_not_dated() -> None:
    with Journal.in_memory() as journal:
        table = Table(journal, lambda: EVENING)
        with pytest.raises(Refused):
            table.submit(hear({**LONDON, "detectives": []}))
        assert journal.entries() == ()


# Names


def test_names_may_be_given_during_and_after_the_game(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal") as journal:
        table = Table(journal)
        game = play(table, *CAUGHT[:-1])
        assert table.players(game) == {}
        table.name_players(game, {MISTER_X: " Ada ", "red": "Bob"})
        play(table, CAUGHT[-1])
        assert table.games()[0].players == {MISTER_X: "Ada", "red": "Bob"}
        table.name_players(game, {"blue": "Cléo", "red": ""})
        play(table, *CAUGHT)
        assert table.games()[0].players == {}
        table.name_players(game, {MISTER_X: "Ava"})
        games = table.games()
        assert games[1].players == {MISTER_X: "Ava", "blue": "Cléo"}
    with Journal.open(tmp_path / "journal") as journal:
        assert Table(journal).games() == games


def test_names_touch_neither_the_game_nor_the_memory() -> None:
    with Journal.in_memory() as journal:
        table = Table(journal)
        table.remember(lamp="red")
        game = play(table, *CAUGHT[:-1])
        before = (table.step, table.sight(), table.memory, table.record())
        calls: list[None] = []
        table.watch(lambda: calls.append(None))
        table.name_players(game, {MISTER_X: "Ada"})
        assert (table.step, table.sight(), table.memory, table.record()) == before
        assert len(calls) == 1
        assert journal.entries()[-1].body == {"players": {"game": game, "names": {MISTER_X: "Ada"}}}
        assert Table(journal).memory == {"lamp": "red"}


def test_the_same_name_from_two_keyboards_is_the_same() -> None:
    table = Table(Journal.in_memory())
    game = play(table, *CAUGHT)
    table.name_players(game, {"red": "Andre\u0301"})
    assert table.games()[0].players == {"red": "Andr\u00e9"}


@pytest.mark.parametrize(
    ("names", "says"),
    [
        ({"purple": "Ada"}, "Nobody plays purple here; there are: mister_x, red, blue."),
        ({"bobby1": "Ada"}, "Nobody plays bobby1 here"),
        ({7: "Ada"}, "Nobody plays 7 here"),
        ({"red": "A" * 25}, "at most 24 letters"),
        ({"red": "A\nB"}, "at most 24 letters"),
        ({"red": "\ud800"}, "at most 24 letters"),
        ({"red": None}, "at most 24 letters"),
        ({"red": 7}, "at most 24 letters"),
    ],
)
def test_a_name_that_can_not_be_is_one_sentence_and_nothing_is_kept(names: Any, says: str) -> None:
    with Journal.in_memory() as journal:
        table = Table(journal)
        game = play(table, *CAUGHT)
        rows = journal.entries()
        with pytest.raises(ValueError, match=says):
            table.name_players(game, {"blue": "Bob", **names})
        assert journal.entries() == rows
        assert table.games()[0].players == {}


@pytest.mark.parametrize("fact", ["began", "ended", "players"])
def test_nobody_else_can_remember_what_belongs_to_one_game(fact: str) -> None:
    table = Table(Journal.in_memory())
    with pytest.raises(ValueError, match=f"The table itself keeps: {fact}"):
        table.remember(**{fact: "2026-01-31T20:15"})
    with pytest.raises(ValueError, match="The table itself keeps"):
        table.submit(hear(LONDON), **{fact: 1})
    assert table.position is None
