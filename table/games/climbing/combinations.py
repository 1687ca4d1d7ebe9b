"""Cards of one rank, and the cards that may stand in for any."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from table.cards import Card, Rank
from table.changes import made

Heights = Mapping[Rank, int]
"""How high each rank is in a game's order, from 0. A rank that is not in the order has no entry."""


def heights(ranks: str) -> Heights:
    """The order of ranks, low to high, in the notation's words: `5 6 7 8 9 10 J Q K A`."""
    return {Rank(word): height for height, word in enumerate(ranks.split())}


@dataclass(frozen=True)
class Group:
    """Cards laid at once as one rank. Without slots, for `changes.made`."""

    rank: Rank | None
    """The rank of the natural cards; None where there are only wild ones."""
    count: int
    natural: int
    """Of `count`, those that are not wild."""

    @property
    def is_clean(self) -> bool:
        """Whether no wild card helps."""
        return self.natural == self.count


def as_group(cards: Sequence[Card], wild: frozenset[Rank] = frozenset()) -> Group | None:
    """The cards as a group of one rank, which *wild* ranks join as any; None if two natural ranks are among them."""
    rank, natural = None, 0
    for card in cards:
        if card.rank in wild:
            continue
        if rank is not None and card.rank is not rank:
            return None
        rank, natural = card.rank, natural + 1
    return made(Group, rank=rank, count=len(cards), natural=natural)
