"""Stress, chapter 1: laying out the rows, and the first cards in the middle."""

from __future__ import annotations

import pytest

from table.games import find_game
from tests.records import Told
from tests.table.games.stress.tables import BO, FLIPS, LISA, pile, row, stock, stress

THREE = "Lisa Bo Cia"


def laid_out(*lines: str, header: str = "", seats: str = "Lisa Bo") -> Told:
    """A game in which nothing lies on the table yet."""
    return stress(*lines, rows=(), flips=(), header=header, seats=seats)


# S1.1: the deck


@pytest.mark.parametrize(("seats", "stocks"), [("Lisa Bo", [26, 26]), (THREE, [35, 35, 34]), ("A B C D", [26] * 4)])
def test_two_players_share_one_deck_and_more_share_two(seats: str, stocks: list[int]) -> None:
    assert list(laid_out(seats=seats).standing.stock.values()) == stocks


def test_the_table_may_say_how_many_decks_there_are() -> None:
    assert list(laid_out(header="decks 2").standing.stock.values()) == [52, 52]


def test_an_empty_seat_gets_no_cards() -> None:
    told = laid_out(header="free Cia", seats=THREE)
    assert dict(told.standing.stock) == {"Lisa": 26, "Bo": 26}


def test_who_was_dealt_another_number_says_so_before_the_start() -> None:
    assert stock(laid_out("Lisa: dealt 5", LISA), "Lisa") == 1
    assert stock(laid_out(LISA, "Lisa: dealt 5"), "Lisa") == 1


def test_once_the_middle_lies_there_the_deal_is_over() -> None:
    told = stress("Lisa: dealt 5")
    assert told.rulings == ["5 info S1.1 Lisa"]
    assert stock(told, "Lisa") == 21


def test_a_joker_stays_out_of_every_count() -> None:
    told = laid_out("Lisa: open 4H X KD 2S", BO, "Lisa: flip X")
    assert told.rulings == ["1 due S1.1", "3 due S1.1"]
    assert (row(told, "Lisa"), stock(told, "Lisa")) == (["4H", "KD", "2S", ""], 23)


@pytest.mark.parametrize("line", ["Bo: flip 4H", "Bo: lay QS on Lisa", "Bo: lay 5H on Lisa"])
def test_a_card_that_lies_open_already_was_misread_and_is_no_foul(line: str) -> None:
    told = stress(line)
    assert [said for said in told.rulings if "S1.1" in said] == ["5 question S1.1"]
    assert told.fouls == []


def test_on_a_card_that_was_misread_anything_may_lie() -> None:
    told = stress("Bo: lay QS on Lisa", "Lisa: lay 9C on Lisa")
    assert told.rulings == ["5 question S1.1"]
    assert pile(told, "Lisa") == "9C"


def test_the_gap_of_a_misread_card_may_be_filled() -> None:
    """Some card left the row; which one is not known."""
    told = stress("Bo: lay QS on Lisa", "Bo: fill 8H", "table: watched")
    assert told.fouls == []
    assert stock(told, "Bo") == 20


def test_a_misread_card_is_taken_up_with_its_pile() -> None:
    told = stress("Bo: lay QS on Lisa", "Lisa: takes both")
    assert stock(told, "Lisa") == 21 + 3


# S1.2: the row


def test_a_row_has_four_piles_from_the_own_draw_pile() -> None:
    told = laid_out(LISA)
    assert (row(told, "Lisa"), stock(told, "Lisa")) == (["4H", "9C", "KD", "2S"], 22)


def test_five_cards_are_too_many() -> None:
    told = laid_out("Lisa: open 4H 9C KD 2S 7C")
    assert told.rulings == ["1 question S1.2 Lisa"]
    assert row(told, "Lisa") == ["", "", "", ""]


def test_whose_row_a_card_came_to_is_asked_while_several_are_empty() -> None:
    assert laid_out("?: open 4H 9C KD 2S").rulings == ["1 question S1.2"]
    assert laid_out(LISA, "?: open 6S JD 3H 10C").rulings == []


# S1.3: equal cards before the start


def test_the_row_is_filled_before_the_first_card_is_turned() -> None:
    told = laid_out("Lisa: open 4H 4C KD 2S", BO, "Lisa: merge 4", "Lisa: flip 5H")
    assert told.sentences == ["Lisa fills the row first: one pile is missing (S1.3)."]


def test_three_of_a_rank_make_one_pile() -> None:
    told = laid_out("Lisa: open 4H 4C 4S 2S", "Lisa: merge 4")
    assert row(told, "Lisa") == ["4H+4C+4S", "", "", "2S"]


# S1.4: the first cards in the middle


def test_late_is_what_surely_came_after() -> None:
    late = stress(flips=("[1.000~1.033] Lisa: flip 5H", "[1.034~1.067] Bo: flip QS"))
    assert late.sentences == ["Bo turned the card at least 1.0 ms after the other (S1.4)."]
    assert stress(flips=("[1.000~1.033] Lisa: flip 5H", "[1.033~1.066] Bo: flip QS")).rulings == []


def test_flips_with_no_time_are_never_late() -> None:
    assert stress(flips=("Lisa: flip 5H", "Bo: flip QS")).rulings == []


def test_later_flips_are_measured_as_well() -> None:
    stuck = ("Lisa: open 2H 9C 10D 3S", "Bo: open 2C 9S JD 3H")
    told = stress("[5~5.03] Bo: flip 5H", "[6~6.03] Lisa: flip QD", rows=stuck, flips=("Lisa: flip 6H", "Bo: flip KS"))
    assert "6 info S1.4 Lisa" in told.rulings


def test_the_play_pile_is_at_the_own_right_hand() -> None:
    assert (pile(stress(), "Lisa"), pile(stress(), "Bo")) == ("5H", "QS")


def test_a_flip_by_nobody_known_is_of_who_has_still_to_turn() -> None:
    assert pile(stress(flips=(FLIPS[0], "?: flip QS")), "Bo") == "QS"
    assert stress(flips=("?: flip QS",)).rulings == ["3 question S1.4"]


def test_the_next_game_has_the_same_seats() -> None:
    told = stress()
    header = find_game("stress").next_header(told.state, told.referee.header)
    assert header == told.referee.header
