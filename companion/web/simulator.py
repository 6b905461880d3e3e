"""The simulated table: a box to look at, listen to, type on and pull the plugs of."""

from __future__ import annotations

from base64 import b64encode
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from flask import Blueprint, Response, abort, render_template, request

from companion.evening import Evening
from companion.names import OPTIONS, Say, pawn_name
from companion.troubles import sentence
from firmware.devices import Tune
from firmware.keys import KEYS, Key

from .bulletin import compact
from .hands import Hands
from .origin import OUR_HEADER, by_header, foreign
from .said import body_of
from .streams import Bell, Streams, event
from .words import Words
from .workbench import FAULTS, Workbench

NAMES = {{"*": "star", "#": "hash"}.get(key.value, key.value): key for key in KEYS}


def simulator_pages(
    workbench: Workbench, evening: Evening, streams: Streams, say: Callable[[], Words]
) -> Blueprint:
    pages = Blueprint("simulator", __name__)
    hands = Hands(workbench)

    @pages.before_request
    def refuse_other_pages() -> None:
        if request.method == "POST" and (foreign(request) or not by_header(request)):
            abort(403, say()["elsewhere"])

    @pages.get("/")
    def box() -> str:
        table = evening.table
        sight = table.sight() if table else None
        words = sight.edition.words if sight else {}
        lights = {name: _light_name(say().say, name, words) for name in workbench.snapshot().lights}
        return render_template("simulator.html", keys=NAMES, lights=lights)

    @pages.post("/key/<name>/<any(down, up):way>")
    def key(name: str, way: str) -> tuple[str, int]:
        if name not in NAMES:
            abort(404)
        (hands.press if way == "down" else hands.release)(request.headers[OUR_HEADER], NAMES[name])
        return "", 204

    @pages.post("/fault")
    def fault() -> tuple[str, int]:
        said = body_of(request, say()["not_json"])
        if not said or not all(_is_fault(name, value) for name, value in said.items()):
            abort(400, say()["bad_fault"].format(names=", ".join(FAULTS)))
        for name, value in said.items():
            if name == "stuck":
                workbench.stick(None if value is None else Key(value))
            else:
                workbench.set_fault(name, value)
        return "", 204

    @pages.post("/power")
    def power() -> tuple[str, int]:
        said = body_of(request, say()["not_json"])
        if set(said) != {"on"} or not isinstance(said["on"], bool):
            abort(400, say()["bad_power"])
        workbench.power(said["on"])
        return "", 204

    @pages.get("/events")
    def listen() -> Response:
        """The whole box at first, then what changes. When it ends, so does what its page held down."""
        # The language is the page's: what is asked of it later is asked outside of any request.
        teller, page = _Teller(workbench, evening, say().say), request.args.get("page", "")
        leave = workbench.watch(teller.hear)

        def done() -> None:
            leave()
            hands.gone(page)

        return streams.answer(teller.bell, teller.news, done)

    return pages


class _Teller:
    """What one listener has been told, and the last tune he has not."""

    def __init__(self, workbench: Workbench, evening: Evening, say: Say) -> None:
        self.bell = Bell()
        self._workbench, self._evening, self._say = workbench, evening, say
        self._told: dict[str, Any] = {}
        # One place, filled by the box and emptied by the listener: a queue, so that neither undoes the other.
        self._tunes: deque[Tune] = deque(maxlen=1)

    def hear(self, tune: Tune | None) -> None:
        if tune is not None:
            self._tunes.append(tune)
        self.bell.ring()

    def news(self) -> str:
        now = _state(self._workbench)
        now["troubles"] = [sentence(self._say, what) for what in self._evening.troubles]
        changed = {name: value for name, value in now.items() if self._told.get(name) != value}
        if not self._told:
            changed = now
        self._told = now
        text = event("state", compact(changed)) if changed else ""
        if self._tunes:
            text += event("tune", compact([[note.hertz, note.seconds] for note in self._tunes.popleft()]))
        return text


def _state(workbench: Workbench) -> dict[str, Any]:
    box = workbench.snapshot()
    return {
        "screen": b64encode(box.screen).decode("ascii"),
        "shown": box.shown,
        "contrast": box.contrast,
        "lights": dict(box.lights),
        "faults": dict(box.faults),
        "stuck": box.stuck,
        "power": box.power,
    }


def _light_name(say: Say, light: str, words: Mapping[str, str]) -> str:
    return say(OPTIONS["bobbies"]) if light == "white" else pawn_name(say, light, words)


def _is_fault(name: str, value: object) -> bool:
    if name == "stuck":
        return value is None or (isinstance(value, str) and value in KEYS)
    return name in FAULTS and isinstance(value, bool)
