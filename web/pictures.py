"""The camera's pictures of what was ruled on."""

from __future__ import annotations

from flask import Blueprint, Response

from web.desk import Desk
from web.wire import say
from web.words import text


def picture_routes(desk: Desk) -> Blueprint:
    """`/picture/NAME`, a JPEG. A name never gets another picture, so a browser may keep it."""
    routes = Blueprint("pictures", __name__)

    @routes.get("/picture/<path:name>")
    def picture(name: str) -> Response:
        jpeg = desk.picture(name)
        if jpeg is None:
            return say(text("picture.gone"), 404)
        response = Response(jpeg, mimetype="image/jpeg")
        response.headers["Cache-Control"] = "private, max-age=86400, immutable"
        return response

    return routes
