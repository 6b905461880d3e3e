"""What a page of the dialogue can see and do: the table, the settings, the clocks. No device."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from ..clock_settings import ClockSettings
from ..clock_view import ClockView
from ..games.pursuit.commands import MISTER_X, Command, New
from ..games.pursuit.edition import Edition
from ..games.pursuit.refusals import Refused
from ..journal import JournalFault
from ..language import Language
from ..names import explain, pawn_name, ticket_name
from ..pairing import Pairing
from ..settings import Settings
from ..sight import Sight
from ..table import Table
from .clocks import Clocks
from .screens.screen import ClockFace


@dataclass(slots=True)
class Tidings:
    """What a page wants everybody to notice, until the panel has made pictures and tones of it."""

    sentence: str = ""
    refused: bool = False
    """A key was pressed in vain."""


class Desk:
    """The dialogue's side of the table."""

    def __init__(
        self,
        table: Table,
        settings: Settings,
        clocks: ClockSettings,
        now: Callable[[], float],
        pairing: Pairing | None = None,
    ) -> None:
        self.table = table
        self.now = now
        self.tidings = Tidings()
        self.pairing = pairing
        """Whose phone is Mister X's; None where he plays without one."""
        self.address: Callable[[], str | None] = lambda: None
        """Where a phone finds the pages, such as ``http://192.168.1.20:8080/``; None where it can't."""
        self.settings = settings.updated(table.memory.get("settings", {}))
        self._language = Language(self.settings.language)
        self.clocks = self._restored(clocks)
        self._wait_for_somebody()
        self.playing = False
        """The game is on the screen."""
        self.going = False
        """Nobody has paused it: its clocks may run."""
        self.seen = table.step
        """The step up to which the panel has told everything. What people do, they do having seen that."""
        self.troubles: tuple[str, ...] = ()
        """The devices that are lost and the keys that are stuck."""

    def _restored(self, usual: ClockSettings) -> Clocks:
        with suppress(ValueError):
            return Clocks.from_json(self.table.memory.get("clock"))
        return Clocks(usual)

    def _wait_for_somebody(self) -> None:
        """After a power cut nobody plays, Mister X neither, until the table has resumed."""
        sight = self.table.sight()
        if sight and not sight.view.outcome and not self.table.paused:
            with suppress(JournalFault):
                self.table.remember(paused=True)

    @property
    def usual_clocks(self) -> ClockSettings:
        """Those of the last game: what a table liked, it likes again."""
        return self.clocks.settings

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

    @property
    def his_name(self) -> str:
        """What Mister X is called in the game that waits for his card, or else in the one on the table."""
        waiting = self.table.prepared
        return pawn_name(self.say, MISTER_X, Edition.read(waiting.edition).words if waiting else self.words)

    def ticket(self, ticket: str) -> str:
        return ticket_name(self.say, ticket, self.words)

    # Telling

    def refuse(self) -> None:
        """That key does nothing here."""
        self.tidings.refused = True

    def tell(self, sentence: str) -> None:
        """What was typed can't be; *sentence* says why."""
        self.tidings = Tidings(sentence, refused=True)

    def announce(self, sentence: str) -> None:
        """What was done is for everybody to hear."""
        self.tidings = Tidings(sentence)

    def explain(self, refused: Refused) -> str:
        """The referee's refusal in the table's language."""
        return explain(self.say, refused, self.words)

    # The table

    @property
    def sight(self) -> Sight | None:
        """What lies open, None before the first game."""
        return self.table.sight()

    @property
    def is_game_on(self) -> bool:
        """A game is being played, or waits for a card; it may have been left for a while."""
        sight = self.sight
        return self.table.prepared is not None or (sight is not None and sight.view.outcome is None)

    def submit(self, command: Command, at: int | None = None) -> None:
        """Carry out *command*: durable, with the time that is left, before anybody hears of it.

        It is refused if the table has moved on from step *at*, which is the one people have seen.
        """
        facts = self._clock_fact() if self.clocks.on else {}
        self.table.submit(command, at=self.seen if at is None else at, **facts)

    def check(self, command: Command) -> None:
        """Raise what the rules have against *command*, before anybody is asked more about it."""
        if refused := self.table.refusal(command):
            raise refused

    def begin(self, command: New, clocks: ClockSettings) -> None:
        """A new game, with clocks of its own."""
        self.table.submit(command, at=self.seen, **self._fresh(clocks))

    def sit_down(self) -> None:
        """A game has just begun. Its clocks wait until the pawns are in their places."""
        self.clocks = self._restored(self.usual_clocks)
        self.playing, self.going = True, False

    def prepare(self, command: New, clocks: ClockSettings) -> None:
        """Everything is set up but Mister X's card, which he types himself."""
        self.table.prepare(command, **self._fresh(clocks))

    def _fresh(self, clocks: ClockSettings) -> dict[str, Any]:
        """What is true of a game that begins: nobody plays until the pawns are in their places."""
        return {"clock": Clocks(clocks).as_json(self.now()), "paused": True}

    def undo(self) -> None:
        """Take back the last step that people have seen."""
        self.table.undo(at=self.seen)

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

    def clock_view(self) -> ClockView | None:
        """The same for those who count down by themselves, in any thread; None, too, where no game is being played."""
        sight, clocks = self.sight, self.clocks
        return clocks.view if sight and not sight.view.outcome and clocks.on else None

    def pause(self) -> None:
        """Stop the clocks, and write down what is left."""
        self.going = False
        self.clocks.pause(self.now())
        with suppress(JournalFault):
            self.table.remember(paused=True, **(self._clock_fact() if self.clocks.on else {}))

    def resume(self) -> None:
        """The game goes on; :exc:`JournalFault` if Mister X can't be told, and then it does not."""
        if self.table.paused:
            self.table.remember(paused=False)
        self.playing = self.going = True

    def checkpoint(self) -> None:
        """Write down what is left, so that a power cut can't give it back."""
        if self.clocks.on:
            with suppress(JournalFault):  # a disk that is full for a moment stops no clock
                self.table.remember(**self._clock_fact())

    def leave(self) -> None:
        """Back to the first menu; the game waits."""
        self.pause()
        self.playing = False
