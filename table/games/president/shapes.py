"""What laid cards are: a group or a run, how many and how high."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from table.cards import JOKER, Card, Rank, card
from table.changes import made
from table.games.climbing import as_group, heights

HEIGHTS = heights("3 4 5 6 7 8 9 10 J Q K A 2")
"""P1: the order of ranks, from the lowest. It does not go round the corner."""

EIGHT, TWO = HEIGHTS[Rank.EIGHT], HEIGHTS[Rank.TWO]

ABOVE_TWO = len(HEIGHTS)
"""P2.1: the height of a joker laid alone."""

LEAST_RUN = 3
"""P3.1: cards."""

WILD = frozenset({Rank.JOKER})

LOWEST_CARD, SPADE_THREE = card("3C"), card("3S")


class Form(enum.Enum):
    """What sort of play it is."""

    GROUP = "group"
    RUN = "run"
    UNCLEAR = "unclear"
    """A card was misread, or the table has let a play stand that is neither: only the count is known."""


GROUP, RUN, UNCLEAR = Form
"""Under names of their own, for the play that lies there is compared at every event, and an enum is slow to search."""


@dataclass(frozen=True)
class Shape:
    """A play as it is compared with others. Without slots, for `changes.made`."""

    form: Form
    count: int
    low: int = 0
    """The height of its lowest card; of a group, of all."""
    high: int = 0

    @property
    def is_lone_joker(self) -> bool:
        return self.form is GROUP and self.high == ABOVE_TWO

    @property
    def has_eight(self) -> bool:
        return self.form is not UNCLEAR and self.low <= EIGHT <= self.high


def height(one: Card) -> int:
    """How high a single card is; a joker is above the two."""
    return HEIGHTS.get(one.rank, ABOVE_TWO)


def group_in(cards: Sequence[Card]) -> Shape | None:
    """The cards as one rank, jokers being of it too (P1.1, P2.1). Jokers alone are none, but a single one is."""
    group = as_group(cards, WILD)
    if group is None or (group.rank is None and group.count > 1):
        return None
    at = ABOVE_TWO if group.rank is None else HEIGHTS[group.rank]
    return made(Shape, form=GROUP, count=group.count, low=at, high=at)


def runs_in(cards: Sequence[Card]) -> tuple[Shape, ...]:
    """Every run that the cards can be, the lowest first: jokers may stand for any place (P3.1, P3.7)."""
    count = len(cards)
    if not LEAST_RUN <= count <= len(HEIGHTS):
        return ()
    natural = [one for one in cards if one is not JOKER]
    if not natural:
        return ()
    places = {HEIGHTS[one.rank] for one in natural}
    low, high = min(places), max(places)
    one_suit = all(one.suit is natural[0].suit for one in natural)
    if not one_suit or len(places) < len(natural) or high - low >= count:
        return ()
    starts = range(max(0, high - count + 1), min(low, len(HEIGHTS) - count) + 1)
    return tuple(Shape(RUN, count, start, start + count - 1) for start in starts)


def looks_like_a_run(cards: Sequence[Card]) -> bool:
    """Whether cards that are neither were meant as a run: all of different ranks, and three or more, or two that
    would be neighbours in one."""
    natural = [one for one in cards if one is not JOKER]
    if len({one.rank for one in natural}) < max(2, len(natural)):
        return False
    if len(cards) >= LEAST_RUN:
        return True
    first, second = natural
    return first.suit is second.suit and abs(height(first) - height(second)) == 1


def declared(cards: Sequence[Card], stands_for: Sequence[Card]) -> bool:
    """Whether the cards can be what was said of them: natural cards themselves, jokers anything but alone."""
    if len(cards) != len(stands_for) or all(one is JOKER for one in cards):
        return False
    pairs = zip(cards, stands_for, strict=True)
    return all(said is not JOKER and one in (said, JOKER) for one, said in pairs)
