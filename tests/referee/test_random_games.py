"""Random games of every edition, with teams of every size, options nobody would choose, and both boards."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from companion.editions import read_edition
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.decide import decide
from companion.games.pursuit.game import Game
from companion.games.pursuit.moves import balloon_ready, may_double
from companion.games.pursuit.options import OPTIONS
from companion.games.pursuit.refusals import Refused
from companion.protocol import hear
from companion.table import Table
from tests.referee.forms import travel
from tests.referee.ledger import Ledger
from tests.referee.random_lines import UNDO, next_line
from tests.referee.settings import STEADY
from tests.referee.shadow import assert_same
from tests.referee.talk import Answer, Desk, Line, assert_refused
from tests.support.players import CHARACTERS, COLOURS, EDITIONS, TEAM_SIZES, own_boards

TICKETS = ("taxi", "bus", "underground", "black")
MOST_STEPS = 80  # a game of 30 rounds with 8 pawns takes three times as many, but nothing new happens in it

SEASONED: dict[str, list[dict[str, Any]]] = {
    "classic-1983": [{"show_and_take": True}, {"show_and_take": True, "shared_purse": True, "taxi": 2}],
    "ny-chase-1999": [
        {"taxi": 0, "helicopters": 0},  # whoever stands at a taxi rank is stuck, and Mister X may visit him
        {"mister_x_taxi": 2, "mister_x_bus": 1, "mister_x_underground": 0, "black": 0},
    ],
    "sherlock-2022-variant": [{"black": 5, "doubles": 5, "tokens": 3, "crimes": 2}],
}
"""Options under which the special rules of an edition come into play more often."""

Ride = tuple[str, str, int, bool]
"""Pawn, ticket, station, and whether it opens a double move."""


@st.composite
def new_games(draw: st.DrawFn, edition: str) -> Line:
    """A new game of *edition*: any team, any options, the small board or the edition's own."""
    size = draw(st.sampled_from(TEAM_SIZES[edition]))
    names = CHARACTERS if edition == "sherlock-2022-variant" else COLOURS
    line: Line = {
        "do": "new",
        "edition": edition,
        "detectives": draw(st.permutations(names))[:size],
        "options": draw(st.sampled_from([{}, *SEASONED.get(edition, [])])) | draw(some_options(edition)),
        "seed": draw(st.integers(0, 2**63 - 1)),
    }
    own = own_boards().get(edition)
    if own is None or draw(st.integers(0, 3)):
        return line | {"map": "demo"}
    return line | {"options": line["options"] | own.get("options", {})}


@st.composite
def some_options(draw: st.DrawFn, edition: str) -> dict[str, Any]:
    """Up to four switches, set to anything they can be; small numbers more often, for they make trouble."""
    names = sorted(set(read_edition(edition)["options"]) - {"link_13_14"})
    chosen: dict[str, Any] = {}
    for name in draw(st.lists(st.sampled_from(names), max_size=4, unique=True)):
        allowed = OPTIONS[name].allowed
        if allowed is None:
            chosen[name] = draw(st.booleans())
        elif isinstance(allowed, range):
            few = st.sampled_from(allowed[:4])
            chosen[name] = draw(few | few | st.sampled_from(allowed))
        else:
            chosen[name] = draw(st.sampled_from(allowed))
    return chosen


def begin(line: Line, **how: Any) -> Desk:
    """A desk with the game *line* sets up. Some boards have no cards for so many; that is no game."""
    desk = Desk(opened=True, **how)
    answer = desk.say(line)
    if not answer["ok"]:
        desk.journal.close()
        assert_refused(answer)
        assume(False)
    return desk


def steps(desk: Desk, seed: int) -> Iterator[Line]:
    """Random legal lines until the game is over; each has to be done before the next is asked for."""
    rng = Random(seed)
    for _ in range(MOST_STEPS):
        if desk.table.game.open.outcome:
            return
        yield next_line(desk.table, rng, undo=0)


def listed(game: Game, answer: Answer) -> set[Ride]:
    """Every ride that the answer to ``moves`` allows."""
    if answer["pawn"] != MISTER_X:
        by_pawn = answer["moves"] if isinstance(answer["moves"], dict) else {answer["pawn"]: answer["moves"]}
        return {(pawn, ticket, to, False) for pawn, moves in by_pawn.items() for ticket, to in moves}
    rides = {(MISTER_X, ticket, to, False) for ticket, to in answer["moves"]}
    rides |= {(MISTER_X, ticket, to, True) for (ticket, to), _ in answer.get("doubles", [])}
    if may_double(game.open) and balloon_ready(game.open):  # from a hideout, the second half can be a flight
        hideouts = game.rules.board.hideouts
        rides |= {(MISTER_X, ticket, to, True) for ticket, to in answer["moves"] if hideouts >> to & 1}
    return rides


def accepts(game: Game, line: Line) -> bool:
    try:
        return bool(decide(game, hear(line)))
    except Refused:
        return False


def some_rides(game: Game, legal: set[Ride], rng: Random) -> Iterator[Ride]:
    """Rides to try: some that are listed, some that are almost, some that are anywhere."""
    pawns = (MISTER_X, "nobody", *game.rules.pawns)
    stations = (*game.rules.board.stations, 500)
    known = rng.sample(sorted(legal), min(8, len(legal)))
    yield from known
    for pawn, ticket, to, double in known:
        yield rng.choice(pawns), ticket, to, double
        yield pawn, rng.choice(TICKETS), to, double
        yield pawn, ticket, rng.choice(stations), double
        yield pawn, ticket, to, not double
    for _ in range(4):
        yield rng.choice(pawns), rng.choice(TICKETS), rng.choice(stations), rng.random() < 0.3


@pytest.mark.parametrize("edition", EDITIONS)
@settings(STEADY, max_examples=12)
@given(st.data(), st.integers(0, 10**6))
def test_a_ride_is_accepted_if_and_only_if_it_is_listed(edition: str, data: st.DataObject, seed: int) -> None:
    line = data.draw(new_games(edition))
    rng = Random(seed)
    with begin(line) as desk:
        for step in steps(desk, seed):
            game, answer = desk.table.game, desk.ask("moves")
            legal = listed(game, answer)
            for ride in some_rides(game, legal, rng):
                pawn, ticket, to, double = ride
                assert accepts(game, travel(pawn, ticket, to, double=double)) is (ride in legal), ride
            check_the_helicopter(game, answer, rng)
            desk.do(step)
        if desk.table.game.open.outcome:
            answer = desk.ask("moves")
            assert (answer["pawn"], answer["moves"]) == (None, [])


def check_the_helicopter(game: Game, answer: Answer, rng: Random) -> None:
    """Boarding and descending cost a ticket that is listed, and only the pawn at turn may."""
    here = rng.choice(game.rules.board.stations)
    for pawn in game.rules.pawns:
        for ticket in TICKETS:
            at_turn = pawn == answer["pawn"]
            descends = accepts(game, {"do": "descend", "pawn": pawn, "ticket": ticket})
            assert descends is (at_turn and ticket in answer.get("descend", []))
            boards = accepts(game, {"do": "helicopter", "pawn": pawn, "ticket": ticket, "to": here})
            is_there = here == game.open.where[game.rules.seats[pawn]]
            assert boards is (at_turn and not is_there and ticket in answer.get("helicopter", []))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("edition", EDITIONS)
def test_of_all_rides_there_are_exactly_the_listed_ones_are_accepted(edition: str, seed: int) -> None:
    rng = Random(f"{edition} {seed}")
    names = CHARACTERS if edition == "sherlock-2022-variant" else COLOURS
    line = {"do": "new", "edition": edition, "map": "demo", "detectives": list(names[:3]), "seed": seed}
    with begin(line) as desk:
        for step in steps(desk, seed):
            if rng.random() < 0.2:
                game = desk.table.game
                legal = listed(game, desk.ask("moves"))
                tried = {
                    (pawn, ticket, to, double)
                    for pawn in (MISTER_X, *game.rules.pawns)
                    for ticket in TICKETS
                    for to in game.rules.board.stations
                    for double in (False, True)
                    if accepts(game, travel(pawn, ticket, to, double=double))
                }
                assert tried == legal
            desk.do(step)


def check_places(view: Answer, game: Game) -> None:
    """Two pawns never share a station, and nobody stands on Mister X without a capture."""
    board, his = game.rules.board, game.secret.station
    stations = [pawn["station"] for pawn in view["pawns"].values() if pawn["station"]]
    assert len(set(stations)) == len(stations)
    assert set(stations) <= set(board.stations)
    for name, pawn in view["pawns"].items():
        if pawn["station"] is None or pawn["station"] != his:
            continue
        outcome = view["outcome"]
        if outcome and outcome["reason"] == "captured":
            assert (outcome["by"], outcome["at"]) == (name, his)
        else:  # in N.Y. Chase he may hide with a detective who has no ticket for any line there
            assert view["edition"] == "ny-chase-1999"
            assert not any(
                count and board.reach(TICKETS.index(word), pawn["station"])
                for word, count in pawn["tickets"].items()
            )
    if view["outcome"] and view["outcome"]["reason"] == "captured":
        assert view["pawns"][view["outcome"]["by"]]["station"] == view["outcome"]["at"] == his


@pytest.mark.parametrize("edition", EDITIONS)
@settings(STEADY, max_examples=20)
@given(st.data(), st.integers(0, 10**6))
def test_tickets_cards_and_pawns_are_conserved(edition: str, data: st.DataObject, seed: int) -> None:
    line = data.draw(new_games(edition))
    with begin(line) as desk:
        play_and_count(desk, seed)


def play_and_count(desk: Desk, seed: int) -> None:
    """Play at random, and after every step count what everybody has left."""
    ledger = Ledger()
    ledger.check(desk.view())
    for step in steps(desk, seed):
        desk.do(step)
        assert desk.table.position
        for event in desk.table.position.events:
            ledger.note(event)
        view = desk.view()
        ledger.check(view)
        check_places(view, desk.table.game)


@pytest.mark.parametrize("seed", range(40))
def test_what_moriarty_takes_and_plays_is_conserved(seed: int) -> None:
    """With only two after him, he has the time to visit hideouts and scenes of crime."""
    options = {"black": 3, "doubles": 3, "crimes": 5, "windows": 30, "bobbies": 0, "taxi": 50}
    line = {"do": "new", "edition": "sherlock-2022-variant", "map": "demo", "options": options, "seed": seed}
    with begin(line | {"detectives": ["holmes", "lestrade"]}) as desk:
        play_and_count(desk, seed)


def test_in_new_york_mister_x_may_visit_a_detective_without_a_ticket_for_the_lines_there() -> None:
    line: Line = {
        "do": "new",
        "edition": "ny-chase-1999",
        "map": "demo",
        "detectives": ["red", "blue", "green"],
        "starts": {"mister_x": 1, "red": 2, "blue": 20, "green": 22},
        "options": {"free_start": True, "helicopters": 0, "taxi": 0},
    }
    with begin(line) as desk:
        assert ["taxi", 2] in desk.ask("moves")["moves"]
        desk.do(travel(MISTER_X, "taxi", 2))
        view = desk.view()
        assert (view["outcome"], view["turn"]) == (None, "blue")
        check_places(view, desk.table.game)
    with begin(line | {"options": line["options"] | {"taxi": 1}}) as desk:
        assert ["taxi", 2] not in desk.ask("moves")["moves"]


@pytest.mark.parametrize("edition", EDITIONS)
@settings(STEADY, max_examples=8)
@given(st.data(), st.integers(0, 10**6))
def test_replaying_the_journal_gives_the_identical_game(edition: str, data: st.DataObject, seed: int) -> None:
    line = data.draw(new_games(edition))
    with begin(line) as desk:
        for step in steps(desk, seed):
            desk.do(step)
        assert_same(Desk(journal=desk.journal, opened=True), desk)
        for entry in desk.journal.entries():
            assert entry.kind in ("command", "event")


@pytest.mark.parametrize("edition", EDITIONS)
@settings(STEADY, max_examples=8)
@given(st.data(), st.integers(0, 10**6))
def test_a_step_taken_back_and_done_again_gives_the_identical_game(
    edition: str, data: st.DataObject, seed: int
) -> None:
    line = data.draw(new_games(edition))
    rng = Random(seed)
    with begin(line) as desk:
        for step in steps(desk, seed):
            if rng.random() < 0.8:
                desk.do(step)
                continue
            position, before = desk.table.position, everything(desk)
            (first,) = desk.do(step)
            game, after = desk.table.game, everything(desk)
            desk.do(UNDO)
            assert desk.table.position is position
            assert everything(desk) == before
            assert desk.do(step) == [first]
            assert desk.table.game == game
            assert everything(desk) == after


def everything(desk: Desk) -> bytes:
    """All that can be seen, byte for byte, but for the length of the journal, where steps back stay too."""
    return json.dumps(desk.seen() | {"rows": None}).encode()


@pytest.mark.parametrize("edition", EDITIONS)
@settings(STEADY, max_examples=8)
@given(st.data(), st.integers(0, 10**6))
def test_a_game_with_steps_back_is_the_game_without_them(
    edition: str, data: st.DataObject, seed: int
) -> None:
    line = data.draw(new_games(edition))
    rng = Random(seed)
    with begin(line) as desk:
        for _ in range(MOST_STEPS):
            if desk.table.game.open.outcome:
                break
            desk.do(next_line(desk.table, rng, undo=0.3))
        with Desk(*desk.table.record(), opened=True) as straight:
            assert straight.table.game == desk.table.game
            assert everything(straight) == everything(desk)
        assert Table(desk.journal).game == desk.table.game
