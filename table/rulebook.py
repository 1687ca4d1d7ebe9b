"""The rulebook of a game: every clause under its number, and by what it is judged."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

from table.rulings import ClauseId


class Evidence(enum.Flag):
    """How the referee can know."""

    CAMERA = enum.auto()
    BUTTON = enum.auto()
    TABLET = enum.auto()
    DERIVED = enum.auto()
    HINDSIGHT = enum.auto()
    ACCUSATION = enum.auto()
    NONE = 0


Judge = TypeVar("Judge", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One clause of a rule text."""

    number: ClauseId
    evidence: Evidence
    judge: Callable[..., Any] | None
    """The function that applies it; None where nobody can, and then `why_not` says why."""
    why_not: str = ""


class Rulebook:
    """Clauses in the order in which they were entered, which is the order of the rule text."""

    def __init__(self) -> None:
        self._clauses: dict[ClauseId, Clause] = {}

    def clause(self, number: str, evidence: Evidence) -> Callable[[Judge], Judge]:
        """Enters the decorated function as the one that applies clause *number*.

        Raises ValueError if the clause is applied by another function already.
        """

        def enter(judge: Judge) -> Judge:
            self._enter(Clause(number=ClauseId(number), evidence=evidence, judge=judge))
            return judge

        return enter

    def unjudged(self, number: str, evidence: Evidence, why_not: str) -> None:
        """Enters a clause that the referee does not apply, and why not."""
        self._enter(Clause(number=ClauseId(number), evidence=evidence, judge=None, why_not=why_not))

    def _enter(self, clause: Clause) -> None:
        if clause.number in self._clauses:
            first, second = (getattr(c.judge, "__name__", "nobody") for c in (self._clauses[clause.number], clause))
            raise ValueError(f"clause {clause.number} is judged twice: by {first} and {second}")
        self._clauses[clause.number] = clause

    def __iter__(self) -> Iterator[Clause]:
        return iter(self._clauses.values())

    def __add__(self, other: Rulebook) -> Rulebook:
        """Both chapters, this one first."""
        both = Rulebook()
        for clause in (*self, *other):
            both._enter(clause)
        return both

    def number_of(self, judge: Callable[..., Any]) -> ClauseId:
        """Under which number that function was entered. Raises KeyError if it was not."""
        for clause in self:
            if clause.judge is judge:
                return clause.number
        raise KeyError(f"{getattr(judge, '__name__', judge)} applies no clause")
