"""Every secret game that fits what the table heard, kept one by one.

This is what the deduction has to equal. It knows nothing of clues: it lets Mister X say whatever he could
have said, in each game that is still possible, asks the referee what the table would have heard, and throws
away the games that sound different.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property

from companion.games.pursuit import commands as c
from companion.games.pursuit import events as e
from companion.games.pursuit.apply import apply, public
from companion.games.pursuit.commands import MISTER_X
from companion.games.pursuit.decide import decide
from companion.games.pursuit.game import Game, Open, Secret, Side
from companion.games.pursuit.refusals import Refused
from companion.games.pursuit.tickets import Ticket
from companion.games.pursuit.turns import Unfolding, begin_his_turn


class BruteForce:
    """The secret halves of all games that sound like the one that is played.

    Their open halves are the same by nature, since everybody can fold one from what was heard; so each
    secret in :attr:`secrets` stands for the whole game ``Game(table, secret)``.
    """

    def __init__(
        self, heard: Sequence[e.Event], dealt: Iterable[e.Secrets] | None = None, thorough: bool = False
    ) -> None:
        """Begin with each deal that the set-up allows, or with those in *dealt*.

        A *thorough* one tries every command there is and forgets nothing; its work grows without bound.
        """
        started = heard[0]
        assert isinstance(started, e.Started)
        self._map = started.map
        self._thorough = thorough
        self.secrets: set[Secret] = set()
        after: Open | None = None
        for secrets in deals(started) if dealt is None else dealt:
            story = Unfolding(apply(None, replace(started, secrets=secrets)))
            if story.game.rules.edition.open_play:
                story.happen(e.Shown(story.game.secret.start))
            if story.game.open.turn.side is Side.MISTER_X:
                begin_his_turn(story)
            if story.events == list(heard[1:]):
                self.secrets.add(story.game.secret)
                after = story.game.open
        assert after is not None, "not even one deal fits what was heard"
        self.table: Open = after

    @property
    def stations(self) -> set[int]:
        """Where he is in one game or another; where he may begin, while he still has to pick."""
        if self.table.turn.side is Side.START:
            return {to for secret in self.secrets for to in secret.tile} - set(self.table.where)
        return {secret.station for secret in self.secrets}

    def hear(self, command: c.Command, heard: Sequence[e.Event]) -> None:
        """The table heard *heard* when somebody said *command*, which is not looked at if it is Mister X's.

        Not for the end of a game, unless this one is thorough: it opens the log, which others forget.
        """
        # Where a pawn stands is everybody's business, whoever is at turn.
        his = self.table.turn.side in (Side.START, Side.MISTER_X) and not isinstance(command, c.Correct)
        left: set[Secret] = set()
        after: Open | None = None
        for secret in self.secrets:
            for arranged in self._arranged(secret, heard):
                game = Game(self.table, arranged)
                for said in self._sayings(game, heard) if his else (command,):
                    found = _sounds_like(game, said, heard)
                    if found:
                        left.add(found.secret if self._thorough else _forget(found))
                        after = found.open
        assert after is not None, f"nothing that he could have said sounds like {heard}"
        self.secrets, self.table = left, after

    def _arranged(self, secret: Secret, heard: Sequence[e.Event]) -> Iterator[Secret]:
        """*secret* with its deck in an order that fits, if there is one.

        The deck is shuffled and nobody has looked at it. So until tiles are turned up every order is
        possible, and once they are, all that matters is that they were in the deck: his own is not.
        """
        turned = tuple(event.tile for event in heard if isinstance(event, e.TileTurned))
        if not turned:
            yield secret
        elif set(turned) <= set(secret.deck):
            yield replace(secret, deck=(*turned, *(tile for tile in secret.deck if tile not in turned)))

    def _sayings(self, game: Game, heard: Sequence[e.Event]) -> Iterator[c.Command]:
        """What Mister X could have said in *game*."""
        if self._thorough:
            yield from self._everything
        else:
            for event in heard:
                yield from self._what_sounds_like(game, event)
            yield c.EndTurn()
            yield c.TimeUp("pass")

    @cached_property
    def _everything(self) -> list[c.Command]:
        stations = self.table.rules.board.stations
        return [
            *(c.Start(to) for to in stations),
            *(
                c.Travel(MISTER_X, ticket, to, double)
                for to in stations
                for ticket in Ticket
                for double in (False, True)
            ),
            *(c.Balloon(to, double) for to in (None, *stations) for double in (False, True)),
            *(c.Hideout(take) for take in ("black", "double")),
            c.Crime(),
            c.Hide(),
            c.EndTurn(),
            c.TimeUp("pass"),
            c.Show({}),
        ]

    def _what_sounds_like(self, game: Game, event: e.Event) -> Iterator[c.Command]:
        """Commands that may cause *event*: others need not be tried, as it repeats most of what was said."""
        match event:
            case e.Travelled():
                for to in self._neighbours[game.secret.station]:
                    for ticket in Ticket if event.ticket is None else (event.ticket,):
                        yield c.Travel(MISTER_X, ticket, to, event.double)
            case e.TileTurned():
                # Whether he named a station is not heard unless he comes down there at once.
                yield c.Balloon(None, event.double)
                for to in event.tile:
                    yield c.Balloon(to, event.double)
            case e.Flew():
                yield c.Balloon(event.to)
            case e.StartPicked():
                for to in game.secret.tile:
                    yield c.Start(to)
            case e.TicketsTaken():
                yield c.Show(dict(event.tickets))
            case e.Shown():
                yield c.Show({})
            case e.HideoutTook():
                yield c.Hideout(event.what)
            case e.Hid():
                yield c.Hide()
            case e.CrimeCommitted():
                yield c.Crime()

    @cached_property
    def _neighbours(self) -> dict[int, set[int]]:
        """Straight from the map: where any line leads, whether this edition runs it or not."""
        next_to: dict[int, set[int]] = {station["number"]: set() for station in self._map["stations"]}
        for lines in (self._map["links"], *self._map["optional_links"].values()):
            for one, other in (pair for pairs in lines.values() for pair in pairs):
                next_to[one].add(other)
                next_to[other].add(one)
        return next_to


def deals(started: e.Started) -> Iterator[e.Secrets]:
    """Everything that can have been dealt to Mister X when the table saw *started*.

    Hands are dealt late: each deal holds all crime tiles. He plays at most as many as his hand has, and any
    so many different tiles are in one hand or another; so "a tile of his hand" and "a tile not played yet"
    allow the same crimes. And no station is on two tiles, so which one he plays is never a question.
    """
    edition, board = started.edition, started.map
    taken = set(started.places)
    deck = board["decks"].get(edition["decks"]["mister_x"]) or {"cards": None}
    tiles = [tuple(card) if isinstance(card, list) else (card,) for card in deck["cards"] or ()]
    if started.options["free_start"] or not tiles:
        starts = [(station["number"], ()) for station in board["stations"]]
    elif edition.get("pick_start") and started.own_cards:
        starts = [(station, tile) for tile in tiles for station in tile]
    elif edition.get("pick_start"):
        starts = [(None, tile) for tile in tiles if not taken.issuperset(tile)]
    else:
        starts = [(tile[0], tile) for tile in tiles]
    hand = tuple(range(len(board["crime_tiles"]["tiles"] or ()))) if "crimes" in started.options else ()
    for start, tile in starts:
        if start not in taken:
            others = tuple(other for other in tiles if other != tile) if edition.get("balloon") else ()
            yield e.Secrets(start, tile, others, hand)


def tell(game: Game | None, events: Iterable[e.Event]) -> tuple[list[e.Event], Game]:
    """*events* as the table hears them, and the game after them."""
    heard = []
    for event in events:
        heard.append(public(game.open if game else None, event))
        game = apply(game, event)
    assert game is not None
    return heard, game


def _sounds_like(game: Game, said: c.Command, heard: Sequence[e.Event]) -> Game | None:
    """The game after *said*, if that is legal and the table hears *heard*."""
    try:
        events = decide(game, said)
    except Refused:
        return None
    if len(events) != len(heard):
        return None
    for event, expected in zip(events, heard, strict=True):
        if public(game.open, event) != expected:
            return None
        game = apply(game, event)
    return game


def _forget(game: Game) -> Secret:
    """His secret without the parts that nothing will ever ask for again, so that equals fall together.

    What is left decides everything that the table can still hear, but for the log that opens at the end.
    """
    secret, table = game.secret, game.open
    if table.turn.side is Side.START:
        return secret
    # Where he is, was one and was two windows ago: Mycroft asks for that and nobody looks further back.
    # Without Mycroft, or when his tokens are gone, nobody looks back at all.
    remembered = 3 if _mycroft_may_ask(table) else 1
    forgotten = max(0, len(secret.trail) - remembered)
    # Tile and deck only matter to the balloon, which flies once. The tile he landed from lies open.
    waits = table.rules.edition.balloon and not table.extras.flown
    return Secret(
        # His start is where he is, until he moves. After that only his tile speaks of it.
        start=0 if secret.trail else secret.start,
        trail=(0,) * forgotten + secret.trail[forgotten:],
        tile=secret.tile if waits else (),
        deck=secret.deck if waits else (),
        hand=secret.hand,
    )


def _mycroft_may_ask(table: Open) -> bool:
    rules = table.rules
    return any(
        rules.edition.characters[name] == "recall" and table.extras.tokens[seat]
        for seat, name in enumerate(rules.detectives)
        if rules.edition.characters
    )
