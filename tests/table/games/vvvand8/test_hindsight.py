"""VVVänd8, V3.3: calls that later cards prove false, and that nothing hidden is told by saying so."""

from __future__ import annotations

import random
import re

import pytest

from table.cards import card, cards
from table.games.vvvand8.hindsight import misfits
from tests.records import Told, vvvand8


def called(hand: int, *lines: str) -> Told:
    """Bo calls on line 3 and lays a 9H; *hand* cards are left, and he is in turn again on line 7, on a QH."""
    lap = ("Bo: call", "Bo: play 9H", "Cia: play 2H", "Anna: play QH")
    return vvvand8(f"Bo: dealt {hand + 1}", "table: start 7H", *lap, *lines, start=None)


# How many cards do not go together


@pytest.mark.parametrize(
    ("seen", "count"),
    [("", 0), ("4S", 0), ("4S 4H AC", 0), ("AC AD", 0), ("8S", 1), ("8S 8H", 2), ("4S 10S", 1), ("4S 4H 10S 8C", 2)],
)
def test_eights_and_all_ranks_but_one_do_not_go_together(seen: str, count: int) -> None:
    assert misfits(cards(seen) if seen else ()) == count


@pytest.mark.parametrize("seed", range(40))
def test_no_hand_with_a_chance_has_fewer_of_the_seen_cards_than_that(seed: int) -> None:
    """Against trying every hand: of the seen cards, at least so many must have been drawn."""
    chance = random.Random(seed)
    seen = tuple(card(chance.choice("A48QK") + chance.choice("CDHS")) for _ in range(chance.randint(0, 6)))
    held = [
        {one for place, one in enumerate(seen) if chosen >> place & 1}
        and [one for place, one in enumerate(seen) if chosen >> place & 1]
        for chosen in range(1 << len(seen))
    ]
    possible = [hand for hand in map(list, held) if has_chance([str(one) for one in hand])]
    assert misfits(seen) == len(seen) - max(map(len, possible), default=0)


def has_chance(hand: list[str]) -> bool:
    ranks = {one[:-1] for one in hand} - {"A"}
    return "8" not in ranks and len(ranks) <= 1


# What proves a call false


def test_an_eight_laid_in_the_next_turn_proves_the_call_false() -> None:
    told = called(2, "Bo: play 8C")
    assert told.fouls == ["3 hindsight V3.3 Bo"]
    assert (told.hand("Bo"), told.owes("Bo")) == (4, 3)


def test_two_ranks_laid_one_after_the_other_prove_it_false() -> None:
    told = called(3, "Bo: play 3H", "Cia: play 5H", "Anna: play 6H")
    assert told.fouls == []
    told.tell("Bo: play KH")
    assert told.fouls == ["3 hindsight V3.3 Bo"]


def test_a_card_drawn_since_may_have_been_the_eight() -> None:
    assert called(2, "Bo: draw 1", "Bo: play 8C").fouls == []


def test_of_two_that_do_not_fit_one_may_have_been_drawn() -> None:
    told = called(3, "Bo: draw 1", "Bo: play 8C", "Bo: suit H", "Cia: play 3H", "Anna: play 5H", "Bo: play KH")
    assert told.fouls == []
    for line in ("Cia: play 6H", "Anna: play 10H", "Bo: play JH"):
        told.tell(line)
    assert told.fouls == ["3 hindsight V3.3 Bo"]


def test_a_card_taken_for_an_ace_may_have_been_the_eight_even_if_nobody_told_that_it_was_taken() -> None:
    told = vvvand8(
        "Bo: dealt 3", "table: start 7H", "Bo: call", "Bo: play 9H", "Cia: play AH", "Cia: play 2H", start=None
    )
    told.tell("Anna: play QH")
    told.tell("Bo: play 8C")
    assert told.fouls == []


def test_what_is_laid_in_the_turn_of_the_call_need_not_go_out_in_the_next() -> None:
    told = vvvand8("Bo: dealt 4", "table: start 7H", "Bo: call", "Bo: play AH", "Bo: play 9H", start=None)
    for line in ("Cia: play 2H", "Anna: play QH", "Bo: play 4H"):
        told.tell(line)
    assert told.fouls == []


def test_an_ace_proves_nothing() -> None:
    assert called(3, "Bo: play AH", "Bo: play 3H").fouls == []


def test_a_card_laid_wrongly_was_in_the_hand_as_well() -> None:
    """One act, one penalty: the false call is judged with the next card, here as Cia has forbidden the penalty."""
    told = vvvand8("Bo: dealt 3", "table: start 7H", "Bo: call", "Bo: play 9H", "Cia: call", "Bo: play 8C", start=None)
    told.tell("Cia: veto yes")
    assert told.fouls == ["6 foul V3.4 Bo"]
    for line in ("Cia: play 2H", "Anna: play QH", "Bo: play 3H"):
        told.tell(line)
    assert told.fouls == ["6 foul V3.4 Bo", "3 hindsight V3.3 Bo"]


def test_penalty_cards_may_be_what_was_laid_next() -> None:
    told = vvvand8("Bo: dealt 3", "table: start 7H", "Bo: call", "Bo: play 9H", "Bo: play 8C", start=None)
    for line in ("Cia: play 2H", "Anna: play QH", "Bo: play 3H"):
        told.tell(line)
    assert told.fouls == ["5 foul V3.4 Bo"]


def test_a_card_that_went_back_and_is_laid_again_is_one_card() -> None:
    told = called(3, "Bo: play 3S", "Bo: takeback 3S", "Bo: draw 3", "Bo: draw 3", "Bo: play 3H")
    assert told.fouls == ["7 foul V3.2 Bo"]


def test_one_act_one_penalty_an_eight_as_the_last_card_is_judged_as_that() -> None:
    assert called(1, "Bo: play 8C").fouls == ["7 foul V3.7 Bo"]


def test_each_false_call_is_an_offence_of_its_own() -> None:
    told = called(3, "Bo: call", "Bo: play 3H", "Cia: play 5H", "Anna: play 6H", "Bo: play 8C")
    assert told.fouls == ["3 hindsight V3.3 Bo", "7 hindsight V3.3 Bo"]


def test_a_call_taken_back_is_not_proved_false() -> None:
    told = vvvand8("Bo: dealt 3", "table: start 7H", "Bo: call", "Bo: uncall", "Bo: play 9H", start=None)
    for line in ("Cia: play 2H", "Anna: play QH", "Bo: play 8C"):
        told.tell(line)
    assert told.fouls == []


def test_a_hand_that_was_shown_and_in_order_is_settled() -> None:
    told = called(2, "Bo: show 4H 4S", "Bo: play 8C")
    assert told.fouls == []


def test_a_count_that_was_lost_proves_nothing() -> None:
    told = called(1, "Bo: play KH KS", "Cia: play 2S", "Anna: play 3S", "Bo: play 8C")
    assert told.fouls == []


# What is said, and when


def test_no_card_is_named_for_those_laid_lie_deeper_now() -> None:
    told = called(3, "Bo: play 3H", "Cia: play 5H", "Anna: play 6H", "Bo: play KH")
    said = told.sentences[-1]
    assert said.startswith("Bo called utgång without a real chance")
    assert not re.search("hearts|three of|king", said)


def test_what_the_referee_saw_in_a_shown_hand_is_not_used() -> None:
    """The shown hand is secret: what it proves beside the call stays with the referee."""
    told = called(2, "Bo: show 4H 4S", "Bo: play 4H")
    assert [ruling for ruling in told.rulings if "V3.3" in ruling] == []


@pytest.mark.parametrize("at", [3, 7])
def test_the_table_may_overrule_it_on_either_line(at: int) -> None:
    told = called(2, "Bo: play 8C", f"table: overrule {at}")
    assert told.fouls == []
    assert told.owes("Bo") == 0


def test_with_the_right_card_read_it_was_no_false_call() -> None:
    told = called(2, "Bo: play 8H", "table: correct 7 3H")
    assert told.fouls == []


def test_another_caller_may_forbid_this_penalty_too() -> None:
    told = called(2)
    told = vvvand8("Bo: dealt 3", "table: start 7H", "Bo: call", "Bo: play 9H", "Cia: call", "Cia: play 2H", start=None)
    told.tell("Anna: play QH")
    told.tell("Bo: play 8C")
    assert told.rulings[-3:] == ["3 hindsight V3.3 Bo", "3 question V3.9 Cia", "8 due V2.9 Bo"]


# Shown and told by oneself


def test_cards_taken_since_the_call_do_not_count_against_a_shown_hand() -> None:
    told = vvvand8("Bo: dealt 3", "table: start 7H", "Bo: call", "Bo: play 9H", "Cia: play AH", start=None)
    told.tell("Bo: draw 1")
    told.tell("Bo: show 4S 4H 10C")
    assert told.fouls == []
    told = vvvand8("Bo: dealt 3", "table: start 7H", "Bo: call", "Bo: play 9H", "Bo: show 4S 10C", start=None)
    assert told.fouls == ["5 foul V3.3 Bo"]


@pytest.mark.parametrize(("hand", "fouls"), [("8S 4H", []), ("9H 4H", []), ("8S 8D 4H", ["4 foul V3.3 Bo"])])
def test_before_the_turn_is_over_one_rank_or_one_eight_may_still_go(hand: str, fouls: list[str]) -> None:
    told = vvvand8(f"Bo: dealt {len(hand.split())}", "table: start 7H", "Bo: call", f"Bo: show {hand}", start=None)
    assert told.fouls == fouls


def test_who_shows_less_than_the_hand_shows_what_is_to_be_left() -> None:
    assert vvvand8("Bo: call", "Bo: show 8S 4H").fouls == ["3 foul V3.3 Bo"]


def test_a_hand_must_be_shown_whole() -> None:
    told = called(2, "Bo: show 4H")
    assert told.rulings[-1] == "7 question V2.17 Bo"
    assert told.sentences[-1] == "Bo has two cards and has not shown them all: what are the others? (V2.17)."


def test_penalty_cards_that_lie_face_down_need_not_be_shown() -> None:
    told = vvvand8(
        "Bo: dealt 2", "table: start 7H", "Bo: call", "Bo: play 9H", "Cia: accuse Bo V3.8", "Bo: draw 3", start=None
    )
    told.tell("Bo: show 4H")
    assert told.rulings[-1] == "7 info V2.17 Bo"


def test_who_tells_of_the_own_false_call_takes_three_cards() -> None:
    told = called(2, "Bo: accuse Bo V3.3")
    assert told.fouls == ["7 foul V3.3 Bo"]
    assert told.sentences[-1] == "Bo tells of having called utgång without a real chance (V3.3). Three penalty cards."
    assert (told.owes("Bo"), told.marks("Bo")) == (3, ())
    told.tell("Bo: play 8C")
    assert told.fouls == ["7 foul V3.3 Bo"]


@pytest.mark.parametrize("meanwhile", ["Cia: draw 1", "Bo: draw 1"])
def test_in_the_same_breath_means_before_anything_else_is_done(meanwhile: str) -> None:
    told = vvvand8("Bo: call", "Bo: play AH", meanwhile, "Bo: uncall")
    assert told.rulings[-1] == "5 info V3.3 Bo"
