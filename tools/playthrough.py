"""Playthroughs: a game as a text, with what everybody sees after every step.

A playthrough begins with the commands, a line each (``red taxi 58``, ``mister_x black 22 double``, or any line
of the protocol as JSON). This tool plays them and writes under each what happened and what changed in
every audience's view; the suite plays them again and compares.

    python -m tools.playthrough tests/playthroughs/*.txt    writes the files anew
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

from companion.journal import Journal
from companion.referee import Referee
from companion.table import Table

Flat = dict[str, Any]
LONGEST = 24  # entries of a list that are written out; of a longer one, how many and a digest


def commands_of(text: str) -> list[str]:
    """The lines that are commands: neither remarks nor what the tool wrote under them."""
    return [line for line in text.splitlines() if line and not line.startswith(("#", " "))]


def remarks_of(text: str) -> dict[int, list[str]]:
    """The remarks, by the number of the command they stand before."""
    found: dict[int, list[str]] = {}
    count = 0
    for line in text.splitlines():
        if line.startswith("#"):
            found.setdefault(count, []).append(line)
        elif line and not line.startswith(" "):
            count += 1
    return found


def as_protocol(line: str) -> dict[str, Any]:
    """A command line in the words of the protocol."""
    if line.startswith("{"):
        said: dict[str, Any] = json.loads(line)
        return said
    if " " not in line:
        return {"do": line}
    pawn, ticket, to, *double = line.split()
    return {"do": "travel", "pawn": pawn, "ticket": ticket, "to": int(to)} | (
        {"double": True} if double else {}
    )


def perform(text: str) -> str:
    """*text* with everything under its commands written anew."""
    with Journal.in_memory() as journal:
        return "\n".join(_written(text, Referee(Table(journal)))) + "\n"


def _written(text: str, referee: Referee) -> Iterator[str]:
    remarks = remarks_of(text)
    public: Flat = {}
    his: Flat = {}
    for number, line in enumerate(commands_of(text)):
        yield from remarks.get(number, ())
        yield line
        answer = _ask(referee, as_protocol(line))
        if not answer["ok"]:
            yield f"  refused   {answer['refusal']}"
            continue
        for event in answer["events"]:
            yield f"  event     {_event(event)}"
        now = _flat(_ask(referee, {"ask": "view", "audience": "public"}))
        yield f"  public    {_changes(public, now)}"
        yield from _pawns(referee, now)
        mine = _flat(_ask(referee, {"ask": "view", "audience": "mister_x"}))
        yield f"  mister_x  {_changes(_beyond(his, public), _beyond(mine, now))}"
        yield f"  possible  {_short(_ask(referee, {'ask': 'possible'})['stations'])}"
        public, his = now, mine
    yield from remarks.get(len(commands_of(text)), ())


def _ask(referee: Referee, said: dict[str, Any]) -> dict[str, Any]:
    return referee.answer(json.dumps(said).encode())


def _pawns(referee: Referee, public: Flat) -> Iterator[str]:
    """Detectives and bobbies know what the table knows; whoever knows more gets a line."""
    pawns = dict.fromkeys(path.split(".")[1] for path in public if path.startswith("pawns."))
    same = []
    for pawn in pawns:
        seen = _flat(_ask(referee, {"ask": "view", "audience": pawn}))
        seen["audience"] = "public"
        if seen == public:
            same.append(pawn)
        else:
            yield f"  {pawn:<9} {_changes(public, seen)}"
    if same:
        yield f"  {', '.join(same)}: as public"


def _flat(view: dict[str, Any]) -> Flat:
    """A view as path → value."""
    found: Flat = {}

    def walk(path: str, value: Any) -> None:
        if isinstance(value, dict) and value:
            for key, item in value.items():
                walk(f"{path}.{key}" if path else key, item)
        elif path == "log":
            for row in value:
                seen = (row["ticket"] or "?", row["station"] or "?", row["note"])
                walk(f"log.{row['window']}", " ".join(map(str, seen)).rstrip())
        else:
            found[path] = value

    walk("", {key: value for key, value in view.items() if key != "ok"})
    return found


def _beyond(his: Flat, public: Flat) -> Flat:
    """What is in Mister X's view and not, or not so, in the table's."""
    return {path: value for path, value in his.items() if path not in public or public[path] != value}


def _changes(before: Flat, after: Flat) -> str:
    changed = [
        f"{path}={_short(value)}"
        for path, value in after.items()
        if path not in before or before[path] != value
    ]
    gone = [f"{path} gone" for path in before if path not in after]
    return "; ".join(changed + gone) or "no change"


def _short(value: Any) -> str:
    if isinstance(value, list) and len(value) > LONGEST:
        digest = sha256(json.dumps(value).encode()).hexdigest()[:8]
        return f"<{len(value)}, {digest}>"
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _event(event: dict[str, Any]) -> str:
    return " ".join([event["event"], *(f"{k}={_short(v)}" for k, v in event.items() if k != "event")])


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name)
        path.write_text(perform(path.read_text("utf-8")), "utf-8")
        print(f"wrote {path}")
