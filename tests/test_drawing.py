"""The board as a drawing: what a page is given to draw."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.drawing import Printed, drawing
from companion.games.pursuit.events import Started
from companion.games.pursuit.notation import decode, encode
from companion.journal import Journal
from companion.maps import MODES, find_map, map_names, read_map
from companion.protocol import hear
from companion.table import Table

Map = dict[str, Any]


@pytest.fixture(scope="module")
def london() -> Map:
    return read_map(find_map("london"))


@pytest.fixture(scope="module")
def demo() -> Map:
    return read_map(find_map("demo"))


def stops_of(drawn: Map) -> dict[int, list[str]]:
    return {number: stops for number, _, _, stops in drawn["stations"]}


@pytest.mark.parametrize("name", map_names())
def test_every_shipped_board_is_drawn_whole_with_each_station_where_it_lies(name: str) -> None:
    data = read_map(find_map(name))
    drawn = drawing(Printed(data, MODES))
    assert (drawn["name"], drawn["title"], drawn["aspect"]) == (data["name"], data["title"], data["aspect"])
    assert drawn["links"] == data["links"]
    for station, (number, x, y, _) in zip(data["stations"], drawn["stations"], strict=True):
        assert (number, x, y) == (station["number"], station["x"], station["y"])


@pytest.mark.parametrize("name", map_names())
def test_a_drawing_is_the_same_after_a_way_through_json(name: str) -> None:
    drawn = drawing(Printed(read_map(find_map(name)), MODES))
    assert json.loads(json.dumps(drawn)) == drawn


def test_london_stops_are_those_that_the_map_names(london: Map) -> None:
    assert stops_of(drawing(Printed(london, MODES))) == {s["number"]: s["stops"] for s in london["stations"]}


def test_a_board_for_beginners_shows_neither_other_lines_nor_their_stops(london: Map) -> None:
    drawn = drawing(Printed(london, ["taxi", "bus"]))
    assert list(drawn["links"]) == ["taxi", "bus"]
    assert {mode for stops in stops_of(drawn).values() for mode in stops} == {"taxi", "bus"}


def test_the_order_in_which_an_edition_names_its_modes_changes_nothing(demo: Map) -> None:
    assert drawing(Printed(demo, MODES[::-1])) == drawing(Printed(demo, MODES))


def test_an_optional_link_is_drawn_only_in_a_printing_that_has_it(demo: Map) -> None:
    assert [13, 14] not in drawing(Printed(demo, MODES))["links"]["taxi"]
    with_it = drawing(Printed(demo, MODES, ["link_13_14"]))["links"]["taxi"]
    assert [13, 14] in with_it
    assert with_it == sorted(with_it)


def test_an_optional_link_of_a_mode_that_the_edition_lacks_stays_away(demo: Map) -> None:
    drawn = drawing(Printed(demo, ["bus"], ["link_13_14"]))
    assert list(drawn["links"]) == ["bus"]
    assert stops_of(drawn)[13] == []


def test_a_stop_whose_only_line_is_an_optional_one_is_drawn_with_that_line() -> None:
    def station(number: int, *stops: str) -> Map:
        return {"number": number, "x": 0.5, "y": number / 9, "stops": list(stops)}

    data = {
        "name": "two",
        "title": "Two",
        "aspect": 1.0,
        "stations": [station(1, "taxi", "bus"), station(2, "taxi", "bus")],
        "links": {"taxi": [[1, 2]]},
        "optional_links": {"night_bus": {"bus": [[2, 1]]}},
    }
    assert stops_of(drawing(Printed(data, MODES))) == {1: ["taxi"], 2: ["taxi"]}
    drawn = drawing(Printed(data, MODES, ["night_bus"]))
    assert stops_of(drawn) == {1: ["taxi", "bus"], 2: ["taxi", "bus"]}
    assert drawn["links"]["bus"] == [[1, 2]]


def test_what_is_printed_for_everybody_is_there_and_what_is_on_cards_is_not(demo: Map) -> None:
    drawn = drawing(Printed(demo, MODES))
    assert drawn["hideouts"] == demo["hideouts"]
    assert drawn["quarters"] == demo["quarters"]
    assert drawn["symbols"] == demo["symbols"]
    assert set(drawn) == {"name", "title", "aspect", "stations", "links", "hideouts", "quarters", "symbols"}


def test_a_map_without_quarters_symbols_or_hideouts_has_none_to_draw() -> None:
    drawn = drawing(Printed(read_map(find_map("new-york")), MODES))
    assert (drawn["hideouts"], drawn["quarters"], drawn["symbols"]) == ([], {}, {})


def test_changing_a_drawing_does_not_change_the_map(demo: Map) -> None:
    before = json.dumps(demo)
    drawn = drawing(Printed(demo, MODES, ["link_13_14"]))
    drawn["hideouts"].append(5)
    drawn["quarters"]["I"].clear()
    drawn["links"]["taxi"][0].reverse()
    assert json.dumps(demo) == before


def test_a_game_that_was_taken_up_from_its_journal_is_drawn_like_before() -> None:
    table = Table(Journal.in_memory())
    said = {"do": "new", "edition": "classic-1983", "detectives": ["red", "blue", "green"]}
    started = table.submit(hear(said)).events[0]
    again = decode(json.loads(json.dumps(encode(started))))
    assert isinstance(started, Started)
    assert isinstance(again, Started)
    drawn = drawing(Printed(again.map, again.edition["modes"]))
    assert drawn == drawing(Printed(started.map, started.edition["modes"]))
    assert len(drawn["stations"]) == 199
