"""Files for the configuration's tests, and short words for what is found in them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hypothesis import HealthCheck, settings

import companion
from companion.config import Config
from companion.marked_yaml import Fault

HARDWARE = Path(companion.__file__).parent.parent / "hardware"
SAMPLE = (HARDWARE / "misterx.yaml").read_text("utf-8")
README = (HARDWARE / "README.md").read_text("utf-8")

quick = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
Read = Callable[[str], Config]
Faults = Callable[[str], list[Fault]]


def one(found: list[Fault]) -> tuple[int, str, str]:
    assert len(found) == 1, found
    return found[0].line, found[0].field, found[0].message
