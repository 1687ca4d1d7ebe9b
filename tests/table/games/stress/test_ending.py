"""Stress, chapters 4 and 5: how it ends, nobody who can lay, and more than two players."""

from __future__ import annotations

import pytest

from tests.records import Told
from tests.table.games.stress.tables import BO, pile, stock, stress

STUCK = ("Lisa: open 2H 9C 10D 3S", "Bo: open 2C 9S JD 3H")
"""On a six and a king nobody can lay."""

NO_WAY = ("Lisa: flip 6H", "Bo: flip KS")
LAST_CARDS = ("Lisa: dealt 3", "Bo: dealt 26", "Lisa: open 6H 7C", BO)
THREE = ("Lisa: open 4H 9C KD 2S", "Bo: open 6S JD 3H 10C", "Cia: open 8C 8H 2D AD")
THREE_FLIPS = ("[0~0.03] Lisa: flip 5H", "[0~0.03] Bo: flip 6D", "[0~0.03] Cia: flip QS")


def three(*lines: str, header: str = "") -> Told:
    """Three players; two sixes meet on line 7, and what follows begins with line 8."""
    pair = "[10~10.033] Bo: lay 6S on Lisa"
    return stress(pair, *lines, rows=THREE, flips=THREE_FLIPS, seats="Lisa Bo Cia", header=header)


def stuck(*lines: str, dealt: tuple[int, int] = (26, 26), header: str = "") -> Told:
    """Nobody can lay from line 6 on; what follows begins with line 7."""
    rows = (f"Lisa: dealt {dealt[0]}", f"Bo: dealt {dealt[1]}", *STUCK)
    return stress(*lines, rows=rows, flips=NO_WAY, header=header)


# S4.1: winning


def test_the_last_card_wins() -> None:
    told = stress("Lisa: lay 6H on Lisa", "Lisa: lay 7C on Lisa", rows=LAST_CARDS)
    assert told.results == ["8 win S4.1 Lisa"]
    assert (told.standing.winner, told.view.is_over) == ("Lisa", True)


def test_a_card_left_in_the_draw_pile_is_no_win() -> None:
    told = stress("Lisa: lay 6H on Lisa", "Lisa: lay 7C on Lisa", rows=("Lisa: dealt 4", *LAST_CARDS[1:]))
    assert (told.results, stock(told, "Lisa")) == ([], 1)


def test_a_wrong_last_card_is_no_win() -> None:
    told = stress("Lisa: lay 6H on Lisa", "Lisa: lay 7C on Bo", rows=LAST_CARDS)
    assert (told.results, told.fouls) == ([], ["8 foul S2.2 Lisa"])
    told.tell("table: overrule 8")
    assert told.results == ["8 win S4.1 Lisa"]


def last_card_makes_stress(first: str, second: str) -> Told:
    """Lisa's last card, on line 8, makes a stress with the seven; these two slap."""
    flips = ("[0~0.03] Lisa: flip 5H", "[0~0.03] Bo: flip 7D")
    lines = ("[3~3.03] Lisa: lay 6H on Lisa", "[4~4.03] Lisa: lay 7C on Lisa")
    slaps = (f"[4.4] {first}: slap", f"[4.5] {second}: slap", "[5] table: watched")
    return stress(*lines, *slaps, rows=LAST_CARDS, flips=flips)


def test_a_stress_is_settled_before_a_win() -> None:
    """R22: the winner was declared too early."""
    told = last_card_makes_stress("Lisa", "Bo")
    assert told.results == ["8 win S4.1 Lisa"]
    assert "10 due S3.2 Bo" in told.rulings


def test_who_loses_the_stress_has_not_won() -> None:
    told = last_card_makes_stress("Bo", "Lisa")
    assert told.results == []
    told.tell("Lisa: takes both")
    assert (stock(told, "Lisa"), told.results) == (4, [])


def test_a_win_waits_while_nobody_slaps() -> None:
    flips = ("Lisa: flip 5H", "Bo: flip 7D")
    told = stress("Lisa: lay 6H on Lisa", "Lisa: lay 7C on Lisa", "table: watched", rows=LAST_CARDS, flips=flips)
    assert told.results == []


def test_a_win_waits_until_the_camera_has_seen_all_that_came_before_it() -> None:
    lines = ("[1] table: watched", "[3~3.03] Lisa: lay 6H on Lisa", "[4~4.03] Lisa: lay 7C on Lisa")
    told = stress(*lines, "[4.02] table: watched", rows=LAST_CARDS)
    assert told.results == []
    told.tell("[4.03] table: watched")
    assert told.results == ["9 win S4.1 Lisa"]


def test_a_stress_that_comes_to_light_after_the_last_card_is_settled_before_a_win() -> None:
    flips = ("[0~0.03] Lisa: flip 5H", "[0~0.03] Bo: flip QS")
    lines = ("[1] table: watched", "[3~3.03] Lisa: lay 6H on Lisa", "[4~4.03] Lisa: lay 7C on Lisa")
    late = ("[3.9~4.1] Bo: flip 7D", "[4.3] Bo: slap", "[4.4] Lisa: slap", "[5] table: watched")
    told = stress(*lines, *late, rows=LAST_CARDS, flips=flips)
    assert (told.results, "12 due S3.2 Lisa" in told.rulings) == ([], True)


def test_a_win_does_not_wait_for_the_camera_if_the_table_says_that_nothing_is_to_come() -> None:
    lines = ("[1] table: watched", "[3~3.03] Lisa: lay 6H on Lisa", "[4~4.03] Lisa: lay 7C on Lisa")
    told = stress(*lines, "table: watched", rows=LAST_CARDS)
    assert told.results == ["9 win S4.1 Lisa"]


def test_a_win_is_overruled_while_it_waits_for_the_camera() -> None:
    lines = ("[1] table: watched", "[3~3.03] Lisa: lay 6H on Lisa", "[4~4.03] Lisa: lay 7C on Lisa")
    told = stress(*lines, "table: overrule 9", "[5] table: watched", rows=LAST_CARDS)
    assert told.results == []


def test_overruling_a_stress_lets_the_win_stand() -> None:
    told = last_card_makes_stress("Bo", "Lisa")
    told.tell("table: overrule 8")
    assert told.results == ["8 win S4.1 Lisa"]


def test_an_overruled_win_lets_the_game_go_on() -> None:
    told = stress("Lisa: lay 6H on Lisa", "Lisa: lay 7C on Lisa", "table: overrule 8", rows=LAST_CARDS)
    told.tell("Bo: lay JD on Bo")
    assert (told.results, pile(told, "Bo")) == ([], "JD")


def test_after_the_end_nothing_changes_any_more() -> None:
    told = stress("Lisa: lay 6H on Lisa", "Lisa: lay 7C on Lisa", "Bo: lay JD on Bo", rows=LAST_CARDS)
    assert told.rulings[-1] == "9 info S4.1"
    assert pile(told, "Bo") == "QS"


# S4.2: nobody can lay


def test_the_referee_says_that_nobody_can_lay() -> None:
    told = stuck()
    assert told.sentences == ["Nobody can lay: everybody turns a card (S4.2)."]


def test_it_is_said_once() -> None:
    """R44: one stuck situation was told again and again."""
    told = stuck("table: watched", "[5] table: watched", "Lisa: stop")
    assert [said for said in told.rulings if "S4.2" in said] == ["6 due S4.2"]


def test_it_is_said_again_when_the_new_cards_open_no_way() -> None:
    told = stuck("Lisa: flip 6S", "Bo: flip KC")
    assert [said for said in told.rulings if "S4.2" in said] == ["6 due S4.2", "8 due S4.2"]


@pytest.mark.parametrize(
    "rows",
    [
        ("Lisa: open 2H 9C 10D 3S", "Bo: open 2C 9S QD 3H"),
        ("Lisa: open 2H 9C 9D 3S", "Bo: open 2C 9S JD 3H"),
        ("Lisa: open 2H 9C 10D", "Bo: open 2C 9S JD 3H"),
    ],
    ids=["a card fits", "two may be put together", "a gap may be filled"],
)
def test_nobody_turns_while_somebody_may_have_a_way(rows: tuple[str, str]) -> None:
    assert [said for said in stress(rows=rows, flips=NO_WAY).rulings if "S4.2" in said] == []


def test_with_no_card_to_fill_the_gap_putting_together_opens_no_way() -> None:
    rows = ("Lisa: dealt 5", "Lisa: open 2H 9C 9D 3S", "Bo: open 2C 9S JD 3H")
    assert "5 due S4.2" in stress(rows=rows, flips=NO_WAY).rulings


def test_who_turns_while_somebody_can_lay_is_asked() -> None:
    assert stress("Lisa: flip 8C").rulings == ["5 question S4.2 Lisa"]
    assert stress("Lisa: flip 8C", "Bo: flip 9D").rulings == ["5 question S4.2 Lisa"]


def test_who_turns_twice_is_asked() -> None:
    assert "8 question S4.2 Lisa" in stuck("Lisa: flip 5C", "Lisa: flip 8C").rulings


def test_who_can_lay_after_all_ends_the_wait_for_new_cards() -> None:
    """An overruled card lies where nobody could lay: nobody has to turn any more."""
    told = stuck("Lisa: lay 9C on Lisa", "table: overrule 7")
    assert [seat.marks for seat in told.view.seats] == [(), ()]


# S4.3: and the draw piles are empty


def test_each_takes_the_own_right_pile_as_a_new_draw_pile() -> None:
    told = stuck("Lisa: takes own", dealt=(5, 5))
    assert told.rulings == ["6 due S4.3 Lisa", "6 due S4.3 Bo"]
    told.tell("Bo: takes own")
    assert told.rulings[2:] == ["8 due S4.3"]
    assert (stock(told, "Lisa"), stock(told, "Bo"), pile(told, "Lisa")) == (1, 1, "None")


def test_one_card_for_two_is_not_enough() -> None:
    assert "6 due S4.3 Lisa" in stuck(dealt=(5, 6)).rulings


def test_a_house_may_call_it_a_draw() -> None:
    told = stuck(dealt=(5, 5), header="option stuck=draw_game")
    assert told.results == ["6 draw_game S4.3"]
    assert (told.view.is_over, told.standing.winner) == (True, None)


def test_an_overruled_draw_is_none() -> None:
    told = stuck("table: overrule 6", dealt=(5, 5), header="option stuck=draw_game")
    assert (told.results, told.view.is_over) == ([], False)


# S4.4: one draw pile is empty


def test_the_other_gives_a_card() -> None:
    told = stuck("Lisa: takes card", dealt=(5, 26))
    assert told.rulings == ["6 due S4.4 Lisa", "6 due S4.2"]
    assert (stock(told, "Lisa"), stock(told, "Bo")) == (1, 20)


def test_a_card_turned_by_who_has_none_must_have_been_given() -> None:
    told = stuck("Lisa: flip 5C", dealt=(5, 26))
    assert (stock(told, "Lisa"), stock(told, "Bo"), told.fouls) == (0, 20, [])


def test_a_card_from_nowhere_is_asked_about() -> None:
    told = stress("Lisa: flip 8C", rows=("Lisa: dealt 5", "Lisa: open 4H 9C KD 2S", BO))
    assert "6 question S4.4 Lisa" in told.rulings


# S5.1: three and four


def test_the_last_hand_takes_all_piles() -> None:
    told = three("[10.4] Bo: slap", "[10.5] Cia: slap", "[10.6] Lisa: slap", "[11] table: watched", "Lisa: takes both")
    assert told.rulings[1:4] == ["10 due S5.1 Lisa", "8 info S5.1 Bo", "9 info S5.1 Cia"]
    assert stock(told, "Lisa") == 30 + 4


def test_any_two_tops_are_stress() -> None:
    told = stress(rows=THREE, flips=(*THREE_FLIPS[:2], "[0~0.03] Cia: flip 5S"), seats="Lisa Bo Cia")
    assert told.rulings == ["6 due S3.6"]


def test_three_equal_tops_are_one_stress() -> None:
    flips = ("[0~0.03] Lisa: flip 5H", "[0~0.03] Bo: flip 5D", "[0~0.03] Cia: flip 5S")
    slaps = ("[0.4] Bo: slap", "[0.45] Bo: slap", "[0.5] Cia: slap", "[0.6] Lisa: slap", "[3] table: watched")
    told = stress(*slaps, rows=THREE, flips=flips, seats="Lisa Bo Cia")
    assert [said for said in told.rulings if " due S5.1 " in said] == ["10 due S5.1 Lisa"]
    assert len(told.standing.slaps) == 1


def test_who_does_not_slap_is_last() -> None:
    told = three("[10.4] Bo: slap", "[10.5] Cia: slap", "[12.4] table: watched")
    assert "Lisa did not slap in time: Lisa takes up the play piles (S5.1)." in told.sentences


def test_several_who_do_not_slap_are_last_together() -> None:
    told = three("[10.4] Bo: slap", "[12.4] table: watched")
    assert [said for said in told.rulings if " due S3.3 " in said] == ["8 due S3.3 Lisa", "8 due S3.3 Cia"]


def test_of_those_who_are_not_last_the_first_two_may_be_equal() -> None:
    told = three("[10.4] Bo: slap", "[10.4] Cia: slap", "[10.6] Lisa: slap", "[11] table: watched")
    assert (told.standing.slaps[0].winner, told.standing.slaps[0].verdict) == (None, "first")


def test_a_false_slap_takes_all_three() -> None:
    told = stress(
        "[4] Cia: slap", "[5] table: watched", "Cia: takes both", rows=THREE, flips=THREE_FLIPS, seats="Lisa Bo Cia"
    )
    assert told.fouls == ["7 foul S3.4 Cia"]
    assert stock(told, "Cia") == 29 + 3


def test_all_three_turn_when_nobody_can_lay() -> None:
    rows = ("Lisa: open 2H 9C 10D 3S", "Bo: open 2C 9S JD 3H", "Cia: open 9D 2S 3C 10H")
    told = stress(rows=rows, flips=("Lisa: flip 6H", "Bo: flip KS", "Cia: flip 6S"), seats="Lisa Bo Cia")
    assert told.rulings == ["6 due S3.6"]
    told = stress(rows=rows, flips=("Lisa: flip 6H", "Bo: flip KS", "Cia: flip 7S"), seats="Lisa Bo Cia")
    assert told.rulings == ["6 due S4.2"]
