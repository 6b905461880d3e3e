"""The referee: a headless game over lines of JSON, as ``protocol.md`` says.

Whatever comes in, one line goes out: the answer, or one sentence that says what was wrong.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any, BinaryIO

from .games.pursuit import events as e
from .games.pursuit.board import numbers_of
from .games.pursuit.choices import PawnChoices, team_choices
from .games.pursuit.commands import MISTER_X
from .games.pursuit.game import Game, Side
from .games.pursuit.notation import encode, plain
from .games.pursuit.refusals import Refused
from .games.pursuit.views import (
    in_words,
    mister_x_options,
    mister_x_view,
    pair_in_words,
    public_view,
    turn_of,
)
from .journal import JournalFault
from .protocol import Unheard, hear
from .table import NoGame, Table

LONGEST_LINE = 64 * 1024

Answer = dict[str, Any]


class Referee:
    """Answers lines about one table."""

    def __init__(self, table: Table, audience: str | None = None, opened: bool = False) -> None:
        """*audience* ``public`` hears events as the table does; *opened* shows the record at any time."""
        self._table = table
        self._public = audience == "public"
        self._opened = opened

    def answer(self, line: bytes) -> Answer:
        """The answer to one *line*; a refusal has changed nothing."""
        try:
            said = _parse(line)
            if "do" in said and "ask" in said:
                raise Unheard("Say do or ask, not both.")
            if "do" in said:
                return self._do(said)
            if "ask" in said:
                return self._ask(said)
            raise Unheard("A line says what to do or what to ask.")
        except (Unheard, Refused, NoGame, JournalFault) as no:
            return {"ok": False, "refusal": str(no)}

    def _do(self, said: Mapping[str, Any]) -> Answer:
        if said["do"] == "undo":
            if len(said) > 1:
                raise Unheard("undo takes nothing.")
            self._table.undo()
            return self._standing([])
        position = self._table.submit(hear(said))
        told = position.heard if self._public else position.events
        return self._standing([_told(event) for event in told])

    def _standing(self, events: list[Answer]) -> Answer:
        table = self._table.game.open
        return {
            "ok": True,
            "events": events,
            "round": table.turn.round,
            "window": table.window,
            "turn": plain(turn_of(table)),
            "outcome": plain(table.outcome),
        }

    def _ask(self, said: Mapping[str, Any]) -> Answer:
        word = said["ask"]
        asks: dict[str, Callable[[Mapping[str, Any]], Answer]] = {
            "moves": self._moves,
            "view": self._view,
            "possible": self._possible,
            "record": self._record,
        }
        if not isinstance(word, str) or word not in asks:
            raise Unheard(f"There is no such question; there are: {', '.join(asks)}.")
        for name in said:
            if name != "ask" and not (word == "view" and name == "audience"):
                raise Unheard(f"{word} takes {'only audience' if word == 'view' else 'nothing'}.")
        return asks[word](said)

    def _moves(self, _: Mapping[str, Any]) -> Answer:
        game = self._table.game
        table = game.open
        if table.turn.side is Side.NOBODY:
            return {"ok": True, "pawn": None, "moves": []}
        if table.turn.side is not Side.DETECTIVES:
            return _his_moves(game)
        pawns = team_choices(table).pawns
        lists = {pawn: plain(sorted(choices.rides)) for pawn, choices in pawns.items()}
        answer: Answer = {"ok": True, "pawn": plain(turn_of(table)), "moves": lists}
        if not table.rules.free_order:
            answer["moves"] = next(iter(lists.values()), [])
        return answer | _in_the_air(pawns)

    def _view(self, said: Mapping[str, Any]) -> Answer:
        game = self._table.game
        audience = said.get("audience", "public")
        if audience == MISTER_X:
            return {"ok": True, **plain(mister_x_view(game))}
        if audience != "public" and (not isinstance(audience, str) or audience not in game.rules.seats):
            raise Unheard(f"audience is one of: public, {MISTER_X}, {', '.join(game.rules.pawns)}.")
        return {"ok": True, **plain(public_view(game.open, audience))}

    def _possible(self, _: Mapping[str, Any]) -> Answer:
        return {"ok": True, "stations": list(numbers_of(self._table.possible()))}

    def _record(self, _: Mapping[str, Any]) -> Answer:
        if not self._opened and self._table.game.open.outcome is None:
            raise Unheard("The record opens when the game is over.")
        return {"ok": True, "record": self._table.record()}


def _his_moves(game: Game) -> Answer:
    legs, doubles = mister_x_options(game)
    answer: Answer = {"ok": True, "pawn": MISTER_X, "moves": plain(in_words(legs))}
    if doubles:
        answer["doubles"] = sorted(plain(pair_in_words(pair)) for pair in doubles)
    if "balloon" in mister_x_view(game).actions:
        answer["balloon"] = True
    return answer


def _in_the_air(pawns: Mapping[str, PawnChoices]) -> Answer:
    """What a detective can do with the helicopter: the tickets he can pay with."""
    answer: Answer = {}
    for choices in pawns.values():
        if choices.descend:
            answer["descend"] = sorted(choices.descend)
        if choices.board:
            answer["helicopter"] = sorted(choices.board)
    return answer


def _told(event: e.Event) -> Answer:
    """*event* for the other end. Nobody wants a whole map in an answer."""
    told = encode(event)
    if isinstance(event, e.Started):
        told["edition"], told["map"] = event.edition["name"], event.map["name"]
    return told


def _parse(line: bytes) -> dict[str, Any]:
    """The JSON object on *line*, or :exc:`Unheard`."""
    if len(line) > LONGEST_LINE:
        raise Unheard(f"A line is at most {LONGEST_LINE} bytes long.")
    try:
        said = json.loads(line.decode("utf-8"), object_pairs_hook=_no_twins, parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise Unheard("A line is UTF-8 text.") from None
    except RecursionError:
        raise Unheard("That is nested too deeply.") from None
    except Unheard:
        raise
    except ValueError:
        raise Unheard("A line is one JSON object.") from None
    if not isinstance(said, dict):
        raise Unheard("A line is one JSON object.")
    return said


def _no_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Unheard("A name stands twice in one object.")
    return found


def _no_constant(word: str) -> Any:
    raise Unheard(f"{word} is not JSON.")


def lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of *stream*; of one that is too long, only as much as shows that it is."""
    while line := stream.readline(LONGEST_LINE + 2):
        whole = line.endswith(b"\n")
        yield line.removesuffix(b"\n").removesuffix(b"\r") if whole else line
        while not whole:
            rest = stream.readline(LONGEST_LINE)
            whole = not rest or rest.endswith(b"\n")


def serve(referee: Referee, source: BinaryIO, sink: BinaryIO) -> None:
    """Answer every line of *source* on *sink*, at once, until the input ends."""
    for line in lines(source):
        answer = referee.answer(line)
        sink.write(json.dumps(answer, separators=(",", ":")).encode() + b"\n")
        sink.flush()
