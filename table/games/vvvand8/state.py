"""What the referee of VVVänd8 knows. Frozen: a deed gives a new state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from table.cards import Card, Rank, Suit
from table.changes import changed, made
from table.games.vvvand8.hindsight import shown_since, turn_over
from table.games.vvvand8.house import House
from table.games.vvvand8.places import DEALT, Place
from table.seats import Seat, clockwise_from

__all__ = ["DEALT", "MOST_DRAWS", "Asked", "LastPlay", "Loose", "Place", "State", "is_ace", "is_eight"]

MOST_DRAWS = 3
"""Cards that may be taken in one turn (V2.10)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loose:
    """Cards laid wrongly: they lie on the pile without being part of it, and are due back in the hand."""

    seat: Seat | None
    cards: tuple[Card, ...]


@dataclass(frozen=True, kw_only=True)
class LastPlay:
    """The last cards laid by the rules, and how the game stood before, so that they can be taken back.

    Without slots, for `changes.made`.
    """

    line: int
    seat: Seat
    cards: tuple[Card, ...]
    before: State


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """Who may forbid that a penalty is taken, and has not answered yet (V3.9)."""

    line: int
    offender: Seat
    cards: int
    callers: tuple[Seat, ...]


@dataclass(frozen=True, kw_only=True)
class State:
    """A game of VVVänd8 between two events. Without slots, for `changes.changed`."""

    house: House
    seats: tuple[Seat, ...]
    places: tuple[Place, ...]
    decks: int
    is_leap_day: bool = False
    dealer: Seat | None = None
    turn: Seat | None = None
    """None before the start card, after the end, and while nobody knows who deals."""
    pile: tuple[Card, ...] = ()
    """From the bottom, since the pile was last turned."""
    copies: Mapping[Card, int] = field(default_factory=dict)
    """How many of each card lie in the pile. Never changed."""
    suit: Suit | None = None
    """In force; None before the start card and until an eight's suit is named."""
    namer: Seat | None = None
    """Who must name a suit."""
    renamer: Seat | None = None
    """Who has named the suit, while nobody has acted on it: a slip of the finger may be put right."""
    fresh_caller: Seat | None = None
    """Who has called, while nobody has acted on it: the call may be taken back (V3.3)."""
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
    asked: tuple[Asked, ...] = ()
    """The penalties for which callers are asked, the oldest first (V3.9)."""
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

    @property
    def is_untouched(self) -> bool:
        """Whether nothing has been laid or taken in turn yet."""
        return len(self.pile) <= 1 and not (self.laps or self.draws or self.loose)

    def place(self, seat: Seat) -> Place:
        return self.places[self.seats.index(seat)]

    @property
    def players(self) -> tuple[Seat, ...]:
        """Who plays, those away included."""
        return tuple([s for s, place in zip(self.seats, self.places, strict=True) if not place.is_free])

    @property
    def active(self) -> int:
        """Players who are not away (V2.2)."""
        return sum(not place.is_away for place in self.places if not place.is_free)

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
        return tuple([s for s in clockwise_from(self.seats, seat) if not self.place(s).is_free])

    def next_after(self, seat: Seat) -> Seat:
        """To whom the turn passes: over free seats and players away. The same player if nobody else is there."""
        for other in clockwise_from(self.seats, seat):
            place = self.place(other)
            if not (place.is_free or place.is_away):
                return other
        return seat

    def free_before(self, seat: Seat, after: Seat) -> tuple[Seat, ...]:
        """The free seats that the turn passes over from *after* to *seat*."""
        order = clockwise_from(self.seats, after)
        until = order.index(seat) if seat in order else len(order)
        return tuple([other for other in order[:until] if self.place(other).is_free])

    @property
    def talon(self) -> int | None:
        """Cards left in the talon; None once a hand's count is lost."""
        balance = self.talon_balance
        return None if balance is None else max(0, balance)

    @property
    def talon_balance(self) -> int | None:
        """As `talon`, but below nothing by the cards that were taken and cannot have been there."""
        left = 52 * self.decks - len(self.pile)
        for place in self.places:
            if not place.is_free:
                if place.hand is None:
                    return None
                left -= place.taken
        return left

    @property
    def can_draw(self) -> bool:
        """Whether the talon, or else the pile under its top card, has a card to give."""
        return len(self.pile) > 1 or self.talon != 0

    @property
    def not_owed(self) -> int | None:
        """Cards in the talon and under the pile's top that nobody owes; None if that is not known."""
        talon = self.talon
        if talon is None:
            return None
        return max(0, talon + len(self.pile[1:]) - sum(place.owes_in_all for place in self.places))

    def copies_in_pile(self, card: Card) -> int:
        return self.copies.get(card, 0)

    def placed(self, seat: Seat, **changes: Any) -> tuple[Place, ...]:
        """All places, that of *seat* with these changes."""
        at = self.seats.index(seat)
        return (*self.places[:at], changed(self.places[at], **changes), *self.places[at + 1 :])

    def with_place(self, seat: Seat, **changes: Any) -> State:
        return changed(self, places=self.placed(seat, **changes))

    def hand_after(self, seat: Seat, more: int) -> int | None:
        """The hand's count when it goes up, or down if *more* is negative; below nothing it is lost."""
        return self.place(seat).hand_after(more)

    def with_hand(self, seat: Seat, more: int) -> State:
        return self.with_place(seat, hand=self.hand_after(seat, more))

    def owing(self, seat: Seat, penalty: int, *, later: bool = False) -> State:
        """The seat owes so many penalty cards more, or as many as there are; they count in the hand from now on.

        They may not be used before the seat's turn is over; *later*: they are not taken before that either.
        """
        left = self.not_owed
        penalty = penalty if left is None else min(penalty, left)
        place = self.place(seat)
        debt = {"owes_later": place.owes_later + penalty} if later else {"owes": place.owes + penalty}
        return self.with_place(seat, hand=self.hand_after(seat, penalty), locked=place.locked + penalty, **debt)

    def owing_for_aces(self, seats: tuple[Seat, ...], aces: int) -> State:
        """The seats must, in this order, take a card for each ace, while there are any.

        The cards count in the hands from now on.
        """
        left, rounds, places = self.not_owed, [], [*self.places]
        for _ in range(aces):
            waiting = seats if left is None else seats[:left]
            left = None if left is None else left - len(waiting)
            rounds.append(waiting)
        for seat in seats:
            more, at = sum([seat in waiting for waiting in rounds]), self.seats.index(seat)
            owed = places[at].owes_for_ace + more
            places[at] = changed(places[at], hand=self.hand_after(seat, more), owes_for_ace=owed)
        waiting_now = self.ace_rounds + tuple([waiting for waiting in rounds if waiting])
        return changed(self, places=tuple(places), ace_rounds=waiting_now)

    def served_for_aces(self, seat: Seat, count: int) -> tuple[tuple[Seat, ...], ...]:
        """Who has still to take a card for which ace once the seat has taken so many, those for the oldest first."""
        rounds, left = [], count
        for waiting in self.ace_rounds:
            if left and seat in waiting:
                waiting, left = tuple([other for other in waiting if other != seat]), left - 1
            rounds.append(waiting)
        return tuple([waiting for waiting in rounds if waiting])

    def with_loose(self, seat: Seat | None, cards: tuple[Card, ...]) -> State:
        """These cards lie wrongly on the pile."""
        return changed(self, loose=(*self.loose, Loose(seat=seat, cards=cards)))

    def with_laid(self, seat: Seat, cards: tuple[Card, ...], *, line: int, is_early: bool = False) -> State:
        """These cards are the pile's new top; whatever lay there wrongly is taken as gone."""
        place = self.place(seat)
        claims = shown_since(place.claims, cards) if place.claims else ()
        before = self if self.last_play is None else changed(self, last_play=None)
        play = made(LastPlay, line=line, seat=seat, cards=cards, before=before)
        return changed(
            self,
            places=self.placed(seat, hand=place.hand_after(-len(cards)), joins_with=0, claims=claims),
            **self._pile_of(self.pile + cards, cards),
            suit=cards[-1].suit,
            namer=None,
            loose=(),
            is_top_doubted=False,
            last_play=play,
            early=play if is_early else None if seat == self.dealer else self.early,
        )

    def _pile_of(self, pile: tuple[Card, ...], added: tuple[Card, ...]) -> dict[str, Any]:
        """The pile with what has been added on top.

        It never holds more cards than there are: then it must have been turned without the table having been told.
        """
        if len(pile) > 52 * self.decks:
            return pile_fields(added)
        copies = dict(self.copies)
        for card in added:
            copies[card] = copies.get(card, 0) + 1
        return {"pile": pile, "copies": copies}

    def with_eight_laid_by(self, seat: Seat) -> State:
        """No suit is in force until *seat* has named one."""
        return changed(self, suit=None, namer=seat)

    def in_turn(self, seat: Seat) -> State:
        """A new turn begins."""
        return changed(self, turn=seat, draws=0, may_not_call=False)

    def handed_on(self) -> State:
        """The turn passes; a call said in it now holds, and one that held is used up (V2.14).

        What was not to be used or taken before the end of the turn may be now.
        """
        if self.turn is None:
            return self
        successor, skipped = self.next_after(self.turn), []
        places = [*self.places]
        for seat in clockwise_from(self.seats, self.turn):
            if seat == successor:
                break
            at = self.seats.index(seat)
            if places[at].is_free:
                skipped.append(seat)
            elif places[at].call_holds:
                places[at] = changed(places[at], call_holds=False)
        at = self.seats.index(self.turn)
        places[at] = _after_its_turn(places[at])
        return changed(
            self, places=tuple(places), turn=successor, draws=0, may_not_call=False, passed_over=tuple(skipped)
        )

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
                left.append(Loose(seat=loose.seat, cards=tuple(kept)))
        return changed(self, loose=tuple(left))

    def ended(self, *, winner: Seat | None = None, loser: Seat | None = None) -> State:
        """The game is over; without a winner it is drawn."""
        over = {"turn": None, "namer": None, "renamer": None, "fresh_caller": None, "asked": ()}
        return changed(self, winner=winner, loser=loser, is_drawn=winner is None, **over)


def pile_fields(pile: tuple[Card, ...]) -> dict[str, Any]:
    """The fields of a state that say what lies in the pile."""
    return {"pile": pile, "copies": dict(Counter(pile))}


def _after_its_turn(place: Place) -> Place:
    if not (place.has_called or place.locked or place.owes_later or place.claims or place.joins_with):
        return place
    owes = place.owes + place.owes_later
    claims = turn_over(place.claims)
    return changed(
        place,
        call_holds=place.call_said,
        call_said=False,
        locked=0,
        owes=owes,
        owes_later=0,
        claims=claims,
        joins_with=0,
    )


_ACE, _EIGHT = Rank.ACE, Rank.EIGHT  # to look a member up in its enum takes as long as all the rest of this


def is_eight(card: Card) -> bool:
    return card.rank is _EIGHT


def is_ace(card: Card) -> bool:
    return card.rank is _ACE
