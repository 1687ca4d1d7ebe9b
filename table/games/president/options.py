"""President, chapter 2: the options, in the order of the rule text."""

from __future__ import annotations

from table.cards import JOKER
from table.games.climbing import points
from table.games.president import exchange
from table.games.president.house import LoneJoker
from table.games.president.judging import Attempt, foul, say
from table.games.president.shapes import ABOVE_TWO, EIGHT, GROUP, SPADE_THREE, Shape
from table.games.president.state import State
from table.rulebook import Evidence, Rulebook
from table.rulings import Kind, Ruling
from table.seats import Seat

OPTIONS = Rulebook()
CAMERA, TABLET, DERIVED, HINDSIGHT = Evidence.CAMERA, Evidence.TABLET, Evidence.DERIVED, Evidence.HINDSIGHT

LEAST_IN_A_REVOLUTION = 4
"""Cards of one rank (P2.2)."""


@OPTIONS.clause("P2.1", CAMERA | DERIVED)
def jokers_alone(state: State, attempt: Attempt) -> Ruling | None:
    """Jokers help in a group or a run only with a natural card; laid alone there is but one of them."""
    if len(attempt.cards) < 2 or any(card is not JOKER for card in attempt.cards):
        return None
    return foul("P2.1", attempt)


def bent_by_house_rules(state: State, shape: Shape, cards: tuple[object, ...]) -> Shape:
    """A lone joker that beats groups of any size, and a three of spades that beats it, count as what they beat
    (house rules of P2.1)."""
    if state.pile is None or state.pile.shape.form is not GROUP or shape.count != 1:
        return shape
    under = state.pile.shape
    if shape.is_lone_joker and state.house.lone_joker is LoneJoker.ANY_GROUP:
        return Shape(GROUP, under.count, ABOVE_TWO, ABOVE_TWO)
    if under.is_lone_joker and under.count == 1 and state.house.spade_three and cards == (SPADE_THREE,):
        return Shape(GROUP, 1, ABOVE_TWO, ABOVE_TWO)
    return shape


@OPTIONS.clause("P2.2", CAMERA | DERIVED)
def turns_the_order(state: State, shape: Shape) -> bool:
    """A group of four or more of a rank turns the order of ranks round; jokers may complete it."""
    return state.house.revolution and shape.form is GROUP and shape.count >= LEAST_IN_A_REVOLUTION


@OPTIONS.clause("P2.3", CAMERA | DERIVED)
def eights_clear(state: State, shape: Shape) -> bool:
    """With that option a group of eights clears the pile; whoever laid it leads."""
    return state.house.eight_clears and shape.form is GROUP and shape.high == EIGHT


OPTIONS.clause("P2.4", TABLET | HINDSIGHT | DERIVED)(exchange.give)


@OPTIONS.clause("P2.5", DERIVED)
def round_points(state: State) -> dict[Seat, int]:
    """At the end of a round: as many points as there are players behind. The rounds of an evening are added up."""
    return points(state.placing) if state.is_over else {}


def points_told(state: State, line: int) -> tuple[Ruling, ...]:
    """What the round is worth to each, when it is over (P2.5)."""
    told = [say("P2.5", Kind.INFO, line, seat, points=worth) for seat, worth in round_points(state).items()]
    if is_last_round(state):
        told.append(say("P2.5", Kind.INFO, line, aspect="last", rounds=state.house.rounds))
    return tuple(told)


def is_last_round(state: State) -> bool:
    """Whether so many rounds have been played as were chosen (P2.5)."""
    return state.setup.round >= state.house.rounds
