"""A way to spoil the small map."""

from __future__ import annotations

from pathlib import Path

import pytest
from map_samples import SMALL, Spoil

from companion.maps import check_map
from companion.marked_yaml import Fault


@pytest.fixture
def spoil(tmp_path: Path) -> Spoil:
    def faults_after(old: str, new: str) -> list[Fault]:
        assert SMALL.count(old) == 1, f"{old!r} must be in the small map once"
        path = tmp_path / "town.yaml"
        path.write_text(SMALL.replace(old, new), encoding="utf-8")
        faults = check_map(path)
        assert all(fault.file == str(path) for fault in faults)
        return faults

    return faults_after
