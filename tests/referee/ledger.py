"""Counts every ticket, card and piece that changes hands, from the events alone, and checks the view against it."""

from __future__ import annotations

from collections import Counter

from companion.games.pursuit import events as e
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.events import Event
from tests.referee.talk import Answer

ORDINARY = ("taxi", "bus", "underground")
SUPPLY = {"sherlock-2022-variant": {"black": 5, "double": 2}}
FINITE = "ny-chase-1999"
NO_TICKETS = "beginner-2014"


class Ledger:
    """What has been spent, taken and put up since the game began."""

    def __init__(self) -> None:
        self.spent: Counter[tuple[str, str]] = Counter()
        """By pawn and ticket; Mister X's double cards are the ticket ``double``."""
        self.taken: Counter[str] = Counter()
        """What he took in hideouts."""
        self.ripe: Counter[str] = Counter()
        """What he may use of it."""
        self.boardings = self.crimes = self.barriers = 0
        self.standing: set[int] = set()
        self.tokens: Counter[str] = Counter()
        self.tokens_this_round = 0
        self.turned: list[tuple[int, ...]] = []
        self.landings = 0

    def note(self, event: Event) -> None:
        match event:
            case e.Travelled():
                if event.ticket is not None:
                    self.spent[event.pawn, event.ticket.word] += 1
                self.spent[MISTER_X, "double"] += event.double
            case e.Boarded() | e.Descended():
                self.spent[event.pawn, event.ticket.word] += 1
                self.boardings += isinstance(event, e.Boarded)
            case e.TicketsTaken():
                self.spent.update((pawn, ticket.word) for pawn, ticket in event.tickets)
            case e.HideoutTook():
                self.taken[event.what] += 1
            case e.TileTurned():
                self.spent[MISTER_X, "double"] += event.double
                self.turned.append(event.tile)
            case e.Flew():
                self.landings += 1
            case e.CrimeCommitted():
                self.crimes += 1
            case e.BarrierPut():
                self._put_barrier(event)
            case e.QuarterTold() | e.SymbolTold() | e.TicketBanned() | e.Recalled():
                self._play_token(event.pawn)
            case e.RoundBegan():
                self.ripe = self.taken.copy()
                self.tokens_this_round = 0

    def _put_barrier(self, event: e.BarrierPut) -> None:
        assert event.at not in self.standing
        self.standing.add(event.at)
        if event.moved is not None:
            self.standing.remove(event.moved)
        else:
            self.barriers += 1
        if event.pawn == "lestrade":
            self._play_token(event.pawn)

    def _play_token(self, pawn: str) -> None:
        self.tokens[pawn] += 1
        self.tokens_this_round += 1

    # The view.

    def check(self, view: Answer) -> None:
        """*view* is the public one."""
        self._check_purses(view)
        self._check_mister_x(view)
        self._check_pieces(view)
        self._check_tokens(view)

    def _check_purses(self, view: Answer) -> None:
        options = view["options"]
        detectives = [pawn for pawn, shown in view["pawns"].items() if not shown["bobby"]]
        for pawn, shown in view["pawns"].items():
            if shown["bobby"] or view["edition"] == NO_TICKETS:
                assert shown["tickets"] is None
                continue
            payers = detectives if options["shared_purse"] else [pawn]
            for word in ORDINARY:
                used = sum(self.spent[payer, word] for payer in payers)
                assert shown["tickets"][word] == options[word] * len(payers) - used
                assert shown["tickets"][word] >= 0
        if view["edition"] != NO_TICKETS:
            for word in ORDINARY:
                assert view["used_tickets"][word] == sum(self.spent[pawn, word] for pawn in detectives)

    def _check_mister_x(self, view: Answer) -> None:
        options, tickets = view["options"], view["mister_x"]["tickets"]
        finite = ORDINARY if view["edition"] == FINITE else ()
        assert tickets.keys() == {"black", "double", *finite}
        assert tickets["black"] == options["black"] + self.ripe["black"] - self.spent[MISTER_X, "black"]
        assert tickets["double"] == options["doubles"] + self.ripe["double"] - self.spent[MISTER_X, "double"]
        for word in finite:
            assert tickets[word] == options[f"mister_x_{word}"] - self.spent[MISTER_X, word]
        assert all(count >= 0 for count in tickets.values())
        supply = SUPPLY.get(view["edition"], {"black": 0, "double": 0})
        assert view["supply"] == {word: count - self.taken[word] for word, count in supply.items()}
        assert all(count >= 0 for count in view["supply"].values())
        assert len(view["log"]) == view["window"] <= view["windows"]
        assert view["round"] <= (view["rounds"] or view["windows"])

    def _check_pieces(self, view: Answer) -> None:
        options = view["options"]
        assert view["barriers"] == sorted(self.standing)
        assert view["barriers_left"] == max(0, options.get("barriers", 0) - self.barriers)
        assert len(self.standing) == self.barriers
        if "barriers" in options:
            assert self.barriers <= options["barriers"]
        assert view["helicopters_left"] == options.get("helicopters", 0) - self.boardings >= 0
        in_the_air = [pawn for pawn, shown in view["pawns"].items() if shown["station"] is None]
        flight = view["helicopter"]
        assert in_the_air == ([flight["pawn"]] if flight else [])
        assert view["crimes"] == self.crimes <= options.get("crimes", 0)
        assert view["tiles_turned"] == [list(tile) for tile in self.turned]
        assert len(set(self.turned)) == len(self.turned)
        assert self.landings <= 1

    def _check_tokens(self, view: Answer) -> None:
        for pawn, shown in view["pawns"].items():
            own = 0 if shown["bobby"] else view["options"].get("tokens", 0)
            assert shown["tokens"] == own - self.tokens[pawn] >= 0
        assert self.tokens_this_round <= 1
        assert view["token_played"] is (self.tokens_this_round == 1)
