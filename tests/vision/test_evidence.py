import cv2
import numpy as np

from vision.evidence import evidence


def test_evidence_is_a_jpeg_of_at_most_480_pixels() -> None:
    jpeg = evidence(np.full((900, 600, 3), 120, np.uint8))
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None and picture.shape == (480, 320, 3)


def test_a_small_picture_keeps_its_size() -> None:
    jpeg = evidence(np.full((90, 60, 3), 120, np.uint8))
    picture = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None and picture.shape == (90, 60, 3)
