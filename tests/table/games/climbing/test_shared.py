"""Groups, dealing, finishing and the exchange, as every climbing game uses them."""

from __future__ import annotations

import pytest

from table.cards import Card, Rank, cards
from table.games.climbing import (
    Group,
    Trick,
    as_group,
    copies_left,
    final_order,
    heights,
    impossible_card,
    open_swaps,
    points,
    shares,
    swap_of,
    swaps_between,
    titles,
    with_seen,
    with_swap,
)
from table.seats import Seat

ANNA, BO, CIA, DAG, EVA = FIVE = tuple(map(Seat, ("Anna", "Bo", "Cia", "Dag", "Eva")))
FREE = frozenset({Rank.TWO, Rank.THREE, Rank.JOKER})


def test_the_order_of_ranks_is_as_told() -> None:
    order = heights("3 4 10 J A 2")
    assert order[Rank.THREE] == 0
    assert order[Rank.TWO] > order[Rank.ACE] > order[Rank.TEN]
    assert Rank.JOKER not in order


@pytest.mark.parametrize(
    ("laid", "group"),
    [
        ("7H", Group(Rank.SEVEN, 1, 1)),
        ("7H 7D", Group(Rank.SEVEN, 2, 2)),
        ("7H 2D X", Group(Rank.SEVEN, 3, 1)),
        ("2D 7H", Group(Rank.SEVEN, 2, 1)),
        ("2D 3H", Group(None, 2, 0)),
        ("7H 8H", None),
        ("7H 2D 8H", None),
    ],
)
def test_wild_cards_join_natural_ones_of_one_rank(laid: str, group: Group | None) -> None:
    assert as_group(cards(laid), FREE) == group


def test_only_natural_cards_are_clean() -> None:
    assert Group(Rank.SEVEN, 2, 2).is_clean
    assert not Group(Rank.SEVEN, 2, 1).is_clean


def test_cards_that_do_not_divide_go_to_the_first_from_the_dealers_left() -> None:
    assert shares(FIVE, EVA, 52) == {ANNA: 11, BO: 11, CIA: 10, DAG: 10, EVA: 10}
    assert shares(FIVE, BO, 52) == {CIA: 11, DAG: 11, EVA: 10, ANNA: 10, BO: 10}


def test_without_a_dealer_it_is_known_only_where_they_divide() -> None:
    assert set(shares(FIVE, None, 52).values()) == {None}
    assert set(shares(FIVE[:4], None, 52).values()) == {13}


def test_with_one_deck_a_card_is_there_once() -> None:
    seen = with_seen({}, cards("7H X"))
    (seven, joker) = cards("7H X")
    assert copies_left(seven, seen, decks=1, jokers=2) == 0
    assert copies_left(joker, seen, decks=1, jokers=2) == 1
    assert impossible_card(cards("8H 7H"), seen, decks=1, jokers=2) == seven
    assert impossible_card(cards("X"), seen, decks=1, jokers=2) is None
    assert impossible_card(cards("X X"), seen, decks=1, jokers=2) == joker


def test_with_two_decks_an_equal_card_is_no_wonder() -> None:
    """R25 of the complaints: instances count, not faces."""
    seven: Card = cards("7H")[0]
    seen = with_seen({}, (seven,))
    assert impossible_card((seven,), seen, decks=2, jokers=4) is None
    assert impossible_card((seven, seven), seen, decks=2, jokers=4) == seven


def test_what_was_seen_before_stays_as_it_was() -> None:
    first = with_seen({}, cards("7H"))
    with_seen(first, cards("7H 8H"))
    assert first == {cards("7H")[0]: 1}


def test_the_last_ones_stand_behind_those_who_went_out() -> None:
    trick = Trick(seats=FIVE).going_out(CIA).going_out(ANNA)
    assert final_order(trick) == (CIA, ANNA, BO, DAG, EVA)
    assert final_order(trick, (EVA, BO, DAG)) == (CIA, ANNA, EVA, BO, DAG)


def test_points_count_the_players_behind() -> None:
    assert points((CIA, ANNA, BO)) == {CIA: 2, ANNA: 1, BO: 0}


@pytest.mark.parametrize(
    ("players", "named"),
    [
        (2, "A Z"),
        (3, "A - Z"),
        (4, "A B Y Z"),
        (5, "A B - Y Z"),
        (6, "A B - - Y Z"),
    ],
)
def test_titles_fill_from_both_ends(players: int, named: str) -> None:
    assert titles(players, top=("A", "B"), middle="-", bottom=("Z", "Y")) == tuple(named.split())


def test_the_exchange_pairs_first_with_last() -> None:
    first, second = swaps_between(FIVE, (2, 1))
    assert (first.upper, first.lower, first.quota) == (ANNA, EVA, 2)
    assert (second.upper, second.lower, second.quota) == (BO, DAG, 1)


@pytest.mark.parametrize(("players", "pairs"), [(0, 0), (1, 0), (2, 1), (3, 1), (4, 2)])
def test_who_is_in_the_middle_exchanges_nothing(players: int, pairs: int) -> None:
    assert len(swaps_between(FIVE[:players], (2, 1))) == pairs
    assert swaps_between(FIVE[:players], (0, 0)) == ()


def test_an_exchange_is_open_until_as_many_came_back_as_went_up() -> None:
    swaps = swaps_between(FIVE, (2, 1))
    swap = swaps[0].with_asked(7, Rank.KING, 1)
    assert (swap.to_take, swap.to_return) == (1, 1)
    assert swap.asked[0].has_emptied
    swap = swap.with_taken(1)
    assert (swap.to_take, swap.to_return, swap.is_done) == (0, 2, False)
    swap = swap.with_returned(2)
    assert swap.is_done
    assert open_swaps(with_swap(swaps, swap)) == swaps[1:]


def test_an_exchange_may_shrink_to_what_was_taken() -> None:
    swap = swaps_between(FIVE, (2,))[0].with_asked(7, Rank.KING, 1).closed()
    assert (swap.to_take, swap.to_return) == (0, 1)
    assert swap.with_returned(1).is_done


def test_a_pair_is_found_whoever_of_them_gives() -> None:
    swaps = swaps_between(FIVE, (2, 1))
    assert swap_of(swaps, EVA, ANNA) == swap_of(swaps, ANNA, EVA) == swaps[0]
    assert swap_of(swaps, ANNA, DAG) is None
