"""What ``misterx editions`` prints: the rule books there are, and the switches of one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TextIO

from .editions import edition_names, read_edition
from .games.pursuit.edition import Edition
from .games.pursuit.options import OPTIONS, Option


def run_editions(name: str | None, out: TextIO) -> int:
    """List the editions, or what can be set in one."""
    if name is None:
        width = max(map(len, edition_names()))
        for known in edition_names():
            edition = Edition.read(read_edition(known))
            out.write(f"{known:<{width}}  {edition.title}, {edition.least} to {edition.most} detectives\n")
        return 0
    if name not in edition_names():
        out.write(f"There is no edition {name}; there are: {', '.join(edition_names())}.\n")
        return 1
    _print_options(Edition.read(read_edition(name)), out)
    return 0


def _print_options(edition: Edition, out: TextIO) -> None:
    out.write(
        f"{edition.title}, on {edition.board}, {edition.least} to {edition.most} detectives. Options:\n"
    )
    for name, default in edition.options.items():
        option = OPTIONS[name]
        out.write(f"  {name:<24} {_default(default):<28} {_allowed(option):<16} {option.says}\n")


def _default(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{each} with {count}" for count, each in value.items() if each)
    return str(value).lower()


def _allowed(option: Option) -> str:
    if option.allowed is None:
        return "true, false"
    if isinstance(option.allowed, range):
        return f"{option.allowed[0]} to {option.allowed[-1]}"
    return ", ".join(option.allowed)
