"""A file with a text of the test's own, read."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.config import Config
from companion.config_file import read_config
from companion.marked_yaml import Fault, FileFault
from tests.config.config_files import Faults, Read


@pytest.fixture
def read(tmp_path: Path) -> Read:
    def config_of(text: str) -> Config:
        path = tmp_path / "box.yaml"
        path.write_text(text, encoding="utf-8")
        return read_config(path)

    return config_of


@pytest.fixture
def faults(read: Read, tmp_path: Path) -> Faults:
    def faults_of(text: str) -> list[Fault]:
        with pytest.raises(FileFault) as caught:
            read(text)
        assert all(fault.file == str(tmp_path / "box.yaml") for fault in caught.value.faults)
        return list(caught.value.faults)

    return faults_of
