"""Where every card of the simulated table really is, those that nobody sees included."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from table import events
from table.cards import DECK, Card
from table.events import Event
from table.game import Header
from table.games.vvvand8.deal import decks_for
from table.games.vvvand8.state import DEALT, Loose, State
from table.seats import Nobody, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """The cards between two deeds. None is ever lost: what leaves one place comes to another."""

    seats: tuple[Seat, ...]
    hands: tuple[tuple[Card, ...], ...]
    """By seat, as taken up."""
    aside: tuple[tuple[Card, ...], ...]
    """By seat, penalty cards face down before it: of no use until its turn has passed."""
    talon: tuple[Card, ...]
    """From the top."""
    pile: tuple[Card, ...] = ()
    """From the bottom."""
    loose: tuple[Loose, ...] = ()
    """Laid wrongly, lying on the pile."""
    turn: Seat | None = None
    owed: tuple[int, ...] = ()
    """By seat, penalty cards not taken yet."""

    def hand(self, seat: Seat) -> tuple[Card, ...]:
        """What the seat holds and may use."""
        return self.hands[self.seats.index(seat)]

    def put_aside(self, seat: Seat) -> tuple[Card, ...]:
        """The seat's penalty cards that it may not use yet."""
        return self.aside[self.seats.index(seat)]

    @property
    def cards(self) -> Counter[Card]:
        """All there are, wherever."""
        loose = (card for lying in self.loose for card in lying.cards)
        held = (card for cards in (*self.hands, *self.aside) for card in cards)
        return Counter((*self.talon, *self.pile, *loose, *held))

    def after(self, event: Event, state: State) -> Truth:
        """The truth once *event* has been done; *state* is what the referee makes of it."""
        truth = self._done(event, state)
        owed = tuple(state.place(seat).owes for seat in self.seats)
        truth = replace(truth, turn=state.turn, owed=owed)
        return truth if self.turn in (None, state.turn) else truth._usable_again(self.turn)

    def _done(self, event: Event, state: State) -> Truth:
        seat = self.turn if isinstance(event.who, Nobody) else event.who
        match event:
            case events.Start(card=card):
                return replace(self, talon=_without(self.talon, (card,)), pile=(*self.pile, card))
            case events.Turned():
                return replace(self, talon=(*self.talon, *self.pile[:-1]), pile=self.pile[-1:])
            case events.Play(cards=cards) if seat is not None:
                return self._laid(seat, cards, state)
            case events.TakeBack(cards=cards) if seat is not None:
                return self._taken_back(seat, cards)
            case events.Draw(count=count) if seat is not None:
                return self._drawn(seat, count, state)
            case events.Dealt(count=count) if seat is not None:
                return self._dealt(seat, count)
            case events.Join() if seat is not None:
                return self._dealt(seat, state.place(seat).hand or 0)
        return self

    def _laid(self, seat: Seat, cards: tuple[Card, ...], state: State) -> Truth:
        truth = self._with_hand(seat, _without(self.hand(seat), cards))
        lying = Loose(seat=seat, cards=cards)
        if state.loose[-1:] == (lying,):
            return replace(truth, loose=(*self.loose, lying))
        for wrong in self.loose:
            truth = truth._taken_back(wrong.seat or seat, wrong.cards)
        return replace(truth, pile=truth.pile + cards)

    def _taken_back(self, seat: Seat, cards: tuple[Card, ...]) -> Truth:
        for at, wrong in enumerate(self.loose):
            if wrong.seat == seat and Counter(wrong.cards) == Counter(cards):
                truth = replace(self, loose=self.loose[:at] + self.loose[at + 1 :])
                return truth._with_hand(seat, self.hand(seat) + cards)
        if Counter(self.pile[-len(cards) :]) == Counter(cards):
            return replace(self, pile=self.pile[: -len(cards)])._with_hand(seat, self.hand(seat) + cards)
        return self

    def _drawn(self, seat: Seat, count: int, state: State) -> Truth:
        drawn = self.talon[:count]
        truth = replace(self, talon=self.talon[count:])
        before = self.owed[self.seats.index(seat)] if self.owed else 0
        penalty = max(0, before - state.place(seat).owes) if seat == self.turn else 0
        truth = truth._with_aside(seat, self.put_aside(seat) + drawn[:penalty])
        return truth._with_hand(seat, self.hand(seat) + drawn[penalty:])

    def _dealt(self, seat: Seat, count: int) -> Truth:
        hand = self.hand(seat)
        missing = max(0, count - len(hand))
        truth = replace(self, talon=hand[count:] + self.talon[missing:])
        return truth._with_hand(seat, hand[:count] + self.talon[:missing])

    def _usable_again(self, seat: Seat | None) -> Truth:
        if seat is None or not self.put_aside(seat):
            return self
        return self._with_hand(seat, self.hand(seat) + self.put_aside(seat))._with_aside(seat, ())

    def holding(self, seat: Seat, cards: Iterable[Card]) -> Truth:
        """The same table with *cards* in that hand: a hidden card is exchanged for each that is elsewhere.

        For records, which tell what was laid and not what was held. A card that is nowhere to be had is brought in
        from outside, since a record may tell of such a thing.
        """
        truth, kept = self, Counter(cards)
        for card in kept.elements():
            missing = kept[card] - Counter(truth.hand(seat))[card]
            if missing > 0:
                truth = truth._exchanged(seat, card, kept)
        return truth

    def with_uppermost(self, card: Card) -> Truth:
        """The same table with *card* uppermost on the talon, in exchange for the one that was there."""
        if not self.talon or self.talon[0] == card:
            return self if self.talon else replace(self, talon=(card,))
        if card in self.talon:
            at = self.talon.index(card)
            return replace(self, talon=(card, *self.talon[1:at], self.talon[0], *self.talon[at + 1 :]))
        for seat in self.seats:
            if card in self.hand(seat):
                hand = (*_without(self.hand(seat), (card,)), self.talon[0])
                return replace(self, talon=(card, *self.talon[1:]))._with_hand(seat, hand)
        return replace(self, talon=(card, *self.talon))

    def _exchanged(self, seat: Seat, card: Card, kept: Counter[Card]) -> Truth:
        spare = next((held for held in self.hand(seat) if held not in kept), None)
        hand = self.hand(seat) if spare is None else _without(self.hand(seat), (spare,))
        given = () if spare is None else (spare,)
        truth = self._with_hand(seat, (*hand, card))
        if card in self.talon:
            at = self.talon.index(card)
            return replace(truth, talon=self.talon[:at] + given + self.talon[at + 1 :])
        for other in self.seats:
            if other != seat and card in self.hand(other):
                return truth._with_hand(other, _without(self.hand(other), (card,)) + given)
        return replace(truth, talon=self.talon + given)

    def _with_hand(self, seat: Seat, hand: tuple[Card, ...]) -> Truth:
        at = self.seats.index(seat)
        return replace(self, hands=(*self.hands[:at], hand, *self.hands[at + 1 :]))

    def _with_aside(self, seat: Seat, cards: tuple[Card, ...]) -> Truth:
        at = self.seats.index(seat)
        return replace(self, aside=(*self.aside[:at], cards, *self.aside[at + 1 :]))


def deal(header: Header, seed: int) -> Truth:
    """Shuffles real decks and deals seven cards to everybody; the start card lies uppermost on the talon."""
    players = tuple(seat for seat in header.seats if seat not in header.free)
    cards = list(DECK * (header.decks or decks_for(len(players))))
    random.Random(f"{seed}/deal").shuffle(cards)
    hands = {seat: tuple(cards[at * DEALT : (at + 1) * DEALT]) for at, seat in enumerate(players)}
    return Truth(
        seats=header.seats,
        hands=tuple(hands.get(seat, ()) for seat in header.seats),
        aside=((),) * len(header.seats),
        talon=tuple(cards[len(players) * DEALT :]),
    )


def _without(cards: tuple[Card, ...], gone: Iterable[Card]) -> tuple[Card, ...]:
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return tuple(left)
