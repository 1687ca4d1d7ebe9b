from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.poses import poses
from tests.vision.printed import Laid, table
from vision.aligner import Aligner
from vision.finder import Found, IndexFinder, once_each
from vision.network import WeightsError
from vision.pictures import Picture
from vision.poses import Pose


def half(picture: Picture) -> Picture:
    return np.asarray(cv2.resize(picture, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)


def nearest(finds: Sequence[Pose], index: Pose) -> float:
    """How far the nearest find is from an index, in heights of the index."""
    return min(float(np.hypot(*np.subtract(pose.middle, index.middle))) for pose in finds) / index.height


@pytest.mark.parametrize("turn", [0.0, 65.0, 180.0, 290.0])
def test_every_index_of_a_card_is_found_and_the_aligner_brings_the_find_onto_it(turn: float) -> None:
    card = Laid(label="9H", at=(320, 240), turn=turn)
    picture = half(table(card))
    found = [one.pose for one in IndexFinder.load().look(picture)]
    aligned = Aligner.load().aligned(picture, found)
    for index in (pose.scaled(0.5) for pose in poses(card)):
        assert nearest(found, index) < 0.5
        assert nearest(aligned, index) < 0.25


def test_an_index_found_twice_is_kept_once_where_it_is_surest() -> None:
    upper, lower = poses(Laid(label="9H", at=(320, 240)))
    assert once_each([Found(upper, 0.4), Found(lower, 0.9), Found(upper, 0.8)]) == [
        Found(lower, 0.9),
        Found(upper, 0.8),
    ]


@pytest.mark.parametrize("size", [(1, 1), (7, 300), (250, 130)])
def test_a_picture_of_any_size_without_cards_gives_nothing_sure(size: tuple[int, int]) -> None:
    found = IndexFinder.load().look(np.full((*size, 3), 90, np.uint8))
    assert all(one.presence < 0.5 for one in found)


def test_no_poses_need_no_aligning() -> None:
    assert Aligner.load().aligned(table(), []) == []


def test_missing_and_broken_weights_are_named(tmp_path: Path) -> None:
    (tmp_path / "aligner.onnx").write_bytes(b"no network")
    with pytest.raises(WeightsError, match=r"finder\.onnx: the card reader's weights are missing"):
        IndexFinder.load(tmp_path / "finder.onnx")
    with pytest.raises(WeightsError, match=r"aligner\.onnx: OpenCV .* cannot load it"):
        Aligner.load(tmp_path / "aligner.onnx")
