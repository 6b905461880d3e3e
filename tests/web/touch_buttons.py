"""What the detectives can press on the table page, read off what everybody is told; just as its script does it."""

from __future__ import annotations

from typing import Any

Said = dict[str, Any]
State = dict[str, Any]


def offered(state: State, stations: list[int]) -> list[Said]:
    """Everything that can be pressed now. The helicopter flies to any of *stations*."""
    choices = state["choices"]
    found: list[Said] = []
    for pawn, mine in choices["pawns"].items():
        who: Said = {"pawn": pawn}
        found += [who | {"do": "travel", "ticket": ticket, "to": to} for ticket, to in mine["rides"]]
        found += [
            who | {"do": "helicopter", "ticket": ticket, "to": to}
            for ticket in mine["board"]
            for to in stations
            if to != state["pawns"][pawn]["station"]
        ]
        found += [who | {"do": "descend", "ticket": ticket} for ticket in mine["descend"]]
    for pawn, kind in choices["tokens"].items():
        found += [{"do": "token", "pawn": pawn} | more for more in _tokens(kind, choices)]
    if barrier := choices["barrier"]:
        put: Said = {"do": "barrier", "pawn": barrier["pawn"]}
        for at in barrier["at"]:
            found += [put | {"at": at}] if barrier["left"] else []
            found += [put | {"at": at, "from": standing} for standing in barrier["standing"]]
    if choices["may_end"]:
        found.append({"do": "end_turn"})
    return found


def _tokens(kind: str, choices: State) -> list[Said]:
    """A barrier is a token that is put somewhere."""
    if kind == "symbol":
        return [{"symbol": symbol} for symbol in choices["symbols"]]
    if kind == "ban":
        return [{"ticket": ticket} for ticket in choices["bans"]]
    return [] if kind == "barrier" else [{}]
