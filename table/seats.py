"""Who sits at the table, clockwise; what belongs to nobody; and somebody, but we cannot tell who."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import NewType

Seat = NewType("Seat", str)
"""A seat is known by its player's name."""


class Nobody(enum.Enum):
    """Who did it, where it was not a seat that we know."""

    TABLE = "table"
    UNKNOWN = "?"


Who = Seat | Nobody


def clockwise_from(seats: Sequence[Seat], after: Seat) -> tuple[Seat, ...]:
    """Every other seat, in the order in which the turn comes to them after *after*."""
    place = seats.index(after)
    return (*seats[place + 1 :], *seats[:place])
