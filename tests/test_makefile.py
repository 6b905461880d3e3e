"""What the two commands of the README would do on a fresh machine."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tools import browser

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
    assert "tools.browser" not in plan
    assert "sudo apt-get install python3-lgpio" in plan
    assert plan.rstrip().endswith("misterx play")


@pytest.mark.parametrize("model", ["", "Banana Pi M5"])
def test_playing_elsewhere_gets_only_what_it_needs(tmp_path: Path, model: str) -> None:
    plan = steps("play", tmp_path, model)
    assert "--system-site-packages" not in plan
    assert "-e ." in plan
    for extra in ("[pi]", "[test]", "tools.browser"):
        assert extra not in plan


@pytest.mark.parametrize("model", ["", "Raspberry Pi 4 Model B"])
def test_testing_needs_no_parts(tmp_path: Path, model: str) -> None:
    plan = steps("test", tmp_path, model)
    assert "-e '.[test]'" in plan
    assert "[pi]" not in plan
    # Where the browser tests can't have what they need, make goes on.
    assert "-m tools.browser; then" in plan.splitlines()[-2]
    assert plan.rstrip().splitlines()[-1].split()[0].endswith("pytest")


class Machine:
    """A machine with no commands, and later with some that note how they are called."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch, user: int) -> None:
        self._folder = folder
        patch.setenv("PATH", str(folder / "bin"))
        patch.setattr(sys, "prefix", str(folder / "venv"))
        patch.setattr(os, "geteuid", lambda: user)
        patch.setattr(browser, "find_spec", lambda name: name)
        patch.setattr(browser, "_driver_starts", (folder / "bin" / "libatomic1").exists)

    def has(self, name: str, script: str = "", *, where: str = "bin") -> None:
        command = self._folder / where / name
        command.parent.mkdir(exist_ok=True)
        noting = f'echo "{name} $*" >>"{self._folder}/calls"'
        command.write_text(f"#!/bin/sh\nPATH=/usr/bin:/bin\ncd '{self._folder}'\n{noting}\n{script}\n")
        command.chmod(0o755)

    def has_apt(self) -> None:
        """Debian's, with lists of packages that have not been fetched yet."""
        for package in ("chromium", "libatomic1"):
            self.has(package, where="debian")
        self.has_npm(where="debian")
        install = "for package; do test ! -e debian/$package || cp debian/$package bin; done"
        fetched = "test -e lists || { echo 'E: Unable to locate package' >&2; exit 100; }"
        self.has("apt-get", f"case $* in *update) touch lists ;; *) {fetched}; {install} ;; esac")

    def has_npm(self, where: str = "bin") -> None:
        script = browser.axe_core()
        self.has("npm", f"mkdir -p '{script.parent}' && touch '{script}'", where=where)

    @property
    def calls(self) -> list[str]:
        noted = self._folder / "calls"
        return noted.read_text().splitlines() if noted.exists() else []


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Machine:
    """Root's, unless the parameter is another user."""
    return Machine(tmp_path, monkeypatch, getattr(request, "param", 0))


APT = "apt-get -qq -o DPkg::Lock::Timeout=300 install -y --no-install-recommends"
PACKAGES = "chromium chromium-sandbox fonts-dejavu-core libatomic1"


def test_the_browser_is_installed_once_and_lists_are_fetched_if_need_be(machine: Machine) -> None:
    machine.has_apt()
    machine.has_npm()
    assert browser.main() == 0
    *apt, npm = machine.calls
    assert apt == [f"{APT} {PACKAGES}", "apt-get -qq update", f"{APT} {PACKAGES}"]
    assert npm.startswith("npm install --no-audit --no-fund")
    assert npm.endswith(browser.AXE_CORE)
    assert browser.main() == 0
    assert machine.calls == [*apt, npm]


def test_npm_itself_is_installed_where_it_is_missing(machine: Machine) -> None:
    machine.has_apt()
    machine.has("chromium")
    machine.has("libatomic1")
    assert browser.main() == 0
    assert machine.calls[:3] == [f"{APT} npm", "apt-get -qq update", f"{APT} npm"]


def test_a_driver_that_does_not_start_gets_its_library(machine: Machine) -> None:
    machine.has("chromium")
    machine.has_npm()
    assert browser.main() == 1
    assert browser.no_browser() == f"Playwright does not start here: sudo apt-get install {PACKAGES}"
    machine.has_apt()
    assert browser.main() == 0


@pytest.mark.parametrize("machine", [1000], indirect=True)
def test_nobody_is_asked_for_a_password(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    machine.has_apt()
    machine.has_npm()
    machine.has("sudo", "echo 'sudo: a password is required' >&2; exit 1")
    assert browser.main() == 1
    assert machine.calls[0] == f"sudo -n {APT} {PACKAGES}"
    assert not [call for call in machine.calls if call.startswith("apt-get")]
    said = capsys.readouterr().out.splitlines()
    assert said[-1] == f"Browser tests: no Chromium here: sudo apt-get install {PACKAGES}"


def test_a_machine_where_nothing_can_be_installed_is_told_what_to_do(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert browser.main() == 1
    assert not machine.calls
    folder = browser.axe_core().parents[2]
    npm = f"sudo apt-get install npm && npm install --prefix '{folder}' {browser.AXE_CORE}"
    assert capsys.readouterr().out.splitlines() == [
        f"Browser tests: no Chromium here: sudo apt-get install {PACKAGES}",
        f"Browser tests: no axe-core here: {npm}",
    ]
