"""The table's views as server-sent events, and one at a time for a screen that has to ask.

Every message holds a whole view, so a screen that comes back has missed nothing
that the first message does not tell: resuming needs no history. `Last-Event-ID`
and `?after=` are therefore welcome and change nothing on a stream.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from flask import Blueprint, Response, request

from web.desk import Desk, Update
from web.wire import Signature, answer, json_response, view_json
from web.words import text


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How the streams live."""

    beat_s: float = 2.0
    """A screen hears something at least this often. It calls itself out of contact after twice this and a little."""
    renew_s: float = 40.0
    """After so long a screen is asked to open a new stream beside this one."""
    end_s: float = 50.0
    """After so long a stream ends. A screen that vanished without a word never renews, so it is rid of here."""
    most: int = 48
    """Streams at a time: below the server's threads, so that pages and touches always find one."""
    look_s: float = 1.0
    """How often a waiting stream looks whether anybody still listens."""


class Streams:
    """The open streams of one app."""

    def __init__(self, desk: Desk, pace: Pace, signature: Signature) -> None:
        self._desk = desk
        self._pace = pace
        self._signature = signature
        self._free = threading.BoundedSemaphore(pace.most)

    def respond(self, is_gone: Callable[[], bool]) -> Response:
        """A stream that ends when *is_gone* says so; 503 when there are as many as there may be."""
        if not self._free.acquire(blocking=False):
            refusal = answer(False, text("stream.full", most=self._pace.most), 503)
            refusal.headers["Retry-After"] = "5"
            return refusal
        response = Response(self._messages(is_gone), mimetype="text/event-stream")
        response.headers["Cache-Control"] = "no-store"
        response.headers["X-Accel-Buffering"] = "no"
        # Not in the generator's `finally`: one that was never begun is never ended either.
        response.call_on_close(self._free.release)
        return response

    def _messages(self, is_gone: Callable[[], bool]) -> Iterator[str]:
        began = told = time.monotonic()
        renewed = False
        update = self._desk.latest()
        yield self._view(update)
        while not is_gone():
            newer = self._desk.wait(update.number, min(self._pace.look_s, self._pace.beat_s))
            now = time.monotonic()
            if newer is not None:
                update, told = newer, now
                yield self._view(update)
            elif now - told >= self._pace.beat_s:
                told = now
                yield f"event: beat\ndata: {self._signature.message(update.number)}\n\n"
            if now - began >= self._pace.end_s:
                return
            if now - began >= self._pace.renew_s and not renewed:
                renewed = True
                yield f"event: renew\ndata: {self._signature.message(update.number)}\n\n"

    def _view(self, update: Update) -> str:
        message = self._signature.message(update.number, view_json(update))
        return f"id: {update.number}\nevent: view\ndata: {message}\n\n"


def stream_routes(desk: Desk, pace: Pace, signature: Signature) -> Blueprint:
    """`/stream` and `/state`."""
    routes = Blueprint("stream", __name__)
    streams = Streams(desk, pace, signature)

    @routes.get("/stream")
    def stream() -> Response:
        # Waitress alone can tell; elsewhere a lost screen is noticed when a message cannot be sent.
        return streams.respond(request.environ.get("waitress.client_disconnected", lambda: False))

    @routes.get("/state")
    def state() -> Response:
        after = request.args.get("after", "-1")
        if not after.lstrip("-").isdecimal():
            return answer(False, text("stream.after"), 400)
        update = desk.latest()
        is_known = after == str(update.number)
        return json_response(signature.message(update.number, "null" if is_known else view_json(update)))

    return routes
