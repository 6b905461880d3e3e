"""How fast it is, next to what it has to beat: ``make bench``.

The machines this runs on are shared and noisy: what only computes is measured in seconds of its own processor
time, the best of several runs; what waits for the disk, next to a bare write to the same disk in the same run.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from statistics import mean
from tempfile import TemporaryDirectory

from companion.games.pursuit.apply import apply, public
from companion.games.pursuit.belief import Belief, follow, possible
from companion.games.pursuit.commands import MISTER_X, Command, New, Travel
from companion.games.pursuit.decide import decide
from companion.games.pursuit.events import Event
from companion.games.pursuit.game import Game, Open, Side
from companion.games.pursuit.moves import mister_x_doubles, mister_x_legs, movers, seat_legs
from companion.games.pursuit.tickets import Ticket
from companion.journal import Journal
from companion.protocol import hear
from companion.table import Table
from tools import panel_bench, web_bench

GAMES = 150
REPEATS = 5
TICKETS = tuple(Ticket)
DETECTIVES = ["red", "blue", "green", "yellow", "brown"]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table."""

    what: str
    here: str
    reference: str
    verdict: str = ""


def fresh(edition: str, seed: int) -> New:
    """The command that begins a game with five detectives."""
    command = hear({"do": "new", "edition": edition, "detectives": DETECTIVES, "seed": seed})
    assert isinstance(command, New)
    return command


def fold(game: Game | None, events: list[Event]) -> Game:
    for event in events:
        game = apply(game, event)
    assert game is not None
    return game


def play_out(new: New, rng: Random) -> tuple[list[Command], int, int]:
    """A random game by the rules, every legal move listed at every ply: commands, plies, moves listed."""
    random = rng.random
    game = fold(None, decide(None, new))
    said: list[Command] = [new]
    plies = listed = 0
    while not game.open.outcome:
        table = game.open
        plies += 1
        second: Command | None = None
        if table.turn.side is Side.MISTER_X:
            here = game.secret.station
            legs, doubles = mister_x_legs(table, here), mister_x_doubles(table, here)
            listed += len(legs) + len(doubles)
            pick = int(random() * (len(legs) + len(doubles)))
            if pick < len(legs):
                ticket, to = legs[pick]
                command = Travel(MISTER_X, TICKETS[ticket], to)
            else:
                (ticket, to), (ticket2, to2) = doubles[pick - len(legs)]
                command = Travel(MISTER_X, TICKETS[ticket], to, True)
                second = Travel(MISTER_X, TICKETS[ticket2], to2)
        else:
            # In a free order every pawn that is left may be the next.
            rides = [(seat, leg) for seat in movers(table) for leg in seat_legs(table, seat)]
            listed += len(rides)
            seat, (ticket, to) = rides[int(random() * len(rides))]
            command = Travel(table.rules.pawns[seat], TICKETS[ticket], to)
        game = fold(game, decide(game, command))
        said.append(command)
        if second:
            game = fold(game, decide(game, second))
            said.append(second)
    return said, plies, listed


def best(measure: Callable[[], float]) -> float:
    """The quickest of several runs, in seconds: the one the neighbours disturbed least."""
    return min(measure() for _ in range(REPEATS))


def games_a_second(edition: str) -> list[Row]:
    new = fresh(edition, 0)
    plies = listed = 0

    def run() -> float:
        nonlocal plies, listed
        plies = listed = 0
        rng = Random(1)
        began = time.process_time()
        for seed in range(GAMES):
            _, more_plies, more_listed = play_out(replace(new, seed=seed), rng)
            plies += more_plies
            listed += more_listed
        return time.process_time() - began

    rate = GAMES / best(run)
    verdict = f"{rate / 165:.1f} times the reference"
    size = f"{plies / GAMES:.0f} plies, {listed / GAMES:.0f} moves listed a game"
    return [
        Row(
            f"random games, {edition}, all moves listed",
            f"{rate:.0f} games/s ({size})",
            "165 games/s, compiled",
            verdict,
        )
    ]


def moves_a_second() -> list[Row]:
    stories = [play_out(fresh("classic-1983", seed), Random(seed))[0] for seed in range(GAMES)]
    moves = sum(len(story) - 1 for story in stories)
    beginnings = [fold(None, decide(None, story[0])) for story in stories]

    def run() -> float:
        began = time.process_time()
        for game, story in zip(beginnings, stories, strict=True):
            for command in story[1:]:
                game = fold(game, decide(game, command))
        return time.process_time() - began

    seconds = best(run)
    return [
        Row(
            "moves decided and applied",
            f"{moves / seconds:,.0f} moves/s",
            "",
            f"{seconds / moves * 1e6:.1f} µs a move",
        )
    ]


def deduction() -> list[Row]:
    """The cost of following the public events, and of asking after every move."""
    heard: list[list[tuple[Open | None, Event]]] = []
    his_moves = moves = 0
    for seed in range(GAMES):
        story = play_out(fresh("classic-1983", seed), Random(seed))[0]
        game: Game | None = None
        steps: list[tuple[Open | None, Event]] = []
        for command in story:
            for event in decide(game, command):
                table = game.open if game else None
                steps.append((table, public(table, event)))
                game = apply(game, event)
            his_moves += isinstance(command, Travel) and command.pawn == MISTER_X
            moves += isinstance(command, Travel)
        heard.append(steps)

    def run(ask: bool) -> float:
        began = time.process_time()
        for steps in heard:
            belief: Belief | None = None
            for table, event in steps:
                if ask and belief is not None and table is not None:
                    possible(belief, table)
                belief = follow(belief, table, event)
        return time.process_time() - began

    followed, asked = best(lambda: run(False)), best(lambda: run(True))
    step = followed / moves * 1e6
    return [
        Row(
            "deduction, per move of anybody",
            f"{step:.1f} µs",
            "6 µs, compiled; at most 60",
            f"{step / 6:.1f} times the reference",
        ),
        Row(
            "deduction, per move of Mister X",
            f"{followed / his_moves * 1e6:.1f} µs",
            "",
            "all events of the round shared out",
        ),
        Row("deduction, asked after every event too", f"{asked / moves * 1e6:.1f} µs a move", "", ""),
    ]


def journal_cost() -> list[Row]:
    """An accepted move on the disk, next to a bare write of as many bytes."""
    story = play_out(fresh("classic-1983", 3), Random(3))[0]
    with TemporaryDirectory(dir=Path.cwd()) as folder:
        with Journal.open(Path(folder) / "bench.journal") as journal:
            table = Table(journal)
            table.submit(story[0])
            written: list[float] = []
            for command in story[1:]:
                began = time.perf_counter()
                table.submit(command)
                written.append(time.perf_counter() - began)
        bare: list[float] = []
        with (Path(folder) / "bare").open("wb") as file:
            for _ in written:
                began = time.perf_counter()
                file.write(b"x" * 4096)
                file.flush()
                os.fdatasync(file.fileno())
                bare.append(time.perf_counter() - began)
    durable, alone = sorted(written)[len(written) // 2] * 1e3, sorted(bare)[len(bare) // 2] * 1e3
    return [
        Row(
            "a move accepted and durable (median)",
            f"{durable:.2f} ms",
            f"{alone:.2f} ms, bare 4 KiB write + sync",
            "",
        )
    ]


def keys_a_move() -> list[Row]:
    """Counted, not timed: the same on every machine."""
    rows = []
    for edition in ("classic-1983", "london-2014"):
        fast, whole, moves = panel_bench.keys_a_move(edition)
        rows.append(
            Row(
                f"keys a detective's move, {edition}",
                f"{fast:.2f} ({moves:,} moves)",
                f"at most 1.75; number, ticket and #: {whole:.2f}",
                _verdict(fast <= 1.75),
            )
        )
    return rows


def wire() -> list[Row]:
    """Bytes on the display's wire, address and control bytes included, and time from key to finished picture."""
    found, frame = panel_bench.play_on_the_wire(), panel_bench.luma_frame()

    def row(what: str, counts: list[int], bar: int) -> Row:
        here = f"{mean(counts):.0f} bytes, at most {max(counts)} ({len(counts):,} counted)"
        return Row(what, here, f"at most {bar}; luma: {frame}", _verdict(max(counts) <= bar))

    seconds = sorted(found.seconds)
    late = seconds[len(seconds) * 99 // 100] * 1e3
    middle = seconds[len(seconds) // 2] * 1e3
    return [
        row("display: a clock tick", found.ticks, 60),
        row("display: a typed digit", found.digits, 160),
        Row(
            "key to finished picture, simulated display",
            f"{middle:.2f} ms, 99 % under {late:.2f} ms",
            "99 % under 5 ms",
            _verdict(late < 5),
        ),
    ]


def pages() -> list[Row]:
    """A phone's confirm on its way to the display and to fifty pages, and what a day of that costs."""
    found = web_bench.crowded()

    def row(what: str, took: list[float]) -> Row:
        return Row(
            what,
            f"{_at(took, 0.5):.1f} ms, 99 % under {_at(took, 0.99):.1f} ms ({len(took):,} measured)",
            f"99 % under 50 ms; a bare route: {_at(found.bare, 0.5):.1f} ms, {_at(found.bare, 0.99):.1f} ms",
            _verdict(_at(took, 0.99) < 50),
        )

    grown = found.grown / 2**20
    return [
        row(f"confirm to each of {web_bench.PAGES} pages", found.heard),
        row("confirm to the display", found.shown),
        Row(
            f"memory after {found.steps * web_bench.PAGES:,} events on the streams",
            f"{grown:+.1f} MiB since the first game",
            "flat: below 8 MiB",
            _verdict(grown < 8),
        ),
        Row(
            f"closing with {web_bench.PAGES} streams open",
            f"{found.closing:.2f} s",
            "within 1 s",
            _verdict(found.closing < 1),
        ),
    ]


def _at(took: list[float], share: float) -> float:
    """Milliseconds under which that *share* of them lie."""
    return sorted(took)[min(int(len(took) * share), len(took) - 1)] * 1e3


def idle() -> list[Row]:
    """The whole simulated box, web server aside, with a clock running."""
    share = panel_bench.idle_share() * 100
    return [Row("idle with a clock running", f"{share:.2f} % of a core", "below 1 %", _verdict(share < 1))]


def _verdict(holds: bool) -> str:
    return "holds" if holds else "BROKEN"


MEASURES: dict[str, Callable[[], list[Row]]] = {
    "games in a fixed order": lambda: games_a_second("classic-1983"),
    "games in a free order": lambda: games_a_second("london-2014"),
    "moves": moves_a_second,
    "deduction": deduction,
    "journal": journal_cost,
    "keys": keys_a_move,
    "the display's wire": wire,
    "pages": pages,
    "an idle box": idle,
}


def main() -> None:
    rows: list[Row] = []
    for name, measure in MEASURES.items():
        print(f"measuring {name} …", file=sys.stderr, flush=True)
        rows += measure()
    widths = [max(len(getattr(row, column)) for row in rows) for column in ("what", "here", "reference")]
    for row in [Row("what", "here", "reference", ""), *rows]:
        cells = (row.what, row.here, row.reference)
        line = "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True))
        print(f"{line}  {row.verdict}".rstrip())


if __name__ == "__main__":
    main()
