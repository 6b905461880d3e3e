"""The named switches of a rule book, all in one place.

An edition's YAML says which of them it offers and what each is worth by default; the setup menu, the
protocol's ``options`` and the journal use these names. A default may depend on the number of detectives:
``{3: 3, 4: 2, 5: 2}``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

Value = bool | int | str


class OptionFault(ValueError):
    """A switch that does not exist, or a value it can't take."""


@dataclass(frozen=True, slots=True)
class Option:
    """A switch: what it does and what it may be set to."""

    name: str
    says: str
    allowed: range | tuple[str, ...] | None = None
    """A range of numbers, a choice of words, or None for on and off."""

    def check(self, value: object) -> Value:
        """*value*, if it is allowed."""
        if self.allowed is None:
            if isinstance(value, bool):
                return value
            raise OptionFault(f"{self.name} is on or off: true or false.")
        if isinstance(self.allowed, range):
            if isinstance(value, int) and not isinstance(value, bool) and value in self.allowed:
                return value
            raise OptionFault(f"{self.name} is a number from {self.allowed[0]} to {self.allowed[-1]}.")
        if isinstance(value, str) and value in self.allowed:
            return value
        raise OptionFault(f"{self.name} is one of: {', '.join(self.allowed)}.")


_A_PURSE = range(51)

OPTIONS: dict[str, Option] = {
    option.name: option
    for option in (
        Option("rounds", "how many rounds Mister X must survive", range(1, 31)),
        Option("windows", "how many windows the travel log has", range(2, 31)),
        Option("black", "black tickets of Mister X", range(21)),
        Option("doubles", "double-move cards of Mister X", range(11)),
        Option("taxi", "taxi tickets of each detective", _A_PURSE),
        Option("bus", "bus tickets of each detective", _A_PURSE),
        Option("underground", "underground tickets of each detective", _A_PURSE),
        Option("mister_x_taxi", "taxi tickets of Mister X", _A_PURSE),
        Option("mister_x_bus", "bus tickets of Mister X", _A_PURSE),
        Option("mister_x_underground", "underground tickets of Mister X", _A_PURSE),
        Option("shared_purse", "the detectives spend from one common purse"),
        Option("bobbies", "police pawns that need no tickets", range(4)),
        Option("bobbies_count", "Mister X has not won while a bobby can still move"),
        Option("barriers", "barriers the detectives can put up", range(4)),
        Option("helicopters", "helicopter flights of the detectives", range(11)),
        Option("tokens", "character tokens of each detective", range(4)),
        Option("crimes", "crimes that win the game for Mister X", range(1, 6)),
        Option("show_and_take", "Mister X may show himself and take a ticket from each detective"),
        Option("mister_x_stuck", "what happens when Mister X is blocked on all sides", ("loses", "stays")),
        Option(
            "mister_x_out_of_tickets",
            "what happens when he could move but has no ticket for it",
            ("loses", "stays"),
        ),
        Option("free_start", "any free station may be a start"),
        Option("link_13_14", "this board has the taxi line between 13 and 14"),
    )
}

LINKS = frozenset({"link_13_14"})
"""The switches that add an optional link of the map."""


def chosen(defaults: Mapping[str, Any], options: Mapping[str, object], detectives: int) -> dict[str, Value]:
    """What every switch is worth for this game."""
    for name in options:
        if name not in defaults:
            raise OptionFault(
                f"There is no option '{name[:20]}' here; there are: {', '.join(sorted(defaults))}."
            )
    return {
        name: OPTIONS[name].check(options.get(name, for_detectives(default, detectives)))
        for name, default in defaults.items()
    }


def for_detectives(value: Any, detectives: int) -> Any:
    """*value*, looked up by the number of detectives where it depends on it."""
    return value[detectives] if isinstance(value, Mapping) else value
