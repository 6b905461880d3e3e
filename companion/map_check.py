"""What ``misterx map check`` says about a map file: its faults, or what it holds and what it still lacks."""

from __future__ import annotations

from typing import Any, TextIO

from companion.maps import MODES, SYMBOLS, find_map, read_map
from companion.marked_yaml import FileFault

NEEDS: dict[str, tuple[str, ...]] = {
    "classic-1983": ("deck classic",),
    "london-2014": ("deck detectives-2014", "deck mister-x-2014"),
    "beginner-2014": ("deck beginner-mister-x", "deck beginner-detectives-3", "deck beginner-detectives-4"),
    "ny-chase-1999": ("deck ny-chase",),
    "sherlock-2022": ("deck sherlock-detectives", "deck sherlock-moriarty"),
    "sherlock-2022-variant": (
        *("deck sherlock-detectives", "deck sherlock-moriarty"),
        *("quarters", "symbols", "hideouts", "crime tiles"),
    ),
}
"""What each edition wants to find on its map besides stations and links."""


def missing_annotations(data: dict[str, Any]) -> list[str]:
    """What some edition needs and a map (as ``read_map`` gives it) does not know yet."""
    there = {f"deck {name}" for name, deck in data["decks"].items() if deck["cards"] is not None}
    if sum(len(stations) for stations in data["quarters"].values()) == len(data["stations"]):
        there.add("quarters")
    if all(data["symbols"][symbol] for symbol in SYMBOLS):
        there.add("symbols")
    if data["hideouts"]:
        there.add("hideouts")
    if data["crime_tiles"]["tiles"] is not None:
        there.add("crime tiles")
    return [need for need in dict.fromkeys(sum(NEEDS.values(), ())) if need not in there]


def run_check(path: str, out: TextIO) -> int:
    """Write what there is to say about the map file *path*; 0 if it can be used, 1 if it has faults."""
    try:
        data = read_map(find_map(path))
    except FileFault as fault:
        out.write(f"{fault}\n")
        return 1
    file = path if path.isprintable() else ascii(path)
    missing = missing_annotations(data)
    if not missing:
        out.write(f"{file}: {_contents(data)}; everything for every edition is there.\n")
    else:
        out.write(f"{file}: {_contents(data)}.\n")
        out.writelines(f"{sentence}\n" for sentence in _what_is_missing(data, missing))
    unused = [name for name in data["decks"] if f"deck {name}" not in sum(NEEDS.values(), ())]
    if unused:
        out.write(f"No edition draws from {_listed(unused)}; is that a slip of the pen?\n")
    return 0


def _contents(data: dict[str, Any]) -> str:
    counts = {mode: len(data["links"][mode]) for mode in MODES}
    by_mode = ", ".join(f"{mode} {count}" for mode, count in counts.items() if count)
    return f"{len(data['stations'])} stations, {sum(counts.values())} links ({by_mode})"


def _what_is_missing(data: dict[str, Any], missing: list[str]) -> list[str]:
    """A sentence for each edition whose decks the file mentions, and one for all the others."""
    complete, lacking, foreign = [], [], []
    for edition, needs in NEEDS.items():
        lacks = [need for need in needs if need in missing]
        if not lacks:
            complete.append(edition)
        elif not any(need.removeprefix("deck ") in data["decks"] for need in needs):
            foreign.append(edition)
        else:
            lacking.append(f"Not known yet for {edition}: {_listed(lacks)}.")
    if complete:
        lacking.insert(0, f"Everything is there for {_listed(complete)}.")
    if foreign:
        lacking.append(f"It has none of the decks of {_listed(foreign)}.")
    return lacking


def _listed(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]
