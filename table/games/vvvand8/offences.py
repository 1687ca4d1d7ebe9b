"""VVVänd8, chapter 3: offences, in the order of the rule text."""

from __future__ import annotations

from dataclasses import replace

from table.cards import Card, Rank
from table.changes import changed, made
from table.events import Accuse, Draw, NameSuit, Play, Show
from table.game import Verdict
from table.games.vvvand8.deal import early_cards_hit
from table.games.vvvand8.hindsight import Claim, false_call, is_disproved, misfits
from table.games.vvvand8.state import MOST_DRAWS, Asked, LastPlay, State, is_ace, is_eight
from table.rulebook import Evidence, Rulebook
from table.rulings import ClauseId, Fact, Kind, Penalty, Ruling
from table.seats import Seat

OFFENCES = Rulebook()
CAMERA, TABLET, DERIVED = Evidence.CAMERA, Evidence.TABLET, Evidence.DERIVED
ACCUSATION, HINDSIGHT = Evidence.ACCUSATION, Evidence.HINDSIGHT

P3 = Penalty(cards=3)
"""The standard penalty: three cards from the talon, not to be used before the offender's turn is exhausted."""


def foul(clause: str, line: int, seat: Seat | None, *, costs: Penalty | None = P3, **facts: Fact) -> Ruling:
    """A foul; where nobody knows whose, a question instead."""
    kind = Kind.QUESTION if seat is None else Kind.FOUL
    penalty = None if seat is None else costs
    said = tuple(sorted(facts.items())) if facts else ()
    return made(Ruling, line=line, clause=ClauseId(clause), kind=kind, seat=seat, penalty=penalty, facts=said)


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
            wrong = foul("V3.2", play.line, seat, card=card, under=under)
            return replace(wrong, aspect="order") if is_only_the_order_wrong(state, play, seat) else wrong
        under = card
    return None


def is_only_the_order_wrong(state: State, play: Play, seat: Seat | None) -> bool:
    """Whether these were all of a player's cards, and in another order they would have gone out: Lex Lars (V3.2)."""
    first = play.cards[0]
    if len(play.cards) < 2 or seat is None or state.place(seat).hand != len(play.cards):
        return False
    return all(card.rank is first.rank for card in play.cards) and any(c.suit is state.suit for c in play.cards)


@OFFENCES.clause("V3.3", ACCUSATION | HINDSIGHT | TABLET)
def called_without_a_chance(state: State, show: Show, seat: Seat) -> Ruling | None:
    """Who has called must have a real chance: no eight in the hand, and besides aces a single rank (V2.17).

    What has been taken since the call does not count against it, nor, where the whole hand is shown, what may still be
    laid in the same turn. Who shows less shows what is to be left.
    Told by oneself, see `own_false_call`; proved by later cards, see `proved_false`.
    """
    place = state.place(seat)
    if not place.claims:
        return None
    call = place.claims[-1]
    is_whole = len(show.cards) >= place.taken - place.locked
    hand = _left_after_the_best_play(show.cards) if call.is_this_turn and is_whole else show.cards
    # Not which cards: the hand is shown to the referee alone.
    return foul("V3.3", show.line, seat) if misfits(hand) > call.drawn + place.owes_in_all else None


def _left_after_the_best_play(hand: tuple[Card, ...]) -> tuple[Card, ...]:
    """The hand without its eight, or else without the rank of which it has most, that can go before the turn does."""
    ranks = [card.rank for card in hand if not is_ace(card)]
    if Rank.EIGHT in ranks:
        eight = next(place for place, card in enumerate(hand) if is_eight(card))
        return hand[:eight] + hand[eight + 1 :]
    gone = max(ranks, key=ranks.count, default=None)
    return tuple(card for card in hand if card.rank is not gone)


def own_false_call(accuse: Accuse) -> Ruling:
    """Who notices the own false call says so (V3.3)."""
    return replace(foul("V3.3", accuse.line, accuse.accused), aspect="own")


def proved_false(state: State, seat: Seat) -> Verdict[State]:
    """Whether the cards laid now prove a call of that seat false (V3.3)."""
    place = state.place(seat)
    if place.hand is None or not place.claims:
        return Verdict(state)
    owed = place.owes_in_all
    said: list[Ruling] = []
    for claim in place.claims:
        if is_disproved(claim, owed):
            state = without_claim(state, seat, claim)
            verdict = penalised(state, seat, false_call(claim, seat, P3))
            state = verdict.state
            said += verdict.rulings
    return Verdict(state, tuple(said))


def without_claim(state: State, seat: Seat, claim: Claim) -> State:
    """That call has been settled as false; if it was the latest, nobody goes out on it."""
    place = state.place(seat)
    is_latest = claim is place.claims[-1]
    holds, said = (place.call_holds, place.call_said) if not is_latest else (False, False)
    claims = tuple(other for other in place.claims if other is not claim)
    return state.with_place(seat, claims=claims, call_holds=holds, call_said=said)


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


def locked_cards_laid(state: State, play: Play, seat: Seat) -> Ruling | None:
    """More cards were laid than may be used: penalties, or what was taken too much, must have been among them.

    Nobody goes out with those (V3.6): they are taken back. Otherwise it is asked, for a card drawn may not have been
    told.
    """
    place = state.place(seat)
    if place.hand is None or len(play.cards) <= place.hand - place.locked or len(play.cards) > place.hand:
        return None
    kind = Kind.DUE if len(play.cards) == place.hand else Kind.QUESTION
    facts: tuple[tuple[str, Fact], ...] = (("cards", play.cards), ("count", place.locked))
    return Ruling(line=play.line, clause=ClauseId("V3.6"), kind=kind, seat=seat, aspect="locked", facts=facts)


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


@OFFENCES.clause("V3.9", DERIVED | TABLET)
def who_may_veto(state: State, offender: Seat) -> tuple[Seat, ...]:
    """Every caller but the offender, if the extra cards could still hinder a caller's going out.

    They can, in the offender's hand or by what others then find in the talon, while somebody else has a turn before
    the caller. Once a caller's turn to go out has come, nobody has.
    """
    callers = [seat for seat in state.players if seat != offender and state.place(seat).has_called]
    if all(seat == state.turn and not state.place(seat).call_said for seat in callers):
        return ()
    return tuple(callers)


def penalised(state: State, seat: Seat, found: Ruling, *, later: bool = False) -> Verdict[State]:
    """The offender owes the cards, at the turn's end if *later*; callers whom that could hinder are asked (V3.9)."""
    before = state.place(seat).owes_in_all
    state = state.owing(seat, P3.cards, later=later)
    cards = state.place(seat).owes_in_all - before
    callers = who_may_veto(state, seat) if cards else ()
    if not callers:
        return Verdict(state, (found,))
    asked = Asked(line=found.line, offender=seat, cards=cards, callers=callers)
    facts: tuple[tuple[str, Fact], ...] = (("count", cards), ("offender", seat))
    questions = (
        Ruling(line=found.line, clause=ClauseId("V3.9"), kind=Kind.QUESTION, seat=caller, facts=facts)
        for caller in callers
    )
    return Verdict(changed(state, asked=(*state.asked, asked)), (found, *questions))


@OFFENCES.clause("V3.10", CAMERA | TABLET | DERIVED)
def too_early_on_the_start_eight(named: NameSuit, early: LastPlay) -> Ruling | None:
    """Forehand laid before the dealer had named the suit, and the suit became another (V1.11)."""
    if early_cards_hit(early, named):
        return None
    return foul("V3.10", early.line, early.seat, suit=named.suit, cards=early.cards)


# Out of turn first: whose turn it is decides whether the card is looked at at all.
AGAINST_A_PLAY = (out_of_turn, card_does_not_fit)
ACCUSATIONS = {ClauseId("V3.5"): looked_back_through_the_pile, ClauseId("V3.8"): gave_something_away}
REFUSED_ACCUSATIONS = frozenset(map(ClauseId, ("V2.7", "V3.1", "V3.2", "V3.4", "V3.6", "V3.7", "V3.9", "V3.10")))
"""What nobody need report: the referee sees it, asks for it, or no penalty is set. The clause's words say which."""
