"""What a referee can say."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import NewType

from table.cards import Card, Rank, Suit
from table.seats import Seat

ClauseId = NewType("ClauseId", str)
"""The permanent id of a rule clause, such as `V3.2`."""


class Taken(enum.StrEnum):
    """What a seat in Stress takes up."""

    BOTH = "both"
    """Both play piles."""
    OWN = "own"
    """The play pile at the own right hand."""
    CARD = "card"
    """A face-down card that the other gave."""


class Kind(enum.StrEnum):
    """What sort of thing the referee says."""

    FOUL = "foul"
    WIN = "win"
    LOSE = "lose"
    PLACE = "place"
    DRAW_GAME = "draw_game"
    DUE = "due"
    """Somebody must now do something."""
    QUESTION = "question"
    """The referee cannot know."""
    HINDSIGHT = "hindsight"
    INFO = "info"


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """What a foul or a lost stress costs."""

    cards: int = 0
    """Cards to take from the talon."""
    takes: Taken | None = None
    """What is to be taken up from the table."""


@dataclass(frozen=True, slots=True)
class Ms:
    """A span of time that is told in milliseconds."""

    us: int
    """In microseconds."""


Fact = Ms | Seat | Card | tuple[Card, ...] | Rank | Suit | int | str
"""A value that fills a place in a ruling's sentence, in the reader's language where it has words or a decimal sign."""


@dataclass(frozen=True, kw_only=True)
class Ruling:
    """One thing the referee says about one line of the record. Without slots, for `table.changes.made`."""

    line: int
    """The line with the act that is ruled on, which may be earlier than the line that settled it."""
    clause: ClauseId
    kind: Kind
    seat: Seat | None = None
    penalty: Penalty | None = None
    aspect: str = ""
    """Which of a clause's sentences of this kind fits; empty for the usual one."""
    facts: tuple[tuple[str, Fact], ...] = ()
    """By name, what fills the sentence's places besides seat and penalty."""
