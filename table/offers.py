"""What a person may tell the table, as touches on a screen."""

from __future__ import annotations

from table.cards import Rank, Suit
from table.game import Choice, Offer
from table.said import in_both, words
from table.texts import suit_name
from web.desk import Tap

SUIT_SIGN = {Suit.CLUBS: "♣", Suit.DIAMONDS: "♦", Suit.HEARTS: "♥", Suit.SPADES: "♠"}

RANKS = tuple(rank.value for rank in Rank if rank is not Rank.JOKER)

RARE = (Choice.AWAY, Choice.JOIN)

MOST = 13
"""So many, where a game does not say how many there may be: one of each rank."""


def taps(offer: Offer) -> list[Tap]:
    """The touches for what a person may tell: one, or one for each answer there is."""
    match offer.choice:
        case Choice.SUIT:
            return [_suit_tap(offer, suit) for suit in Suit]
        case Choice.VETO:
            return [_tap(offer, f"veto {answer}", f"veto_{answer}") for answer in ("yes", "no")]
        case Choice.DRAW:
            return [_tap(offer, "draw 1")]
        case Choice.TAKE_BACK:
            return [_tap(offer, " ".join(["takeback", *map(str, offer.cards)]))]
        case Choice.SAY:
            return [_tap(offer, "say stress")]
        case Choice.TAKES:
            return [_tap(offer, f"takes {offer.taken}", f"takes_{offer.taken}")]
        case Choice.SINGLES:
            return [_tap(offer, "singles {count}", counts=tuple(range(1, (offer.count or MOST) + 1)))]
        case Choice.ASKS:
            counts = tuple(range((offer.count or MOST) + 1))
            return [_tap(offer, f"asks {{rank}} of {offer.other} gets {{count}}", ranks=RANKS, counts=counts)]
        case Choice.GIVES:
            return [_tap(offer, f"gives {offer.count or 1} to {offer.other}")]
    return [_tap(offer, offer.choice.value)]


def _tap(offer: Offer, verb: str, label: str = "", *, ranks: tuple[str, ...] = (), counts: tuple[int, ...] = ()) -> Tap:
    other, count = offer.other or "", offer.count or 0
    said = words("choices", label or offer.choice.value, other=other, offender=other, count=count)
    who = offer.seat or ("table" if offer.choice is Choice.TURNED else "?")
    line = f"{who}: {verb}"
    return Tap(label=said, line=line, weight=_weight(offer), ranks=ranks, counts=counts)


def _suit_tap(offer: Offer, suit: Suit) -> Tap:
    said = in_both(lambda language: suit_name(suit, language).capitalize())
    return Tap(label=said, line=f"{offer.seat}: suit {suit.value}", icon=SUIT_SIGN[suit], weight=_weight(offer))


def _weight(offer: Offer) -> str:
    return "main" if offer.is_likely else "quiet" if offer.choice in RARE else "plain"
