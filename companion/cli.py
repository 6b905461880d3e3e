"""The command line: ``misterx play``, ``referee``, ``replay``, ``editions`` and ``map check``."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from .journal import Journal, JournalFault
from .map_check import run_check
from .referee import Referee, serve
from .rule_books import run_editions
from .table import Table

LARGEST_PORT = 65535

GREETING = """\
The Mister X referee. One JSON object a line; end with Ctrl-D. For example:
  {"do":"new","edition":"classic-1983","detectives":["red","blue","green"],"starts":{"mister_x":13}}
  {"ask":"moves"}
  {"do":"travel","pawn":"mister_x","ticket":"taxi","to":24}
  {"ask":"view","audience":"public"}
"""


def main(arguments: list[str] | None = None) -> int:
    """Run what the command line says and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="misterx", description="The referee for Scotland Yard and its relatives."
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    play = commands.add_parser("play", help="the box: real on a Raspberry Pi, simulated elsewhere")
    play.add_argument(
        "--config", type=Path, metavar="FILE", help="pins, display, lights, sounds, clocks, port"
    )
    play.add_argument("--journal", type=Path, metavar="FILE", help="keep the games in FILE")
    play.add_argument("--port", type=_port, metavar="N", help="another port than the configuration's")
    play.set_defaults(run=_play)

    referee = commands.add_parser("referee", help="play headless: one JSON line in, one out")
    referee.add_argument(
        "--journal", type=Path, metavar="FILE", help="keep the game in FILE and resume it from there"
    )
    referee.add_argument("--audience", choices=["public"], help="tell only the events that the table may see")
    referee.add_argument("--open", action="store_true", help="give the record before the game is over")
    referee.add_argument(
        "--greet", action="store_true", help="say first, on the error stream, what can be typed"
    )
    referee.set_defaults(run=run_referee)

    editions = commands.add_parser("editions", help="list the rule books, or the options of one")
    editions.add_argument("name", nargs="?", metavar="EDITION")
    editions.set_defaults(run=lambda said: run_editions(said.name, sys.stdout))

    maps = commands.add_parser("map", help="look after map files").add_subparsers(
        required=True, metavar="COMMAND"
    )
    check = maps.add_parser("check", help="say what is wrong in a map file")
    check.add_argument("file", metavar="FILE")
    check.set_defaults(run=lambda said: run_check(said.file, sys.stdout))

    replay = commands.add_parser("replay", help="follow a recorded game step by step, and check every step")
    replay.add_argument("file", type=Path, metavar="FILE")
    replay.add_argument("--json", action="store_true", help="print only the verdict, for programs")
    replay.set_defaults(run=_replay)

    said = parser.parse_args(arguments)
    status: int = said.run(said)
    return status


def _port(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) <= 5 and int(text) <= LARGEST_PORT:
        return int(text)
    raise argparse.ArgumentTypeError(f"a port is a number from 0 (any that is free) to {LARGEST_PORT}.")


def _play(said: argparse.Namespace) -> int:
    # Imported here: the referee needs neither Flask nor a pin, and starts in a blink without them.
    from .play import run_play

    return run_play(said.config, said.journal, said.port)


def _replay(said: argparse.Namespace) -> int:
    from .replay_report import replay_report

    if not sys.stdout:
        sys.stderr.write("The replay needs standard output, which is closed.\n")
        return 1
    try:
        status, text = replay_report(said.file, said.json, sys.stdout.encoding or "utf-8")
        sys.stdout.write(text)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        return _unheard(error, "The replay can't be written") or status
    return status


def _unheard(error: OSError, sentence: str) -> int:
    """The status when nobody reads what is written, or it can't be."""
    # What Python still holds of it must not fail again at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if isinstance(error, BrokenPipeError):
        return 0
    sys.stderr.write(f"{sentence} ({error.strerror}).\n")
    return 1


def run_referee(said: argparse.Namespace) -> int:
    """Answer lines until the input ends."""
    if not sys.stdin or not sys.stdout:
        sys.stderr.write("The referee needs standard input and standard output; one of them is closed.\n")
        return 1
    try:
        journal = Journal.open(said.journal) if said.journal else Journal.in_memory()
        with journal:
            if said.greet:
                sys.stderr.write(GREETING)
            referee = Referee(Table(journal), said.audience, said.open)
            serve(referee, sys.stdin.buffer, sys.stdout.buffer)
    except JournalFault as fault:
        sys.stderr.write(f"{fault}\n")
        return 1
    except KeyboardInterrupt:
        return 0
    except OSError as error:
        return _unheard(error, "The referee stops: its answers can't be written")
    return 0
