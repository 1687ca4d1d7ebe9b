"""When something happened, as sharply as it is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NewType

Micros = NewType("Micros", int)
"""Whole microseconds since the game was opened. Never a float: 18.7 ms is 18 700, exactly."""


@dataclass(frozen=True, slots=True)
class Moment:
    """An interval that surely holds the true time.

    A button gives both ends the kernel's time of the edge. A card gives the last
    frame without it and the first frame with it. A wide moment is honest; a
    narrow wrong one makes a wrong ruling.
    """

    earliest: Micros
    latest: Micros

    def __post_init__(self) -> None:
        if self.earliest > self.latest:
            raise ValueError(f"a moment cannot end ({self.latest} us) before it begins ({self.earliest} us)")

    def is_surely_before(self, other: Moment) -> bool:
        """Whether no pair of true times could be the other way round. False does not mean "after"."""
        return self.latest < other.earliest
