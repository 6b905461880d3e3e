"""When he has to show himself."""

from __future__ import annotations

from companion.games.pursuit import events as e
from companion.games.pursuit.decide import decide
from companion.games.pursuit.views import public_view
from tests.support.players import play
from tests.support.shorthand import TAXI, d, street, x


def test_in_a_reveal_window_he_shows_until_his_next_move() -> None:
    game = play(street(mister_x=3), x(TAXI, 2, double=True), x(TAXI, 1), d("green", TAXI, 7))
    assert public_view(game.open).mister_x.station is None
    assert e.Shown(2) in decide(game, x(TAXI, 2))
    game = play(game, x(TAXI, 2))
    assert public_view(game.open).mister_x.station == 2
    game = play(game, d("blue", TAXI, 8), d("green", TAXI, 6), x(TAXI, 1))
    assert public_view(game.open).mister_x.station is None
    assert [window.station for window in game.open.fugitive.log] == [None, None, 2, None]


def test_when_the_first_half_of_a_double_is_a_reveal_he_shows_there_and_vanishes_again() -> None:
    game = play(street(mister_x=3), x(TAXI, 2, double=True), x(TAXI, 1), d("green", TAXI, 7))
    game = play(game, x(TAXI, 2, double=True))
    assert game.open.fugitive.log[-1].station == 2
    game = play(game, x(TAXI, 3))
    assert game.open.fugitive.log[-1].station is None
    assert game.open.fugitive.log[-2].station == 2
