"""What the README and the greeting tell a newcomer to type works."""

from __future__ import annotations

import re
from pathlib import Path

import companion
from companion.cli import GREETING
from companion.journal import Journal
from companion.referee import Referee
from companion.table import Table

ROOT = Path(companion.__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def lines_in(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip().startswith("{")]


def assert_all_accepted(lines: list[str]) -> None:
    assert len(lines) > 3
    with Journal.in_memory() as journal:
        referee = Referee(Table(journal))
        for line in lines:
            answer = referee.answer(line.encode())
            assert answer["ok"], (line, answer)


def test_the_turns_in_the_readme_can_be_played() -> None:
    assert_all_accepted(lines_in(README))


def test_the_turns_in_the_greeting_can_be_played() -> None:
    assert_all_accepted(lines_in(GREETING))


def test_every_file_the_readme_leads_to_is_there() -> None:
    links = re.findall(r"\]\(([^)]+)\)", README)
    assert len(links) > 10
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_every_edition_is_in_the_readme() -> None:
    for file in (ROOT / "companion" / "editions").glob("*.yaml"):
        assert f"`{file.stem}`" in README
