"""The last seconds of a stress, frame by frame."""

from __future__ import annotations

import json
from dataclasses import asdict

from flask import Blueprint, Response

from web.desk import Desk, Footage
from web.wire import answer
from web.words import text


def footage_routes(desk: Desk) -> Blueprint:
    """`/footage/NAME`: a line of JSON that tells of each frame when it was and how many bytes it has, then the JPEGs.

    All in one answer: nothing can be forgotten between the first frame and the last.
    """
    routes = Blueprint("footage", __name__)

    @routes.get("/footage/<name>")
    def footage(name: str) -> Response:
        found = desk.footage(name)
        if found is None or not found.frames:
            return answer(False, text("footage.gone"), 404)
        body = b"".join((_head(found), b"\n", *(frame.jpeg for frame in found.frames)))
        response = Response(body, mimetype="application/octet-stream")
        response.headers["Cache-Control"] = "no-store"
        return response

    return routes


def _head(footage: Footage) -> bytes:
    frames = [{"at_ms": frame.at_ms, "bytes": len(frame.jpeg)} for frame in footage.frames]
    marks = [asdict(mark) for mark in footage.marks]
    return json.dumps({"frames": frames, "marks": marks}, ensure_ascii=False, separators=(",", ":")).encode()
