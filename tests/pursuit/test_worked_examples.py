"""The examples printed in the rule books, as the digest gives them."""

from __future__ import annotations

import itertools

import pytest

from companion.games.pursuit.board import Board, numbers_of
from companion.games.pursuit.tickets import Mode, Ticket
from companion.maps import find_map, read_map


def board(name: str, *links: str) -> Board:
    return Board(read_map(find_map(name)), Mode, links)


@pytest.mark.parametrize(
    ("name", "station", "ticket", "targets"),
    [
        ("london", 74, Ticket.UNDERGROUND, [46]),
        ("london", 74, Ticket.TAXI, [58, 73, 75, 92]),
        ("london", 74, Ticket.BUS, [58, 94]),
        ("london", 100, Ticket.TAXI, [80, 81, 101, 112, 113]),
        ("london", 100, Ticket.BUS, [63, 82, 111]),
        ("london", 165, Ticket.TAXI, [149, 151, 179, 180]),
        ("london", 165, Ticket.BUS, [123, 180, 191]),
        ("london", 165, Ticket.UNDERGROUND, []),
        ("new-york", 100, Ticket.UNDERGROUND, [65, 104, 124]),
        ("new-york", 100, Ticket.BUS, [98, 102, 132]),
        ("new-york", 100, Ticket.TAXI, [88, 99, 101, 111]),
    ],
)
def test_the_printed_examples_hold(name: str, station: int, ticket: Ticket, targets: list[int]) -> None:
    assert list(numbers_of(board(name).reach(ticket, station))) == targets


def test_a_black_ticket_takes_the_ferry_from_108_by_115_and_157_to_194_and_back() -> None:
    london = board("london")
    for one, other in [(108, 115), (115, 157), (157, 194)]:
        for here, there in [(one, other), (other, one)]:
            by_ordinary = any(
                london.reach(t, here) >> there & 1 for t in (Ticket.TAXI, Ticket.BUS, Ticket.UNDERGROUND)
            )
            assert not by_ordinary
            assert london.reach(Ticket.BLACK, here) >> there & 1


def test_the_boats_of_new_york_join_the_ten_stations_in_three_chains() -> None:
    new_york = board("new-york")
    for chain in ([49, 98, 145, 197], [190, 177, 110], [95, 60, 2]):
        for one, other in itertools.pairwise(chain):
            assert new_york.reach(Ticket.BLACK, one) >> other & 1


def test_the_taxi_line_between_13_and_14_is_there_only_if_the_printing_has_it() -> None:
    assert not board("london").reach(Ticket.TAXI, 13) >> 14 & 1
    assert board("london", "link_13_14").reach(Ticket.TAXI, 13) >> 14 & 1
    assert board("london", "link_13_14").reach(Ticket.TAXI, 14) >> 13 & 1
