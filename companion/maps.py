"""Map files: find them, read them, and say what is wrong in them.

What :func:`read_map` returns is plain checked data: lists, words and numbers, with every key there. The
format is explained in ``maps/README.md``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from importlib import resources
from pathlib import Path
from typing import Any

import yaml

from .marked_yaml import (
    WHOLE,
    Fault,
    FileFault,
    Nodes,
    compose,
    exists,
    inside,
    is_null,
    line_of,
    printable,
    read_text,
    seen,
    unusable,
)

FORMAT = 1
MODES = ("taxi", "bus", "underground", "ferry")
QUARTERS = ("I", "II", "III", "IV")
SYMBOLS = ("park", "monument", "river")
TILE_DECKS = ("sherlock-moriarty",)  # their cards are tiles with two stations, the marked one first
HIGHEST_STATION = 511
_NEEDED = ("format", "name", "title", "aspect", "stations", "links")
_KNOWN = (*_NEEDED, "provenance", "optional_links", "decks", "quarters", "symbols", "hideouts", "crime_tiles")
_MOST_CARDS = 99
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


def map_names() -> list[str]:
    """The maps that are shipped."""
    return sorted(
        Path(file.name).stem for file in resources.files("maps").iterdir() if file.name.endswith(".yaml")
    )


def find_map(name_or_file: str) -> Path:
    """The file of a shipped map, or the file of that path."""
    if name_or_file in map_names():
        return Path(str(resources.files("maps"))) / f"{name_or_file}.yaml"
    if name_or_file and exists(Path(name_or_file)):
        return Path(name_or_file)
    names = ", ".join(map_names())
    raise unusable(
        printable(name_or_file), f"there is no such map; take {names} or give the path of a map file"
    )


def check_map(path: Path) -> list[Fault]:
    """Everything that is wrong in a map file, in the order of its lines."""
    try:
        read_map(path)
    except FileFault as fault:
        return list(fault.faults)
    return []


def read_map(path: Path) -> dict[str, Any]:
    """The checked data of a map file, or :exc:`FileFault`."""
    file = printable(str(path))
    board = _Board(file)
    data = board.read(compose(read_text(path, file), file))
    if board.faults:
        raise FileFault(sorted(board.faults, key=lambda fault: fault.line))
    return data


class _Board(Nodes):
    """Reads the parts of a map one after the other; each may lean on the stations and links read before it."""

    def __init__(self, file: str) -> None:
        super().__init__(file)
        self.lines: dict[int, int] = {}  # where each station stands
        self.stops: dict[int, list[str]] = {}  # but for stations whose stops could not be read
        self.link_lines: dict[tuple[str, int, int], int] = {}
        self.stopless: set[tuple[int, str]] = set()  # stations with a line but no stop, each told once

    def read(self, root: yaml.Node) -> dict[str, Any]:
        """The whole map; only of use when no fault was noted."""
        parts = self.entries(root, "", _KNOWN, _NEEDED)
        if "format" in parts and self.format(parts["format"]) != FORMAT:
            self.faults = self.faults[-1:]  # another format has other keys: the rest would be noise
            return {}
        data: dict[str, Any] = {
            "format": FORMAT,
            "name": self.name(parts.get("name")),
            "title": self.text(parts.get("title"), "title"),
            "provenance": self.text(parts.get("provenance"), "provenance"),
            "aspect": self.decimal(parts.get("aspect"), "aspect", 0.1, 10),
            "stations": self.stations(parts.get("stations")),
        }
        if not self.lines:
            return {}  # every number that follows would be called unknown
        data |= {
            "links": self.links(parts.get("links"), "links"),
            "optional_links": self.optional_links(parts.get("optional_links")),
            "decks": self.decks(parts.get("decks")),
            "quarters": self.quarters(parts.get("quarters")),
            "symbols": self.symbols(parts.get("symbols")),
            "hideouts": self.each_once(parts.get("hideouts"), "hideouts", {}),
            "crime_tiles": self.crime_tiles(parts.get("crime_tiles")),
        }
        if self.link_lines or not self.faults:  # without any links it is enough to have said why
            self.check_network(data["links"])
        return data

    def format(self, node: yaml.Node) -> int | None:
        number = self.whole(node, "format", 1, 999_999_999)
        if number is not None and number > FORMAT:
            message = f"is {number}, but this program only knows format {FORMAT}; get a newer program"
            self.fault(node, "format", message)
        return number

    def name(self, node: yaml.Node | None) -> str:
        name = self.text(node, "name")
        if node is not None and name and not _NAME.fullmatch(name):
            self.fault(
                node, "name", f"must be small letters, digits and hyphens, like new-york, not {seen(node)}"
            )
        return name

    def stations(self, node: yaml.Node | None) -> list[dict[str, Any]]:
        stations: dict[int, dict[str, Any]] = {}
        before = len(self.faults)
        for key, body in self.entries(node, "stations").items():
            if WHOLE.fullmatch(key) and 1 <= int(key) <= HIGHEST_STATION:
                self.lines[int(key)] = line_of(body)
                stations[int(key)] = self.station(int(key), body)
            else:
                message = f"must be a station number from 1 to {HIGHEST_STATION}"
                self.fault(body, inside("stations", key), message)
        if node is not None and not stations and len(self.faults) == before:
            self.fault(node, "stations", "there is none; write lines like 1: {x: 0.5, y: 0.5, stops: [taxi]}")
        return [stations[number] for number in sorted(stations)]

    def station(self, number: int, node: yaml.Node) -> dict[str, Any]:
        field = f"stations.{number}"
        parts = self.entries(node, field, ("x", "y", "stops"), ("x", "y", "stops"))
        before = len(self.faults)
        stops = self.stops_of(parts.get("stops"), f"{field}.stops")
        if "stops" in parts and len(self.faults) == before:
            self.stops[number] = stops
        return {
            "number": number,
            "x": self.decimal(parts.get("x"), f"{field}.x", 0, 1),
            "y": self.decimal(parts.get("y"), f"{field}.y", 0, 1),
            "stops": sorted(stops, key=MODES.index),
        }

    def stops_of(self, node: yaml.Node | None, field: str) -> list[str]:
        stops: list[str] = []
        for item, place in self.items(node, field):
            mode = item.value if isinstance(item, yaml.ScalarNode) else ""
            if mode not in MODES:
                self.fault(item, place, f"must be one of {', '.join(MODES)}, not {seen(item)}")
            elif mode in stops:
                self.fault(item, place, f"{mode} is here twice; once is enough")
            else:
                stops.append(mode)
        return stops

    def links(self, node: yaml.Node | None, field: str) -> dict[str, list[list[int]]]:
        modes = self.entries(node, field, MODES)
        return {mode: sorted(self.links_of(mode, modes.get(mode), f"{field}.{mode}")) for mode in MODES}

    def links_of(self, mode: str, node: yaml.Node | None, field: str) -> Iterator[list[int]]:
        for item, place in self.items(node, field):
            ends = self.pair(item, place, "a link")
            if ends is None:
                continue
            first, second = sorted(ends)
            if first == second:
                self.fault(item, place, f"{first} is linked to itself; a link joins two different stations")
            elif (mode, first, second) in self.link_lines:
                line = self.link_lines[mode, first, second]
                self.fault(item, place, f"{mode} {first}-{second} is on line {line} already; write it once")
            else:
                self.link_lines[mode, first, second] = line_of(item)
                self.check_stop(first, mode, item, place)
                self.check_stop(second, mode, item, place)
                yield [first, second]

    def optional_links(self, node: yaml.Node | None) -> dict[str, dict[str, list[list[int]]]]:
        switches = self.names(node, "optional_links")
        return {name: self.links(links, f"optional_links.{name}") for name, links in switches.items()}

    def decks(self, node: yaml.Node | None) -> dict[str, dict[str, Any]]:
        return {name: self.deck(name, deck) for name, deck in self.names(node, "decks").items()}

    def deck(self, name: str, node: yaml.Node) -> dict[str, Any]:
        field = f"decks.{name}"
        parts = self.entries(node, field, ("count", "cards"), ("count", "cards"))
        count = self.whole(parts.get("count"), f"{field}.count", 1, _MOST_CARDS)
        cards: list[int | list[int]] = []
        seen: dict[int, str] = {}
        for item, place in self.counted(count, parts.get("cards"), f"{field}.cards"):
            if name not in TILE_DECKS:
                cards += self.unseen(item, place, seen)
            elif tile := self.pair(item, place, "a tile"):
                if tile[0] == tile[1]:
                    self.fault(item, place, f"{tile[0]} is here twice; a tile has two different stations")
                cards.append(tile)
                self.unseen(item.value[0], f"{place}[1]", seen)
        return {"count": count, "cards": cards or None}

    def quarters(self, node: yaml.Node | None) -> dict[str, list[int]]:
        parts = self.entries(node, "quarters", QUARTERS)
        seen: dict[int, str] = {}  # one for all four, as a station lies in one quarter
        return {name: self.each_once(parts.get(name), f"quarters.{name}", seen) for name in QUARTERS}

    def symbols(self, node: yaml.Node | None) -> dict[str, list[int]]:
        parts = self.entries(node, "symbols", SYMBOLS)
        return {name: self.each_once(parts.get(name), f"symbols.{name}", {}) for name in SYMBOLS}

    def crime_tiles(self, node: yaml.Node | None) -> dict[str, Any]:
        if node is None or is_null(node):
            return {"count": 0, "tiles": None}
        parts = self.entries(node, "crime_tiles", ("count", "tiles"), ("count", "tiles"))
        count = self.whole(parts.get("count"), "crime_tiles.count", 1, _MOST_CARDS)
        tiles: list[list[int]] = []
        seen: dict[int, str] = {}  # one for all tiles, as a station is on one tile
        for item, place in self.counted(count, parts.get("tiles"), "crime_tiles.tiles"):
            if is_null(item) or (isinstance(item, yaml.SequenceNode) and not item.value):
                self.fault(item, place, "a tile has no station; name at least one, like [12]")
            tiles.append(self.each_once(item, place, seen))
        return {"count": count, "tiles": tiles or None}

    def names(self, node: yaml.Node | None, field: str) -> dict[str, yaml.Node]:
        """The entries of a mapping whose keys the author makes up."""
        found = self.entries(node, field)
        for name in [name for name in found if not _NAME.fullmatch(name)]:
            message = "must be named with small letters, digits, - and _, like beginner-mister-x"
            self.fault(found.pop(name), inside(field, name), message)
        return found

    def counted(self, count: int | None, node: yaml.Node | None, field: str) -> list[tuple[yaml.Node, str]]:
        """The items of a list that must be *count* long. Null is "not known yet", which is no fault."""
        items = self.items(node, field)
        if isinstance(node, yaml.SequenceNode) and count is not None and len(items) != count:
            message = (
                f"{len(items)} listed, but count says {count}; list them all, or write null if not known"
            )
            self.fault(node, field, message)
        return items

    def on_map(self, node: yaml.Node, field: str) -> int | None:
        """The number of a station that this map has."""
        number = self.whole(node, field, 1, HIGHEST_STATION)
        if number is None or number in self.lines:
            return number
        self.fault(node, field, f"there is no station {number} on this map; correct it or add the station")
        return None

    def unseen(self, node: yaml.Node, field: str, seen: dict[int, str]) -> list[int]:
        """A station that is not among *seen*, as a list of one; an empty list after a fault."""
        number = self.on_map(node, field)
        if number is None:
            return []
        if number in seen:
            self.fault(node, field, f"{number} is in {seen[number]} already; name it once")
            return []
        seen[number] = field
        return [number]

    def each_once(self, node: yaml.Node | None, field: str, seen: dict[int, str]) -> list[int]:
        items = self.items(node, field)
        return [number for item, place in items for number in self.unseen(item, place, seen)]

    def pair(self, node: yaml.Node, field: str, what: str) -> list[int] | None:
        if not isinstance(node, yaml.SequenceNode) or len(node.value) != 2:
            self.fault(node, field, f"{what} is two stations, like [1, 8], not {seen(node)}")
            return None
        ends = [self.on_map(end, place) for end, place in self.items(node, field)]
        stations = [end for end in ends if end is not None]
        return stations if len(stations) == 2 else None

    def check_stop(self, station: int, mode: str, node: yaml.Node, field: str) -> None:
        """A line needs a stop. Each station is told once, not with every link."""
        if mode not in self.stops.get(station, MODES) and (station, mode) not in self.stopless:
            self.stopless.add((station, mode))
            message = (
                f"{station} is no {mode} stop; take the link out or add {mode} on line {self.lines[station]}"
            )
            self.fault(node, field, message)

    def check_network(self, links: dict[str, list[list[int]]]) -> None:
        neighbours: dict[int, set[int]] = {station: set() for station in self.lines}
        for here, there in (link for mode in MODES for link in links[mode]):
            neighbours[here].add(there)
            neighbours[there].add(here)
        for station in [station for station, others in neighbours.items() if not others]:
            self.fault_at(station, "", "has no link; add one or take the station out")
            del neighbours[station]
        self.check_lines(neighbours)
        self.check_reach(neighbours)

    def check_lines(self, stations: Iterable[int]) -> None:
        """A stop needs a line."""
        served = {(station, mode) for mode, *ends in self.link_lines for station in ends}
        for station in stations:
            for mode in self.stops.get(station, ()):
                if (station, mode) not in served:
                    message = f"says {mode}, but no {mode} link ends there; add the link or take {mode} out"
                    self.fault_at(station, ".stops", message)

    def check_reach(self, neighbours: dict[int, set[int]]) -> None:
        """The board must hang together."""
        start = min(neighbours, default=0)
        reached, ahead = {start}, [start] if neighbours else []
        while ahead:
            new = neighbours[ahead.pop()] - reached
            reached |= new
            ahead += new
        lost = sorted(neighbours.keys() - reached)
        if lost:
            they = f"it and {len(lost) - 1} more" if len(lost) > 1 else "it"
            self.fault_at(
                lost[0], "", f"{they} cannot be reached from {start} by any mode; a link is missing"
            )

    def fault_at(self, station: int, part: str, message: str) -> None:
        self.faults.append(Fault(self.file, self.lines[station], f"stations.{station}{part}", message))
