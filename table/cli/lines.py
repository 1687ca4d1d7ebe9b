"""Rulings as lines on a terminal."""

from __future__ import annotations

from table.rulings import Kind, Ruling
from table.texts import sentence, word

WITHDRAWN = "withdrawn"


def ruling_line(game: str, ruling: Ruling, language: str) -> str:
    """A ruling for people: line, clause, kind and its sentence."""
    return _line(game, ruling, str(ruling.kind), language)


def withdrawn_line(game: str, ruling: Ruling, language: str) -> str:
    """The same for a ruling that has just been withdrawn."""
    return _line(game, ruling, WITHDRAWN, language)


def _line(game: str, ruling: Ruling, kind: str, language: str) -> str:
    kinds = [word("kinds", known, language) for known in (*Kind, WITHDRAWN)]
    column = f"{word('kinds', kind, language):<{max(map(len, kinds))}}"
    return f"{ruling.line:>4}  {ruling.clause:<6} {column} {sentence(game, ruling, language)}"
