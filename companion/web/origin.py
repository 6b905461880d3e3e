"""Whether a request comes from one of our own pages."""

from __future__ import annotations

from flask import Request


def foreign(request: Request) -> bool:
    """Whether a page from elsewhere sent *request*.

    ``Origin: null`` counts as ours: a browser says that of our own forms because our pages tell no
    referrer. What accepts it must ask for something more that no other page can have.
    """
    if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = request.headers.get("Origin", "null")
    return origin not in ("null", request.host_url.rstrip("/"))


def by_hand(request: Request) -> bool:
    """Whether somebody opens a page, not a picture, a frame or a browser that looks ahead."""
    return (
        request.method == "GET"
        and request.headers.get("Sec-Fetch-Dest", "document") == "document"
        and "prefetch" not in request.headers.get("Sec-Purpose", "")
        and "prefetch" not in request.headers.get("Purpose", "")
    )
