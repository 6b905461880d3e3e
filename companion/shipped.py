"""Whether a record was played by a rule book and on a board that come with this companion."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from .editions import edition_names, read_edition
from .maps import find_map, map_names, read_map
from .record import Record, canonical

PARTS = {"edition": "rule book", "map": "board"}


def strange_parts(record: Record) -> tuple[str, ...]:
    """Those of :data:`PARTS` that are not what this companion knows by that name.

    That is no fault: the table has a board of its own, or the companion was another one then. But whoever reads
    that all steps are by the rules should know by which.
    """
    looks: dict[str, tuple[Mapping[str, Any], list[str], Callable[[str], dict[str, Any]]]] = {
        "edition": (record.edition, edition_names(), read_edition),
        "map": (record.map, map_names(), lambda name: read_map(find_map(name))),
    }
    return tuple(
        part
        for part, (data, names, read) in looks.items()
        if data["name"] not in names or canonical(data) != _as_written(read(data["name"]))
    )


def _as_written(data: dict[str, Any]) -> str:
    """*data* as a record would hold it, after a journey through JSON."""
    return canonical(json.loads(json.dumps(data)))
