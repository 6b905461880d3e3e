"""The secret half of a game: where Mister X has been and what he holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from . import events as e
from .commands import MISTER_X
from .game import Secret


def apply_secret(secret: Secret | None, event: e.Event) -> Secret:
    """What Mister X knows after *event*."""
    if isinstance(event, e.Started):
        dealt = event.secrets
        assert dealt is not None
        return Secret(dealt.start or 0, (), dealt.tile, dealt.deck, dealt.hand)
    assert secret is not None
    learn = _LEARN.get(type(event))
    return learn(secret, event) if learn else secret


def _travelled(secret: Secret, event: e.Travelled) -> Secret:
    if event.pawn != MISTER_X:
        return secret
    assert event.to is not None
    return Secret(secret.start, (*secret.trail, event.to), secret.tile, secret.deck, secret.hand)


def _flew(secret: Secret, event: e.Flew) -> Secret:
    return replace(secret, trail=(*secret.trail, event.to))


def _stayed(secret: Secret, _: e.Crossed | e.Lingered) -> Secret:
    return replace(secret, trail=(*secret.trail, secret.station))


def _start(secret: Secret, event: e.StartPicked) -> Secret:
    assert event.to is not None
    return replace(secret, start=event.to)


def _crime(secret: Secret, event: e.CrimeCommitted) -> Secret:
    return replace(secret, hand=tuple(tile for tile in secret.hand if tile != event.tile))


def _tile(secret: Secret, event: e.TileTurned) -> Secret:
    return replace(secret, deck=tuple(tile for tile in secret.deck if tile != event.tile))


_LEARN: dict[type, Callable[[Secret, Any], Secret]] = {
    e.Travelled: _travelled,
    e.Flew: _flew,
    e.Crossed: _stayed,
    e.Lingered: _stayed,
    e.StartPicked: _start,
    e.CrimeCommitted: _crime,
    e.TileTurned: _tile,
}
