"""What the referee of President knows. Frozen: a deed gives a new state."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from table.cards import Card
from table.changes import changed
from table.games.climbing import Seen, Swap, Trick, final_order, less
from table.games.president.house import House
from table.games.president.shapes import Shape
from table.rulings import ClauseId
from table.seats import Seat

SetAside = frozenset[ClauseId]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What is settled before the first card."""

    house: House
    seats: tuple[Seat, ...]
    """All, free ones too."""
    players: tuple[Seat, ...]
    dealer: Seat | None
    placed: tuple[Seat, ...]
    """The order of the round before; empty in the first round."""
    decks: int
    roles: tuple[str, ...]
    """By place."""

    @property
    def jokers(self) -> int:
        return self.house.jokers_in_a_deck * self.decks

    @property
    def cards(self) -> int:
        return 52 * self.decks + self.jokers

    @property
    def round(self) -> int:
        """Which round of the evening this is (P2.5); one that follows another is the second at least."""
        return max(self.house.round, 2 if self.placed else 1)

    @property
    def least_share(self) -> int:
        """What each is dealt at least, where nobody has told otherwise."""
        return self.cards // len(self.players)


@dataclass(frozen=True, slots=True)
class Hand:
    """How many cards a player holds, as far as it was told."""

    dealt: int | None
    """None where it is not known."""
    gone: int = 0
    """Laid, and given away in the exchange; less what was received in it."""

    @property
    def left(self) -> int | None:
        return None if self.dealt is None else self.dealt - self.gone


@dataclass(frozen=True, slots=True)
class Pile:
    """The play to be beaten; after the end, the last one."""

    cards: tuple[Card, ...]
    shape: Shape


@dataclass(frozen=True, slots=True, kw_only=True)
class Loose:
    """Cards laid wrongly: they lie on the pile without being part of it, and are due back in the hand."""

    seat: Seat | None
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LastPlay:
    """The last play by the rules, so that it can be taken back while nobody has acted on it."""

    seat: Seat
    cards: tuple[Card, ...]
    after: Trick
    before: State = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """What the exchange has told of a hand: how good the cards are at most that were kept (P2.4)."""

    seat: Seat
    line: int
    """Where that was told."""
    best: int
    """No card higher than this was kept."""
    denied: frozenset[int] = frozenset()
    """Nor any of these heights."""
    explained: int = 0
    """So many cards came back, which may be any."""
    seen: tuple[Card, ...] = ()
    """Cards of the hand seen since that cannot have been kept; at most one more than are explained."""


@dataclass(frozen=True, kw_only=True)
class State:
    """A round of President between two events. Without slots, see `table.changes`."""

    setup: Setup
    trick: Trick
    hands: tuple[Hand, ...]
    """In the order of `setup.players`."""
    pile: Pile | None = None
    seen: Seen = field(default_factory=dict)
    """Laid for good in this round, in the order of laying."""
    is_turned: bool = False
    """In a revolution (P2.2)."""
    has_begun: bool = False
    """Whether a card has been laid for good."""
    swaps: tuple[Swap, ...] = ()
    promises: tuple[Promise, ...] = ()
    loose: tuple[Loose, ...] = ()
    """At most one a seat, and one of nobody."""
    last_play: LastPlay | None = None

    @property
    def house(self) -> House:
        return self.setup.house

    @property
    def turn(self) -> Seat | None:
        return self.trick.turn

    @property
    def top(self) -> Card | None:
        return None if self.pile is None else self.pile.cards[-1]

    @property
    def is_over(self) -> bool:
        return self.trick.is_finished

    @property
    def placing(self) -> tuple[Seat, ...]:
        """Who is out, in order; at the end with the last one."""
        return final_order(self.trick) if self.is_over else self.trick.out

    def hand(self, seat: Seat) -> Hand:
        return self.hands[self.setup.players.index(seat)]

    def hands_with(self, seat: Seat, hand: Hand) -> tuple[Hand, ...]:
        at = self.setup.players.index(seat)
        return (*self.hands[:at], hand, *self.hands[at + 1 :])

    def moved(self, giver: Seat, taker: Seat, count: int) -> State:
        """So many cards have changed hands."""
        gave, took = self.hand(giver), self.hand(taker)
        state = changed(self, hands=self.hands_with(giver, replace(gave, gone=gave.gone + count)))
        return changed(state, hands=state.hands_with(taker, replace(took, gone=took.gone - count)))

    def with_loose(self, seat: Seat | None, cards: tuple[Card, ...]) -> State:
        """These cards lie wrongly on the pile; cards laid there again lie there once."""
        others = []
        for loose in self.loose:
            if loose.seat == seat:
                cards = loose.cards + less(cards, loose.cards)
            else:
                others.append(loose)
        return changed(self, loose=(*others, Loose(seat=seat, cards=cards)))

    def without_loose(self, seat: Seat, cards: tuple[Card, ...]) -> State | None:
        """These wrongly laid cards are in the hand again; None if not all of them lie there."""
        others = tuple([loose for loose in self.loose if loose.seat != seat or loose.cards != cards])
        if len(others) < len(self.loose):
            return changed(self, loose=others)
        left, wanted = [], cards
        for loose in self.loose:
            if loose.seat not in (seat, None):
                left.append(loose)
                continue
            kept, wanted = less(loose.cards, wanted), less(wanted, loose.cards)
            if kept:
                left.append(Loose(seat=loose.seat, cards=kept))
        return None if wanted else changed(self, loose=tuple(left))
