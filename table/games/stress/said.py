"""What the referee of Stress says, put together."""

from __future__ import annotations

from table.changes import made
from table.rulings import ClauseId, Fact, Kind, Penalty, Ruling, Taken
from table.seats import Seat

ALL_ASIDE = ClauseId("*")
"""Set aside on a line that had no ruling of its own: nothing in it is an offence, and nothing follows from it."""

SetAside = frozenset[ClauseId]

NOTHING_ASIDE: SetAside = frozenset()


def say(
    clause: str,
    kind: Kind,
    line: int,
    seat: Seat | None = None,
    aspect: str = "",
    takes: Taken | None = None,
    **facts: Fact,
) -> Ruling:
    """A ruling; *takes* is what it costs."""
    return made(
        Ruling,
        line=line,
        clause=ClauseId(clause),
        kind=kind,
        seat=seat,
        penalty=None if takes is None else Penalty(takes=takes),
        aspect=aspect,
        facts=tuple(sorted(facts.items())) if facts else (),
    )


def is_aside(set_aside: SetAside, *clauses: str) -> bool:
    """Whether the table has set one of these clauses, or everything, aside."""
    return bool(set_aside) and (ALL_ASIDE in set_aside or any(clause in set_aside for clause in clauses))
