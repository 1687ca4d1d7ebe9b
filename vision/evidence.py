"""The picture crop that goes with a placement, so that people can see what the camera saw."""

from __future__ import annotations

import cv2
import numpy as np

from vision.pictures import Picture

LONGEST_PX = 480
QUALITY = 80


def evidence(picture: Picture) -> bytes:
    """A BGR picture as JPEG, made smaller where its longest side is above 480 pixels."""
    scale = LONGEST_PX / max(picture.shape[:2])
    if scale < 1:
        size = (max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale)))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    worked, data = cv2.imencode(".jpg", picture, (cv2.IMWRITE_JPEG_QUALITY, QUALITY))
    if not worked:
        raise ValueError(f"OpenCV could not write a picture of shape {picture.shape} as JPEG")
    return data.tobytes()
