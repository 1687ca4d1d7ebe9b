"""How the referee of Vem blir Schtefan puts what it says."""

from __future__ import annotations

from table.changes import made
from table.rulings import ClauseId, Fact, Kind, Ruling
from table.seats import Seat


def say(clause: str, kind: Kind, line: int, seat: Seat | None = None, aspect: str = "", **facts: Fact) -> Ruling:
    """A ruling; no offence in this game costs more than taking the cards back."""
    said = tuple(sorted(facts.items())) if facts else ()
    return made(Ruling, line=line, clause=ClauseId(clause), kind=kind, seat=seat, aspect=aspect, facts=said)


def foul(clause: str, line: int, seat: Seat, aspect: str = "", **facts: Fact) -> Ruling:
    return say(clause, Kind.FOUL, line, seat, aspect, **facts)
