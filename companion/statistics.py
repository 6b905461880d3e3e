"""Who wins how often, from the games that are over."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from .games.pursuit.commands import MISTER_X
from .history import GameSummary

K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Tally:
    """How a number of games went."""

    games: int
    mister_x: int
    """Won by him."""
    detectives: int
    """Won by them."""
    draws: int
    rounds: float | None
    """On average; None of no games."""

    @property
    def mister_x_rate(self) -> float | None:
        """His share of the games that somebody won."""
        return _share(self.mister_x, self.mister_x + self.detectives)


@dataclass(frozen=True, slots=True)
class Score:
    """How somebody fared on one side."""

    games: int = 0
    wins: int = 0


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody with a name."""

    name: str
    mister_x: Score
    detective: Score

    @property
    def games(self) -> int:
        return self.mister_x.games + self.detective.games


@dataclass(frozen=True, slots=True)
class Statistics:
    """Everything that was played, and by whom."""

    editions: Mapping[str, Tally]
    """By the name of the edition, the one played most first."""
    titles: Mapping[str, str]
    """What people call each of these editions; where that has changed, as in its newest game."""
    team_sizes: Mapping[int, Tally]
    """By the number of detectives."""
    players: tuple[Player, ...]
    """Who played most comes first."""


def statistics(games: Iterable[GameSummary]) -> Statistics:
    """What *games*, the newest first, add up to."""
    games = tuple(games)
    editions = _by(games, lambda game: game.edition)
    sizes = _by(games, lambda game: len(game.detectives))
    return Statistics(
        dict(sorted(editions.items(), key=lambda item: (-item[1].games, item[0]))),
        {game.edition: game.title for game in reversed(games)},
        dict(sorted(sizes.items())),
        _players(games),
    )


def _by(games: tuple[GameSummary, ...], key: Callable[[GameSummary], K]) -> dict[K, Tally]:
    groups: dict[K, list[GameSummary]] = {}
    for game in games:
        groups.setdefault(key(game), []).append(game)
    return {name: _tally(group) for name, group in groups.items()}


def _tally(games: Iterable[GameSummary]) -> Tally:
    games = tuple(games)
    winners = [game.winner for game in games]
    draws, his = winners.count(None), winners.count(MISTER_X)
    return Tally(
        len(games),
        his,
        len(games) - his - draws,
        draws,
        _share(sum(game.rounds for game in games), len(games)),
    )


def _players(games: tuple[GameSummary, ...]) -> tuple[Player, ...]:
    spelt: dict[str, str] = {}
    results: dict[tuple[str, bool], list[bool | None]] = {}
    for game in games:
        # Who moves two pawns is still one detective: the sides are sets.
        sides = {(name.casefold(), pawn == MISTER_X) for pawn, name in game.players.items()}
        for name in game.players.values():
            spelt.setdefault(name.casefold(), name)
        for who, as_mister_x in sides:
            won = None if game.winner is None else (game.winner == MISTER_X) is as_mister_x
            results.setdefault((who, as_mister_x), []).append(won)
    players = [
        Player(name, _score(results.get((who, True), [])), _score(results.get((who, False), [])))
        for who, name in spelt.items()
    ]
    return tuple(sorted(players, key=lambda player: (-player.games, player.name.casefold())))


def _score(results: list[bool | None]) -> Score:
    return Score(len(results), results.count(True))


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
