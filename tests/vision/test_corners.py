import numpy as np
import pytest

from tests.vision.printed import Laid, table
from vision.corners import ENDS, PATCH_HEIGHT, PATCH_WIDTH, cut_corners, patch_corners
from vision.pictures import Picture
from vision.sightings import Quad


def quad(card: Laid) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in card.corners)
    return a, b, c, d


def patches(card: Laid, *, is_right: bool = False) -> Picture:
    return cut_corners(table(card, size=(900, 900)), quad(card), is_right=is_right)


def test_a_side_of_a_card_has_two_patches_of_one_size() -> None:
    assert patches(Laid(label="5H", at=(450, 450))).shape == (ENDS, PATCH_HEIGHT, PATCH_WIDTH, 3)


def test_both_ends_of_a_card_look_the_same_from_their_own_side() -> None:
    for is_right in (False, True):
        upper, lower = patches(Laid(label="7S", at=(450, 450), turn=33.0), is_right=is_right).astype(int)
        assert np.abs(upper - lower).mean() < 6


@pytest.mark.parametrize("turn", [45.0, 90.0, 180.0, 300.0])
@pytest.mark.parametrize("width", [110.0, 200.0, 420.0])
def test_a_patch_does_not_depend_on_how_and_how_near_the_card_lies(turn: float, width: float) -> None:
    straight = patches(Laid(label="JD", at=(450, 450), width=300)).astype(int)
    other = patches(Laid(label="JD", at=(450, 450), width=width, turn=turn)).astype(int)
    assert np.abs(straight - other).mean() < 9


def test_the_index_stands_in_the_left_patches_only() -> None:
    card = Laid(label="AC", at=(450, 450))
    assert patches(card)[0, 10:60, 4:20].min() < 90
    assert patches(card, is_right=True)[0, 10:60, -20:-4].min() > 150


def test_patches_of_both_sides_are_mirrored_in_place() -> None:
    assert np.allclose(patch_corners(False)[:, 0] + patch_corners(True)[[1, 0, 3, 2], 0], 1)


def test_a_card_half_out_of_the_picture_gives_patches_too() -> None:
    assert patches(Laid(label="2D", at=(10, 890))).shape[0] == ENDS
