"""A try to lay cards, and the words of a ruling on it."""

from __future__ import annotations

from dataclasses import dataclass

from table.cards import Card
from table.changes import made
from table.games.president.shapes import Shape
from table.rulings import ClauseId, Fact, Kind, Ruling
from table.seats import Seat


@dataclass(frozen=True)
class Attempt:
    """Cards that somebody has laid, and what they are taken to be. Without slots, for `changes.made`."""

    line: int
    seat: Seat | None
    """None where nobody knows who laid them; then the player in turn is taken to have."""
    cards: tuple[Card, ...]
    shape: Shape | None
    """None for neither group nor run."""


def say(clause: str, kind: Kind, line: int, seat: Seat | None = None, aspect: str = "", **facts: Fact) -> Ruling:
    """A ruling that is no foul."""
    said = tuple(sorted(facts.items())) if facts else ()
    return made(Ruling, line=line, clause=ClauseId(clause), kind=kind, seat=seat, aspect=aspect, facts=said)


def foul(clause: str, attempt: Attempt, aspect: str = "", **facts: Fact) -> Ruling:
    """A foul with the cards that were laid; where nobody knows whose, a question instead."""
    if attempt.seat is None:
        return say(clause, Kind.QUESTION, attempt.line, None, "whose", cards=attempt.cards)
    return say(clause, Kind.FOUL, attempt.line, attempt.seat, aspect, cards=attempt.cards, **facts)
