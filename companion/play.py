"""``misterx play``: the box on this machine, real where it is a Raspberry Pi and simulated elsewhere."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Event, Lock
from typing import Protocol

from .box import Box
from .config import AUTO, Config, Hardware
from .config_file import read_config
from .journal import JournalFault
from .marked_yaml import FileFault
from .parts import is_a_pi, real_parts
from .table import Table
from .web.app import create_app
from .web.claim import Claim
from .web.server import PortTaken, Server
from .workbench import Workbench

_log = logging.getLogger(__name__)


class _Evening(Protocol):
    """A box that plays, of either kind."""

    @property
    def table(self) -> Table | None: ...

    @property
    def language(self) -> str: ...

    def troubles(self) -> tuple[str, ...]: ...

    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class _RealBox:
    box: Box

    @property
    def table(self) -> Table | None:
        return self.box.table

    @property
    def language(self) -> str:
        return self.box.desk.settings.language

    def troubles(self) -> tuple[str, ...]:
        return self.box.troubles()

    def close(self) -> None:
        self.box.close()


class Homeless(Exception):
    """There is no usual place for the games; the text says what to do."""


def usual_journal() -> Path:
    """Where games are kept unless somebody says otherwise."""
    state = os.environ.get("XDG_STATE_HOME") or _home() / ".local" / "state"
    return Path(state) / "misterx" / "table.journal"


def _home() -> Path:
    # A home that is set and empty would be the root of the disk.
    if os.environ.get("HOME") != "":
        with suppress(RuntimeError):
            return Path.home()
    raise Homeless("There is no home directory to keep the games in: say where with --journal FILE.")


def run_play(config_file: Path | None, journal: Path | None, port: int | None) -> int:
    """Play until somebody stops it."""
    logging.basicConfig(level=logging.WARNING, format="%(message)s", stream=sys.stderr)
    logging.getLogger("waitress").setLevel(logging.ERROR)
    try:
        config = read_config(config_file)
        if journal is None:
            journal = usual_journal()
            journal.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        return _play(config, journal, config.web.port if port is None else port)
    except (FileFault, Homeless, JournalFault, PortTaken) as fault:
        sys.stderr.write(f"{fault}\n")
    except OSError as error:
        sys.stderr.write(f"{error.filename}: {error.strerror}.\n")
    return 1


def _play(config: Config, journal: Path, port: int) -> int:
    enough = _told_to_stop()
    real = config.hardware is Hardware.REAL or (config.hardware is Hardware.AUTO and is_a_pi())
    claim = Claim()
    evening: _Evening
    bench: Workbench | None = None
    if real:
        evening = _RealBox(Box(config, journal, real_parts(config), claim.free))
    else:
        evening = bench = Workbench(config, journal, claim.free)
    with closing(evening):
        keep_claim(claim, lambda: evening.table)
        app = create_app(
            lambda: evening.table,
            bench,
            claim,
            lambda: evening.language,
            lambda: evening.troubles(),
            own_names(config.web.host),
        )
        host = config.web.host
        if host == AUTO:
            host = "0.0.0.0" if real else "127.0.0.1"
        with closing(Server(app, host, port)) as server:
            _announce(f"The table is open: {server.address}\nCtrl-C ends the evening; the game is kept.\n")
            enough.wait()
    return 0


def keep_claim(claim: Claim, table: Callable[[], Table | None]) -> None:
    """Mister X's page stays his after a restart: the journal knows who has it, but not the secret itself."""
    writing = Lock()  # the last to write has looked last

    def write(_: bool) -> None:
        playing = table()
        if playing is not None:
            with writing:
                try:
                    playing.remember(claim=claim.digest)
                except JournalFault as fault:  # he has his page all the same, for this evening
                    _log.warning("%s", fault)

    playing = table()
    if playing is not None:
        claim.restore(playing.memory.get("claim"))
    claim.watch(write)


def own_names(configured: str) -> frozenset[str]:
    """What this machine is called, in small letters: by the configuration, by itself and in the home network."""
    whole = socket.gethostname().lower()
    short = whole.partition(".")[0]
    return frozenset({configured.lower(), whole, short, f"{short}.local"} - {"", AUTO, ".local"})


def _told_to_stop() -> Event:
    """Set by Ctrl-C, by the system that ends, and by a terminal that is closed."""
    enough = Event()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # Whoever said nohup means it.
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, lambda *_: enough.set())
    return enough


def _announce(text: str) -> None:
    """Print *text*, if there is anything to print it on: an evening needs nobody who reads along."""
    if not sys.stdout:
        return
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError:
        # What Python still holds of it must not fail again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
