"""The shapes of answers, as the protocol writes them down."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from tests.referee.talk import Answer

REASONS = {"captured", "escaped", "detectives_stuck", "mister_x_stuck", "both_stuck", "crimes", "time"}
TICKETS = {"taxi", "bus", "underground", "black"}
ORDINARY = {"taxi", "bus", "underground"}
VIEW = {"audience", "edition", "round", "window", "turn", "outcome", "log", "pawns", "mister_x"}


def is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_station(value: object) -> bool:
    return is_number(value) and 1 <= value <= 511  # type: ignore[operator]


def is_names(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(name, str) for name in value)


def assert_stands(answer: Mapping[str, Any]) -> None:
    """Round, window, turn and outcome: in every answer to ``do``, and in every view."""
    assert is_number(answer["round"])
    assert answer["round"] >= 1
    assert is_number(answer["window"])
    assert answer["window"] >= 0
    over, turn = answer["outcome"], answer["turn"]
    if over is None:
        assert isinstance(turn, str) or (turn and is_names(turn))
        return
    assert turn is None
    assert over.keys() == {"winner", "reason", "by", "at"}
    assert over["winner"] in ("mister_x", "detectives", None)
    assert over["reason"] in REASONS
    captured = over["reason"] == "captured"
    assert isinstance(over["by"], str) if captured else over["by"] is None
    assert is_station(over["at"]) if captured else over["at"] is None
    assert (over["winner"] is None) == (over["reason"] == "both_stuck")


def assert_answers_do(answer: Answer) -> None:
    assert answer.keys() == {"ok", "events", "round", "window", "turn", "outcome"}
    assert answer["ok"] is True
    assert isinstance(answer["events"], list)
    assert all(isinstance(event["event"], str) for event in answer["events"])
    assert_stands(answer)


def assert_is_a_view(view: Answer, audience: str) -> None:
    assert view["ok"] is True
    assert view.keys() >= VIEW
    assert view["audience"] == audience
    assert isinstance(view["edition"], str)
    assert_stands(view)
    assert [row["window"] for row in view["log"]] == list(range(1, view["window"] + 1))
    for row in view["log"]:
        assert row.keys() >= {"window", "ticket", "station"}
        assert row["ticket"] is None or row["ticket"] in TICKETS
        assert row["station"] is None or is_station(row["station"])
    for pawn in view["pawns"].values():
        assert pawn.keys() >= {"station", "tickets"}
        assert pawn["station"] is None or is_station(pawn["station"])
        if pawn["tickets"] is not None:
            assert pawn["tickets"].keys() == ORDINARY
            assert all(is_number(count) and count >= 0 for count in pawn["tickets"].values())
    fugitive = view["mister_x"]
    assert fugitive["station"] is None or is_station(fugitive["station"])
    assert fugitive["tickets"].keys() >= {"black", "double"}
    assert all(is_number(count) and count >= 0 for count in fugitive["tickets"].values())


def is_ride(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and value[0] in TICKETS and is_station(value[1])


def assert_sorted_without_twins(items: object) -> None:
    assert isinstance(items, list)
    assert items == sorted(items)
    assert all(one != other for one, other in pairwise(items))


def assert_lists_moves(answer: Answer) -> None:
    assert answer["ok"] is True
    assert answer.keys() - {"descend", "helicopter", "balloon"} in (
        {"ok", "pawn", "moves"},
        {"ok", "pawn", "moves", "doubles"},
    )
    pawn, moves = answer["pawn"], answer["moves"]
    if isinstance(pawn, list):  # a free order
        assert isinstance(moves, dict)
        assert moves.keys() <= set(pawn)
        lists = list(moves.values())
    else:
        assert pawn is None or isinstance(pawn, str)
        lists = [moves]
    for rides in lists:
        assert all(is_ride(ride) for ride in rides)
        assert_sorted_without_twins(rides)
    if "doubles" in answer:
        assert pawn == "mister_x"
        assert answer["doubles"]
        assert all(len(pair) == 2 and all(map(is_ride, pair)) for pair in answer["doubles"])
        assert_sorted_without_twins(answer["doubles"])
    for word in ("descend", "helicopter"):
        assert set(answer.get(word, [])) <= ORDINARY
