"""Vem blir Schtefan, chapters 1 to 4, where a record for players would not show it plainly."""

from __future__ import annotations

import pytest

from table.games.schtefan.house import House
from table.games.schtefan.roles import role_names
from table.texts import sentence
from tests.records import Told
from tests.table.games.schtefan.told import schtefan


def in_swedish(told: Told) -> list[str]:
    return [sentence("schtefan", ruling, "sv") for ruling in told.referee.rulings]


def test_a_foul_names_cards_player_reason_and_clause() -> None:
    told = schtefan("Bo: play 5H 5C", "Cia: play 7C 7D", "Anna: play 6S 6D")
    assert "Anna laid six of spades and six of diamonds on seven of clubs and seven of diamonds: the rank must be " \
        "higher (H3.2)." in told.sentences  # fmt: skip
    assert "Anna lade spader sex och ruter sex på klöver sju och ruter sju: valören måste vara högre (H3.2)." in (
        in_swedish(told)
    )


def test_how_many_are_needed_is_said_in_words() -> None:
    told = schtefan("Bo: play 5H 5C", "Cia: play JC")
    assert "Cia laid jack of clubs: at least two cards are needed (H3.2)." in told.sentences
    assert "Cia lade klöver knekt: det behövs minst två kort (H3.2)." in in_swedish(told)


def test_r36_free_cards_do_not_hide_two_ranks() -> None:
    """R36: a joker hides an illegal set."""
    told = schtefan("Bo: play 5H", "Cia: play 9C X 10C")
    assert told.fouls == ["2 foul H3.1 Cia"]
    assert "Cia laid nine of clubs, joker and ten of clubs: these are natural cards of more than one rank (H3.1)." in (
        told.sentences
    )


def test_r44_a_wrong_card_that_is_left_lying_is_one_offence() -> None:
    """R44: one stuck situation was punished again and again."""
    told = schtefan("Bo: play 5H", "Anna: play 9C", "Cia: play 6C", "Anna: play 9D")
    assert told.fouls == ["2 foul H3.11 Anna"]


def test_r25_of_two_equal_cards_one_is_taken_back() -> None:
    """R25: playing one of two equal cards removed both."""
    told = schtefan("Bo: play 5H 5H 6C", "Bo: takeback 5H", players=6)
    assert [tuple(map(str, wrong)) for wrong in told.state.loose.values()] == [("5H", "6C")]


def test_r23_the_owner_of_a_card_is_known_by_the_arm() -> None:
    """R23: the owner of the card was not checked."""
    assert schtefan("Bo: play 5H", "Anna: play 9C").fouls == ["2 foul H3.11 Anna"]


@pytest.mark.parametrize(
    ("players", "roles"),
    [
        (3, "Vladde, Svensk, Chained"),
        (4, "Vladde, Donald, Six years, Chained"),
        (5, "Vladde, Donald, Svensk, Six years, Chained"),
        (6, "Vladde, Donald, Schtefan, Kenta, Six years, Chained"),
        (7, "Vladde, Donald, Schtefan, Svensk, Kenta, Six years, Chained"),
        (8, "Vladde, Donald, Schtefan, Gudrun, Jon Henrik, Kenta, Six years, Chained"),
        (9, "Vladde, Donald, Schtefan, Gudrun, Svensk, Jon Henrik, Kenta, Six years, Chained"),
    ],
)
def test_roles_of_three_to_nine(players: int, roles: str) -> None:
    assert ", ".join(role_names(House(), players)) == roles


@pytest.mark.parametrize(
    ("players", "options", "hands"),
    [
        (3, "", {"Anna": 18, "Bo": 18, "Cia": 18}),
        (4, "jokers=0", {"Anna": 13, "Bo": 13, "Cia": 13, "Dag": 13}),
        (4, "jokers=3", {"Anna": 13, "Bo": 14, "Cia": 14, "Dag": 14}),
        (5, "", {"Anna": 10, "Bo": 11, "Cia": 11, "Dag": 11, "Eva": 11}),
    ],
)
def test_everybody_is_dealt_a_share(players: int, options: str, hands: dict[str, int]) -> None:
    assert schtefan(players=players, options=options).standing.hands == hands


def test_without_a_dealer_nobody_knows_who_got_one_more() -> None:
    assert set(schtefan(players=4, dealer="").standing.hands.values()) == {None}


def test_singles_told_before_the_deal_was_told_count_as_well() -> None:
    told = schtefan("Bo: singles 3", "Bo: dealt 10", "Cia: dealt 10")
    assert (told.hand("Bo"), told.hand("Cia")) == (7, 13)


def test_when_no_natural_card_is_left_the_round_is_over() -> None:
    lines = ["Bo: play 5H 5C 5D 5S", "Cia: play 6C 6D 6H 6S", "Anna: play 7C 7D 7H 7S", "Bo: play 8C 8D 8H 8S",
             "Cia: play 9C 9D 9H 9S", "Anna: play 10C 10D 10H 10S", "Bo: play JC JD JH JS", "Cia: play QC QD QH QS",
             "Anna: play KC KD KH KS", "Bo: play AC AD AH AS"]  # fmt: skip
    told = schtefan("Bo: dealt 19", "Cia: dealt 17", *lines)
    assert told.standing.placing == ("Bo", "Cia", "Anna")
    assert [said for said in told.rulings if " place " in said] == [
        "12 place H3.12 Bo", "12 place H3.12 Cia", "12 place H3.12 Anna",
    ]  # fmt: skip


def test_a_card_that_the_table_insists_on_ends_no_round() -> None:
    """Cards said to lie there twice make up the number of all natural ones, but the king of spades can still come."""
    told = schtefan("Bo: play 5H", "Cia: play 6C", "Anna: play 6C 7C", "table: overrule 3", options="jokers=0")
    others = [
        rank + suit
        for rank in ["5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
        for suit in "CDHS"
        if rank + suit != "5H"
    ]
    told.tell(f"Bo: play {' '.join(card for card in others if card != 'KS')}")
    told.tell(f"table: overrule {told.lines}")
    assert told.state.shown.naturals > told.state.setting.natural_cards
    assert not told.view.is_over


def test_with_as_many_cards_who_was_stuck_first_is_placed_first() -> None:
    told = schtefan("Bo: dealt 2", "Cia: dealt 1", "Anna: dealt 1", "Bo: play 5H", "Cia: show 2C", "Anna: pass")
    told.tell("Bo: pass")
    told.tell("Bo: pass")
    assert told.turn == "Anna"
    told.tell("Anna: show 3C")
    assert told.standing.placing == ("Cia", "Bo", "Anna")


def test_a_leader_may_be_let_pass_by_the_table() -> None:
    told = schtefan("Bo: play 5H", "Cia: play AC", "Cia: pass", "table: overrule 3", "Anna: play 6C", "Bo: pass")
    assert told.fouls == []
    assert told.turn == "Cia"


def test_a_stuck_end_is_overruled() -> None:
    told = schtefan("Bo: dealt 2", "Cia: dealt 1", "Anna: dealt 1", "Bo: play 5H", "Cia: show 2C", "Anna: show 3C")
    told.tell("Bo: show 4C")
    assert told.view.is_over
    told.tell(f"table: overrule {told.lines - 1}")
    assert not told.view.is_over


@pytest.mark.parametrize("clause", ["H1.4", "H2.2", "H5.5", "H5.6"])
def test_what_only_hands_show_can_be_reported_and_dismissed(clause: str) -> None:
    told = schtefan("Bo: play 5H", f"Anna: accuse Bo {clause}")
    assert told.fouls == [f"2 foul {clause} Bo"]
    told.tell(f"table: dismiss {clause} Bo")
    assert told.fouls == []


def test_a_report_of_what_the_camera_sees_is_answered() -> None:
    told = schtefan("Bo: play 5H", "Cia: play 5C", "Anna: accuse Cia H3.2", "Anna: accuse Bo H3.2")
    assert told.sentences[-2:] == [
        "Cia laid five of clubs wrongly and takes them back, as was said (H3.9).",
        "Bo is called out, but nothing lies there that the referee could judge (H3.9).",
    ]


def test_a_play_that_put_its_player_out_is_not_taken_back() -> None:
    told = schtefan("Bo: dealt 1", "Bo: play 5H", "Bo: takeback 5H")
    assert told.rulings[-1] == "3 question H3.8 Bo"
    assert told.standing.placing == ("Bo",)


def test_a_trick_won_by_an_ace_is_open_again_when_the_ace_is_taken_back() -> None:
    told = schtefan("Bo: play 5H", "Cia: play AC", "Cia: takeback AC")
    assert (told.turn, told.top, told.hand("Cia")) == ("Cia", "5H", 18)
