"""Where a request comes from, and by which name it found us."""

from __future__ import annotations

from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit

from flask import Request

OUR_HEADER = "X-Table"
"""The page's own name. A page from elsewhere can't send it: its browser would ask us first, and we never allow that."""
LONGEST_NAME = 40


def known_by(request: Request, names: Collection[str]) -> bool:
    """Whether *request* is for an address in numbers, for this machine itself, or for one of *names*.

    A page from elsewhere can have its own name point at us, and would then pass for one of ours.
    """
    name = _asked_for(request)[0].rstrip(".")
    return name == "localhost" or name in names or _in_numbers(name)


def port_asked_for(request: Request) -> int:
    """The port in the address that the browser knows us by."""
    return _asked_for(request)[1]


def _asked_for(request: Request) -> tuple[str, int]:
    try:
        address = urlsplit(f"//{request.headers.get('Host', 'localhost')}")
        return address.hostname or "", address.port or 80
    except ValueError:
        return "", 0


def _in_numbers(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def foreign(request: Request) -> bool:
    """Whether a page from elsewhere sent *request*.

    ``Origin: null`` counts as ours: a browser says that of our own forms because our pages tell no
    referrer. What accepts it must ask for something more that no other page can have.
    """
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = request.headers.get("Origin", "null")
    return origin not in ("null", request.host_url.rstrip("/"))


def by_header(request: Request) -> bool:
    """Whether one of our own scripts sent *request*: no page from elsewhere can add this header."""
    name = request.headers.get(OUR_HEADER)
    return name is not None and len(name) <= LONGEST_NAME
