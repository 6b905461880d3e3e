"""A repr ends up in log files and tracebacks, so it says nothing that the table may not know."""

from __future__ import annotations

import pytest

from companion.games.pursuit import commands as c
from companion.games.pursuit import events as e
from companion.games.pursuit.game import Secret
from companion.games.pursuit.tickets import Ticket
from companion.journal import Entry
from companion.protocol import hear

AT = 58
TILE = (58, 158)

SECRETIVE = [
    c.Start(AT),
    c.Travel(c.MISTER_X, Ticket.TAXI, AT),
    c.Travel(c.MISTER_X, Ticket.BLACK, AT, double=True),
    e.StartPicked(AT),
    e.Travelled(c.MISTER_X, Ticket.TAXI, AT),
    e.CrimeCommitted(AT),
    e.Secrets(AT, TILE, (TILE,), (AT,), AT),
    e.Started({}, {}, ("red",), {}, (1,), False, e.Secrets(AT, TILE, (TILE,), (AT,), AT)),
    Secret(AT, (AT,), TILE, (TILE,), (AT,)),
    Entry(1, 1, "event", {"event": "travelled", "to": AT}),
]


@pytest.mark.parametrize("it", SECRETIVE, ids=lambda it: type(it).__name__)
def test_a_repr_does_not_say_where_he_is_nor_what_he_holds(it: object) -> None:
    assert str(AT) not in repr(it)
    assert str(AT) not in str(it)


@pytest.mark.parametrize("secret", [{"starts": {"mister_x": AT}}, {"seed": AT}], ids=["start", "seed"])
def test_a_new_game_keeps_its_secrets_out_of_its_repr(secret: dict[str, object]) -> None:
    said = {"do": "new", "edition": "london-2014", "detectives": ["red", "blue"]}
    other = {word: {"mister_x": 35} if word == "starts" else 35 for word in secret}
    assert repr(hear(said | {"seed": 1} | secret)) == repr(hear(said | {"seed": 1} | other))
