"""Every slip of the pen is found, with its line and its field."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
from map_samples import SMALL, Spoil

from companion.maps import check_map, find_map, map_names, read_map
from companion.marked_yaml import Fault, FileFault


def one(faults: list[Fault]) -> tuple[int, str, str]:
    assert len(faults) == 1, faults
    return faults[0].line, faults[0].field, faults[0].message


def places(faults: list[Fault]) -> list[tuple[int, str]]:
    return [(fault.line, fault.field) for fault in faults]


def test_the_small_map_has_no_fault(spoil: Spoil) -> None:
    assert spoil("My Town", "My Town") == []


def test_a_link_to_itself_is_named_with_its_line(spoil: Spoil) -> None:
    line, field, message = one(spoil("[3, 4]]\n  bus", "[3, 4], [3, 3]]\n  bus"))
    assert (line, field) == (11, "links.taxi[4]")
    assert "3 is linked to itself" in message


@pytest.mark.parametrize("again", ["[1, 3]", "[3, 1]"])
def test_the_same_link_twice_names_both_lines(spoil: Spoil, again: str) -> None:
    line, field, message = one(spoil("    - [1, 3]\n", f"    - [1, 3]\n    - {again}\n"))
    assert (line, field) == (14, "links.bus[2]")
    assert "bus 1-3 is on line 13 already" in message


def test_an_optional_link_may_not_repeat_an_ordinary_one(spoil: Spoil) -> None:
    line, field, message = one(spoil("[[1, 4]]", "[[1, 4], [1, 2]]"))
    assert (line, field) == (15, "optional_links.link_1_4.taxi[2]")
    assert "taxi 1-2 is on line 11 already" in message


def test_a_link_of_three_stations_is_no_link(spoil: Spoil) -> None:
    assert one(spoil("- [1, 3]", "- [1, 3]\n    - [1, 2, 3]"))[:2] == (14, "links.bus[2]")


def test_an_unknown_station_in_a_link_is_named(spoil: Spoil) -> None:
    line, field, message = one(spoil("[[1, 2], [2, 3], ", "[[1, 2], [2, 3], [2, 77], "))
    assert (line, field) == (11, "links.taxi[3][2]")
    assert "no station 77" in message


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("cards: [1, 2, 4]", "cards: [1, 2, 77]", (17, "decks.classic.cards[3]")),
        ("[[1, 2], [3, 4]]}", "[[1, 2], [3, 77]]}", (18, "decks.sherlock-moriarty.cards[2][2]")),
        ("II: [2, 3]", "II: [2, 77]", (19, "quarters.II[2]")),
        ("river: [2]", "river: [77]", (20, "symbols.river[1]")),
        ("hideouts: [4]", "hideouts: [77]", (21, "hideouts[1]")),
        ("[[1], [2, 3]]", "[[1], [2, 77]]", (22, "crime_tiles.tiles[2][2]")),
    ],
)
def test_an_unknown_station_in_a_deck_or_annotation_is_named(
    spoil: Spoil, old: str, new: str, place: tuple[int, str]
) -> None:
    line, field, message = one(spoil(old, new))
    assert (line, field) == place
    assert "no station 77" in message


def test_a_stop_with_no_line_is_named_at_the_station(spoil: Spoil) -> None:
    line, field, message = one(spoil("y: 0.1, stops: [taxi]", "y: 0.1, stops: [taxi, ferry]"))
    assert (line, field) == (7, "stations.2.stops")
    assert "no ferry link" in message


def test_a_line_at_a_station_that_is_no_such_stop_is_named_at_the_link(spoil: Spoil) -> None:
    line, field, message = one(spoil("y: 0.3, stops: [taxi, bus]", "y: 0.3, stops: [taxi]"))
    assert (line, field) == (13, "links.bus[1]")
    assert "3 is no bus stop" in message
    assert "line 8" in message


def test_a_station_that_lacks_a_stop_is_told_once_for_all_its_links(spoil: Spoil) -> None:
    assert places(spoil("y: 0.1, stops: [taxi]", "y: 0.1, stops: []")) == [(11, "links.taxi[1]")]


def test_a_station_without_a_link_is_named(spoil: Spoil) -> None:
    line, field, message = one(spoil("links:\n  taxi", "  5: {x: 0, y: 1, stops: [taxi]}\nlinks:\n  taxi"))
    assert (line, field) == (10, "stations.5")
    assert "has no link" in message


def test_a_station_with_nothing_but_an_optional_link_has_no_link(spoil: Spoil) -> None:
    faults = spoil("[[1, 2], [2, 3], [3, 4]]", "[[1, 2], [2, 3]]")
    assert one(faults)[:2] == (9, "stations.4")


def test_a_board_in_two_pieces_is_named(spoil: Spoil) -> None:
    line, field, message = one(spoil("[[1, 2], [2, 3], [3, 4]]", "[[1, 3], [2, 4]]"))
    assert (line, field) == (7, "stations.2")
    assert "it and 1 more cannot be reached from 1" in message


def test_coordinates_outside_the_drawing_are_named(spoil: Spoil) -> None:
    assert places(spoil("{x: 0.5, y: 0.1", "{x: 1.5, y: -0.1")) == [(7, "stations.2.x"), (7, "stations.2.y")]


@pytest.mark.parametrize("value", [".nan", ".inf", "1e400", "1:30", '"0.5"', "yes", "null", "[0.5]", "{}"])
def test_only_a_plain_number_is_a_coordinate(spoil: Spoil, value: str) -> None:
    assert one(spoil("{x: 0.5,", f"{{x: {value},"))[:2] == (7, "stations.2.x")


@pytest.mark.parametrize("number", ["0", "512", "-1", "1.5", "two", "012", "9" * 900])
def test_a_station_number_outside_1_to_511_is_named(spoil: Spoil, number: str) -> None:
    line, field, message = one(
        spoil("links:\n  taxi", f"  {number}: {{x: 0, y: 1, stops: [taxi]}}\nlinks:\n  taxi")
    )
    assert line == 10
    assert field.startswith(f"stations.{number[:39]}")
    assert "from 1 to 511" in message


@pytest.mark.parametrize("value", ['"4"', "4.0", "four", "null", "0x4", "[4]"])
def test_only_a_whole_number_is_a_card(spoil: Spoil, value: str) -> None:
    assert one(spoil("cards: [1, 2, 4]", f"cards: [1, 2, {value}]"))[:2] == (17, "decks.classic.cards[3]")


@pytest.mark.parametrize("cards", ["[1, 2]", "[1, 2, 3, 4]", "[]"])
def test_a_missing_or_surplus_card_is_counted(spoil: Spoil, cards: str) -> None:
    line, field, message = one(spoil("cards: [1, 2, 4]", f"cards: {cards}"))
    assert (line, field) == (17, "decks.classic.cards")
    assert "count says 3" in message


def test_the_same_card_twice_is_named(spoil: Spoil) -> None:
    line, field, message = one(spoil("cards: [1, 2, 4]", "cards: [1, 2, 1]"))
    assert (line, field) == (17, "decks.classic.cards[3]")
    assert "1 is in decks.classic.cards[1] already" in message


def test_two_tiles_may_not_mark_the_same_station(spoil: Spoil) -> None:
    faults = spoil("[[1, 2], [3, 4]]}", "[[1, 2], [1, 4]]}")
    assert places(faults) == [(18, "decks.sherlock-moriarty.cards[2][1]")]


def test_a_tile_has_two_different_stations(spoil: Spoil) -> None:
    assert places(spoil("[[1, 2], [3, 4]]}", "[[1, 2], [3, 3]]}")) == [
        (18, "decks.sherlock-moriarty.cards[2]")
    ]


def test_a_moriarty_tile_with_one_station_is_named(spoil: Spoil) -> None:
    assert places(spoil("[[1, 2], [3, 4]]}", "[[1, 2], 3]}")) == [(18, "decks.sherlock-moriarty.cards[2]")]


def test_a_station_in_two_quarters_is_named(spoil: Spoil) -> None:
    line, field, message = one(spoil("II: [2, 3]", "II: [2, 3, 1]"))
    assert (line, field) == (19, "quarters.II[3]")
    assert "1 is in quarters.I[1] already" in message


def test_a_station_on_two_crime_tiles_is_named(spoil: Spoil) -> None:
    line, field, _ = one(spoil("[[1], [2, 3]]", "[[1], [2, 1]]"))
    assert (line, field) == (22, "crime_tiles.tiles[2][2]")


@pytest.mark.parametrize("tile", ["[]", "null", "3"])
def test_a_crime_tile_is_a_list_with_a_station(spoil: Spoil, tile: str) -> None:
    assert places(spoil("[[1], [2, 3]]", f"[[1], {tile}]")) == [(22, "crime_tiles.tiles[2]")]


def test_a_missing_crime_tile_is_counted(spoil: Spoil) -> None:
    assert places(spoil("[[1], [2, 3]]", "[[1]]")) == [(22, "crime_tiles.tiles")]


def test_an_unknown_key_is_named_with_the_known_ones(spoil: Spoil) -> None:
    line, field, message = one(spoil("hideouts:", "hideuots:"))
    assert (line, field) == (21, "hideuots")
    assert "hideouts, crime_tiles" in message


def test_an_unknown_mode_is_named_with_the_known_ones(spoil: Spoil) -> None:
    faults = spoil("  bus:\n    - [1, 3]", "  tram:\n    - [1, 3]")
    assert (12, "links.tram") in places(faults)
    assert "taxi, bus, underground, ferry" in faults[-1].message


def test_an_unknown_stop_is_named_once(spoil: Spoil) -> None:
    assert places(spoil("y: 0.3, stops: [taxi, bus]", "y: 0.3, stops: [taxi, tram]")) == [
        (8, "stations.3.stops[2]")
    ]


def test_a_stop_twice_is_named(spoil: Spoil) -> None:
    assert places(spoil("y: 0.1, stops: [taxi]", "y: 0.1, stops: [taxi, taxi]")) == [
        (7, "stations.2.stops[2]")
    ]


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("title: My Town\n", "title: My Town\ntitle: Your Town\n", (4, "title")),
        ("links:\n  taxi", "  2: {x: 0, y: 1, stops: [taxi]}\nlinks:\n  taxi", (10, "stations.2")),
        ("{x: 0.5,", "{x: 0.5, x: 0.6,", (7, "stations.2.x")),
        ("hideouts:", "quarters: {}\nhideouts:", (21, "quarters")),
        ("{count: 3,", "{count: 3, count: 3,", (17, "decks.classic.count")),
    ],
)
def test_a_key_that_is_there_twice_is_named(spoil: Spoil, old: str, new: str, place: tuple[int, str]) -> None:
    line, field, message = one(spoil(old, new))
    assert (line, field) == place
    assert "twice" in message


@pytest.mark.parametrize("key", ["format", "name", "title", "aspect"])
def test_a_missing_key_is_named(spoil: Spoil, key: str) -> None:
    start = SMALL.index(f"{key}:")
    line, field, message = one(spoil(SMALL[start : SMALL.index("\n", start) + 1], ""))
    assert (line, field) == (1, key)
    assert "missing" in message


def test_a_map_without_stations_says_only_that(spoil: Spoil) -> None:
    start, end = SMALL.index("stations:"), SMALL.index("links:")
    assert one(spoil(SMALL[start:end], ""))[:2] == (1, "stations")
    assert one(spoil(SMALL[start:end], "stations:\n"))[:2] == (5, "stations")
    assert one(spoil(SMALL[start:end], "stations: [1, 2]\n"))[:2] == (5, "stations")


def test_a_map_without_links_says_only_that(spoil: Spoil) -> None:
    start, end = SMALL.index("links:"), SMALL.index("decks:")
    assert one(spoil(SMALL[start:end], ""))[:2] == (1, "links")
    assert one(spoil(SMALL[start:end], "links: [1, 2]\n"))[:2] == (10, "links")


def test_a_newer_format_is_named_and_nothing_else(spoil: Spoil) -> None:
    line, field, message = one(spoil("format: 1\n", "format: 2\nweather: fog\n"))
    assert (line, field) == (1, "format")
    assert "only knows format 1" in message


@pytest.mark.parametrize("value", ["0", "one", "1.0", '"1"', "null", "[1]", "-3"])
def test_a_format_that_is_not_1_is_named(spoil: Spoil, value: str) -> None:
    assert one(spoil("format: 1\n", f"format: {value}\n"))[:2] == (1, "format")


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("name: my-town", "name: My Town", (2, "name")),
        ("title: My Town", "title: 1983", (3, "title")),
        ("title: My Town", 'title: "\\e[31m"', (3, "title")),
        ("title: My Town", "title:", (3, "title")),
        ("aspect: 1.5", "aspect: wide", (4, "aspect")),
        ("aspect: 1.5", "aspect: 0", (4, "aspect")),
        ("{x: 0.5, y: 0.1, stops: [taxi]}", "[0.5, 0.1]", (7, "stations.2")),
        ("{x: 0.5, y: 0.1, stops: [taxi]}", "", (7, "stations.2")),
        ("{x: 0.5, y: 0.1, stops: [taxi]}", "{x: 0.5, y: 0.1}", (7, "stations.2.stops")),
        ("y: 0.1, stops: [taxi]", "y: 0.1, stops: taxi", (7, "stations.2.stops")),
        ("- [1, 3]", "- [1, 3]\n    - 7", (14, "links.bus[2]")),
        ("link_1_4:", "Link 1 4:", (15, "optional_links.Link 1 4")),
        ("{count: 3, cards: [1, 2, 4]}", "[1, 2, 4]", (17, "decks.classic")),
        ("{count: 3, cards: [1, 2, 4]}", "{cards: [1, 2, 4]}", (17, "decks.classic.count")),
        ("count: 3", "count: three", (17, "decks.classic.count")),
        ("quarters: {I: [1]", "quarters: {V: [1]", (19, "quarters.V")),
        ("symbols: {park: [1, 2]", "symbols: {dog: [1, 2]", (20, "symbols.dog")),
        ("hideouts: [4]", "hideouts: 4", (21, "hideouts")),
        ("crime_tiles: {count: 2, ", "crime_tiles: {", (22, "crime_tiles.count")),
    ],
)
def test_a_value_of_the_wrong_kind_is_named(spoil: Spoil, old: str, new: str, place: tuple[int, str]) -> None:
    assert one(spoil(old, new))[:2] == place


def test_what_is_not_known_yet_may_be_null_or_left_out(tmp_path: Path) -> None:
    path = tmp_path / "town.yaml"
    head = SMALL[: SMALL.index("optional_links:")]
    unknown = "quarters: {I: null}\nsymbols: null\nhideouts:\ncrime_tiles: {count: 15, tiles: null}\n"
    path.write_text(head + unknown + "decks: {classic: {count: 18, cards: null}}\n")
    data = read_map(path)
    assert data["quarters"] == {"I": [], "II": [], "III": [], "IV": []}
    assert data["symbols"] == {"park": [], "monument": [], "river": []}
    assert data["hideouts"] == []
    assert data["crime_tiles"] == {"count": 15, "tiles": None}
    assert data["decks"] == {"classic": {"count": 18, "cards": None}}
    path.write_text(head)
    bare = read_map(path)
    assert bare.keys() == data.keys()
    assert bare["decks"] == bare["optional_links"] == {}
    assert bare["provenance"] == ""
    assert bare["crime_tiles"] == {"count": 0, "tiles": None}


def test_links_and_stops_come_out_in_one_order_however_they_are_written(tmp_path: Path) -> None:
    path = tmp_path / "town.yaml"
    path.write_text(SMALL)
    tidy = read_map(path)
    path.write_text(SMALL.replace("[[1, 2], [2, 3], [3, 4]]\n", "[[4, 3], [2, 1], [3, 2]]\n"))
    assert read_map(path) == tidy
    path.write_text(SMALL.replace("y: 0.3, stops: [taxi, bus]", "y: 0.3, stops: [bus, taxi]"))
    assert read_map(path) == tidy


@pytest.mark.parametrize("name", map_names())
def test_map_data_survives_json(name: str) -> None:
    data = read_map(find_map(name))
    assert json.loads(json.dumps(data)) == data


def test_all_faults_are_told_at_once_in_the_order_of_their_lines(tmp_path: Path) -> None:
    path = tmp_path / "town.yaml"
    text = (
        SMALL.replace("hideouts: [4]", "hideouts: [9]")
        .replace("x: 0.1", "x: 7")
        .replace("- [1, 3]", "- [1, 1]")
    )
    path.write_text(text)
    assert [line for line, _ in places(check_map(path))] == [6, 6, 8, 13, 21]
    with pytest.raises(FileFault) as caught:
        read_map(path)
    assert caught.value.faults == tuple(check_map(path))
    assert str(caught.value).splitlines()[-1].startswith(f"{path}:21: hideouts[1]: there is no station 9")


def test_after_twenty_faults_the_rest_is_counted(tmp_path: Path) -> None:
    path = tmp_path / "town.yaml"
    path.write_text(SMALL.replace("hideouts: [4]", f"hideouts: {list(range(101, 131))}"))
    assert len(check_map(path)) == 30
    with pytest.raises(FileFault) as caught:
        read_map(path)
    lines = str(caught.value).splitlines()
    assert len(lines) == 21
    assert lines[-1] == "and 10 more"


def test_faults_survive_pickling() -> None:
    fault = FileFault([Fault("town.yaml", 3, "title", "is missing")])
    assert pickle.loads(pickle.dumps(fault)).faults == fault.faults


def test_the_example_in_the_readme_is_a_sound_map(tmp_path: Path) -> None:
    readme = find_map("demo").with_name("README.md").read_text(encoding="utf-8")
    path = tmp_path / "example.yaml"
    path.write_text(readme.split("```yaml\n")[1].split("```")[0], encoding="utf-8")
    assert check_map(path) == []


def test_a_shipped_map_is_found_by_its_name_and_any_other_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "town.yaml"
    path.write_text(SMALL)
    assert find_map("demo").name == "demo.yaml"
    assert find_map(str(path)) == path


@pytest.mark.parametrize("name", ["atlantis", "", "no/such/file.yaml", "a\0b", "x" * 5000])
def test_a_map_that_is_nowhere_names_the_shipped_ones(name: str) -> None:
    with pytest.raises(FileFault, match="demo, london, new-york"):
        find_map(name)
