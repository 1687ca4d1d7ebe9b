"""What the senses said, in the table's words: who did something on the mat, and when."""

from __future__ import annotations

from dataclasses import dataclass

from table.cards import Card
from table.moments import Moment
from table.seats import Who


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid:
    """Cards came to lie in a zone, in this order, in one movement."""

    zone: str
    cards: tuple[Card | None, ...]
    """None for a card that could not be read."""
    who: Who
    """`Nobody.UNKNOWN` where no arm was seen."""
    when: Moment
    moved_only: bool = False
    """The face that lay there before lies there again, elsewhere: it was nudged, or an equal card lies on it."""
    onto: Card | None = None
    """The card that was on top there before, where that was followed."""
    is_on_unread: bool = False
    """One that could not be read was on top there before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone:
    """A zone where cards lay is empty."""

    zone: str
    who: Who
    when: Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed:
    """A button at a seat was pressed."""

    button: str
    """What is written on it: `call`, `pass`."""
    who: Who
    when: Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class Complete:
    """Everything that happened on the mat up to the beginning of this moment has been reported."""

    when: Moment


Report = Laid | Gone | Pressed | Complete
