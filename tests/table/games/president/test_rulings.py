"""What the referee of President says, and what the table may set aside."""

from __future__ import annotations

import pytest

from table.texts import sentence
from tests.records import Told
from tests.table.games.president.told import president

FOUR = "Anna Bo Cia Dag"


def said(told: Told, language: str) -> list[str]:
    return [sentence("president", ruling, language) for ruling in told.referee.rulings]


def test_a_foul_names_player_cards_reason_and_clause_in_both_languages() -> None:
    told = president("Bo: play 9H", "Cia: play 8C")
    assert said(told, "en") == ["Cia laid eight of clubs on nine of hearts: lower; the cards go back (P1.3)."]
    assert said(told, "sv") == ["Cia lade klöver åtta på hjärter nio: lägre; korten går tillbaka (P1.3)."]


def test_numbers_are_written_with_their_noun() -> None:
    told = president("Bo: play 9H 9D", "Cia: play QC")
    assert said(told, "en")[0].startswith("Cia laid queen of clubs: one card, but this trick takes two cards at a time")
    assert said(told, "sv")[0].startswith("Cia lade klöver dam: ett kort, men sticket tar två kort åt gången")


def test_a_foul_costs_no_cards() -> None:
    assert [ruling.penalty for ruling in president("Bo: play 9H 8C").referee.rulings] == [None]


def test_one_act_has_one_foul() -> None:
    """Out of turn, mixed and too low: whose turn it is comes first."""
    assert president("Bo: play 9H", "Anna: play 4H 5D").fouls == ["2 foul P1.8 Anna"]


def test_a_card_left_lying_is_one_foul() -> None:
    """R44 of the complaints."""
    told = president("Bo: play 9H", "Cia: play 8C", "Anna: pass", "Cia: pass")
    assert told.fouls == ["2 foul P1.3 Cia"]


def test_the_same_card_twice_in_one_play_was_misread() -> None:
    assert "more often than the deck has it" in president("Bo: play 5H 5H").sentences[0]


def test_after_a_misread_card_only_the_number_of_cards_is_held_against_the_next_play() -> None:
    lines = ("Bo: play 9H", "Cia: play 2C", "Cia: play 9H", "Anna: play 3D", "Bo: play 4D")
    assert president(*lines).fouls == []
    assert president(*lines[:3], "Anna: play 3D 3S").fouls == ["4 foul P1.2 Anna"]


def test_the_table_may_say_that_a_card_seen_twice_is_right() -> None:
    told = president("Bo: play 9H", "Cia: play 9H", "table: overrule 2")
    assert (told.rulings, told.turn, told.hand("Cia")) == ([], "Anna", 16)


def test_nobody_knows_who_leads_so_it_is_asked_who_laid() -> None:
    told = president("?: play 3C", "?: pass", "Cia: play 3C", options="first_lead=lowest_card")
    assert told.rulings == ["1 question P1.9", "2 question P1.9"]
    assert told.turn == "Anna"


def test_more_cards_laid_than_counted_are_asked_about_and_told() -> None:
    told = president("Bo: dealt 1", "Bo: play 9H 9D")
    assert told.rulings == ["2 question P1.7 Bo"]
    assert told.hand("Bo") is None
    told.tell("Bo: dealt 5")
    assert told.hand("Bo") == 3


def test_who_is_found_out_later_hands_on_the_turn() -> None:
    told = president("Bo: play 9H", "Cia: pass", "Anna: pass", dealer=None, options="first_lead=random")
    assert told.turn == "Bo"
    told.tell("Bo: dealt 1")
    assert told.rulings == ["4 place P1.7 Bo", "4 info P1.5 Cia"]
    assert told.turn == "Cia"


def test_a_place_told_by_the_deal_can_be_set_aside() -> None:
    told = president("Bo: play 9H", "Bo: dealt 1", "table: overrule 2", dealer=None, options="first_lead=random")
    assert (told.rulings, told.standing.placing, told.hand("Bo")) == ([], (), None)


def test_fewer_dealt_than_laid_is_asked_about() -> None:
    assert president("Bo: play 9H 9D", "Bo: dealt 1").rulings == ["2 question P1.7 Bo"]


def test_a_joker_is_taken_for_what_is_said_only_where_it_can_be_that() -> None:
    told = president("Bo: play 4H X 6H as 4H 5D 6H", options="runs=true jokers=true")
    assert told.rulings == ["1 question P3.7 Bo"]
    assert told.turn == "Cia"


def test_who_clears_with_the_last_cards_leaves_the_lead_to_the_next() -> None:
    """R21 of the complaints: leader and next both out, and the lead goes on."""
    told = president("Bo: dealt 1", "Cia: dealt 1", "Bo: play AH", "Cia: play 2H", seats=FOUR)
    assert told.rulings[-1] == "4 info P1.5 Dag"
    assert told.turn == "Dag"


@pytest.mark.parametrize("passing", ["out_of_trick", "this_turn_only"])
def test_a_forfeited_turn_counts_as_a_pass(passing: str) -> None:
    options = f"penalty=lose_turn pass={passing}"
    told = president("Bo: play 9H", "Cia: play 8C", options=options)
    assert (told.turn, "passed" in told.marks("Cia")) == ("Anna", True)
    told.tell("Anna: pass")
    assert told.turn == "Bo"


def test_a_pass_out_of_turn_that_the_table_lets_stand_is_a_pass() -> None:
    told = president("Bo: play 9H", "Anna: pass", "table: overrule 2", "Cia: pass")
    assert (told.rulings, told.turn) == ([], "Bo")


# The exchange


def test_hindsight_that_is_set_aside_at_the_exchange_never_comes() -> None:
    lines = ["Anna: asks J of Dag gets 2", "Anna: gives 2 to Dag", "Cia: gives 1 to Bo", "Bo: gives 1 to Cia"]
    told = president(*lines, "Dag: play AC AD AH", seats=FOUR, placed=FOUR)
    assert told.fouls == ["1 hindsight P2.4 Dag"]
    assert "ace of clubs, ace of diamonds and ace of hearts" in told.sentences[0]
    told.tell("table: overrule 1")
    assert told.fouls == []


def test_hindsight_that_is_set_aside_at_the_play_does_not_come_again_for_it() -> None:
    lines = ["Anna: asks J of Dag gets 2", "Anna: gives 2 to Dag", "Cia: gives 1 to Bo", "Bo: gives 1 to Cia"]
    told = president(*lines, "Dag: play AC AD AH", "table: overrule 5", seats=FOUR, placed=FOUR)
    assert told.fouls == []


def test_hindsight_is_said_once() -> None:
    lines = ["Cia: gives 1 to Bo", "Bo: gives 1 to Cia", "Anna: asks J of Dag gets 2", "Anna: gives 2 to Dag"]
    plays = ["Dag: play AC AD AH", "Anna: pass", "Bo: pass", "Cia: pass", "Dag: play 2C 2D 2H"]
    assert president(*lines, *plays, seats=FOUR, placed=FOUR).fouls == ["3 hindsight P2.4 Dag"]


def test_a_hand_shown_before_the_exchange_tells_what_is_best_in_it() -> None:
    shown = "Dag: show 2C 2D AC KD KH QC QD JS 9S 8S 7S 6S 5S"
    swapped = ["Dag: gives 2 to Anna", "Anna: gives 2 to Dag", "Cia: gives 1 to Bo", "Bo: gives 1 to Cia"]
    told = president(shown, *swapped, "Dag: play 2C", "Dag: play 2D", seats=FOUR, placed=FOUR)
    assert told.fouls == []
    told.tell("Dag: play 2S")
    assert told.fouls == ["1 hindsight P2.4 Dag"]


def test_more_than_is_due_may_be_let_stand() -> None:
    told = president("Dag: gives 3 to Anna", seats=FOUR, placed=FOUR)
    assert told.rulings == ["1 due P2.4 Anna"]
    told.tell("table: overrule 1")
    assert (told.rulings, told.hand("Anna"), told.hand("Dag")) == ([], 16, 10)


def test_only_the_better_placed_asks() -> None:
    told = president("Dag: asks K of Anna gets 1", "Anna: asks K of Bo gets 1", seats=FOUR, placed=FOUR)
    assert told.rulings == ["1 info P2.4 Dag", "2 info P2.4 Anna"]


def test_an_accusation_without_an_exchange_comes_to_nothing() -> None:
    assert president("Anna: accuse Bo P2.4").rulings == ["1 info P2.4 Bo"]
    assert president("Anna: accuse Bo P1.3").rulings == ["1 info P1.8 Bo"]


def test_a_dismissed_accusation_is_gone() -> None:
    told = president("Bo: accuse Dag P2.4", "table: dismiss P2.4 Dag", seats=FOUR, placed=FOUR)
    assert told.rulings == []


def test_the_last_round_is_said_to_be_it() -> None:
    lines = ("Bo: dealt 1", "Cia: dealt 1", "Anna: dealt 1", "Bo: play 3H", "Cia: play 4H")
    assert "last of five rounds" in president(*lines, options="round=5").sentences[-1]
    assert "last of" not in president(*lines).sentences[-1]
