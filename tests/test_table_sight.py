"""What can be seen at a table, and what a step back would take back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.pursuit import commands as c
from companion.games.pursuit import events as e
from companion.games.pursuit.choices import team_choices
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.refusals import Refusal, Refused
from companion.games.pursuit.tickets import Ticket
from companion.games.pursuit.views import mister_x_view, public_view
from companion.journal import Journal
from companion.protocol import hear
from companion.sight import News, Sight, Undoable
from companion.table import NoGame, Table
from tests.referee.forms import CLASSIC, LONDON, variant
from tests.support.players import EDITIONS, random_game

TAXI = Ticket.TAXI
TO_32 = c.Travel(MISTER_X, TAXI, 32)
BLUE_TO_3 = c.Travel("blue", Ticket.BUS, 3)


@pytest.fixture
def journal() -> Iterator[Journal]:
    with Journal.in_memory() as journal:
        yield journal


def seen(table: Table) -> Sight:
    sight = table.sight()
    assert sight is not None
    return sight


def undoable(table: Table) -> Undoable | None:
    return seen(table).undoable


def test_before_the_first_game_there_is_nothing_to_see(journal: Journal) -> None:
    table = Table(journal)
    assert table.sight() is None
    for ask in (table.mister_x, table.possible_count, table.possible):
        with pytest.raises(NoGame):
            ask()


def heard(table: Table) -> tuple[e.Event, ...]:
    """What the last step told the table."""
    return table.news(seen(table).step - 1).heard


def test_a_sight_is_the_open_half_and_news_is_what_was_heard(journal: Journal) -> None:
    table = Table(journal)
    table.submit(hear(LONDON))
    position = table.submit(TO_32)
    sight = seen(table)
    assert sight.view == public_view(table.game.open)
    assert sight.choices == team_choices(table.game.open)
    assert sight.edition is table.game.rules.edition
    assert heard(table) == position.heard
    assert heard(table)[0] == e.Travelled(MISTER_X, TAXI, None)
    assert sight.largest == 48
    assert table.mister_x() == mister_x_view(table.game)
    assert table.possible_count() == table.possible().bit_count() > 1


def test_after_a_step_back_the_table_is_as_it_was_and_has_heard_nothing_new(journal: Journal) -> None:
    table = Table(journal)
    table.submit(hear(LONDON))
    before = seen(table)
    table.submit(TO_32)
    after = seen(table)
    table.undo()
    back = seen(table)
    assert (back.view, back.choices, back.undoable) == (before.view, before.choices, before.undoable)
    news = table.news(after.step)
    assert (news.heard, news.taken_back) == ((), after.undoable)
    assert len({before.step, after.step, back.step}) == 3


def test_a_sight_survives_a_power_cut(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "journal") as journal:
        table = Table(journal)
        table.submit(hear(LONDON))
        table.submit(TO_32, lamp="green")
        table.remember(lamp="red")
        sight = seen(table)
    with Journal.open(tmp_path / "journal") as journal:
        again = Table(journal)
        assert again.sight() == sight
        again.undo()
        back = again.sight()
    with Journal.open(tmp_path / "journal") as journal:
        assert Table(journal).sight() == back


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_command_and_every_step_back_is_another_step(edition: str, journal: Journal) -> None:
    table = Table(journal)
    steps: list[int] = []
    for game, command, *_ in random_game(edition, 1):
        if not steps:
            said = {"do": "new", "edition": edition, "map": "demo", "seed": 1}
            table.submit(hear(said | {"detectives": list(game.rules.detectives)}))
            steps.append(seen(table).step)
        table.submit(command)
        steps.append(seen(table).step)
        if len(steps) % 3 == 0:
            table.undo()
            steps.append(seen(table).step)
            table.submit(command)
            steps.append(seen(table).step)
    assert len(set(steps)) == len(steps)


def test_a_note_beside_the_game_is_no_step(journal: Journal) -> None:
    table = Table(journal)
    table.submit(hear(LONDON))
    sight = seen(table)
    table.remember(lamp="red")
    assert seen(table) == sight


def test_a_games_beginning_stays(journal: Journal) -> None:
    table = Table(journal)
    table.submit(hear(LONDON))
    assert undoable(table) is None


def test_what_would_be_taken_back_is_said_without_saying_where_he_went(journal: Journal) -> None:
    table = Table(journal)
    table.submit(hear(LONDON))
    table.submit(TO_32)
    assert undoable(table) == Undoable(MISTER_X, by_clock=False, told=False)
    table.submit(BLUE_TO_3)
    assert undoable(table) == Undoable("blue", by_clock=False, told=False)
    table.submit(c.Correct("red", 12))
    assert undoable(table) == Undoable("red", by_clock=False, told=False)
    table.submit(c.TimeUp("pass"))
    assert undoable(table) == Undoable("detectives", by_clock=True, told=False)
    table.submit(c.TimeUp("pass"))
    assert undoable(table) == Undoable(MISTER_X, by_clock=True, told=False)
    table.undo()
    assert undoable(table) == Undoable("detectives", by_clock=True, told=False)


def test_a_move_in_which_he_was_shown_says_so(journal: Journal) -> None:
    table = Table(journal)
    table.submit(hear(LONDON))
    for _ in range(2):
        table.submit(c.TimeUp("pass"))
        table.submit(c.TimeUp("pass"))
    table.submit(TO_32)
    assert e.Shown(32) in heard(table)
    assert undoable(table) == Undoable(MISTER_X, by_clock=False, told=True)


def test_showing_himself_counts_as_being_shown(journal: Journal) -> None:
    table = Table(journal)
    table.submit(hear(CLASSIC))
    table.submit(c.Travel(MISTER_X, TAXI, 2))
    table.submit(c.Show({}))
    assert undoable(table) == Undoable(MISTER_X, by_clock=False, told=True)


def test_a_tile_turned_up_for_the_balloon_counts_as_well(journal: Journal) -> None:
    table = Table(journal)
    table.submit(hear(variant(mister_x=27)))
    table.submit(c.Balloon())
    assert undoable(table) == Undoable(MISTER_X, by_clock=False, told=True)


def test_a_turn_that_he_ends_is_his(journal: Journal) -> None:
    table = Table(journal)
    table.submit(hear(variant()))
    table.submit(c.Start(4))
    assert undoable(table) == Undoable(MISTER_X, by_clock=False, told=False)
    table.submit(c.Travel(MISTER_X, TAXI, 3))
    table.submit(c.EndTurn())
    assert undoable(table) == Undoable(MISTER_X, by_clock=False, told=False)


def test_one_who_reappears_at_the_end_of_a_round_has_been_seen_whoever_ended_it(journal: Journal) -> None:
    table = Table(journal)
    said = {"do": "new", "edition": "beginner-2014", "map": "demo", "detectives": ["red", "blue", "green"]}
    table.submit(hear(said | {"seed": 1}))
    start = table.game.secret.start
    to = next(leg for leg in table.mister_x().moves if leg[0] == "black")[1]
    table.submit(c.Travel(MISTER_X, Ticket.BLACK, to))
    assert undoable(table) == Undoable(MISTER_X, by_clock=False, told=False)
    while table.game.open.turn.round == 1:
        table.submit(c.TimeUp("pass"))
    assert start != to
    assert e.Shown(to) in heard(table)
    what = undoable(table)
    assert what is not None
    assert (what.whose, what.told) == ("detectives", True)


def test_news_is_everything_heard_since_somebody_looked(journal: Journal) -> None:
    table = Table(journal)
    table.submit(hear(LONDON))
    since = seen(table).step
    first, second = table.submit(TO_32), table.submit(BLUE_TO_3)
    assert table.news(since).heard == first.heard + second.heard
    assert table.news(table.step) == News(table.step, (), None)


def test_what_was_taken_back_since_then_is_no_news(journal: Journal) -> None:
    table = Table(journal)
    table.submit(hear(LONDON))
    since = seen(table).step
    first = table.submit(TO_32)
    table.submit(BLUE_TO_3)
    table.undo()
    assert table.news(since) == News(table.step, first.heard, Undoable("blue", by_clock=False, told=False))


@pytest.mark.parametrize("token", [c.Token("holmes"), c.Token("watson", "park")])
def test_a_token_that_was_answered_stays_played(token: c.Command, journal: Journal) -> None:
    table = Table(journal)
    table.submit(hear(variant()))
    table.submit(c.Start(4))
    table.submit(c.Travel(MISTER_X, TAXI, 3))
    table.submit(c.EndTurn())
    table.submit(token)
    what = undoable(table)
    assert what is not None
    assert what.told


def test_what_is_said_about_an_older_step_is_refused_and_changes_nothing(journal: Journal) -> None:
    table = Table(journal)
    table.submit(hear(LONDON))
    before = table.step
    table.submit(TO_32)
    now = seen(table)
    for late in (lambda: table.submit(BLUE_TO_3, at=before), lambda: table.undo(at=before)):
        with pytest.raises(Refused) as refused:
            late()
        assert refused.value.refusal is Refusal.MOVED_ON
        assert seen(table) == now
    table.submit(BLUE_TO_3, at=now.step)


def test_a_clock_that_sends_somebody_on_is_counted_until_that_is_taken_back(journal: Journal) -> None:
    table = Table(journal)
    table.submit(hear(LONDON))
    table.submit(TO_32)
    assert seen(table).times_up == 0
    table.submit(c.TimeUp("pass"))
    assert seen(table).times_up == 1
    table.undo()
    assert seen(table).times_up == 0
