"""The web server, inside the process: started in the background, gone within a second."""

from __future__ import annotations

import errno
import socket
from threading import Thread
from typing import Any

from flask import Flask
from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer, create_server

from .streams import Streams

THREADS = 64
CONNECTIONS = 400
"""A browser opens six at once and keeps those it has no use for: the crowd of a whole party has to fit."""
UNUSED = 30
"""Seconds until a connection on which nothing is asked is closed."""
LARGEST_BODY = 64 * 1024
UNSENT = 16 * 1024
"""Bytes that may wait for a slow listener: beyond that his stream pauses, and he gets the newest state later."""
SILENCE = 30_000
"""Milliseconds until a phone that left without a word is given up."""

_LOOPBACK = {"0.0.0.0": "127.0.0.1", "::": "::1"}
_FAR_AWAY = {"0.0.0.0": "192.0.2.1", "::": "2001:db8::1"}
"""Addresses that nobody has, one for each family."""


class PortTaken(Exception):
    """The port can't be opened; the text says why and what to do."""


class Server:
    """Serves *app* until it is closed."""

    def __init__(self, app: Flask, host: str, port: int) -> None:
        """Port 0 takes any that is free."""
        self._streams: Streams = app.extensions["streams"]
        listener = _listen(host, port)
        self.host, self.port = listener.getsockname()[:2]
        server = create_server(
            app.wsgi_app,
            sockets=[listener],
            threads=THREADS,
            ident=None,
            connection_limit=CONNECTIONS,
            channel_timeout=UNUSED,
            asyncore_use_poll=True,  # it minds no large numbers
            log_socket_errors=False,  # phones leave without a word: that is their way, not a fault
            max_request_body_size=LARGEST_BODY,
            outbuf_high_watermark=UNSENT,
            # Reading on while a stream runs is how a listener who left is noticed.
            channel_request_lookahead=1,
        )
        assert isinstance(server, BaseWSGIServer), "with one socket there is one server"
        server.channel_class = _Connection
        self._server: Any = server  # the stubs of waitress have other types for what we use to close it
        self._thread = Thread(target=self._server.run, name="web", daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        """What to type into a browser: this machine's address in the network where it listens to all of that."""
        host = self.host
        if host in _LOOPBACK:
            # Who listens to all of the newer kind is reached by the older as well.
            host = _way_out(host) or _way_out("0.0.0.0") or _LOOPBACK[host]
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    def close(self) -> None:
        """End the streams, then everything else."""
        if not self._thread.is_alive():
            return
        self._streams.close(patience=0.3)
        self._server.trigger.pull_trigger(self._hang_up)
        self._server.task_dispatcher.shutdown(timeout=0.3)
        # With nothing left to look at, the loop ends. It must not close what we wake it with: it may do so first.
        self._server.trigger.pull_trigger(self._server._map.clear)
        self._thread.join(0.3)
        # Last, because a thread that is still answering uses it to wake the loop.
        self._server.close()

    def _hang_up(self) -> None:
        """Close every connection and take no more, in the server's own thread."""
        self._server.accepting = False
        for channel in tuple(self._server.active_channels.values()):
            channel.handle_close()


class _Connection(HTTPChannel):
    """One that reads what it asked for before it asks for more, as every browser does; any other is closed."""

    def _flush_outbufs_below_high_watermark(self) -> None:
        ours: Any = self  # the stubs of waitress leave out what is its own
        theirs: Any = super()
        if len(ours.requests) > 1 and ours.total_outbufs_len > UNSENT:
            # A thread of the server would wait here until the answer before has been read.
            with ours.requests_lock:
                for unheard in ours.requests[1:]:
                    unheard.close()
                del ours.requests[1:]
            ours.will_close = True
            # In the server's own thread, and not when it can send again: that may be never.
            ours.server.trigger.pull_trigger(self._hang_up)
        else:
            theirs._flush_outbufs_below_high_watermark()

    def _hang_up(self) -> None:
        if self.connected:
            self.handle_close()


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket; what is set here holds for every connection it takes."""
    listener = None
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNSENT)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENCE)
        listener.bind(address)
        listener.listen()
    except OSError as error:
        if listener:
            listener.close()
        if error.errno == errno.EADDRINUSE:
            raise PortTaken(f"Port {port} is in use by another program: choose another.") from error
        raise PortTaken(f"{host} port {port} can't be opened: {error.strerror or error}.") from error
    return listener


def _way_out(everywhere: str) -> str | None:
    """This machine's own address in the family of *everywhere*. Nothing is sent: connecting only picks the way."""
    family = socket.AF_INET6 if ":" in everywhere else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as way_out:
            way_out.connect((_FAR_AWAY[everywhere], 9))
            return str(way_out.getsockname()[0])
    except OSError:
        return None
