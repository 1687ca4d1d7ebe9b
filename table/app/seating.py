"""Who sits where round the mat."""

from __future__ import annotations

from collections.abc import Sequence

from table.seats import Seat
from table.witness import Seating
from vision.mat import Mat, MatError


def seating_round(seats: Sequence[Seat], mat: Mat) -> Seating:
    """Every seat at a side of the mat, clockwise and spread as evenly as its sides allow.

    Raises MatError if it has fewer sides than there are seats.
    """
    if len(seats) > len(mat.sides):
        raise MatError(
            f"mat {mat.name} has sides for {len(mat.sides)} players, not for {len(seats)}; take a larger one"
        )
    sides = {mat.sides[place * len(mat.sides) // len(seats)].name: seat for place, seat in enumerate(seats)}
    return Seating(seats=tuple(seats), sides=sides)
