"""VVVänd8, V3.9: who has called utgång may forbid that somebody else takes penalty cards."""

from __future__ import annotations

import pytest

from table.game import Choice
from tests.records import Told, vvvand8

FOUR = "Anna Bo Cia Dag"
BO_CALLS = ("Bo: call", "Bo: play 9H")


def asked(told: Told) -> list[tuple[str | None, str | None, int | None]]:
    """Who is asked on the tablet, about whom and how many cards."""
    return [(o.seat, o.other, o.count) for o in told.view.offers if o.choice is Choice.VETO]


def test_r10_a_foul_while_somebody_has_called_is_asked_about() -> None:
    """R10: penalty cards were taken on purpose, to hinder who was about to go out."""
    told = vvvand8(*BO_CALLS, "Cia: play 2C")
    assert told.rulings == ["4 foul V3.2 Cia", "4 question V3.9 Bo"]
    assert asked(told) == [("Bo", "Cia", 3)]
    assert told.sentences[-1] == "Does Bo forbid that Cia takes three cards? (V3.9)."
    told.tell("Bo: veto yes")
    assert (told.hand("Cia"), told.owes("Cia"), asked(told)) == (7, 0, [])
    assert told.sentences[-1] == "Bo forbids it: Cia is spared three cards (V3.9)."


def test_without_a_veto_the_cards_are_due() -> None:
    told = vvvand8(*BO_CALLS, "Cia: play 2C", "Bo: veto no")
    assert (told.hand("Cia"), told.owes("Cia"), asked(told)) == (10, 3, [])


def test_until_somebody_answers_the_cards_are_due() -> None:
    told = vvvand8(*BO_CALLS, "Cia: play 2C")
    assert (told.hand("Cia"), told.owes("Cia")) == (10, 3)


def test_with_nobody_out_to_win_nobody_is_asked() -> None:
    assert vvvand8("Bo: play 2C").rulings == ["2 foul V3.2 Bo"]


def test_the_offender_is_not_asked_about_the_own_penalty() -> None:
    assert vvvand8(*BO_CALLS, "Bo: play 2H").rulings == ["4 foul V3.4 Bo"]


def test_a_caller_whose_turn_to_go_out_has_come_cannot_be_hindered_any_more() -> None:
    told = vvvand8(*BO_CALLS, "Cia: play 2H", "Anna: play QH", "Cia: play KH")
    assert told.rulings == ["6 foul V3.4 Cia"]


def test_who_calls_anew_in_that_turn_can_be_hindered_again() -> None:
    told = vvvand8(*BO_CALLS, "Cia: play 2H", "Anna: play QH", "Bo: call", "Cia: play KH")
    assert told.rulings == ["7 foul V3.4 Cia", "7 question V3.9 Bo"]


def test_a_foul_in_the_very_turn_of_the_call_is_asked_about() -> None:
    assert vvvand8("Bo: call", "Cia: play KH").rulings == ["3 foul V3.4 Cia", "3 question V3.9 Bo"]


def test_nobody_is_asked_about_cards_taken_too_many() -> None:
    """They are no penalty of three: who took them keeps them (V3.6)."""
    assert vvvand8(*BO_CALLS, "Cia: draw 4").rulings == ["4 foul V3.6 Cia"]


@pytest.mark.parametrize("clause", ["V3.5", "V3.8"])
def test_a_reported_offence_is_asked_about_too_until_it_is_dismissed(clause: str) -> None:
    told = vvvand8(*BO_CALLS, f"Anna: accuse Cia {clause}")
    assert asked(told) == [("Bo", "Cia", 3)]
    told.tell(f"table: dismiss {clause} Cia")
    assert (asked(told), told.rulings) == ([], [])


@pytest.fixture
def two_callers() -> Told:
    """Bo and Cia have called when Dag lays a wrong card."""
    return vvvand8(*BO_CALLS, "Cia: call", "Cia: play 2H", "Dag: play 3S", seats=FOUR)


def test_every_caller_is_asked_alone(two_callers: Told) -> None:
    assert asked(two_callers) == [("Bo", "Dag", 3), ("Cia", "Dag", 3)]


def test_one_veto_is_enough(two_callers: Told) -> None:
    two_callers.tell("Bo: veto no")
    assert asked(two_callers) == [("Cia", "Dag", 3)]
    two_callers.tell("Cia: veto yes")
    assert (asked(two_callers), two_callers.hand("Dag")) == ([], 7)


def test_when_all_let_it_be_nobody_is_asked_any_more(two_callers: Told) -> None:
    two_callers.tell("Cia: veto no")
    two_callers.tell("Bo: veto no")
    assert (asked(two_callers), two_callers.hand("Dag")) == ([], 10)
    two_callers.tell("Bo: veto yes")
    assert two_callers.rulings[-1] == "9 info V3.9 Bo"


def test_a_caller_who_errs_is_judged_by_the_other_one() -> None:
    told = vvvand8(*BO_CALLS, "Cia: call", "Cia: play 2S", seats=FOUR)
    assert told.rulings == ["5 foul V3.2 Cia", "5 question V3.9 Bo"]


def test_of_two_penalties_the_older_is_answered_first() -> None:
    told = vvvand8(*BO_CALLS, "Cia: play 2C", "Anna: accuse Dag V3.8", seats=FOUR)
    assert asked(told) == [("Bo", "Cia", 3)]
    told.tell("Bo: veto no")
    assert asked(told) == [("Bo", "Dag", 3)]
    told.tell("Bo: veto yes")
    assert (told.hand("Cia"), told.hand("Dag"), asked(told)) == (10, 7, [])


def test_two_penalties_of_one_offender_are_two_questions() -> None:
    told = vvvand8(*BO_CALLS, "Cia: play 2C", "Anna: accuse Cia V3.8", "Bo: veto yes")
    assert told.owes("Cia") == 3
    told.tell("Bo: veto no")
    assert (told.owes("Cia"), asked(told)) == (3, [])


def test_what_has_been_taken_stays_taken() -> None:
    told = vvvand8(*BO_CALLS, "Cia: play 2C", "Cia: takeback 2C", "Cia: draw 2", "Bo: veto yes")
    assert (told.hand("Cia"), told.owes("Cia")) == (9, 0)
    assert told.sentences[-1] == "Bo forbids it: Cia is spared one card (V3.9)."


def test_once_all_cards_are_taken_it_is_too_late() -> None:
    told = vvvand8(*BO_CALLS, "Cia: play 2C", "Cia: takeback 2C", "Cia: draw 3", "Bo: veto yes")
    assert told.hand("Cia") == 10
    assert told.rulings[-1] == "7 info V3.9 Bo"


def test_with_the_call_goes_the_veto() -> None:
    told = vvvand8(*BO_CALLS, "Cia: play 2C", "Cia: takeback 2C", "Cia: play 2H", "Anna: play QH", "Bo: play KH")
    assert asked(told) == []
    told.tell("Bo: veto yes")
    assert told.hand("Cia") == 9


def test_overruling_the_foul_leaves_nothing_to_forbid() -> None:
    told = vvvand8(*BO_CALLS, "Cia: play 2C", "Bo: veto yes", "table: overrule 4")
    assert told.rulings == ["5 info V3.9 Bo"]
    assert told.hand("Cia") == 6


def test_an_overruled_veto_has_forbidden_nothing() -> None:
    told = vvvand8(*BO_CALLS, "Cia: play 2C", "Bo: veto yes", "table: overrule 5")
    assert (told.hand("Cia"), told.rulings) == (10, ["4 foul V3.2 Cia", "4 question V3.9 Bo"])


def test_whose_veto_it_is_must_be_told() -> None:
    told = vvvand8(*BO_CALLS, "Cia: play 2C", "?: veto yes")
    assert told.rulings[-1] == "5 question V1.9"
    assert told.hand("Cia") == 10


def test_a_penalty_at_the_turns_end_may_be_forbidden_as_well() -> None:
    told = vvvand8("Cia: dealt 1", "table: start 7H", *BO_CALLS, "Cia: play 8C", "Bo: veto yes", start=None)
    assert told.fouls == ["5 foul V3.7 Cia"]
    assert (told.hand("Cia"), told.owes("Cia")) == (0, 0)


def test_a_veto_spares_nobody_a_card_for_an_ace() -> None:
    told = vvvand8(*BO_CALLS, "Cia: play AH", "Anna: accuse Dag V3.8", "Bo: veto yes", seats=FOUR)
    assert (told.owes("Dag"), told.hand("Dag")) == (1, 8)
