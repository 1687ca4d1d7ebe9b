import cv2
import numpy as np
import pytest

from tests.vision.tables import Arm, Table, camera, picture_of
from vision.markers import MarkersUnavailable, find_markers
from vision.mat import load_mat

MAT = load_mat("table-60x42")


def test_all_markers_of_a_mat_are_found_where_they_are() -> None:
    seen = find_markers(picture_of(Table(MAT)), MAT.dictionary)
    assert [marker.id for marker in seen] == [marker.id for marker in MAT.markers]
    for marker, true in zip(seen, MAT.markers, strict=True):
        places = cv2.perspectiveTransform(np.array([true.corners]), camera(MAT))[0]
        assert np.median(np.abs(places - np.array(marker.corners))) < 1.0


def test_a_covered_marker_is_missing() -> None:
    seen = find_markers(picture_of(Table(MAT).under(Arm((20, -80), (30, 60)))), MAT.dictionary)
    assert [marker.id for marker in seen] == [1, 2, 3]


def test_a_mirrored_picture_shows_no_marker() -> None:
    mirrored = np.ascontiguousarray(picture_of(Table(MAT))[:, ::-1])
    assert find_markers(mirrored, MAT.dictionary) == ()


def test_places_in_a_cut_out_are_told_in_the_whole_picture() -> None:
    picture = picture_of(Table(MAT))
    whole = find_markers(picture, MAT.dictionary)[0]
    part = find_markers(picture[10:160, 20:170], MAT.dictionary, offset=(20, 10))[0]
    assert np.allclose(whole.corners, part.corners, atol=0.3)


def test_an_opencv_without_aruco_is_told_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(cv2, "aruco")
    with pytest.raises(MarkersUnavailable, match=r"Install opencv-contrib-python .* or give the mat's four corners"):
        find_markers(picture_of(Table(MAT)), MAT.dictionary)
