import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.poses import poses
from tests.vision.printed import Laid, table
from vision.pictures import Picture
from vision.poses import PATCH_HEIGHT, PATCH_WIDTH, Shift, cut_patch, shift_between, shifted


def patches(card: Laid) -> list[Picture]:
    return [cut_patch(table(card, size=(900, 900)), pose).astype(int) for pose in poses(card)]


def test_a_patch_has_one_size() -> None:
    assert all(patch.shape == (PATCH_HEIGHT, PATCH_WIDTH, 3) for patch in patches(Laid(label="5H", at=(450, 450))))


def test_both_ends_of_a_card_look_the_same_from_their_own_side() -> None:
    upper, lower = patches(Laid(label="7S", at=(450, 450), turn=33.0))
    assert np.abs(upper - lower).mean() < 6


@pytest.mark.parametrize("turn", [45.0, 90.0, 180.0, 300.0])
@pytest.mark.parametrize("width", [110.0, 200.0, 420.0])
def test_a_patch_does_not_depend_on_how_and_how_near_the_card_lies(turn: float, width: float) -> None:
    straight, _ = patches(Laid(label="JD", at=(450, 450), width=300))
    other, _ = patches(Laid(label="JD", at=(450, 450), width=width, turn=turn))
    assert np.abs(straight - other).mean() < 9


@pytest.mark.parametrize("gains", [(0.3, 0.3, 0.3), (0.5, 0.8, 1.0), (1.0, 0.8, 0.6)])
def test_paper_is_white_in_any_light(gains: tuple[float, float, float]) -> None:
    card = Laid(label="9D", at=(320, 240))
    lit, _ = poses(card)
    dim = np.asarray(table(card) * np.array(gains), np.uint8)
    assert np.abs(cut_patch(dim, lit).astype(int) - cut_patch(table(card), lit)).mean() < 12


def test_a_card_half_out_of_the_picture_gives_a_patch_too() -> None:
    assert patches(Laid(label="2D", at=(10, 890)))[0].shape[0] == PATCH_HEIGHT


def test_an_index_in_a_picture_half_as_large_is_half_as_far_and_half_as_high() -> None:
    pose, _ = poses(Laid(label="2D", at=(320, 240)))
    half = pose.scaled(0.5)
    assert half.height == pytest.approx(pose.height / 2)
    assert np.allclose(np.array(half.quad) * 2 + 0.5, pose.quad)


def test_the_quad_of_a_pose_is_the_cards_own_from_its_top_left() -> None:
    card = Laid(label="KH", at=(320, 240), turn=70.0)
    upper, lower = poses(card)
    assert np.allclose(upper.quad, card.corners)
    assert np.allclose(lower.quad, np.roll(card.corners, 2, axis=0))


SMALL = st.floats(-0.4, 0.4)


@given(st.builds(Shift, SMALL, SMALL, SMALL, SMALL, st.floats(-0.2, 0.2)), st.floats(0, 360), st.booleans())
def test_a_shift_between_two_poses_brings_one_onto_the_other(shift: Shift, turn: float, lower: bool) -> None:
    pose = poses(Laid(label="KH", at=(320, 240), turn=turn))[lower]
    supposed = shifted(pose, shift)
    found = shifted(supposed, shift_between(supposed, pose))
    assert np.allclose(found.middle, pose.middle, atol=1e-6)
    assert np.allclose(found.down, pose.down, atol=1e-6)
    assert math.atan2(*found.across) == pytest.approx(math.atan2(*pose.across), abs=1e-6)
