"""The screens' own words in English and Swedish: buttons, headings and refusals."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from flask import Request

from web.desk import Text

LANGUAGES = ("en", "sv")
COOKIE = "language"


@cache
def words(language: str) -> Mapping[str, str]:
    """All words of one of LANGUAGES, by their key (`menu.correct`)."""
    path = Path(__file__).parent / "words" / f"{language}.json"
    loaded: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


def text(key: str, **places: object) -> Text:
    """The words under *key* in both languages, with *places* filled in; KeyError for a key that no file has."""
    return Text(en=words("en")[key].format(**places), sv=words("sv")[key].format(**places))


def in_language(wanted: Text, language: str) -> str:
    """The one of both that a reader of *language* wants."""
    return wanted.sv if language == "sv" else wanted.en


def language_asked(request: Request) -> str | None:
    """The language that this address itself asks for (`?language=sv`); None if it asks for none of ours."""
    asked = request.args.get("language", "")
    return asked if asked in LANGUAGES else None


def language_of(request: Request) -> str:
    """`en` or `sv`: as the address asks, else as chosen before, else as the browser prefers."""
    asked = language_asked(request)
    if asked is not None:
        return asked
    remembered = request.cookies.get(COOKIE, "")
    if remembered in LANGUAGES:
        return remembered
    return request.accept_languages.best_match(LANGUAGES, default="en") or "en"
