"""What goes over the wire to a screen, as JSON."""

from __future__ import annotations

import json
import secrets
import time
from dataclasses import asdict, dataclass, field
from functools import lru_cache

from flask import Response, render_template, request

from web.desk import Text, Update


@dataclass(frozen=True, slots=True)
class Signature:
    """What every message carries besides its content."""

    build: str
    """Names the page's files: a screen that holds others loads itself anew."""
    run: str = field(default_factory=lambda: secrets.token_hex(4))
    """Names this run of the program: after a restart the clock begins elsewhere."""

    def message(self, number: int, view: str = "null") -> str:
        """One message: *view* is JSON, `null` where only contact is to be shown.

        `clock_ms` is CLOCK_MONOTONIC in milliseconds: a screen compares it only with
        earlier ones of the same run, to tell a message that was held up on its way.
        """
        clock_ms = time.monotonic_ns() // 1_000_000
        return f'{{"number":{number},"run":"{self.run}","build":"{self.build}","clock_ms":{clock_ms},"view":{view}}}'


@lru_cache(maxsize=4)
def view_json(update: Update) -> str:
    """The view of *update*, on one line; kept, because every screen is sent the same one."""
    return json.dumps(asdict(update.view), ensure_ascii=False, separators=(",", ":"))


def json_response(body: str, status: int = 200) -> Response:
    """An answer that no browser keeps."""
    response = Response(body, status=status, mimetype="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response


def answer(accepted: bool, wanted: Text, status: int) -> Response:
    """What the table or the web says to a touch: `{"accepted": false, "text": {"en": ..., "sv": ...}}`."""
    return json_response(json.dumps({"accepted": accepted, "text": asdict(wanted)}, ensure_ascii=False), status)


def say(reason: Text, status: int) -> Response:
    """Why there is nothing else to show: as a page to who asked for a page, as JSON to a script."""
    if request.method == "GET" and any(kind == "text/html" for kind, _ in request.accept_mimetypes):
        return Response(render_template("error.html", reason=reason), status=status)
    return answer(False, reason, status)
