"""Everything the panel can say fits on the display, in every language, with the longest words there are."""

from __future__ import annotations

import pytest

from companion.editions import edition_names, read_edition
from companion.games.pursuit import events as e
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.edition import Edition
from companion.games.pursuit.events import Reason
from companion.games.pursuit.game import Outcome
from companion.games.pursuit.refusals import Refusal, Refused
from companion.games.pursuit.setup import MISSING_WORDS
from companion.games.pursuit.tickets import Ticket
from companion.language import LANGUAGES
from companion.names import SYMBOLS
from companion.pairing import LIFETIME
from companion.panel.pages.ending import verdict
from companion.panel.scenes import scenes
from companion.panel.screens.heard import HeardScreen
from companion.panel.screens.message import MessageScreen
from companion.panel.screens.pairing import CheckScreen, CodeScreen, QrScreen
from companion.panel.screens.screen import Screen
from companion.panel.screens.waiting import WaitingScreen
from companion.protocol import hear
from companion.sight import News, Undoable
from companion.troubles import sentence
from tests.panel.boxes import Box
from tests.panel.tables import choose
from tests.panel.test_screens import clipped

LONGEST = {
    "pawn": "lestrade",
    "ticket": "underground",
    "to": 199,
    "map": "new-york",
    "what": ", ".join(MISSING_WORDS),
    "edition": "sherlock-2022-variant",
    "least": 3,
    "most": 5,
}
CHOICES = {
    Refusal.CHARACTERS: "holmes, watson, adler, mycroft, lestrade",
    Refusal.WHICH_SYMBOL: ", ".join(SYMBOLS),
    Refusal.WHICH_BAN: "bus, underground",
}
LAST = e.Ended(MISTER_X, Reason.ESCAPED, 35, (199,))


def a_table(edition: str, language: str) -> Box:
    """The largest team that the book allows, on the small board."""
    book = Edition.read(read_edition(edition))
    names = list(book.characters) or ["red", "blue", "green", "yellow", "brown"]
    box = Box(language=language)
    said = {"do": "new", "edition": edition, "detectives": names[: book.most], "map": "demo", "seed": 1}
    box.table.submit(hear(said))
    return box


def does_not_fit(screens: list[Screen]) -> list[Screen]:
    return [screen for screen in screens if clipped(screen)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", ["london-2014", "sherlock-2022-variant"])
def test_every_refusal_fits(edition: str, language: str) -> None:
    box = a_table(edition, language)
    refusals = [refusal for refusal in Refusal if refusal is not Refusal.SETUP]
    words = [{**LONGEST, "choices": CHOICES.get(refusal, "")} for refusal in refusals]
    said = [box.desk.explain(Refused(r, **w)) for r, w in zip(refusals, words, strict=True)]
    assert does_not_fit([MessageScreen(text) for text in said]) == []


def everything_that_can_happen(pawns: tuple[str, ...], tickets: list[Ticket]) -> list[e.Event]:
    who = max(pawns, key=len)
    return [
        *(e.Travelled(MISTER_X, ticket, None, double) for ticket in tickets for double in (False, True)),
        e.Travelled(MISTER_X, None, None),
        e.Shown(199),
        e.Passed(pawns),
        e.Passed(pawns, declined=True),
        e.TicketsTaken(tuple((pawn, Ticket.UNDERGROUND) for pawn in pawns)),
        e.Boarded(who, Ticket.BUS, 199),
        e.BarrierPut(who, 199, None),
        e.QuarterTold(who, "III"),
        *(e.SymbolTold(who, symbol, there) for symbol in SYMBOLS for there in (True, False)),
        e.TicketBanned(who, Ticket.BUS),
        e.TicketBanned(who, Ticket.UNDERGROUND),
        e.Recalled(who, 16, 199),
        e.Corrected(who, 199),
        e.Flew(199),
        e.TileTurned((188, 199), True),
        e.HideoutTook("black"),
        e.HideoutTook("double"),
        e.Hid(),
        e.CrimeCommitted(None),
        e.Crossed(),
        e.Lingered(),
        e.Ended("detectives", Reason.CAPTURED, 35, (199,), who, 199),
        LAST,
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", edition_names())
def test_every_scene_fits(edition: str, language: str) -> None:
    box = a_table(edition, language)
    sight = box.table.sight()
    assert sight is not None
    pawns = tuple(sight.view.pawns)
    news = [
        *(News(9, (event,), None) for event in everything_that_can_happen(pawns, list(Ticket))),
        *(News(9, (), Undoable(who, by_clock=False, told=False)) for who in (*pawns, MISTER_X, "detectives")),
    ]
    told = [scene.screen for one in news for scene in scenes(one, box.desk)]
    assert len(told) >= len(news)
    assert does_not_fit(told) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_verdict_fits(language: str) -> None:
    for edition in ("london-2014", "sherlock-2022-variant"):
        box = a_table(edition, language)
        sight = box.table.sight()
        assert sight is not None
        for reason in Reason:
            by = max(sight.view.pawns, key=len) if reason is Reason.CAPTURED else None
            for winner in (MISTER_X, "detectives", None):
                screen = verdict(Outcome(winner, reason, by, by and 199), 22, box.desk)
                assert not clipped(screen), screen


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_trouble_fits(language: str) -> None:
    desk = Box(language=language).desk
    for what in ("oled", "keypad", "lights", "buzzer", "numpad", "#"):
        assert not clipped(MessageScreen(sentence(desk.say, what)))


ADDRESSES = [None, "http://255.255.255.255:65535/", "http://the-old-detectives-club.local:8080/"]


@pytest.mark.parametrize("address", ADDRESSES, ids=["none", "numbers", "name"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("edition", edition_names())
def test_everything_about_a_phone_fits(edition: str, language: str, address: str | None) -> None:
    place = edition_names().index(edition) + 1
    box = Box(language=language, phones=True).keys(f"1 {place} 3# 1").calm()
    box.desk.address = lambda: address
    while not box.page.shows_a_code:
        box.keys("#")
    seen = [box.screen]
    for step in ("A", "wait", "*", "5", "#", "knock", "#", "*", "another", "#", "*"):
        if step == "wait":
            box.wait(LIFETIME)
        elif step == "knock":
            box.knock()
            box.wait(1)
        elif step == "another":
            choose(box, box.desk.say("New phone for X"))
        else:
            box.keys(step)
        seen.append(box.screen)
        box.calm()
    kinds = [QrScreen, CodeScreen, CheckScreen, MessageScreen, WaitingScreen, HeardScreen]
    assert {type(screen) for screen in seen} >= set(kinds if address else kinds[1:])
    assert does_not_fit(seen) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_without_a_phone_fits(language: str) -> None:
    box = Box(language=language, phones=True).keys("1 2 3# 2 1 26# 29# 50#")
    assert box.page.shows_a_code
    screen = box.keys("*").screen
    assert isinstance(screen, MessageScreen)
    assert not clipped(screen)
