"""The simulated table: a box to look at, listen to, type on and pull the plugs of."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable
from typing import Any

from flask import Blueprint, Response, abort, render_template, request

from firmware.devices import Tune
from firmware.keys import KEYS, Key

from .origin import foreign
from .streams import Bell, Streams, event
from .words import Words
from .workbench import FAULTS, Workbench

OUR_HEADER = "X-Table"
"""A page from elsewhere can't send it: its browser would ask us first, and we never allow that."""

NAMES = {{"*": "star", "#": "hash"}.get(key.value, key.value): key for key in KEYS}


def simulator_pages(workbench: Workbench, streams: Streams, say: Callable[[], Words]) -> Blueprint:
    pages = Blueprint("simulator", __name__)

    @pages.before_request
    def refuse_other_pages() -> None:
        if request.method == "POST" and (foreign(request) or OUR_HEADER not in request.headers):
            abort(403, say()["elsewhere"])

    @pages.get("/")
    def box() -> str:
        return render_template("simulator.html", keys=NAMES, lights=tuple(workbench.snapshot().lights))

    @pages.post("/key/<name>/<any(down, up):way>")
    def key(name: str, way: str) -> tuple[str, int]:
        if name not in NAMES:
            abort(404)
        (workbench.press if way == "down" else workbench.release)(NAMES[name])
        return "", 204

    @pages.post("/fault")
    def fault() -> tuple[str, int]:
        said = _json()
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
        said = _json()
        if set(said) != {"on"} or not isinstance(said["on"], bool):
            abort(400, say()["bad_power"])
        workbench.power(said["on"])
        return "", 204

    @pages.get("/events")
    def listen() -> Response:
        """The whole box at first, then what changes."""
        teller = _Teller(workbench)
        return streams.answer(teller.bell, teller.news, workbench.watch(teller.hear))

    def _json() -> dict[str, Any]:
        if not request.is_json:
            abort(415)
        try:
            said = json.loads(request.get_data())
        except (ValueError, RecursionError):
            said = None
        if not isinstance(said, dict):
            abort(400, say()["not_json"])
        return said

    return pages


class _Teller:
    """What one listener has been told, and the last tune he has not."""

    def __init__(self, workbench: Workbench) -> None:
        self.bell = Bell()
        self._workbench = workbench
        self._told: dict[str, Any] = {}
        self._tune: Tune | None = None

    def hear(self, tune: Tune | None) -> None:
        if tune is not None:
            self._tune = tune
        self.bell.ring()

    def news(self) -> str:
        now = _state(self._workbench)
        changed = {name: value for name, value in now.items() if self._told.get(name) != value}
        if not self._told:
            changed = now
        self._told = now
        text = event("state", _compact(changed)) if changed else ""
        tune, self._tune = self._tune, None
        if tune is not None:
            text += event("tune", _compact([[note.hertz, note.seconds] for note in tune]))
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


def _is_fault(name: str, value: object) -> bool:
    if name == "stuck":
        return value is None or (isinstance(value, str) and value in KEYS)
    return name in FAULTS and isinstance(value, bool)


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))
