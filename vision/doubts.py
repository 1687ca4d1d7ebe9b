"""Why a card could not be read, and whether what could not be read is a card at all."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from vision.outlines import Outline
from vision.pictures import Picture
from vision.sightings import Quad

READABLE_WIDTH = 55.0
"""Width in px from which a card's index can be read; below, a doubt is called `too small`."""

BURNT_OUT, GLARE = 250, 0.3
"""From which level on all channels a pixel is burnt out, and from which share of them a doubt is called `glare`."""

SHARP = 0.16
"""The steepest step between neighbours in a straightened corner, as a share of its contrast; less is `blur`."""

BARE = 18.0
"""Grey levels between paper and ink below which a corner shows nothing: it is covered, or has no index."""

CARD_ASPECTS = (1.25, 1.75)
"""Longer by shorter side of what is taken for a card though it cannot be read."""

WHITE = 0.35
"""Saturation below which half of a card's pixels must lie. Cloth and wood have more, in the warmest light too."""

THUMBNAIL = (32, 44)

CORNER = (0.3, 0.4)
"""How much of a card's width and height its corner is taken to be."""

CORNER_PX = (48, 96)


def looks_like_a_card(outline: Outline, picture: Picture) -> bool:
    """Whether an outline in which no index was read has a card's proportions, is not cut, and is mostly white."""
    corners = np.array(outline.quad, np.float32)
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    aspect = float((sides[1] + sides[3]) / (sides[0] + sides[2]))
    return not outline.is_cut and CARD_ASPECTS[0] < aspect < CARD_ASPECTS[1] and _is_white(picture, corners)


def doubt_of(picture: Picture, quad: Quad, *, whole: bool = True) -> str:
    """Why the card in *quad* could not be read: `too small`, `glare`, `blur`, `covered` or `unknown deck`."""
    (ax, ay), (bx, by) = quad[:2]
    if float(np.hypot(bx - ax, by - ay)) < READABLE_WIDTH:
        return "too small"
    corners = _corners(picture, quad)
    if float((corners.min(axis=3) >= BURNT_OUT).mean()) > GLARE:
        return "glare"
    shown = [corner for corner in corners if _contrast(corner) >= BARE]
    if shown and max(_sharpness(corner) for corner in shown) < SHARP:
        return "blur"
    if not whole:
        return "covered"
    return "unknown deck" if shown else "blur"


def _is_white(picture: Picture, corners: npt.NDArray[np.float32]) -> bool:
    seen = _straightened(picture, corners, THUMBNAIL).astype(np.float32)
    brightest, darkest = seen.max(axis=2), seen.min(axis=2)
    return bool(np.median((brightest - darkest) / np.maximum(brightest, 1)) < WHITE)


def _straightened(picture: Picture, corners: npt.NDArray[np.float32], size: tuple[int, int]) -> Picture:
    width, height = size
    frame = np.array(((0, 0), (width, 0), (width, height), (0, height)), np.float32) - 0.5
    return np.asarray(cv2.warpPerspective(picture, cv2.getPerspectiveTransform(corners, frame), size), np.uint8)


def _corners(picture: Picture, quad: Quad) -> Picture:
    """The card's own upper left corner, and the one opposite turned upright."""
    ends = []
    for corners in (np.array(quad, np.float32), np.roll(np.array(quad, np.float32), 2, axis=0)):
        across, down = corners[1] - corners[0], corners[3] - corners[0]
        right, lower = CORNER[0] * across, CORNER[1] * down
        corner = corners[0] + np.stack((0 * right, right, right + lower, lower))
        ends.append(_straightened(picture, np.asarray(corner, np.float32), CORNER_PX))
    return np.stack(ends)


def _contrast(corner: Picture) -> float:
    grey = corner.astype(np.float32).mean(axis=2)
    return float(np.percentile(grey, 98) - np.percentile(grey, 2))


def _sharpness(corner: Picture) -> float:
    grey = corner.astype(np.float32).mean(axis=2)
    steepest = max(float(np.percentile(np.abs(np.diff(grey, axis=axis)), 99.5)) for axis in (0, 1))
    return steepest / max(_contrast(corner), 1.0)
