"""Which requests may change something, and what a browser may do with a page of ours."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Request, Response

LARGEST_BODY = 4096
"""Bytes of a request. A touch is a line of notation."""

HEADERS = {
    "Content-Security-Policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self'",
            "connect-src 'self'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def add_headers(response: Response) -> Response:
    """Lets a page load only from here, run only its own files, and be shown in no frame."""
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response


def is_same_origin(request: Request) -> bool:
    """Whether a page of this table made the request.

    Host and port are compared, not the scheme: a proxy in between may speak HTTPS.
    A request without `Origin` comes from no page.
    """
    origin = request.headers.get("Origin", "")
    try:
        return bool(origin) and urlsplit(origin).netloc.casefold() == request.host.casefold()
    except ValueError:
        return False
