"""Finishing: the order in which players went out, its points and its titles."""

from __future__ import annotations

from collections.abc import Sequence

from table.games.climbing.tricks import Trick
from table.seats import Seat


def final_order(trick: Trick, last: Sequence[Seat] = ()) -> tuple[Seat, ...]:
    """Who finished in which place, those who still hold cards at the end.

    *last* is their order where there are several (best first); otherwise they stand clockwise.
    """
    return (*trick.out, *(last or trick.still_in))


def points(order: Sequence[Seat]) -> dict[Seat, int]:
    """One point for every player behind: N-1 for the first down to none for the last."""
    return {seat: len(order) - place for place, seat in enumerate(order, 1)}


def titles(players: int, *, top: Sequence[str], middle: str, bottom: Sequence[str]) -> tuple[str, ...]:
    """The titles of so many players by place, filled from both ends; who has none of them gets the *middle* one.

    *top* begins with the first place, *bottom* with the last. With an odd number the middle place belongs to neither.
    """
    half = players // 2
    upper, lower = top[:half], bottom[:half]
    return (*upper, *[middle] * (players - len(upper) - len(lower)), *reversed(lower))
