"""What can be done, line by line of the protocol."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.editions import edition_names
from companion.maps import find_map
from tests.referee.forms import CLASSIC, FORMS, LONDON, NEW_YORK, OVER, Form, moriarty, out, travel, variant
from tests.referee.shapes import assert_answers_do
from tests.referee.talk import Desk, Line, assert_refused

CARDS_OF_DETECTIVES = {4, 5, 7, 12, 13, 14, 20, 21, 27, 28, 29, 35, 36, 37, 43, 48}
CARDS_OF_MISTER_X = {1, 2, 9, 10, 17, 23, 24, 32, 33, 38, 40, 41, 46}


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_every_line_of_the_protocol_is_understood_where_it_is_legal(form: Form) -> None:
    with Desk(*form.before) as desk:
        (answer,) = desk.do(form.line)
        assert_answers_do(answer)
        assert tuple(event["event"] for event in answer["events"]) == form.events


def test_every_word_of_the_protocol_has_a_form() -> None:
    words = "new travel show helicopter descend barrier token crime hideout hide balloon start end_turn undo"
    beside = "correct time_up"
    assert {form.word for form in FORMS} == {*words.split(), *beside.split()}


def test_every_edition_has_a_form() -> None:
    editions = {form.line["edition"] for form in FORMS if form.word == "new"}
    assert editions == set(edition_names())


def places(desk: Desk) -> dict[str, int]:
    """Where everybody stands at the start."""
    view = desk.view("mister_x")
    pawns = {pawn: shown["station"] for pawn, shown in view["pawns"].items()}
    return pawns | {"mister_x": view["mister_x"]["station"]}


def drawn(seed: int) -> Line:
    return {k: v for k, v in LONDON.items() if k != "starts"} | {"seed": seed}


def test_starts_are_taken_as_they_are_said() -> None:
    with Desk(LONDON) as desk:
        assert places(desk) == LONDON["starts"]


def test_starts_left_out_are_drawn_from_the_cards_with_the_seed() -> None:
    found = set()
    for seed in range(20):
        with Desk(drawn(seed)) as desk, Desk(drawn(seed)) as again:
            stations = places(desk)
            assert stations == places(again)
        assert stations.pop("mister_x") in CARDS_OF_MISTER_X
        assert set(stations.values()) <= CARDS_OF_DETECTIVES
        assert len(set(stations.values())) == 4
        found.add(tuple(stations.values()))
    assert len(found) > 10


def test_without_a_seed_the_draw_is_not_always_the_same() -> None:
    line = {k: v for k, v in drawn(0).items() if k != "seed"}
    found = set()
    for _ in range(20):
        with Desk(line) as desk:
            found.add(tuple(places(desk).values()))
    assert len(found) > 1


def test_some_starts_may_be_said_and_the_rest_drawn() -> None:
    with Desk(LONDON | {"starts": {"red": 28}}) as desk:
        stations = places(desk)
        assert stations["red"] == 28
        assert len(set(stations.values())) == 5


@pytest.mark.parametrize(
    "starts",
    [
        pytest.param({"red": 24}, id="a card of the other deck"),
        pytest.param({"red": 6}, id="no card at all"),
        pytest.param({"mister_x": 28}, id="a detective's card for Mister X"),
        pytest.param({"red": 28, "blue": 28}, id="one card for two"),
        pytest.param({"red": 49}, id="no station"),
        pytest.param({"green": 28}, id="nobody"),
        pytest.param({"bobby3": 28}, id="no such bobby"),
    ],
)
def test_a_start_that_could_not_have_been_drawn_is_refused(starts: dict[str, int]) -> None:
    with Desk() as desk:
        assert_refused(desk.say(LONDON | {"starts": starts}))
        assert_refused(desk.say({"ask": "moves"}))


def test_with_free_start_any_free_station_will_do() -> None:
    starts = {"mister_x": 6, "red": 24, "blue": 8, "bobby1": 11, "bobby2": 12}
    with Desk(LONDON | {"starts": starts, "options": {"free_start": True}}) as desk:
        assert places(desk) == starts
        assert desk.ask("possible")["stations"] == sorted(set(range(1, 49)) - {24, 8, 11, 12})


def test_with_free_start_a_taken_station_is_refused_all_the_same() -> None:
    with Desk() as desk:
        said = LONDON | {"starts": {"mister_x": 6, "red": 6}, "options": {"free_start": True}}
        assert_refused(desk.say(said))


def test_without_free_start_only_his_cards_are_possible_at_the_start() -> None:
    with Desk(LONDON) as desk:
        assert set(desk.ask("possible")["stations"]) == CARDS_OF_MISTER_X


def test_options_are_the_switches_of_the_edition() -> None:
    with Desk(LONDON | {"options": {"rounds": 24, "black": 2, "doubles": 0, "taxi": 10}}) as desk:
        view = desk.view()
        assert view["rounds"] == 24
        assert view["mister_x"]["tickets"] == {"black": 2, "double": 0}
        assert view["pawns"]["red"]["tickets"]["taxi"] == 10
        assert "doubles" not in desk.ask("moves")


@pytest.mark.parametrize("options", [{"helicopters": 3}, {"rounds": 0}, {"rounds": True}, {"free_start": 1}])
def test_an_option_the_edition_does_not_have_is_refused(options: Line) -> None:
    with Desk() as desk:
        assert_refused(desk.say(LONDON | {"options": options}))


def test_a_map_replaces_the_board_by_name_or_by_file(tmp_path: Path) -> None:
    own = tmp_path / "mine.yaml"
    own.write_text(find_map("demo").read_text("utf-8").replace("name: demo", "name: mine"), "utf-8")
    plain = {"do": "new", "edition": "classic-1983", "detectives": ["red", "blue", "green"]}
    for said, board in (
        (plain, "london"),
        (plain | {"map": "demo"}, "demo"),
        (plain | {"map": str(own)}, "mine"),
    ):
        with Desk(said) as desk:
            assert desk.view()["board"] == board


def test_detectives_may_be_any_distinct_words() -> None:
    names = ["Inspecteur Maigret", "x", "42", "ピカチュウ", "it's"]
    with Desk(LONDON | {"detectives": names, "starts": {}}) as desk:
        assert list(desk.view()["pawns"]) == names
        assert desk.view("ピカチュウ")["audience"] == "ピカチュウ"
        first = desk.ask("moves")["moves"][0]
        assert desk.do(travel("mister_x", *first))[0]["turn"] == names


@pytest.mark.parametrize("names", [["red", "red"], ["mister_x", "red"], ["public", "red"], ["bobby1", "red"]])
def test_names_that_would_be_mistaken_for_others_are_refused(names: list[str]) -> None:
    with Desk() as desk:
        assert_refused(desk.say(LONDON | {"detectives": names, "starts": {}}))


def test_in_the_variant_detectives_are_named_by_their_character() -> None:
    with Desk() as desk:
        assert_refused(desk.say(variant("red", "blue")))


def test_bobbies_are_called_bobby1_and_bobby2() -> None:
    with Desk(LONDON) as desk:
        assert list(desk.view()["pawns"]) == ["red", "blue", "bobby1", "bobby2"]


def test_a_new_game_replaces_the_one_before() -> None:
    with Desk(LONDON, travel("mister_x", "taxi", 32), CLASSIC) as desk:
        assert desk.view()["edition"] == "classic-1983"
        assert desk.view()["window"] == 0


def test_bobbies_give_the_mode_as_ticket_and_pay_nothing() -> None:
    with Desk(LONDON, travel("mister_x", "taxi", 32)) as desk:
        desk.do(travel("bobby2", "underground", 3), travel("bobby1", "taxi", 44))
        view = desk.view()
        assert view["pawns"]["bobby2"]["station"] == 3
        assert view["pawns"]["bobby2"]["tickets"] is None


def test_the_second_leg_of_a_double_is_the_next_travel_of_mister_x() -> None:
    with Desk(LONDON) as desk:
        (first,) = desk.do(travel("mister_x", "black", 40, double=True))
        assert (first["window"], first["turn"]) == (1, "mister_x")
        assert_refused(desk.say(travel("red", "taxi", 27)))
        (second,) = desk.do(travel("mister_x", "taxi", 47))
        assert (second["round"], second["window"]) == (1, 2)
        assert second["turn"] == ["red", "blue", "bobby1", "bobby2"]
        assert desk.view()["mister_x"]["tickets"] == {"black": 4, "double": 1}


def test_double_false_is_a_plain_move() -> None:
    with Desk(LONDON) as desk:
        assert desk.do(travel("mister_x", "taxi", 32, double=False))[0]["turn"] != "mister_x"


def test_only_mister_x_plays_double_cards() -> None:
    with Desk(LONDON, travel("mister_x", "taxi", 32)) as desk:
        assert_refused(desk.say(travel("blue", "bus", 3, double=True)))


def test_turn_is_a_name_in_a_fixed_order_and_a_list_in_a_free_one() -> None:
    with Desk(LONDON) as desk:
        assert desk.do(travel("mister_x", "taxi", 32))[0]["turn"] == ["red", "blue", "bobby1", "bobby2"]
        assert desk.do(travel("blue", "bus", 3))[0]["turn"] == ["red", "bobby1", "bobby2"]
    with Desk(NEW_YORK) as desk:
        assert desk.do(travel("mister_x", "taxi", 2))[0]["turn"] == "red"


def test_when_the_game_is_over_turn_is_null_and_the_outcome_says_who_won_and_why() -> None:
    with Desk(*OVER[:-1]) as desk:
        (answer,) = desk.do(OVER[-1])
        assert_answers_do(answer)
        assert answer["turn"] is None
        assert answer["outcome"] == {"winner": "detectives", "reason": "captured", "by": "blue", "at": 22}
        assert desk.view()["mister_x"]["station"] == 22


def test_show_and_take_shows_him_and_takes_one_ticket() -> None:
    with Desk(CLASSIC, travel("mister_x", "taxi", 2)) as desk:
        assert desk.view()["mister_x"]["station"] is None
        desk.do({"do": "show", "take": {"red": "taxi", "green": "underground"}})
        view = desk.view()
        assert view["mister_x"]["station"] == 2
        assert view["pawns"]["red"]["tickets"] == {"taxi": 9, "bus": 8, "underground": 4}
        assert view["pawns"]["blue"]["tickets"] == {"taxi": 10, "bus": 8, "underground": 4}
        assert view["pawns"]["green"]["tickets"] == {"taxi": 10, "bus": 8, "underground": 3}


def test_a_barrier_that_stands_is_moved_with_from() -> None:
    form = next(form for form in FORMS if form.name == "barrier-from")
    with Desk(*form.before) as desk:
        before = desk.view()
        desk.do(form.line)
        after = desk.view()
        assert (before["barriers"], after["barriers"]) == ([26], [36])
        assert before["barriers_left"] == after["barriers_left"]


def test_holmes_watson_and_mycroft_are_told_the_truth() -> None:
    forms = {form.name: form for form in FORMS}
    for name, told in (
        ("token-holmes", {"pawn": "holmes", "quarter": "I"}),
        ("token-watson", {"pawn": "watson", "symbol": "park", "there": False}),
        ("token-mycroft", {"pawn": "mycroft", "window": 1, "at": 19}),
    ):
        with Desk(*forms[name].before) as desk:
            (answer,) = desk.do(forms[name].line)
            assert answer["events"][0].items() >= told.items()


def test_a_balloon_rises_first_and_lands_where_the_tile_says() -> None:
    with Desk(variant(), {"do": "start", "to": 27}) as desk:
        (risen,) = desk.do({"do": "balloon"})
        assert [event["event"] for event in risen["events"]] == ["tile_turned"]
        (tile,) = desk.view()["tiles_turned"]
        assert_refused(desk.say({"do": "balloon", "to": 28}))
        (landed,) = desk.do({"do": "balloon", "to": tile[0]})
        assert (landed["window"], landed["turn"]) == (1, "mister_x")
        assert desk.view()["mister_x"]["station"] == tile[0]


def test_moriarty_picks_only_a_station_of_his_tile() -> None:
    with Desk(variant()) as desk:
        assert desk.view("mister_x")["tile"] == [4, 27]
        assert_refused(desk.say({"do": "start", "to": 28}))
        desk.do({"do": "start", "to": 27})
        assert desk.view("mister_x")["mister_x"]["station"] == 27


def test_end_turn_is_never_needed_where_there_is_no_choice() -> None:
    with Desk(LONDON, travel("mister_x", "taxi", 32)) as desk:
        assert_refused(desk.say({"do": "end_turn"}))
        moves = [("red", "taxi", 27), ("blue", "bus", 3), ("bobby1", "taxi", 44), ("bobby2", "taxi", 21)]
        *_, last = desk.do(*(travel(*move) for move in moves))
        assert (last["round"], last["turn"]) == (2, "mister_x")


def test_in_the_variant_end_turn_closes_either_side() -> None:
    with Desk(variant(), {"do": "start", "to": 4}) as desk:
        assert_refused(desk.say({"do": "end_turn"}))
        desk.do(*moriarty("taxi", 12))
        assert_refused(desk.say({"do": "end_turn"}))
        *_, last = desk.do(*out("holmes", "watson"))
        assert (last["round"], last["turn"]) == (2, "mister_x")


@pytest.mark.parametrize("form", [f for f in FORMS if f.before and f.word != "undo"], ids=lambda f: f.name)
def test_undo_takes_the_last_command_back(form: Form) -> None:
    with Desk(*form.before) as desk:
        before = desk.seen() | {"rows": 0}
        desk.do(form.line)
        (answer,) = desk.do({"do": "undo"})
        assert_answers_do(answer)
        assert answer["events"] == []
        assert desk.seen() | {"rows": 0} == before


def test_undo_goes_back_to_the_beginning_of_the_game_and_no_further() -> None:
    moves = (travel("mister_x", "taxi", 32), travel("blue", "bus", 3), travel("red", "taxi", 27))
    with Desk(LONDON) as desk:
        views = [desk.view("mister_x")]
        for move in moves:
            desk.do(move)
            views.append(desk.view("mister_x"))
        for view in reversed(views[:-1]):
            desk.do({"do": "undo"})
            assert desk.view("mister_x") == view
        assert_refused(desk.say({"do": "undo"}))


def test_undo_takes_back_even_the_end_of_the_game() -> None:
    with Desk(*OVER) as desk:
        (answer,) = desk.do({"do": "undo"})
        assert answer["outcome"] is None
        assert desk.view()["mister_x"]["station"] is None


def test_with_the_public_audience_events_are_what_the_table_may_see() -> None:
    with Desk(audience="public") as table, Desk() as all_ears:
        for line in (LONDON, travel("mister_x", "taxi", 32), travel("blue", "bus", 3)):
            (heard,), (told,) = table.do(line), all_ears.do(line)
            assert {**heard, "events": None} == {**told, "events": None}
            names = [event["event"] for event in told["events"]]
            assert [event["event"] for event in heard["events"]] == names
            for public, full in zip(heard["events"], told["events"], strict=True):
                assert {k: v for k, v in full.items() if v != public[k]} == (
                    {"secrets": full["secrets"]}
                    if full["event"] == "started"
                    else {"to": 32}
                    if full.get("pawn") == "mister_x"
                    else {}
                )


def test_the_public_does_not_hear_a_start_or_a_crime_scene() -> None:
    with Desk(variant(), audience="public") as desk:
        (picked,) = desk.do({"do": "start", "to": 4})
        assert picked["events"] == [{"event": "start_picked", "to": None}]
        *_, crime = desk.do(travel("mister_x", "taxi", 3), {"do": "crime"})
        assert crime["events"] == [{"event": "crime_committed", "tile": None}]


def test_the_public_hears_no_secret_of_a_new_game() -> None:
    with Desk(audience="public") as desk:
        (answer,) = desk.do(variant() | {"seed": 918273645})
        assert answer["events"][0]["secrets"] is None
        assert "918273645" not in json.dumps(answer)
