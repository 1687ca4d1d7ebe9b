"""Who slaps when at a pair of equal tops, and what the referee has to make of it."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from table.twin.clock import ms

REACTION_MS = (180.0, 600.0)
"""From the second card's coming to lie to the edge of the button."""

TIES, CLOSE, SLEEPS = 0.12, 0.15, 0.08
"""How often both are equally fast, a few milliseconds apart, or one does not notice."""

TIE_MS, CLOSE_MS = (0.0, 0.7), (2.0, 4.0)
"""The margins of these. What lies between is neither surely a tie nor surely none, and is not played."""

STARTS_MS, LEAST_MS = 170.0, 110.0
"""How long before it comes down a hand leaves for the button, and how long it needs at least."""

SEES_MS = 90.0
"""Before that nobody has noticed anything."""

COVER_MS = 200.0
"""So long after a card covered the pair nobody slaps at it any more: by S3.8 it would still count a little later."""


@dataclass(slots=True)
class Stress:
    """Two equal tops, as they truly arose, and the players' answer to them."""

    since_ns: int
    planned_ns: dict[int, int]
    """By player, when they mean to slap; who is missing does not notice."""
    covered_ns: int | None = None
    slaps_ns: dict[int, int] = field(default_factory=dict)
    """By player, when the button closes."""

    @classmethod
    def arisen(cls, since_ns: int, players: int, chance: random.Random, favoured: int | None) -> Stress:
        """Draws everybody's reaction. Who is *favoured* is surely the first."""
        reactions = {player: chance.uniform(*REACTION_MS) for player in range(players)}
        kind, last = chance.random(), chance.randrange(players)
        if favoured is not None:
            kind, last = max(kind, TIES), (favoured + 1) % players
            reactions[last] = max(reactions.values()) + CLOSE_MS[1]
        first = reactions[(last + 1) % players]
        if kind < TIES:
            reactions[last] = first + chance.uniform(*TIE_MS)
        elif kind < TIES + CLOSE:
            reactions[last] = first + chance.uniform(*CLOSE_MS)
        elif kind < TIES + CLOSE + SLEEPS:
            del reactions[last]
        return cls(since_ns, {player: since_ns + ms(reaction) for player, reaction in reactions.items()})

    def calls_off(self, player: int, now_ns: int) -> bool:
        """Whether that player has noticed and leaves whatever the hand was at."""
        planned = self.planned_ns.get(player)
        if planned is None or player in self.slaps_ns:
            return False
        return now_ns >= max(self.since_ns + ms(SEES_MS), planned - ms(STARTS_MS))

    def slap(self, player: int, now_ns: int) -> int | None:
        """When a hand that leaves now comes down; None where the pair was covered too long before."""
        at_ns = max(self.planned_ns[player], now_ns + ms(LEAST_MS))
        others = self.slaps_ns.values()
        for other_ns in others:
            if ms(TIE_MS[1]) < abs(at_ns - other_ns) < ms(CLOSE_MS[0]):
                at_ns = other_ns + ms(CLOSE_MS[0])
        if self.covered_ns is not None and at_ns > self.covered_ns + ms(COVER_MS) and not others:
            del self.planned_ns[player]
            return None
        self.slaps_ns[player] = at_ns
        return at_ns

    def takers(self, players: int) -> tuple[str, tuple[int, ...]]:
        """The clause that settles it, once somebody has slapped, and who has to take up cards by it."""
        missing = tuple(player for player in range(players) if player not in self.slaps_ns)
        if missing:
            return "S3.2", missing
        first, last = sorted(self.slaps_ns, key=lambda player: self.slaps_ns[player])[:: players - 1]
        if self.slaps_ns[last] - self.slaps_ns[first] <= ms(TIE_MS[1]):
            return "S3.3", (first, last)
        return "S3.2", (last,)
