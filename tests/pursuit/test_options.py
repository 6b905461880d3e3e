"""The named switches: what a table may change before the start, and what it is told when it may not."""

from __future__ import annotations

import pytest

from companion.editions import read_edition
from companion.games.pursuit import commands as c
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.decide import decide
from companion.games.pursuit.events import Started
from companion.games.pursuit.game import Game
from companion.games.pursuit.options import OPTIONS
from companion.games.pursuit.refusals import Refusal, Refused
from companion.games.pursuit.views import PublicView, public_view
from tests.support.boards import napkin
from tests.support.players import fold, new_game, team

# Everybody shuttles on an island of his own.
ISLANDS = napkin("1-2 taxi", "3-4 taxi", "5-6 taxi", "7-8 taxi")
STARTS = {MISTER_X: 1, "red": 3, "blue": 5, "green": 7}


def set_up(edition: str, **options: object) -> c.New:
    chosen = {"free_start": True, **options}
    return c.New(read_edition(edition), ISLANDS, ("red", "blue", "green"), 1, STARTS, chosen)


def told(edition: str, **options: object) -> str:
    """Why the table can't be set up so."""
    with pytest.raises(Refused) as no:
        decide(None, set_up(edition, **options))
    assert no.value.refusal is Refusal.SETUP
    return str(no.value)


def fresh(edition: str, **options: object) -> Game:
    return fold(None, decide(None, set_up(edition, **options)))


def view(edition: str, **options: object) -> PublicView:
    return public_view(fresh(edition, **options).open)


def test_an_unknown_option_is_refused_with_those_there_are() -> None:
    assert told("classic-1983", trams=3) == (
        "There is no option 'trams' here; there are: black, bobbies, bobbies_count, bus, doubles, free_start, "
        "link_13_14, mister_x_stuck, rounds, shared_purse, show_and_take, taxi, underground."
    )


@pytest.mark.parametrize(
    ("edition", "option"),
    [
        ("london-2014", "show_and_take"),
        ("classic-1983", "barriers"),
        ("london-2014", "helicopters"),
        ("london-2014", "tokens"),
        ("sherlock-2022", "crimes"),
        ("classic-1983", "mister_x_taxi"),
        ("beginner-2014", "taxi"),
        ("ny-chase-1999", "link_13_14"),
        ("london-2014", "windows"),
    ],
)
def test_an_option_of_another_edition_is_refused(edition: str, option: str) -> None:
    assert told(edition, **{option: 1}).startswith(f"There is no option '{option}' here; there are: ")


@pytest.mark.parametrize("value", [0, 31, -1, True, False, "22", 22.0, None, [22]])
def test_rounds_are_a_number_from_1_to_30(value: object) -> None:
    assert told("london-2014", rounds=value) == "rounds is a number from 1 to 30."


@pytest.mark.parametrize("value", [-1, 4, True, "two", None])
def test_barriers_are_a_number_from_0_to_3(value: object) -> None:
    assert told("ny-chase-1999", barriers=value) == "barriers is a number from 0 to 3."


@pytest.mark.parametrize("value", [0, 1, "on", "true", None])
def test_a_switch_is_on_or_off(value: object) -> None:
    assert told("classic-1983", show_and_take=value) == "show_and_take is on or off: true or false."


@pytest.mark.parametrize("value", ["draws", "", "Loses", True, 1, None])
def test_a_choice_is_one_of_its_words(value: object) -> None:
    assert told("classic-1983", mister_x_stuck=value) == "mister_x_stuck is one of: loses, stays."


def test_a_line_that_the_map_does_not_have_cannot_be_switched_on() -> None:
    assert told("classic-1983", link_13_14=True) == "link_13_14: the map napkin has no such link."


@pytest.mark.parametrize(
    "name", [name for name, option in OPTIONS.items() if isinstance(option.allowed, range)]
)
def test_no_number_goes_beyond_what_its_refusal_names(name: str) -> None:
    allowed = OPTIONS[name].allowed
    assert isinstance(allowed, range)
    assert OPTIONS[name].check(allowed[0]) == allowed[0]
    assert OPTIONS[name].check(allowed[-1]) == allowed[-1]
    for beyond in (allowed[0] - 1, allowed[-1] + 1):
        with pytest.raises(ValueError, match=f"{name} is a number from {allowed[0]} to {allowed[-1]}"):
            OPTIONS[name].check(beyond)


def test_a_handicap_changes_mister_xs_black_tickets_and_doubles() -> None:
    assert view("london-2014", black=7, doubles=3).mister_x.tickets == {"black": 7, "double": 3}
    assert view("london-2014", black=0, doubles=0).mister_x.tickets == {"black": 0, "double": 0}


def test_a_handicap_changes_what_the_detectives_have() -> None:
    pawn = view("classic-1983", taxi=12, bus=0, underground=5).pawns["red"]
    assert pawn.tickets == {"taxi": 12, "bus": 0, "underground": 5}


def test_a_handicap_changes_mister_xs_finite_tickets() -> None:
    seen = view("ny-chase-1999", mister_x_taxi=20, mister_x_bus=1, mister_x_underground=0, black=2, doubles=1)
    assert seen.mister_x.tickets == {"taxi": 20, "bus": 1, "underground": 0, "black": 2, "double": 1}


def test_24_rounds_are_an_option_of_2014() -> None:
    assert view("london-2014", rounds=24).rounds == 24


@pytest.mark.parametrize("barriers", [0, 1, 2, 3])
def test_the_chase_is_played_with_0_to_3_barriers(barriers: int) -> None:
    assert view("ny-chase-1999", barriers=barriers).barriers_left == barriers


def test_a_handicap_changes_the_helicopter_cards() -> None:
    assert view("ny-chase-1999", helicopters=1).helicopters_left == 1


def test_a_handicap_changes_the_bobbies() -> None:
    game = new_game("london-2014", team("london-2014", 4), options={"bobbies": 2})
    assert list(game.rules.pawns) == ["red", "blue", "green", "yellow", "bobby1", "bobby2"]


def test_a_handicap_changes_windows_tokens_and_crimes() -> None:
    chosen = {"windows": 12, "tokens": 3, "crimes": 4}
    game = new_game("sherlock-2022-variant", ["holmes", "watson"], options=chosen)
    seen = public_view(game.open)
    assert (seen.windows, seen.pawns["holmes"].tokens, len(game.secret.hand)) == (12, 3, 4)


@pytest.mark.parametrize(("taxi", "pool"), [({}, (22, 16, 8)), ({"taxi": 10}, (20, 16, 8))])
def test_one_player_with_two_detectives_may_share_their_purses(
    taxi: dict[str, int], pool: tuple[int, ...]
) -> None:
    game = new_game("london-2014", ["red", "blue"], options={"shared_purse": True, **taxi})
    assert game.open.purses == (pool,)
    assert list(game.rules.pawns) == ["red", "blue", "bobby1", "bobby2"]


def test_the_game_keeps_what_was_chosen_and_what_was_left_as_it_is() -> None:
    started = decide(None, set_up("classic-1983", black=7))[0]
    assert isinstance(started, Started)
    assert started.options["black"] == 7
    assert started.options["rounds"] == 22
    assert view("classic-1983", black=7).options == started.options
