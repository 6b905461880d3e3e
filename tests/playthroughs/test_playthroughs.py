"""Whole games as texts: what happened and what everybody saw, step by step."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.editions import edition_names
from tools.playthrough import as_protocol, commands_of, perform

FILES = sorted(Path(__file__).parent.glob("*.txt"))

SPECIAL_RULES = {
    "classic-1983": ["shown at=", "tickets_taken", '"black"', "double=true", "passed"],
    "london-2014": ["shown at=", "bobby1", "bobby2", '"black"', "double=true", '"captured"', '"escaped"'],
    "beginner-2014": ["shown at=", '"black"', "double=true", 'log.3="? ?"'],
    "sherlock-2022": ["shown at=", "bobby1", '"black"', "double=true", "passed"],
    "sherlock-2022-variant": [
        "start_picked",
        "crime_committed",
        '"crimes"',
        "hideout_took",
        "hid\n",
        "tile_turned",
        "flew",
        "quarter_told",
        "symbol_told",
        "ticket_banned",
        "recalled",
        "barrier_put",
        "double=true",
    ],
    "ny-chase-1999": ["boarded", "descended", "barrier_put", "moved=", "crossed", "double=true", "shown at="],
}


def edition_of(text: str) -> str:
    return str(as_protocol(commands_of(text)[0])["edition"])


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_playthrough_goes_as_it_is_written(file: Path) -> None:
    text = file.read_text("utf-8")
    assert perform(text) == text, f"see what changed: python -m tools.playthrough {file.name}, then git diff"


@pytest.mark.parametrize("edition", edition_names())
def test_every_edition_has_a_playthrough_that_uses_its_special_rules(edition: str) -> None:
    texts = [text for text in (file.read_text("utf-8") for file in FILES) if edition_of(text) == edition]
    assert texts, f"{edition} has no playthrough"
    missing = [rule for rule in SPECIAL_RULES[edition] if not any(rule in text for text in texts)]
    assert not missing


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_playthrough_goes_on_to_the_end_and_beyond(file: Path) -> None:
    assert file.read_text("utf-8").rstrip().endswith("refused   The game is over.")
