"""Puts the screens together."""

from __future__ import annotations

import hashlib
import logging
from pathlib import Path

from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from web.desk import Desk, Text
from web.footage import footage_routes
from web.pages import page_routes
from web.pictures import picture_routes
from web.safety import add_headers
from web.stream import Pace, stream_routes
from web.taps import tap_routes
from web.wire import Signature, say
from web.words import COOKIE, in_language, language_asked, language_of, text, words

logger = logging.getLogger(__name__)

A_YEAR_S = 365 * 24 * 3600


def create_app(desk: Desk, pace: Pace | None = None) -> Flask:
    """The screens of *desk*; *pace* tells how its streams live, if not as usual."""
    app = Flask(__name__)
    signature = Signature(build=_build(Path(app.root_path)))
    app.register_blueprint(page_routes(desk, signature))
    app.register_blueprint(stream_routes(desk, pace or Pace(), signature))
    app.register_blueprint(tap_routes(desk))
    app.register_blueprint(picture_routes(desk))
    app.register_blueprint(footage_routes(desk))
    app.context_processor(_for_templates)
    app.after_request(_remember_language)
    app.after_request(add_headers)
    app.register_error_handler(HTTPException, _refuse)
    app.register_error_handler(Exception, _apologise)
    return app


def _build(root: Path) -> str:
    """A name for the files that make the page: other files, another name."""
    digest = hashlib.sha256()
    for folder in ("static", "templates", "words"):
        for path in sorted((root / folder).iterdir()):
            digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def _for_templates() -> dict[str, object]:
    language = language_of(request)

    def said(wanted: Text) -> str:
        return in_language(wanted, language)

    return {"language": language, "word": words(language).__getitem__, "said": said}


def _remember_language(response: Response) -> Response:
    language = language_asked(request)
    if language is not None:
        response.set_cookie(COOKIE, language, max_age=A_YEAR_S, samesite="Lax")
    return response


def _refuse(fault: HTTPException) -> Response:
    reason = text("error.not_found") if fault.code == 404 else text("error.refused", code=fault.code)
    return say(reason, fault.code or 500)


def _apologise(fault: Exception) -> Response:
    logger.error("no answer to %s %s", request.method, request.path, exc_info=fault)
    return say(text("error.fault"), 500)
