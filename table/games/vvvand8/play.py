"""VVVänd8, chapter 2: play, in the order of the rule text. Its end is in `calls` and `talon`."""

from __future__ import annotations

from dataclasses import replace

from table.changes import changed
from table.events import Away, Back, Dealt, Draw, NameSuit, Pass, Play, TakeBack
from table.game import Verdict
from table.games.vvvand8.calls import went_out_uncalled
from table.games.vvvand8.deal import count_the_deal, is_start_eight_open, must_take, say
from table.games.vvvand8.hindsight import drawn_since, shown_since
from table.games.vvvand8.house import AceDraw, DrawsAfterAce, UncalledOut
from table.games.vvvand8.offences import (
    AGAINST_A_PLAY,
    before_an_absent_player,
    going_out_on_eight_or_ace,
    locked_cards_laid,
    penalised,
    proved_false,
    too_early_on_the_start_eight,
    too_many_taken,
)
from table.games.vvvand8.state import DEALT, MOST_DRAWS, LastPlay, State, is_ace, is_eight
from table.games.vvvand8.talon import season_over, taken_from_the_talon
from table.rulebook import Evidence, Rulebook
from table.rulings import ClauseId, Kind, Ruling
from table.seats import Seat

PLAY = Rulebook()
CAMERA, TABLET, DERIVED = Evidence.CAMERA, Evidence.TABLET, Evidence.DERIVED
ACCUSATION = Evidence.ACCUSATION

SetAside = frozenset[ClauseId]

LEAST_ACTIVE = 3
"""Players for an official result (V2.2)."""


def lay(state: State, play: Play, seat: Seat | None, set_aside: SetAside) -> Verdict[State]:
    """Cards are laid: whose turn it is, whether they fit, and what follows from them."""
    state = taken_over(state, seat)
    if not set_aside:
        for offence in AGAINST_A_PLAY:
            found = offence(state, play, seat)
            if found is not None:
                return wrongly_laid(state, play, seat, found)
    seat = seat or state.turn
    if seat is None:
        return Verdict(state, (say("V1.9", Kind.QUESTION, play.line, aspect="nobody"),))
    locked = None if set_aside else locked_cards_laid(state, play, seat)
    if locked is not None and locked.kind is Kind.DUE:
        return Verdict(state.with_loose(seat, play.cards), (locked,))
    unnamed = state.namer if state.namer is not None and not is_eight(play.cards[0]) else None
    is_early = is_start_eight_open(state) and not set_aside
    state = state.with_laid(seat, play.cards, line=play.line, is_early=is_early)
    asked = (*((locked,) if locked else ()), *count_lost(state, play, seat))
    asked += suit_never_named(play, None if is_early else unnamed)
    verdict = laid(state, play, seat, set_aside)
    return Verdict(verdict.state, asked + verdict.rulings) if asked else verdict


def laid(state: State, play: Play, seat: Seat, set_aside: SetAside) -> Verdict[State]:
    """What follows from cards that lie: a way out, or what they prove and what they demand of the others."""
    place = state.place(seat)
    if place.hand == 0:
        return going_out(state, play, seat, set_aside)
    if set_aside or not place.claims:
        return carried_on(state, play, seat, set_aside)
    proved = proved_false(state, seat)
    verdict = carried_on(proved.state, play, seat, set_aside)
    return Verdict(verdict.state, proved.rulings + verdict.rulings)


def wrongly_laid(state: State, play: Play, seat: Seat | None, found: Ruling) -> Verdict[State]:
    """The cards lie on the pile without being part of it. They have been seen all the same.

    One act, one penalty: what they may prove of an earlier call is not judged now, but with the next card.
    """
    state = state.with_loose(seat, play.cards)
    if seat is None:
        return Verdict(state, (found,))
    if claims := state.place(seat).claims:
        state = state.with_place(seat, claims=shown_since(claims, play.cards, wrongly=True))
    return penalised(state, seat, found)


def count_lost(state: State, play: Play, seat: Seat) -> tuple[Ruling, ...]:
    """More cards laid than were counted: the players know how many are left, the referee must ask (V1.6)."""
    if state.place(seat).hand is not None:
        return ()
    return (say("V1.6", Kind.QUESTION, play.line, seat),)


def count_told(state: State, dealt: Dealt, seat: Seat, set_aside: SetAside) -> Verdict[State]:
    """How many cards a seat holds (V1.6). None, said of who has just laid: then that was the last card, and is judged.

    What the cards demand of the others has been said already.
    """
    last = state.last_play
    if dealt.count or last is None or last.seat != seat:
        return count_the_deal(state, dealt, seat, set_aside)
    before = last.before.with_place(seat, hand=len(last.cards))
    verdict = lay(before, Play(line=dealt.line, who=seat, cards=last.cards), seat, set_aside)
    return Verdict(verdict.state, tuple([ruling for ruling in verdict.rulings if ruling.kind is not Kind.DUE]))


def suit_never_named(play: Play, namer: Seat | None) -> tuple[Ruling, ...]:
    """Cards laid on an eight before its suit was told to the table: taken to follow the suit named aloud (V2.9)."""
    if namer is None:
        return ()
    return (say("V2.9", Kind.QUESTION, play.line, namer, card=play.cards[0]),)


def going_out(state: State, play: Play, seat: Seat, set_aside: SetAside) -> Verdict[State]:
    """The last cards are laid: a win, or an attempt at one that costs three cards."""
    if not set_aside:
        if found := going_out_on_eight_or_ace(play, seat):
            return out_on_eight_or_ace(state, play, seat, found)
        if found := went_out_uncalled(state, play, seat):
            return uncalled_out(state, play, seat, found)
    if ClauseId("V2.1") in set_aside:
        return Verdict(state.handed_on())
    return win(state, play, seat)


def out_on_eight_or_ace(state: State, play: Play, seat: Seat, found: Ruling) -> Verdict[State]:
    """It lies, and what it demands is done; three cards with the turn's end, and no call before that (V3.7).

    One act, one penalty: what the card proves of an earlier call is not judged besides.
    """
    penalty = penalised(state.with_place(seat, call_said=False, call_holds=False, claims=()), seat, found, later=True)
    verdict = carried_on(penalty.state, play, seat, frozenset())
    state = verdict.state
    if state.turn == seat:
        state = changed(state, may_not_call=True)
    return Verdict(state, penalty.rulings + verdict.rulings)


def carried_on(state: State, play: Play, seat: Seat, set_aside: SetAside) -> Verdict[State]:
    """What the laid cards demand of the others, and who is in turn."""
    last = play.cards[-1]
    if is_ace(last):
        return ace_laid(state, play, seat, set_aside)
    if is_eight(last):
        return eight_laid(state, play, seat)
    return Verdict(turn_passes(state))


@PLAY.clause("V2.1", DERIVED)
def win(state: State, play: Play, seat: Seat) -> Verdict[State]:
    """First to lay the last card wins; the player before, skipping those away, loses."""
    others = state.others_from(seat)
    loser = next((other for other in reversed(others) if not state.place(other).is_away), None)
    said = [say("V2.1", Kind.WIN, play.line, seat)]
    if loser is not None:
        said.append(say("V2.1", Kind.LOSE, play.line, loser, winner=seat))
    said += season_over(state, play.line)
    return Verdict(state.ended(winner=seat, loser=loser), tuple(said))


@PLAY.clause("V2.2", DERIVED)
def is_official(state: State) -> bool:
    """At least three active players both at the start and at the win."""
    return min(state.was_active, state.active) >= LEAST_ACTIVE and not plays_for_nothing(state)


@PLAY.clause("V2.3", TABLET | DERIVED)
def plays_for_nothing(state: State) -> bool:
    """No points while a guest plays who was invited only to be beaten."""
    return any(state.place(seat).is_guest for seat in state.players)


@PLAY.clause("V2.4", TABLET | DERIVED)
def leave(state: State, away: Away, seat: Seat) -> Verdict[State]:
    """Away for a valid reason, but not while in turn."""
    if seat == state.turn:
        return Verdict(state, (say("V2.4", Kind.INFO, away.line, seat),))
    return Verdict(state.with_place(seat, is_away=True))


def return_to_the_table(state: State, back: Back, seat: Seat) -> Verdict[State]:
    """Back at any time (V2.4)."""
    return Verdict(state.with_place(seat, is_away=False))


PLAY.unjudged("V2.5", CAMERA | DERIVED, "a right; a card that does not follow suit or rank is judged under V3.2")
PLAY.unjudged("V2.6", CAMERA | DERIVED, "a right; a card that does not follow suit or rank is judged under V3.2")
PLAY.unjudged("V2.7", CAMERA | ACCUSATION, "the rule text sets no penalty; a card that was not seen is asked for")


@PLAY.clause("V2.8", CAMERA | TABLET | DERIVED)
def ace_laid(state: State, play: Play, seat: Seat, set_aside: SetAside) -> Verdict[State]:
    """Every other player takes a card for each ace, those away too; then the same player is in turn again."""
    if state.house.draws_after_ace is DrawsAfterAce.RENEWED and state.draws:
        state = changed(state, draws=0)
    if ClauseId("V2.8") in set_aside:
        return Verdict(state)
    aces = sum(map(is_ace, play.cards)) if state.house.ace_draw is AceDraw.PER_ACE else 1
    others = state.others_from(seat)
    after = state.owing_for_aces(others, aces)
    due = [(other, after.place(other).owes_for_ace - state.place(other).owes_for_ace) for other in others]
    return Verdict(after, tuple([must_take("V2.8", play.line, other, cards) for other, cards in due if cards]))


@PLAY.clause("V2.9", CAMERA | TABLET | DERIVED)
def eight_laid(state: State, play: Play, seat: Seat) -> Verdict[State]:
    """An eight goes on any card; its player names the suit, and the turn passes."""
    due = say("V2.9", Kind.DUE, play.line, seat)
    return Verdict(turn_passes(state.with_eight_laid_by(seat)), (due,))


def name_suit(state: State, named: NameSuit, seat: Seat, set_aside: SetAside) -> Verdict[State]:
    """The suit is named by who laid the eight, or by the dealer on a start eight (V1.11, V2.9).

    Until somebody has acted on it, the same player may put it right.
    """
    early = state.early
    if early is not None and seat == state.dealer and not set_aside:
        return start_suit_named_late(changed(state, early=None), named, early)
    if seat not in (state.namer, state.renamer):
        return Verdict(state, (say("V2.9", Kind.INFO, named.line, seat),))
    return Verdict(changed(state, suit=named.suit, namer=None, renamer=seat))


def start_suit_named_late(state: State, named: NameSuit, early: LastPlay) -> Verdict[State]:
    """Forehand's cards lie already: if they miss the suit they go back, unless others have acted on them (V3.10)."""
    found = too_early_on_the_start_eight(named, early)
    if found is None:
        return Verdict(state)
    if state.last_play is None or state.last_play.line != early.line:
        return penalised(state, early.seat, replace(found, aspect="played_on"))
    state = early.before.with_loose(early.seat, early.cards)
    return penalised(changed(state, suit=named.suit, namer=None), early.seat, found)


@PLAY.clause("V2.10", TABLET | CAMERA | DERIVED)
def draw(state: State, drawn: Draw, seat: Seat, set_aside: SetAside) -> Verdict[State]:
    """Cards are taken from the talon: first those owed, then at most three in a turn."""
    said: list[Ruling] = []
    absent = None if set_aside or not state.ace_rounds else before_an_absent_player(state, drawn, seat)
    state, count = debt_served(state, seat, drawn.count)
    if absent is not None:
        verdict = penalised(state, seat, absent)
        state = verdict.state
        said += verdict.rulings
    if count:
        state = taken_over(state, seat)
        asked = None if set_aside else drawn_too_many(state, drawn, seat, count)
        said += [asked] if asked else []
        state = with_drawn(state, seat, count, locked=asked is not None and asked.kind is Kind.FOUL)
    said += () if set_aside else taken_from_the_talon(state, drawn)
    return Verdict(state, tuple(said))


def drawn_too_many(state: State, drawn: Draw, seat: Seat, count: int) -> Ruling | None:
    """More than three in a turn is an offence. Out of turn, or beyond seven in the deal, it is asked why."""
    if seat == state.turn:
        return too_many_taken(state, drawn, seat, count)
    hand = state.hand_after(seat, count)
    is_filled_up = not state.pile and hand is not None and hand <= DEALT + state.place(seat).received
    return None if is_filled_up else say("V2.10", Kind.QUESTION, drawn.line, seat, count=count)


def with_drawn(state: State, seat: Seat, count: int, *, locked: bool) -> State:
    """The hand holds so many cards more; what is beyond three may not be used in this turn if *locked* (V3.6)."""
    place, is_in_turn = state.place(seat), seat == state.turn
    surplus = min(count, state.draws + count - MOST_DRAWS) if locked else 0
    places = state.placed(
        seat,
        hand=place.hand_after(count),
        locked=place.locked + surplus,
        claims=drawn_since(place.claims, count) if place.claims else (),
        joins_with=0,
    )
    return changed(state, places=places, draws=state.draws + count if is_in_turn else state.draws)


def debt_served(state: State, seat: Seat, count: int) -> tuple[State, int]:
    """Cards owed are taken first, those for an ace before penalties; what is left of *count* is drawn by will.

    The cards of who has just joined may be told as drawn all at once.
    """
    place = state.place(seat)
    if not (place.owes or place.owes_for_ace or place.joins_with):
        return state, count
    if place.joins_with and count >= place.joins_with:
        return state.with_place(seat, joins_with=0), count - place.joins_with
    for_ace = min(count, place.owes_for_ace)
    penalty = min(count - for_ace, place.owes)
    places = state.placed(
        seat,
        owes_for_ace=place.owes_for_ace - for_ace,
        owes=place.owes - penalty,
        claims=drawn_since(place.claims, for_ace + penalty),
    )
    rounds = state.served_for_aces(seat, for_ace) if for_ace else state.ace_rounds
    return changed(state, places=places, ace_rounds=rounds), count - for_ace - penalty


@PLAY.clause("V2.11", DERIVED)
def turn_passes(state: State) -> State:
    """The turn passes after laying, or after three draws without laying."""
    return state.handed_on()


def taken_over(state: State, seat: Seat | None) -> State:
    """After three draws the turn has passed as soon as the next player acts (V2.11)."""
    return turn_passes(state) if seat is not None and state.may_take_over(seat) else state


def pass_turn(state: State, passed: Pass, seat: Seat, set_aside: SetAside) -> Verdict[State]:
    """The turn is handed over: after three draws, or when there is nothing left to draw (V2.10)."""
    if seat != state.turn:
        return Verdict(state, (say("V2.11", Kind.INFO, passed.line, seat),))
    if state.draws < MOST_DRAWS and state.can_draw and not set_aside:
        left = MOST_DRAWS - state.draws
        return Verdict(state, (say("V2.10", Kind.DUE, passed.line, seat, count=left),))
    return Verdict(turn_passes(state))


PLAY.unjudged("V2.12", CAMERA | DERIVED, "the last card laid; an eight or an ace there is judged under V3.7")


def uncalled_out(state: State, play: Play, seat: Seat, found: Ruling) -> Verdict[State]:
    """The last card without a valid call: it lies and play goes on, or by house rule it is taken back (V2.13)."""
    if state.house.uncalled_out is UncalledOut.TAKE_BACK and state.last_play is not None:
        return penalised(state.last_play.before.with_loose(seat, play.cards), seat, found)
    verdict = penalised(state, seat, found)
    return Verdict(turn_passes(verdict.state), verdict.rulings)


def take_back(state: State, taken: TakeBack, seat: Seat) -> Verdict[State]:
    """Wrongly laid cards go back into the hand, or the last play does while nobody has acted on it.

    What was to be taken for laying them stays to be taken.
    """
    without = state.taken_back(seat, taken.cards)
    if without is not None:
        return Verdict(without)
    last = state.last_play
    if last is not None and (last.seat, sorted(map(str, last.cards))) == (seat, sorted(map(str, taken.cards))):
        place, before = state.place(seat), last.before.place(seat)
        penalty = place.owes + place.owes_later - before.owes - before.owes_later
        return Verdict(changed(last.before.owing(seat, penalty) if penalty else last.before, asked=state.asked))
    return Verdict(state, (say("V3.2", Kind.QUESTION, taken.line, seat, aspect="not_there", cards=taken.cards),))
