"""What ``misterx map check`` says."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
import yaml
from map_samples import SMALL

from companion.map_check import NEEDS, missing_annotations, run_check
from companion.maps import find_map, read_map

EDITIONS = sorted(Path(__file__).parents[2].glob("companion/editions/*.yaml"))


def said(path: str) -> tuple[int, list[str]]:
    out = StringIO()
    return run_check(path, out), out.getvalue().splitlines()


def test_the_demo_map_has_everything_in_one_line() -> None:
    code, lines = said("demo")
    assert code == 0
    assert lines == [
        "demo: 48 stations, 102 links (taxi 75, bus 17, underground 7, ferry 3); "
        "everything for every edition is there."
    ]


def test_london_says_what_the_sherlock_editions_still_need() -> None:
    code, lines = said("london")
    assert code == 0
    assert lines == [
        "london: 199 stations, 467 links (taxi 345, bus 99, underground 20, ferry 3).",
        "Everything is there for classic-1983, london-2014 and beginner-2014.",
        "Not known yet for sherlock-2022: deck sherlock-detectives and deck sherlock-moriarty.",
        "Not known yet for sherlock-2022-variant: deck sherlock-detectives, deck sherlock-moriarty, "
        "quarters, symbols, hideouts and crime tiles.",
        "It has none of the decks of ny-chase-1999.",
    ]


def test_new_york_lacks_its_start_cards() -> None:
    code, lines = said("new-york")
    assert code == 0
    assert lines[1] == "Not known yet for ny-chase-1999: deck ny-chase."


def test_faults_are_told_one_a_line_and_end_in_1(tmp_path: Path) -> None:
    path = tmp_path / "town.yaml"
    path.write_text(SMALL.replace("hideouts: [4]", "hideouts: [77, 78]"))
    code, lines = said(str(path))
    assert code == 1
    assert [line.split(": ")[:2] for line in lines] == [
        [f"{path}:21", "hideouts[1]"],
        [f"{path}:21", "hideouts[2]"],
    ]


def test_a_file_that_is_nowhere_ends_in_1() -> None:
    code, lines = said("nowhere.yaml")
    assert code == 1
    assert len(lines) == 1


def test_a_deck_that_no_edition_draws_from_is_remarked(tmp_path: Path) -> None:
    path = tmp_path / "town.yaml"
    path.write_text(SMALL.replace("  classic:", "  clasic:"))
    code, lines = said(str(path))
    assert code == 0
    assert lines[-1] == "No edition draws from clasic; is that a slip of the pen?"


def test_nothing_is_missing_on_the_demo_board() -> None:
    assert missing_annotations(read_map(find_map("demo"))) == []


@pytest.mark.parametrize(
    ("old", "new", "missing"),
    [
        ("  I: [1, 2,", "  I: [2,", "quarters"),
        ("  monument: [3, 12, 16, 22, 26, 34, 38, 46]", "  monument:", "symbols"),
        ("hideouts: [1, 13, 27, 31, 41, 47]", "hideouts:", "hideouts"),
        ("  beginner-mister-x: {count: 1, cards: [21]}", "", "deck beginner-mister-x"),
        ("{count: 1, cards: [21]}", "{count: 1, cards: null}", "deck beginner-mister-x"),
    ],
)
def test_one_missing_annotation_is_named(tmp_path: Path, old: str, new: str, missing: str) -> None:
    text = find_map("demo").read_text(encoding="utf-8")
    assert text.count(old) == 1
    path = tmp_path / "demo.yaml"
    path.write_text(text.replace(old, new), encoding="utf-8")
    assert missing_annotations(read_map(path)) == [missing]


@pytest.mark.parametrize("path", EDITIONS, ids=lambda path: path.stem)
def test_the_check_knows_every_deck_that_an_edition_draws_from(path: Path) -> None:
    edition = yaml.safe_load(path.read_text(encoding="utf-8"))
    for decks in edition.get("decks", {}).values():
        for deck in decks.values() if isinstance(decks, dict) else [decks]:
            assert f"deck {deck}" in NEEDS[edition["name"]]
