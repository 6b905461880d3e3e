"""Looking back on a game: every step as it was, and whether it was by the rules."""

from __future__ import annotations

import json
from copy import deepcopy
from dataclasses import replace
from typing import Any

import pytest

from companion.drawing import drawing
from companion.games.pursuit import commands as c
from companion.games.pursuit import events as e
from companion.games.pursuit.belief import possible
from companion.games.pursuit.board import numbers_of
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.notation import encode, plain
from companion.games.pursuit.turns import DETECTIVES
from companion.journal import Journal
from companion.record import Record, Step
from companion.replay import Replay, replay, summary_of
from companion.table import Position, Table
from tests.records.played import CAUGHT, copied, play, play_to_the_end
from tests.referee.forms import CLASSIC, LONDON, OVER, travel, variant
from tests.support.players import EDITIONS, own_boards


def looked_back(*lines: dict[str, Any]) -> Replay:
    table = Table(Journal.in_memory())
    return table.replay(play(table, *lines))


def positions(table: Table) -> list[Position]:
    return table._positions


def test_a_short_game_step_by_step() -> None:
    beginning, his, theirs = looked_back(*OVER).steps
    assert (beginning.number, beginning.who, beginning.what) == (1, None, "new")
    assert (beginning.mister_x, beginning.pawns["red"], beginning.window) == (24, 28, 0)
    assert (his.number, his.round, his.window, his.who, his.what) == (2, 1, 1, MISTER_X, "travel")
    assert (his.ticket, his.left, his.to, his.double, his.mister_x) == ("bus", 24, 22, False, 22)
    assert (theirs.who, theirs.ticket, theirs.left, theirs.to) == ("blue", "bus", 14, 22)
    assert theirs.pawns == {"red": 28, "blue": 22, "bobby1": 36, "bobby2": 20}
    assert all(step.checked and not step.why for step in (beginning, his, theirs))
    assert not any(step.seen for step in (beginning, his, theirs))


def test_the_arrival_that_caught_him_does_not_say_that_he_was_not_there() -> None:
    _, his, theirs = looked_back(*OVER).steps
    assert his.possible == theirs.possible
    assert his.places == theirs.places == len(his.possible or ())
    assert 22 in (theirs.possible or ())


def test_what_the_page_draws_with_is_what_the_game_was_played_with() -> None:
    table = Table(Journal.in_memory())
    lines = [{**LONDON, "options": {"rounds": 20, "link_13_14": True}}, *OVER[1:]]
    found = table.replay(play(table, *lines))
    assert found.printed.modes == ("taxi", "bus", "underground", "ferry")
    assert found.printed.links == ("link_13_14",)
    assert [13, 14] in drawing(found.printed)["links"]["taxi"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_whole_game_is_checked_and_agrees_with_the_table(edition: str) -> None:
    for seed in range(6):
        table = Table(Journal.in_memory())
        found = table.replay(play_to_the_end(table, edition, seed, mishaps=0.1, undo=0.15))
        assert found.faults == ()
        assert found.checked
        assert found.summary == table.games()[0]
        assert found.hunt == table.hunt()
        assert len(found.steps) == len(positions(table))
        assert [step.round for step in found.steps] == [1, *_rounds_before_each(table)]
        for step, position in zip(found.steps, positions(table), strict=True):
            assert step.seen == any(_shows_him(event) for event in position.heard)
            assert step.number == found.steps.index(step) + 1
            assert step.what == position.command["do"]
            assert step.mister_x == (position.game.secret.station or None)
            assert [place or 0 for place in step.pawns.values()] == list(position.game.open.where)
            assert step.barriers == tuple(numbers_of(position.game.open.extras.barred))
            assert step.window == position.game.open.window
            if position.game.open.outcome is None:
                known = possible(position.belief, position.game.open)
                assert step.possible == tuple(numbers_of(known))
            assert step.mister_x is None or step.mister_x in (step.possible or ())
            assert step.places == len(step.possible or ())


def _rounds_before_each(table: Table) -> list[int]:
    """The round that ran when each step but the first was taken: a step may begin the next one."""
    return [position.game.open.turn.round for position in positions(table)][:-1]


def _shows_him(heard: e.Event) -> bool:
    match heard:
        case e.Travelled(pawn="mister_x", to=to):
            return to is not None
        case e.Shown() | e.Flew():
            return True
    return False


@pytest.mark.parametrize("edition", own_boards())
def test_a_game_on_the_editions_own_board_is_checked_as_well(edition: str) -> None:
    table = Table(Journal.in_memory())
    board = {**own_boards()[edition], "map": {"ny-chase-1999": "new-york"}.get(edition, "london")}
    assert table.replay(play_to_the_end(table, edition, 1, **board)).checked


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_open_log_has_a_row_for_each_window(edition: str) -> None:
    for seed in range(6):
        table = Table(Journal.in_memory())
        found = table.replay(play_to_the_end(table, edition, seed, mishaps=0.05))
        log, secret = table.game.open.fugitive.log, table.game.secret
        assert [row.window for row in found.log] == list(range(1, len(log) + 1))
        assert tuple(row.to for row in found.log) == secret.trail
        assert [row.left for row in found.log] == [secret.start, *secret.trail][:-1]
        assert found.start == secret.start
        assert [row.note for row in found.log] == [window.note for window in log]
        assert all(row.legal and not row.why for row in found.log)
        # In open play the log keeps nobody's ticket who vanished; looking back, it is known.
        for row, window in zip(found.log, log, strict=True):
            assert window.ticket is None or row.ticket == window.ticket.word
        before = positions(table)[-2].game.open.fugitive.log
        recalled = {
            event.window
            for position in positions(table)
            for event in position.events
            if isinstance(event, e.Recalled)
        }
        for row, window in zip(found.log, before, strict=False):
            if row.window not in recalled and row.window < len(before):
                assert row.seen == (window.station is not None)


def test_a_reveal_is_seen_in_its_step_and_in_its_window() -> None:
    table = Table(Journal.in_memory())
    play(table, LONDON)
    for _ in range(4):
        table.submit(c.TimeUp("pass"))
    play(table, travel("mister_x", "taxi", 32))
    table.submit(c.TimeUp("lose"))
    found = table.replay(1)
    assert [step.seen for step in found.steps] == [False] * 5 + [True, False]
    assert [row.seen for row in found.log] == [False, False, True]
    assert [row.note for row in found.log] == ["time", "time", ""]
    assert found.steps[5].possible == (32,)


def test_who_speaks_for_the_team_is_the_team() -> None:
    table = Table(Journal.in_memory())
    play(table, LONDON, travel("mister_x", "taxi", 32))
    table.submit(c.TimeUp("pass"))
    table.submit(c.TimeUp("lose"))
    assert [step.who for step in table.replay(1).steps] == [None, MISTER_X, DETECTIVES, MISTER_X]


def test_what_was_taken_back_is_left_out() -> None:
    table = Table(Journal.in_memory())
    play(table, LONDON, travel("mister_x", "taxi", 16))
    table.undo()
    play(table, *CAUGHT[1:])
    table.undo()
    play(table, CAUGHT[-1])
    assert table.replay(1).steps == looked_back(*CAUGHT).steps


def test_an_old_game_is_read_without_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal.in_memory() as journal:
        table = Table(journal)
        game = play(table, CLASSIC)
        play(table, travel("mister_x", "taxi", 2))
        table.submit(c.TimeUp("lose"))
        before = table.replay(game)
        second = play(table, *CAUGHT)
        play(table, LONDON)
        asked: list[tuple[int, int | None]] = []
        read = Journal.entries

        def watched(self: Journal, first: int = 1, last: int | None = None) -> Any:
            asked.append((first, last))
            return read(self, first, last)

        monkeypatch.setattr(Journal, "entries", watched)
        assert table.replay(game) == before
        table.replay(second)
        assert asked == [(1, 3), (4, 6)]


def test_a_replay_is_ready_for_json() -> None:
    table = Table(Journal.in_memory())
    found = table.replay(play_to_the_end(table, "sherlock-2022-variant", 3))
    text = json.loads(json.dumps(plain(found)))
    assert text["steps"][-1]["mister_x"] == found.steps[-1].mister_x
    assert text["summary"]["reason"] == str(found.summary and found.summary.reason)
    assert text["log"][0]["legal"] is True


def test_a_start_that_he_picked_is_a_step_of_his() -> None:
    table = Table(Journal.in_memory())
    play(table, variant(), {"do": "start", "to": 4})
    table.submit(c.TimeUp("lose"))
    first, picked, _ = table.replay(1).steps
    assert (first.mister_x, picked.mister_x) == (None, 4)
    assert (picked.who, picked.left, picked.to) == (MISTER_X, None, 4)
    assert table.replay(1).log == ()


# Somebody has been at the journal. Its chain is whole: only the rules can tell.


def changed(place: int, word: str, **new: object) -> Replay:
    """The game of CAUGHT with the *place*th event called *word* altered."""
    seen = 0

    def alter(kind: str, body: dict[str, Any]) -> dict[str, Any]:
        nonlocal seen
        if body.get("event") != word:
            return body
        seen += 1
        return {**body, **new} if seen == place else body

    with Journal.in_memory() as journal:
        play(Table(journal), *CAUGHT)
        with copied(journal, alter) as other:
            return Table(other).replay(1)


def failed(found: Replay) -> list[int]:
    return [step.number for step in found.steps if not step.checked]


def test_a_station_he_never_went_to_is_found_in_the_step_and_in_the_log() -> None:
    found = changed(1, "travelled", to=40)
    assert failed(found)[0] == 2
    assert found.steps[1].why == "travelled: to is 40; by the rules it is 22."
    (row,) = found.log
    assert not row.legal
    assert row.why == "The open log says 22, but he went to 40."
    assert not found.checked


def test_an_open_log_that_tells_another_story_is_found() -> None:
    found = changed(1, "ended", trail=[40])
    assert failed(found) == [3]
    assert found.steps[2].why == "ended: trail is [40]; by the rules it is [22]."
    assert found.log[0].why == "The open log says 40, but he went to 22."


def test_another_winner_is_found() -> None:
    assert failed(changed(1, "ended", winner=MISTER_X)) == [3]


def test_a_command_that_the_rules_refuse_says_why() -> None:
    with Journal.in_memory() as journal:
        play(Table(journal), *CAUGHT)

        def alter(kind: str, body: dict[str, Any]) -> dict[str, Any]:
            return {**body, "to": 41} if body.get("do") == "travel" and body["to"] == 22 else body

        with copied(journal, alter) as other:
            found = Table(other).replay(1)
    assert failed(found) == [2, 3]
    assert found.steps[1].why == "No bus goes there from here."
    assert found.log[0].why == "No bus goes there from here."


def test_after_a_step_that_can_not_be_nobody_says_where_he_could_have_been() -> None:
    _, his, theirs = changed(1, "travelled", ticket="taxi").steps
    assert (his.possible, his.places, theirs.possible) == (None, None, None)


# The same with records, where nothing at all is certain


def steps_of(*lines: dict[str, Any]) -> tuple[Record, list[Any]]:
    table = Table(Journal.in_memory())
    record = table.recorded(play(table, *lines))
    return record, [[dict(step.command), [dict(event) for event in step.events]] for step in record.steps]


def retold(record: Record, steps: list[Any]) -> Replay:
    told = tuple(Step(command, tuple(events)) for command, events in deepcopy(steps))
    return replay(replace(record, steps=told))


def test_a_game_without_its_end_does_not_end() -> None:
    record, steps = steps_of(*CAUGHT)
    found = retold(record, steps[:2])
    assert found.summary is None
    assert found.faults == ((2, "The game does not end here."),)


def test_nothing_happens_after_the_end() -> None:
    record, steps = steps_of(*CAUGHT)
    found = retold(record, [*steps, [{"do": "end_turn"}, []]])
    assert found.faults == ((4, "The game is over."),)


def test_a_game_has_one_beginning() -> None:
    record, steps = steps_of(*CAUGHT)
    assert retold(record, steps[1:]).faults[0] == (
        1,
        "The game does not begin with new. From here on the game can't be followed.",
    )
    assert "Another game begins here." in retold(record, [*steps[:2], *steps]).faults[0][1]


def test_an_event_too_much_too_few_or_in_the_wrong_place_is_named() -> None:
    record, steps = steps_of(*CAUGHT)
    hid = encode(e.Hid())
    steps[1][1].append(hid)
    assert retold(record, steps).faults[0] == (2, "By the rules nothing follows; hid is too much.")
    steps[1][1][:] = steps[1][1][:1]
    assert retold(record, steps).faults[0] == (2, "By the rules detectives began follows; it is missing.")
    steps[1][1].append(hid)
    assert retold(record, steps).faults[0] == (2, "By the rules detectives began follows, not hid.")


def test_what_can_not_be_followed_ends_the_replay_there() -> None:
    record, steps = steps_of(*CAUGHT)
    steps[1][1][0]["pawn"] = "purple"
    found = retold(record, steps)
    assert len(found.steps) == 1
    assert found.faults[0][0] == 2
    assert "purple" in found.faults[0].why
    assert not found.checked


def test_a_record_of_nothing_is_no_game() -> None:
    record, steps = steps_of(*CAUGHT)
    steps[0][1] = []
    found = retold(record, steps)
    assert (found.steps, found.summary) == ((), None)
    assert found.faults[0][0] == 1


def test_another_map_or_edition_than_the_command_names_is_found() -> None:
    record, steps = steps_of(*CAUGHT)
    for part in ("map", "edition"):
        other = deepcopy(steps)
        other[0][0][part] = "elsewhere"
        found = retold(record, other).faults[0]
        assert found == (1, f"The {part} that the command names is not the {part} of the record.")


def test_a_summary_can_be_made_from_the_record_alone() -> None:
    table = Table(Journal.in_memory())
    play(table, LONDON)
    game = play_to_the_end(table, "ny-chase-1999", 4, undo=0.1)
    table.name_players(game, {MISTER_X: "Ada"})
    (summary,) = table.games()
    made = summary_of(table.recorded(game))
    assert made is not None
    assert plain(made) | {"id": game} == plain(summary)
