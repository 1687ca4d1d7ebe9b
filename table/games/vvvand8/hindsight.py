"""What a hand must have held: calls of utgång that later cards prove false (V3.3).

Only cards that lay open for everybody and counts that everybody could keep are used, so that what is said of them
tells nothing about a card that is still hidden.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from table.cards import Card, Rank
from table.changes import changed
from table.rulings import ClauseId, Kind, Penalty, Ruling
from table.seats import Seat

MOST_DRAWN = 12
"""Cards drawn since a call after which it is let rest: by then hardly anything of that hand can be proved."""


@dataclass(frozen=True, kw_only=True)
class Claim:
    """A call, and what is known since of the hand with which it was made. Without slots, for `changes.changed`."""

    line: int
    is_this_turn: bool = True
    """Whether the turn of the call still goes on: what is laid in it need not go out in the next."""
    drawn: int = 0
    """Cards taken since the call."""
    shown: tuple[Card, ...] = ()
    """Cards of the caller seen since that turn."""
    back: tuple[Card, ...] = ()
    """Of `shown`, those laid wrongly: they are in the hand again and may be seen a second time."""


Claims = tuple[Claim, ...]


def misfits(cards: Iterable[Card]) -> int:
    """How many of these cards a hand with a real chance cannot have held: eights, and all ranks but one.

    Aces are in nobody's way (V2.17). Of the other ranks the one with most cards may have been the hand.
    """
    counts: dict[Rank, int] = {}
    for card in cards:
        if card.rank is not Rank.ACE:
            counts[card.rank] = counts.get(card.rank, 0) + 1
    eights = counts.pop(Rank.EIGHT, 0)
    return eights + sum(counts.values()) - max(counts.values(), default=0)


def is_disproved(claim: Claim, owed: int) -> bool:
    """Whether more cards do not go together than can have been drawn since the call.

    *owed* cards more are taken as drawn: they may have been taken without the table being told.
    """
    return misfits(claim.shown) > claim.drawn + owed


def drawn_since(claims: Claims, count: int) -> Claims:
    """The caller has taken so many cards more."""
    more = [changed(claim, drawn=claim.drawn + count) for claim in claims]
    return tuple([claim for claim in more if claim.drawn <= MOST_DRAWN])


def shown_since(claims: Claims, cards: tuple[Card, ...], *, wrongly: bool = False) -> Claims:
    """The caller has laid these cards; *wrongly*: they go back into the hand."""
    return tuple([claim if claim.is_this_turn else _with_shown(claim, cards, wrongly) for claim in claims])


def _with_shown(claim: Claim, cards: tuple[Card, ...], wrongly: bool) -> Claim:
    shown, back = list(claim.shown), list(claim.back)
    for card in cards:
        if card in back:
            back.remove(card)
        else:
            shown.append(card)
    return changed(claim, shown=tuple(shown), back=(*back, *cards) if wrongly else tuple(back))


def turn_over(claims: Claims) -> Claims:
    """The caller's turn has passed."""
    return tuple([changed(claim, is_this_turn=False) if claim.is_this_turn else claim for claim in claims])


def false_call(claim: Claim, seat: Seat, penalty: Penalty) -> Ruling:
    """That the call was false, said of the line on which it was made. No card is named: those seen lie deeper now."""
    return Ruling(line=claim.line, clause=ClauseId("V3.3"), kind=Kind.HINDSIGHT, seat=seat, penalty=penalty)
