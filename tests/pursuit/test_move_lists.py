"""The quick tables against the slow way: walking the links one by one."""

from __future__ import annotations

from random import Random

import pytest

from companion.games.pursuit.board import Board, numbers_of, stations_of
from companion.games.pursuit.tickets import Mode, Ticket
from companion.maps import find_map, read_map

Ride = tuple[int, int]


def slow_links(data: dict) -> dict[int, list[tuple[Mode, int]]]:
    """Every line from every station, as the map file has them."""
    found: dict[int, list[tuple[Mode, int]]] = {station["number"]: [] for station in data["stations"]}
    for mode in Mode:
        for one, other in data["links"][mode.word]:
            found[one].append((mode, other))
            found[other].append((mode, one))
    return found


def slow_rides(links: dict[int, list[tuple[Mode, int]]], here: int, purse: tuple[int, ...]) -> set[Ride]:
    """Every ride from *here* that *purse* can pay, one line after the other."""
    rides = set()
    for mode, to in links[here]:
        if mode is not Mode.FERRY and purse[mode]:
            rides.add((int(mode), to))
        if purse[Ticket.BLACK]:
            rides.add((int(Ticket.BLACK), to))
    return rides


@pytest.mark.parametrize("name", ["london", "new-york", "demo"])
def test_rides_and_double_moves_are_those_that_walking_the_links_finds(name: str) -> None:
    data = read_map(find_map(name))
    links, board, rng = slow_links(data), Board(data, Mode), Random(name)
    for station in board.stations:
        purse = tuple(rng.choice([0, 1, 2, 7]) for _ in Ticket)
        tickets = sum(1 << ticket for ticket in Ticket if purse[ticket])
        rides = board.legs(station, tickets)
        assert set(map(tuple, rides.legs)) == slow_rides(links, station, purse)
        assert len(set(rides.legs)) == len(rides.legs)
        assert rides.targets == stations_of(to for _, to in rides.legs)
        slow = set()
        for first in slow_rides(links, station, purse):
            left = list(purse)
            left[first[0]] -= 1
            slow |= {(first, second) for second in slow_rides(links, first[1], tuple(left))}
        pairs = board.doubles(station, purse).pairs
        assert {(tuple(first), tuple(second)) for first, second in pairs} == slow
        assert len(set(pairs)) == len(pairs)


@pytest.mark.parametrize("name", ["london", "new-york", "demo"])
def test_a_set_spreads_as_its_stations_do_one_by_one(name: str) -> None:
    data = read_map(find_map(name))
    board, rng = Board(data, Mode), Random(name)
    for _ in range(200):
        here = stations_of(rng.sample(board.stations, rng.randrange(len(board.stations))))
        tickets = rng.randrange(16)
        slow = 0
        for station in numbers_of(here):
            for ticket in Ticket:
                if tickets >> ticket & 1:
                    slow |= board.reach(ticket, station)
        assert board.spread(here, tickets) == slow
