"""What the referee of VVVänd8 knows. Frozen: a deed gives a new state."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from table.cards import Card, Rank, Suit
from table.games.vvvand8.house import House
from table.seats import Seat, clockwise_from

DEALT = 7
"""Cards to each player (V1.6)."""

MOST_DRAWS = 3
"""Cards that may be taken in one turn (V2.10)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """What is known of one seat."""

    hand: int | None = DEALT
    """Cards held, those owed included; None once the count is lost."""
    owes_for_ace: int = 0
    """Of `hand`, cards that an ace makes the player take and that are not taken yet."""
    owes: int = 0
    """Of `hand`, penalty cards not taken yet."""
    call_holds: bool = False
    """Called on the lap before: may go out in this turn, or in the next to come."""
    call_said: bool = False
    """Called in this turn, for the next."""
    is_away: bool = False
    is_free: bool = False
    is_guest: bool = False
    is_viggo: bool = False
    drawn: Card | None = None
    """The card in the draw for the deal."""
    is_out_of_the_draw: bool = False
    """Drew higher than players who draw again for the deal (V1.3)."""
    received: int = 0
    """Of the dealer's hand, what others were dealt too many (V1.7)."""

    @property
    def has_called(self) -> bool:
        return self.call_holds or self.call_said

    @property
    def taken(self) -> int:
        """Cards that are really in the hand, as far as known."""
        return max(0, (self.hand or 0) - self.owes_for_ace - self.owes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Loose:
    """Cards laid wrongly: they lie on the pile without being part of it, and are due back in the hand."""

    seat: Seat | None
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LastPlay:
    """The last cards laid by the rules, and how the game stood before, so that they can be taken back."""

    line: int
    seat: Seat
    cards: tuple[Card, ...]
    before: State


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A game of VVVänd8 between two events."""

    house: House
    seats: tuple[Seat, ...]
    places: tuple[Place, ...]
    decks: int
    dealer: Seat | None = None
    turn: Seat | None = None
    """None before the start card, after the end, and while nobody knows who deals."""
    pile: tuple[Card, ...] = ()
    """From the bottom, since the pile was last turned."""
    suit: Suit | None = None
    """In force; None before the start card and until an eight's suit is named."""
    namer: Seat | None = None
    """Who must name a suit."""
    draws: int = 0
    """Cards taken by the player in turn in this turn."""
    may_not_call: bool = False
    """The player in turn has tried to go out on an ace (V3.7)."""
    is_top_doubted: bool = False
    """The card on top cannot be there: whether another fits it is not known."""
    loose: tuple[Loose, ...] = ()
    passed_over: tuple[Seat, ...] = ()
    """Free seats over which the turn has just passed (V1.12)."""
    ace_rounds: tuple[tuple[Seat, ...], ...] = ()
    """For each ace, the oldest first, who has still to take a card for it, in turn order."""
    laps: int = 0
    """How often the talon has been gone through."""
    last_play: LastPlay | None = None
    early: LastPlay | None = None
    """Laid on a start eight before the dealer had named the suit, while the dealer may still name it (V1.11)."""
    was_active: int = 0
    """Active players when the game started (V2.2)."""
    winner: Seat | None = None
    loser: Seat | None = None
    is_drawn: bool = False

    @property
    def top(self) -> Card | None:
        return self.pile[-1] if self.pile else None

    @property
    def is_over(self) -> bool:
        return self.winner is not None or self.is_drawn

    @property
    def is_running(self) -> bool:
        return bool(self.pile) and not self.is_over

    def place(self, seat: Seat) -> Place:
        return self.places[self.seats.index(seat)]

    @property
    def players(self) -> tuple[Seat, ...]:
        """Who plays, those away included."""
        return tuple(s for s, place in zip(self.seats, self.places, strict=True) if not place.is_free)

    @property
    def active(self) -> int:
        """Players who are not away (V2.2)."""
        return sum(not self.place(seat).is_away for seat in self.players)

    def may_name_suit(self, seat: Seat) -> bool:
        """Whether a suit is waited for from that seat."""
        return seat == self.namer or (self.early is not None and seat == self.dealer)

    def may_take_over(self, seat: Seat) -> bool:
        """Whether that seat is next and the player in turn has taken all three cards: the turn may have passed."""
        if self.turn is None or self.draws < MOST_DRAWS or seat == self.turn:
            return False
        return seat == self.next_after(self.turn)

    def others_from(self, seat: Seat) -> tuple[Seat, ...]:
        """The other players in turn order, those away included."""
        return tuple(s for s in clockwise_from(self.seats, seat) if not self.place(s).is_free)

    def next_after(self, seat: Seat) -> Seat:
        """To whom the turn passes: over free seats and players away. The same player if nobody else is there."""
        present = (s for s in self.others_from(seat) if not self.place(s).is_away)
        return next(present, seat)

    @property
    def talon(self) -> int | None:
        """Cards left in the talon; None once a hand's count is lost."""
        if any(place.hand is None for place in self.places if not place.is_free):
            return None
        held = sum(self.place(seat).taken for seat in self.players)
        return max(0, 52 * self.decks - held - len(self.pile))

    @property
    def can_draw(self) -> bool:
        """Whether the talon, or else the pile under its top card, has a card to give."""
        return self.talon != 0 or len(self.pile) > 1

    def copies_in_pile(self, card: Card) -> int:
        return Counter(self.pile)[card]

    def with_place(self, seat: Seat, **changes: Any) -> State:
        at = self.seats.index(seat)
        place = replace(self.places[at], **changes)
        return replace(self, places=(*self.places[:at], place, *self.places[at + 1 :]))

    def with_hand(self, seat: Seat, more: int) -> State:
        """The hand's count goes up, or down if *more* is negative; below nothing it is lost."""
        hand = self.place(seat).hand
        count = None if hand is None or hand + more < 0 else hand + more
        return self.with_place(seat, hand=count)

    def owing(self, seat: Seat, penalty: int) -> State:
        """The seat owes so many penalty cards more; they count in the hand from now on."""
        return self.with_hand(seat, penalty).with_place(seat, owes=self.place(seat).owes + penalty)

    def owing_for_aces(self, seats: tuple[Seat, ...], aces: int) -> State:
        """The seats must, in this order, take a card for each ace; the cards count in the hands from now on."""
        state = self
        for seat in seats:
            owed = state.place(seat).owes_for_ace + aces
            state = state.with_hand(seat, aces).with_place(seat, owes_for_ace=owed)
        return replace(state, ace_rounds=state.ace_rounds + (seats,) * aces)

    def served_for_aces(self, seat: Seat, count: int) -> State:
        """The seat has taken so many of the cards that it owed for aces, those for the oldest first."""
        rounds, left = [], count
        for waiting in self.ace_rounds:
            if left and seat in waiting:
                waiting, left = tuple(other for other in waiting if other != seat), left - 1
            rounds.append(waiting)
        owed = self.place(seat).owes_for_ace - count
        state = self.with_place(seat, owes_for_ace=owed)
        return replace(state, ace_rounds=tuple(waiting for waiting in rounds if waiting))

    def with_loose(self, seat: Seat | None, cards: tuple[Card, ...]) -> State:
        """These cards lie wrongly on the pile."""
        return replace(self, loose=(*self.loose, Loose(seat=seat, cards=cards)))

    def with_laid(self, seat: Seat, cards: tuple[Card, ...], *, line: int, is_early: bool = False) -> State:
        """These cards are the pile's new top; whatever lay there wrongly is taken as gone."""
        play = LastPlay(line=line, seat=seat, cards=cards, before=replace(self, last_play=None))
        early = play if is_early else None if seat == self.dealer else self.early
        state = self.with_hand(seat, -len(cards))
        return replace(
            state,
            pile=self.pile + cards,
            suit=cards[-1].suit,
            namer=None,
            loose=(),
            is_top_doubted=False,
            last_play=play,
            early=early,
        )

    def with_eight_laid_by(self, seat: Seat) -> State:
        """No suit is in force until *seat* has named one."""
        return replace(self, suit=None, namer=seat)

    def in_turn(self, seat: Seat) -> State:
        """A new turn begins."""
        return replace(self, turn=seat, draws=0, may_not_call=False)

    def handed_on(self) -> State:
        """The turn passes; a call said in it now holds, and one that held is used up (V2.14)."""
        if self.turn is None:
            return self
        said = self.place(self.turn).call_said
        state = self.with_place(self.turn, call_holds=said, call_said=False)
        successor, skipped = state.next_after(self.turn), []
        for seat in clockwise_from(self.seats, self.turn):
            if seat == successor:
                break
            if state.place(seat).is_free:
                skipped.append(seat)
            else:
                state = state.with_place(seat, call_holds=False)
        return replace(state.in_turn(successor), passed_over=tuple(skipped))

    def taken_back(self, seat: Seat, cards: tuple[Card, ...]) -> State | None:
        """These wrongly laid cards are in the hand again; None if they do not lie there."""
        lying = Counter(card for loose in self.loose if loose.seat in (seat, None) for card in loose.cards)
        if Counter(cards) - lying:
            return None
        left, gone = [], Counter(cards)
        for loose in self.loose:
            kept = []
            for card in loose.cards:
                if loose.seat in (seat, None) and gone[card] > 0:
                    gone[card] -= 1
                else:
                    kept.append(card)
            if kept:
                left.append(replace(loose, cards=tuple(kept)))
        return replace(self, loose=tuple(left))

    def ended(self, *, winner: Seat | None = None, loser: Seat | None = None) -> State:
        """The game is over; without a winner it is drawn."""
        return replace(self, turn=None, winner=winner, loser=loser, is_drawn=winner is None, namer=None)


def is_eight(card: Card) -> bool:
    return card.rank is Rank.EIGHT


def is_ace(card: Card) -> bool:
    return card.rank is Rank.ACE
