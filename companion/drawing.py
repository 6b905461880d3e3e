"""What a page needs to draw the board: places, lines, and what is printed there for everybody.

Start cards and crime tiles are on the same map file, but they are cards: they lie face down in a box, not on
the board, and so they are not in a drawing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from .maps import MODES

Links = dict[str, list[list[int]]]


class Printed(NamedTuple):
    """A board as a game has it."""

    map: Mapping[str, Any]
    """What :func:`companion.maps.read_map` gives and a game's beginning keeps."""
    modes: Collection[str]
    """Those of the edition, by their words."""
    links: Iterable[str] = ()
    """The optional links that this printing has."""


def drawing(printed: Printed) -> dict[str, Any]:
    """The board of a game, ready for JSON."""
    map_data, modes, links = printed
    drawn = _drawn(map_data, modes, links)
    stops = _stops(drawn)
    return {
        "name": map_data["name"],
        "title": map_data["title"],
        "aspect": map_data["aspect"],
        "stations": [
            [station["number"], station["x"], station["y"], stops.get(station["number"], [])]
            for station in map_data["stations"]
        ],
        "links": drawn,
        "hideouts": list(map_data.get("hideouts") or ()),
        "quarters": _named(map_data.get("quarters")),
        "symbols": _named(map_data.get("symbols")),
    }


def _drawn(map_data: Mapping[str, Any], modes: Collection[str], links: Iterable[str]) -> Links:
    """The links of each mode, smaller number first."""
    printed = [map_data["links"], *(map_data["optional_links"][name] for name in links)]
    return {
        mode: sorted(sorted(ends) for by_mode in printed for ends in by_mode.get(mode) or ())
        for mode in MODES
        if mode in modes
    }


def _stops(links: Links) -> dict[int, list[str]]:
    """Which modes stop where. A stop without a line would promise a ride that this game doesn't have."""
    stops: dict[int, list[str]] = {}
    for mode, pairs in links.items():
        for station in {end for pair in pairs for end in pair}:
            stops.setdefault(station, []).append(mode)
    return stops


def _named(groups: Mapping[str, Iterable[int]] | None) -> dict[str, list[int]]:
    """Groups of stations by name, without those that nobody has written down."""
    return {name: list(stations) for name, stations in (groups or {}).items() if stations}
