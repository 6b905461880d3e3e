"""Who wins how often."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.events import Reason
from companion.games.pursuit.turns import DETECTIVES
from companion.history import GameSummary
from companion.statistics import Player, Score, Tally, statistics
from tests.referee.settings import STEADY

COLOURS = ("red", "blue", "green", "yellow", "brown")


def over(
    winner: str | None, edition: str = "london-2014", detectives: int = 3, rounds: int = 10, **players: str
) -> GameSummary:
    return GameSummary(
        id=1,
        edition=edition,
        title=edition,
        short=edition,
        his_name=None,
        board="London",
        detectives=COLOURS[:detectives],
        winner=winner,
        reason=Reason.ESCAPED,
        by=None,
        at=None,
        rounds=rounds,
        windows=rounds,
        began=None,
        ended=None,
        players=players,
    )


def test_no_games_have_no_statistics() -> None:
    none = statistics(())
    assert (none.editions, none.titles, none.team_sizes, none.players) == ({}, {}, {}, ())


def test_draws_are_counted_apart() -> None:
    games = [over(MISTER_X), over(DETECTIVES), over(DETECTIVES), over(None, rounds=2)]
    (tally,) = statistics(games).editions.values()
    assert tally == Tally(4, 1, 2, 1, 8.0)
    assert tally.mister_x_rate == 1 / 3
    (drawn,) = statistics(games[-1:]).editions.values()
    assert drawn.mister_x_rate is None


def test_editions_and_team_sizes_are_told_apart() -> None:
    found = statistics(
        [
            over(MISTER_X, "classic-1983", 5, 20),
            over(DETECTIVES, "london-2014", 2, 5),
            over(MISTER_X, "london-2014", 5, 7),
        ]
    )
    assert list(found.editions.items()) == [
        ("london-2014", Tally(2, 1, 1, 0, 6.0)),
        ("classic-1983", Tally(1, 1, 0, 0, 20.0)),
    ]
    assert found.team_sizes == {2: Tally(1, 0, 1, 0, 5.0), 5: Tally(2, 2, 0, 0, 13.5)}


def test_an_edition_is_called_as_in_its_newest_game() -> None:
    older = over(MISTER_X, "london-2014")
    found = statistics([replace(older, title="Scotland Yard (2014)"), older, over(None, "classic-1983")])
    assert found.titles == {"london-2014": "Scotland Yard (2014)", "classic-1983": "classic-1983"}


def test_somebody_has_a_score_on_either_side() -> None:
    found = statistics(
        [
            over(MISTER_X, mister_x="Ada", red="Bob"),
            over(DETECTIVES, mister_x="Ada", red="Bob"),
            over(DETECTIVES, mister_x="Bob", red="Ada", blue="Cleo"),
            over(None, mister_x="Bob", red="Ada"),
        ]
    )
    assert found.players == (
        Player("Ada", Score(2, 1), Score(2, 1)),
        Player("Bob", Score(2, 0), Score(2, 1)),
        Player("Cleo", Score(), Score(1, 1)),
    )


def test_who_moves_two_pawns_has_played_one_game() -> None:
    (player,) = statistics([over(DETECTIVES, red="Ada", blue="Ada")]).players
    assert player == Player("Ada", Score(), Score(1, 1))


def test_a_name_is_the_same_however_it_is_spelt_and_shown_as_spelt_last() -> None:
    (player,) = statistics([over(MISTER_X, mister_x="ADA"), over(MISTER_X, mister_x="Ada")]).players
    assert player == Player("ADA", Score(2, 2), Score())


summaries = st.builds(
    over,
    st.sampled_from([MISTER_X, DETECTIVES, None]),
    st.sampled_from(["classic-1983", "london-2014"]),
    st.integers(2, 5),
    st.integers(1, 24),
    mister_x=st.sampled_from(["Ada", "Bob"]),
    red=st.sampled_from(["Ada", "Bob", "Cleo"]),
)


@STEADY
@given(st.lists(summaries, max_size=30))
def test_every_game_is_counted_once_in_every_table(games: list[GameSummary]) -> None:
    found = statistics(games)
    for tallies in (found.editions.values(), found.team_sizes.values()):
        assert sum(tally.games for tally in tallies) == len(games)
        assert sum(tally.draws for tally in tallies) == sum(game.winner is None for game in games)
        assert all(tally.games == tally.mister_x + tally.detectives + tally.draws for tally in tallies)
    as_mister_x = Counter(game.players[MISTER_X] for game in games)
    assert {who.name: who.mister_x.games for who in found.players if who.mister_x.games} == as_mister_x
    assert sum(who.mister_x.wins for who in found.players) == sum(game.winner == MISTER_X for game in games)
