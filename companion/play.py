"""``misterx play``: the box on this machine, real where it is a Raspberry Pi and simulated elsewhere."""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from threading import Event
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


class _Evening(Protocol):
    """A box that plays, of either kind."""

    @property
    def table(self) -> Table | None: ...

    @property
    def language(self) -> str: ...

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

    def close(self) -> None:
        self.box.close()


def usual_journal() -> Path:
    """Where games are kept unless somebody says otherwise."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "misterx" / "table.journal"


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
    except (FileFault, JournalFault, PortTaken) as fault:
        sys.stderr.write(f"{fault}\n")
    except OSError as error:
        sys.stderr.write(f"{error.filename}: {error.strerror}.\n")
    return 1


def _play(config: Config, journal: Path, port: int) -> int:
    real = config.hardware is Hardware.REAL or (config.hardware is Hardware.AUTO and is_a_pi())
    claim = Claim()
    evening: _Evening
    bench: Workbench | None = None
    if real:
        evening = _RealBox(Box(config, journal, real_parts(config), claim.free))
    else:
        evening = bench = Workbench(config, journal, claim.free)
    with closing(evening):
        app = create_app(lambda: evening.table, bench, claim, lambda: evening.language)
        host = config.web.host
        if host == AUTO:
            host = "0.0.0.0" if real else "127.0.0.1"
        with closing(Server(app, host, port)) as server:
            address = server.address.replace("127.0.0.1", _own_address()) if real else server.address
            sys.stdout.write(f"The table is open: {address}\nCtrl-C ends the evening; the game is kept.\n")
            sys.stdout.flush()
            _until_told_to_stop()
    return 0


def _until_told_to_stop() -> None:
    enough = Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: enough.set())
    enough.wait()


def _own_address() -> str:
    """This machine's address in the home network. Nothing is sent: connecting only picks the way out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as way_out:
        try:
            way_out.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        return str(way_out.getsockname()[0])
