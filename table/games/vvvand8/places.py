"""What the referee of VVVänd8 knows of one seat."""

from __future__ import annotations

from dataclasses import dataclass

from table.cards import Card
from table.games.vvvand8.hindsight import Claims

DEALT = 7
"""Cards to each player (V1.6)."""


@dataclass(frozen=True, kw_only=True)
class Place:
    """One seat. Without slots, for `changes.changed`."""

    hand: int | None = DEALT
    """Cards held, those owed included; None once the count is lost."""
    owes_for_ace: int = 0
    """Of `hand`, cards that an ace makes the player take and that are not taken yet."""
    owes: int = 0
    """Of `hand`, penalty cards not taken yet."""
    owes_later: int = 0
    """Of `hand`, penalty cards to be taken when the turn is handed over (V3.7)."""
    locked: int = 0
    """Of `hand`, cards that may not be used before the own turn is over: penalties, and what was taken too much."""
    joins_with: int = 0
    """Of `hand`, what was dealt to who has just joined, until its first act (V1.12)."""
    call_holds: bool = False
    """Called on the lap before: may go out in this turn, or in the next to come."""
    call_said: bool = False
    """Called in this turn, for the next."""
    claims: Claims = ()
    """The calls made, the newest last, as far as hindsight may still prove them false (V3.3)."""
    is_away: bool = False
    is_free: bool = False
    is_guest: bool = False
    is_viggo: bool = False
    drawn: Card | None = None
    """The card in the draw for the deal."""
    is_out_of_the_draw: bool = False
    """Drew higher than players who draw again for the deal (V1.3)."""
    dealt: int | None = None
    """How many cards the seat was said to have been dealt."""
    surplus: int = 0
    """Of those, handed over to the dealer (V1.7)."""
    received: int = 0
    """Of the dealer's hand, what others were dealt too many (V1.7)."""

    @property
    def has_called(self) -> bool:
        return self.call_holds or self.call_said

    @property
    def owes_in_all(self) -> int:
        return self.owes_for_ace + self.owes + self.owes_later

    @property
    def taken(self) -> int:
        """Cards that are really in the hand, as far as known."""
        held = self.hand or 0
        if self.owes_for_ace or self.owes or self.owes_later:
            held -= self.owes_for_ace + self.owes + self.owes_later
        return held if held > 0 else 0

    def hand_after(self, more: int) -> int | None:
        """The hand's count when it goes up, or down if *more* is negative; below nothing it is lost."""
        hand = self.hand
        return None if hand is None or hand + more < 0 else hand + more
