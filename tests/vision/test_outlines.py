from itertools import product

import cv2
import numpy as np
import pytest

from tests.vision.printed import CLOTH, WOOD, Colour, Laid, table
from vision.outlines import Outline, find_outlines
from vision.sightings import Quad

PALE = (205, 210, 214)


def off_by(outline: Outline, card: Laid) -> float:
    """Farthest of the outline's corners from the card's, as a share of the card's width; either end may be the top."""
    corners = np.array(outline.quad)
    return float(
        min(np.hypot(*(np.roll(corners, turn, axis=0) - card.corners).T).max() for turn in (0, 2)) / card.width
    )


def area(quad: Quad) -> float:
    return float(cv2.contourArea(np.array(quad, np.float32)))


@pytest.mark.parametrize("cloth", [CLOTH, WOOD, PALE], ids=["green", "wood", "pale"])
def test_a_free_card_is_found_at_any_turn_on_any_table(cloth: Colour) -> None:
    for turn in range(0, 360, 40):
        card = Laid(label="8S", at=(320, 240), turn=float(turn))
        found = find_outlines(table(card, cloth=cloth))
        assert min(off_by(outline, card) for outline in found) < 0.03, turn


@pytest.mark.parametrize("width", [60, 130, 700])
def test_the_size_of_the_card_does_not_matter(width: int) -> None:
    card = Laid(label="QH", at=(800, 600), width=width, turn=25.0)
    found = find_outlines(table(card, size=(1600, 1200)))
    assert min(off_by(outline, card) for outline in found) < 0.04


def test_the_area_of_an_outline_is_right_within_three_percent() -> None:
    card = Laid(label="KD", at=(320, 240), turn=77.0)
    nearest = min(find_outlines(table(card)), key=lambda outline: off_by(outline, card))
    truth = cv2.contourArea(card.corners.astype(np.float32))
    assert area(nearest.quad) == pytest.approx(truth, rel=0.03)


def test_corners_go_clockwise_and_begin_with_a_shorter_side() -> None:
    for turn in (0.0, 50.0, 130.0, 260.0):
        for outline in find_outlines(table(Laid(label="4C", at=(320, 240), turn=turn))):
            corners = np.array(outline.quad, np.float32)
            assert cv2.contourArea(corners, oriented=True) > 0  # clockwise where y points down
            assert np.hypot(*(corners[1] - corners[0])) <= np.hypot(*(corners[2] - corners[1]))


def test_a_card_that_leaves_the_picture_is_cut() -> None:
    found = find_outlines(table(Laid(label="9D", at=(320, 455), width=230)))
    assert all(outline.is_cut for outline in found)


def test_a_table_without_cards_has_no_outlines() -> None:
    cup = table()
    cv2.circle(cup, (300, 200), 90, (230, 235, 240), -1)
    assert find_outlines(table()) == ()
    assert find_outlines(cup) == ()


@pytest.mark.parametrize(("height", "width"), list(product([1, 7, 200], [1, 9])))
def test_a_picture_of_any_size_will_do(height: int, width: int) -> None:
    assert find_outlines(np.zeros((height, width, 3), np.uint8)) == ()
