"""Whole games in which Mister X has nothing but his phone: what it offers is legal, and it is enough."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest

from companion.protocol import hear
from companion.table import Table
from tests.support.players import EDITIONS
from tests.web.ears import Ear
from tests.web.evenings import House, a_house, any_game, detectives_reply, do
from tests.web.his_buttons import Said, State, not_offered, offered

pytestmark = pytest.mark.usefixtures("hasty")

OPTIONS: dict[str, dict[str, Any]] = {
    "classic-1983": {"options": {"show_and_take": True}},
    "sherlock-2022-variant": {"options": {"black": 2, "doubles": 2}},
}
MEETS = {
    "classic-1983": {"travel", "double", "show", "end_turn", "undo"},
    "sherlock-2022-variant": {
        *("start", "travel", "double", "crime", "hideout", "hide", "balloon", "landing", "end_turn", "undo")
    },
}
USUAL = {"travel", "double", "undo"}
RARE = {"undo": 0.15, "end_turn": 0.4, "show": 0.5}
"""How likely he is to press what he could press every time; else he does something else first."""
EAGER = ("hide", "balloon", "crime")
"""What he can press so seldom that he mostly does."""


class Playing:
    """A game, and all that his phone is told of it."""

    def __init__(self, house: House, ear: Ear) -> None:
        self.house, self.ear = house, ear
        self.state: State = {}

    @property
    def table(self) -> Table:
        return self.house.evening.on

    def look(self) -> State:
        for name, data in self.ear.heard():
            if name == "state":
                self.state = data
        return self.state

    def press(self, said: Said) -> tuple[int, str]:
        return do(self.house.his, said | {"step": self.state["step"]})


@contextmanager
def playing(edition: str, rng: Random) -> Iterator[Playing]:
    with a_house(**any_game(edition, rng, **OPTIONS.get(edition, {}))) as house:
        ear = Ear(house.his, "/x/events")
        yield Playing(house, ear)
        ear.close()


def choice(game: Playing, rng: Random) -> Said | None:
    """What somebody without a plan presses, who is fond of hideouts; None if he waits for the detectives."""
    state, board = game.state, game.table.game.rules.board
    buttons = offered(state, rng)
    undo: list[Said] = [{"do": "undo"}] if state["may_take_back"] else []
    eager = [said for said in buttons if said["do"] in EAGER or board.hideouts >> said.get("to", 0) & 1]
    if eager and rng.random() < 0.6:
        return rng.choice(eager)
    likely = [said for said in (*buttons, *undo) if rng.random() < RARE.get(said["do"], 1)]
    if likely or state["his_turn"]:
        return rng.choice(likely or buttons)
    return None


def word(said: Said, state: State) -> str:
    """What kind of button that is."""
    if said["do"] == "balloon" and state["landings"]:
        return "landing"
    return "double" if said.get("double") else str(said["do"])


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_whole_game_is_played_by_what_the_page_offers(edition: str) -> None:
    pressed: Counter[str] = Counter()
    for number in range(12 if edition in MEETS else 4):
        rng = Random(f"his {edition} {number}")
        with playing(edition, rng) as game:
            while not (state := game.look())["outcome"]:
                if said := choice(game, rng):
                    assert game.press(said) == (204, ""), said
                    pressed[word(said, state)] += 1
                else:
                    detectives_reply(game.table, rng)
    meets = MEETS.get(edition, USUAL)
    assert {what for what in meets if not pressed[what]} == set()


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_button_that_is_offered_works_and_what_is_not_offered_changes_nothing(edition: str) -> None:
    tried: Counter[str] = Counter()
    for number in range(2):
        rng = Random(f"all {edition} {number}")
        with playing(edition, rng) as game:
            while not (state := game.look())["outcome"]:
                for said in offered(state, rng):
                    assert game.press(said) == (204, ""), said
                    tried["taken"] += 1
                    game.table.undo()
                    game.look()
                _refuses_the_rest(game, rng, tried)
                if state["his_turn"]:
                    buttons = offered(state, rng)
                    game.press(rng.choice([one for one in buttons if one["do"] != "end_turn"] or buttons))
                else:
                    detectives_reply(game.table, rng)
            _refuses_the_rest(game, rng, tried)
    assert tried["taken"] > 80
    assert tried["refused"] > 150


def _refuses_the_rest(game: Playing, rng: Random, tried: Counter[str]) -> None:
    state, stations = game.look(), list(game.table.game.rules.board.stations)
    wrong = not_offered(state, rng, stations)
    if not state["may_take_back"]:
        wrong.append({"do": "undo"})
    before = game.house.evening.written()
    for said in rng.sample(wrong, min(12, len(wrong))):
        status, sentence = game.press(said)
        assert status == 409, said
        assert sentence
        tried["refused"] += 1
    assert game.house.evening.written() == before


@pytest.mark.parametrize("edition", EDITIONS)
def test_take_back_is_offered_exactly_while_it_is_his_last_step_and_has_told_nothing(edition: str) -> None:
    met: Counter[bool] = Counter()
    for number in range(4):
        rng = Random(f"back {edition} {number}")
        with playing(edition, rng) as game:
            while not (state := game.look())["outcome"]:
                before, position = game.house.evening.written(), game.table.position
                status, _ = game.press({"do": "undo"})
                assert status == (204 if state["may_take_back"] else 409)
                met[state["may_take_back"]] += 1
                if state["may_take_back"]:
                    assert position is not None
                    game.table.submit(hear(position.command))
                    game.look()
                else:
                    assert game.house.evening.written() == before
                if game.state["his_turn"]:
                    game.press(rng.choice(offered(game.state, rng)))
                else:
                    detectives_reply(game.table, rng)
    assert min(met[True], met[False]) > 5
