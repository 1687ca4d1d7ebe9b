"""Stress, chapter 2: play."""

from __future__ import annotations

import pytest

from table.cards import card
from table.games.stress.house import Ace
from table.games.stress.state import NEIGHBOURS
from tests.records import Told
from tests.table.games.stress.tables import BO, LISA, pile, row, stock, stress

LOW = "option ace=low"
BY_STOP = "option auto_stop=false"


def at(first: float, text: str) -> str:
    """A line whose act the camera saw within a frame."""
    return f"[{first:.3f}~{first + 0.033:.3f}] {text}"


# S2.2: one above or below


@pytest.mark.parametrize(
    ("under", "laid", "fits"),
    [
        ("5H", "6S", True), ("5H", "4C", True), ("5H", "5S", False), ("5H", "7C", False), ("10H", "JC", True),
        ("KH", "AC", True), ("AH", "KC", True), ("AH", "2C", True), ("2H", "AC", True), ("KH", "2C", False),
    ],
)  # fmt: skip
def test_only_neighbours_fit_and_suits_do_not_matter(under: str, laid: str, fits: bool) -> None:
    """R28: the ace was mishandled where low and high meet."""
    told = stress(
        f"Bo: lay {laid} on Lisa",
        rows=(LISA, f"Bo: open {laid} JD 8H 10C"),
        flips=(f"Lisa: flip {under}", "Bo: flip 7S"),
    )
    assert told.fouls == ([] if fits else ["5 foul S2.2 Bo"])


def test_a_low_ace_lies_beside_the_two_only() -> None:
    def fits(one: str, other: str) -> bool:
        return card(one).rank in NEIGHBOURS[Ace.LOW][card(other).rank]

    assert fits("AS", "2S") and fits("2S", "AS")
    assert not fits("AS", "KS") and not fits("KS", "AS")


def test_every_rank_has_two_neighbours_and_with_a_low_ace_two_ranks_have_one() -> None:
    assert [len(ranks) for ranks in NEIGHBOURS[Ace.BOTH].values()] == [2] * 13
    assert sorted(len(ranks) for ranks in NEIGHBOURS[Ace.LOW].values()) == [1, 1] + [2] * 11


def test_a_wrong_card_is_named_with_what_it_lay_on() -> None:
    told = stress("Bo: lay 10C on Bo")
    assert told.sentences == [
        "Bo laid ten of clubs on queen of spades: that is not one above or below. It is taken back (S2.2)."
    ]
    assert (pile(told, "Bo"), row(told, "Bo")) == ("QS", ["6S", "JD", "3H", ""])


def test_a_wrong_card_left_lying_is_one_offence() -> None:
    """R44."""
    told = stress("Bo: lay 10C on Bo", "table: watched", "table: watched", "Lisa: stop")
    assert told.fouls == ["5 foul S2.2 Bo"]


def test_a_right_card_laid_on_a_wrong_one_means_that_this_was_taken_back() -> None:
    told = stress("Bo: lay 10C on Bo", "Bo: lay JD on Bo")
    assert (pile(told, "Bo"), row(told, "Bo")) == ("JD", ["6S", "", "3H", "10C"])


def test_the_card_under_a_wrong_one_that_is_told_again_means_that_this_was_taken_back() -> None:
    told = stress("Bo: lay 10C on Bo", "Bo: lay QS on Bo")
    assert (pile(told, "Bo"), row(told, "Bo")) == ("QS", ["6S", "JD", "3H", "10C"])
    assert told.rulings == ["5 foul S2.2 Bo"]


def test_the_last_card_may_be_taken_back() -> None:
    told = stress("Bo: lay 6S on Lisa", "Bo: takeback 6S")
    assert (pile(told, "Lisa"), row(told, "Bo")) == ("5H", ["6S", "JD", "3H", "10C"])


def test_a_card_that_does_not_lie_there_cannot_be_taken_back() -> None:
    assert stress("Bo: takeback 6S").rulings == ["5 question S2.2 Bo"]
    assert stress("Bo: lay 6S on Lisa", "Lisa: takeback 6S").rulings == ["6 question S2.2 Lisa"]


# S2.4: gaps


def test_a_gap_is_filled_in_its_place() -> None:
    told = stress("Bo: lay JD on Bo", "Bo: fill 7D")
    assert (row(told, "Bo"), stock(told, "Bo")) == (["6S", "7D", "3H", "10C"], 20)


def test_a_card_that_was_told_before_its_gap_lies_in_that_gap() -> None:
    told = stress("Bo: fill 7D", "Bo: lay JD on Bo")
    assert row(told, "Bo") == ["6S", "7D", "3H", "10C"]


def test_a_card_of_the_row_that_is_told_again_was_put_on_its_equal_or_only_moved() -> None:
    told = stress("Lisa: fill 4C", rows=("Lisa: open 4H 4C KD 2S", BO))
    assert (row(told, "Lisa"), stock(told, "Lisa")) == (["4H+4C", "", "KD", "2S"], 21)
    told.tell("Lisa: fill KD")
    assert (row(told, "Lisa"), stock(told, "Lisa"), told.rulings) == (["4H+4C", "", "KD", "2S"], 21, [])


def test_a_fifth_pile_is_a_foul_once_the_camera_has_seen_all() -> None:
    told = stress("[3] Bo: fill 7D")
    assert told.fouls == []
    told.tell("[2.9] table: watched")
    assert told.fouls == []
    told.tell("[3] table: watched")
    assert told.fouls == ["5 foul S2.4 Bo"]
    told.tell("Bo: takeback 7D")
    assert (row(told, "Bo"), stock(told, "Bo")) == (["6S", "JD", "3H", "10C"], 21)


def test_no_pile_is_a_fifth_before_the_camera_has_seen_all_up_to_the_last_that_came() -> None:
    """The first gap was filled at three seconds and the second at five, but that is told first."""
    told = stress("[1] Bo: lay JD on Bo", "[5] Bo: fill 8H", "[3] Bo: fill 7D", "[4] table: watched")
    told.tell("[4.5] Bo: lay 10C on Bo")
    told.tell("[5] table: watched")
    assert told.fouls == []


def test_a_fifth_pile_with_no_time_is_a_foul_at_once() -> None:
    assert stress("Bo: fill 7D").fouls == ["5 foul S2.4 Bo"]


def test_an_overruled_fifth_pile_stays() -> None:
    told = stress("[3] Bo: fill 7D", "[4] table: watched", "table: overrule 5")
    assert told.fouls == []
    assert row(told, "Bo") == ["6S", "JD", "3H", "10C", "7D"]


def test_no_card_comes_from_an_empty_draw_pile() -> None:
    told = stress("Bo: lay 6S on Lisa", "Bo: fill 7D", rows=("Bo: dealt 5", LISA, BO))
    assert told.rulings == ["7 question S2.4 Bo"]


def test_whose_gap_was_filled_is_known_where_only_one_has_a_gap() -> None:
    assert row(stress("Bo: lay 6S on Lisa", "?: fill 7D"), "Bo")[0] == "7D"
    assert stress("?: fill 7D").rulings == ["5 question S2.4"]


# S2.5: equal cards


def test_equal_cards_move_as_one_with_the_named_card_on_top() -> None:
    told = stress("Bo: merge 6", "Bo: lay 6S on Lisa", rows=(LISA, "Bo: open 6S 6H 3H 10C"))
    assert (pile(told, "Lisa"), row(told, "Bo")) == ("6S", ["", "", "3H", "10C"])


def test_of_equal_cards_that_lie_apart_one_is_laid() -> None:
    told = stress("Bo: lay 6S on Lisa", rows=(LISA, "Bo: open 6S 6H 3H 10C"))
    assert row(told, "Bo") == ["", "6H", "3H", "10C"]


def test_who_put_cards_together_is_known_where_only_one_can() -> None:
    assert row(stress("?: merge 6", rows=(LISA, "Bo: open 6S 6H 3H 10C")), "Bo")[0] == "6S+6H"
    assert stress("?: merge 6").rulings == ["5 question S2.5"]


def test_what_was_not_put_together_is_asked_about() -> None:
    assert stress("Bo: merge 6").sentences == [
        "Bo put six on six, and no two piles of that rank lie in the row. Which card was read wrongly? (S2.5)."
    ]


# S2.6: only from the own row


def test_a_card_from_the_other_row_is_told_with_whose_it_is() -> None:
    assert stress("Bo: lay KD on Bo").sentences == [
        "Bo laid king of diamonds from the row of Lisa. It goes back there (S2.6)."
    ]


@pytest.mark.parametrize("seat", ["Bo", "Lisa"])
def test_either_may_put_it_back(seat: str) -> None:
    told = stress("Bo: lay KD on Bo", f"{seat}: takeback KD")
    assert row(told, "Lisa") == ["4H", "9C", "KD", "2S"]


def test_overruled_it_lies_and_the_other_row_has_the_gap() -> None:
    told = stress("Bo: lay KD on Bo", "table: overrule 5")
    assert (told.fouls, pile(told, "Bo")) == ([], "KD")
    assert (row(told, "Lisa"), row(told, "Bo")) == (["4H", "9C", "", "2S"], ["6S", "JD", "3H", "10C"])


def test_a_card_from_the_draw_pile_goes_back_there() -> None:
    told = stress("Bo: lay 6C on Lisa", "Bo: takeback 6C")
    assert (told.fouls, stock(told, "Bo")) == (["5 foul S2.6 Bo"], 21)


def test_where_no_arm_was_seen_the_row_with_the_gap_tells() -> None:
    """R23: the owner of a card was not checked."""
    assert stress("?: lay KD on Bo").rulings == []
    assert stress("?: lay 8D on Bo").rulings == ["5 question S2.6"]


# S2.7: two at once


def together(first: float, second: float) -> Told:
    """Bo's six and Lisa's four come onto Lisa's five at these times."""
    return stress(at(first, "Bo: lay 6S on Lisa"), at(second, "Lisa: lay 4H on Lisa"))


def test_the_card_that_touched_first_stays() -> None:
    """R29: two quick cards on one pile."""
    told = together(3.0, 3.1)
    assert told.sentences == [
        "Four of hearts by Lisa touched the pile at least 67.0 ms after six of spades by Bo, and does not fit it: "
        "Lisa takes it back (S2.7)."
    ]
    assert (told.fouls, pile(told, "Lisa")) == ([], "6S")


def test_within_one_frame_it_is_too_close_to_tell() -> None:
    """R29: in the same frame nobody can tell."""
    told = together(3.0, 3.033)
    assert told.rulings == ["6 question S2.7 Lisa"]


def test_the_order_of_lines_does_not_decide() -> None:
    told = stress(at(3.1, "Lisa: lay 4H on Lisa"), at(3.0, "Bo: lay 6S on Lisa"))
    assert told.rulings == ["5 due S2.7 Lisa"]
    assert pile(told, "Lisa") == "6S"


def test_too_close_and_the_table_takes_the_first_read_back() -> None:
    told = stress(at(3.0, "Bo: lay 6S on Lisa"), at(3.0, "Lisa: lay 4H on Lisa"), "Bo: takeback 6S")
    assert (pile(told, "Lisa"), row(told, "Bo"), row(told, "Lisa")) == (
        "4H", ["6S", "JD", "3H", "10C"], ["", "9C", "KD", "2S"]
    )  # fmt: skip


def test_too_close_and_the_table_takes_the_second_read_back() -> None:
    told = stress(at(3.0, "Bo: lay 6S on Lisa"), at(3.0, "Lisa: lay 4H on Lisa"), "Lisa: takeback 4H")
    assert (pile(told, "Lisa"), row(told, "Lisa")) == ("6S", ["4H", "9C", "KD", "2S"])


def test_who_had_time_to_see_the_other_card_is_simply_wrong() -> None:
    assert together(3.0, 3.333).rulings == ["6 due S2.7 Lisa"]
    assert together(3.0, 3.334).rulings == ["6 foul S2.2 Lisa"]


def test_a_card_that_fitted_neither_is_simply_wrong() -> None:
    told = stress(at(3.0, "Bo: lay 6S on Lisa"), at(3.01, "Lisa: lay KD on Lisa"))
    assert told.rulings == ["6 foul S2.2 Lisa"]


def test_overruled_the_later_card_lies() -> None:
    told = stress(at(3.0, "Bo: lay 6S on Lisa"), at(3.1, "Lisa: lay 4H on Lisa"), "table: overrule 6")
    assert (told.rulings, pile(told, "Lisa")) == ([], "4H")


def test_overruled_the_card_that_was_read_first_stays() -> None:
    told = stress(at(3.1, "Lisa: lay 4H on Lisa"), at(3.0, "Bo: lay 6S on Lisa"), "table: overrule 5")
    assert "5 due S2.7 Lisa" not in told.rulings
    assert pile(told, "Lisa") == "4H"


# S2.8: stop


def test_the_referee_says_stop_itself() -> None:
    told = stress("Bo: lay 10C on Bo", "Lisa: stop")
    assert told.rulings == ["5 foul S2.2 Bo", "6 info S2.8 Lisa"]
    assert told.sentences[1] == "Lisa said stop: that card has been called already (S2.8)."


def test_where_people_say_stop_the_referee_waits() -> None:
    told = stress("Bo: lay 10C on Bo", header=BY_STOP)
    assert (told.rulings, pile(told, "Bo")) == ([], "10C")
    told.tell("Lisa: stop")
    assert (told.rulings, pile(told, "Bo")) == (["5 foul S2.2 Bo"], "QS")


def test_nobody_stops_the_own_card() -> None:
    assert stress("Bo: lay 10C on Bo", "Bo: stop", header=BY_STOP).rulings == ["6 info S2.8 Bo"]


def test_once_it_is_covered_it_is_too_late_to_say_stop() -> None:
    told = stress("Bo: lay 10C on Bo", "Lisa: lay 9C on Bo", "Lisa: stop", header=BY_STOP)
    assert told.fouls == []


@pytest.mark.parametrize("line", [5, 6])
def test_a_card_that_was_stopped_can_be_overruled_by_either_line(line: int) -> None:
    told = stress("Bo: lay 10C on Bo", "Lisa: stop", f"table: overrule {line}", header=BY_STOP)
    assert (told.fouls, pile(told, "Bo")) == ([], "10C")


# Reports by people


def test_what_no_arm_tells_may_be_reported_and_dismissed() -> None:
    told = stress("Lisa: accuse Bo S2.6")
    assert told.fouls == ["5 foul S2.6 Bo"]
    told.tell("table: dismiss S2.6 Bo")
    assert told.rulings == []


def test_what_the_referee_sees_itself_needs_no_report() -> None:
    assert stress("Lisa: accuse Bo S2.2").rulings == ["5 info S2.8 Bo"]


def test_nobody_sits_on_a_free_seat() -> None:
    told = stress("Cia: lay 6S on Lisa", "Lisa: lay 4H on Cia", seats="Lisa Bo Cia", header="free Cia")
    assert told.rulings == ["5 question S5.1 Cia", "6 question S5.1 Cia"]
