"""What things are called on the table: pawns, tickets, options, reasons."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .games.pursuit.refusals import Refused
from .language import mark

Say = Callable[..., str]

COLOURS = ("red", "blue", "green", "yellow", "brown")
LONGEST_NAME = 8

PAWNS = {
    "red": mark("Red"),
    "blue": mark("Blue"),
    "green": mark("Green"),
    "yellow": mark("Yellow"),
    "brown": mark("Brown"),
    "holmes": mark("Holmes"),
    "watson": mark("Watson"),
    "adler": mark("Adler"),
    "mycroft": mark("Mycroft"),
    "lestrade": mark("Lestrade"),
    "bobby1": mark("Bobby 1"),
    "bobby2": mark("Bobby 2"),
    "bobby3": mark("Bobby 3"),
    "mister_x": mark("Mister X"),
}

TICKETS = {
    "taxi": mark("taxi"),
    "bus": mark("bus"),
    "underground": mark("underground"),
    "subway": mark("subway"),
    "carriage": mark("carriage"),
    "omnibus": mark("omnibus"),
    "metropolitan railway": mark("metro"),
    "black": mark("black ticket"),
    "double": mark("double card"),
}

TOOK = {
    "taxi": mark("{name} took a taxi."),
    "bus": mark("{name} took the bus."),
    "underground": mark("{name} took the underground."),
    "subway": mark("{name} took the subway."),
    "carriage": mark("{name} took a carriage."),
    "omnibus": mark("{name} took the omnibus."),
    "metropolitan railway": mark("{name} took the metro."),
    "black": mark("{name} used a black ticket."),
}

OPTIONS = {
    "rounds": mark("Rounds"),
    "windows": mark("Windows"),
    "black": mark("Black tickets"),
    "doubles": mark("Double cards"),
    "taxi": mark("Taxis each"),
    "bus": mark("Buses each"),
    "underground": mark("Trains each"),
    "mister_x_taxi": mark("X: taxis"),
    "mister_x_bus": mark("X: buses"),
    "mister_x_underground": mark("X: trains"),
    "shared_purse": mark("Common purse"),
    "bobbies": mark("Bobbies"),
    "bobbies_count": mark("Bobbies count"),
    "barriers": mark("Barriers"),
    "helicopters": mark("Flights"),
    "tokens": mark("Tokens each"),
    "crimes": mark("Crimes to win"),
    "show_and_take": mark("Show and take"),
    "mister_x_stuck": mark("X blocked"),
    "mister_x_out_of_tickets": mark("X no ticket"),
    "free_start": mark("Start anywhere"),
    "link_13_14": mark("Taxi 13-14"),
}

_BOARDS = {"london": mark("London"), "new-york": mark("New York"), "demo": mark("Fogbury")}

VALUES = {"loses": mark("loses"), "stays": mark("stays")}

SYMBOLS = {"park": mark("park"), "monument": mark("monument"), "river": mark("river")}

REASONS = {
    "captured": mark("Caught at {at}!"),
    "escaped": mark("He got away in the last round."),
    "detectives_stuck": mark("No detective can move any more."),
    "mister_x_stuck": mark("He is boxed in."),
    "both_stuck": mark("Nobody can move any more."),
    "crimes": mark("All his crimes are done."),
    "time": mark("The time is up."),
}


def pawn_name(say: Say, pawn: str, words: Mapping[str, str] | None = None) -> str:
    """What the table calls *pawn*; a name somebody made up stays as it is, cut to what fits."""
    if pawn == "mister_x" and words and "mister_x" in words:
        return words["mister_x"]
    known = PAWNS.get(pawn)
    return say(known) if known else pawn[:LONGEST_NAME].capitalize()


def initials(names: Mapping[str, str]) -> dict[str, str]:
    """For each pawn the fewest first letters of its name that no other of the same kind shares: R, Bl, G, Y, Br."""
    kinds = (COLOURS, tuple(pawn for pawn in names if pawn not in COLOURS and not pawn.startswith("bobby")))
    found = {pawn: name[-1] for pawn, name in names.items() if pawn.startswith("bobby")}
    for kind in kinds:
        for pawn in kind:
            others = [names[other] for other in kind if other != pawn]
            lengths = range(1, len(names[pawn]) + 1)
            found[pawn] = next(
                (names[pawn][:n] for n in lengths if not any(o.startswith(names[pawn][:n]) for o in others)),
                names[pawn],
            )
    return found


def ticket_name(say: Say, ticket: str, words: Mapping[str, str]) -> str:
    """What this edition calls *ticket*."""
    return say(TICKETS[words.get(ticket, ticket)])


def board_name(say: Say, board: str) -> str:
    """What people call *board*; one that we did not ship is called as its file says."""
    return say(_BOARDS[board]) if board in _BOARDS else board


def explain(say: Say, refused: Refused, words: Mapping[str, str]) -> str:
    """The referee's refusal in the language of *say*."""
    return say(
        refused.refusal.value, **{name: _word(say, name, word, words) for name, word in refused.words.items()}
    )


def _word(say: Say, name: str, word: object, words: Mapping[str, str]) -> object:
    if not isinstance(word, str):
        return word
    if name == "pawn":
        return pawn_name(say, "mister_x" if word == "Mister X" else word, words)
    if name == "ticket":
        return ticket_name(say, word, words)
    if name == "map":
        return board_name(say, word)
    if name in ("what", "choices"):
        known = {**TICKETS, **SYMBOLS, **PAWNS}
        return ", ".join(say(known.get(each, each)) for each in word.split(", "))
    return word
