"""What the senses said, in the table's words: who did something on the mat, and when."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
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
    is_first: bool = False
    """It lay there when watching began: much of it, or all, lay there before."""
    older: frozenset[Card] = frozenset()
    """Where watching began in the middle of the game: those whose faces were not seen there since. They may have lain
    there before, under others."""
    elsewhere: tuple[Card, ...] = ()
    """What lay in other zones when watching began, as far as it could be read."""


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


def come_meanwhile(
    laid: Laid, lying: Iterable[Card], showing: Sequence[Card], unnamed: int = 0
) -> tuple[Card | None, ...]:
    """What lay in a zone when watching began and the record does not know to lie there, so that it has come since.

    *lying*: what the record says lies there; *showing*: those of them that nothing covers. A card that cannot be read
    is one of these, as long as there is one that was not read, or one of so many *unnamed* ones that show.
    """
    left, come = Counter(lying), list[Card | None]()
    named = Counter(card for card in (*laid.cards, *laid.elsewhere) if card is not None)
    unread = unnamed + len(list((Counter(showing) - named).elements()))
    for card in laid.cards:
        if card is None and unread:
            unread -= 1
        elif card is not None and left[card]:
            left[card] -= 1
        else:
            come.append(card)
    return tuple(come)


Report = Laid | Gone | Pressed | Complete
