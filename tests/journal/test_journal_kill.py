"""Killed without warning, the journal keeps every step it has acknowledged."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("append_and_die.py")


@pytest.mark.parametrize("seed", range(3))
def test_every_acknowledged_step_outlives_kill_nine(tmp_path: Path, seed: int) -> None:
    ran = subprocess.run(
        [sys.executable, "-W", "error", SCRIPT, tmp_path, str(seed), "50"], capture_output=True, text=True
    )
    assert ran.returncode == 0, ran.stderr
    acknowledged, _ = map(int, ran.stdout.split())
    assert acknowledged >= 25  # every other child lives to write a step
