"""The shipped boards are what the printed books say, and the demo board has everything."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import pytest

from companion.maps import MODES, find_map, map_names, read_map

Map = dict[str, Any]


@pytest.fixture(scope="module")
def london() -> Map:
    return read_map(find_map("london"))


@pytest.fixture(scope="module")
def new_york() -> Map:
    return read_map(find_map("new-york"))


@pytest.fixture(scope="module")
def demo() -> Map:
    return read_map(find_map("demo"))


def reached(data: Map, mode: str, start: int) -> list[int]:
    """The stations one ride of *mode* away."""
    return sorted(sum(link) - start for link in data["links"][mode] if start in link)


def neighbours(data: Map, start: int) -> set[int]:
    return {station for mode in MODES for station in reached(data, mode, start)}


def pieces(data: Map, mode: str) -> list[set[int]]:
    """The stops of *mode*, in groups that hang together."""
    groups: list[set[int]] = []
    for link in data["links"][mode]:
        touched = [group for group in groups if group & set(link)]
        groups = [group for group in groups if group not in touched] + [set(link).union(*touched)]
    return groups


def counts(data: Map) -> dict[str, int]:
    return {mode: len(data["links"][mode]) for mode in MODES}


def stops(data: Map) -> dict[str, int]:
    return {mode: sum(mode in station["stops"] for station in data["stations"]) for mode in MODES}


@pytest.mark.parametrize("name", map_names())
def test_a_shipped_map_is_called_like_its_file_and_says_where_it_comes_from(name: str) -> None:
    data = read_map(find_map(name))
    assert data["name"] == name
    assert len(data["provenance"]) > 80


@pytest.mark.parametrize("name", map_names())
def test_no_two_stations_of_a_shipped_map_lie_on_each_other(name: str) -> None:
    data = read_map(find_map(name))
    for one, other in combinations(data["stations"], 2):
        apart = abs(one["x"] - other["x"]) * data["aspect"] + abs(one["y"] - other["y"])
        assert apart > 0.015, (one, other)


@pytest.mark.parametrize("name", map_names())
def test_a_taxi_can_reach_every_station_of_a_shipped_map(name: str) -> None:
    data = read_map(find_map(name))
    assert pieces(data, "taxi") == [{station["number"] for station in data["stations"]}]


def test_london_has_the_known_counts(london: Map) -> None:
    assert [station["number"] for station in london["stations"]] == list(range(1, 200))
    assert counts(london) == {"taxi": 345, "bus": 99, "underground": 20, "ferry": 3}
    assert stops(london) == {"taxi": 199, "bus": 62, "underground": 14, "ferry": 4}
    assert [len(pieces(london, mode)) for mode in MODES] == [1, 1, 1, 1]


@pytest.mark.parametrize(
    ("start", "taxi", "bus", "underground"),
    [
        (74, [58, 73, 75, 92], [58, 94], [46]),
        (100, [80, 81, 101, 112, 113], [63, 82, 111], []),
        (165, [149, 151, 179, 180], [123, 180, 191], []),
    ],
)
def test_london_agrees_with_the_worked_examples(
    london: Map, start: int, taxi: list[int], bus: list[int], underground: list[int]
) -> None:
    assert [reached(london, mode, start) for mode in MODES] == [taxi, bus, underground, []]


def test_the_ferry_of_london_runs_108_115_157_194(london: Map) -> None:
    assert london["links"]["ferry"] == [[108, 115], [115, 157], [157, 194]]


def test_taxi_13_14_is_a_switch_of_london(london: Map) -> None:
    assert [13, 14] not in london["links"]["taxi"]
    assert london["optional_links"]["link_13_14"]["taxi"] == [[13, 14]]


def test_london_has_the_printed_start_cards(london: Map) -> None:
    decks = {name: deck["cards"] for name, deck in london["decks"].items()}
    common = [13, 26, 29, 34, 50, 53, 91, 94, 103, 112, 117, 138, 141, 155, 174]
    assert sorted(decks["classic"]) == sorted([*common, 132, 197, 198])
    assert sorted(decks["detectives-2014"]) == sorted([*common, 123])
    assert decks["mister-x-2014"] == [35, 45, 51, 71, 78, 104, 106, 127, 132, 146, 166, 170, 172]
    assert decks["beginner-mister-x"] == [82]
    assert decks["beginner-detectives-3"] == [41, 46, 124]
    assert decks["beginner-detectives-4"] == [41, 46, 124, 142]
    assert decks["sherlock-detectives"] is decks["sherlock-moriarty"] is None
    assert (
        london["decks"]["sherlock-detectives"]["count"],
        london["decks"]["sherlock-moriarty"]["count"],
    ) == (16, 13)


def test_london_knows_two_facts_of_the_2022_board(london: Map) -> None:
    assert london["quarters"]["III"] == [132]
    assert london["symbols"]["river"] == [127]


def test_new_york_has_the_known_counts(new_york: Map) -> None:
    assert [station["number"] for station in new_york["stations"]] == list(range(1, 200))
    assert counts(new_york) == {"taxi": 349, "bus": 84, "underground": 21, "ferry": 7}
    assert stops(new_york) == {"taxi": 199, "bus": 61, "underground": 14, "ferry": 10}
    assert new_york["decks"] == {"ny-chase": {"count": 18, "cards": None}}


def test_new_york_agrees_with_the_worked_example(new_york: Map) -> None:
    assert reached(new_york, "underground", 100) == [65, 104, 124]
    assert reached(new_york, "bus", 100) == [98, 102, 132]
    assert reached(new_york, "taxi", 100) == [88, 99, 101, 111]


def test_the_boats_of_new_york_run_in_three_chains(new_york: Map) -> None:
    chains = sorted(map(sorted, pieces(new_york, "ferry")))
    assert chains == [[2, 60, 95], [49, 98, 145, 197], [110, 177, 190]]


def test_the_coordinates_of_new_york_fill_the_drawing(new_york: Map) -> None:
    for axis in "xy":
        values = [station[axis] for station in new_york["stations"]]
        assert (min(values), max(values)) == (0, 1)
    assert new_york["aspect"] == 0.6949


def test_the_demo_board_is_small_and_has_all_modes(demo: Map) -> None:
    assert demo["title"] == "Fogbury"
    assert len(demo["stations"]) == 48
    assert counts(demo) == {"taxi": 75, "bus": 17, "underground": 7, "ferry": 3}
    assert [len(pieces(demo, mode)) for mode in MODES] == [1, 1, 1, 1]


def test_the_demo_board_has_places_to_be_boxed_in(demo: Map) -> None:
    ways = {station["number"]: len(neighbours(demo, station["number"])) for station in demo["stations"]}
    assert [station for station, count in ways.items() if count == 1] == [1, 41, 48]
    assert [station for station, count in ways.items() if count == 2] == [8, 17, 45]


def test_13_and_14_of_the_demo_board_are_joined_by_a_switch_only(demo: Map) -> None:
    assert 14 not in neighbours(demo, 13)
    assert demo["optional_links"]["link_13_14"]["taxi"] == [[13, 14]]


def cards(data: Map, name: str) -> list[int]:
    """A deck of the demo board, of a tile its marked station."""
    return [card[0] if isinstance(card, list) else card for card in data["decks"][name]["cards"]]


@pytest.mark.parametrize(
    ("detectives", "mister_x"),
    [
        ("detectives-2014", "mister-x-2014"),
        ("sherlock-detectives", "sherlock-moriarty"),
        ("beginner-detectives-3", "beginner-mister-x"),
        ("beginner-detectives-4", "beginner-mister-x"),
    ],
)
def test_mister_x_never_starts_beside_a_detective_on_the_demo_board(
    demo: Map, detectives: str, mister_x: str
) -> None:
    for one, other in product(cards(demo, detectives), cards(demo, mister_x)):
        assert one != other
        assert one not in neighbours(demo, other)


@pytest.mark.parametrize("deck", ["classic", "ny-chase"])
def test_no_two_cards_of_a_common_deck_are_neighbours_on_the_demo_board(demo: Map, deck: str) -> None:
    for one, other in combinations(cards(demo, deck), 2):
        assert one not in neighbours(demo, other)


def test_the_decks_of_the_demo_board_have_the_sizes_of_the_boxes(demo: Map) -> None:
    assert {name: deck["count"] for name, deck in demo["decks"].items()} == {
        "classic": 18,
        "detectives-2014": 16,
        "mister-x-2014": 13,
        "beginner-mister-x": 1,
        "beginner-detectives-3": 3,
        "beginner-detectives-4": 4,
        "ny-chase": 18,
        "sherlock-detectives": 16,
        "sherlock-moriarty": 13,
    }


def test_the_moriarty_tiles_of_the_demo_board_name_26_stations(demo: Map) -> None:
    tiles = demo["decks"]["sherlock-moriarty"]["cards"]
    assert len({station for tile in tiles for station in tile}) == 26


def test_the_quarters_of_the_demo_board_hold_every_station_once(demo: Map) -> None:
    stations = sorted(station for quarter in demo["quarters"].values() for station in quarter)
    assert stations == list(range(1, 49))


def test_the_demo_board_has_symbols_hideouts_and_crimes(demo: Map) -> None:
    river, monument = set(demo["symbols"]["river"]), set(demo["symbols"]["monument"])
    assert river & monument
    assert set(range(1, 49)) - river - monument - set(demo["symbols"]["park"])
    assert len(demo["hideouts"]) == 6
    assert sorted(len(tile) for tile in demo["crime_tiles"]["tiles"]) == [1] * 13 + [2, 2]
