"""Map files: find them, read them, and say what is wrong in them.

People write map files by hand, so a fault names the file, the line, the field and what would be right, and all
faults are gathered before any is reported. What :func:`read_map` returns is plain checked data: lists, words
and numbers, with every key there. The format is explained in ``maps/README.md``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

import yaml

FORMAT = 1
MODES = ("taxi", "bus", "underground", "ferry")
QUARTERS = ("I", "II", "III", "IV")
SYMBOLS = ("park", "monument", "river")
TILE_DECKS = ("sherlock-moriarty",)  # their cards are tiles with two stations, the marked one first
HIGHEST_STATION = 511

_NEEDED = ("format", "name", "title", "aspect", "stations", "links")
_KNOWN = (*_NEEDED, "provenance", "optional_links", "decks", "quarters", "symbols", "hideouts", "crime_tiles")
_LARGEST_FILE = 1_000_000  # bytes; London is a fiftieth of that
_DEEPEST = 10  # levels of brackets and indents; a map needs 5
_MOST_REPORTED = 20
_MOST_CARDS = 99

_LOADER: type[yaml.SafeLoader] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_INT, _FLOAT, _NULL, _STR = (f"tag:yaml.org,2002:{name}" for name in ("int", "float", "null", "str"))
_WHOLE = re.compile(r"0|[1-9][0-9]{0,8}")  # YAML would also take 010 for eight and 1:30 for ninety
_DECIMAL = re.compile(r"[0-9]{1,20}(\.[0-9]{0,20})?|\.[0-9]{1,20}")
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong in a map file. In *field*, ``links.taxi[3]`` is the third taxi link."""

    file: str
    line: int
    field: str
    message: str

    def __str__(self) -> str:
        return ": ".join(part for part in (f"{self.file}:{self.line}", self.field, self.message) if part)


class MapFault(ValueError):
    """A map cannot be used, and all the reasons why."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__(self.faults)

    def __str__(self) -> str:
        lines = [str(fault) for fault in self.faults[:_MOST_REPORTED]]
        if len(self.faults) > _MOST_REPORTED:
            lines.append(f"and {len(self.faults) - _MOST_REPORTED} more")
        return "\n".join(lines)


def map_names() -> list[str]:
    """The maps that are shipped."""
    return sorted(
        Path(file.name).stem for file in resources.files("maps").iterdir() if file.name.endswith(".yaml")
    )


def find_map(name_or_file: str) -> Path:
    """The file of a shipped map, or the file of that path."""
    if name_or_file in map_names():
        return Path(str(resources.files("maps"))) / f"{name_or_file}.yaml"
    if name_or_file and _exists(Path(name_or_file)):
        return Path(name_or_file)
    names = ", ".join(map_names())
    raise _unusable(
        _printable(name_or_file), f"there is no such map; take {names} or give the path of a map file"
    )


def check_map(path: Path) -> list[Fault]:
    """Everything that is wrong in a map file, in the order of its lines."""
    try:
        read_map(path)
    except MapFault as fault:
        return list(fault.faults)
    return []


def read_map(path: Path) -> dict[str, Any]:
    """The checked data of a map file, or :exc:`MapFault`."""
    file = _printable(str(path))
    board = _Board(file)
    data = board.read(_compose(_text(path, file), file))
    if board.faults:
        raise MapFault(sorted(board.faults, key=lambda fault: fault.line))
    return data


def _unusable(file: str, message: str, line: int = 1) -> MapFault:
    return MapFault([Fault(file, line, "", message)])


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # a name the system cannot even look up
        return False


def _text(path: Path, file: str) -> str:
    if not _exists(path):
        raise _unusable(file, "there is no such file")
    if not path.is_file():  # a directory, or a pipe that would keep us waiting
        raise _unusable(file, "this is not a file; give the path of one map file")
    try:
        with path.open("rb") as stream:
            raw = stream.read(_LARGEST_FILE + 1)
    except OSError as error:
        raise _unusable(file, f"the file cannot be read: {error.strerror}") from None
    if len(raw) > _LARGEST_FILE:
        raise _unusable(file, "the file is larger than 1 MB; a map is far smaller, so this is something else")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise _unusable(file, "this is not UTF-8 text; save the file as UTF-8", line) from None


def _compose(text: str, file: str) -> yaml.Node:
    """The YAML nodes of *text*, which know their lines."""
    try:
        _refuse_traps(text, file)
        root: yaml.Node | None = yaml.compose(text, Loader=_LOADER)
    except MapFault:
        raise
    except yaml.reader.ReaderError as error:
        line = text.encode().count(b"\n", 0, error.position) + 1
        raise _unusable(file, "YAML does not allow a character in this line; take it out", line) from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        problem = _shown(error.problem or "it cannot be read", 80)
        message = f"this is not YAML: {problem}; look at this line and the one before"
        raise _unusable(file, message, mark.line + 1 if mark else 1) from None
    except (ValueError, OverflowError):  # the loader in Python lets these out; the one in C says where
        raise _unusable(file, 'this is not YAML: an escape like "\\U99999999" names no character') from None
    if root is None or _is_null(root):
        raise _unusable(file, f"the file is empty; a map begins with format: {FORMAT}")
    return root


def _refuse_traps(text: str, file: str) -> None:
    """Refuse what could make composing crash or never end. Events come one at a time, so to look is safe."""
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):
        line = event.start_mark.line + 1 if event.start_mark else 1
        if getattr(event, "anchor", None) is not None:
            message = "anchors (&) and aliases (*) have no place in a map file; write the values out"
            raise _unusable(file, message, line)
        if getattr(event, "tag", None) is not None:
            raise _unusable(file, "tags (!) have no place in a map file; write the plain value", line)
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > _DEEPEST:
            message = f"brackets or indents go deeper than {_DEEPEST} levels; a map needs 5"
            raise _unusable(file, message, line)


class _Nodes:
    """Takes plain values out of YAML nodes. What is not as it should be is noted, and reading goes on."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.faults: list[Fault] = []

    def fault(self, node: yaml.Node, field: str, message: str) -> None:
        self.faults.append(Fault(self.file, _line(node), field, message))

    def entries(
        self, node: yaml.Node | None, field: str, known: Collection[str] = (), needed: Collection[str] = ()
    ) -> dict[str, yaml.Node]:
        """The values of a mapping by key; none if it is not there or null."""
        if node is None:
            return {}
        if not isinstance(node, yaml.MappingNode):
            if not _is_null(node) or needed:
                self.fault(node, field, f"must be a mapping, like {{key: value}}, not {_seen(node)}")
            return {}
        found: dict[str, yaml.Node] = {}
        for key, value in node.value:
            word = key.value if isinstance(key, yaml.ScalarNode) else _seen(key)
            place = _inside(field, word)
            if word in found:  # YAML itself would silently take the last one
                self.fault(key, place, f"is here twice, first on line {_line(found[word])}; keep one")
            elif known and word not in known:
                self.fault(key, place, f"is no key of a map; the keys here are {', '.join(known)}")
            else:
                found[word] = value
        for word in needed:
            if word not in found:
                self.fault(node, _inside(field, word), "is missing; it must be given")
        return found

    def items(self, node: yaml.Node | None, field: str) -> list[tuple[yaml.Node, str]]:
        """The items of a list, each with its field; none if it is not there or null."""
        if node is None or _is_null(node):
            return []
        if not isinstance(node, yaml.SequenceNode):
            self.fault(node, field, f"must be a list, like [1, 2], not {_seen(node)}")
            return []
        return [(item, f"{field}[{place}]") for place, item in enumerate(node.value, 1)]

    def whole(self, node: yaml.Node | None, field: str, lowest: int, highest: int) -> int | None:
        if node is None:
            return None
        if isinstance(node, yaml.ScalarNode) and node.tag == _INT and _WHOLE.fullmatch(node.value):
            number = int(node.value)
            if lowest <= number <= highest:
                return number
        self.fault(node, field, f"must be a whole number from {lowest} to {highest}, not {_seen(node)}")
        return None

    def decimal(self, node: yaml.Node | None, field: str, lowest: float, highest: float) -> float | None:
        if node is None:
            return None
        is_number = isinstance(node, yaml.ScalarNode) and node.tag in (_INT, _FLOAT)
        if is_number and _DECIMAL.fullmatch(node.value):
            number = float(node.value)
            if lowest <= number <= highest:
                return number
        self.fault(node, field, f"must be a number from {lowest} to {highest}, not {_seen(node)}")
        return None

    def text(self, node: yaml.Node | None, field: str) -> str:
        """A text with its line breaks made spaces."""
        if node is None:
            return ""
        text = " ".join(node.value.split()) if isinstance(node, yaml.ScalarNode) and node.tag == _STR else ""
        if not text or not text.isprintable():
            self.fault(node, field, f"must be a text, in quotes if it looks like a number, not {_seen(node)}")
        return text


class _Board(_Nodes):
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
                node, "name", f"must be small letters, digits and hyphens, like new-york, not {_seen(node)}"
            )
        return name

    def stations(self, node: yaml.Node | None) -> list[dict[str, Any]]:
        stations: dict[int, dict[str, Any]] = {}
        before = len(self.faults)
        for key, body in self.entries(node, "stations").items():
            if _WHOLE.fullmatch(key) and 1 <= int(key) <= HIGHEST_STATION:
                self.lines[int(key)] = _line(body)
                stations[int(key)] = self.station(int(key), body)
            else:
                message = f"must be a station number from 1 to {HIGHEST_STATION}"
                self.fault(body, _inside("stations", key), message)
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
                self.fault(item, place, f"must be one of {', '.join(MODES)}, not {_seen(item)}")
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
                self.link_lines[mode, first, second] = _line(item)
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
        if node is None or _is_null(node):
            return {"count": 0, "tiles": None}
        parts = self.entries(node, "crime_tiles", ("count", "tiles"), ("count", "tiles"))
        count = self.whole(parts.get("count"), "crime_tiles.count", 1, _MOST_CARDS)
        tiles: list[list[int]] = []
        seen: dict[int, str] = {}  # one for all tiles, as a station is on one tile
        for item, place in self.counted(count, parts.get("tiles"), "crime_tiles.tiles"):
            if _is_null(item) or (isinstance(item, yaml.SequenceNode) and not item.value):
                self.fault(item, place, "a tile has no station; name at least one, like [12]")
            tiles.append(self.each_once(item, place, seen))
        return {"count": count, "tiles": tiles or None}

    def names(self, node: yaml.Node | None, field: str) -> dict[str, yaml.Node]:
        """The entries of a mapping whose keys the author makes up."""
        found = self.entries(node, field)
        for name in [name for name in found if not _NAME.fullmatch(name)]:
            message = "must be named with small letters, digits, - and _, like beginner-mister-x"
            self.fault(found.pop(name), _inside(field, name), message)
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
            self.fault(node, field, f"{what} is two stations, like [1, 8], not {_seen(node)}")
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


def _line(node: yaml.Node) -> int:
    return node.start_mark.line + 1


def _is_null(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and node.tag == _NULL


def _inside(field: str, key: str) -> str:
    return f"{field}.{_shown(key)}" if field else _shown(key)


def _seen(node: yaml.Node) -> str:
    """What stands in the file, in a few words."""
    if not isinstance(node, yaml.ScalarNode):
        return "a mapping" if isinstance(node, yaml.MappingNode) else f"a list of {len(node.value)}"
    if _is_null(node):
        return "empty"
    return f'"{_shown(node.value)}"' if node.style else _shown(node.value)


def _shown(text: str, length: int = 40) -> str:
    """Text from a file, short and on one line."""
    return _printable(text if len(text) <= length else text[: length - 1] + "…")


def _printable(text: str) -> str:
    return text if text.isprintable() else ascii(text)
