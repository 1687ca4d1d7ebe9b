"""VVVänd8, chapter 3: offences."""

from __future__ import annotations

import itertools
import re

import pytest

from table.texts import sentence
from tests.records import Told, vvvand8

FOUR = "Anna Bo Cia Dag"


def going_out_with(*bunch: str) -> Told:
    """Bo has called, is in turn on a QH, and lays all he has: line 7."""
    hand = len(bunch) + 1
    lap = ("Bo: call", "Bo: play 9H", "Cia: play 2H", "Anna: play QH")
    return vvvand8(f"Bo: dealt {hand}", "table: start 7H", *lap, f"Bo: play {' '.join(bunch)}", start=None)


# V3.2: cards that do not fit


def test_the_wrong_card_lies_beside_the_game_and_three_are_due() -> None:
    told = vvvand8("Bo: play 9S")
    assert told.fouls == ["2 foul V3.2 Bo"]
    assert (told.turn, told.top, told.suit) == ("Bo", "7H", "H")
    assert (told.hand("Bo"), told.owes("Bo")) == (10, 3)


def test_after_a_wrong_card_the_right_one_may_be_laid() -> None:
    told = vvvand8("Bo: play 9S", "Bo: takeback 9S", "Bo: draw 3", "Bo: play 9H")
    assert told.fouls == ["2 foul V3.2 Bo"]
    assert (told.turn, told.hand("Bo"), told.owes("Bo")) == ("Cia", 9, 0)


def test_the_penalty_is_served_one_by_one_and_counted_once() -> None:
    told = vvvand8("Bo: play 9S")
    for left in (2, 1, 0):
        told.tell("Bo: draw 1")
        assert (told.hand("Bo"), told.owes("Bo")) == (10, left)
    told.tell("Bo: draw 1")
    assert told.hand("Bo") == 11


def test_two_wrong_cards_are_two_offences() -> None:
    told = vvvand8("Bo: play 9S", "Bo: takeback 9S", "Bo: play 2C")
    assert told.fouls == ["2 foul V3.2 Bo", "4 foul V3.2 Bo"]
    assert told.owes("Bo") == 6


@pytest.mark.parametrize("bunch", list(itertools.permutations(["4H", "4S", "4D"])))
def test_lex_lars_the_order_decides(bunch: tuple[str, ...]) -> None:
    told = going_out_with(*bunch)
    if bunch[0] == "4H":
        assert told.results == ["7 win V2.1 Bo", "7 lose V2.1 Anna"]
    else:
        assert told.fouls == ["7 foul V3.2 Bo"]
        assert (told.standing.winner, told.turn, told.hand("Bo")) == (None, "Bo", 6)


def test_lex_lars_is_called_by_its_name() -> None:
    assert going_out_with("4S", "4H").sentences[-1] == (
        "Bo laid four of spades on queen of hearts to go out: neither suit nor rank fits, only the order was wrong. "
        "That is Lex Lars (V3.2). Three penalty cards."
    )
    assert "Lex Lars" not in going_out_with("4S", "4C").sentences[-1]


def test_a_wrong_bunch_of_eights_is_no_way_out() -> None:
    told = going_out_with("8H", "8S")
    assert told.fouls == ["7 foul V3.2 Bo"]
    assert told.turn == "Bo"


def test_two_eights_are_told_that_eights_go_one_at_a_time() -> None:
    assert vvvand8("Bo: play 8H 8S").sentences == [
        "Bo laid eight of hearts and eight of spades together: eights go one at a time (V3.2). Three penalty cards."
    ]


def test_whose_the_wrong_card_is_that_nobody_saw_laid_is_asked() -> None:
    told = vvvand8("?: play 9S")
    assert told.rulings == ["2 question V3.2"]
    assert [told.hand(seat) for seat in ("Anna", "Bo", "Cia")] == [7, 7, 7]


def test_what_nobody_saw_laid_may_be_taken_back_by_anybody() -> None:
    told = vvvand8("?: play 9S", "Cia: takeback 9S", "Bo: play 9H")
    assert told.rulings == ["2 question V3.2"]
    assert told.turn == "Cia"


def test_on_an_eight_the_named_suit_is_what_did_not_fit() -> None:
    told = vvvand8("Bo: play 8C", "Bo: suit D", "?: play 2S")
    assert told.sentences[-1] == "Two of spades is no diamonds, and it was not seen who laid it. Whose is it? (V3.2)."


# V3.3: calls without a chance


@pytest.mark.parametrize("hand", ["8S", "8S AC", "4S 10S", "4S 10S AC", "8S 8D"])
def test_an_eight_or_a_second_rank_in_hand_makes_the_call_false(hand: str) -> None:
    told = vvvand8("Bo: call", "Bo: play 9H", f"Bo: show {hand}")
    assert told.fouls == ["4 foul V3.3 Bo"]
    assert (told.marks("Bo"), told.owes("Bo")) == ((), 3)


def test_showing_a_hand_that_nobody_called_with_is_no_offence() -> None:
    assert vvvand8("Bo: show 8S 4H").rulings == ["2 info V3.3 Bo"]


@pytest.mark.parametrize("hand", ["8S 4H", "4S 4H"])
def test_a_hand_shown_to_the_referee_is_not_read_out(hand: str) -> None:
    told = vvvand8("Bo: dealt 3", "table: start 7H", "Bo: call", "Bo: play 9H", f"Bo: show {hand}", start=None)
    assert not re.search("spades|hearts|eight|four", told.sentences[-1])


def test_a_doubted_caller_is_asked_to_show_the_hand() -> None:
    told = vvvand8("Bo: call", "Cia: accuse Bo V3.3")
    assert told.sentences == ["Bo is asked to show the hand to the camera (V3.3)."]


def test_who_has_not_called_need_not_show_the_hand() -> None:
    told = vvvand8("Cia: accuse Bo V3.3")
    assert told.sentences == ["Bo has not called utgång (V3.3)."]


@pytest.mark.parametrize("lines", [("Bo: call", "Bo: uncall"), ("Bo: call", "Bo: play 9H", "Bo: uncall")])
def test_a_call_taken_back_at_once_was_never_made(lines: tuple[str, ...]) -> None:
    told = vvvand8(*lines)
    assert (told.rulings, told.marks("Bo")) == ([], ())


@pytest.mark.parametrize("meanwhile", ["Cia: draw 1", "Cia: play 3H", "Anna: away"])
def test_once_somebody_has_acted_a_call_stands(meanwhile: str) -> None:
    told = vvvand8("Bo: call", "Bo: play 9H", meanwhile, "Bo: uncall")
    assert told.rulings == ["5 info V3.3 Bo"]
    assert told.marks("Bo") == ("called",)


# V3.4: out of turn


def test_who_lays_out_of_turn_takes_three_and_the_card_back() -> None:
    """R23: it was not looked at whose card it was."""
    told = vvvand8("Cia: play 9H")
    assert told.fouls == ["2 foul V3.4 Cia"]
    assert told.sentences == ["Cia laid nine of hearts, but Bo is in turn (V3.4). Three penalty cards."]
    assert (told.turn, told.top, told.hand("Cia")) == ("Bo", "7H", 10)


def test_the_player_in_turn_plays_on_the_card_under_it() -> None:
    told = vvvand8("Cia: play 9S", "Bo: play 9H")
    assert told.fouls == ["2 foul V3.4 Cia"]
    assert told.top == "9H"


def test_one_act_is_one_offence() -> None:
    assert vvvand8("Cia: play 9S").fouls == ["2 foul V3.4 Cia"]


def test_an_ace_out_of_turn_costs_the_others_nothing() -> None:
    told = vvvand8("Cia: play AH")
    assert (told.owes("Bo"), told.owes("Anna"), told.owes("Cia")) == (0, 0, 3)


def test_the_absent_player_is_given_the_card_first() -> None:
    told = vvvand8("Cia: away", "Bo: play AH", "Anna: draw 1")
    assert told.fouls == ["4 foul V3.4 Anna"]
    assert told.sentences[-1].startswith("Anna took a card for the ace before Cia, who is away, had been given one")
    assert (told.hand("Anna"), told.owes("Anna"), told.owes("Cia")) == (11, 3, 1)


@pytest.mark.parametrize(
    "lines",
    [
        ("Cia: away", "Bo: play AH", "Cia: draw 1", "Anna: draw 1"),
        ("Bo: play AH", "Anna: draw 1", "Cia: draw 1"),
        ("Anna: away", "Bo: play AH", "Cia: draw 1", "Anna: draw 1"),
        ("Cia: away", "Bo: play AH", "Cia: back", "Anna: draw 1"),
        ("Cia: away", "Bo: play AH AS", "Cia: draw 2", "Anna: draw 2"),
        ("Cia: away", "Bo: play AH AS", "Cia: draw 1", "Anna: draw 1", "Cia: draw 1", "Anna: draw 1"),
        ("Cia: away", "Bo: play AH", "Bo: play AS", "Cia: draw 1", "Anna: draw 1"),
    ],
)
def test_nobody_is_blamed_for_who_is_there_or_sits_later_or_was_served(lines: tuple[str, ...]) -> None:
    assert vvvand8(*lines).fouls == []


@pytest.mark.parametrize("lines", [("Cia: draw 1", "Anna: draw 2"), ("Anna: draw 2",)])
def test_of_two_cards_each_must_wait_for_the_absent_players(lines: tuple[str, ...]) -> None:
    told = vvvand8("Cia: away", "Bo: play AH AS", *lines)
    assert [foul.split()[1:] for foul in told.fouls] == [["foul", "V3.4", "Anna"]]


def test_an_older_debt_of_ones_own_waits_for_nobody_of_a_newer_ace() -> None:
    told = vvvand8("Bo: play AH", "Bo: play 2H", "Anna: away", "Cia: draw 1", "Cia: play AH", "Bo: draw 1", seats=FOUR)
    assert told.fouls == ["7 foul V3.4 Bo"]  # Anna sits before Bo on Cia's ace


# V3.5, V3.8: what only people see


@pytest.mark.parametrize("clause", ["V3.5", "V3.8"])
def test_an_accusation_is_ruled_on_until_it_is_dismissed(clause: str) -> None:
    told = vvvand8(f"Anna: accuse Cia {clause}")
    assert told.fouls == [f"2 foul {clause} Cia"]
    assert told.owes("Cia") == 3
    told.tell(f"table: dismiss {clause} Cia")
    assert (told.fouls, told.owes("Cia")) == ([], 0)


def test_an_offence_that_the_referee_sees_itself_is_not_accused_of() -> None:
    assert vvvand8("Anna: accuse Cia V3.2").rulings == ["2 info V3.2 Cia"]


def test_a_free_seat_is_not_accused() -> None:
    told = vvvand8("Anna: accuse Dag V3.8", seats=FOUR, header="free Dag")
    assert told.rulings == ["2 question V1.12 Dag"]
    assert told.owes("Dag") == 0


# V3.6: too many cards


@pytest.mark.parametrize(
    ("lines", "surplus"),
    [(("Bo: draw 4",), "one card"), (("Bo: draw 3", "Bo: draw 2"), "two cards"), (("Bo: draw 6",), "three cards")],
)
def test_what_is_taken_beyond_three_stays_but_is_of_no_use_yet(lines: tuple[str, ...], surplus: str) -> None:
    told = vvvand8(*lines)
    assert told.sentences == [f"Bo took {surplus} too many: they stay, and may not be used before the next lap (V3.6)."]
    assert told.owes("Bo") == 0


def test_who_took_too_many_may_still_call() -> None:
    assert vvvand8("Bo: draw 4", "Bo: call").marks("Bo") == ("called",)


def test_penalty_cards_are_not_too_many_cards() -> None:
    assert vvvand8("Bo: play 9S", "Bo: draw 6").fouls == ["2 foul V3.2 Bo"]


# V3.7: out on an eight or an ace


def test_an_eight_is_no_way_out() -> None:
    told = going_out_with("8S")
    assert told.fouls == ["7 foul V3.7 Bo"]
    assert told.rulings[-1] == "7 due V2.9 Bo"
    assert (told.turn, told.hand("Bo"), told.marks("Bo")) == ("Cia", 3, ("names_suit",))


@pytest.mark.parametrize("bunch", [("AH",), ("AH", "AS")])
def test_an_ace_is_no_way_out_either(bunch: tuple[str, ...]) -> None:
    told = going_out_with(*bunch)
    assert told.fouls == ["7 foul V3.7 Bo"]
    assert (told.turn, told.hand("Bo"), told.owes("Cia")) == ("Bo", 3, len(bunch))


def test_after_an_ace_as_the_last_card_one_cannot_call_in_this_turn() -> None:
    told = going_out_with("AH")
    told.tell("Bo: call")
    assert told.rulings[-1] == "8 info V2.14 Bo"
    assert told.marks("Bo") == ()


def test_after_an_ace_as_the_last_card_one_does_not_go_out_this_turn() -> None:
    told = going_out_with("AH")
    for line in ("Cia: draw 1", "Anna: draw 1", "Bo: draw 3", "Bo: play KH KS KD"):
        told.tell(line)
    assert told.standing.winner is None
    assert told.hand("Bo") == 3


def test_without_a_call_an_eight_as_the_last_card_is_still_one_offence() -> None:
    told = vvvand8("Bo: dealt 1", "table: start 7H", "Bo: play 8S", start=None)
    assert told.fouls == ["3 foul V3.7 Bo"]


def test_in_the_next_turn_one_may_call_again() -> None:
    told = going_out_with("8S")
    for line in ("Bo: suit H", "Cia: play 3H", "Anna: play 5H", "Bo: call"):
        told.tell(line)
    assert told.marks("Bo") == ("called",)


# V3.9


def test_who_is_not_asked_forbids_nothing() -> None:
    assert vvvand8("Bo: veto yes").sentences == ["Bo is not being asked for a veto (V3.9)."]


# Said of the right person, in the right words


def test_two_eights_at_once_are_told_to_go_one_at_a_time() -> None:
    assert vvvand8("Bo: play 8H 8S").sentences == [
        "Bo laid eight of hearts and eight of spades together: eights go one at a time (V3.2). Three penalty cards."
    ]
    assert vvvand8("?: play 8H 8S").rulings == ["2 question V3.2"]


def test_a_false_call_does_not_tell_the_table_what_the_hand_was() -> None:
    told = vvvand8("Bo: call", "Bo: play 9H", "Bo: show 8S 4C")
    assert told.sentences == [
        "Bo called utgång without a real chance, as the hand shown proves (V3.3). Three penalty cards."
    ]


def test_nobody_at_a_free_seat_can_be_penalised() -> None:
    told = vvvand8("Bo: accuse Dag V3.8", seats="Anna Bo Cia Dag", header="free Dag")
    assert told.rulings == ["2 question V1.12 Dag"]
    assert told.owes("Dag") == 0


# Cards that may not be used yet


def holding(count: int, *lines: str) -> Told:
    """Bo holds *count* cards and is forehand on the 7H, which is line 2."""
    return vvvand8(f"Bo: dealt {count}", "table: start 7H", *lines, start=None)


def test_penalty_cards_stay_out_of_use_until_the_turn_is_over() -> None:
    told = holding(2, "Bo: play 9S", "Bo: takeback 9S", "Bo: draw 3", "Bo: play 7S 7D 7C 9H")
    assert told.fouls == ["3 foul V3.2 Bo", "6 foul V3.2 Bo"]
    told = holding(3, "Bo: play 9S", "Bo: takeback 9S", "Bo: draw 3", "Bo: play 7S 7D 7C")
    assert (told.fouls, told.hand("Bo")) == (["3 foul V3.2 Bo"], 3)


def test_more_than_could_be_used_is_asked_about_for_a_drawn_card_may_not_have_been_told() -> None:
    told = holding(2, "Bo: play 9S", "Bo: takeback 9S", "Bo: draw 3", "Bo: play 7S 7D 7C")
    assert told.rulings[-1] == "6 question V3.6 Bo"
    assert (told.turn, told.hand("Bo")) == ("Cia", 2)


def called_and_in_turn(hand: int, *lines: str) -> Told:
    """Bo has called, holds *hand* cards and is in turn on a 5C; the next line is 7."""
    return vvvand8(
        f"Bo: dealt {hand + 1}", "table: start 7H", "Bo: call", "Bo: play 7C", "Cia: play 2C", "Anna: play 5C", *lines,
        start=None,
    )  # fmt: skip


def test_nobody_goes_out_with_penalty_cards() -> None:
    wrong = ("Bo: play 4H", "Bo: takeback 4H", "Bo: draw 3")
    told = called_and_in_turn(2, *wrong, "Bo: play AC", "Bo: play 6C 6H 6S 6D")
    assert (told.fouls, told.standing.winner) == (["7 foul V3.2 Bo"], None)
    assert told.rulings[-1] == "11 due V3.6 Bo"


def test_who_took_too_many_does_not_go_out_this_time() -> None:
    told = called_and_in_turn(1, "Bo: draw 4", "Bo: play AC", "Bo: play 6C 6H 6S 6D")
    assert (told.fouls, told.standing.winner) == (["7 foul V3.6 Bo"], None)
    assert told.sentences[-1] == (
        "Bo laid six of clubs, six of hearts, six of spades and six of diamonds, but one card may not be used before "
        "the turn is over: what was laid goes back (V3.6)."
    )
    assert (told.turn, told.hand("Bo"), told.top) == ("Bo", 4, "AC")
    told.tell("Bo: takeback 6C 6H 6S 6D")
    told.tell("Bo: play 6C 6H 6S")
    assert (told.turn, told.hand("Bo"), told.standing.winner) == ("Cia", 1, None)


def test_in_the_next_turn_what_was_taken_too_many_may_be_used() -> None:
    told = called_and_in_turn(1, "Bo: draw 4", "Bo: call", "Bo: play 6C 6H 6S 6D", "Cia: play 9D", "Anna: play 9H")
    told.tell("Bo: play 3H")
    assert told.standing.winner == "Bo"


def test_penalty_cards_for_an_act_out_of_turn_wait_for_the_end_of_the_next_turn() -> None:
    told = vvvand8("Cia: dealt 1", "table: start 7H", "Cia: play 9H", "Cia: takeback 9H", "Cia: draw 3", start=None)
    told.tell("Bo: play 7C")
    assert told.state.place("Cia").locked == 3
    told.tell("Cia: play 9C 9H 9S 9D")
    assert told.rulings[-1] == "7 due V3.6 Cia"
    for line in ("Cia: takeback 9C 9H 9S 9D", "Cia: draw 3", "Cia: pass"):
        told.tell(line)
    assert told.state.place("Cia").locked == 0


def test_the_table_may_let_locked_cards_be_used() -> None:
    told = called_and_in_turn(1, "Bo: draw 4", "Bo: play AC", "Bo: play 6C 6H 6S 6D", "table: overrule 9")
    assert told.standing.winner == "Bo"


def test_the_three_cards_for_an_ace_as_the_last_card_are_taken_when_the_turn_is_handed_over() -> None:
    """Until then what Bo takes is what everybody may take in a turn (V3.7)."""
    told = going_out_with("AH")
    for line in ("Bo: draw 3", "Bo: pass"):
        told.tell(line)
    assert told.fouls == ["7 foul V3.7 Bo"]
    assert (told.turn, told.hand("Bo"), told.owes("Bo")) == ("Cia", 6, 3)
    told.tell("Bo: draw 3")
    assert (told.hand("Bo"), told.owes("Bo")) == (6, 0)


def test_what_there_is_not_is_not_owed() -> None:
    """With all cards but three in hands, an ace takes what is left, in turn order."""
    told = vvvand8("Cia: dealt 7", "table: start 7H", "Cia: draw 28", "Bo: play AH", start=None)
    assert told.state.not_owed == 1
    assert [told.owes(seat) for seat in ("Cia", "Anna")] == [1, 1]
    told.tell("Bo: play AS AD")
    assert [told.owes(seat) for seat in ("Cia", "Anna")] == [3, 2]
    assert told.state.not_owed == 0
    told.tell("Anna: accuse Bo V3.8")
    assert told.owes("Bo") == 0


# What is reported that need not be


@pytest.mark.parametrize("clause", ["V2.7", "V3.1", "V3.2", "V3.4", "V3.6", "V3.7", "V3.9", "V3.10"])
def test_what_need_not_be_reported_says_why(clause: str) -> None:
    told = vvvand8(f"Anna: accuse Bo {clause}")
    assert told.rulings == [f"2 info {clause} Bo"]
    assert "Bo" in told.sentences[0]


@pytest.mark.parametrize("clause", ["V1.1", "V2.13", "V9.9"])
def test_what_is_no_offence_is_told_so(clause: str) -> None:
    told = vvvand8(f"Anna: accuse Bo {clause}")
    assert told.sentences == [f"{clause} is no offence that is reported; those are V3.3, V3.5 and V3.8 (V3.1)."]


def test_a_doubted_chance_is_a_doubted_call() -> None:
    assert vvvand8("Bo: call", "Anna: accuse Bo V2.17").rulings == ["3 due V3.3 Bo"]


# As a player hears it


@pytest.mark.parametrize(
    ("lines", "swedish"),
    [
        (
            ("Bo: play 9D",),
            "Bo lade ruter nio på spader sju: varken färg eller valör stämmer (V3.2). Tre straffkort.",
        ),
        (("Cia: play JC",), "Cia lade klöver knekt, men Bo är på tur (V3.4). Tre straffkort."),
        (("Bo: draw 5",), "Bo tog två kort för mycket: de stannar, och får inte användas före nästa varv (V3.6)."),
        (
            ("Bo: call", "Bo: play 9S", "Cia: play 2H"),
            "Förbjuder Bo att Cia tar tre kort? (V3.9).",
        ),
        (
            ("Bo: call", "Bo: play 9S", "Cia: play 2H", "Bo: veto yes"),
            "Bo lägger in sitt veto: Cia slipper tre kort (V3.9).",
        ),
        (
            ("Bo: play QD",),
            "Bo lade ruter dam på spader sju: varken färg eller valör stämmer (V3.2). Tre straffkort.",
        ),
    ],
)
def test_in_swedish(lines: tuple[str, ...], swedish: str) -> None:
    told = vvvand8(*lines, start="7S")
    assert sentence("vvvand8", told.referee.rulings[-1], "sv") == swedish
