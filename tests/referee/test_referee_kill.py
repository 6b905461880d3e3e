"""Kill −9 at random moments of random games: no accepted move is lost, no half move appears."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from tests.referee.shadow import Shadow
from tests.referee.talk import ROOT, Program, written

KILLS = 80  # by each of four tests: 320 in all


@pytest.mark.parametrize("seed", range(4))
def test_every_accepted_move_outlives_kill_nine_and_none_is_halved(tmp_path: Path, seed: int) -> None:
    left_behind = tmp_path / "tmp"
    left_behind.mkdir()
    ran = subprocess.run(
        [
            sys.executable,
            "-W",
            "error",
            "-m",
            "tests.referee.die_and_resume",
            tmp_path,
            str(seed),
            str(KILLS),
        ],
        capture_output=True,
        cwd=ROOT,
        env=os.environ | {"TMPDIR": str(left_behind)},
    )
    assert (ran.returncode, ran.stderr.decode()) == (0, "")
    count = json.loads(ran.stdout)
    assert count["kills"] >= KILLS
    assert count["acknowledged"] >= KILLS  # they did play


@pytest.mark.parametrize("seed", range(5))
def test_the_program_itself_is_killed_twice_in_a_game_and_plays_on(tmp_path: Path, seed: int) -> None:
    rng = Random(f"program {seed}")
    path = tmp_path / "table"
    shadow = Shadow(rng)
    for _ in range(2):
        with Program("--open", "--journal", path) as program:
            for _ in range(rng.randrange(5, 30)):
                line = shadow.next_line()
                shadow.said(line)
                program.send(written(line) + b"\n")
                shadow.heard(program.hear())
            line = shadow.next_line()
            shadow.said(line)
            program.send(written(line) + b"\n")
            time.sleep(rng.choice([0, 0.001, 0.003, 0.006]))
            shadow.died(program.kill())
        shadow.compare(path)
    with Program("--open", "--journal", path) as program:
        line = shadow.next_line()
        shadow.said(line)
        program.send(written(line) + b"\n")
        shadow.heard(program.hear())
        assert program.end() == (0, b"", b"")
    assert not shadow.compare(path)
    shadow.close()
