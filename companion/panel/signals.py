"""Which lights glow: whose turn it is, and scenes in which all take part."""

from __future__ import annotations

from collections.abc import Mapping

from firmware.devices import Glow

from ..games.pursuit.commands import MISTER_X
from ..games.pursuit.views import PublicView
from ..names import COLOURS

BOBBIES = "white"
EVERYTHING = (*COLOURS, BOBBIES, MISTER_X)


def light_of(view: PublicView, pawn: str) -> str:
    """The light of *pawn*: its colour, or its seat's where pawns have other names."""
    if pawn in (MISTER_X, *COLOURS):
        return pawn
    if view.pawns[pawn].bobby:
        return BOBBIES
    return COLOURS[list(view.pawns).index(pawn)]


def glow(view: PublicView | None, proposed: str, alarm: bool) -> Mapping[str, Glow]:
    """What the lights do: the pawn proposed blinks among those that may move in any order."""
    if alarm:
        return dict.fromkeys(EVERYTHING, Glow.BLINK)
    if view is None:
        return {MISTER_X: Glow.ON}
    if view.outcome:
        winners = [MISTER_X] if view.outcome.winner == MISTER_X else list(view.pawns)
        return {light_of(view, pawn): Glow.ON for pawn in winners}
    turn = (view.turn,) if isinstance(view.turn, str) else view.turn or ()
    lit = {light_of(view, pawn): Glow.ON for pawn in turn}
    if len(turn) > 1 and proposed in turn:
        lit[light_of(view, proposed)] = Glow.BLINK
    return lit
