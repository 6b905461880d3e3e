"""What a page of the dialogue can see and do: the table, the settings, the clocks. No device."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from ..clock_settings import ClockSettings
from ..games.pursuit.commands import Command, New
from ..games.pursuit.refusals import Refused
from ..journal import JournalFault
from ..language import Language
from ..names import explain, pawn_name, ticket_name
from ..table import Sight, Table
from .clocks import Clocks
from .screens.screen import ClockFace
from .settings import Settings


@dataclass(slots=True)
class Tidings:
    """What a page wants everybody to notice, until the panel has made pictures and tones of it."""

    sentence: str = ""
    refused: bool = False


class Desk:
    """The dialogue's side of the table."""

    def __init__(
        self,
        table: Table,
        settings: Settings,
        clocks: ClockSettings,
        now: Callable[[], float],
        free_page: Callable[[], None] | None = None,
    ) -> None:
        self.table = table
        self.now = now
        self.tidings = Tidings()
        self.free_page = free_page
        self.settings = settings.updated(table.memory.get("settings", {}))
        self._language = Language(self.settings.language)
        self.usual_clocks = clocks
        self.clocks = self._restored(clocks)
        self.playing = False
        """The game is on the screen and its clocks may run."""

    def _restored(self, usual: ClockSettings) -> Clocks:
        with suppress(ValueError):
            return Clocks.from_json(self.table.memory.get("clock"))
        return Clocks(usual)

    # Words

    def say(self, text: str, **words: object) -> str:
        """*text* in the table's language."""
        return self._language.say(text, **words)

    @property
    def words(self) -> dict[str, str]:
        """What the edition calls things."""
        sight = self.sight
        return dict(sight.edition.words) if sight else {}

    def pawn(self, pawn: str) -> str:
        return pawn_name(self.say, pawn, self.words)

    def ticket(self, ticket: str) -> str:
        return ticket_name(self.say, ticket, self.words)

    # Telling

    def refuse(self) -> None:
        """That key does nothing here."""
        self.tidings.refused = True

    def tell(self, sentence: str) -> None:
        """What was typed can't be; *sentence* says why."""
        self.tidings = Tidings(sentence, refused=True)

    def explain(self, refused: Refused) -> str:
        """The referee's refusal in the table's language."""
        return explain(self.say, refused, self.words)

    # The table

    @property
    def sight(self) -> Sight | None:
        """What lies open, None before the first game."""
        return self.table.sight()

    def submit(self, command: Command) -> None:
        """Carry out *command*: durable, with the time that is left, before anybody hears of it."""
        self.table.submit(command, **(self._clock_fact() if self.clocks.on else {}))

    def check(self, command: Command) -> None:
        """Raise what the rules have against *command*, before anybody is asked more about it."""
        if refused := self.table.refusal(command):
            raise refused

    def begin(self, command: New, clocks: ClockSettings) -> None:
        """A new game, with clocks of its own."""
        fresh = Clocks(clocks)
        self.table.submit(command, clock=fresh.as_json(self.now()))
        self.take_up_clocks()

    def take_up_clocks(self) -> None:
        """A game has just begun: its clocks start."""
        self.clocks = self._restored(self.usual_clocks)
        self.resume()

    def prepare(self, command: New, clocks: ClockSettings) -> None:
        """Everything is set up but Mister X's card, which he types himself."""
        fresh = Clocks(clocks)
        self.table.prepare(command, clock=fresh.as_json(self.now()))

    def undo(self) -> None:
        self.table.undo()

    def _clock_fact(self) -> dict[str, Any]:
        return {"clock": self.clocks.as_json(self.now())}

    # Settings

    def change(self, **settings: Any) -> None:
        """Set these, for this evening and the next."""
        self.settings = replace(self.settings, **settings)
        self._language = Language(self.settings.language)
        self.table.remember(settings=self.settings.as_json())

    # Clocks

    def clock_face(self) -> ClockFace | None:
        """The clock that is shown, None where the game has none."""
        now = self.now()
        return ClockFace(self.clocks.text(now), self.clocks.fraction(now)) if self.clocks.on else None

    def pause(self) -> None:
        """Stop the clocks, and write down what is left."""
        self.clocks.pause(self.now())
        self.checkpoint()

    def resume(self) -> None:
        """The game goes on."""
        self.playing = True
        self.clocks.resume(self.now())

    def checkpoint(self) -> None:
        """Write down what is left, so that a power cut can't give it back."""
        if self.clocks.on:
            with suppress(JournalFault):  # a disk that is full for a moment stops no clock
                self.table.remember(**self._clock_fact())

    def leave(self) -> None:
        """Back to the first menu; the game waits."""
        self.pause()
        self.playing = False
