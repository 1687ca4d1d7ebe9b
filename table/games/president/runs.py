"""President, chapter 3: stegar (runs), in the order of the rule text."""

from __future__ import annotations

from table.games.president.judging import Attempt, foul
from table.games.president.shapes import LEAST_RUN, RUN, UNCLEAR, Shape, looks_like_a_run
from table.games.president.state import State
from table.rulebook import Evidence, Rulebook
from table.rulings import Ruling

RUNS = Rulebook()
CAMERA, DERIVED = Evidence.CAMERA, Evidence.DERIVED


@RUNS.clause("P3.1", CAMERA | DERIVED)
def no_run(state: State, attempt: Attempt) -> Ruling | None:
    """A run is three or more cards of one suit, consecutive from three up to two and not round the corner."""
    if attempt.shape is not None or not state.house.runs or not looks_like_a_run(attempt.cards):
        return None
    natural = [card for card in attempt.cards if card.suit is not None]
    if len(attempt.cards) < LEAST_RUN:
        return foul("P3.1", attempt, "short")
    return foul("P3.1", attempt, "suits" if len({card.suit for card in natural}) > 1 else "gaps")


@RUNS.clause("P3.2", CAMERA | DERIVED)
def run_does_not_beat(state: State, attempt: Attempt) -> Ruling | None:
    """On a run goes only a run of its length, of any suit, that reaches as high or higher."""
    pair = _both_runs(state, attempt)
    if pair is None or pair[0].count != pair[1].count:
        return None if pair is None else foul("P3.2", attempt, "length", count=pair[0].count, size=pair[1].count)
    run, under = pair
    if state.is_turned or run.high >= under.high or state.pile is None:
        return None
    return foul("P3.2", attempt, under=state.pile.cards)


@RUNS.clause("P3.3", CAMERA | DERIVED)
def group_and_run(state: State, attempt: Attempt) -> Ruling | None:
    """Groups never go on runs, runs never on groups."""
    if state.pile is None or attempt.shape is None:
        return None
    forms = (attempt.shape.form, state.pile.shape.form)
    if UNCLEAR in forms or forms[0] is forms[1]:
        return None
    return foul("P3.3", attempt, attempt.shape.form.value, under=state.pile.cards)


RUNS.unjudged("P3.4", CAMERA | DERIVED, "a right: a run of any length is read under P3.1")
RUNS.unjudged(
    "P3.5", CAMERA | DERIVED, "nothing can be broken here: whether the pile is cleared is found under P1.6, P3.9"
)
RUNS.unjudged("P3.6", DERIVED, "passing, winning and going out are judged under P1.4 to P1.11 for runs as for groups")


@RUNS.clause("P3.7", CAMERA | DERIVED)
def best_run(state: State, runs: tuple[Shape, ...]) -> Shape | None:
    """Where a joker's place is open, the one best for its player counts: one that beats the pile, then one that
    clears it (P3.9), then the highest, in a revolution the lowest."""

    def worth(run: Shape) -> tuple[bool, bool, int]:
        return run_beats(state, run), run_through_eight_clears(state, run), -run.low if state.is_turned else run.high

    return max(runs, key=worth, default=None)


def run_beats(state: State, run: Shape) -> bool:
    """Whether the run may be laid now (P3.2, P3.8, P3.10); to an empty table it always may."""
    under = state.pile.shape if state.pile is not None else None
    if under is None or under.form is UNCLEAR:
        return True
    if under.form is not RUN or under.count != run.count:
        return False
    if run.high == under.high:
        return state.house.run_equal_beats
    return run.low < under.low if state.is_turned else run.high > under.high


@RUNS.clause("P3.8", CAMERA | DERIVED)
def run_too_high_in_a_revolution(state: State, attempt: Attempt) -> Ruling | None:
    """In a revolution a run must be as low or lower, measured by its lowest card."""
    pair = _both_runs(state, attempt)
    if pair is None or state.pile is None or not state.is_turned or pair[0].low <= pair[1].low:
        return None
    return foul("P3.8", attempt, under=state.pile.cards)


@RUNS.clause("P3.9", CAMERA | DERIVED)
def run_through_eight_clears(state: State, run: Shape) -> bool:
    """With that option a run that passes through the eight clears the pile."""
    return state.house.eight_clears and run.form is RUN and run.has_eight


@RUNS.clause("P3.10", CAMERA | DERIVED)
def equal_run(state: State, attempt: Attempt) -> Ruling | None:
    """By house rule only a higher run beats a run."""
    pair = _both_runs(state, attempt)
    if state.house.run_equal_beats or pair is None or state.pile is None or pair[0] != pair[1]:
        return None
    return foul("P3.10", attempt, under=state.pile.cards)


def _both_runs(state: State, attempt: Attempt) -> tuple[Shape, Shape] | None:
    """The run that was laid and the one that lies there, where both are runs."""
    if state.pile is None or attempt.shape is None:
        return None
    run, under = attempt.shape, state.pile.shape
    return (run, under) if run.form is under.form is RUN else None
