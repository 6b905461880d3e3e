"""A whole game of every edition, from power-on to the victory screen, by key presses alone."""

from __future__ import annotations

from random import Random

import pytest

from companion.clock_settings import ClockKind, ClockSettings
from companion.editions import edition_names, read_edition
from companion.games.pursuit.edition import Edition
from companion.panel.screens.ending import EndScreen
from tests.panel.boxes import Box
from tests.panel.fingers import play_to_the_end, set_up

EDITIONS = list(enumerate(edition_names(), 1))


@pytest.mark.parametrize("language", ["en"])
@pytest.mark.parametrize(("place", "edition"), EDITIONS, ids=[name for _, name in EDITIONS])
def test_a_game_is_set_up_and_played_to_its_end_on_sixteen_keys(
    place: int, edition: str, language: str
) -> None:
    book = Edition.read(read_edition(edition))
    for detectives in range(book.least, book.most + 1):
        box = Box(clocks=ClockSettings(kind=ClockKind.TURN), language=language)
        set_up(box, place, detectives)
        sight = box.table.sight()
        assert sight is not None
        assert sight.view.edition == edition
        assert play_to_the_end(box, Random(f"{edition} {detectives}")) > 0
        assert isinstance(box.calm().screen, EndScreen)
