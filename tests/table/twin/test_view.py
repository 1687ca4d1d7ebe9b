import numpy as np
import pytest

from table.twin.view import Pose, View
from vision.mat import Mat

CROOKED = Pose(height_mm=700.0, east_mm=-120.0, south_mm=150.0, roll_deg=-3.0)


@pytest.mark.parametrize("pose", [Pose(), CROOKED, Pose(size=(640, 480))])
def test_the_whole_mat_is_in_the_picture(mat: Mat, pose: Pose) -> None:
    corners = View(mat, pose).pixels(mat.corners)
    assert (corners > 0).all()
    assert (corners < np.array(pose.size)).all()


def test_what_is_nearer_to_the_camera_is_seen_larger(mat: Mat) -> None:
    view = View(mat, Pose(east_mm=200.0))
    assert view.px_per_mm((550.0, 210.0)) > 1.05 * view.px_per_mm((50.0, 210.0))


def test_straight_from_above_a_millimetre_is_equally_long_everywhere(mat: Mat) -> None:
    view = View(mat, Pose(east_mm=0.0, south_mm=0.0, roll_deg=0.0))
    assert view.px_per_mm((50.0, 50.0)) == pytest.approx(view.px_per_mm((500.0, 400.0)), rel=1e-6)


def test_south_is_down_in_the_picture(mat: Mat) -> None:
    north, south = View(mat).pixels([(300.0, 0.0), (300.0, 420.0)])
    assert south[1] > north[1] + 500
