"""Draws onto a picture what was read in it, for people to look at."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.pictures import Picture
from vision.sightings import Sighting

Colour = tuple[int, int, int]

READ, DOUBTED = (60, 190, 60), (40, 150, 250)
"""BGR of a card with a name, and of one that could not be read."""

BLACK = (20, 20, 20)

SHIFT = 4
"""Bits of the fraction in which OpenCV takes the corners."""


def drawn(picture: Picture, sightings: Sequence[Sighting]) -> Picture:
    """A copy of *picture* with every card's border, name and confidence, or the doubt.

    The border is dashed where the card is not whole; a dot marks the card's own top left corner.
    """
    copy = picture.copy()
    weight = max(1, round(max(picture.shape[:2]) / 500))
    for sighting in sightings:
        _draw_border(copy, sighting, weight)
    for sighting in sightings:
        _write(copy, sighting, weight)
    return copy


def _draw_border(picture: Picture, sighting: Sighting, weight: int) -> None:
    colour = DOUBTED if sighting.label is None else READ
    corners = np.array(sighting.quad)
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        parts = 1 if sighting.whole else max(1, round(float(np.hypot(*(end - start))) / (8 * weight)))
        for part in range(0, parts, 2):
            along = start + np.array((part, part + 1))[:, None] / parts * (end - start)
            (x1, y1), (x2, y2) = np.round(along * 2**SHIFT).astype(int).tolist()
            cv2.line(picture, (x1, y1), (x2, y2), colour, weight, cv2.LINE_AA, SHIFT)
    x, y = np.round(corners[0] * 2**SHIFT).astype(int).tolist()
    cv2.circle(picture, (x, y), 3 * weight << SHIFT, colour, -1, cv2.LINE_AA, SHIFT)


def _write(picture: Picture, sighting: Sighting, weight: int) -> None:
    """In the card's middle, on a plate of the card's colour; inside the picture whatever the card does."""
    said = f"{sighting.label} {sighting.confidence:.2f}" if sighting.label else f"? {sighting.doubt or 'unsure'}"
    size = 0.5 * weight
    (wide, high), below = cv2.getTextSize(said, cv2.FONT_HERSHEY_SIMPLEX, size, weight)
    middle_x, middle_y = np.mean(sighting.quad, axis=0).tolist()
    left = _between(middle_x - wide / 2, weight, picture.shape[1] - wide - weight)
    bottom = _between(middle_y + high / 2, high + weight, picture.shape[0] - below - weight)
    plate = (left - weight, bottom - high - weight), (left + wide + weight, bottom + below)
    cv2.rectangle(picture, *plate, DOUBTED if sighting.label is None else READ, -1)
    cv2.putText(picture, said, (left, bottom), cv2.FONT_HERSHEY_SIMPLEX, size, BLACK, weight, cv2.LINE_AA)


def _between(value: float, least: int, most: int) -> int:
    return round(max(min(value, most), least))
