"""Tables here are small change: what a test opens in memory is closed behind it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.journal import Journal


@pytest.fixture(autouse=True)
def journals_closed_behind_us(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    opened: list[Journal] = []
    in_memory = Journal.in_memory

    def remembered() -> Journal:
        opened.append(in_memory())
        return opened[-1]

    monkeypatch.setattr(Journal, "in_memory", remembered)
    yield
    for journal in opened:
        journal.close()
