"""What somebody at the simulated table does next, and who decides it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from table.events import Event
from table.game import Header
from table.games.vvvand8.state import State
from table.rulings import ClauseId
from table.twin.truth import Truth


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """One thing done, by the event that it amounts to."""

    event: Event
    """Neither numbered nor timed: the table has yet to notice it."""
    planted: ClauseId | None = None
    """The clause broken on purpose; the offender is who does it."""
    about: int | None = None
    """For a correction or overruling: the number of the earlier deed that it is about."""


class Decider(Protocol):
    """Says what happens next at the table. Pure: the same question has the same answer, so a game can be taken up."""

    def deal(self, header: Header) -> Truth:
        """How the cards lie before anything has been done."""
        ...

    def next_deed(self, truth: Truth, state: State, number: int) -> Deed | None:
        """The deed that is number *number* from 0, when the tablet shows *state*; None when nothing is left to do."""
        ...
