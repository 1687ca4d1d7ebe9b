"""Cuts the four corners out of a card and straightens them, for the network that reads the index."""

from __future__ import annotations

import math

import cv2
import numpy as np
import numpy.typing as npt

from vision.pictures import Picture
from vision.sightings import Quad

Patches = npt.NDArray[np.uint8]
"""Number x PATCH_HEIGHT x PATCH_WIDTH x 3, BGR."""

PATCH_WIDTH, PATCH_HEIGHT = 48, 96
"""Pixels. Two and a fifth to the millimetre of a poker card: as fine as the camera over the table shows them."""

PATCH_LEFT, PATCH_RIGHT = -0.03, 0.32
"""From where to where a corner's patch reaches, in widths of the card; below 0 is beside the card."""

PATCH_TOP, PATCH_BOTTOM = -0.02, 0.46
"""The same in heights of the card. The suits of large indices end at 0.43."""

ENDS = 2
"""Patches of one side of a card: at its upper end, and at its lower end, turned upright."""


def cut_corners(picture: Picture, quad: Quad, *, is_right: bool) -> Patches:
    """The left (or right) corners of both ends of the card in *quad* (clockwise from the card's own top left).

    Every card reads the same when turned by half, so the patch of the lower end is that of the turned card.
    """
    unit = np.array(((0, 0), (1, 0), (1, 1), (0, 1)), np.float32)
    patches = []
    for corners in (np.array(quad, np.float32), np.roll(np.array(quad, np.float32), 2, axis=0)):
        onto_picture = cv2.getPerspectiveTransform(unit, corners)
        patches.append(_straightened(picture, cv2.perspectiveTransform(patch_corners(is_right)[None], onto_picture)[0]))
    return np.stack(patches)


def patch_corners(is_right: bool) -> npt.NDArray[np.float32]:
    """Where the corners of a patch lie on a card one wide and one high, clockwise from the patch's top left."""
    left, right = (1 - PATCH_RIGHT, 1 - PATCH_LEFT) if is_right else (PATCH_LEFT, PATCH_RIGHT)
    return np.array(((left, PATCH_TOP), (right, PATCH_TOP), (right, PATCH_BOTTOM), (left, PATCH_BOTTOM)), np.float32)


def _straightened(picture: Picture, corners: npt.NDArray[np.float32]) -> Patches:
    """The patch with these corners. Where the picture is finer than the patch, several of its pixels are averaged."""
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    finer = float(max(sides[0], sides[2]) / PATCH_WIDTH)
    times = min(max(1, math.ceil(finer)), 16)
    width, height = PATCH_WIDTH * times, PATCH_HEIGHT * times
    # Pixel centres: the patch's border lies half a pixel outside the centres of its outermost pixels.
    frame = np.array(((0, 0), (width, 0), (width, height), (0, height)), np.float32) - 0.5
    onto_patch = cv2.getPerspectiveTransform(corners, frame)
    patch = cv2.warpPerspective(picture, onto_patch, (width, height), borderMode=cv2.BORDER_REPLICATE)
    if times > 1:
        patch = cv2.resize(patch, (PATCH_WIDTH, PATCH_HEIGHT), interpolation=cv2.INTER_AREA)
    return np.asarray(patch, np.uint8)
