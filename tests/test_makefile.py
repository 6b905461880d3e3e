"""What the two commands of the README would do on a fresh machine."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent.parent

pytestmark = pytest.mark.skipif(not shutil.which("make"), reason="no make here")


def steps(target: str, tmp_path: Path, model: str = "") -> str:
    """What make would run for *target*, on a machine that calls itself *model*."""
    (tmp_path / "model").write_text(model)
    said = ["make", "-n", target, f"VENV={tmp_path / 'venv'}", f"MODEL={tmp_path / 'model'}"]
    # The suite itself may have been started by make, which would have something to say to this one.
    quiet = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(said, cwd=HERE, env=quiet, capture_output=True, text=True, check=True).stdout


def test_playing_on_a_pi_gets_the_parts_and_may_use_what_debian_has(tmp_path: Path) -> None:
    plan = steps("play", tmp_path, "Raspberry Pi 5 Model B Rev 1.0\0")
    assert "--system-site-packages" in plan
    assert "-e '.[pi]'" in plan
    assert "import lgpio" in plan
    assert "sudo apt-get install python3-lgpio" in plan
    assert plan.rstrip().endswith("misterx play")


@pytest.mark.parametrize("model", ["", "Banana Pi M5"])
def test_playing_elsewhere_gets_only_what_it_needs(tmp_path: Path, model: str) -> None:
    plan = steps("play", tmp_path, model)
    assert "--system-site-packages" not in plan
    assert "-e ." in plan
    for extra in ("[pi]", "[test]"):
        assert extra not in plan


@pytest.mark.parametrize("model", ["", "Raspberry Pi 4 Model B"])
def test_testing_needs_no_parts(tmp_path: Path, model: str) -> None:
    plan = steps("test", tmp_path, model)
    assert "-e '.[test]'" in plan
    assert "[pi]" not in plan
    assert plan.rstrip().splitlines()[-1].split()[0].endswith("pytest")
