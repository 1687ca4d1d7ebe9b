"""VVVänd8, chapter 2: play, in the order of the rule text."""

from __future__ import annotations

from dataclasses import replace

from table.events import Accuse, Away, Back, Call, Draw, NameSuit, Pass, Play, Show, TakeBack, Turned, Uncall
from table.game import Verdict
from table.games.vvvand8.deal import is_start_eight_open
from table.games.vvvand8.house import AceDraw, DrawsAfterAce, UncalledOut
from table.games.vvvand8.offences import (
    ACCUSATIONS,
    AGAINST_A_PLAY,
    P3,
    before_an_absent_player,
    called_without_a_chance,
    foul,
    going_out_on_eight_or_ace,
    too_early_on_the_start_eight,
    too_many_taken,
)
from table.games.vvvand8.state import MOST_DRAWS, LastPlay, State, is_ace, is_eight
from table.rulebook import Evidence, Rulebook
from table.rulings import ClauseId, Fact, Kind, Penalty, Ruling
from table.seats import Seat

PLAY = Rulebook()
CAMERA, BUTTON, TABLET, DERIVED = Evidence.CAMERA, Evidence.BUTTON, Evidence.TABLET, Evidence.DERIVED
HINDSIGHT, ACCUSATION = Evidence.HINDSIGHT, Evidence.ACCUSATION

SetAside = frozenset[ClauseId]

LEAST_ACTIVE = 3
"""Players for an official result (V2.2)."""

LAPS_OF_A_BREAK = {1: 3, 2: 2}
"""Laps through the talon by the number of decks (V2.19)."""


def say(clause: str, kind: Kind, line: int, seat: Seat | None = None, aspect: str = "", **facts: Fact) -> Ruling:
    """A ruling that costs nothing."""
    said = tuple(sorted(facts.items()))
    return Ruling(line=line, clause=ClauseId(clause), kind=kind, seat=seat, aspect=aspect, facts=said)


def lay(state: State, play: Play, seat: Seat | None, set_aside: SetAside) -> Verdict[State]:
    """Cards are laid: whose turn it is, whether they fit, and what follows from them."""
    state = taken_over(state, seat)
    if not set_aside:
        for offence in AGAINST_A_PLAY:
            found = offence(state, play, seat)
            if found is not None:
                state = state.with_loose(seat, play.cards)
                return Verdict(state if seat is None else state.owing(seat, P3.cards), (found,))
    seat = seat or state.turn
    if seat is None:
        return Verdict(state, (say("V1.9", Kind.QUESTION, play.line, aspect="nobody"),))
    unnamed = state.namer if state.namer is not None and not is_eight(play.cards[0]) else None
    is_early = is_start_eight_open(state) and not set_aside
    state = state.with_laid(seat, play.cards, line=play.line, is_early=is_early)
    questions = count_lost(state, play, seat) + suit_never_named(play, None if is_early else unnamed)
    verdict = (
        going_out(state, play, seat, set_aside)
        if state.place(seat).hand == 0
        else carried_on(state, play, seat, set_aside)
    )
    return Verdict(verdict.state, questions + verdict.rulings)


def count_lost(state: State, play: Play, seat: Seat) -> tuple[Ruling, ...]:
    """More cards laid than were counted: the players know how many are left, the referee must ask (V1.6)."""
    if state.place(seat).hand is not None:
        return ()
    return (say("V1.6", Kind.QUESTION, play.line, seat),)


def suit_never_named(play: Play, namer: Seat | None) -> tuple[Ruling, ...]:
    """Cards laid on an eight before its suit was told to the table: taken to follow the suit named aloud (V2.9)."""
    if namer is None:
        return ()
    return (say("V2.9", Kind.QUESTION, play.line, namer, card=play.cards[0]),)


def going_out(state: State, play: Play, seat: Seat, set_aside: SetAside) -> Verdict[State]:
    """The last cards are laid: a win, or an attempt at one that costs three cards."""
    if not set_aside:
        if found := going_out_on_eight_or_ace(play, seat):
            state = state.owing(seat, P3.cards).with_place(seat, call_said=False, call_holds=False)
            verdict = carried_on(state, play, seat, set_aside)
            is_still_in_turn = verdict.state.turn == seat
            return Verdict(replace(verdict.state, may_not_call=is_still_in_turn), (found, *verdict.rulings))
        if found := went_out_uncalled(state, play, seat):
            return uncalled_out(state, play, seat, found)
    if ClauseId("V2.1") in set_aside:
        return Verdict(state.handed_on())
    return win(state, play, seat)


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
    if state.house.draws_after_ace is DrawsAfterAce.RENEWED:
        state = replace(state, draws=0)
    if ClauseId("V2.8") in set_aside:
        return Verdict(state)
    aces = sum(map(is_ace, play.cards)) if state.house.ace_draw is AceDraw.PER_ACE else 1
    others = state.others_from(seat)
    dues = (say("V2.8", Kind.DUE, play.line, other, count=aces) for other in others)
    said = tuple(replace(due, penalty=Penalty(cards=aces)) for due in dues)
    return Verdict(state.owing_for_aces(others, aces), said)


@PLAY.clause("V2.9", CAMERA | TABLET | DERIVED)
def eight_laid(state: State, play: Play, seat: Seat) -> Verdict[State]:
    """An eight goes on any card; its player names the suit, and the turn passes."""
    due = say("V2.9", Kind.DUE, play.line, seat)
    return Verdict(turn_passes(state.with_eight_laid_by(seat)), (due,))


def name_suit(state: State, named: NameSuit, seat: Seat, set_aside: SetAside) -> Verdict[State]:
    """The suit is named by who laid the eight, or by the dealer on a start eight (V1.11, V2.9)."""
    early = state.early
    if early is not None and seat == state.dealer and not set_aside:
        return start_suit_named_late(replace(state, early=None), named, early)
    if seat != state.namer:
        return Verdict(state, (say("V2.9", Kind.INFO, named.line, seat),))
    return Verdict(replace(state, suit=named.suit, namer=None))


def start_suit_named_late(state: State, named: NameSuit, early: LastPlay) -> Verdict[State]:
    """Forehand's cards lie already: if they miss the suit they go back, unless others have acted on them (V3.10)."""
    found = too_early_on_the_start_eight(named, early)
    if found is None:
        return Verdict(state)
    if state.last_play is None or state.last_play.line != early.line:
        return Verdict(state.owing(early.seat, P3.cards), (replace(found, aspect="played_on"),))
    state = early.before.with_loose(early.seat, early.cards).owing(early.seat, P3.cards)
    return Verdict(replace(state, suit=named.suit, namer=None), (found,))


@PLAY.clause("V2.10", TABLET | CAMERA | DERIVED)
def draw(state: State, drawn: Draw, seat: Seat, set_aside: SetAside) -> Verdict[State]:
    """Cards are taken from the talon: first those owed, then at most three in a turn."""
    absent = None if set_aside else before_an_absent_player(state, drawn, seat)
    state, count = debt_served(state, seat, drawn.count)
    said = [] if absent is None else [absent]
    state = state if absent is None else state.owing(seat, P3.cards)
    if count and state.turn is not None:
        state = taken_over(state, seat)
    if count and seat == state.turn:
        surplus = None if set_aside else too_many_taken(state, drawn, seat, count)
        said += [surplus] if surplus else []
        state = replace(state, draws=state.draws + count)
    elif count and state.is_running and not set_aside:
        said.append(say("V2.10", Kind.QUESTION, drawn.line, seat, count=count))
    state = state.with_hand(seat, count)
    return Verdict(state, (*said, *talon_is_empty(state, drawn)))


def debt_served(state: State, seat: Seat, count: int) -> tuple[State, int]:
    """Cards owed are taken first, those for an ace before penalties; what is left of *count* is drawn by will."""
    place = state.place(seat)
    for_ace = min(count, place.owes_for_ace)
    penalty = min(count - for_ace, place.owes)
    state = state.served_for_aces(seat, for_ace).with_place(seat, owes=place.owes - penalty)
    return state, count - for_ace - penalty


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


@PLAY.clause("V2.13", BUTTON | TABLET | DERIVED)
def went_out_uncalled(state: State, play: Play, seat: Seat) -> Ruling | None:
    """To win, utgång must have been called on the lap before, while in turn."""
    return None if state.place(seat).call_holds else foul("V2.13", play.line, seat)


def uncalled_out(state: State, play: Play, seat: Seat, found: Ruling) -> Verdict[State]:
    """The last card without a valid call: it lies and play goes on, or by house rule it is taken back (V2.13)."""
    if state.house.uncalled_out is UncalledOut.TAKE_BACK and state.last_play is not None:
        state = state.last_play.before.with_loose(seat, play.cards)
        return Verdict(state.owing(seat, P3.cards), (found,))
    return Verdict(turn_passes(state.owing(seat, P3.cards)), (found,))


@PLAY.clause("V2.14", BUTTON | TABLET | DERIVED)
def call(state: State, called: Call, seat: Seat) -> Verdict[State]:
    """A call counts while in turn, for that player's next turn only; not after a try to go out on an ace (V3.7).

    After three draws the turn may have passed already (V2.11): the next player has the benefit of the doubt.
    """
    if state.may_take_over(seat):
        return Verdict(state.with_place(seat, call_said=True))
    if seat != state.turn:
        return Verdict(state, (say("V2.14", Kind.INFO, called.line, seat, aspect="not_in_turn"),))
    if state.may_not_call:
        return Verdict(state, (say("V2.14", Kind.INFO, called.line, seat, aspect="after_ace"),))
    return Verdict(state.with_place(seat, call_said=True))


def uncall(state: State, taken_back: Uncall, seat: Seat) -> Verdict[State]:
    """A call taken back at once, before anybody else has acted, was never made."""
    place = state.place(seat)
    if place.call_said:
        return Verdict(state.with_place(seat, call_said=False))
    is_at_once = state.last_play is not None and state.last_play.seat == seat
    if place.call_holds and is_at_once:
        return Verdict(state.with_place(seat, call_holds=False))
    return Verdict(state, (say("V3.3", Kind.INFO, taken_back.line, seat, aspect="too_late"),))


@PLAY.clause("V2.15", DERIVED | TABLET)
def cards_left(state: State, seat: Seat) -> int | None:
    """What a caller must tell when asked: the number of cards left. The screens always show it."""
    return state.place(seat).hand


PLAY.unjudged("V2.16", DERIVED, "a card taken because of an ace leaves turn and calls as they are; see V2.8")


@PLAY.clause("V2.17", ACCUSATION | HINDSIGHT)
def show_hand(state: State, show: Show, seat: Seat, set_aside: SetAside) -> Verdict[State]:
    """A caller shows the hand to prove a real chance; without one the call is judged under V3.3."""
    if not state.place(seat).has_called:
        return Verdict(state)
    found = None if set_aside else called_without_a_chance(show, seat)
    if found is None:
        return Verdict(state, (say("V2.17", Kind.INFO, show.line, seat),))
    state = state.with_place(seat, call_said=False, call_holds=False)
    return Verdict(state.owing(seat, P3.cards), (found,))


@PLAY.clause("V2.18", CAMERA | TABLET | DERIVED)
def talon_is_empty(state: State, drawn: Draw) -> tuple[Ruling, ...]:
    """With the talon empty the pile under its top card is turned, unshuffled, and becomes the talon."""
    if not state.is_running or state.talon != 0 or len(state.pile) < 2:
        return ()
    return (say("V2.18", Kind.DUE, drawn.line),)


def turn_the_pile(state: State, turned: Turned, set_aside: SetAside) -> Verdict[State]:
    """The top card stays, and the suit named by an eight with it (V2.18); one lap more (V2.19)."""
    if not state.pile:
        return Verdict(state, (say("V2.18", Kind.QUESTION, turned.line),))
    state = replace(state, pile=state.pile[-1:], laps=state.laps + 1, last_play=None)
    return laps_are_up(state, turned, set_aside)


@PLAY.clause("V2.19", DERIVED)
def laps_are_up(state: State, turned: Turned, set_aside: SetAside) -> Verdict[State]:
    """In a coffee break the game is drawn after three laps through the talon of one deck, two of two decks."""
    most = LAPS_OF_A_BREAK.get(state.decks, 2)
    if not state.house.coffee_break or state.laps < most or ClauseId("V2.19") in set_aside:
        return Verdict(state)
    return Verdict(state.ended(), (say("V2.19", Kind.DRAW_GAME, turned.line, laps=state.laps),))


PLAY.unjudged("V2.20", DERIVED, "a season's end concerns the scores of many games, not one game")


def take_back(state: State, taken: TakeBack, seat: Seat) -> Verdict[State]:
    """Wrongly laid cards go back into the hand, or the last play does while nobody has acted on it.

    What was to be taken for laying them stays to be taken.
    """
    without = state.taken_back(seat, taken.cards)
    if without is not None:
        return Verdict(without)
    last = state.last_play
    if last is not None and (last.seat, sorted(map(str, last.cards))) == (seat, sorted(map(str, taken.cards))):
        penalty = state.place(seat).owes - last.before.place(seat).owes
        return Verdict(last.before.owing(seat, penalty))
    return Verdict(state, (say("V3.2", Kind.QUESTION, taken.line, seat, aspect="not_there", cards=taken.cards),))


def accuse(state: State, accused: Accuse, set_aside: SetAside) -> Verdict[State]:
    """A person reports what no sensor sees: the referee states clause and penalty, the table may dismiss it."""
    if set_aside:
        return Verdict(state)
    if state.place(accused.accused).is_free:
        return Verdict(state, (say("V1.12", Kind.QUESTION, accused.line, accused.accused, aspect="accused"),))
    judge = ACCUSATIONS.get(accused.clause)
    if judge is not None:
        return Verdict(state.owing(accused.accused, P3.cards), (judge(accused),))
    if accused.clause == ClauseId("V3.3") and state.place(accused.accused).has_called:
        return Verdict(state, (say("V3.3", Kind.DUE, accused.line, accused.accused),))
    return Verdict(state, (say(accused.clause, Kind.INFO, accused.line, accused.accused, aspect="accused"),))
