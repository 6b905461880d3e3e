"""Tones: short figures that tell apart with the eyes on the board."""

from __future__ import annotations

from enum import StrEnum

from firmware.devices import Note, Tune


class Tone(StrEnum):
    """What can be heard, each switchable in the configuration."""

    ACCEPTED = "accepted"
    REFUSED = "refused"
    REVEAL = "reveal"
    TIME = "time"
    CAPTURE = "capture"


def _tune(*notes: tuple[int, float]) -> Tune:
    return tuple(Note(hertz, seconds) for hertz, seconds in notes)


TUNES: dict[Tone, Tune] = {
    Tone.ACCEPTED: _tune((1047, 0.05), (1568, 0.08)),
    Tone.REFUSED: _tune((220, 0.12), (0, 0.03), (165, 0.18)),
    Tone.REVEAL: _tune((440, 0.15), (554, 0.15), (659, 0.15), (880, 0.45)),
    Tone.TIME: _tune((988, 0.08), (0, 0.08), (988, 0.08)),
    Tone.CAPTURE: _tune((659, 0.12), (659, 0.12), (659, 0.12), (1047, 0.3), (880, 0.12), (1047, 0.6)),
}
