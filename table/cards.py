"""Cards, ranks and suits as printed. There is no order among ranks here: that is for each game to say."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Rank(enum.Enum):
    """A printed rank; the value is the notation's word."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "10"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"
    JOKER = "X"

    __hash__ = object.__hash__  # Enum's own hashes the name, in Python: cards are counted at every event


class Suit(enum.Enum):
    """A printed suit; the value is the notation's letter."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    __hash__ = object.__hash__


SUIT_SIGNS = {"♣": Suit.CLUBS, "♦": Suit.DIAMONDS, "♥": Suit.HEARTS, "♠": Suit.SPADES}
"""The signs that people may write in place of the letters."""


@dataclass(frozen=True, slots=True, eq=False)
class Card:
    """One printed face. Two decks have two equal cards of each.

    There is one value for each of the 53 faces, so that equal cards are the same: they are compared at every event.
    """

    rank: Rank
    suit: Suit | None
    """None for a joker."""

    def __new__(cls, rank: Rank, suit: Suit | None) -> Card:
        return _FACES.get((rank, suit)) or object.__new__(cls)

    def __post_init__(self) -> None:
        if (self.rank is Rank.JOKER) is not (self.suit is None):
            raise ValueError("every card but a joker has a suit")
        _FACES.setdefault((self.rank, self.suit), self)

    def __reduce__(self) -> tuple[type[Card], tuple[Rank, Suit | None]]:
        return Card, (self.rank, self.suit)

    def __str__(self) -> str:
        return self.rank.value if self.suit is None else self.rank.value + self.suit.value


_FACES: dict[tuple[Rank, Suit | None], Card] = {}

DECK = tuple(Card(rank, suit) for suit in Suit for rank in Rank if rank is not Rank.JOKER)
"""The 52 cards of a deck without jokers."""

JOKER = Card(Rank.JOKER, None)
"""All jokers are alike."""

_BY_NAME = {str(card): card for card in (*DECK, JOKER)}


def card(name: str) -> Card:
    """The card of that name: `7H`, `10S`, `X` for a joker; `T` for ten and suit signs are understood.

    Raises ValueError with a sentence for people if there is no such card.
    """
    plain = name.upper()
    if plain[:1] == "T":
        plain = "10" + plain[1:]
    if plain[-1:] in SUIT_SIGNS:
        plain = plain[:-1] + SUIT_SIGNS[plain[-1]].value
    found = _BY_NAME.get(plain)
    if found is None:
        raise ValueError(f"no card '{name}'; cards are 2-10 J Q K A with C D H S, or X")
    return found


def cards(names: str) -> tuple[Card, ...]:
    """Several cards, their names parted by blanks. Raises like `card`."""
    return tuple(card(name) for name in names.split())
