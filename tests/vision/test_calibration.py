from typing import cast

import cv2
import numpy as np
import pytest

from tests.vision.tables import Arm, Card, Lamp, Table, camera, picture_of
from vision.calibration import Calibration, CalibrationError, calibrate, check_sight
from vision.mat import load_mat
from vision.pictures import Picture
from vision.sightings import Quad

MAT = load_mat("table-60x42")
PLACES = [(20.0, 20.0), (300.0, 210.0), (580.0, 30.0), (120.0, 390.0)]


def seen_at(places: list[tuple[float, float]]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    return np.asarray(cv2.perspectiveTransform(np.array([places]), camera(MAT))[0], np.float64)


def blurred(picture: Picture) -> Picture:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 3), np.uint8)


def test_the_markers_tell_where_every_place_of_the_mat_is_seen() -> None:
    calibration = calibrate(picture_of(Table(MAT)), MAT)
    assert calibration.markers_seen == 4
    assert np.abs(calibration.to_px(PLACES) - seen_at(PLACES)).max() < 1.5


def test_pixels_and_millimetres_are_each_others_way_back() -> None:
    calibration = calibrate(picture_of(Table(MAT)), MAT)
    assert np.allclose(calibration.to_mm(calibration.to_px(PLACES)), PLACES)


def test_two_markers_are_enough() -> None:
    covered = Table(MAT).under(Arm((300, -80), (300, 40)), Arm((20, -80), (30, 60)), Arm((580, -80), (580, 60)))
    calibration = calibrate(picture_of(covered), MAT)
    assert calibration.markers_seen == 2
    assert np.abs(calibration.to_px(PLACES[1:2]) - seen_at(PLACES[1:2])).max() < 8


def test_a_picture_without_the_mat_is_refused() -> None:
    with pytest.raises(CalibrationError, match="none of the 4 markers of mat 'table-60x42' is seen"):
        calibrate(np.full((400, 600, 3), 90, np.uint8), MAT)


def test_corners_given_by_hand_do_without_markers() -> None:
    corners = cast(Quad, tuple((float(x), float(y)) for x, y in seen_at(list(MAT.corners))))
    calibration = Calibration.from_corners(corners, MAT)
    assert np.abs(calibration.to_px(PLACES) - seen_at(PLACES)).max() < 0.01


def test_corners_that_cross_over_are_refused() -> None:
    with pytest.raises(CalibrationError, match="not the four corners of a mat, in turn"):
        Calibration.from_corners(((0, 0), (500, 400), (500, 0), (0, 400)), MAT)


def test_a_zone_is_cut_out_straight_and_to_scale() -> None:
    pile = MAT.zone("pile")
    card = Card("7H", (270, 270), turn=30)
    picture = picture_of(Table(MAT).laid(card))
    cutout = calibrate(picture, MAT).cut(picture, pile.corners, px_per_mm=2.0, margin_mm=5)
    assert cutout.picture.shape == (360, 400, 3)
    middle = cutout.to_mm(((199.5, 179.5),) * 4)[0]
    assert middle == pytest.approx((270, 270))
    assert cutout.picture[180, 200].min() > 200


def test_a_sharp_and_well_lit_mat_has_no_faults() -> None:
    picture = picture_of(Table(MAT))
    assert check_sight(picture, calibrate(picture, MAT), MAT).faults() == ()


@pytest.mark.parametrize(
    ("lamp", "fault"),
    [
        (Lamp(light=0.3), "too dark"),
        (Lamp(light=3.5, slope=1.0), "over-exposed"),
        (Lamp(light=0.15, slope=6), "uneven"),
    ],
)
def test_bad_light_is_told(lamp: Lamp, fault: str) -> None:
    calibration = calibrate(picture_of(Table(MAT)), MAT)
    table = Table(MAT).laid(Card("7H", (270, 270)), Card("9S", (450, 270))).lit(lamp)
    assert fault in " ".join(check_sight(picture_of(table), calibration, MAT).faults())


def test_a_picture_out_of_focus_is_told() -> None:
    picture = picture_of(Table(MAT))
    faults = check_sight(blurred(picture), calibrate(picture, MAT), MAT).faults()
    assert len(faults) == 1 and faults[0].startswith("out of focus")
