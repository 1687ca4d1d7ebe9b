"""What a line of a record is made of: words with their columns, and what is said of one out of form."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from table.cards import Card, card
from table.refusals import Refusal, RefusedError, nearest, refusal
from table.seats import Seat


class RecordError(RefusedError):
    """A record that is out of form: where, and what was expected."""

    def __init__(self, source: str, line: int, column: int, why: Refusal) -> None:
        super().__init__(why)
        self.source, self.line, self.column = source, line, column

    def said(self, language: str) -> str:
        """The place, and what is wrong there."""
        return f"{self.source}:{self.line}:{self.column}: {super().said(language)}"


class FormError(RefusedError):
    """Something out of form at a column of the line at hand."""

    def __init__(self, column: int, why: Refusal) -> None:
        super().__init__(why)
        self.column = column


@dataclass(frozen=True, slots=True)
class Word:
    text: str
    column: int

    @property
    def end(self) -> int:
        """The column after it."""
        return self.column + len(self.text)


def words_of(text: str) -> list[Word]:
    """The words of a line with their columns from 1, its comment left out."""
    said = _COMMENT.sub("", text) if "#" in text else text
    return [Word(found.group(), found.start() + 1) for found in _WORD.finditer(said)]


_COMMENT, _WORD = re.compile(r"(^|\s)#.*"), re.compile(r"\S+")


def read_card(word: Word) -> Card:
    try:
        return card(word.text)
    except ValueError:
        raise FormError(word.column, refusal("no_card", got=word.text)) from None


def known_seat(word: Word, seats: Sequence[Seat]) -> Seat:
    if word.text not in seats:
        why = nearest("no_seat", word.text, seats, got=word.text, seats=" ".join(seats))
        raise FormError(word.column, why)
    return Seat(word.text)
