"""Cards are laid: what they are, the clauses against them, and what follows from them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from table.cards import Card
from table.changes import changed, made
from table.events import Play
from table.game import Verdict
from table.games.climbing import with_seen
from table.games.president import exchange
from table.games.president.groups import (
    card_that_cannot_be,
    count_lost,
    gone_out,
    laid_after_passing,
    lead_without_the_lowest_card,
    led_for,
    may_still_be_beaten,
    mixed_ranks,
    out_of_turn,
    taken_away,
    too_low,
    twos_clear,
    wrong_size,
)
from table.games.president.judging import Attempt, say
from table.games.president.options import bent_by_house_rules, eights_clear, jokers_alone, points_told, turns_the_order
from table.games.president.runs import (
    best_run,
    equal_run,
    group_and_run,
    no_run,
    run_does_not_beat,
    run_through_eight_clears,
    run_too_high_in_a_revolution,
)
from table.games.president.shapes import RUN, UNCLEAR, Shape, declared, group_in, runs_in
from table.games.president.state import Hand, LastPlay, Pile, SetAside, State
from table.rulings import ClauseId, Kind, Ruling
from table.seats import Seat

Offence = Callable[[State, Attempt], Ruling | None]

WHOSE_TURN = (laid_after_passing, out_of_turn)

AGAINST_A_PLAY = (
    *WHOSE_TURN,
    jokers_alone,
    no_run,
    mixed_ranks,
    lead_without_the_lowest_card,
    group_and_run,
    wrong_size,
    too_low,
    run_does_not_beat,
    run_too_high_in_a_revolution,
    equal_run,
)
"""Whose turn it is decides whether the cards are looked at at all; then what they are, then whether they beat."""


def lay(state: State, play: Play, seat: Seat | None, set_aside: SetAside) -> Verdict[State]:
    """Cards are laid: whose turn it is, what they are, whether they beat the pile, and what follows."""
    if seat is None and state.turn is None:
        return Verdict(state, (say("P1.9", Kind.QUESTION, play.line, aspect="nobody"),))
    if seat in state.trick.out and not set_aside:
        return Verdict(state, (say("P1.7", Kind.QUESTION, play.line, seat, "out", cards=play.cards),))
    said: tuple[Ruling, ...] = ()
    meant = _meant(state, play) if play.stands_for else None
    if play.stands_for and meant is None and not set_aside:
        said = (say("P3.7", Kind.QUESTION, play.line, seat, cards=play.cards, said=play.stands_for),)
    shape = meant or _shape(state, play.cards)
    attempt = made(Attempt, line=play.line, seat=seat, cards=play.cards, shape=shape)
    against: tuple[Offence, ...] = AGAINST_A_PLAY
    if not set_aside and (impossible := card_that_cannot_be(state, attempt)):
        # What was misread may well have fitted: only whose turn it is can be held against the play.
        attempt, said, against = replace(attempt, shape=None), (*said, impossible), WHOSE_TURN
    for offence in () if set_aside else against:
        if found := offence(state, attempt):
            verdict = taken_away(state, attempt, found)
            return Verdict(verdict.state, (*said, *verdict.rulings))
    verdict = _laid(state, attempt, set_aside)
    return Verdict(verdict.state, (*said, *verdict.rulings))


def _meant(state: State, play: Play) -> Shape | None:
    """What the cards were said to be; None where nobody said, or where they cannot be that."""
    return _shape(state, play.stands_for) if declared(play.cards, play.stands_for) else None


def _shape(state: State, cards: tuple[Card, ...]) -> Shape | None:
    """What the cards are taken to be: a run on a run if they can be, otherwise rather a group."""
    group = group_in(cards)
    if state.house.runs and (group is None or (state.pile is not None and state.pile.shape.form is RUN)):
        run = best_run(state, runs_in(cards))
        if run is not None:
            return run
    return None if group is None else bent_by_house_rules(state, group, cards)


def _laid(state: State, attempt: Attempt, set_aside: SetAside) -> Verdict[State]:
    """The cards lie by the rules, or because the table lets them."""
    line, seat = attempt.line, attempt.seat or state.turn
    if seat is None:
        return Verdict(state)
    shape = attempt.shape or Shape(UNCLEAR, len(attempt.cards))
    said = () if state.has_begun else exchange.still_due(state, line)
    is_turning = turns_the_order(state, shape) and ClauseId("P2.2") not in set_aside
    if is_turning:
        said += (say("P2.2", Kind.INFO, line, seat, "back" if state.is_turned else "", cards=attempt.cards),)
    hand = _hand_after(state, seat, len(attempt.cards), set_aside)
    trick, placed = gone_out(state, seat, line) if hand.left == 0 else (state.trick, ())
    trick = trick.led_by(seat) if clears(state, shape) else trick.laid(seat, passes_bind=state.house.passes_bind)
    trick = trick.ended() if trick.is_finished else trick
    after = changed(
        state,
        trick=trick,
        hands=state.hands_with(seat, hand),
        pile=Pile(attempt.cards, shape) if trick.last or trick.is_finished else None,
        seen=with_seen(state.seen, attempt.cards) if attempt.shape or set_aside else state.seen,
        is_turned=state.is_turned is not is_turning,
        has_begun=True,
        loose=(),
        last_play=LastPlay(seat=seat, cards=attempt.cards, after=trick, before=state),
    )
    after, hindsight = _hindsight(after, attempt, set_aside)
    if ClauseId("P1.7") not in set_aside:
        said += count_lost(state.setup, state.hand(seat), hand, seat, line)
    return Verdict(after, said + placed + (what_follows(after, seat, line) if placed else ()) + hindsight)


def clears(state: State, shape: Shape) -> bool:
    """Whether a play clears the pile: twos, and by option eights and runs through the eight."""
    return twos_clear(shape) or eights_clear(state, shape) or run_through_eight_clears(state, shape)


def _hand_after(state: State, seat: Seat, laid: int, set_aside: SetAside) -> Hand:
    """The hand without so many cards; not known any more where more were laid than were told, or where the table
    says that its last card was not the last (P1.7)."""
    hand = state.hand(seat)
    left = None if hand.left is None else hand.left - laid
    is_lost = left is not None and (left < 0 or (left == 0 and ClauseId("P1.7") in set_aside))
    return Hand(None if is_lost else hand.dealt, hand.gone + laid)


def _hindsight(state: State, attempt: Attempt, set_aside: SetAside) -> tuple[State, tuple[Ruling, ...]]:
    """What the cards tell about the exchange, where it is known who laid them (P2.4)."""
    if not state.promises or attempt.seat is None or set_aside or attempt.shape is None:
        return state, ()
    return exchange.kept_better(state, attempt.seat, attempt.cards)


def what_follows(state: State, seat: Seat, line: int) -> tuple[Ruling, ...]:
    """What is to be said after a going out: who leads, what may still be beaten, what the round was worth."""
    trick = state.trick
    if state.is_over:
        return points_told(state, line)
    if trick.last is None:
        return led_for(seat, trick.turn, line)
    return may_still_be_beaten(trick, seat, line)


def found_out(state: State, seat: Seat, line: int) -> Verdict[State]:
    """It is told only now that this hand is empty (P1.7)."""
    trick, placed = gone_out(state, seat, line)
    if trick.is_finished:
        trick = trick.ended()
    elif trick.turn == seat:
        trick = trick.led_by(seat) if trick.last is None else trick.passed_by(seat)
    pile = state.pile if trick.last or trick.is_finished else None
    state = changed(state, trick=trick, pile=pile)
    return Verdict(state, placed + what_follows(state, seat, line))
