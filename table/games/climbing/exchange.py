"""The exchange before a round: who gives cards to whom, and what is still to be given."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from table.cards import Rank
from table.seats import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The lower placed was asked for a rank and handed over so many cards of it."""

    line: int
    rank: Rank
    count: int
    of_quota: int
    """How many could still be asked for just then. Fewer handed over means: no more of that rank were held."""

    @property
    def has_emptied(self) -> bool:
        """Whether the answer says that nothing of the rank is left in that hand."""
        return self.count < self.of_quota


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    """The exchange of one pair: so many cards go up to the better placed, and as many come back down."""

    upper: Seat
    lower: Seat
    quota: int
    """How many cards go up at most."""
    taken: int = 0
    """How many have gone up."""
    returned: int = 0
    """How many have come back down."""
    asked: tuple[Asked, ...] = ()
    """For which ranks, in the order of asking. Cards given without a word are in `taken` alone."""
    is_closed: bool = False
    """Nothing more goes up, though the quota is not full."""

    @property
    def to_take(self) -> int:
        """Cards that have still to go up."""
        return 0 if self.is_closed else max(0, self.quota - self.taken)

    @property
    def to_return(self) -> int:
        """Cards that have still to come back for those that went up."""
        return max(0, self.taken - self.returned)

    @property
    def is_done(self) -> bool:
        return not self.to_take and not self.to_return

    def with_asked(self, line: int, rank: Rank, count: int) -> Swap:
        """So many cards of a rank went up when the upper asked for it."""
        said = Asked(line=line, rank=rank, count=count, of_quota=self.to_take)
        return replace(self, taken=self.taken + count, asked=(*self.asked, said))

    def with_taken(self, count: int) -> Swap:
        """So many cards went up."""
        return replace(self, taken=self.taken + count)

    def with_returned(self, count: int) -> Swap:
        """So many cards came back down."""
        return replace(self, returned=self.returned + count)

    def closed(self) -> Swap:
        """Nothing more goes up: the exchange has shrunk to what was taken."""
        return replace(self, is_closed=True)


def swaps_between(placed: Sequence[Seat], quotas: Sequence[int]) -> tuple[Swap, ...]:
    """The pairs of an exchange, the best placed first: first with last, second with second last, and so on.

    *quotas* says how many cards each of these pairs exchanges; pairs that do not exist or exchange none are left out.
    """
    pairs = zip(placed[: len(placed) // 2], reversed(placed), strict=False)
    return tuple(
        Swap(upper=upper, lower=lower, quota=quota)
        for (upper, lower), quota in zip(pairs, quotas, strict=False)
        if quota
    )


def open_swaps(swaps: Sequence[Swap]) -> tuple[Swap, ...]:
    """Those in which something is still to be given."""
    return tuple(swap for swap in swaps if not swap.is_done)


def swap_of(swaps: Sequence[Swap], giver: Seat, taker: Seat) -> Swap | None:
    """The pair that these two are, whoever of them gives; None if they exchange nothing."""
    return next((swap for swap in swaps if {swap.upper, swap.lower} == {giver, taker}), None)


def with_swap(swaps: Sequence[Swap], changed: Swap) -> tuple[Swap, ...]:
    """All pairs, with *changed* in the place of what it was."""
    pair = (changed.upper, changed.lower)
    return tuple(changed if (swap.upper, swap.lower) == pair else swap for swap in swaps)
