"""VVVänd8, chapter 3: offences, in the order of the rule text."""

from __future__ import annotations

from dataclasses import replace

from table.cards import Rank
from table.events import Accuse, Draw, NameSuit, Play, Show
from table.games.vvvand8.deal import early_cards_hit
from table.games.vvvand8.state import MOST_DRAWS, LastPlay, State, is_ace, is_eight
from table.rulebook import Evidence, Rulebook
from table.rulings import ClauseId, Fact, Kind, Penalty, Ruling
from table.seats import Seat

OFFENCES = Rulebook()
CAMERA, TABLET, DERIVED, ACCUSATION = Evidence.CAMERA, Evidence.TABLET, Evidence.DERIVED, Evidence.ACCUSATION

P3 = Penalty(cards=3)
"""The standard penalty: three cards from the talon, not to be used before the offender's turn is exhausted."""


def foul(clause: str, line: int, seat: Seat | None, *, costs: Penalty | None = P3, **facts: Fact) -> Ruling:
    """A foul; where nobody knows whose, a question instead."""
    kind = Kind.QUESTION if seat is None else Kind.FOUL
    penalty = None if seat is None else costs
    return Ruling(
        line=line, clause=ClauseId(clause), kind=kind, seat=seat, penalty=penalty, facts=tuple(sorted(facts.items()))
    )


OFFENCES.unjudged("V3.1", Evidence.NONE, "deliberate cheating has no penalty; such people are not invited again")


@OFFENCES.clause("V3.2", CAMERA | DERIVED)
def card_does_not_fit(state: State, play: Play, seat: Seat | None) -> Ruling | None:
    """Each laid card must fit the one right under it (the wrong order while going out is "Lex Lars").

    The first follows the suit in force or the rank on top (V2.5, V2.6), or is an eight (V2.9); each further one
    has the rank of the one under it, and is no eight. While a suit is still to be named, any suit may be the one.
    """
    under = state.top
    if under is None or state.is_top_doubted:
        return None
    for place, card in enumerate(play.cards):
        has_rank = card.rank is under.rank and not (place > 0 and is_eight(card))
        follows_suit = place == 0 and (is_eight(card) or state.suit in (None, card.suit))
        if not (has_rank or follows_suit):
            if place > 0 and is_eight(card) and is_eight(under):
                return replace(foul("V3.2", play.line, seat, cards=play.cards), aspect="eights")
            if place == 0 and is_eight(under) and state.suit is not None:
                return replace(foul("V3.2", play.line, seat, card=card, suit=state.suit), aspect="named")
            return foul("V3.2", play.line, seat, card=card, under=under)
        under = card
    return None


@OFFENCES.clause("V3.3", ACCUSATION | TABLET)
def called_without_a_chance(show: Show, seat: Seat) -> Ruling | None:
    """Who has called must have a real chance: no eight in the hand, and besides aces a single rank (V2.17)."""
    ranks = {card.rank for card in show.cards if not is_ace(card)}
    if Rank.EIGHT not in ranks and len(ranks) <= 1:
        return None
    # Not which cards: the hand is shown to the referee alone.
    return foul("V3.3", show.line, seat)


@OFFENCES.clause("V3.4", CAMERA | DERIVED)
def out_of_turn(state: State, play: Play, seat: Seat | None) -> Ruling | None:
    """Only the player in turn lays."""
    if seat is None or state.turn is None or seat == state.turn:
        return None
    return foul("V3.4", play.line, seat, in_turn=state.turn, cards=play.cards)


def before_an_absent_player(state: State, draw: Draw, seat: Seat) -> Ruling | None:
    """On an ace, nobody takes a card before an absent player whose turn comes earlier has been given theirs (V3.4)."""
    rounds = [waiting for waiting in state.ace_rounds if seat in waiting]
    for waiting in rounds[: draw.count]:
        for earlier in waiting[: waiting.index(seat)]:
            if state.place(earlier).is_away:
                return replace(foul("V3.4", draw.line, seat, absent=earlier), aspect="absent")
    return None


@OFFENCES.clause("V3.5", ACCUSATION)
def looked_back_through_the_pile(accuse: Accuse) -> Ruling:
    """Looking further down the pile than the previous player's top card."""
    return foul("V3.5", accuse.line, accuse.accused)


@OFFENCES.clause("V3.6", CAMERA | TABLET | DERIVED)
def too_many_taken(state: State, draw: Draw, seat: Seat, count: int) -> Ruling | None:
    """Three cards may be taken in a turn; what is more is kept, and of no use until the next lap."""
    surplus = min(count, state.draws + count - MOST_DRAWS)
    return None if surplus <= 0 else foul("V3.6", draw.line, seat, costs=None, count=surplus)


@OFFENCES.clause("V3.7", CAMERA | DERIVED)
def going_out_on_eight_or_ace(play: Play, seat: Seat) -> Ruling | None:
    """The last card may be neither: it lies, but its player is not out and takes three cards with the turn's end.

    One act, one penalty: a call that this card proves false is not judged besides (V3.3).
    """
    last = play.cards[-1]
    return foul("V3.7", play.line, seat, card=last) if is_eight(last) or is_ace(last) else None


@OFFENCES.clause("V3.8", ACCUSATION)
def gave_something_away(accuse: Accuse) -> Ruling:
    """A remark that can tell something about somebody's cards or about what has gone, true or not."""
    return foul("V3.8", accuse.line, accuse.accused)


OFFENCES.unjudged("V3.9", DERIVED | TABLET, "the callers settle a veto among themselves; the referee does not ask yet")


@OFFENCES.clause("V3.10", CAMERA | TABLET | DERIVED)
def too_early_on_the_start_eight(named: NameSuit, early: LastPlay) -> Ruling | None:
    """Forehand laid before the dealer had named the suit, and the suit became another (V1.11)."""
    if early_cards_hit(early, named):
        return None
    return foul("V3.10", early.line, early.seat, suit=named.suit, cards=early.cards)


# Out of turn first: whose turn it is decides whether the card is looked at at all.
AGAINST_A_PLAY = (out_of_turn, card_does_not_fit)
ACCUSATIONS = {ClauseId("V3.5"): looked_back_through_the_pile, ClauseId("V3.8"): gave_something_away}
