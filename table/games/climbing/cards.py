"""How many cards each is dealt, and which can still be in the hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from table.cards import JOKER, Card
from table.seats import Seat, clockwise_from

Seen = Mapping[Card, int]
"""How many copies of each card have been laid for good in this round. Never changed: see `with_seen`."""


def shares(seats: Sequence[Seat], dealer: Seat | None, cards: int) -> dict[Seat, int | None]:
    """How many cards each seat is dealt: the first from the dealer's left get one more where they do not divide.

    Without a dealer nobody knows who those are: then None, unless they divide.
    """
    each, more = divmod(cards, len(seats))
    if dealer is None:
        return dict.fromkeys(seats, None if more else each)
    order = (*clockwise_from(seats, dealer), dealer)
    return {seat: each + (place < more) for place, seat in enumerate(order)}


def copies_left(card: Card, seen: Seen, *, decks: int, jokers: int) -> int:
    """How many copies of that card can still be in a hand; *jokers* are those of all decks together."""
    return (jokers if card is JOKER else decks) - seen.get(card, 0)


def impossible_card(cards: Sequence[Card], seen: Seen, *, decks: int, jokers: int) -> Card | None:
    """The first of the cards laid at once that cannot be there, because all its copies have been laid."""
    for place, card in enumerate(cards):
        if cards[:place].count(card) >= copies_left(card, seen, decks=decks, jokers=jokers):
            return card
    return None


def less(cards: Sequence[Card], others: Sequence[Card]) -> tuple[Card, ...]:
    """What is left of the cards when the others are taken from them, as far as they are among them."""
    left = list(cards)
    for card in others:
        if card in left:
            left.remove(card)
    return tuple(left)


def with_seen(seen: Seen, cards: Sequence[Card]) -> Seen:
    """These cards have been laid for good as well."""
    more = dict(seen)
    for card in cards:
        more[card] = more.get(card, 0) + 1
    return more
