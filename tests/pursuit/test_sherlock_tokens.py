"""The Sherlock Holmes variant: the detectives' tokens, and when their turn ends."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.pursuit import commands as c
from companion.games.pursuit import events as e
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.decide import decide
from companion.games.pursuit.events import Event, Reason
from companion.games.pursuit.game import Game, Side
from companion.games.pursuit.refusals import Refusal, Refused
from companion.games.pursuit.tickets import Ticket
from companion.games.pursuit.views import mister_x_view, public_view, turn_of
from tests.support.boards import game_on, napkin
from tests.support.players import play
from tests.support.shorthand import why_not, x

TAXI, BUS, UNDERGROUND, BLACK = Ticket


def city(*lines: str) -> dict[str, Any]:
    """A napkin that carries all the variant asks for; its first three stations lie in quarters I to III."""
    board = napkin(*lines)
    first, second, third, *others = (station["number"] for station in board["stations"])
    return board | {
        "quarters": {"I": [first], "II": [second], "III": [third], "IV": others},
        "symbols": {"park": [first], "monument": [second], "river": [third]},
        "hideouts": [11],
        "crime_tiles": {"count": 3, "tiles": [[11], [11], [11]]},
        "decks": {"sherlock-moriarty": {"count": 2, "cards": [[11, 12], [13, 14]]}},
    }


# Moriarty has three lines between 1 and 2 and one on to 3; everybody else shuttles on an island.
CITY = city(
    "1-2-3 taxi",
    "1-2 bus",
    "1-2 underground",
    "11-12 taxi",
    "13-14 taxi",
    "15-16 taxi",
    "17-18 taxi",
    "19-20 taxi",
)
HOMES = {"holmes": 11, "watson": 13, "adler": 15, "mycroft": 17, "lestrade": 19}
OTHER_END = {11: 12, 12: 11, 13: 14, 14: 13, 15: 16, 16: 15, 17: 18, 18: 17, 19: 20, 20: 19}


def fled(*path: int) -> list[c.Command]:
    """Moriarty's turn: one taxi ride, or a double."""
    rides: list[c.Command] = [x(TAXI, to, double=nth < len(path) - 1) for nth, to in enumerate(path)]
    return [*rides, c.EndTurn()]


def hunt(*team: str, at: int = 2, **options: object) -> Game:
    starts = {MISTER_X: at, **{pawn: HOMES[pawn] for pawn in team}}
    return game_on(CITY, "sherlock-2022-variant", starts, **{"bobbies": 0, **options})


def reply(game: Game) -> Game:
    """Each pawn goes to the other end of its island; the turn may still wait for a token."""
    pawns = zip(game.rules.pawns, game.open.where, strict=True)
    return play(game, *(c.Travel(pawn, TAXI, OTHER_END[here]) for pawn, here in pawns))


def full_round(game: Game, *path: int) -> Game:
    """Moriarty goes where *path* says, everybody replies, nobody plays a token."""
    return play(reply(play(game, *fled(*path))), c.EndTurn())


def told(game: Game, command: c.Command) -> Event:
    """The first thing that *command* causes."""
    return decide(game, command)[0]


def test_a_token_may_be_played_before_between_or_after_the_moves() -> None:
    before = play(hunt("holmes", "watson"), *fled(1))
    between = play(before, c.Travel("watson", TAXI, 14))
    after = play(between, c.Travel("holmes", TAXI, 12))
    for moment in (before, between, after):
        assert told(moment, c.Token("holmes")) == e.QuarterTold("holmes", "I")


def test_a_token_does_not_cost_the_move() -> None:
    game = play(hunt("holmes", "watson"), *fled(1), c.Token("holmes"))
    assert play(game, c.Travel("holmes", TAXI, 12)).open.where == (12, 13)


def test_one_token_a_round_for_the_whole_team() -> None:
    game = play(hunt("holmes", "watson"), *fled(1), c.Token("holmes"))
    assert public_view(game.open).token_played
    assert why_not(game, c.Token("holmes")) is Refusal.ONE_TOKEN
    assert why_not(game, c.Token("watson", "park")) is Refusal.ONE_TOKEN
    game = play(reply(game), *fled(2))
    assert not public_view(game.open).token_played
    assert told(game, c.Token("watson", "park")) == e.SymbolTold("watson", "park", False)


def test_a_barrier_is_the_rounds_token_too() -> None:
    game = play(
        hunt("holmes", "lestrade"), *fled(1), c.Travel("lestrade", TAXI, 20), c.Barrier("lestrade", 20)
    )
    assert why_not(game, c.Token("holmes")) is Refusal.ONE_TOKEN
    game = play(hunt("holmes", "lestrade"), *fled(1), c.Token("holmes"), c.Travel("lestrade", TAXI, 20))
    assert why_not(game, c.Barrier("lestrade", 20)) is Refusal.ONE_TOKEN


def test_a_token_is_spent_and_a_detective_without_one_cannot_play() -> None:
    game = play(hunt("holmes", "watson", tokens=1), *fled(1), c.Token("holmes"))
    assert {name: pawn.tokens for name, pawn in public_view(game.open).pawns.items()} == {
        "holmes": 0,
        "watson": 1,
    }
    game = play(reply(game), *fled(2))
    assert why_not(game, c.Token("holmes")) is Refusal.NO_TOKEN


@pytest.mark.parametrize(("size", "each"), [(2, 2), (3, 2), (4, 1), (5, 1)])
def test_small_teams_have_two_tokens_each_large_ones_one(size: int, each: int) -> None:
    pawns = public_view(hunt(*list(HOMES)[:size]).open).pawns
    assert [pawn.tokens for pawn in pawns.values()] == [each] * size


def test_nobody_plays_a_token_in_moriartys_turn() -> None:
    game = hunt("holmes", "lestrade")
    assert why_not(game, c.Token("holmes")) is Refusal.NOT_YOUR_TURN
    game = play(game, x(TAXI, 1))
    assert why_not(game, c.Token("holmes")) is Refusal.NOT_YOUR_TURN
    assert why_not(game, c.Barrier("lestrade", 19)) is Refusal.NOT_YOUR_TURN


def test_only_a_character_in_play_has_a_token() -> None:
    starts = {MISTER_X: 2, "holmes": 11, "lestrade": 13, "bobby1": 15, "bobby2": 17}
    game = play(game_on(CITY, "sherlock-2022-variant", starts), *fled(1))
    assert why_not(game, c.Token("watson", "park")) is Refusal.NO_SUCH_PAWN
    assert why_not(game, c.Token(MISTER_X)) is Refusal.NO_SUCH_PAWN
    assert why_not(game, c.Token("bobby1")) is Refusal.NOT_HIS_TOKEN
    assert why_not(game, c.Barrier("bobby1", 15)) is Refusal.NOT_HIS_TOKEN
    assert why_not(game, c.Barrier("holmes", 11)) is Refusal.NOT_HIS_TOKEN


def test_a_token_takes_no_words_of_another() -> None:
    game = play(hunt("holmes", "watson", "adler", "lestrade"), *fled(1))
    assert why_not(game, c.Token("holmes", symbol="park")) is Refusal.TOKEN_WORDS
    assert why_not(game, c.Token("holmes", ticket=BUS)) is Refusal.TOKEN_WORDS
    assert why_not(game, c.Token("watson", "park", BUS)) is Refusal.TOKEN_WORDS
    assert why_not(game, c.Token("adler", "park", BUS)) is Refusal.TOKEN_WORDS
    assert why_not(game, c.Token("lestrade")) is Refusal.TOKEN_BARRIER


@pytest.mark.parametrize("edition", ["sherlock-2022", "london-2014"])
def test_only_the_variant_has_tokens(edition: str) -> None:
    starts = {MISTER_X: 2, "holmes": 11, "lestrade": 19}
    game = play(game_on(CITY, edition, starts, bobbies=0), x(TAXI, 1))
    assert why_not(game, c.Token("holmes")) is Refusal.NOT_IN_THIS_GAME
    assert why_not(game, c.Barrier("lestrade", 19)) is Refusal.NOT_IN_THIS_GAME


def test_a_detective_who_cannot_move_may_still_ask() -> None:
    board = city("1-2 taxi", "11-12 taxi", "13-14 underground")
    starts = {MISTER_X: 2, "watson": 11, "holmes": 13}
    game = game_on(board, "sherlock-2022-variant", starts, bobbies=0, underground=0)
    game = play(game, *fled(1), c.Travel("watson", TAXI, 12))
    assert told(game, c.Token("holmes")) == e.QuarterTold("holmes", "I")


@pytest.mark.parametrize(("start", "to", "quarter"), [(2, 1, "I"), (1, 2, "II"), (2, 3, "III")])
def test_holmes_learns_the_quarter(start: int, to: int, quarter: str) -> None:
    game = play(hunt("holmes", "watson", at=start), *fled(to))
    assert decide(game, c.Token("holmes")) == [e.QuarterTold("holmes", quarter)]


@pytest.mark.parametrize(("to", "park", "river"), [(1, True, False), (3, False, True)])
def test_watson_learns_yes_or_no(to: int, park: bool, river: bool) -> None:
    game = play(hunt("holmes", "watson"), *fled(to))
    assert decide(game, c.Token("watson", "park")) == [e.SymbolTold("watson", "park", park)]
    assert decide(game, c.Token("watson", "river")) == [e.SymbolTold("watson", "river", river)]
    assert decide(game, c.Token("watson", "monument")) == [e.SymbolTold("watson", "monument", False)]


@pytest.mark.parametrize("symbol", [None, "", "hideout", "Park"])
def test_watson_names_one_of_the_three_symbols(symbol: str | None) -> None:
    game = play(hunt("holmes", "watson"), *fled(1))
    with pytest.raises(Refused, match=r"^Watson asks for one symbol: park, monument, river\.$"):
        decide(game, c.Token("watson", symbol))


def test_mycroft_cannot_look_back_before_window_3() -> None:
    game = play(hunt("mycroft", "watson"), *fled(1))
    assert why_not(game, c.Token("mycroft")) is Refusal.TOO_EARLY
    game = play(reply(game), c.EndTurn(), *fled(2))
    assert why_not(game, c.Token("mycroft")) is Refusal.TOO_EARLY


def test_mycroft_learns_the_station_two_windows_ago() -> None:
    game = full_round(full_round(hunt("mycroft", "watson"), 1), 2)
    game = play(game, *fled(3))
    assert decide(game, c.Token("mycroft")) == [e.Recalled("mycroft", 1, 1)]
    game = play(reply(game), c.EndTurn(), *fled(2))
    assert decide(game, c.Token("mycroft")) == [e.Recalled("mycroft", 2, 2)]


def test_mycroft_counts_the_windows_of_a_double() -> None:
    game = play(full_round(hunt("mycroft", "watson"), 1), *fled(2, 3))
    assert told(game, c.Token("mycroft")) == e.Recalled("mycroft", 1, 1)


def test_what_mycroft_learnt_lies_open_in_the_log() -> None:
    game = play(full_round(full_round(hunt("mycroft", "watson"), 1), 2), *fled(3), c.Token("mycroft"))
    assert [window.station for window in public_view(game.open).log] == [1, None, 3]


def banned(ticket: Ticket, **options: object) -> Game:
    """Moriarty is on 1 and to move; Adler has forbidden *ticket*."""
    game = play(hunt("adler", "watson", **options), *fled(1), c.Token("adler", ticket=ticket))
    return reply(game)


@pytest.mark.parametrize(
    ("ticket", "left"), [(BUS, {"taxi", "underground", "black"}), (UNDERGROUND, {"taxi", "bus", "black"})]
)
def test_adler_forbids_the_omnibus_or_the_underground(ticket: Ticket, left: set[str]) -> None:
    game = banned(ticket)
    assert public_view(game.open).banned == ticket.word
    assert why_not(game, x(ticket, 2)) is Refusal.BANNED
    assert {word for word, to in mister_x_view(game).moves if to == 2} == left


@pytest.mark.parametrize("ticket", [TAXI, BLACK, None])
def test_adler_can_forbid_nothing_else(ticket: Ticket | None) -> None:
    game = play(hunt("adler", "watson"), *fled(1))
    with pytest.raises(Refused, match=r"^Adler forbids one ticket: bus, underground\.$"):
        decide(game, c.Token("adler", ticket=ticket))


def test_a_black_ticket_on_a_forbidden_line_stays_legal() -> None:
    board = city("1-2 taxi", "1-3 bus", "11-12 taxi", "15-16 taxi")
    starts = {MISTER_X: 2, "adler": 15, "holmes": 11}
    game = game_on(board, "sherlock-2022-variant", starts, bobbies=0)
    game = play(game, *fled(1), c.Token("adler", ticket=BUS))
    game = play(game, c.Travel("adler", TAXI, 16), c.Travel("holmes", TAXI, 12))
    assert why_not(game, x(BUS, 3)) is Refusal.BANNED
    assert play(game, x(BLACK, 3)).secret.station == 3


def test_the_ban_holds_for_both_halves_of_a_double() -> None:
    game = banned(BUS)
    assert why_not(game, x(BUS, 2, double=True)) is Refusal.BANNED
    game = play(game, x(TAXI, 2, double=True))
    assert why_not(game, x(BUS, 1)) is Refusal.BANNED
    assert all("bus" not in word for word, _ in mister_x_view(game).moves)


def test_the_ban_is_over_after_his_turn() -> None:
    game = play(banned(BUS), *fled(2))
    assert public_view(game.open).banned is None
    game = play(reply(game), c.EndTurn())
    assert play(game, x(BUS, 1)).secret.station == 1


def test_a_ban_that_leaves_him_no_move_wins_the_game() -> None:
    board = city("1-2 bus", "11-12 taxi", "15-16 taxi")
    starts = {MISTER_X: 2, "adler": 15, "holmes": 11}
    game = game_on(board, "sherlock-2022-variant", starts, bobbies=0, black=0)
    game = play(game, x(BUS, 1), c.EndTurn(), c.Token("adler", ticket=BUS))
    game = play(game, c.Travel("adler", TAXI, 16), c.Travel("holmes", TAXI, 12))
    assert game.open.outcome
    assert (game.open.outcome.winner, game.open.outcome.reason) == ("detectives", Reason.MISTER_X_STUCK)


# Moriarty hides on 1 and 2; Lestrade walks from 4 to 5. The omnibus from 3 to 6 stops at neither.
AVENUE = city("1-2-3-4-5-6-7 taxi", "3-6 bus", "11-12 taxi")


def avenue(**options: object) -> Game:
    """Moriarty on 3, Lestrade has just gone from 4 to 5; Holmes has moved as well."""
    starts = {MISTER_X: 2, "lestrade": 4, "holmes": 11}
    game = game_on(AVENUE, "sherlock-2022-variant", starts, **{"bobbies": 0, **options})
    return play(game, *fled(3), c.Travel("holmes", TAXI, 12), c.Travel("lestrade", TAXI, 5))


@pytest.mark.parametrize("at", [4, 5])
def test_lestrade_bars_the_station_he_left_or_reached(at: int) -> None:
    game = avenue()
    assert told(game, c.Barrier("lestrade", at)) == e.BarrierPut("lestrade", at)
    assert public_view(play(game, c.Barrier("lestrade", at)).open).barriers == (at,)


@pytest.mark.parametrize("at", [3, 6, 11, 12])
def test_lestrade_bars_no_other_station(at: int) -> None:
    assert why_not(avenue(), c.Barrier("lestrade", at)) is Refusal.NOT_LEFT_OR_REACHED


def test_lestrade_bars_nothing_before_he_has_moved() -> None:
    game = play(hunt("lestrade", "holmes"), *fled(1))
    assert why_not(game, c.Barrier("lestrade", 19)) is Refusal.NOT_LEFT_OR_REACHED
    game = play(full_round(hunt("lestrade", "holmes"), 1), *fled(2))
    assert why_not(game, c.Barrier("lestrade", 20)) is Refusal.NOT_LEFT_OR_REACHED


def test_lestrade_may_bar_after_a_colleague_has_moved_on() -> None:
    starts = {MISTER_X: 2, "lestrade": 4, "holmes": 11}
    game = game_on(AVENUE, "sherlock-2022-variant", starts, bobbies=0)
    game = play(game, *fled(3), c.Travel("lestrade", TAXI, 5), c.Travel("holmes", TAXI, 12))
    assert told(game, c.Barrier("lestrade", 4)) == e.BarrierPut("lestrade", 4)


def test_moriarty_may_not_stop_at_a_barrier_with_any_ticket() -> None:
    game = play(avenue(), c.Barrier("lestrade", 4))
    assert why_not(game, x(TAXI, 4)) is Refusal.BARRED
    assert why_not(game, x(BLACK, 4)) is Refusal.BARRED
    assert why_not(game, x(TAXI, 4, double=True)) is Refusal.BARRED
    assert {to for _, to in mister_x_view(game).moves} == {2, 6}


def test_moriarty_may_not_stop_there_with_the_second_half_of_a_double() -> None:
    game = play(avenue(), c.Barrier("lestrade", 4), *fled(2))
    game = play(game, c.Travel("lestrade", TAXI, 6), c.Travel("holmes", TAXI, 11), c.EndTurn())
    assert why_not(play(game, x(TAXI, 3, double=True)), x(TAXI, 4)) is Refusal.BARRED


def test_moriarty_may_pass_on_a_line_that_does_not_stop_there() -> None:
    game = play(avenue(), c.Barrier("lestrade", 4))
    assert play(game, x(BUS, 6)).secret.station == 6


def test_detectives_do_not_care_about_the_barrier() -> None:
    game = play(avenue(), c.Barrier("lestrade", 4), *fled(2))
    assert play(game, c.Travel("lestrade", TAXI, 4)).open.where[0] == 4


def test_the_barrier_stands_for_the_rest_of_the_game() -> None:
    game = play(avenue(), c.Barrier("lestrade", 4), *fled(2))
    game = play(game, c.Travel("lestrade", TAXI, 6), c.Travel("holmes", TAXI, 11), c.EndTurn(), *fled(3))
    game = play(game, c.Travel("lestrade", TAXI, 7), c.Travel("holmes", TAXI, 12), c.EndTurn())
    assert why_not(game, x(TAXI, 4)) is Refusal.BARRED


def test_a_barrier_is_not_moved_and_not_put_up_twice() -> None:
    game = play(avenue(), c.Barrier("lestrade", 5), *fled(2), c.Travel("lestrade", TAXI, 6))
    assert why_not(game, c.Barrier("lestrade", 6, moved=5)) is Refusal.BARRIERS_STAY
    assert why_not(game, c.Barrier("lestrade", 5)) is Refusal.BARRIER_STANDS
    assert public_view(play(game, c.Barrier("lestrade", 6)).open).barriers == (5, 6)


def test_a_barrier_costs_lestrade_a_token() -> None:
    game = play(avenue(tokens=1), c.Barrier("lestrade", 4), *fled(2), c.Travel("lestrade", TAXI, 6))
    assert public_view(game.open).pawns["lestrade"].tokens == 0
    assert why_not(game, c.Barrier("lestrade", 6)) is Refusal.NO_TOKEN


def test_the_turn_waits_while_a_token_could_be_played() -> None:
    game = reply(play(hunt("holmes", "watson"), *fled(1)))
    assert game.open.turn.side is Side.DETECTIVES
    assert turn_of(game.open) == ("holmes", "watson")
    assert public_view(game.open).may_end_turn
    game = play(game, c.EndTurn())
    assert (game.open.turn.round, turn_of(game.open)) == (2, MISTER_X)


def test_the_turn_does_not_end_while_a_pawn_has_to_move() -> None:
    game = play(hunt("holmes", "watson"), *fled(1), c.Travel("holmes", TAXI, 12))
    assert why_not(game, c.EndTurn()) is Refusal.MUST_MOVE


def test_a_token_at_the_end_ends_the_turn() -> None:
    game = play(reply(play(hunt("holmes", "watson"), *fled(1))), c.Token("watson", "park"))
    assert (game.open.turn.round, turn_of(game.open)) == (2, MISTER_X)


def test_a_barrier_at_the_end_ends_the_turn() -> None:
    assert turn_of(play(avenue(), c.Barrier("lestrade", 4)).open) == MISTER_X


def test_the_turn_does_not_wait_when_the_token_of_the_round_was_played() -> None:
    game = reply(play(hunt("holmes", "watson"), *fled(1), c.Token("holmes")))
    assert turn_of(game.open) == MISTER_X


def test_the_turn_does_not_wait_when_no_token_is_left() -> None:
    assert turn_of(reply(play(hunt("holmes", "watson", tokens=0), *fled(1))).open) == MISTER_X


# Lestrade's island has only an underground, for which nobody has a ticket.
PRISON = city("1-2 taxi", "17-18 taxi", "19-20 underground")


def test_the_turn_waits_neither_for_mycroft_before_window_3_nor_for_a_lestrade_who_did_not_move() -> None:
    starts = {MISTER_X: 2, "mycroft": 17, "lestrade": 19}
    game = game_on(PRISON, "sherlock-2022-variant", starts, bobbies=0, underground=0)
    game = play(game, *fled(1), c.Travel("mycroft", TAXI, 18))
    assert turn_of(game.open) == MISTER_X
    game = play(game, *fled(2), c.Travel("mycroft", TAXI, 17))
    assert turn_of(game.open) == MISTER_X
    game = play(game, *fled(1), c.Travel("mycroft", TAXI, 18))
    assert turn_of(game.open) == ("mycroft",)


def test_the_turn_waits_for_a_lestrade_who_moved() -> None:
    game = reply(play(hunt("mycroft", "lestrade"), *fled(1)))
    assert turn_of(game.open) == ("lestrade",)


def test_the_turn_does_not_wait_for_a_lestrade_with_nowhere_left_to_bar() -> None:
    game = hunt("mycroft", "lestrade", tokens=3)
    game = play(reply(play(game, *fled(1))), c.Barrier("lestrade", 20))
    game = play(reply(play(game, *fled(2))), c.Barrier("lestrade", 19))
    for to in (1, 2, 1):
        game = play(reply(play(game, *fled(to))), c.Token("mycroft"))
    game = reply(play(game, *fled(2)))
    assert public_view(game.open).pawns["lestrade"].tokens == 1
    assert turn_of(game.open) == MISTER_X
