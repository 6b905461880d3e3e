"""What has just been heard at the table, as pictures and tones that follow each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ..games.pursuit import events as e
from ..games.pursuit.commands import MISTER_X
from ..games.pursuit.turns import DETECTIVES
from ..language import mark
from ..names import REASONS, SYMBOLS, TOOK
from ..sight import News, Undoable
from .desk import Desk
from .screens.ending import CaptureScreen
from .screens.heard import HeardScreen
from .screens.reveal import RevealScreen
from .screens.screen import Screen
from .tunes import Tone

BRIEF, LONG = 2.0, 6.0
UNMISSABLE = 1.5
"""Seconds for which a reveal or an answer stays, whatever is pressed."""


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
    refusal: bool = False
    """It says why a key did not work: gone as soon as there is news."""
    least: float = 0.0
    """Seconds in which no key closes it: somebody may just have been typing."""

    @property
    def is_news(self) -> bool:
        """It tells of the game: whoever is at turn is to hear it before his time runs."""
        return not (self.aside or self.refusal)


def scenes(news: News, desk: Desk) -> list[Scene]:
    """The scenes of what has happened, in its order."""
    found: list[Scene] = []
    for event in news.heard:
        tell = _TOLD.get(type(event))
        if tell:
            found += tell(event, desk)
    if news.taken_back:
        found.append(_taken_back(news.taken_back, desk))
    return found


def _taken_back(step: Undoable, desk: Desk) -> Scene:
    if step.whose == DETECTIVES or step.by_clock:
        return _told(desk.say("The last step is taken back."), his=False)
    text = desk.say("{pawn} takes the last step back.", pawn=desk.pawn(step.whose))
    return _told(text, his=step.whose == MISTER_X)


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
    return Scene(RevealScreen(station), LONG, Tone.REVEAL, alarm=True, least=UNMISSABLE)


def _shown(event: e.Shown, desk: Desk) -> Iterator[Scene]:
    sight = desk.sight
    if sight and not sight.view.window:
        yield _told(desk.say("{name} begins in sight.", name=desk.pawn(MISTER_X)))
    yield _reveal(event.at)


def _told(text: str, *, his: bool = True) -> Scene:
    return Scene(HeardScreen(text, his=his), BRIEF, Tone.ACCEPTED)


def _answered(text: str, *, his: bool = True) -> Scene:
    """Something that people have waited for, or have to remember."""
    return Scene(HeardScreen(text, his=his), LONG, Tone.ACCEPTED, least=UNMISSABLE)


def _passed(event: e.Passed, desk: Desk) -> Iterator[Scene]:
    names = ", ".join(map(desk.pawn, event.pawns))
    if event.declined:
        yield _told(desk.say("{names}: no move this time.", names=names), his=False)
    else:
        yield _told(desk.say("{names}: no way to go.", names=names), his=False)


def _corrected(event: e.Corrected, desk: Desk) -> Iterator[Scene]:
    text = desk.say("{pawn} stands on {to}.", pawn=desk.pawn(event.pawn), to=event.to)
    yield _told(text, his=False)


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
    yield _answered(desk.say("He is in quarter {quarter}.", quarter=event.quarter), his=False)


def _symbol(event: e.SymbolTold, desk: Desk) -> Iterator[Scene]:
    word = desk.say(SYMBOLS.get(event.symbol, event.symbol))
    text = (
        desk.say("At a {symbol}: yes.", symbol=word)
        if event.there
        else desk.say("At a {symbol}: no.", symbol=word)
    )
    yield _answered(text, his=False)


def _banned(event: e.TicketBanned, desk: Desk) -> Iterator[Scene]:
    text = desk.say(
        "{name}'s next turn: no {ticket}.", name=desk.pawn(MISTER_X), ticket=desk.ticket(event.ticket.word)
    )
    yield _answered(text)


def _recalled(event: e.Recalled, desk: Desk) -> Iterator[Scene]:
    yield _answered(desk.say("In window {window} he was on {at}.", window=event.window, at=event.at))


def _ended(event: e.Ended, desk: Desk) -> Iterator[Scene]:
    if event.at is not None:
        screen = CaptureScreen(desk.say("Caught!"), event.at)
        yield Scene(screen, LONG, Tone.CAPTURE, alarm=True, least=UNMISSABLE)
        return
    reason = HeardScreen(desk.say(REASONS[event.reason]))
    yield Scene(reason, LONG, Tone.CAPTURE, alarm=True, least=UNMISSABLE)
    last = event.trail[-1] if event.trail else event.start
    if last:  # at the end he is always shown
        yield Scene(RevealScreen(last), LONG, alarm=True)


def _plainly(text: str) -> Callable[[Any, Desk], Iterator[Scene]]:
    def tell(_: Any, desk: Desk) -> Iterator[Scene]:
        yield _told(desk.say(text, name=desk.pawn(MISTER_X)))

    return tell


def _flew(event: e.Flew, desk: Desk) -> Iterator[Scene]:
    yield _told(desk.say("The balloon lands."))
    yield _reveal(event.to)


def _tile(event: e.TileTurned, desk: Desk) -> Iterator[Scene]:
    stations = ", ".join(map(str, event.tile))
    yield _answered(desk.say("Balloon! The tile says {stations}.", stations=stations))


def _took(event: e.HideoutTook, desk: Desk) -> Iterator[Scene]:
    yield _answered(desk.say("In a hideout he takes: {ticket}.", ticket=desk.ticket(event.what)))


_TOLD: dict[type, Callable[[Any, Desk], Iterator[Scene]]] = {
    e.Travelled: _travelled,
    e.Shown: _shown,
    e.Passed: _passed,
    e.Corrected: _corrected,
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
