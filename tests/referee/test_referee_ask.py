"""What can be asked, line by line of the protocol."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from tests.referee.forms import BEGINNER, FORMS, LONDON, NEW_YORK, OVER, Form, round_trip, travel, variant
from tests.referee.random_lines import random_lines
from tests.referee.shapes import assert_is_a_view, assert_lists_moves, assert_sorted_without_twins, is_station
from tests.referee.talk import Answer, Desk, Line, assert_refused
from tests.support.players import EDITIONS

HIS_OWN = {"start", "moves", "doubles", "actions", "tile", "crime_tiles", "landings"}


def random_tables(edition: str, seed: int) -> Iterator[Desk]:
    """One desk with a random game of *edition*, after every step of it."""
    with Desk(opened=True) as desk:
        for line in random_lines(desk.table, edition, seed):
            desk.do(line)
            yield desk


def whole_game(edition: str, seed: int) -> Desk:
    """A desk after the last step of a random game."""
    desk = Desk(opened=True)
    for line in random_lines(desk.table, edition, seed):
        desk.do(line)
    return desk


def test_moves_are_tickets_with_stations() -> None:
    with Desk(LONDON) as desk:
        answer = desk.ask("moves")
        assert answer["pawn"] == "mister_x"
        ordinary = [["bus", 16], ["bus", 22], ["bus", 40], ["taxi", 16], ["taxi", 23], ["taxi", 32]]
        black = [["black", station] for station in (16, 22, 23, 32, 40)]
        assert answer["moves"] == black + ordinary


def test_doubles_are_pairs_of_rides() -> None:
    with Desk(LONDON) as desk:
        doubles = desk.ask("moves")["doubles"]
        assert [["taxi", 16], ["underground", 3]] in doubles
        assert [["bus", 40], ["black", 31]] in doubles
        assert [["bus", 40], ["taxi", 31]] not in doubles
        assert [["bus", 22], ["bus", 20]] not in doubles  # a bobby stands there


def test_doubles_are_for_mister_x_only_and_when_he_may() -> None:
    with Desk(LONDON) as desk:
        assert "doubles" in desk.ask("moves")
        desk.do(travel("mister_x", "taxi", 32, double=True))
        assert "doubles" not in desk.ask("moves")
        desk.do(travel("mister_x", "taxi", 31))
        assert "doubles" not in desk.ask("moves")
    with Desk(LONDON | {"options": {"doubles": 0}}) as desk:
        assert "doubles" not in desk.ask("moves")
    with Desk(variant() | {"options": {"bobbies": 0, "windows": 2}}, {"do": "start", "to": 4}) as desk:
        assert "doubles" in desk.ask("moves")
        desk.do(*(travel("mister_x", "taxi", 12), {"do": "end_turn"}))
        desk.do(travel("holmes", "taxi", 48), travel("watson", "taxi", 25), {"do": "end_turn"})
        assert "doubles" not in desk.ask("moves")  # one window is left


def test_in_a_free_order_moves_are_listed_for_every_pawn_that_may_still_move() -> None:
    with Desk(LONDON, travel("mister_x", "taxi", 32)) as desk:
        moves = desk.ask("moves")["moves"]
        assert set(moves) == {"red", "blue", "bobby1", "bobby2"}
        assert moves["bobby2"] == [
            *(["bus", 22],),
            *(["taxi", station] for station in (11, 12, 21)),
            *(["underground", station] for station in (3, 22, 34)),
        ]
        desk.do(travel("blue", "bus", 3))
        assert set(desk.ask("moves")["moves"]) == {"red", "bobby1", "bobby2"}


def test_in_a_fixed_order_moves_are_those_of_the_pawn_at_turn() -> None:
    with Desk(NEW_YORK, travel("mister_x", "taxi", 2)) as desk:
        answer = desk.ask("moves")
        assert answer["pawn"] == "red"
        assert ["underground", 34] in answer["moves"]
        desk.do(travel("red", "taxi", 21))
        assert desk.ask("moves")["pawn"] == "blue"


def test_when_the_game_is_over_nobody_moves() -> None:
    with Desk(*OVER) as desk:
        assert desk.ask("moves") == {"ok": True, "pawn": None, "moves": []}


@pytest.mark.parametrize("edition", EDITIONS)
def test_move_lists_are_sorted_and_without_duplicates_all_through_a_game(edition: str) -> None:
    for desk in random_tables(edition, 1):
        answer = desk.ask("moves")
        assert_lists_moves(answer)
        assert answer["pawn"] == desk.view()["turn"]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_after_every_command_the_list_of_moves_has_its_shape(form: Form) -> None:
    with Desk(*form.before, form.line) as desk:
        assert_lists_moves(desk.ask("moves"))


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_audience_gets_a_view_all_through_a_game(edition: str) -> None:
    for desk in random_tables(edition, 2):
        for audience in desk.audiences():
            assert_is_a_view(desk.view(audience), audience)


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_pawn_sees_what_the_public_sees(edition: str) -> None:
    for desk in random_tables(edition, 3):
        public = desk.view()
        for pawn in public["pawns"]:
            assert desk.view(pawn) == public | {"audience": pawn}


def without_his_stations(view: Answer) -> Answer:
    """*view* without the fields where Mister X's knowledge may go further than the table's."""
    log = [{**row, "station": None} for row in view["log"]]
    fugitive = {**view["mister_x"], "station": None, "start": None}
    shared = {key: value for key, value in view.items() if key not in HIS_OWN}
    return {**shared, "audience": None, "log": log, "mister_x": fugitive}


def his_stations(view: Answer) -> list[object]:
    rows = [row["station"] for row in view["log"]]
    return [*rows, view["mister_x"]["station"], view["mister_x"]["start"]]


@pytest.mark.parametrize("edition", EDITIONS)
def test_only_stations_are_kept_from_the_public_and_everything_else_is_the_same(edition: str) -> None:
    hidden = 0
    for desk in random_tables(edition, 4):
        public, his = desk.view(), desk.view("mister_x")
        if edition == "beginner-2014":  # no tickets lie on its log: how he vanished is not seen either
            for seen, true in zip(public["log"], his["log"], strict=True):
                true["ticket"] = true["ticket"] if seen["ticket"] else None
        assert without_his_stations(public) == without_his_stations(his)
        for shown, true in zip(his_stations(public), his_stations(his), strict=True):
            assert shown in (None, true)
            hidden += shown is None and true is not None
    assert hidden


@pytest.mark.parametrize("edition", EDITIONS)
def test_at_the_end_everything_lies_open(edition: str) -> None:
    with whole_game(edition, 5) as desk:
        assert his_stations(desk.view()) == his_stations(desk.view("mister_x"))
        assert None not in [row["station"] for row in desk.view()["log"]]


def test_a_view_has_the_documented_example_in_it() -> None:
    with Desk(LONDON, travel("mister_x", "taxi", 32)) as desk:
        view = desk.view()
        assert view["audience"] == "public"
        assert view["edition"] == "london-2014"
        assert (view["round"], view["window"], view["outcome"]) == (1, 1, None)
        assert view["turn"] == ["red", "blue", "bobby1", "bobby2"]
        assert view["log"][0].items() >= {"window": 1, "ticket": "taxi", "station": None}.items()
        red = view["pawns"]["red"]
        assert (red["station"], red["tickets"]) == (28, {"taxi": 11, "bus": 8, "underground": 4})
        assert view["mister_x"]["station"] is None
        assert view["mister_x"]["tickets"] == {"black": 5, "double": 2}


def test_mister_x_sees_what_is_his() -> None:
    with Desk(LONDON, travel("mister_x", "taxi", 32)) as desk:
        view = desk.view("mister_x")
        assert view["mister_x"]["station"] == 32
        assert view["mister_x"]["start"] == 24
        assert view["log"][0]["station"] == 32
    with Desk(LONDON) as desk:
        moves = desk.ask("moves")
        view = desk.view("mister_x")
        assert (view["moves"], view["doubles"]) == (moves["moves"], moves["doubles"])
    with Desk(variant()) as desk:
        view = desk.view("mister_x")
        assert view["tile"] == [4, 27]
        assert view["crime_tiles"] == [[3], [6], [34]]


def test_a_reveal_shows_his_station_until_his_next_move() -> None:
    with Desk(*round_trip(), travel("mister_x", "taxi", 27), {"do": "end_turn"}) as desk:
        assert desk.view()["mister_x"]["station"] == 27
        assert [row["station"] for row in desk.view()["log"]] == [None, None, 27]
        desk.do(travel("holmes", "taxi", 48), travel("watson", "taxi", 25), {"do": "end_turn"})
        desk.do(travel("mister_x", "taxi", 35))
        assert desk.view()["mister_x"]["station"] is None
        assert [row["station"] for row in desk.view()["log"]] == [None, None, 27, None]


def test_a_hidden_reveal_stays_null() -> None:
    with Desk(*round_trip(), travel("mister_x", "taxi", 27), {"do": "hide"}, {"do": "end_turn"}) as desk:
        assert [row["station"] for row in desk.view()["log"]] == [None, None, None]


def test_beginners_see_mister_x_from_the_start() -> None:
    with Desk(BEGINNER) as desk:
        assert desk.view()["mister_x"]["station"] == 21
        desk.do(travel("mister_x", "taxi", 13))
        assert desk.view()["log"][0]["station"] == 13


def test_a_pawn_in_the_air_has_no_station() -> None:
    flight: Line = {"do": "helicopter", "pawn": "red", "ticket": "bus", "to": 16}
    with Desk(NEW_YORK, travel("mister_x", "taxi", 2), flight) as desk:
        assert desk.view()["pawns"]["red"]["station"] is None
        assert desk.view()["helicopter"] == {"pawn": "red", "to": 16}


def test_an_audience_that_is_not_at_the_table_is_refused() -> None:
    with Desk(LONDON) as desk:
        for audience in ("green", "detectives", "MISTER_X", "bobby3"):
            assert_refused(desk.say({"ask": "view", "audience": audience}))


@pytest.mark.parametrize("edition", EDITIONS)
def test_possible_stations_are_sorted_and_he_is_at_one_of_them(edition: str) -> None:
    for desk in random_tables(edition, 6):
        answer = desk.ask("possible")
        assert answer.keys() == {"ok", "stations"}
        assert all(is_station(station) for station in answer["stations"])
        assert_sorted_without_twins(answer["stations"])
        here = desk.view("mister_x")["mister_x"]["station"]
        assert here is None or here in answer["stations"]


def test_possible_is_public_knowledge_alone() -> None:
    with Desk(LONDON) as here, Desk(LONDON | {"starts": LONDON["starts"] | {"mister_x": 33}}) as there:
        assert here.ask("possible") == there.ask("possible")
        here.do(travel("mister_x", "taxi", 32))
        there.do(travel("mister_x", "taxi", 25))
        assert here.ask("possible") == there.ask("possible")


def test_the_record_is_refused_before_the_end_and_given_after_it() -> None:
    with Desk(*OVER[:-1]) as desk:
        assert_refused(desk.say({"ask": "record"}))
        desk.do(OVER[-1])
        assert desk.ask("record")["record"][-1] == OVER[-1]
        desk.do({"do": "undo"})
        assert_refused(desk.say({"ask": "record"}))


def test_an_open_table_gives_the_record_at_any_time() -> None:
    with Desk(*OVER[:-1], opened=True) as desk:
        assert desk.ask("record")["record"][1:] == list(OVER[1:-1])


def assert_replays(desk: Desk) -> None:
    """The record, said again at another table, gives the identical game."""
    record = desk.ask("record")["record"]
    with Desk(opened=True) as again:
        for line in record:
            again.do(json.loads(json.dumps(line)))
        assert again.table.game == desk.table.game
        assert {**again.seen(), "rows": 0} == {**desk.seen(), "rows": 0}
        assert again.ask("record")["record"] == record


@pytest.mark.parametrize("edition", EDITIONS)
def test_replaying_the_record_gives_the_identical_game(edition: str) -> None:
    for seed in range(7, 10):
        with whole_game(edition, seed) as desk:
            assert_replays(desk)


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_every_command_survives_its_record(form: Form) -> None:
    with Desk(*form.before, form.line, opened=True) as desk:
        assert_replays(desk)


@pytest.mark.parametrize("seed", [0, 1, 2**63 - 1])
def test_a_game_that_was_drawn_survives_its_record(seed: int) -> None:
    for said in (LONDON | {"starts": {}, "seed": seed}, variant() | {"starts": {}, "seed": seed}):
        with Desk(said, opened=True) as desk:
            assert_replays(desk)


def test_a_game_drawn_without_a_seed_survives_its_record() -> None:
    with Desk({k: v for k, v in LONDON.items() if k not in ("seed", "starts")}, opened=True) as desk:
        assert_replays(desk)


def test_what_was_taken_back_is_not_in_the_record() -> None:
    with Desk(LONDON, travel("mister_x", "taxi", 32), {"do": "undo"}, opened=True) as desk:
        desk.do(travel("mister_x", "taxi", 23))
        assert desk.ask("record")["record"][1:] == [travel("mister_x", "taxi", 23)]
