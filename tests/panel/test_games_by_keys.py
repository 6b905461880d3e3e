"""A whole game of every edition, from power-on to the victory screen, by key presses alone."""

from __future__ import annotations

from random import Random

import pytest

from companion.clock_settings import ClockKind, ClockSettings
from companion.editions import edition_names, read_edition
from companion.games.pursuit.edition import Edition
from companion.panel.screens.ending import EndScreen
from companion.panel.screens.screen import picture
from tests.panel.boxes import Box
from tests.panel.fingers import play_to_the_end, set_up
from tests.panel.wired import WiredBox

EDITIONS = list(enumerate(edition_names(), 1))


@pytest.mark.parametrize(("place", "edition"), EDITIONS, ids=[name for _, name in EDITIONS])
def test_a_game_is_set_up_and_played_to_its_end_for_every_size_of_team(place: int, edition: str) -> None:
    book = Edition.read(read_edition(edition))
    for detectives in range(book.least, book.most + 1):
        box = Box(clocks=ClockSettings(kind=ClockKind.TURN))
        play(box, place, edition, detectives)


@pytest.mark.parametrize(("place", "edition"), EDITIONS, ids=[name for _, name in EDITIONS])
def test_a_game_is_played_on_sixteen_keys_of_copper_and_every_picture_arrives(
    place: int, edition: str
) -> None:
    box = WiredBox(clocks=ClockSettings(kind=ClockKind.TURN))
    play(box, place, edition, 3)
    assert box.shows() == picture(box.screen).tobytes()


def play(box: Box, place: int, edition: str, detectives: int) -> None:
    set_up(box, place, detectives)
    sight = box.table.sight()
    assert sight is not None
    assert sight.view.edition == edition
    assert play_to_the_end(box, Random(f"{edition} {detectives}")) > 0
    assert isinstance(box.calm().screen, EndScreen)
