import math

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from table.twin.faces import Deck
from table.twin.picture import Studio
from table.twin.scene import Arm, LyingCard, Scene, Thing
from vision.markers import find_markers
from vision.mat import Mat

SEVEN = LyingCard(label="7H", at=(270.0, 270.0), turn=20.0)
TEN = LyingCard(label="10S", at=(290.0, 260.0), turn=-8.0)
BACK = LyingCard(label="2C", at=(455.0, 270.0), face_up=False)
BO = Arm(owner="Bo", shoulder=(420.0, 700.0), hand=(290.0, 330.0))


def difference(one: npt.NDArray[np.uint8], other: npt.NDArray[np.uint8]) -> npt.NDArray[np.int_]:
    return np.abs(one.astype(int) - other).max(axis=2)


def test_a_picture_has_the_cameras_size(studio: Studio) -> None:
    picture = studio.picture(Scene(), 0)
    assert picture.shape == (1088, 1456, 3)
    assert picture.dtype == np.uint8


def test_the_markers_are_where_the_mat_says(studio: Studio, mat: Mat) -> None:
    found = {marker.id: marker.corners for marker in find_markers(studio.picture(Scene(), 0), mat.dictionary)}
    assert set(found) == {marker.id for marker in mat.markers}
    for marker in mat.markers:
        errors = studio.view.pixels(marker.corners) - np.array(found[marker.id])
        assert np.hypot(*errors.T).max() < 1


@pytest.mark.parametrize("turn", [0.0, 37.0, 90.0, 251.0])
def test_a_cards_corners_are_seen_where_the_scene_says(even_studio: Studio, turn: float) -> None:
    card = LyingCard(label="AS", at=(270.0, 270.0), turn=turn)
    brighter = even_studio.picture(Scene(cards=(card,)), 0).astype(int) - even_studio.picture(Scene(), 0)
    outlines, _ = cv2.findContours((brighter[..., 2] > 80).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    seen = cv2.boxPoints(cv2.minAreaRect(max(outlines, key=len)))
    for corner in even_studio.view.pixels(card.corners):
        assert min(math.dist(corner, other) for other in seen) < 1


def test_an_unchanged_scene_gives_the_same_picture_but_for_noise(studio: Studio) -> None:
    scene = Scene(cards=(SEVEN, TEN, BACK))
    one, other = studio.picture(scene, 0), studio.picture(scene, 33_333_333)
    assert not np.array_equal(one, other)
    assert difference(one, other).max() < 25
    assert abs(float(one.mean()) - float(other.mean())) < 0.05


def test_the_same_scene_at_the_same_time_gives_the_same_pixels(mat: Mat, deck: Deck, studio: Studio) -> None:
    scene = Scene(cards=(SEVEN, TEN), arms=(BO,), things=(Thing(at=(100.0, 300.0)),))
    studio.picture(Scene(cards=(TEN, BACK), arms=(BO.moved_to((100.0, 100.0)),)), 5)
    assert np.array_equal(studio.picture(scene, 7), Studio(mat, deck, seed=1).picture(scene, 7))


def test_a_taken_card_leaves_no_trace(even_studio: Studio) -> None:
    before = even_studio.picture(Scene(cards=(SEVEN,)), 0)
    even_studio.picture(Scene(cards=(SEVEN, TEN), arms=(BO,)), 1)
    assert np.array_equal(even_studio.picture(Scene(cards=(SEVEN,)), 2), before)


def test_an_arm_changes_the_picture_only_where_it_is(even_studio: Studio) -> None:
    empty, reached = even_studio.picture(Scene(), 0), even_studio.picture(Scene(arms=(BO,)), 0)
    changed = difference(empty, reached) > 20
    (hand,) = even_studio.view.pixels([(315.0, 400.0)]).astype(int)
    assert changed[hand[1], hand[0]]
    assert not changed[:, :400].any()


def test_an_arm_beyond_the_picture_is_not_seen(even_studio: Studio) -> None:
    away = Arm(
        owner="Bo", shoulder=(300.0, 3000.0), hand=(300.0, 2000.0), holds=(LyingCard(label="7H", at=(300, 2000)),)
    )
    assert np.array_equal(even_studio.picture(Scene(arms=(away,)), 0), even_studio.picture(Scene(), 0))


def test_a_held_card_is_under_the_hand_and_over_the_pile(even_studio: Studio) -> None:
    held = LyingCard(label="AS", at=(290.0, 300.0))
    reached = even_studio.picture(
        Scene(cards=(TEN,), arms=(Arm(owner="Bo", shoulder=(290.0, 700.0), hand=(290.0, 320.0), holds=(held,)),)), 0
    )
    (paper, finger) = even_studio.view.pixels([(272.0, 290.0), (281.0, 335.0)]).astype(int)
    assert reached[paper[1], paper[0]].min() > 180
    blue, _, red = reached[finger[1], finger[0]].astype(int)
    assert red - blue > 40


def test_the_light_is_uneven(studio: Studio, even_studio: Studio) -> None:
    cards = tuple(LyingCard(label="AS", at=place) for place in ((60.0, 300.0), (540.0, 300.0)))
    left, right = studio.view.pixels([(40.0, 320.0), (520.0, 320.0)]).astype(int)
    uneven, even = (one.picture(Scene(cards=cards), 0)[..., 1].astype(int) for one in (studio, even_studio))

    def step(picture: npt.NDArray[np.int_]) -> float:
        return abs(float(np.subtract(*(picture[y - 8 : y + 8, x - 8 : x + 8].mean() for x, y in (left, right)))))

    assert step(even) < 3
    assert step(uneven) > 10
