"""Why something is not taken, said in the reader's language."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeAlias

from table.texts import has_word, word

Part: TypeAlias = "Refusal | tuple[str, ...] | str | int"
"""What fills a place in a sentence; a tuple holds words of the notation, of which one was expected."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """One sentence, by its name among the words that all games share, and what fills its places."""

    key: str
    parts: tuple[tuple[str, Part], ...] = ()

    def __str__(self) -> str:
        return self.said("en")

    def said(self, language: str) -> str:
        """The sentence, without a capital and a full stop: it may stand after a place."""
        return word("refusals", self.key, language, **{name: _said(part, language) for name, part in self.parts})


def _said(part: Part, language: str) -> str | int:
    if isinstance(part, Refusal):
        return part.said(language)
    return word("refusals", "or", language).join(part) if isinstance(part, tuple) else part


def refusal(key: str, /, **parts: Part) -> Refusal:
    """The refusal of that name."""
    return Refusal(key, tuple(parts.items()))


def expected(what: str, got: str | None = None, /, **parts: Part) -> Refusal:
    """That *what* was expected, the name of a word of its own (`what_card`); and what stood there instead."""
    wanted = refusal(f"what_{what}", **parts)
    return refusal("expected", what=wanted) if got is None else refusal("expected_not", what=wanted, got=got)


def nearest(key: str, got: str, known: Iterable[str], /, **parts: Part) -> Refusal:
    """That *got* is not among those known. Under the name with `_near` the one that is like it is named as well."""
    near = difflib.get_close_matches(got, list(known), n=1)
    return refusal(f"{key}_near", near=near[0], **parts) if near else refusal(key, **parts)


def of_system(problem: OSError) -> Part:
    """Why the operating system would not: in the reader's language where there are words for it."""
    key = f"os_{type(problem).__name__}"
    return refusal(key) if has_word("refusals", key) else problem.strerror or ""


class Refused(Exception):  # noqa: N818 - what errors have in common, and none itself
    """An error with a reason for people. As text it is English; `said` gives it in either language."""

    def __init__(self, why: Refusal) -> None:
        super().__init__(why)
        self.refusal = why

    def said(self, language: str) -> str:
        """What people read."""
        return self.refusal.said(language)

    def __str__(self) -> str:
        return self.said("en")


class RefusedError(Refused, ValueError):
    """Something that is not taken because of what it is."""
