"""Talking to a referee: one in this process for the mass of tests, and the real program for the rest."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Self

from companion.games.pursuit.commands import MISTER_X
from companion.journal import Journal
from companion.referee import Referee
from companion.table import Table

ROOT = Path(__file__).parents[2]
MISTERX = Path(sys.executable).with_name("misterx")
BUFFERED = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
"""An environment in which an answer that is not flushed stays where it is."""
PATIENCE = 60  # seconds: only a referee that never answers takes so long

Line = dict[str, Any]
Answer = dict[str, Any]

_TRACES_OF_PYTHON = re.compile(
    r"Traceback|object at 0x|<class|<module|\bNone\b(?! of)|\bTrue\b|\bFalse\b|\w+Error\b|\w+Exception\b"
)


def written(line: Line | bytes) -> bytes:
    """*line* as it goes over the wire; bytes go as they are."""
    return line if isinstance(line, bytes) else json.dumps(line).encode()


def assert_refused(answer: Answer) -> None:
    """The answer is a refusal that could be shown to anyone."""
    assert answer.keys() == {"ok", "refusal"}, answer
    assert answer["ok"] is False
    assert_is_a_sentence(answer["refusal"])


def assert_is_a_sentence(text: object) -> None:
    assert isinstance(text, str)
    assert text.endswith("."), text
    assert 2 < len(text) <= 300, text
    assert text.isprintable(), text
    assert not _TRACES_OF_PYTHON.search(text), text


class Desk:
    """A referee in this process, and everything that can be seen of its table."""

    def __init__(
        self,
        *lines: Line,
        journal: Journal | None = None,
        audience: str | None = None,
        opened: bool = False,
    ) -> None:
        """*lines* are said first, and none of them may be refused."""
        self.journal = journal or Journal.in_memory()
        self.table = Table(self.journal)
        self._referee = Referee(self.table, audience, opened)
        self.do(*lines)

    def say(self, line: Line | bytes) -> Answer:
        """The answer as the other end reads it."""
        answer = json.dumps(self._referee.answer(written(line)))
        assert "\n" not in answer
        heard: Answer = json.loads(answer)
        return heard

    def do(self, *lines: Line) -> list[Answer]:
        """The answers to *lines*, none of which is refused."""
        answers = []
        for line in lines:
            answers.append(self.say(line))
            assert answers[-1]["ok"] is True, (line, answers[-1])
        return answers

    def ask(self, question: str, **more: Any) -> Answer:
        (answer,) = self.do({"ask": question, **more})
        return answer

    def view(self, audience: str = "public") -> Answer:
        return self.ask("view", audience=audience)

    def audiences(self) -> list[str]:
        return ["public", MISTER_X, *self.table.game.rules.pawns] if self.table.position else []

    def seen(self) -> dict[str, Any]:
        """Every view, the list of moves, the possible stations, and how much is written down."""
        questions: list[Line] = [{"ask": "view", "audience": audience} for audience in self.audiences()]
        questions += [{"ask": "moves"}, {"ask": "possible"}]
        seen: dict[str, Any] = {json.dumps(question): self.say(question) for question in questions}
        return seen | {"rows": len(self.journal.entries())}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.journal.close()


class Program:
    """``misterx referee`` as another program runs it: a line goes in, and its answer is waited for."""

    def __init__(self, *arguments: str | Path) -> None:
        self._process = subprocess.Popen(
            [MISTERX, "referee", *arguments],
            bufsize=0,
            cwd=ROOT,
            env=BUFFERED,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def send(self, raw: bytes) -> None:
        assert self._process.stdin
        unsent = memoryview(raw)
        while unsent:
            unsent = unsent[self._process.stdin.write(unsent) :]

    def hear(self) -> bytes:
        """The next line of output, b"" when there will be none."""
        assert self._process.stdout
        ready, _, _ = select.select([self._process.stdout], [], [], PATIENCE)
        assert ready, "no answer came: was it flushed?"
        return self._process.stdout.readline()

    def say(self, line: Line | bytes) -> Answer:
        """The answer to *line*, which is sent only now: the program can't have known what comes."""
        self.send(written(line) + b"\n")
        heard = self.hear()
        assert heard.endswith(b"\n"), heard
        answer: Answer = json.loads(heard)
        return answer

    def do(self, *lines: Line) -> list[Answer]:
        answers = [self.say(line) for line in lines]
        assert all(answer["ok"] is True for answer in answers), answers
        return answers

    def stop_listening(self) -> None:
        assert self._process.stdout
        self._process.stdout.close()
        self._process.stdout = None

    def end(self) -> tuple[int, bytes, bytes]:
        """End the input: the exit status, and what was still said on both streams."""
        output, errors = self._process.communicate(timeout=PATIENCE)
        return self._process.returncode, output, errors

    def kill(self) -> bytes:
        """Kill it without warning; the answers it had given by then."""
        self._process.send_signal(signal.SIGKILL)
        output, errors = self._process.communicate(timeout=PATIENCE)
        assert self._process.returncode == -signal.SIGKILL
        assert errors == b""
        return output

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.returncode is None:
            self._process.kill()
        with self._process:
            pass  # closes the pipes and waits


def refuse_all(desk: Desk, lines: Iterable[Line | bytes]) -> None:
    """Every one of *lines* is refused and changes nothing."""
    before, position = desk.seen(), desk.table.position
    for line in lines:
        assert_refused(desk.say(line))
        assert desk.table.position is position
    assert desk.seen() == before
