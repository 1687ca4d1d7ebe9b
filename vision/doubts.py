"""Why a card could not be read, and whether what could not be read is a card at all."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.corners import Patches, cut_corners
from vision.outlines import Outline
from vision.pictures import Picture
from vision.sightings import Quad

READABLE_WIDTH = 55.0
"""Width in px from which a card's index can be read; below, a doubt is called `small`."""

BURNT_OUT, GLARE = 250, 0.3
"""From which level on all channels a pixel is burnt out, and from which share of them a doubt is called `glare`."""

SHARP = 0.16
"""The steepest step between neighbours in a straightened corner, as a share of its contrast; less is `blur`."""

CARD_ASPECTS = (1.25, 1.75)
"""Longer by shorter side of what is taken for a card though it cannot be read."""

WHITE = 0.35
"""Saturation below which half of a card's pixels must lie. Cloth and wood have more, in the warmest light too."""

THUMBNAIL = (32, 44)


def looks_like_a_card(outline: Outline, picture: Picture) -> bool:
    """Whether an outline in which no index was read has a card's proportions, is not cut, and is mostly white."""
    corners = np.array(outline.quad, np.float32)
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    aspect = float((sides[1] + sides[3]) / (sides[0] + sides[2]))
    return not outline.is_cut and CARD_ASPECTS[0] < aspect < CARD_ASPECTS[1] and _is_white(picture, corners)


def doubt_of(picture: Picture, quad: Quad) -> str:
    """Why the card in *quad* could not be read, in one word: `small`, `glare`, `blur` or `unsure`."""
    (ax, ay), (bx, by) = quad[:2]
    if float(np.hypot(bx - ax, by - ay)) < READABLE_WIDTH:
        return "small"
    patches = cut_corners(picture, quad, is_right=False)
    if float((patches.min(axis=3) >= BURNT_OUT).mean()) > GLARE:
        return "glare"
    return "blur" if _sharpness(patches) < SHARP else "unsure"


def _is_white(picture: Picture, corners: npt.NDArray[np.float32]) -> bool:
    width, height = THUMBNAIL
    frame = np.array(((0, 0), (width, 0), (width, height), (0, height)), np.float32) - 0.5
    seen = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(corners, frame), THUMBNAIL).astype(np.float32)
    brightest, darkest = seen.max(axis=2), seen.min(axis=2)
    return bool(np.median((brightest - darkest) / np.maximum(brightest, 1)) < WHITE)


def _sharpness(patches: Patches) -> float:
    grey = patches.astype(np.float32).mean(axis=3)
    contrast = float(np.percentile(grey, 98) - np.percentile(grey, 2))
    steepest = max(float(np.percentile(np.abs(np.diff(grey, axis=axis)), 99.5)) for axis in (1, 2))
    return steepest / max(contrast, 1.0)
