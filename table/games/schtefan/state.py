"""What the referee of Vem blir Schtefan knows. Frozen: a deed gives a new state."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from table.cards import Card, Rank
from table.changes import changed
from table.games.climbing import Heights, Seen, Swap, Trick, less
from table.games.schtefan.house import House
from table.seats import Nobody, Seat, Who

BELOW_ALL = -1
"""How high free cards alone lie, and cards of which the rank is not sure."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What stays as it is for the whole round."""

    house: House
    seats: tuple[Seat, ...]
    """Free seats too."""
    players: tuple[Seat, ...]
    decks: int
    dealer: Seat | None
    placed: tuple[Seat, ...]
    """The players in the order in which they finished the round before; empty in round one."""
    heights: Heights
    """The natural ranks (H1.2)."""
    free_ranks: frozenset[Rank]
    """Those of the free cards (H1.3)."""

    @property
    def is_first_round(self) -> bool:
        return not self.placed

    @property
    def natural_cards(self) -> int:
        """How many cards of all decks are not free."""
        return 4 * self.decks * len(self.heights)

    @property
    def jokers(self) -> int:
        """Those of all decks."""
        return int(self.house.jokers) * self.decks

    def is_free(self, card: Card) -> bool:
        return card.rank in self.free_ranks


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """What is known of one player."""

    hand: int | None
    """Cards held; None once the count is lost."""
    received: int = 0
    """Of the hand, what came in singles and in the exchange, less what was given away."""
    sent: int | None = None
    """How many singles were sent on; None while nothing was entered."""
    laid: Mapping[Rank, int] = field(default_factory=dict)
    """How many cards of each rank came from this hand in this round, where there was an exchange before it (H5.5)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lying:
    """The play that is to be beaten."""

    cards: tuple[Card, ...]
    height: int
    """`BELOW_ALL` where anything natural is higher."""

    @property
    def count(self) -> int:
        return len(self.cards)


@dataclass(frozen=True, slots=True)
class Shown:
    """What the cards laid so far in this round have shown."""

    cards: Seen = field(default_factory=dict)
    naturals: int = 0
    """How many of them are not free cards."""
    is_unsure: bool = False
    """A card was read that cannot be there: what the hands have shown is no proof any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LastPlay:
    """The last cards laid by the rules, and how things stood before, so that they can be taken back."""

    seat: Seat
    cards: tuple[Card, ...]
    trick: Trick
    place: Place
    """That of `seat`."""
    shown: Shown
    lying: Lying | None
    stuck: tuple[Seat, ...]
    is_led: bool


@dataclass(frozen=True, kw_only=True)
class State:
    """A round of Vem blir Schtefan between two events. Without slots, so that it is changed quickly; see `changed`."""

    setting: Setting
    trick: Trick
    places: tuple[Place, ...]
    """In the order of `Setting.players`."""
    swaps: tuple[Swap, ...] = ()
    """The exchange before the round, the best placed pair first."""
    shown: Shown = Shown()
    lying: Lying | None = None
    loose: Mapping[Who, tuple[Card, ...]] = field(default_factory=dict)
    """Wrongly laid cards, due back in the hand of who laid them."""
    stuck: tuple[Seat, ...] = ()
    """Who holds free cards only, in the order in which they said so (H3.12)."""
    told_to_lead: Seat | None = None
    """Has passed at an empty table and was told that the leader must lead (H3.13)."""
    is_led: bool = False
    """Whether the first cards of the round have been laid."""
    last_play: LastPlay | None = None
    placing: tuple[Seat, ...] = ()
    """The whole order of finishing, once the round is over."""

    @property
    def house(self) -> House:
        return self.setting.house

    @property
    def turn(self) -> Seat | None:
        """None before round one is led, and after the end."""
        return self.trick.turn

    @property
    def is_over(self) -> bool:
        return bool(self.placing)

    def is_player(self, seat: Seat) -> bool:
        return seat in self.setting.players

    def place(self, seat: Seat) -> Place:
        return self.places[self.setting.players.index(seat)]

    def with_trick(self, trick: Trick) -> State:
        """The turn is as *trick* says; what lay there is gone if the trick is won."""
        return changed(self, trick=trick, lying=self.lying if trick.last is not None else None)

    def with_place(self, seat: Seat, **changes: Any) -> State:
        return changed(self, places=self.places_with(seat, replace(self.place(seat), **changes)))

    def places_with(self, seat: Seat, place: Place) -> tuple[Place, ...]:
        at = self.setting.players.index(seat)
        return (*self.places[:at], place, *self.places[at + 1 :])

    def moved(self, giver: Seat, taker: Seat, count: int) -> State:
        """So many cards go from hand to hand; a count that falls below nothing is lost."""
        state = self
        for seat, more in ((giver, -count), (taker, count)):
            place = state.place(seat)
            hand = None if place.hand is None or place.hand + more < 0 else place.hand + more
            state = state.with_place(seat, hand=hand, received=place.received + more)
        return state

    def without(self, play: LastPlay) -> State:
        """The last play is in the hand again."""
        return changed(
            self,
            trick=play.trick,
            places=self.places_with(play.seat, play.place),
            shown=play.shown,
            lying=play.lying,
            stuck=play.stuck,
            is_led=play.is_led,
            last_play=None,
        )

    def without_loose(self, seat: Seat | None, cards: tuple[Card, ...]) -> State | None:
        """These wrongly laid cards are in the hand again; None if they do not lie there.

        Without a seat, and for cards of which nobody knows who laid them, they may be anybody's.
        """
        for who, wrong in self.loose.items():
            if seat is not None and who not in (seat, Nobody.UNKNOWN):
                continue
            kept = less(wrong, cards)
            if len(kept) == len(wrong) - len(cards):
                others = {other: lying for other, lying in self.loose.items() if other != who}
                return changed(self, loose={**others, who: kept} if kept else others)
        return None
