from typing import cast

import pytest

from vision.cardsize import CardSize
from vision.sightings import Quad
from vision.steady import Lying


def card(width: float, height: float, *, label: str | None = "7H", whole: bool = True) -> Lying:
    quad = ((0.0, 0.0), (width, 0.0), (width, height), (0.0, height))
    return Lying(label=label, quad=cast(Quad, quad), whole=whole, confidence=1.0)


def test_the_size_is_known_from_the_second_card_on() -> None:
    size = CardSize()
    assert size.mm is None
    size.learn([card(57.0, 88.0)])
    assert size.mm is None
    size.learn([card(58.0, 89.0)])
    assert size.mm == (57.5, 88.5)


def test_a_card_lying_across_measures_the_same() -> None:
    size = CardSize()
    size.learn([card(88.0, 57.0), card(57.0, 88.0)])
    assert size.mm == (57.0, 88.0)


def test_an_outline_found_wrongly_once_changes_nothing() -> None:
    size = CardSize()
    size.learn([card(57.0, 88.0), card(57.2, 88.1), card(62.0, 84.0), card(57.1, 88.0), card(57.1, 88.2)])
    assert size.mm == pytest.approx((57.1, 88.0), abs=0.1)


@pytest.mark.parametrize(
    "odd", [card(57.0, 88.0, label=None), card(57.0, 88.0, whole=False), card(44.0, 68.0), card(57.0, 70.0)]
)
def test_nothing_is_learnt_from_what_may_be_no_whole_card(odd: Lying) -> None:
    size = CardSize()
    size.learn([odd, odd, odd])
    assert size.mm is None
