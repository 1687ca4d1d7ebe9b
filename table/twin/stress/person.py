"""One player of Stress: a hand, what it is at, and when it is free for the next card."""

from __future__ import annotations

import random
from dataclasses import dataclass

from table.seats import Seat
from table.twin.reach import Movement
from table.twin.stress.hands import Hand

PACE_MS = (900.0, 1150.0)
"""From the beginning of one card to that of the next: about one a second."""


@dataclass(slots=True)
class Person:
    """What is known of one player between two frames."""

    number: int
    seat: Seat
    hand: Hand
    chance: random.Random
    movement: Movement | None = None
    next_ns: int = 0
    """Before that the next card is not begun."""

    @property
    def is_idle(self) -> bool:
        return self.movement is None and self.hand.held is None

    def move(self) -> None:
        """Lets the hand come as far as it does until this frame."""
        if self.movement is not None and next(self.movement, self) is self:
            self.movement = None
