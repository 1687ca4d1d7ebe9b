"""A card that the reader does not find at all: something lies there and looks like paper."""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np

from vision.ground import Ground
from vision.light import Mask, least, most
from vision.pictures import Picture
from vision.sightings import Quad

_COLOURLESS = 0.72
"""Paper's least channel is more than this part of its most: cups, hands and cloth have more colour."""
_LIGHT = 1.4
"""Paper is so many times as light as the mat."""
_SMALLEST_MM2, _LARGEST_MM2 = 2600.0, 20_000.0
"""From half a card (5104 mm2) to a pile that was spread out."""


def find_paper(small: Picture, where: Mask, ground: Ground) -> Quad | None:
    """The corners (mm) of what looks like cards in *where* of a small picture; None if nothing there does."""
    channels = small.astype(np.float32)
    lightest, darkest = most(channels), least(channels)
    light = lightest > _LIGHT * float(np.median(lightest[ground.inside]))
    paper = np.asarray(where & light & (darkest > _COLOURLESS * lightest)).astype(np.uint8)
    outlines, _ = cv2.findContours(paper, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    largest = max(outlines, key=cv2.contourArea, default=None)
    if largest is None or not _SMALLEST_MM2 <= cv2.contourArea(largest) / ground.px_per_mm**2 <= _LARGEST_MM2:
        return None
    corners = np.asarray(cv2.boxPoints(cv2.minAreaRect(largest)), np.float64)
    places = ground.calibration.to_mm(corners * ground.shrink + (ground.shrink - 1) / 2)
    return cast(Quad, tuple((float(x), float(y)) for x, y in places))
