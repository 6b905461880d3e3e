"""The board: stations, links, and tables that make move lists and deduction quick.

A set of stations is one ``int``: station *n* is bit *n*. Everything that only depends on the board is
worked out once, when it is first asked for, and kept.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from .tickets import MODES, ORDINARY, Mode, Purse, Ticket

Stations = int
"""A set of stations as bits."""


class Leg(NamedTuple):
    """One ride: the ticket paid and the station reached."""

    ticket: int
    to: int


class Legs(NamedTuple):
    """Rides that start at one station, and the set of their targets."""

    legs: tuple[Leg, ...]
    targets: Stations


class Doubles(NamedTuple):
    """Double moves that start at one station, what each touches, and what all touch."""

    pairs: tuple[tuple[Leg, Leg], ...]
    touched: tuple[Stations, ...]
    targets: Stations


@dataclass(frozen=True, slots=True)
class Deck:
    """Start cards. A card names one station, Moriarty's tiles two, the marked one first."""

    count: int
    cards: tuple[tuple[int, ...], ...] | None
    """None: the numbers are printed on cards nobody has written down yet."""


def stations_of(numbers: Iterable[int]) -> Stations:
    """The set of *numbers*."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def numbers_of(stations: Stations) -> Iterator[int]:
    """The numbers in a set, in rising order."""
    while stations:
        lowest = stations & -stations
        yield lowest.bit_length() - 1
        stations ^= lowest


class Board:
    """Numbered stations joined by links, with what else is printed on them."""

    def __init__(self, data: Mapping[str, Any], modes: Iterable[Mode], links: Iterable[str] = ()) -> None:
        """*data* as :func:`companion.maps.read_map` gives it, cut down to *modes*; *links* are the
        optional ones that this printing has."""
        self.name: str = data["name"]
        self.modes = frozenset(modes)
        self.stations = tuple(sorted(station["number"] for station in data["stations"]))
        self.all = stations_of(self.stations)
        self.quarters: dict[str, Stations] = {
            name: stations_of(numbers) for name, numbers in (data.get("quarters") or {}).items()
        }
        self.symbols: dict[str, Stations] = {
            name: stations_of(numbers) for name, numbers in (data.get("symbols") or {}).items()
        }
        self.hideouts = stations_of(data.get("hideouts") or ())
        tiles = (data.get("crime_tiles") or {}).get("tiles") or ()
        self.crime_tiles = tuple(stations_of(tile) for tile in tiles)
        self.decks = {name: _deck(deck) for name, deck in (data.get("decks") or {}).items()}
        self._reach = self._read_links(data, links)
        self._legs: dict[int, Legs] = {}
        self._doubles: dict[int, Doubles] = {}
        self._spreads: dict[int, tuple[tuple[Stations, ...], ...]] = {}
        self._bytes = (self.stations[-1] + 8) // 8

    def _read_links(self, data: Mapping[str, Any], links: Iterable[str]) -> tuple[tuple[Stations, ...], ...]:
        """For each ticket, the stations one ride away from each station."""
        joined = [[0] * (self.stations[-1] + 1) for _ in Mode]
        drawn = [data["links"], *((data.get("optional_links") or {})[name] for name in links)]
        for by_mode in drawn:
            for word, pairs in by_mode.items():
                mode = MODES[word]
                if mode in self.modes:
                    for one, other in pairs or ():
                        joined[mode][one] |= 1 << other
                        joined[mode][other] |= 1 << one
        black = [taxi | bus | under | ferry for taxi, bus, under, ferry in zip(*joined, strict=True)]
        return (*(tuple(joined[ticket]) for ticket in ORDINARY), tuple(black))

    def has(self, number: int) -> bool:
        """Whether there is a station with this number."""
        return number > 0 and bool(self.all >> number & 1)

    def reach(self, ticket: int, station: int) -> Stations:
        """The stations one ride with *ticket* away from *station*."""
        return self._reach[ticket][station]

    def legs(self, station: int, tickets: int) -> Legs:
        """Every ride from *station* with the *tickets* (bits) at hand."""
        key = station << 4 | tickets
        found = self._legs.get(key)
        if found is None:
            found = self._legs[key] = self._list_legs(station, tickets)
        return found

    def _list_legs(self, station: int, tickets: int) -> Legs:
        legs = tuple(
            Leg(ticket, to)
            for ticket in Ticket
            if tickets >> ticket & 1
            for to in numbers_of(self._reach[ticket][station])
        )
        return Legs(legs, stations_of(leg.to for leg in legs))

    def doubles(self, station: int, purse: Purse) -> Doubles:
        """Every pair of rides from *station* that *purse* can pay, with nothing in the way."""
        # Two rides need at most two tickets of a kind, so three counts tell all purses apart.
        taxi, bus, under, black = purse
        key = (
            station << 8
            | (taxi if taxi < 2 else 2)
            | (bus if bus < 2 else 2) << 2
            | (under if under < 2 else 2) << 4
            | (black if black < 2 else 2) << 6
        )
        found = self._doubles.get(key)
        if found is None:
            found = self._doubles[key] = self._list_doubles(station, purse)
        return found

    def _list_doubles(self, station: int, purse: Purse) -> Doubles:
        once = sum(1 << ticket for ticket, count in enumerate(purse) if count > 0)
        twice = sum(1 << ticket for ticket, count in enumerate(purse) if count > 1)
        pairs = tuple(
            (first, second)
            for first in self.legs(station, once).legs
            for second in self.legs(first.to, once & ~(1 << first.ticket) | twice & 1 << first.ticket).legs
        )
        touched = tuple(1 << first.to | 1 << second.to for first, second in pairs)
        return Doubles(pairs, touched, stations_of(leg.to for pair in pairs for leg in pair))

    def spread(self, stations: Stations, tickets: int) -> Stations:
        """Every station one ride with one of *tickets* (bits) away from one of *stations*."""
        tables = self._spreads.get(tickets)
        if tables is None:
            tables = self._spreads[tickets] = self._tabulate_spread(tickets)
        found = 0
        for table, byte in zip(tables, stations.to_bytes(self._bytes, "little"), strict=True):
            if byte:
                found |= table[byte]
        return found

    def _tabulate_spread(self, tickets: int) -> tuple[tuple[Stations, ...], ...]:
        """One table for each eight stations: which of them are in the set → where they lead together."""
        one_ride = [0] * (self._bytes * 8)
        for station in self.stations:
            for ticket in Ticket:
                if tickets >> ticket & 1:
                    one_ride[station] |= self._reach[ticket][station]
        tables = []
        for first in range(0, len(one_ride), 8):
            table = [0] * 256
            for byte in range(1, 256):
                lowest = byte & -byte
                table[byte] = table[byte ^ lowest] | one_ride[first + lowest.bit_length() - 1]
            tables.append(tuple(table))
        return tuple(tables)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and (
            (self.name, self.all, self._reach, self.decks)
            == (other.name, other.all, other._reach, other.decks)
            and (self.quarters, self.symbols, self.hideouts, self.crime_tiles)
            == (other.quarters, other.symbols, other.hideouts, other.crime_tiles)
        )

    def __hash__(self) -> int:
        return hash((self.name, self.all))

    def __repr__(self) -> str:
        return f"<Board {self.name}, {len(self.stations)} stations>"


def _deck(data: Mapping[str, Any]) -> Deck:
    cards = data["cards"]
    if cards is None:
        return Deck(data["count"], None)
    return Deck(data["count"], tuple((card,) if isinstance(card, int) else tuple(card) for card in cards))
