"""What the detectives may do, as a list: everything on it is accepted, and nothing else is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from inspect import signature
from random import Random
from typing import Any

import pytest

from companion.games.pursuit import commands as c
from companion.games.pursuit.choices import BarrierChoice, PawnChoices, TeamChoices, team_choices
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.decide import decide
from companion.games.pursuit.game import Game, Side
from companion.games.pursuit.refusals import Refused
from companion.games.pursuit.tickets import TICKETS, Ticket
from tests.support.boards import game_on
from tests.support.manhattan import MANHATTAN, STARTS, chase, go, taxi, x
from tests.support.players import EDITIONS, new_game, play, random_game
from tests.support.shorthand import street

OPTIONS: dict[str, list[dict[str, object]]] = {
    "ny-chase-1999": [{}, {}, {"taxi": 3, "bus": 1, "underground": 1}, {"helicopters": 1, "barriers": 1}],
    "sherlock-2022-variant": [{"tokens": 3}, {}, {"tokens": 3, "windows": 20}],
    "london-2014": [{}, {"taxi": 2, "bus": 1, "underground": 0}, {"shared_purse": True}],
}
GAMES = 12
LEAST = {"ride": 150, "nothing": 5}
LEAST_OF = {
    "ny-chase-1999": {"board": 20, "descend": 2, "barrier": 20, "barrier moved": 10, "end": 5},
    "sherlock-2022-variant": dict.fromkeys(("quarter", "symbol", "ban", "recall", "barrier", "end"), 5),
}


@pytest.mark.parametrize("edition", EDITIONS)
def test_of_all_commands_there_are_exactly_the_chosen_ones_are_accepted(edition: str) -> None:
    seen: Counter[str] = Counter()
    rng = Random(f"choices {edition}")
    sets = OPTIONS.get(edition, [{}])
    for seed in range(GAMES):
        for game, *_ in random_game(edition, seed, options=sets[seed % len(sets)]):
            if rng.random() < 0.2:
                choices = team_choices(game.open)
                offered = set(_commands(game, choices))
                accepted = {command for command in _everything(game) if _accepts(game, command)}
                assert offered == accepted
                assert list(choices.pawns) == [pawn for pawn in game.rules.pawns if pawn in choices.pawns]
                _note(choices, game, seen)
    least = LEAST | LEAST_OF.get(edition, {})
    assert {word: seen[word] for word in least if seen[word] < least[word]} == {}


def _commands(game: Game, choices: TeamChoices) -> Iterator[c.Command]:
    """Each command that can be built from *choices*."""
    for pawn, his in choices.pawns.items():
        here = game.open.where[game.rules.seats[pawn]]
        yield from (c.Travel(pawn, TICKETS[word], to) for word, to in his.rides)
        yield from (c.Descend(pawn, TICKETS[word]) for word in his.descend)
        for word in his.board:
            yield from (
                c.Helicopter(pawn, TICKETS[word], to) for to in game.rules.board.stations if to != here
            )
    for pawn, kind in choices.tokens.items():
        match kind:
            case "quarter" | "recall":
                yield c.Token(pawn)
            case "symbol":
                yield from (c.Token(pawn, symbol) for symbol in choices.symbols)
            case "ban":
                yield from (c.Token(pawn, ticket=TICKETS[word]) for word in choices.bans)
            case "barrier":
                assert choices.barrier
                assert choices.barrier.pawn == pawn
    if choices.barrier:
        for at in choices.barrier.at:
            if choices.barrier.left:
                yield c.Barrier(choices.barrier.pawn, at)
            yield from (c.Barrier(choices.barrier.pawn, at, moved) for moved in choices.barrier.standing)
    if choices.may_end:
        yield c.EndTurn()


def _everything(game: Game) -> Iterator[c.Command]:
    """Everything that a detective could say when it is not Mister X's turn to speak."""
    stations, pawns = game.rules.board.stations, game.rules.pawns
    if game.open.turn.side is Side.DETECTIVES:
        yield c.EndTurn()
    for pawn in (*pawns, "nobody"):
        for ticket in Ticket:
            yield from (c.Travel(pawn, ticket, to) for to in (*stations, 500))
            yield from (c.Helicopter(pawn, ticket, to) for to in (*stations, 500))
            yield c.Descend(pawn, ticket)
        standing = [station for station in stations if game.open.extras.barred >> station & 1]
        for at in stations:
            yield from (c.Barrier(pawn, at, moved) for moved in (None, *standing, stations[0]))
        for symbol in (None, *game.rules.board.symbols, "fog"):
            yield from (c.Token(pawn, symbol, ticket) for ticket in (None, *Ticket))


def _accepts(game: Game, command: c.Command) -> bool:
    try:
        return bool(decide(game, command))
    except Refused:
        return False


def _note(choices: TeamChoices, game: Game, seen: Counter[str]) -> None:
    seen.update(choices.tokens.values())
    for pawn in choices.pawns.values():
        seen.update(ride=len(pawn.rides), board=bool(pawn.board), descend=bool(pawn.descend))
    if choices.barrier:
        seen.update({"barrier": len(choices.barrier.at), "barrier moved": bool(choices.barrier.standing)})
    seen["end"] += choices.may_end
    if game.open.turn.side is not Side.DETECTIVES:
        assert choices == TeamChoices()
        seen["nothing"] += 1


def test_the_choices_are_read_off_the_open_half_alone() -> None:
    (parameter,) = signature(team_choices).parameters.values()
    assert parameter.annotation == "Open"


def test_a_pawns_rides_are_sorted_by_station_then_by_ticket() -> None:
    game = new_game("london-2014", ["red", "blue"], 3)
    game = play(game, c.TimeUp("pass"))
    for pawn in team_choices(game.open).pawns.values():
        assert list(pawn.rides) == sorted(pawn.rides, key=lambda ride: (ride[1], ride[0]))


def test_in_a_fixed_order_only_the_pawn_at_turn_has_choices() -> None:
    game = play(chase(), x(2))
    assert team_choices(game.open).pawns == {
        "red": PawnChoices((("taxi", 12),), board=("taxi", "bus", "underground"))
    }


def test_one_in_the_air_gets_off_with_any_ticket_and_has_no_rides() -> None:
    game = play(chase(), x(2), c.Helicopter("red", Ticket.BUS, 4))
    game = play(go(game, "blue", "green"), x(3))
    assert team_choices(game.open).pawns == {"red": PawnChoices((), (), ("taxi", "bus", "underground"))}


def _with_barriers(count: int) -> Game:
    return play(game_on(MANHATTAN, "ny-chase-1999", STARTS, barriers=count), x(2))


def test_a_barrier_goes_where_the_last_mover_was_and_may_come_from_elsewhere() -> None:
    game = play(_with_barriers(1), taxi("red", 12))
    assert team_choices(game.open).barrier == BarrierChoice("red", (11,), (), 1)
    game = play(game, c.Barrier("red", 11), taxi("blue", 14))
    assert team_choices(game.open).barrier == BarrierChoice("blue", (13,), (11,), 0)


def test_where_all_have_moved_only_what_is_optional_is_left() -> None:
    game = play(_with_barriers(1), taxi("red", 12), taxi("blue", 14), taxi("green", 16))
    choices = team_choices(game.open)
    assert (choices.pawns, choices.may_end) == ({}, True)
    assert choices.barrier == BarrierChoice("green", (15,), (), 1)


def variant(*names: str, **more: Any) -> Game:
    """Moriarty has moved once, from a start of his own, and ended his turn."""
    options = {"free_start": True, "bobbies": 0}
    game = new_game("sherlock-2022-variant", list(names), options=options, **more)
    return play(game, c.Travel(MISTER_X, Ticket.TAXI, 3), c.EndTurn())


def test_who_may_play_which_token_and_with_which_words() -> None:
    starts = {MISTER_X: 4, "watson": 33, "adler": 47, "mycroft": 39, "holmes": 30}
    game = variant(*[name for name in starts if name != MISTER_X], starts=starts)
    choices = team_choices(game.open)
    assert choices.tokens == {"watson": "symbol", "adler": "ban", "holmes": "quarter"}
    assert choices.symbols == tuple(game.rules.board.symbols)
    assert choices.bans == ("bus", "underground")
    assert choices.barrier is None
    after = team_choices(play(game, c.Token("adler", ticket=Ticket.BUS)).open)
    assert (after.tokens, after.symbols, after.bans) == ({}, (), ())


def test_lestrade_may_bar_the_station_he_left_and_the_one_he_reached() -> None:
    game = variant("lestrade", "watson", starts={MISTER_X: 4, "lestrade": 47, "watson": 33})
    assert "lestrade" not in team_choices(game.open).tokens
    game = play(game, c.Travel("lestrade", Ticket.TAXI, 48))
    choices = team_choices(game.open)
    assert choices.tokens["lestrade"] == "barrier"
    assert choices.barrier == BarrierChoice("lestrade", (47, 48), (), 2)


def test_nobody_has_a_choice_when_it_is_over() -> None:
    game = play(street(), c.TimeUp("lose"))
    assert team_choices(game.open) == TeamChoices()
