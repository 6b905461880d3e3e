"""Every ``do`` line of the protocol, with the lines that lead to a table where it may be said."""

from __future__ import annotations

from dataclasses import dataclass

from tests.referee.talk import Line

LONDON: Line = {
    "do": "new",
    "edition": "london-2014",
    "map": "demo",
    "detectives": ["red", "blue"],
    "starts": {"mister_x": 24, "red": 28, "blue": 14, "bobby1": 36, "bobby2": 20},
    "options": {"rounds": 20},
    "seed": 1,
}
CLASSIC: Line = {
    "do": "new",
    "edition": "classic-1983",
    "map": "demo",
    "detectives": ["red", "blue", "green"],
    "starts": {"mister_x": 1, "red": 22, "blue": 29, "green": 47},
    "options": {"show_and_take": True},
    "seed": 1,
}
BEGINNER: Line = {
    "do": "new",
    "edition": "beginner-2014",
    "map": "demo",
    "detectives": ["red", "blue", "green"],
    "starts": {"red": 2, "blue": 16, "green": 34},
    "seed": 1,
}
SHERLOCK: Line = {
    "do": "new",
    "edition": "sherlock-2022",
    "map": "demo",
    "detectives": ["red", "blue"],
    "starts": {"mister_x": 4, "red": 47, "blue": 33, "bobby1": 38, "bobby2": 39},
    "seed": 1,
}
NEW_YORK: Line = {
    "do": "new",
    "edition": "ny-chase-1999",
    "map": "demo",
    "detectives": ["red", "blue", "green"],
    "starts": {"mister_x": 1, "red": 20, "blue": 26, "green": 36},
    "seed": 1,
}


def travel(pawn: str, ticket: str, to: int, **more: object) -> Line:
    return {"do": "travel", "pawn": pawn, "ticket": ticket, "to": to, **more}


END_TURN: Line = {"do": "end_turn"}


def variant(first: str = "holmes", second: str = "watson", **starts: int) -> Line:
    """Two characters and no bobbies. With this seed Moriarty's tile is 4/27, and 3 is a scene of crime."""
    return {
        "do": "new",
        "edition": "sherlock-2022-variant",
        "map": "demo",
        "detectives": [first, second],
        "starts": {first: 47, second: 33, **starts},
        "options": {"bobbies": 0},
        "seed": 1,
    }


def moriarty(ticket: str, to: int) -> tuple[Line, ...]:
    """A turn of Moriarty without crime or hideout."""
    return (travel("mister_x", ticket, to), END_TURN)


def out(first: str, second: str) -> tuple[Line, ...]:
    """The two detectives step aside, far from Moriarty, and use no token."""
    return (travel(first, "taxi", 48), travel(second, "taxi", 25), END_TURN)


def back(first: str, second: str) -> tuple[Line, ...]:
    return (travel(first, "taxi", 47), travel(second, "taxi", 33), END_TURN)


def round_trip(first: str = "holmes", second: str = "watson") -> tuple[Line, ...]:
    """Moriarty goes from the hideout 27 round the corner; one more step and he is back, in window 3."""
    return (
        variant(first, second),
        {"do": "start", "to": 27},
        *moriarty("taxi", 19),
        *out(first, second),
        *moriarty("taxi", 28),
        *back(first, second),
    )


@dataclass(frozen=True)
class Form:
    """A line, what has to be said before it, and the kinds of the events it causes."""

    name: str
    before: tuple[Line, ...]
    line: Line
    events: tuple[str, ...]

    @property
    def word(self) -> str:
        return str(self.line["do"])


_AT_THREE = (variant(), {"do": "start", "to": 4}, travel("mister_x", "taxi", 3))
_X_GONE = (NEW_YORK, travel("mister_x", "taxi", 2))
_BLUE_GONE = (*_X_GONE, travel("red", "taxi", 21), travel("blue", "taxi", 27))
_IN_THE_AIR = (
    *_X_GONE,
    {"do": "helicopter", "pawn": "red", "ticket": "bus", "to": 16},
    travel("blue", "taxi", 27),
    {"do": "barrier", "pawn": "blue", "at": 26},
    travel("green", "taxi", 35),
)

FORMS = (
    Form("new", (), LONDON, ("started",)),
    Form("new-classic", (), CLASSIC, ("started",)),
    Form("new-beginner", (), BEGINNER, ("started", "shown")),
    Form("new-sherlock", (), SHERLOCK, ("started",)),
    Form("new-variant", (), variant(), ("started",)),
    Form("new-york", (), NEW_YORK, ("started",)),
    Form("travel", (LONDON,), travel("mister_x", "taxi", 32), ("travelled", "detectives_began")),
    Form(
        "travel-black",
        (LONDON, travel("mister_x", "bus", 40, double=True)),
        travel("mister_x", "black", 31),
        ("travelled", "detectives_began"),
    ),
    Form("travel-double", (LONDON,), travel("mister_x", "black", 40, double=True), ("travelled",)),
    Form(
        "travel-second-leg",
        (LONDON, travel("mister_x", "black", 40, double=True)),
        travel("mister_x", "taxi", 47),
        ("travelled", "detectives_began"),
    ),
    Form(
        "travel-detective",
        (LONDON, travel("mister_x", "taxi", 32)),
        travel("blue", "bus", 3),
        ("travelled",),
    ),
    Form(
        "travel-bobby",
        (LONDON, travel("mister_x", "taxi", 32)),
        travel("bobby2", "underground", 3),
        ("travelled",),
    ),
    Form(
        "show",
        (CLASSIC, travel("mister_x", "taxi", 2)),
        {"do": "show", "take": {"red": "taxi"}},
        ("shown", "tickets_taken", "detectives_began"),
    ),
    Form(
        "helicopter",
        _X_GONE,
        {"do": "helicopter", "pawn": "red", "ticket": "bus", "to": 16},
        ("boarded",),
    ),
    Form(
        "descend",
        (*_IN_THE_AIR, END_TURN, travel("mister_x", "taxi", 10)),
        {"do": "descend", "pawn": "red", "ticket": "taxi"},
        ("descended",),
    ),
    Form("barrier", _BLUE_GONE, {"do": "barrier", "pawn": "blue", "at": 26}, ("barrier_put",)),
    Form(
        "barrier-from",
        _IN_THE_AIR,
        {"do": "barrier", "pawn": "green", "at": 36, "from": 26},
        ("barrier_put", "round_began"),
    ),
    Form(
        "barrier-lestrade",
        (
            variant("lestrade", "watson"),
            {"do": "start", "to": 4},
            *moriarty("taxi", 3),
            travel("lestrade", "taxi", 48),
        ),
        {"do": "barrier", "pawn": "lestrade", "at": 47},
        ("barrier_put",),
    ),
    Form("token-holmes", (*_AT_THREE, END_TURN), {"do": "token", "pawn": "holmes"}, ("quarter_told",)),
    Form(
        "token-watson",
        (*_AT_THREE, END_TURN),
        {"do": "token", "pawn": "watson", "symbol": "park"},
        ("symbol_told",),
    ),
    Form(
        "token-adler",
        (variant("adler", "watson"), {"do": "start", "to": 4}, *moriarty("taxi", 3)),
        {"do": "token", "pawn": "adler", "ticket": "bus"},
        ("ticket_banned",),
    ),
    Form(
        "token-mycroft",
        (*round_trip("mycroft", "watson"), *moriarty("taxi", 27)),
        {"do": "token", "pawn": "mycroft"},
        ("recalled",),
    ),
    Form("crime", _AT_THREE, {"do": "crime"}, ("crime_committed",)),
    Form(
        "hideout-black",
        (*round_trip(), travel("mister_x", "taxi", 27)),
        {"do": "hideout", "take": "black"},
        ("hideout_took",),
    ),
    Form(
        "hideout-double",
        (*round_trip(), travel("mister_x", "taxi", 27)),
        {"do": "hideout", "take": "double"},
        ("hideout_took",),
    ),
    Form("hide", (*round_trip(), travel("mister_x", "taxi", 27)), {"do": "hide"}, ("hid",)),
    Form("balloon", (variant(mister_x=27),), {"do": "balloon", "to": 22}, ("tile_turned", "flew")),
    Form("start", (variant(),), {"do": "start", "to": 4}, ("start_picked",)),
    Form("end-turn-mister-x", _AT_THREE, END_TURN, ("detectives_began",)),
    Form(
        "end-turn-detectives",
        (*_AT_THREE, END_TURN, travel("holmes", "taxi", 48), travel("watson", "taxi", 25)),
        END_TURN,
        ("round_began",),
    ),
    Form("end-turn-show", (CLASSIC, travel("mister_x", "taxi", 2)), END_TURN, ("detectives_began",)),
    Form("end-turn-barrier", _IN_THE_AIR, END_TURN, ("round_began",)),
    Form(
        "correct",
        (LONDON, travel("mister_x", "taxi", 32)),
        {"do": "correct", "pawn": "bobby1", "to": 37},
        ("corrected",),
    ),
    Form("correct-capture", (LONDON,), {"do": "correct", "pawn": "red", "to": 24}, ("corrected", "ended")),
    Form("time-up", (LONDON,), {"do": "time_up", "then": "pass"}, ("lingered", "detectives_began")),
    Form("time-up-start", (variant(),), {"do": "time_up", "then": "pass"}, ("start_picked",)),
    Form(
        "time-up-detectives",
        (NEW_YORK, travel("mister_x", "taxi", 2)),
        {"do": "time_up", "then": "pass"},
        ("passed",),
    ),
    Form("time-up-lose", (LONDON,), {"do": "time_up", "then": "lose"}, ("ended",)),
    Form("undo", (LONDON, travel("mister_x", "taxi", 32)), {"do": "undo"}, ()),
)

OVER = (
    LONDON,
    travel("mister_x", "bus", 22),
    travel("blue", "bus", 22),
)
"""A game that ended at once: Mister X walked into blue's arms."""
