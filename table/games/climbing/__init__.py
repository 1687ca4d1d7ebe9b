"""What climbing games share: who is in turn, groups of one rank, finishing and the exchange between those placed.

Functions and small frozen values, for each game to call; no game is built upon another. What differs from game to
game (the order of ranks, what ends a trick, whether a pass binds) is told by the caller.
"""

from __future__ import annotations

from table.games.climbing.cards import Seen, copies_left, impossible_card, less, shares, with_seen
from table.games.climbing.combinations import Group, Heights, as_group, heights
from table.games.climbing.exchange import Asked, Swap, open_swaps, swap_of, swaps_between, with_swap
from table.games.climbing.places import final_order, points, titles
from table.games.climbing.tricks import Trick

__all__ = [
    "Asked",
    "Group",
    "Heights",
    "Seen",
    "Swap",
    "Trick",
    "as_group",
    "copies_left",
    "final_order",
    "heights",
    "impossible_card",
    "less",
    "open_swaps",
    "points",
    "shares",
    "swap_of",
    "swaps_between",
    "titles",
    "with_seen",
    "with_swap",
]
