"""What Mister X can press, read off what his page is told; just as its script does it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.games.pursuit.tickets import TICKETS

Said = dict[str, Any]
State = dict[str, Any]
PLAIN = ("crime", "hide", "balloon", "end_turn")


def offered(state: State, rng: Random) -> list[Said]:
    """Everything that can be pressed and confirmed now, but not what takes back."""
    if not state["his_turn"]:
        return []
    found: list[Said] = [{"do": "start", "to": to} for to in state["starts"]]
    found += [{"do": "balloon", "to": to} for to in state["landings"]]
    found += [{"do": "travel", "ticket": ticket, "to": to} for ticket, to in state["moves"]]
    found += [{"do": "travel", "ticket": ticket, "to": to, "double": True} for ticket, to in state["doubles"]]
    for action in state["actions"]:
        if action == "balloon" and state["landings"]:
            continue
        if action in PLAIN:
            found.append({"do": action})
            if action == "balloon" and state["doubles"]:
                found.append({"do": "balloon", "double": True})
        elif action == "hideout":
            found += [{"do": "hideout", "take": kind} for kind, left in state["supply"].items() if left]
        else:
            assert action == "show"
            found += [{"do": "show", "take": take} for take in _takes(state, rng)]
    return found


def _takes(state: State, rng: Random) -> Iterator[dict[str, str]]:
    """Nothing, one of everybody who has one, and something in between."""
    pawns = {
        name: [kind for kind, count in pawn["tickets"].items() if count]
        for name, pawn in state["pawns"].items()
        if pawn["tickets"] and not pawn["bobby"]
    }
    some = {name: rng.choice(kinds) for name, kinds in pawns.items() if kinds}
    yield {}
    if some:
        yield some
        yield dict(rng.sample(sorted(some.items()), rng.randint(1, len(some))))


def not_offered(state: State, rng: Random, stations: list[int]) -> list[Said]:
    """What he might send all the same, and must be refused."""
    moves = {tuple(move) for move in state["moves"]}
    doubles = {tuple(move) for move in state["doubles"]}
    wild = [(ticket, to) for ticket in TICKETS for to in rng.sample(stations, min(8, len(stations)))]
    found: list[Said] = []
    for ticket, to in (*wild, *moves):
        if (ticket, to) not in moves:
            found.append({"do": "travel", "ticket": ticket, "to": to})
        if (ticket, to) not in doubles:
            found.append({"do": "travel", "ticket": ticket, "to": to, "double": True})
    found += [{"do": "start", "to": to} for to in stations if to not in state["starts"]]
    actions = set(state["actions"]) if state["his_turn"] else set()
    found += [{"do": action} for action in PLAIN if action not in actions]
    if state["landings"]:
        found += [{"do": "balloon", "to": to} for to in stations if to not in state["landings"]]
    elif "balloon" not in actions:
        found += [{"do": "balloon", "to": to} for to in rng.sample(stations, 3)]
    for kind in ("black", "double"):
        if "hideout" not in actions or not state["supply"][kind]:
            found.append({"do": "hideout", "take": kind})
    if "show" not in actions:
        found.append({"do": "show", "take": {}})
    return found
