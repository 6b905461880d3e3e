"""What the browser tests need besides Python: a Chromium with a font, and axe-core, which looks for barriers.

``python -m tools.browser`` installs what is missing, where that takes no password, and says what is left to do.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

PACKAGES = ("chromium", "chromium-sandbox", "fonts-dejavu-core", "libatomic1")
"""The last is for Playwright's driver, which comes from PyPI and brings all else that it needs."""
AXE_CORE = "axe-core@4.14.0"
_NAMES = ("chromium", "chromium-browser", "google-chrome")
_PATIENCE = 300
"""Seconds to wait for somebody else who installs something."""


def chromium() -> str | None:
    """Where the browser is."""
    return next((found for found in map(shutil.which, _NAMES) if found), None)


def axe_core() -> Path:
    """Where the script is, or would be: a folder for each version, so that another one is another file."""
    return _axe_folder() / "node_modules" / "axe-core" / "axe.min.js"


def _axe_folder() -> Path:
    return Path(sys.prefix) / AXE_CORE


def no_browser() -> str:
    """Why there is none to test with and what to do about it; nothing if there is one."""
    mend = f"sudo apt-get install {' '.join(PACKAGES)}"
    if not find_spec("playwright"):
        return f"no Playwright here: {sys.executable} -m pip install playwright"
    if not chromium():
        return f"no Chromium here: {mend}"
    if not _driver_starts():
        return f"Playwright does not start here: {mend}"
    return ""


def _driver_starts() -> bool:
    return not _fault([sys.executable, "-m", "playwright", "--version"])


def no_axe_core() -> str:
    """Likewise for axe-core."""
    if axe_core().exists():
        return ""
    npm = "" if shutil.which("npm") else "sudo apt-get install npm && "
    return f"no axe-core here: {npm}npm install --prefix '{_axe_folder()}' {AXE_CORE}"


def main() -> int:
    """Install what is missing; 1 if something still is."""
    if not find_spec("playwright"):  # on a machine that it does not know
        print(f"Browser tests: {no_browser()}")
        return 1
    if no_browser():
        _from_debian(*PACKAGES)
    if no_axe_core():
        if not shutil.which("npm"):
            _from_debian("npm")
        _from_npm(AXE_CORE, _axe_folder())
    lacks = [lack for lack in (no_browser(), no_axe_core()) if lack]
    for lack in lacks:
        print(f"Browser tests: {lack}")
    return 1 if lacks else 0


def _from_debian(*packages: str) -> None:
    apt = [*([] if os.geteuid() == 0 else ["sudo", "-n"]), "apt-get", "-qq"]
    if not all(shutil.which(tool) for tool in ("apt-get", apt[0])):
        return
    print(f"Installing {', '.join(packages)} ...", flush=True)
    install = [*apt, "-o", f"DPkg::Lock::Timeout={_PATIENCE}", "install", "-y", "--no-install-recommends"]
    # The lists of packages may be missing or old, but often they will do, and a new one takes its time.
    if _fault([*install, *packages]):
        print(_fault([*apt, "update"]) or _fault([*install, *packages]), end="", flush=True)


def _from_npm(package: str, folder: Path) -> None:
    if not shutil.which("npm"):
        return
    print(f"Installing {package} ...", flush=True)
    quiet = ("--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error")
    print(_fault(["npm", "install", *quiet, "--prefix", str(folder), package]), end="", flush=True)


def _fault(command: list[str]) -> str:
    """What *command* said if it failed; nobody is there to answer its questions."""
    quiet = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, env=quiet, check=False
    )
    return (done.stderr or done.stdout or f"{command[0]} failed.\n") if done.returncode else ""


if __name__ == "__main__":
    sys.exit(main())
