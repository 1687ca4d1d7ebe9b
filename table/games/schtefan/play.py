"""Vem blir Schtefan, chapter 3: play, in the order of the rule text."""

from __future__ import annotations

from table.cards import Card, Rank
from table.changes import changed
from table.events import Accuse, Pass, Play, Show, TakeBack
from table.game import Verdict
from table.games.climbing import Trick
from table.games.schtefan.attempt import Attempt, attempt_of, height_of
from table.games.schtefan.deal import card_that_cannot_be, first_lead, lead_of_a_later_round, source_fits_badly
from table.games.schtefan.ending import ended_or_going_on, past_stuck, placed, stuck_now
from table.games.schtefan.exchange import still_to_exchange
from table.games.schtefan.house import Answer, Count, House, WildAlone, WrongPlay
from table.games.schtefan.laid import hand_after, shown_after
from table.games.schtefan.said import foul, say
from table.games.schtefan.state import BELOW_ALL, LastPlay, Lying, State
from table.rulebook import Evidence, Rulebook
from table.rulings import ClauseId, Kind, Ruling
from table.seats import Nobody, Seat

PLAY = Rulebook()
CAMERA, BUTTON, TABLET, DERIVED = Evidence.CAMERA, Evidence.BUTTON, Evidence.TABLET, Evidence.DERIVED
ACCUSATION = Evidence.ACCUSATION

SetAside = frozenset[ClauseId]
Rulings = tuple[Ruling, ...]


def lay(state: State, play: Play, seat: Seat | None, set_aside: SetAside) -> Verdict[State]:
    """Cards are laid: whether they may be, and what follows."""
    who = seat or state.turn
    if who is None:
        return Verdict(state, (say("H2.1", Kind.QUESTION, play.line, aspect="who", cards=play.cards),))
    if not state.is_player(who):
        return Verdict(state, (say("H1.1", Kind.QUESTION, play.line, who, aspect="free_seat"),))
    attempt = attempt_of(state, play, who)
    if set_aside:
        return it_counts(state, attempt, set_aside)
    if who in state.trick.out:
        return Verdict(state, (say("H3.10", Kind.QUESTION, play.line, who, aspect="out", cards=play.cards),))
    misread = card_that_cannot_be(state, attempt)
    for offence in WHOSE_TURN if misread else AGAINST_A_PLAY:
        found = offence(state, attempt)
        if found is not None:
            return wrong_cards(state, attempt, found) if seat else whose_cards(state, attempt)
    if misread is None:
        return it_counts(state, attempt, set_aside)
    # What was misread may well have fitted: the play counts, and the next one is not held against it.
    verdict = it_counts(state, attempt, set_aside, is_sure=False)
    return Verdict(verdict.state, (misread, *verdict.rulings))


def it_counts(state: State, attempt: Attempt, set_aside: SetAside, *, is_sure: bool = True) -> Verdict[State]:
    """The cards lie: the hand, the trick and the turn follow, and perhaps the end of the round."""
    seat, line = attempt.seat, attempt.line
    place = hand_after(state, attempt, may_go_out=ClauseId("H3.10") not in set_aside)
    goes_out = place.hand == 0 and seat not in state.trick.out
    said = () if place.hand is not None else _count_lost(state, attempt)
    if not state.is_led:
        said += source_fits_badly(state, attempt) + still_to_exchange(state, line)
    trick = _trick_after(state, attempt, goes_out=goes_out, is_sure=is_sure)
    height = height_of(state.setting, attempt.rank) if is_sure else BELOW_ALL
    state = changed(
        state,
        trick=trick,
        places=state.places_with(seat, place),
        shown=shown_after(state, attempt, is_sure=is_sure),
        lying=Lying(cards=attempt.cards, height=height) if trick.last is not None else None,
        loose={},
        stuck=_without(state.stuck, seat),
        told_to_lead=None,
        is_led=True,
        last_play=LastPlay(
            seat=seat,
            cards=attempt.cards,
            trick=state.trick,
            place=state.place(seat),
            shown=state.shown,
            lying=state.lying,
            stuck=state.stuck,
            is_led=state.is_led,
        ),
    )
    said += slat(attempt) if is_sure else ()
    if goes_out:
        said += (went_out(state, line, seat),)
    return ended_or_going_on(state, line, said, set_aside)


def _count_lost(state: State, attempt: Attempt) -> Rulings:
    """More cards were laid than were counted: the players know how many are left, the referee must ask (H1.1)."""
    hand = state.place(attempt.seat).hand
    if hand is None or hand >= len(attempt.cards):
        return ()
    return (say("H1.1", Kind.QUESTION, attempt.line, attempt.seat, aspect="count"),)


def _trick_after(state: State, attempt: Attempt, *, goes_out: bool, is_sure: bool) -> Trick:
    trick = state.trick.going_out(attempt.seat) if goes_out else state.trick
    is_ended = (is_sure and ends_by_aces(attempt)) or (goes_out and ends_by_going_out(state.house))
    if is_ended:
        return trick.led_by(attempt.seat)
    return trick.laid(attempt.seat, passes_bind=state.house.passes_bind)


def _without(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in seats if other != seat) if seats else seats


def whose_cards(state: State, attempt: Attempt) -> Verdict[State]:
    """Cards that do not fit lie there and no arm was seen: who laid them must be asked (H3.11)."""
    loose = {**state.loose, Nobody.UNKNOWN: attempt.cards}
    question = say("H3.11", Kind.QUESTION, attempt.line, cards=attempt.cards)
    return Verdict(changed(state, loose=loose, last_play=None), (question,))


@PLAY.clause("H3.1", CAMERA | DERIVED)
def one_rank(state: State, attempt: Attempt) -> Ruling | None:
    """A play is natural cards of one rank with any number of free cards; what is said of free cards must fit that."""
    if attempt.group is None:
        return foul("H3.1", attempt.line, attempt.seat, cards=attempt.cards)
    if not attempt.stands_for:
        return None
    setting = state.setting
    for card, said in zip(attempt.cards, attempt.stands_for, strict=True):
        is_fitting = said.rank is attempt.rank if setting.is_free(card) else said == card
        if not is_fitting or said.rank not in setting.heights:
            return foul("H3.1", attempt.line, attempt.seat, "as", cards=attempt.cards, said=said)
    return None


@PLAY.clause("H3.2", CAMERA | DERIVED)
def beats(state: State, attempt: Attempt) -> Ruling | None:
    """A higher rank and at least as many cards; by house rule an equal rank, or just as many."""
    lying, house = state.lying, state.house
    if lying is None:
        return None
    least = lying.height if house.equal is Answer.YES else lying.height + 1
    if height_of(state.setting, attempt.rank) < least:
        aspect = "equal" if house.equal is Answer.YES else ""
        return foul("H3.2", attempt.line, attempt.seat, aspect, cards=attempt.cards, under=lying.cards)
    if house.single_ace_cuts is Answer.YES and attempt.rank is Rank.ACE:
        return None
    count = len(attempt.cards)
    is_enough = count == lying.count if house.count is Count.EXACT else count >= lying.count
    if is_enough:
        return None
    aspect = "exact" if house.count is Count.EXACT else "count"
    return foul("H3.2", attempt.line, attempt.seat, aspect, cards=attempt.cards, count=lying.count)


@PLAY.clause("H3.3", BUTTON | TABLET | DERIVED)
def has_passed(state: State, attempt: Attempt) -> Ruling | None:
    """Who has passed lays no more cards in the trick."""
    if attempt.seat not in state.trick.passed:
        return None
    return foul("H3.3", attempt.line, attempt.seat, cards=attempt.cards)


@PLAY.clause("H3.4", DERIVED)
def pass_turn(state: State, passed: Pass, seat: Seat | None, set_aside: SetAside) -> Verdict[State]:
    """The turn is handed on; when everybody else has passed, the last who laid leads freely."""
    turn = state.turn
    if turn is None:
        return Verdict(state, (say("H2.1", Kind.INFO, passed.line, seat),))
    if seat is not None and seat != turn:
        clause = "H3.3" if seat in state.trick.passed else "H3.11"
        return Verdict(state, (say(clause, Kind.INFO, passed.line, seat, turn=turn),))
    if state.trick.last is None:
        return leader_passes(state, passed, turn, set_aside)
    trick = state.trick.passed_by(turn)
    state = changed(state, trick=trick, lying=state.lying if trick.last else None, last_play=None)
    return ended_or_going_on(state, passed.line, (), set_aside)


@PLAY.clause("H3.5", CAMERA | DERIVED)
def ends_by_aces(attempt: Attempt) -> bool:
    """One or more aces end the trick, those with free cards too; who laid them leads."""
    return attempt.rank is Rank.ACE


@PLAY.clause("H3.6", CAMERA | TABLET | DERIVED)
def ends_by_going_out(house: House) -> bool:
    """The last card of a hand ends the trick; the next clockwise still in leads."""
    return house.going_out_ends_trick is Answer.YES


@PLAY.clause("H3.7", DERIVED)
def slat(attempt: Attempt) -> Rulings:
    """Several cards of one rank laid at once without free cards are noted; their ranks are not kept on a screen."""
    group = attempt.group
    if group is None or group.count < 2 or not group.is_clean:
        return ()
    return (say("H3.7", Kind.INFO, attempt.line, attempt.seat, count=group.count),)


@PLAY.clause("H3.8", TABLET)
def wrong_cards(state: State, attempt: Attempt, found: Ruling) -> Verdict[State]:
    """Wrongly laid cards go back into the hand, or by house rule are burnt: out for the round.

    The last cards of a hand are never burnt, for nobody goes out on them.
    """
    seat, cards, line = attempt.seat, attempt.cards, attempt.line
    hand = state.place(seat).hand
    stuck = state.stuck if attempt.is_free_alone else _without(state.stuck, seat)
    if state.house.wrong_play is WrongPlay.TAKE_BACK or (hand is not None and hand <= len(cards)):
        state = changed(state, loose={**state.loose, seat: cards}, stuck=stuck, last_play=None)
        return Verdict(state, (found, say("H3.8", Kind.DUE, line, seat, cards=cards)))
    burnt = hand_after(state, attempt, may_go_out=False)
    shown = shown_after(state, attempt, is_sure=True)
    state = changed(state, places=state.places_with(seat, burnt), shown=shown, stuck=stuck, last_play=None)
    return ended_or_going_on(state, line, (found, say("H3.8", Kind.INFO, line, seat, cards=cards)), frozenset())


def take_back(state: State, taken: TakeBack, seat: Seat | None) -> Verdict[State]:
    """Wrongly laid cards are in the hand again, or the last play is while nobody has acted on it (H3.8)."""
    without = state.without_loose(seat, taken.cards)
    if without is not None:
        return Verdict(without)
    last = state.last_play
    is_last = last is not None and seat in (last.seat, None) and same_cards(last.cards, taken.cards)
    if last is not None and is_last and state.trick.out == last.trick.out:
        return Verdict(state.without(last))
    return Verdict(state, (say("H3.8", Kind.QUESTION, taken.line, seat, cards=taken.cards),))


def same_cards(some: tuple[Card, ...], others: tuple[Card, ...]) -> bool:
    return sorted(map(str, some)) == sorted(map(str, others))


HIDDEN = (ClauseId("H1.4"), ClauseId("H2.2"), ClauseId("H5.5"), ClauseId("H5.6"))
"""Clauses about what only the hands show: an accusation stands until the table dismisses it."""


@PLAY.clause("H3.9", ACCUSATION | TABLET)
def accuse(state: State, accused: Accuse, set_aside: SetAside) -> Verdict[State]:
    """Anybody may call out a mistake: what sensors see the referee answers, the rest it records for the table."""
    whom, line = accused.accused, accused.line
    if set_aside:
        return Verdict(state)
    if accused.clause in HIDDEN and state.is_player(whom):
        return Verdict(state, (foul(accused.clause, line, whom, "accused"),))
    wrong = state.loose.get(whom)
    if wrong:
        return Verdict(state, (say("H3.9", Kind.INFO, line, whom, "wrong", cards=wrong),))
    last = state.last_play
    if last is not None and last.seat == whom:
        return Verdict(state, (say("H3.9", Kind.INFO, line, whom, "right", cards=last.cards),))
    return Verdict(state, (say("H3.9", Kind.INFO, line, whom),))


@PLAY.clause("H3.10", DERIVED)
def went_out(state: State, line: int, seat: Seat) -> Ruling:
    """Who lays the last card has the next place; the round goes on until all but one have."""
    return placed(state, "H3.10", line, seat, len(state.trick.out))


@PLAY.clause("H3.11", CAMERA | DERIVED)
def out_of_turn(state: State, attempt: Attempt) -> Ruling | None:
    """Only who is in turn lays cards."""
    if state.turn is None or attempt.seat == state.turn:
        return None
    return foul("H3.11", attempt.line, attempt.seat, cards=attempt.cards, turn=state.turn)


@PLAY.clause("H3.12", CAMERA | DERIVED | TABLET)
def free_alone(state: State, attempt: Attempt) -> Ruling | None:
    """Free cards are never laid alone, unless the house has it otherwise."""
    alone = state.house.wild_alone
    if not attempt.is_free_alone or alone is WildAlone.ANY:
        return None
    if alone is WildAlone.LEAD_LOWEST:
        return None if state.lying is None else foul("H3.12", attempt.line, attempt.seat, "follow", cards=attempt.cards)
    return foul("H3.12", attempt.line, attempt.seat, cards=attempt.cards)


def held_others(state: State, attempt: Attempt) -> Ruling | None:
    """Who was taken to hold free cards only lays a natural one (H3.12)."""
    if attempt.seat not in state.stuck or attempt.is_free_alone:
        return None
    return foul("H3.12", attempt.line, attempt.seat, "others", cards=attempt.cards)


def show_hand(state: State, show: Show, seat: Seat | None, set_aside: SetAside) -> Verdict[State]:
    """A hand is shown: with free cards only, its player lays nothing more (H3.12)."""
    seat = seat or state.turn
    has_others = any(not state.setting.is_free(card) for card in show.cards)
    if seat is None or set_aside or has_others or not state.house.has_stuck or seat not in state.trick.still_in:
        return Verdict(state, (say("H3.9", Kind.INFO, show.line, seat, "shown"),))
    hand = state.place(seat).hand
    if hand is not None and hand != len(show.cards):
        said = say("H3.12", Kind.QUESTION, show.line, seat, count=hand, shown=len(show.cards))
        return Verdict(state, (said,))
    return stuck_now(state, show.line, seat)


@PLAY.clause("H3.13", DERIVED)
def leader_passes(state: State, passed: Pass, seat: Seat, set_aside: SetAside) -> Verdict[State]:
    """An empty table must be led to; who says so a second time holds free cards only, and the lead goes left."""
    if set_aside:
        left = state.trick.next_in(seat) or seat
        return Verdict(past_stuck(changed(state, trick=state.trick.led_by(left), told_to_lead=None)))
    if state.told_to_lead == seat and state.house.has_stuck:
        return stuck_now(state, passed.line, seat)
    due = say("H3.13", Kind.DUE, passed.line, seat, "" if state.house.has_stuck else "plain")
    return Verdict(changed(state, told_to_lead=seat, last_play=None), (due,))


WHOSE_TURN = (has_passed, lead_of_a_later_round, held_others, out_of_turn)
"""What may be wrong with a play whatever its cards are, in the order in which it is looked for."""

AGAINST_A_PLAY = (*WHOSE_TURN, one_rank, free_alone, first_lead, beats)
"""The first of these that fits is what a play is fouled for: one act, one ruling."""
