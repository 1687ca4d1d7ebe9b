"""What a line of a record is made of: words with their columns, and what is said of one out of form."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from dataclasses import dataclass

from table.cards import Card, card
from table.seats import Seat


class RecordError(ValueError):
    """A record that is out of form: where, and what was expected."""

    def __init__(self, source: str, line: int, column: int, expected: str) -> None:
        super().__init__(f"{source}:{line}:{column}: {expected}")
        self.line, self.column, self.expected = line, column, expected


class FormError(ValueError):
    """Something out of form at a column of the line at hand."""

    def __init__(self, column: int, expected: str) -> None:
        super().__init__(expected)
        self.column, self.expected = column, expected


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
    except ValueError as problem:
        raise FormError(word.column, str(problem)) from None


def known_seat(word: Word, seats: Sequence[Seat]) -> Seat:
    if word.text not in seats:
        near = difflib.get_close_matches(word.text, seats, n=1)
        hint = f"; did you mean '{near[0]}'?" if near else f"; seats are {' '.join(seats)}"
        raise FormError(word.column, f"no seat '{word.text}'{hint}")
    return Seat(word.text)
