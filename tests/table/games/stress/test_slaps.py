"""Stress, chapter 3: slaps, and what is taken up for them."""

from __future__ import annotations

import pytest

from table.game import SlapStory
from table.seats import Seat
from tests.records import Told
from tests.table.games.stress.tables import BO, LISA, PAIR, after_a_pair, pile, row, stock, stress

WATCHED = "[13] table: watched"
SEVEN = "Bo: open 6S 7D 3H 10C"


def ends(told: Told) -> list[str]:
    """What was said of slaps: everything under S3.2 to S3.4 and S3.7."""
    return [said for said in told.rulings if said.split()[2] in ("S3.2", "S3.3", "S3.4", "S3.7")]


def story(told: Told, number: int = 0) -> SlapStory:
    return told.standing.slaps[number]


def slapped(lisa: str, bo: str, *, header: str = "") -> Told:
    """Lisa and Bo slap at these times after two sixes have met: lines 6 and 7."""
    return after_a_pair(f"[{lisa}] Lisa: slap", f"[{bo}] Bo: slap", WATCHED, header=header)


# S3.1, S3.6: when stress arises


def test_equal_tops_are_told_at_once() -> None:
    assert after_a_pair().sentences == ["Six of spades and six of diamonds: stress (S3.1)."]


def test_equal_tops_by_a_flip_are_stress_too() -> None:
    assert stress(flips=("Lisa: flip 5H", "Bo: flip 5D")).rulings == ["4 due S3.6"]


def test_a_pair_that_a_late_line_tells_to_have_been_covered_never_was() -> None:
    """Lisa's five was covered before Bo's five came to lie, though the camera told it later."""
    rows = ("Lisa: open 4H 9C KD 2S", "Bo: open 5D JD 3H 10C")
    flips = ("[0~0.03] Lisa: flip 5H", "[0~0.03] Bo: flip 6D")
    told = stress(
        "[10.2~10.233] Bo: lay 5D on Bo", "[10.0~10.033] Lisa: lay 4H on Lisa", "[10.3] Lisa: slap", WATCHED,
        rows=rows, flips=flips,
    )  # fmt: skip
    assert told.fouls == ["7 foul S3.4 Lisa"]


def test_a_pair_that_only_late_lines_tell_was_there_all_the_same() -> None:
    """Two sixes met for two tenths of a second, and the seven that covered one was read first."""
    told = stress(
        "[10.200~10.233] Bo: lay 7D on Bo", "[10.0~10.033] Bo: lay 6S on Lisa", "[10.3] Lisa: slap", WATCHED,
        rows=(LISA, SEVEN), flips=PAIR[:2],
    )  # fmt: skip
    assert ends(told) == ["7 info S3.2 Lisa", "7 due S3.2 Bo"] or ends(told) == ["7 due S3.2 Bo", "7 info S3.2 Lisa"]


def test_an_overruled_stress_is_none() -> None:
    told = after_a_pair("table: overrule 5")
    assert told.rulings == []
    told.tell("[10.4] Lisa: slap")
    told.tell(WATCHED)
    assert told.fouls == ["7 foul S3.4 Lisa"]


def test_of_two_slaps_the_earlier_may_be_told_after_the_camera_has_caught_up_and_is_first_all_the_same() -> None:
    """Its contact bounced for longer, so that its press was believed later."""
    told = after_a_pair("[10.404] Bo: slap", "[10.5] table: watched", "[10.400] Lisa: slap")
    assert ends(told) == ["6 due S3.2 Bo", "8 info S3.2 Lisa"]
    assert story(told).winner == "Lisa"
    assert story(told).margin_ms == 4.0


# S3.2: first and second


def test_the_verdict_tells_margin_error_and_reaction_times() -> None:
    told = slapped("10.412300", "10.431000")
    assert story(told) == SlapStory(
        seats={Seat("Lisa"): 395.8, Seat("Bo"): 414.5},
        winner=Seat("Lisa"),
        margin_ms=18.7,
        error_ms=0.0,
        verdict="first",
        errors_ms={Seat("Lisa"): 16.5, Seat("Bo"): 16.5},
        line=6,
    )
    assert "Lisa was first by 18.7 ms (± 0.0 ms): Bo takes up the play piles (S3.2)." in told.sentences


def test_the_second_told_may_be_the_first() -> None:
    assert story(slapped("10.5", "10.4")).winner == "Bo"


def test_the_error_of_a_margin_is_that_of_both_edges() -> None:
    told = slapped("10.4120~10.4124", "10.4300~10.4310")
    assert (story(told).margin_ms, story(told).error_ms) == (18.3, 0.7)


def test_twenty_milliseconds_have_exactly_one_winner() -> None:
    """G23: both buzzers were accepted."""
    assert ends(slapped("10.420", "10.440")) == ["7 due S3.2 Bo", "6 info S3.2 Lisa"]


def test_a_bounce_of_the_first_does_not_turn_the_order() -> None:
    """G19: a library's debounce reports the last bounce, and turned the order round."""
    bounces = ("[10.400] Lisa: slap", "[10.404] Lisa: slap")
    exact = after_a_pair(bounces[0], "[10.402] Bo: slap", bounces[1], WATCHED, header="option tie_ms=0")
    assert story(exact).winner == "Lisa"
    usual = after_a_pair(bounces[0], "[10.402] Bo: slap", bounces[1], WATCHED, header="option tie_ms=5")
    assert story(usual).verdict == "tie"
    later = after_a_pair(*bounces, "[10.407] Bo: slap", WATCHED, header="option tie_ms=5")
    assert story(later).winner == "Lisa"


def test_taking_up_before_the_verdict_settles_it() -> None:
    told = after_a_pair("[10.4] Lisa: slap", "[10.5] Bo: slap", "[10.9] Bo: takes both", WATCHED)
    assert "7 due S3.2 Bo" in told.rulings
    assert (stock(told, "Bo"), told.view.seats[1].marks) == (24, ("turns_a_card",))


def test_new_cards_in_the_middle_mean_that_the_piles_were_taken_up() -> None:
    told = slapped("10.4", "10.5")
    told.tell("[15~15.03] Lisa: flip 8C")
    assert (stock(told, "Bo"), pile(told, "Bo"), pile(told, "Lisa")) == (24, "None", "8C")


def test_an_overruled_verdict_takes_nothing() -> None:
    told = slapped("10.4", "10.5")
    told.tell("table: overrule 7")
    assert ends(told) == ["6 info S3.7 Lisa", "7 info S3.7 Bo"]
    assert told.view.seats[1].marks == ()


def test_overruling_the_line_that_watched_takes_the_verdict_back_as_well() -> None:
    told = slapped("10.4", "10.5")
    told.tell("table: overrule 8")
    assert [said for said in told.rulings if " due S3.2 " in said] == []


# S3.3: ties


@pytest.mark.parametrize(("bo", "verdict"), [("10.4000", "tie"), ("10.4010", "tie"), ("10.4011", "first")])
def test_a_tie_is_within_the_tie_limit(bo: str, verdict: str) -> None:
    """G23: inside the limit there is one tie, never two winners and never none."""
    told = slapped("10.4000", bo)
    assert story(told).verdict == verdict
    assert sum("S3.3" in said for said in told.rulings) == (2 if verdict == "tie" else 0)


@pytest.mark.parametrize(("bo", "verdict"), [("10.4014~10.4024", "tie"), ("10.4021~10.4031", "first")])
def test_a_tie_is_within_what_both_edges_may_be_wrong_by(bo: str, verdict: str) -> None:
    assert story(slapped("10.4010~10.4020", bo, header="option tie_ms=0")).verdict == verdict


def test_after_a_tie_play_goes_on() -> None:
    """R41: a perfect tie stopped the game."""
    told = slapped("10.4", "10.4")
    for line in ("Lisa: takes own", "Bo: takes own", "Lisa: flip 8C", "Bo: flip QD", "Bo: lay JD on Bo"):
        told.tell(line)
    assert (pile(told, "Lisa"), pile(told, "Bo"), told.fouls) == ("8C", "JD", [])


# G16: an edge that was lost


def test_a_press_with_no_time_is_no_verdict() -> None:
    """G16: of two edges close together one is lost."""
    told = after_a_pair("[10.4] Lisa: slap", "Bo: slap", WATCHED)
    assert ends(told) == ["7 question S3.7 Bo", "6 info S3.7 Lisa"]
    assert told.standing.slaps == ()


def test_what_the_table_decides_then_is_not_asked_about() -> None:
    told = after_a_pair("[10.4] Lisa: slap", "Bo: slap", WATCHED, "Lisa: takes both")
    assert [said for said in told.rulings if "S3.5" in said] == ["9 due S3.5"]


def test_who_slaps_alone_wins_with_no_time_as_well() -> None:
    told = after_a_pair("Lisa: slap", WATCHED)
    assert (story(told).winner, story(told).margin_ms, dict(story(told).seats)) == ("Lisa", None, {})


# S3.4: false slaps


def test_a_false_slap_is_told_with_the_tops_that_lay_there() -> None:
    told = stress("[4] Lisa: slap", "[4.5~4.53] Bo: lay 6S on Lisa", "[5] table: watched")
    assert told.sentences == [
        "Lisa slapped with no equal tops: five of hearts and queen of spades (S3.4). Lisa takes up the play piles."
    ]


@pytest.mark.parametrize(("at", "is_false"), [("9.999", True), ("10.000", False), ("10.020", False), ("10.033", False)])
def test_within_the_cameras_uncertainty_a_slap_is_not_false(at: str, is_false: bool) -> None:
    told = after_a_pair(f"[{at}] Lisa: slap", WATCHED)
    assert bool(told.fouls) is is_false


def test_a_wide_edge_has_the_benefit_of_the_doubt() -> None:
    assert after_a_pair("[9.9~10.0] Lisa: slap", WATCHED).fouls == []
    assert after_a_pair("[9.9~9.9999] Lisa: slap", WATCHED).fouls == ["6 foul S3.4 Lisa"]


def test_after_a_false_slap_the_next_pair_is_judged_on_the_real_tops() -> None:
    """R31: after a penalty the slap check looked at the wrong cards."""
    told = stress("[4] Lisa: slap", "[5] table: watched", "[6] Lisa: takes both")
    for line in ("[7~7.03] Lisa: flip 7H", "[7~7.03] Bo: flip 6D", "[8~8.033] Bo: lay 6S on Lisa"):
        told.tell(line)
    for line in ("[8.4] Lisa: slap", "[8.5] Bo: slap", "[9] table: watched"):
        told.tell(line)
    assert told.fouls == ["5 foul S3.4 Lisa"]
    assert story(told, 1).winner == "Lisa"


def test_hammering_is_one_false_slap_and_cannot_win() -> None:
    """G34: players hammer the button to be first. R32: ten presses a second extend no window."""
    hammered = [f"[{9.9 + tenth / 10:.1f}] Lisa: slap" for tenth in range(3)]
    told = after_a_pair(*hammered, "[10.4] Bo: slap", WATCHED)
    assert told.fouls == ["6 foul S3.4 Lisa"]
    assert ends(told)[:3] == ["6 foul S3.4 Lisa", "7 info S3.7 Lisa", "8 info S3.7 Lisa"]
    assert story(told, 1).winner == "Bo"


def test_a_quarter_of_a_second_after_a_false_slap_the_next_one_is_real() -> None:
    assert story(after_a_pair("[9.9] Lisa: slap", "[10.15] Lisa: slap", "[10.4] Bo: slap", WATCHED), 1).winner == "Lisa"


def test_of_a_false_slap_and_a_lost_stress_the_piles_are_taken_up_once() -> None:
    told = after_a_pair("[9.7] Lisa: slap", "[10.3] Lisa: slap", "[10.4] Bo: slap", WATCHED)
    assert [seat.marks for seat in told.view.seats] == [("takes_both",), ("takes_both",)]
    told.tell("Lisa: takes both")
    assert [seat.marks for seat in told.view.seats] == [("turns_a_card",), ("turns_a_card",)]


def test_with_no_time_of_the_new_cards_the_order_of_lines_tells_what_lay_there() -> None:
    told = slapped("10.4", "10.5")
    told.tell("Bo: takes both")
    for line in ("[14] Lisa: slap", "Lisa: flip 8C", "Bo: flip QD", "[15] Bo: slap", "[16] table: watched"):
        told.tell(line)
    assert told.fouls == ["13 foul S3.4 Bo"]


def test_who_follows_a_false_slap_finds_the_piles_taken() -> None:
    told = stress("[4] Lisa: slap", "[4.2] Bo: slap", "[5] table: watched")
    assert ends(told) == ["5 foul S3.4 Lisa", "6 info S3.7 Bo"]


def test_in_a_house_without_a_price_each_false_slap_is_called() -> None:
    told = stress("[4] Lisa: slap", "[4.3] Lisa: slap", "[5] table: watched", header="option false_slap=nothing")
    assert told.fouls == ["5 foul S3.4 Lisa", "6 foul S3.4 Lisa"]
    assert told.view.seats[0].marks == ()


def test_a_call_is_judged_like_a_slap_and_has_no_reaction_time() -> None:
    told = stress("[4] Lisa: say stress", "[5] table: watched")
    assert told.sentences[0].startswith("Lisa called stress with no equal tops: five of hearts and queen of spades")
    assert told.standing.slaps == ()


def test_a_call_and_a_slap_of_one_hand_are_one_act() -> None:
    assert stress("[4] Lisa: say stress", "[4.1] Lisa: slap", "[5] table: watched").fouls == ["5 foul S3.4 Lisa"]


def test_a_call_that_was_only_heard_may_be_reported() -> None:
    told = stress("Bo: accuse Lisa S3.4")
    assert told.fouls == ["5 foul S3.4 Lisa"]
    told.tell("table: dismiss S3.4 Lisa")
    assert (told.rulings, told.view.seats[0].marks) == ([], ())
    assert after_a_pair("Bo: accuse Lisa S3.4").rulings == ["5 due S3.1", "6 info S3.4 Lisa"]


def test_who_slaps_at_a_wrong_card_that_looks_like_stress_is_excused() -> None:
    rows = (LISA, "Bo: open QD JD 3H 10C")
    told = stress("[3~3.03] Bo: lay QD on Lisa", "[3.4] Lisa: slap", "[5] table: watched", rows=rows)
    assert told.rulings == ["5 foul S2.2 Bo", "6 info S3.7 Lisa"]


# S3.5: after a stress


def test_both_turn_a_new_card_after_the_take() -> None:
    told = slapped("10.4", "10.5")
    told.tell("Bo: takes both")
    assert told.rulings[-1] == "9 due S3.5"
    assert [seat.marks for seat in told.view.seats] == [("turns_a_card",), ("turns_a_card",)]


def test_the_rows_stay() -> None:
    told = slapped("10.4", "10.5")
    before = row(told, "Bo")
    told.tell("Bo: takes both")
    assert row(told, "Bo") == before


def test_who_has_no_draw_pile_is_given_a_card_even_if_nobody_says_so() -> None:
    rows = ("Lisa: dealt 5", LISA, BO)
    told = stress("[10.4] Lisa: slap", "[10.5] Bo: slap", WATCHED, "Bo: takes both", rows=rows, flips=PAIR)
    assert "10 due S3.5 Lisa" in told.rulings
    before = stock(told, "Bo")
    told.tell("Lisa: flip 8C")
    assert (stock(told, "Lisa"), before, stock(told, "Bo")) == (0, 24, 23)


def test_half_of_what_is_due_leaves_the_rest_due() -> None:
    told = slapped("10.4", "10.5")
    told.tell("Bo: takes own")
    assert told.view.seats[1].marks == ("takes_both",)
    told.tell("Bo: takes both")
    assert told.rulings[-1] == "10 due S3.5"


def test_who_took_up_is_known_where_one_owes() -> None:
    told = slapped("10.4", "10.5")
    told.tell("?: takes both")
    assert stock(told, "Bo") == 24


def test_a_card_given_for_no_reason_is_noted() -> None:
    told = stress("Lisa: takes card")
    assert told.rulings == ["5 info S3.5 Lisa"]
    assert (stock(told, "Lisa"), stock(told, "Bo")) == (22, 20)


# S3.7: waiting


def test_no_verdict_before_the_camera_has_caught_up() -> None:
    told = after_a_pair("[10.4] Lisa: slap", "[10.5] Bo: slap", "[10.45] table: watched")
    assert ends(told) == []
    told.tell("[10.5] table: watched")
    assert ends(told) == ["7 due S3.2 Bo", "6 info S3.2 Lisa"]


def test_a_slap_may_be_known_before_its_card() -> None:
    told = stress("[10.2] Lisa: slap", "[10.0~10.033] Bo: lay 6S on Lisa", "[10.3] Bo: slap", WATCHED, flips=PAIR[:2])
    assert (told.fouls, story(told).margin_ms) == ([], 100.0)


def test_a_lone_slap_waits_for_the_window() -> None:
    told = after_a_pair("[10.4] Lisa: slap", "[12.399] table: watched")
    assert ends(told) == []
    told.tell("[12.4] table: watched")
    assert told.sentences[-2:] == [
        "Lisa slapped, and Bo not within 2000.0 ms: Bo takes up the play piles (S3.2).",
        "Lisa slapped and was first (S3.2).",
    ]


def test_after_the_window_a_slap_is_too_late() -> None:
    told = after_a_pair("[10.4] Lisa: slap", "[12.5] Bo: slap", "[12.6] table: watched")
    assert ends(told) == ["7 info S3.7 Bo", "6 due S3.2 Bo", "6 info S3.2 Lisa"]
    assert story(told).margin_ms is None


def test_a_slap_that_is_told_after_the_camera_has_caught_up_is_judged_at_once() -> None:
    told = after_a_pair("[10.4] Lisa: slap", "[10.7] table: watched", "[10.5] Bo: slap")
    assert ends(told) == ["8 due S3.2 Bo", "6 info S3.2 Lisa"]


def test_slaps_after_the_verdict_are_ignored_with_the_reason() -> None:
    """G35: buzzers must be dead when the time is over."""
    told = slapped("10.4", "10.5")
    told.tell("[13.5] Lisa: slap")
    told.tell("[14] table: watched")
    assert told.sentences[-1].startswith("The slap of Lisa does not count: there was nothing to slap at")


def test_slaps_at_an_empty_middle_are_ignored() -> None:
    """G35."""
    told = slapped("10.4", "10.5")
    told.tell("[13.5] Bo: takes both")
    for line in ("[14] Lisa: slap", "[15] table: watched", "[16] Lisa: slap", "[17] table: watched"):
        told.tell(line)
    assert told.fouls == []


def test_a_slap_before_new_cards_lie_there_is_ignored_though_it_is_judged_after() -> None:
    """G35."""
    told = slapped("10.4", "10.5")
    lines = ("[13.5] Bo: takes both", "[14] Lisa: slap", "[15~15.03] Lisa: flip 8C", "[15~15.03] Bo: flip QD")
    for line in (*lines, "[15.5] Lisa: slap", "[16] table: watched"):
        told.tell(line)
    assert told.fouls == ["13 foul S3.4 Lisa"]


def test_edges_before_the_start_are_ignored() -> None:
    """G30: pins pulse while the table starts."""
    lines = ("[0.5] Lisa: slap", "[1~1.03] Lisa: flip 5H", "[1~1.03] Bo: flip QS", "[2] table: watched")
    told = stress(*lines, flips=())
    assert told.rulings == ["3 info S3.7 Lisa"]


def test_after_the_end_a_slap_is_ignored() -> None:
    rows = ("Lisa: dealt 2", "Bo: dealt 26", "Lisa: open 6H", BO)
    told = stress("Lisa: lay 6H on Lisa", "[9] Bo: slap", rows=rows)
    assert told.rulings[-2:] == ["7 win S4.1 Lisa", "8 info S3.7 Bo"]


@pytest.mark.parametrize(("line", "reason"), [("?: slap", "not known whose"), ("Cia: slap", "nobody plays there")])
def test_a_press_of_nobody_is_ignored(line: str, reason: str) -> None:
    told = stress(line, seats="Lisa Bo Cia", header="free Cia")
    assert reason in told.sentences[0]


def test_a_broken_contact_cannot_make_the_referee_slow() -> None:
    """G28, G34: edges without end wait for the camera; the engine keeps no more than it can use."""
    told = stress(*[f"[{4 + n / 1000:.3f}] Lisa: slap" for n in range(200)])
    assert len(told.state.race.presses) == 64
    assert told.sentences[0] == "The slap of Lisa does not count: too many wait for the camera (S3.7)."


def test_the_engine_has_no_clock_but_the_records() -> None:
    """G26: the wall clock jumped by an hour. Shifted by an hour all is alike."""
    early = slapped("10.4123", "10.4310")
    late = stress(
        *("[3600~3600.03] Lisa: flip 5H", "[3600~3600.03] Bo: flip 6D", "[3610~3610.033] Bo: lay 6S on Lisa"),
        "[3610.4123] Lisa: slap", "[3610.4310] Bo: slap", "[3613] table: watched", flips=(),
    )  # fmt: skip
    assert story(early) == story(late)
    assert early.rulings == late.rulings


# S3.8: a pair just covered


def covered(slap_at: str, *, header: str = "") -> Told:
    """Bo's seven has come onto the pair between 10.2 and 10.233."""
    lines = ("[10.200~10.233] Bo: lay 7D on Lisa", f"[{slap_at}] Lisa: slap", WATCHED)
    return stress(*lines, rows=(LISA, SEVEN), flips=PAIR, header=header)


@pytest.mark.parametrize(("at", "counts"), [("10.210", True), ("10.533", True), ("10.534", False)])
def test_a_slap_counts_for_a_while_after_the_pair_was_covered(at: str, counts: bool) -> None:
    assert (covered(at).fouls == []) is counts


def test_the_grace_is_a_house_rule() -> None:
    assert covered("10.534", header="option cover_grace_ms=400").fouls == []
    assert covered("10.240", header="option cover_grace_ms=0").fouls == ["7 foul S3.4 Lisa"]


def test_the_slower_hand_may_come_when_the_grace_is_over() -> None:
    lines = ("[10.2~10.233] Bo: lay 7D on Lisa", "[10.4] Lisa: slap", "[10.9] Bo: slap", WATCHED)
    told = stress(*lines, rows=(LISA, SEVEN), flips=PAIR)
    assert ends(told) == ["8 due S3.2 Bo", "7 info S3.2 Lisa"]


def test_a_pair_that_nobody_slapped_at_is_forgotten() -> None:
    told = stress("[10.2~10.233] Bo: lay 7D on Lisa", "[12] table: watched", rows=(LISA, SEVEN), flips=PAIR)
    assert told.state.race.matches == ()
