"""President, chapter 1: the standard game, in the order of the rule text."""

from __future__ import annotations

from table.changes import changed
from table.events import Pass
from table.game import Verdict
from table.games.climbing import Trick, copies_left, final_order, impossible_card
from table.games.president.house import FirstLead, FoulCosts
from table.games.president.judging import Attempt, foul, say
from table.games.president.shapes import GROUP, LOWEST_CARD, RUN, TWO, UNCLEAR, Shape, looks_like_a_run
from table.games.president.state import Hand, SetAside, Setup, State
from table.rulebook import Evidence, Rulebook
from table.rulings import Kind, Ruling
from table.seats import Seat, clockwise_from

GROUPS = Rulebook()
CAMERA, BUTTON, TABLET, DERIVED = Evidence.CAMERA, Evidence.BUTTON, Evidence.TABLET, Evidence.DERIVED

ROLES_FROM_THE_TOP = ("president", "vice_president")
ROLE_IN_BETWEEN = "neutral"
ROLES_FROM_THE_BOTTOM = ("scum", "vice_scum")
"""P1.7."""


@GROUPS.clause("P1.1", CAMERA | DERIVED)
def mixed_ranks(state: State, attempt: Attempt) -> Ruling | None:
    """A play is a group of one rank, or, with that option, a run (P3.1)."""
    if attempt.shape is not None or (state.house.runs and looks_like_a_run(attempt.cards)):
        return None
    return foul("P1.1", attempt)


def card_that_cannot_be(state: State, attempt: Attempt) -> Ruling | None:
    """A card that has been laid already, or a joker where none play, was misread (P1.1)."""
    decks, jokers = state.setup.decks, state.setup.jokers
    card = impossible_card(attempt.cards, state.seen, decks=decks, jokers=jokers)
    if card is None:
        return None
    is_twice = attempt.cards.count(card) > copies_left(card, {}, decks=decks, jokers=jokers)
    aspect = "joker" if card.suit is None and not jokers else "twice" if is_twice else ""
    return say("P1.1", Kind.QUESTION, attempt.line, attempt.seat, aspect, card=card)


@GROUPS.clause("P1.2", CAMERA | DERIVED)
def wrong_size(state: State, attempt: Attempt) -> Ruling | None:
    """A trick takes only groups of the size it was led with."""
    pile = state.pile
    count = attempt.shape.count if attempt.shape is not None else len(attempt.cards)
    if pile is None or pile.shape.form is RUN or count == pile.shape.count:
        return None
    return foul("P1.2", attempt, count=count, size=pile.shape.count)


@GROUPS.clause("P1.3", CAMERA | DERIVED)
def too_low(state: State, attempt: Attempt) -> Ruling | None:
    """A group must be as high as the one before, or higher; in a revolution as low, or lower (P2.2)."""
    pile, shape = state.pile, attempt.shape
    if pile is None or shape is None or GROUP not in (shape.form, pile.shape.form):
        return None
    if group_beats(state, shape, pile.shape):
        return None
    aspect = "equal" if shape.high == pile.shape.high else "turned" if state.is_turned else ""
    return foul("P1.3", attempt, aspect, under=pile.cards)


def group_beats(state: State, shape: Shape, under: Shape) -> bool:
    """Whether one group goes on another of its size. A lone joker is above all, in a revolution too (P2.1)."""
    if UNCLEAR in (shape.form, under.form):
        return True
    if shape.high == under.high:
        return state.house.equal_beats
    if shape.is_lone_joker or under.is_lone_joker:
        return shape.is_lone_joker
    return shape.high < under.high if state.is_turned else shape.high > under.high


@GROUPS.clause("P1.4", BUTTON | TABLET | DERIVED)
def pass_turn(state: State, passed: Pass, seat: Seat, set_aside: SetAside) -> Verdict[State]:
    """The player in turn may pass instead of laying."""
    trick = state.trick
    if trick.turn is None:
        return Verdict(state, (say("P1.9", Kind.DUE, passed.line, aspect=_who_leads(state)),))
    if seat != trick.turn:
        if set_aside:
            return Verdict(changed(state, trick=trick.forfeited_by(seat)))
        return Verdict(state, (say("P1.4", Kind.INFO, passed.line, seat, in_turn=trick.turn),))
    if trick.last is None:
        return leader_passes(state, passed, seat, set_aside)
    return handed_on(state, trick.passed_by(seat), passed.line)


def laid_after_passing(state: State, attempt: Attempt) -> Ruling | None:
    """Who has passed lays nothing more in that trick (P1.4)."""
    if attempt.seat is None or attempt.seat not in state.trick.passed or attempt.seat == state.turn:
        return None
    return foul("P1.4", attempt)


@GROUPS.clause("P1.5", DERIVED)
def handed_on(state: State, trick: Trick, line: int) -> Verdict[State]:
    """When all others have passed, the last to lay wins the trick and leads; if out, the next one with cards."""
    winner, leader = state.trick.last, trick.turn
    if trick.last is not None:
        return Verdict(changed(state, trick=trick))
    return Verdict(changed(state, trick=trick, pile=None), led_for(winner, leader, line))


def led_for(winner: Seat | None, leader: Seat | None, line: int) -> tuple[Ruling, ...]:
    """Said when the winner of a trick is out, so that another one leads (P1.5)."""
    if winner is None or leader is None or winner == leader:
        return ()
    return (say("P1.5", Kind.INFO, line, leader, winner=winner),)


@GROUPS.clause("P1.6", CAMERA | DERIVED)
def twos_clear(shape: Shape) -> bool:
    """A group of twos clears the pile, in a revolution too; whoever laid it leads."""
    return shape.form is GROUP and shape.high == TWO


@GROUPS.clause("P1.7", CAMERA | DERIVED)
def gone_out(state: State, seat: Seat, line: int) -> tuple[Trick, tuple[Ruling, ...]]:
    """Out of cards is out. When one alone holds cards, that one is last and the round is over."""
    trick, roles = state.trick.going_out(seat), state.setup.roles
    places = final_order(trick) if trick.is_finished else trick.out
    first = len(state.trick.out)
    said = tuple(
        say("P1.7", Kind.PLACE, line, placed, roles[place - 1], place=place)
        for place, placed in enumerate(places[first:], first + 1)
    )
    return trick, said


def count_lost(setup: Setup, before: Hand, after: Hand, seat: Seat, line: int) -> tuple[Ruling, ...]:
    """More was laid than was told, or the hand may be empty and nobody has told what was dealt: asked (P1.7)."""
    is_lost = before.dealt is not None and after.dealt is None
    may_be_out = after.dealt is None and after.gone >= setup.least_share
    return (say("P1.7", Kind.QUESTION, line, seat, count=after.gone),) if is_lost or may_be_out else ()


@GROUPS.clause("P1.10", DERIVED)
def may_still_be_beaten(trick: Trick, seat: Seat, line: int) -> tuple[Ruling, ...]:
    """The last play of who goes out may be beaten by everybody who has not passed; then the next one leads."""
    leader = trick.next_in(seat)
    if trick.last != seat or trick.turn is None or leader is None:
        return ()
    return (say("P1.10", Kind.INFO, line, seat, next=trick.turn, leader=leader),)


@GROUPS.clause("P1.11", DERIVED)
def leader_passes(state: State, passed: Pass, seat: Seat, set_aside: SetAside) -> Verdict[State]:
    """The leader may not pass: an empty table must be led to."""
    if not set_aside:
        return Verdict(state, (say("P1.11", Kind.DUE, passed.line, seat),))
    return Verdict(changed(state, trick=state.trick.led_by(state.trick.next_in(seat) or seat)))


@GROUPS.clause("P1.8", CAMERA | DERIVED)
def out_of_turn(state: State, attempt: Attempt) -> Ruling | None:
    """Only the player in turn lays."""
    if attempt.seat is None or state.turn is None or attempt.seat == state.turn:
        return None
    return foul("P1.8", attempt, in_turn=state.turn)


def taken_away(state: State, attempt: Attempt, found: Ruling) -> Verdict[State]:
    """Wrong cards do not count and go back into the hand; by house rule their player has passed besides (P1.8)."""
    state = state.with_loose(attempt.seat, attempt.cards)
    if attempt.seat is None or state.house.penalty is FoulCosts.NONE:
        return Verdict(state, (found,))
    trick = state.trick.forfeited_by(attempt.seat)
    if trick == state.trick:
        return Verdict(state, (found,))
    verdict = handed_on(state, trick, attempt.line)
    forfeited = say("P1.8", Kind.INFO, attempt.line, attempt.seat, "forfeit")
    return Verdict(verdict.state, (found, forfeited, *verdict.rulings))


@GROUPS.clause("P1.9", CAMERA | DERIVED)
def lead_without_the_lowest_card(state: State, attempt: Attempt) -> Ruling | None:
    """The first play of the first round holds the three of clubs, and so is its holder's."""
    if state.has_begun or not must_lead_lowest(state.setup) or LOWEST_CARD in attempt.cards:
        return None
    return foul("P1.9", attempt, card=LOWEST_CARD)


def must_lead_lowest(setup: Setup) -> bool:
    """Whether this round is led with the three of clubs (P1.9)."""
    return not setup.placed and setup.house.first_lead is FirstLead.LOWEST_CARD


def first_leader(setup: Setup) -> Seat | None:
    """Who leads to the round; None where it will be known when a card is laid (P1.9)."""
    if setup.placed:
        return setup.placed[-1]
    if setup.house.first_lead is not FirstLead.SEAT or setup.dealer is None:
        return None
    return next((seat for seat in clockwise_from(setup.seats, setup.dealer) if seat in setup.players), None)


def _who_leads(state: State) -> str:
    return "lowest" if must_lead_lowest(state.setup) else "anybody"
