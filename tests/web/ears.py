"""Somebody who listens to a stream inside the process: he hears all there is to hear so far, and never waits."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import count
from typing import Any
from unittest import mock

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.web import streams

BEAT = b"event: beat\ndata: null\n\n"
RETRY = b"retry: 1000\n\n"
ENDLESS = 100


@pytest.fixture
def hasty() -> Iterator[None]:
    """Streams look at once and rest for nothing."""
    with mock.patch.multiple(streams, FRAME=0.0, LOOK=0.0):
        yield


class Ear:
    """Needs the fixture ``hasty``: a stream that has nothing to say gives a sign of life at once, and that ends a look."""

    def __init__(self, client: FlaskClient, path: str, **more: Any) -> None:
        app: Flask = client.application
        ages = count(0, 100)
        app.extensions["streams"]._clock = lambda: next(ages)
        self.answer = client.get(path, **more)
        self.status = self.answer.status_code
        self.ended = False
        self._chunks: Iterator[bytes] = iter(self.answer.response)  # type: ignore[arg-type]

    def chunks(self) -> list[bytes]:
        """What was sent since he last asked, as it was cut."""
        assert streams.LOOK == 0, "this would wait for ever: use the fixture hasty"
        found: list[bytes] = []
        for chunk in self._chunks:
            if chunk == BEAT:
                return found
            found.append(chunk)
            assert len(found) < ENDLESS, "this stream never rests"
        self.ended = True
        return found

    def heard(self) -> list[tuple[str, Any]]:
        """The events since he last asked."""
        return [read for chunk in self.chunks() if chunk != RETRY for read in events_in(chunk)]

    def last(self, name: str) -> Any:
        """The newest event called *name*; it must be new."""
        return [data for said, data in self.heard() if said == name][-1]

    def close(self) -> None:
        self.answer.close()


def events_in(chunk: bytes) -> list[tuple[str, Any]]:
    """The events in *chunk*, each with its data."""
    found = []
    for text in chunk.decode().removesuffix("\n\n").split("\n\n"):
        first, second = text.split("\n")
        assert first.startswith("event: ")
        assert second.startswith("data: ")
        found.append((first.removeprefix("event: "), json.loads(second.removeprefix("data: "))))
    return found
