"""What has just been heard at the table, as pictures and tones that follow each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ..games.pursuit import events as e
from ..games.pursuit.commands import MISTER_X
from ..language import mark
from ..names import SYMBOLS, TOOK
from ..table import Sight
from .desk import Desk
from .screens.ending import CaptureScreen
from .screens.heard import HeardScreen
from .screens.reveal import RevealScreen
from .screens.screen import Screen
from .tunes import Tone

BRIEF, LONG = 2.0, 6.0


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture for so many seconds, or until a key is pressed."""

    screen: Screen
    seconds: float
    tone: Tone | None = None
    alarm: bool = False
    """All lights take part."""
    aside: bool = False
    """It has nothing to do with what is being typed: no key is spent on closing it."""


def scenes(sight: Sight, desk: Desk) -> list[Scene]:
    """The scenes of the last step, in the order in which things happened."""
    found: list[Scene] = []
    for event in sight.heard:
        tell = _TOLD.get(type(event))
        if tell:
            found += tell(event, desk)
    return found


def _travelled(event: e.Travelled, desk: Desk) -> Iterator[Scene]:
    if event.pawn != MISTER_X:
        return
    name = desk.pawn(MISTER_X)
    if event.ticket is None:
        yield Scene(HeardScreen(desk.say("{name} has vanished.", name=name)), BRIEF, Tone.ACCEPTED)
        return
    word = event.ticket.word
    text = desk.say(TOOK[desk.words.get(word, word)], name=name)
    if event.double:
        text = desk.say("Double move. {first}", first=text)
    yield Scene(HeardScreen(text, (word,)), BRIEF, Tone.ACCEPTED)
    if event.to is not None:  # in open play every move is seen: nothing to make a scene of
        yield Scene(RevealScreen(event.to), BRIEF)


def _reveal(station: int) -> Scene:
    return Scene(RevealScreen(station), LONG, Tone.REVEAL, alarm=True)


def _shown(event: e.Shown, desk: Desk) -> Iterator[Scene]:
    yield _reveal(event.at)


def _told(text: str, seconds: float = BRIEF, *, his: bool = True) -> Scene:
    return Scene(HeardScreen(text, his=his), seconds, Tone.ACCEPTED)


def _passed(event: e.Passed, desk: Desk) -> Iterator[Scene]:
    names = ", ".join(map(desk.pawn, event.pawns))
    yield _told(desk.say("No move: {names}.", names=names), his=False)


def _taken(event: e.TicketsTaken, desk: Desk) -> Iterator[Scene]:
    for pawn, ticket in event.tickets:
        words = {"pawn": desk.pawn(pawn), "ticket": desk.ticket(ticket.word)}
        yield Scene(
            HeardScreen(desk.say("{pawn} loses: {ticket}.", **words), (ticket.word,)), BRIEF, Tone.ACCEPTED
        )


def _boarded(event: e.Boarded, desk: Desk) -> Iterator[Scene]:
    text = desk.say("{pawn} flies to {to}.", pawn=desk.pawn(event.pawn), to=event.to)
    yield _told(text, his=False)


def _barrier(event: e.BarrierPut, desk: Desk) -> Iterator[Scene]:
    yield _told(desk.say("A barrier stands on {at}.", at=event.at), his=False)


def _quarter(event: e.QuarterTold, desk: Desk) -> Iterator[Scene]:
    yield _told(desk.say("He is in quarter {quarter}.", quarter=event.quarter), LONG, his=False)


def _symbol(event: e.SymbolTold, desk: Desk) -> Iterator[Scene]:
    word = desk.say(SYMBOLS.get(event.symbol, event.symbol))
    text = (
        desk.say("At a {symbol}: yes.", symbol=word)
        if event.there
        else desk.say("At a {symbol}: no.", symbol=word)
    )
    yield _told(text, LONG, his=False)


def _banned(event: e.TicketBanned, desk: Desk) -> Iterator[Scene]:
    text = desk.say(
        "{name}'s next turn: no {ticket}.", name=desk.pawn(MISTER_X), ticket=desk.ticket(event.ticket.word)
    )
    yield _told(text, LONG)


def _recalled(event: e.Recalled, desk: Desk) -> Iterator[Scene]:
    yield _told(desk.say("In window {window} he was on {at}.", window=event.window, at=event.at), LONG)


def _ended(event: e.Ended, desk: Desk) -> Iterator[Scene]:
    if event.at is not None:
        yield Scene(CaptureScreen(desk.say("Caught!"), event.at), LONG, Tone.CAPTURE, alarm=True)
    else:
        yield Scene(HeardScreen(desk.say("The game is over.")), BRIEF, Tone.CAPTURE, alarm=True)


def _plainly(text: str) -> Callable[[Any, Desk], Iterator[Scene]]:
    def tell(_: Any, desk: Desk) -> Iterator[Scene]:
        yield _told(desk.say(text, name=desk.pawn(MISTER_X)))

    return tell


def _flew(event: e.Flew, desk: Desk) -> Iterator[Scene]:
    yield _told(desk.say("The balloon lands."))
    yield _reveal(event.to)


def _tile(event: e.TileTurned, desk: Desk) -> Iterator[Scene]:
    yield _told(
        desk.say("Balloon! The tile says {stations}.", stations=", ".join(map(str, event.tile))), LONG
    )


def _took(event: e.HideoutTook, desk: Desk) -> Iterator[Scene]:
    yield _told(desk.say("In a hideout he takes: {ticket}.", ticket=desk.ticket(event.what)), LONG)


_TOLD: dict[type, Callable[[Any, Desk], Iterator[Scene]]] = {
    e.Travelled: _travelled,
    e.Shown: _shown,
    e.Passed: _passed,
    e.TicketsTaken: _taken,
    e.Boarded: _boarded,
    e.BarrierPut: _barrier,
    e.QuarterTold: _quarter,
    e.SymbolTold: _symbol,
    e.TicketBanned: _banned,
    e.Recalled: _recalled,
    e.Ended: _ended,
    e.Flew: _flew,
    e.TileTurned: _tile,
    e.HideoutTook: _took,
    e.Hid: _plainly(mark("{name} is in a hideout.")),
    e.CrimeCommitted: _plainly(mark("A crime has been committed.")),
    e.Crossed: _plainly(mark("{name} can't move.")),
    e.Lingered: _plainly(mark("{name} stays: time is up.")),
}
