"""What Mister X's phone is told in each phase of a game: where he is, what he can do, and what is coming."""

from __future__ import annotations

import copy
import json
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.drawing import drawing
from companion.games.pursuit import commands as c
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.tickets import Ticket
from companion.protocol import hear
from companion.sight import Sight
from companion.table import Table
from companion.web.his_state import his_state
from tests.support.players import EDITIONS, legal_step
from tests.web.ears import Ear
from tests.web.evenings import (
    CLASSIC,
    SHERLOCK,
    STARTS,
    House,
    PaperEvening,
    a_game,
    a_house,
    an_evening,
    any_game,
    d,
    detectives_reply,
)

ORDINARY = ("taxi", "bus", "underground")
CHOICES = ("starts", "landings", "moves", "doubles", "actions")
OFFERS_NOTHING: dict[str, Any] = {**{name: [] for name in CHOICES}, "supply": {}}
REPLIES = {"red": (102, 103), "blue": (100, 112), "green": (95, 94)}


def heard(house: House) -> dict[str, Any]:
    """What his phone is told when it begins to listen."""
    ear = Ear(house.his, "/x/events")
    state = ear.last("state")
    ear.close()
    assert isinstance(state, dict)
    return state


def a_round(table: Table, number: int) -> None:
    for pawn, there in REPLIES.items():
        table.submit(d(pawn, there[number % 2]))


def offers(state: dict[str, Any]) -> dict[str, Any]:
    return {name: state[name] for name in OFFERS_NOTHING}


# The phases


def test_before_the_first_game_there_is_none() -> None:
    with an_evening() as evening:
        assert his_state(evening.on) == {"step": 0, "phase": "none"}


def test_a_game_that_waits_for_his_card_says_nothing_of_the_one_before() -> None:
    with an_evening(**CLASSIC) as evening:
        evening.on.prepare(a_game(edition="london-2014"))
        assert his_state(evening.on) == {"step": evening.on.step, "phase": "card"}


@pytest.mark.usefixtures("hasty")
def test_on_his_turn_he_sees_everything_that_is_his(house: House) -> None:
    state, view = heard(house), house.evening.on.mister_x()
    assert (state["phase"], state["his_turn"], state["turn"]) == ("play", True, MISTER_X)
    assert (state["step"], state["game"]) == (house.evening.on.step, house.evening.on.game_id)
    assert (state["round"], state["window"], state["windows"]) == (1, 0, view.windows)
    assert state["mister_x"] == {"station": 117, "tickets": {"black": 3, "double": 2}, "start": 117} | {
        "tickets": dict(view.mister_x.tickets)
    }
    assert {name: pawn["station"] for name, pawn in state["pawns"].items()} == {
        name: station for name, station in STARTS.items() if name != MISTER_X
    }
    assert {tuple(move) for move in state["moves"]} == set(view.moves)
    assert {tuple(move) for move in state["doubles"]} == {first for first, _ in view.doubles}
    assert [move[1] for move in state["moves"]] == sorted(move[1] for move in state["moves"])
    assert 117 in state["possible"]
    assert not state["may_take_back"]


@pytest.mark.usefixtures("hasty")
def test_while_the_detectives_move_he_sees_his_log_and_can_only_take_back(house: House) -> None:
    house.evening.on.submit(d(MISTER_X, 88))
    state = heard(house)
    assert (state["phase"], state["his_turn"], state["may_take_back"]) == ("play", False, True)
    assert offers(state) | {"supply": {}} == OFFERS_NOTHING
    assert state["log"] == [{"window": 1, "ticket": "taxi", "station": 88, "note": "", "seen": False}]
    assert (state["start"], state["mister_x"]["station"]) == (117, 88)
    house.evening.on.submit(d("red", 102))
    assert not heard(house)["may_take_back"]


@pytest.mark.usefixtures("hasty")
def test_while_the_table_rests_he_sees_everything_and_can_press_nothing(house: House) -> None:
    house.evening.on.submit(d(MISTER_X, 88))
    house.evening.on.remember(paused=True)
    state = heard(house)
    assert (state["phase"], state["his_turn"], state["may_take_back"]) == ("paused", False, False)
    assert offers(state) == OFFERS_NOTHING
    assert state["mister_x"]["station"] == 88
    house.evening.on.remember(paused=False)
    house.evening.on.undo()
    house.evening.on.remember(paused=True)
    state = heard(house)
    assert (state["phase"], state["his_turn"]) == ("paused", False)
    assert offers(state) == OFFERS_NOTHING


@pytest.mark.usefixtures("hasty")
def test_at_the_end_he_reads_how_it_ended(house: House) -> None:
    house.evening.on.submit(hear({"do": "time_up", "then": "lose"}))
    state = heard(house)
    assert (state["phase"], state["his_turn"], state["may_take_back"]) == ("over", False, False)
    assert offers(state) | {"supply": {}} == OFFERS_NOTHING
    assert state["outcome"]["winner"] == "detectives"
    assert not state["may_end"]
    house.evening.on.remember(paused=True)
    assert heard(house)["phase"] == "over"


@pytest.mark.usefixtures("hasty")
def test_he_hears_of_every_change_and_nothing_twice(house: House) -> None:
    ear = Ear(house.his, "/x/events")
    assert [name for name, _ in ear.heard()] == ["state", "clock"]
    assert ear.heard() == []
    house.evening.on.submit(d(MISTER_X, 88))
    assert ear.last("state")["window"] == 1
    house.evening.set(troubles=("oled", "5"))
    assert ear.last("state")["troubles"] == ["oled", "5"]
    house.evening.on.remember(clock="a fact that is none of his")
    assert ear.heard() == []
    ear.close()


@pytest.mark.parametrize("pick", [0, 1])
def test_moriarty_picks_one_of_his_tile_unless_somebody_stands_there(pick: int) -> None:
    with an_evening(**SHERLOCK) as evening:
        table = evening.on
        state = his_state(table)
        taken = {pawn.station for pawn in table.mister_x().pawns.values()}
        assert state["tile"]
        assert state["starts"] == [station for station in state["tile"] if station not in taken]
        assert (state["start"], state["moves"], state["mister_x"]["station"]) == (None, [], None)
        table.submit(c.Start(state["starts"][pick]))
        now = his_state(table)
        assert (now["start"], now["starts"]) == (state["starts"][pick], [])


def test_a_tile_with_somebody_on_it_offers_what_is_left() -> None:
    with an_evening(**SHERLOCK) as evening:
        first, second = evening.on.mister_x().tile
        new = a_game(**SHERLOCK, starts={"holmes": first})
        decks = copy.deepcopy(new.map["decks"])
        decks["sherlock-detectives"]["cards"].append(first)
        decks["sherlock-detectives"]["count"] += 1
        evening.on.submit(replace(new, map={**new.map, "decks": decks}))
        assert evening.on.mister_x().tile == (first, second)
        assert his_state(evening.on)["starts"] == [second]


# When the table will see him


def test_he_is_told_of_the_windows_in_which_he_is_seen_next(house: House) -> None:
    table = house.evening.on
    for window, to in enumerate((88, 117, 108)):
        sight = his_state(table)["sight"]
        assert sight == {
            "in_the_open": False,
            "reveals": [3, 8, 13, 18],
            "vanishes": [],
            "hiding": [],
            "due": False,
        }
        assert table.mister_x().window == window
        table.submit(d(MISTER_X, to))
        if window < 2:
            a_round(table, window)
    state = his_state(table)
    assert state["sight"]["reveals"] == [8, 13, 18]
    assert [row["seen"] for row in state["log"]] == [False, False, True]
    assert [row["station"] for row in state["log"]] == [88, 117, 108]
    assert not state["may_take_back"]


def test_a_beginner_is_told_when_he_vanishes_and_by_which_ticket() -> None:
    met: Counter[bool] = Counter()
    with an_evening(edition="beginner-2014", map="demo") as evening:
        rng = Random(4)
        table = evening.on
        while (window := table.mister_x().window) < 9 and not table.mister_x().outcome:
            state = his_state(table)
            sight = state["sight"]
            hiding = sight.pop("hiding")
            assert sight == {
                "in_the_open": True,
                "reveals": [],
                "vanishes": [each for each in (3, 8, 13) if each > window],
                "due": False,
            }
            for ticket, to in state["moves"]:
                table.submit(d(MISTER_X, to, ticket))
                seen = table.sight()
                assert seen is not None
                assert (seen.view.log[-1].station is None) == (ticket in hiding)
                met[ticket in hiding] += 1
                table.undo()
            assert bool(hiding) <= state["his_turn"]
            table.submit(legal_step(table.game, rng)[0])
        assert window > 3
    assert met[True] > 10
    assert met[False] > 10


def test_a_reveal_that_is_due_is_said_before_the_turn_ends() -> None:
    met: Counter[str] = Counter()
    for seed in range(12):
        rng = Random(f"due {seed}")
        with an_evening(**any_game("sherlock-2022-variant", rng)) as evening:
            table = evening.on
            while not table.mister_x().outcome:
                state, seen = his_state(table), table.sight()
                assert seen is not None
                if state["his_turn"] and state["sight"]["due"]:
                    met["due"] += 1
                    table.submit(c.EndTurn())
                    now = table.sight()
                    assert now is not None
                    assert now.view.log[state["window"] - 1].station == state["mister_x"]["station"]
                    table.undo()
                elif state["his_turn"] and state["window"] and "end_turn" in state["actions"]:
                    met["not due"] += 1
                    shown = [row.station for row in seen.view.log]
                    table.submit(c.EndTurn())
                    after = table.sight()
                    assert after is not None
                    assert after.view.outcome or [row.station for row in after.view.log] == shown
                    table.undo()
                table.submit(legal_step(table.game, rng)[0])
    assert met["due"] > 10
    assert met["not due"] > 30


# Where the detectives could be


def reach_by_hand(table: Table) -> set[int]:
    """Every station one ride away from a detective or bobby who has the ticket: looked up in the drawing, line by line."""
    game, view = table.game_id, table.mister_x()
    assert game is not None
    printed = table.printed(game)
    assert printed is not None
    board = drawing(printed)
    found = set()
    for pawn in view.pawns.values():
        if pawn.station is None:
            if view.helicopter and any((pawn.tickets or {}).values()):
                found.add(view.helicopter.to)
            continue
        for mode, one, other in lines(board):
            pays = mode in ORDINARY if pawn.tickets is None else pawn.tickets.get(mode)
            if pays and pawn.station in (one, other):
                found.add(other if pawn.station == one else one)
    return found


def lines(board: dict[str, Any]) -> list[tuple[str, int, int]]:
    return [(mode, *link[:2]) for mode, links in board["links"].items() for link in links]


@pytest.mark.parametrize("edition", EDITIONS)
def test_danger_is_every_station_where_a_detective_could_be_next(edition: str) -> None:
    rng = Random(f"danger {edition}")
    compared = caught = 0
    for _ in range(3):
        with an_evening(**any_game(edition, rng)) as evening:
            table = evening.on
            while not table.mister_x().outcome:
                state = his_state(table)
                assert set(state["danger"]) == reach_by_hand(table)
                assert state["danger"] == sorted(state["danger"])
                compared += 1
                if state["his_turn"]:
                    table.submit(legal_step(table.game, rng)[0])
                    continue
                caught += arrivals_are_in(state["danger"], table, rng)
    assert compared > 20
    assert caught > 40


def arrivals_are_in(danger: list[int], table: Table, rng: Random) -> int:
    """The detectives move, and none of them ends where *danger* did not say; how many did move."""
    arrived, turn = 0, table.mister_x().round
    # Where Mister X can't move, the next round follows without him.
    while (now := table.mister_x()).round == turn and now.turn != MISTER_X and not now.outcome:
        command = legal_step(table.game, rng)[0]
        table.submit(command)
        if isinstance(command, c.Travel):
            assert command.to in danger
            arrived += 1
    return arrived


# One moment


class Restless(Table):
    """A table at which he moves just while his phone is being told."""

    def sight(self) -> Sight | None:
        seen = super().sight()
        if self.moves:
            self.submit(self.moves.pop())
        return seen

    moves: list[c.Command]


def test_a_move_while_his_phone_is_told_breaks_nothing() -> None:
    evening = PaperEvening()
    Restless.moves = []
    table = Restless(evening.journal)
    table.submit(a_game(**CLASSIC))
    before = table.step
    Restless.moves = [c.Travel(MISTER_X, Ticket.TAXI, 88)]
    state = his_state(table)
    assert state["step"] == before, "what he presses now is about the step before, and is refused"
    assert his_state(table)["log"] == [
        {"window": 1, "ticket": "taxi", "station": 88, "note": "", "seen": False}
    ]
    evening.journal.close()


def test_it_is_plain_json_and_has_no_number_that_is_none() -> None:
    with a_house(**CLASSIC) as house:
        rng = Random(3)
        table = house.evening.on
        while not table.mister_x().outcome:
            json.dumps(his_state(table), allow_nan=False)
            table.submit(legal_step(table.game, rng)[0])
            detectives_reply(table, rng)
