"""Turn order among those still in, passing, winning a trick and going out."""

from __future__ import annotations

import random

import pytest

from table.games.climbing import Trick
from table.seats import Seat

ANNA, BO, CIA, DAG = map(Seat, ("Anna", "Bo", "Cia", "Dag"))
FOUR = Trick(seats=(ANNA, BO, CIA, DAG), turn=BO)


def test_the_turn_goes_clockwise_and_round_the_corner() -> None:
    trick = FOUR.laid(BO, passes_bind=True)
    assert trick.turn == CIA
    assert trick.laid(CIA, passes_bind=True).laid(DAG, passes_bind=True).turn == ANNA


def test_who_has_passed_is_skipped_where_passes_bind() -> None:
    trick = FOUR.laid(BO, passes_bind=True).passed_by(CIA)
    again = trick.laid(DAG, passes_bind=True).laid(ANNA, passes_bind=True).laid(BO, passes_bind=True)
    assert again.turn == DAG


def test_where_passes_do_not_bind_everybody_may_beat_the_new_play() -> None:
    trick = FOUR.laid(BO, passes_bind=False).passed_by(CIA)
    assert trick.laid(DAG, passes_bind=False).passed_by(ANNA).passed_by(BO).turn == CIA


@pytest.mark.parametrize("passes_bind", [True, False])
def test_when_all_others_have_passed_the_last_to_lay_leads(passes_bind: bool) -> None:
    trick = FOUR.laid(BO, passes_bind=passes_bind).passed_by(CIA).passed_by(DAG).passed_by(ANNA)
    assert (trick.turn, trick.last, trick.passed) == (BO, None, frozenset())


def test_a_play_that_nobody_may_beat_wins_at_once() -> None:
    trick = FOUR.laid(BO, passes_bind=True).passed_by(CIA).passed_by(DAG)
    gone = trick.going_out(BO)
    assert gone.laid(ANNA, passes_bind=True).turn == ANNA
    assert gone.laid(ANNA, passes_bind=True).last is None


def test_after_a_last_card_everybody_else_gets_one_turn_and_then_the_next_one_leads() -> None:
    trick = FOUR.going_out(BO).laid(BO, passes_bind=True)
    assert trick.turn == CIA
    trick = trick.passed_by(CIA).passed_by(DAG)
    assert trick.turn == ANNA
    trick = trick.passed_by(ANNA)
    assert (trick.turn, trick.last) == (CIA, None)


def test_who_is_out_never_leads() -> None:
    trick = FOUR.going_out(CIA).going_out(BO)
    assert trick.led_by(BO).turn == DAG
    assert trick.led_by(DAG).turn == DAG


def test_the_lead_goes_round_several_who_are_out_at_the_end_of_the_row() -> None:
    """R40 of the complaints: the next in line is out and last in the list."""
    assert FOUR.going_out(DAG).going_out(CIA).led_by(CIA).turn == ANNA


def test_a_round_is_finished_when_one_is_left() -> None:
    two_out = FOUR.going_out(BO).going_out(ANNA)
    assert not two_out.is_finished
    assert two_out.going_out(DAG).is_finished
    assert two_out.going_out(DAG).ended().turn is None


def test_going_out_twice_is_going_out_once() -> None:
    assert FOUR.going_out(BO).going_out(BO).out == (BO,)


def test_nobody_leads_when_everybody_is_out() -> None:
    everybody_out = FOUR.going_out(ANNA).going_out(BO).going_out(CIA).going_out(DAG)
    assert everybody_out.next_in(ANNA) is None
    assert everybody_out.led_by(ANNA).turn is None


def test_who_forfeits_counts_as_having_passed_in_turn_or_not() -> None:
    trick = FOUR.laid(BO, passes_bind=True)
    assert trick.forfeited_by(CIA).turn == DAG
    assert trick.forfeited_by(DAG).turn == CIA
    assert trick.forfeited_by(DAG).passed_by(CIA).turn == ANNA


def test_who_leads_or_laid_last_has_nothing_to_forfeit() -> None:
    assert FOUR.forfeited_by(BO) == FOUR
    lying = FOUR.laid(BO, passes_bind=True)
    assert lying.forfeited_by(BO) == lying


def test_who_lays_after_passing_and_is_let_has_not_passed() -> None:
    trick = FOUR.laid(BO, passes_bind=True).passed_by(CIA).laid(CIA, passes_bind=True)
    assert trick.passed == frozenset()


@pytest.mark.parametrize("passes_bind", [True, False])
def test_the_turn_is_always_with_somebody_who_is_in_and_may_beat(passes_bind: bool) -> None:
    """R18 and R34 of the complaints: never an eliminated player, and never nobody."""
    chance = random.Random(4)
    for _ in range(300):
        seats = tuple(Seat(f"P{number}") for number in range(chance.randint(2, 9)))
        trick = Trick(seats=seats, turn=seats[0])
        while not trick.is_finished:
            turn = trick.turn
            assert turn is not None
            assert turn not in trick.out
            assert turn not in trick.passed
            assert turn != trick.last
            if trick.last is not None and chance.random() < 0.6:
                trick = trick.passed_by(turn)
            else:
                trick = trick.going_out(turn) if chance.random() < 0.2 else trick
                trick = trick.laid(turn, passes_bind=passes_bind)
