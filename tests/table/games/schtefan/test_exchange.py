"""Vem blir Schtefan, chapter 5: the exchange, and what later cards show of it."""

from __future__ import annotations

import pytest

from table.games import find_game
from table.referee import Referee
from tests.records import Told
from tests.table.games.schtefan.told import NAMES, schtefan

PLACED = "Anna Bo Cia"
LATE = ("Cia: play 6C", "Anna: play 7C")
"""Cia goes out with her only card, and Anna leads."""


def exchange(*lines: str, anna: int, cia: int, options: str = "") -> Told:
    """Anna, first of three, asks Cia, who was last; lines count from 3."""
    return schtefan(f"Anna: dealt {anna}", f"Cia: dealt {cia}", *lines, placed=PLACED, options=options)


def hindsight(told: Told) -> list[str]:
    return [said for said in told.rulings if " hindsight " in said]


@pytest.mark.parametrize(
    ("players", "pairs"),
    [
        (3, [("Anna", "Cia", 2)]),
        (4, [("Anna", "Dag", 2), ("Bo", "Cia", 1)]),
        (5, [("Anna", "Eva", 2), ("Bo", "Dag", 1)]),
        (6, [("Anna", "Finn", 3), ("Bo", "Eva", 2), ("Cia", "Dag", 1)]),
        (9, [("Anna", "Ida", 3), ("Bo", "Hal", 2), ("Cia", "Gun", 1)]),
    ],
)
def test_who_exchanges_how_many(players: int, pairs: list[tuple[str, str, int]]) -> None:
    state = schtefan(players=players, placed=" ".join(NAMES[:players])).state
    assert [(swap.upper, swap.lower, swap.quota) for swap in state.swaps] == pairs


def test_the_exchange_keeps_all_cards() -> None:
    told = schtefan("Anna: asks K of Cia gets 2", "Anna: gives 2 to Cia", placed=PLACED)
    assert dict(told.standing.hands) == {"Anna": 18, "Bo": 18, "Cia": 18}


def test_nobody_needs_to_say_who_asks_while_one_pair_is_due() -> None:
    told = schtefan("?: asks K of Cia gets 2", "?: gives 2 to Cia", placed=PLACED)
    assert told.rulings == []
    assert told.hand("Anna") == 18


def test_a_second_round_without_words_about_the_exchange_is_reminded_once() -> None:
    told = schtefan("Dag: play 6C", "Anna: play 7C", players=4, placed="Anna Bo Cia Dag")
    assert told.rulings == ["1 due H5.5 Anna", "1 due H5.5 Bo"]


def test_asking_twice_for_what_the_other_has_not_is_nothing_new() -> None:
    told = schtefan(*["Anna: asks K of Cia gets 0"] * 3, placed=PLACED)
    assert told.rulings == []
    assert len(told.state.swaps[0].asked) == 1


# Hindsight: only when no explanation is left


def test_the_kings_one_laid_prove_that_one_had_them() -> None:
    told = exchange("Anna: asks K of Cia gets 0", "Cia: play 6C", "Anna: play KC", anna=1, cia=1)
    assert hindsight(told) == []
    assert told.standing.placing


def test_who_still_holds_cards_may_hold_the_king() -> None:
    """Anna is last and her one card was never seen."""
    told = exchange("Anna: asks K of Cia gets 0", "Bo: dealt 1", *LATE, "Bo: play 9C", anna=2, cia=1)
    assert told.standing.placing == ("Cia", "Bo", "Anna")
    assert hindsight(told) == []


def test_when_all_kings_lie_who_holds_cards_holds_none_of_them() -> None:
    told = exchange("Anna: asks K of Cia gets 0", "Bo: dealt 4", *LATE, "Bo: play KC KD KH KS", anna=2, cia=1)
    assert told.standing.placing == ("Cia", "Bo", "Anna")
    assert hindsight(told) == ["3 hindsight H5.5 Anna"]


def test_a_king_that_was_taken_is_no_king_one_had() -> None:
    told = exchange(
        "Anna: asks K of Cia gets 1",
        "Anna: gives 1 to Cia",
        "Cia: play 6C 6D",
        "Anna: play KC 3C",
        anna=2,
        cia=2,
    )
    assert hindsight(told) == ["3 hindsight H5.5 Anna"]


def test_a_misread_card_is_an_explanation() -> None:
    told = exchange("Anna: asks K of Cia gets 0", *LATE, "Bo: play 7C", "Anna: play 9C", anna=2, cia=1)
    assert "6 question H1.1 Bo" in told.rulings
    assert told.standing.placing == ("Cia", "Anna", "Bo")
    assert hindsight(told) == []


def test_kings_that_came_back_may_be_those_that_were_laid() -> None:
    """Cia said that she had no king and lays one; Anna gave her one card, which may have been it."""
    told = exchange(
        "Anna: asks K of Cia gets 0",
        "Anna: asks 9 of Cia gets 1",
        "Anna: gives 1 to Cia",
        "Cia: play KC",
        "Anna: play 9C 9D",
        anna=2,
        cia=1,
    )
    assert hindsight(told) == []


def test_more_kings_than_can_have_come_back_were_kept() -> None:
    told = exchange(
        "Anna: asks K of Cia gets 0",
        "Anna: asks 9 of Cia gets 1",
        "Anna: gives 1 to Cia",
        "Cia: play KC KD",
        "Anna: play AC 2D X",
        anna=3,
        cia=2,
    )
    assert "3 hindsight H5.5 Cia" in hindsight(told)


def test_what_hindsight_says_names_the_rank() -> None:
    told = exchange("Anna: asks K of Cia gets 0", "Cia: play 6C", "Anna: play 9C", anna=1, cia=1)
    assert "Anna asked Cia for the rank king and cannot have held one (H5.5)." in told.sentences


# Several rounds


def test_the_next_round_has_the_places_of_this_one_and_the_next_dealer() -> None:
    told = schtefan("Bo: dealt 1", "Cia: dealt 1", "Bo: play 5H", "Cia: play 9C")
    game, header = find_game("schtefan"), told.referee.header
    following = game.next_header(told.state, header)
    assert (following.placed, following.dealer) == (("Bo", "Cia", "Anna"), "Bo")
    assert (following.seats, following.options) == (header.seats, header.options)
    second = Referee(game, following)
    known = game.standing(second.state)
    assert (known.turn, known.roles) == ("Anna", {"Bo": "Vladde", "Cia": "Svensk", "Anna": "Chained"})


def test_a_round_that_was_broken_off_leaves_the_places_as_they_were() -> None:
    told = schtefan("Cia: play 6C", placed="Bo Anna Cia")
    assert find_game("schtefan").next_header(told.state, told.referee.header).placed == ("Bo", "Anna", "Cia")
