"""The power goes while a step is on its way to the disk: it is there as a whole, or not at all.

SQLite writes a step as *frames* (one changed page each) at the end of the WAL. The last frame of a step says so,
and a step counts once that frame is there. These tests cut the WAL wherever a power cut could.
"""

import random
from dataclasses import dataclass
from pathlib import Path

import pytest
from journal_samples import as_cut_off, contents, first_steps, restore, steps_in, write_steps

from companion.journal import Journal

FOLDED_IN = 3  # steps that are in the file itself
STEPS = 15
WAL_HEADER = 32
FRAME = 24 + 4096


@dataclass(frozen=True)
class Wreck:
    """A journal cut off while it was open."""

    main: bytes
    wal: bytes

    @property
    def frames(self) -> range:
        """Where each frame begins."""
        return range(WAL_HEADER, len(self.wal), FRAME)

    @property
    def commits(self) -> list[int]:
        """Where the last frame of each step ends."""
        return [at + FRAME for at in self.frames if any(self.wal[at + 4 : at + 8])]

    def steps_within(self, length: int) -> int:
        return FOLDED_IN + sum(end <= length for end in self.commits)


@pytest.fixture(scope="module")
def wreck(tmp_path_factory: pytest.TempPathFactory) -> Wreck:
    folder, copy = tmp_path_factory.mktemp("open"), tmp_path_factory.mktemp("cut")
    with Journal.open(folder / "game") as journal:
        write_steps(journal, range(1, FOLDED_IN + 1))
    with Journal.open(folder / "game") as journal:
        write_steps(journal, range(FOLDED_IN + 1, STEPS + 1))
        as_cut_off(folder / "game", copy / "game")
    files = contents(copy)
    wreck = Wreck(files["game"], files["game-wal"])
    assert len(wreck.commits) == STEPS - FOLDED_IN
    assert len(wreck.frames) > 2 * len(wreck.commits)  # so there are places to cut a step in half
    return wreck


def assert_survives(folder: Path, main: bytes, wal: bytes, steps: int) -> None:
    """The journal opens with exactly its first *steps*, and the game goes on from there."""
    restore(folder, {"game": main, "game-wal": wal})
    with Journal.open(folder / "game") as journal:
        assert steps_in(journal) == first_steps(steps)
        write_steps(journal, range(steps + 1, steps + 3))
    with Journal.open(folder / "game") as journal:
        assert steps_in(journal) == first_steps(steps + 2)
    assert list(contents(folder)) == ["game"]


def noise_unlike(rest: bytes, chance: random.Random) -> bytes:
    """What the disk held before, where *rest* should have gone."""
    return bytes([rest[0] ^ 0xFF]) + chance.randbytes(chance.randrange(3 * FRAME)) if rest else b""


def test_a_cut_at_the_end_of_any_frame_leaves_whole_steps(tmp_path: Path, wreck: Wreck) -> None:
    for cut in [0, *wreck.frames, len(wreck.wal)]:
        assert_survives(tmp_path / "x", wreck.main, wreck.wal[:cut], wreck.steps_within(cut))


@pytest.mark.parametrize("seed", range(4))
def test_a_cut_at_any_byte_leaves_whole_steps(tmp_path: Path, wreck: Wreck, seed: int) -> None:
    chance = random.Random(seed)
    near_commits = [end + by for end in wreck.commits for by in (-1, 1) if end + by <= len(wreck.wal)]
    for cut in [*(chance.randrange(len(wreck.wal)) for _ in range(30)), *chance.sample(near_commits, 8)]:
        assert_survives(tmp_path / "x", wreck.main, wreck.wal[:cut], wreck.steps_within(cut))


@pytest.mark.parametrize("seed", range(4))
def test_noise_after_the_cut_is_not_taken_for_a_step(tmp_path: Path, wreck: Wreck, seed: int) -> None:
    chance = random.Random(seed)
    cuts = [*(chance.randrange(len(wreck.wal)) for _ in range(20)), *chance.sample(wreck.frames, 12)]
    for cut in cuts:
        wal = wreck.wal[:cut] + noise_unlike(wreck.wal[cut:], chance)
        assert_survives(tmp_path / "x", wreck.main, wal, wreck.steps_within(cut))


def test_a_step_with_one_frame_unwritten_is_gone_as_a_whole(tmp_path: Path, wreck: Wreck) -> None:
    """A disk may write in any order: the last frame can be there before the first."""
    begin, end = wreck.commits[-2:]
    for frame in range(begin, end, FRAME):
        wal = wreck.wal[:frame] + bytes(FRAME) + wreck.wal[frame + FRAME :]
        assert_survives(tmp_path / "x", wreck.main, wal, STEPS - 1)
