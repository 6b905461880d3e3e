"""An evening for each test, and streams that need not be waited for."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.ears import hasty
from tests.web.evenings import CLASSIC, House, a_house

__all__ = ["hasty"]


@pytest.fixture
def house() -> Iterator[House]:
    """A game of the classic edition in London, and Mister X at 117 with his phone."""
    with a_house(**CLASSIC) as house:
        yield house
