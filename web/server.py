"""Serves the screens to the house, with waitress."""

from __future__ import annotations

import contextlib
import errno
import logging
import socket
import threading
from typing import Any

import waitress
from flask import Flask
from waitress import wasyncore
from waitress.channel import HTTPChannel
from waitress.task import ErrorTask

from web.safety import LARGEST_BODY, add_headers
from web.wire import answer
from web.words import text

THREADS = 64
"""Each open stream holds one (`web.stream.Pace.most`); the rest answer pages and touches."""

SILENT_MS = 15_000
"""A screen whose machine confirms nothing for so long is gone: Wi-Fi lost, battery empty."""

LOOK_S = 1.0
"""Longest time between two looks at whether the server is to close."""


class ListenError(OSError):
    """The address cannot be served on; says which, why, and what to do."""

    def __str__(self) -> str:
        return self.strerror or super().__str__()


class PortInUse(ListenError):  # noqa: N818 - said as it is: "except PortInUse"
    """Somebody else serves on this port."""


class _Refusal(ErrorTask):  # type: ignore[misc]  # waitress has no type hints
    """What waitress itself refuses (too large a body, no HTTP), answered as all else is."""

    def execute(self) -> None:
        code = self.request.error.code
        reason = text("tap.too_large", most=LARGEST_BODY) if code == 413 else text("error.refused", code=code)
        response = add_headers(answer(False, reason, code))
        body = response.get_data()
        self.status, self.content_length = response.status, len(body)
        self.response_headers.extend(response.headers.items())
        self.set_close_on_finish()
        self.write(body)


class _Channel(HTTPChannel):  # type: ignore[misc]  # as above
    error_task_class = _Refusal


class Server:
    """A bound and listening server. `run` serves until `close`, which any thread or signal handler may call."""

    def __init__(self, app: Flask, listener: socket.socket) -> None:
        self.port: int = listener.getsockname()[1]
        # It warns of each request that waits a moment for a thread, as some do whenever all screens come back at once.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        self._sockets: dict[int, Any] = {}
        self._waitress = waitress.create_server(
            app,
            map=self._sockets,
            sockets=[listener],
            threads=THREADS,
            # Reads on while a stream is sent, and so sees a screen leave at once.
            channel_request_lookahead=1,
            channel_timeout=30,
            cleanup_interval=10,
            connection_limit=400,
            # `select` knows no file beyond the 1024th.
            asyncore_use_poll=True,
            max_request_body_size=64 * 1024,
            ident=None,
            clear_untrusted_proxy_headers=True,
            # A screen that vanished is no fault of ours.
            log_socket_errors=False,
        )
        self._waitress.channel_class = _Channel
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            silent = (socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, SILENT_MS)
            self._waitress.adj.socket_options = [*self._waitress.adj.socket_options, silent]
        self._closing = threading.Event()
        self._running = threading.Lock()

    def run(self) -> None:
        """Serves. Comes back after `close`, all connections ended and the port free."""
        with self._running:
            while not self._closing.is_set():
                wasyncore.loop(timeout=LOOK_S, use_poll=True, map=self._sockets, count=1)
            self._end()

    def close(self) -> None:
        """Ends `run` soon, without waiting for it; a server that does not run is closed at once. Twice does no harm."""
        self._closing.set()
        if not self._running.acquire(blocking=False):
            with contextlib.suppress(OSError):  # `run` has ended in the meantime, and its trigger with it
                self._waitress.pull_trigger()
            return
        try:
            self._end()
        finally:
            self._running.release()

    def _end(self) -> None:
        if not self._sockets:
            return
        wasyncore.dispatcher.close(self._waitress)
        for channel in list(self._waitress.active_channels.values()):
            channel.handle_close()
        # The trigger last: a thread that ends its stream still pulls it.
        self._waitress.task_dispatcher.shutdown()
        self._waitress.trigger.close()


def require_free(host: str, port: int) -> None:
    """Raises what `open_server` would raise for this address, before anything that depends on it has been begun."""
    _listener(host, port).close()


def open_server(app: Flask, host: str, port: int) -> Server:
    """Binds and listens; *port* 0 takes any free one (see `Server.port`).

    Raises PortInUse where another program listens already, ListenError where it cannot for another reason.
    """
    listener = _listener(host, port)
    try:
        return Server(app, listener)
    except OSError as fault:
        listener.close()
        raise _explained(fault, host, port) from fault


def _listener(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except OSError as fault:
        raise ListenError(f"'{host}' is no address of this machine ({fault}); 0.0.0.0 serves on all it has") from fault
    listener = socket.socket(family, kind, protocol)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        # Listening now, not with the first `run`: two that have only bound may share a port and not know.
        listener.listen(128)
    except OSError as fault:
        listener.close()
        raise _explained(fault, host, port) from fault
    return listener


def _explained(fault: OSError, host: str, port: int) -> ListenError:
    if fault.errno == errno.EADDRINUSE:
        return PortInUse(
            fault.errno,
            f"port {port} on '{host}' is taken by another program, perhaps by a table that runs already; "
            f"stop it (to see which: ss -ltnp 'sport = :{port}') or choose another port",
        )
    if fault.errno == errno.EACCES:
        return ListenError(fault.errno, f"port {port} is for the system's own services; choose one from 1024 up")
    return ListenError(fault.errno, f"cannot serve on '{host}' port {port}: {fault.strerror}")
