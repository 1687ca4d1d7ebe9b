"""What laid cards are: groups and runs, with and without jokers."""

from __future__ import annotations

import pytest

from table.cards import cards
from table.games.president.shapes import ABOVE_TWO, Form, Shape, declared, group_in, looks_like_a_run, runs_in


def run(count: int, low: int) -> Shape:
    return Shape(Form.RUN, count, low, low + count - 1)


def test_the_order_goes_from_three_to_two() -> None:
    heights = [group.high for one in cards("3H 4H 9H 10H JH QH KH AH 2H X") if (group := group_in((one,)))]
    assert heights == sorted(heights)
    assert heights[0] == 0
    assert heights[-1] == ABOVE_TWO


@pytest.mark.parametrize(
    ("laid", "count"), [("7H", 1), ("7H 7D", 2), ("7H 7D 7S 7C", 4), ("7H X", 2), ("7H 7C 7S 7D X X", 6), ("X", 1)]
)
def test_one_rank_is_a_group(laid: str, count: int) -> None:
    group = group_in(cards(laid))
    assert group is not None
    assert (group.form, group.count) == (Form.GROUP, count)


@pytest.mark.parametrize("laid", ["7H 8H", "7H 8H X", "X X"])
def test_two_ranks_and_jokers_alone_are_no_group(laid: str) -> None:
    assert group_in(cards(laid)) is None


@pytest.mark.parametrize(
    ("laid", "runs"),
    [
        ("3H 4H 5H", [run(3, 0)]),
        ("5H 3H 4H", [run(3, 0)]),
        ("KH AH 2H", [run(3, 10)]),
        ("3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 2S", [run(13, 0)]),
        ("X 5H 6H", [run(3, 1), run(3, 2)]),
        ("5H X 7H", [run(3, 2)]),
        ("5H X X", [run(3, 0), run(3, 1), run(3, 2)]),
        ("5H X X 8H", [run(4, 2)]),
        ("AH 2H X", [run(3, 10)]),
        ("3H 4H X", [run(3, 0)]),
    ],
)
def test_a_run_is_read_with_every_place_that_its_jokers_may_take(laid: str, runs: list[Shape]) -> None:
    """R27 of the complaints: a joker at the start, in the middle, at the end, and two of them."""
    assert list(runs_in(cards(laid))) == runs


@pytest.mark.parametrize(
    "laid", ["3H 4H", "3H 4H 5D", "AH 2H 3H", "2H 3H 4H", "3H 3D 3S", "3H 5H 6H", "3H 6H X", "X X X", "3H 3H 4H"]
)
def test_these_are_no_runs(laid: str) -> None:
    """R28 of the complaints: nothing goes round the corner."""
    assert runs_in(cards(laid)) == ()


@pytest.mark.parametrize(
    ("laid", "is_meant"),
    [
        ("5H 6H 7D", True), ("AH 2H 3H", True), ("5H 9H X", True), ("5H 6H", True),
        ("5H 6D", False), ("5H 7H", False), ("5H 5D 6H", False), ("X X", False), ("5H X", False),
    ],
)  # fmt: skip
def test_what_is_no_run_may_have_been_meant_as_one(laid: str, is_meant: bool) -> None:
    assert looks_like_a_run(cards(laid)) is is_meant


@pytest.mark.parametrize(
    ("laid", "said", "can_be"),
    [
        ("5H X 7H", "5H 6H 7H", True), ("5H X", "5H 5D", True), ("5H X", "6H 7H", False), ("5H X", "5H X", False),
        ("X", "2H", False), ("5H", "", False),
    ],
)  # fmt: skip
def test_only_jokers_stand_for_other_cards(laid: str, said: str, can_be: bool) -> None:
    assert declared(cards(laid), cards(said)) is can_be
