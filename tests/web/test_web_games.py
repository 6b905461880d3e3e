"""Whole games in which Mister X has nothing but his page: what it offers is legal, and it is enough."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.table import Table
from tests.web.form_reader import Button, Form, FormReader
from tests.web.web_tables import a_table, browser, detectives_reply, pages

RARE = {"undo": 0.15, "end_turn": 0.4, "show": 0.5}
"""How likely he is to press what he could press every time; else he does something else first."""


def press(reader: FormReader, rng: Random) -> tuple[Form, dict[str, str]]:
    """One of the things the page offers, filled in by somebody without a plan."""
    forms = [form for form in reader.forms if rng.random() < RARE.get(form.do, 1)]
    form = rng.choice(forms or reader.forms)
    button: Button = rng.choice(form.buttons)
    more = {name: rng.choice(values) for name, values in form.choices.items()}
    if "double" in form.ticks and form.do == "travel" and "single" not in button.looks and rng.random() < 0.3:
        more["double"] = "1"
    return form, form.pressed(button, **more)


def play(table: Table, his: FlaskClient, rng: Random) -> Counter[str]:
    """A game to its end; the answer counts what he pressed."""
    pressed: Counter[str] = Counter()
    while True:
        page = his.get("/mister-x").text
        view = table.mister_x()
        if view.outcome:
            assert not FormReader(page).forms
            return pressed
        reader = FormReader(page)
        if view.turn != "mister_x" and not (reader.forms and rng.random() < RARE["undo"]):
            detectives_reply(table, rng)
            continue
        rides = {button.value for form in reader.forms if form.do == "travel" for button in form.buttons}
        assert rides == {f"{ticket} {to}" for ticket, to in view.moves}
        form, said = press(reader, rng)
        answer = his.post(form.action, data=said)
        assert answer.status_code == 303, (form.do, answer.text)
        pressed[form.do] += 1
        pressed["double"] += "double" in said


GAMES: list[tuple[str, dict[str, Any], set[str]]] = [
    ("london", {"edition": "london-2014", "map": "demo"}, {"travel", "double", "undo"}),
    (
        "classic",
        {"edition": "classic-1983", "options": {"show_and_take": True}},
        {"travel", "double", "show", "end_turn", "undo"},
    ),
    (
        "sherlock",
        {"edition": "sherlock-2022-variant", "map": "demo", "detectives": ["holmes", "watson", "adler"]},
        {"start", "travel", "double", "crime", "hideout", "hide", "balloon", "end_turn", "undo"},
    ),
]


@pytest.mark.parametrize(("name", "said", "meets"), GAMES, ids=[name for name, _, _ in GAMES])
def test_whole_games_are_played_by_form_alone(name: str, said: dict[str, Any], meets: set[str]) -> None:
    pressed: Counter[str] = Counter()
    for seed in range(8):
        with a_table(**said, seed=seed) as table:
            pressed += play(table, browser(pages(table)), Random(f"{name} {seed}"))
    assert {what for what, times in pressed.items() if times} >= meets
