"""Poses of the indices of printed cards, as a finder would give them without an error."""

from __future__ import annotations

import numpy as np

from tests.vision.printed import Laid
from vision.poses import Pose

LEFT, TOP, RIGHT, BOTTOM = 0.05, 0.06, 0.17, 0.26
"""Where the index stands on a printed card, in widths and heights of the card."""


def poses(card: Laid, *, is_right: bool = False) -> tuple[Pose, Pose]:
    """Of the index at the card's upper end and of the one at its lower end."""
    return _pose(card.corners, is_right), _pose(np.roll(card.corners, 2, axis=0), is_right)


def _pose(corners: np.ndarray[tuple[int, ...], np.dtype[np.float64]], is_right: bool) -> Pose:
    across, along = (corners[1] - corners[0]) / 2, (corners[3] - corners[0]) / 2
    card = corners.mean(axis=0)
    x = 1 - (LEFT + RIGHT) / 2 if is_right else (LEFT + RIGHT) / 2
    middle = corners[0] + 2 * across * x + along * (TOP + BOTTOM)
    parts = (middle, along * (BOTTOM - TOP), across, along, card)
    one, two, three, four, five = ((float(a), float(b)) for a, b in parts)
    return Pose(one, two, three, four, five)
