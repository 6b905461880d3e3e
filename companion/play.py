"""``misterx play``: the box on this machine, real where it is a Raspberry Pi and simulated elsewhere."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
from contextlib import closing, suppress
from pathlib import Path
from threading import Event

from .box import Box
from .config import AUTO, Config, Hardware
from .config_file import read_config
from .journal import JournalFault
from .marked_yaml import FileFault
from .parts import is_a_pi, real_parts
from .web.app import create_app
from .web.server import PortTaken, Server
from .workbench import Workbench


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
    pages: list[Server] = []

    def address() -> str | None:
        """Where a phone finds us, asked anew each time: a network may come late, or give us another number."""
        return pages[0].address if pages else None

    evening: Box | Workbench
    bench: Workbench | None = None
    if real:
        evening = Box(config, journal, real_parts(config), address)
    else:
        evening = bench = Workbench(config, journal, address)
    with closing(evening):
        app = create_app(evening, bench, own_names(config.web.host))
        host = config.web.host
        if host == AUTO:
            host = "0.0.0.0" if real else "127.0.0.1"
        with closing(Server(app, host, port)) as server:
            pages.append(server)
            _announce(f"The table is open: {server.address}\nCtrl-C ends the evening; the game is kept.\n")
            enough.wait()
    return 0


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
