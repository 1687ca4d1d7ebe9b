"""White figures of a card's shape in which no index was found: cards in glare, worn cards, cards of unknown packs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from vision.borders import share_in_common
from vision.doubts import looks_like_a_card
from vision.outlines import find_outlines
from vision.pictures import Picture
from vision.sightings import Quad

WORKING_SIDE = 640
"""About so many pixels has the longer side of the picture in which white areas are looked for."""

SMALLEST_SIDE = 24
"""Pixels there of the shorter side of the smallest one."""

MOST_BOXES = 12

COVERED = 0.2
"""What overlaps a known card by more than this share is none of its own."""


def find_papers(picture: Picture, known: Sequence[Quad]) -> list[Quad]:
    """White figures like cards beside the *known* ones."""
    found: list[Quad] = []
    for left, top, right, bottom in _white_boxes(picture, known):
        for outline in find_outlines(np.ascontiguousarray(picture[top:bottom, left:right])):
            a, b, c, d = ((x + left, y + top) for x, y in outline.quad)
            quad: Quad = (a, b, c, d)
            if not any(share_in_common(quad, other) > COVERED for other in (*known, *found)) and looks_like_a_card(
                outline, picture[top:bottom, left:right]
            ):
                found.append(quad)
    return found


def _white_boxes(picture: Picture, known: Sequence[Quad]) -> Iterator[tuple[int, int, int, int]]:
    """Left, top, right, bottom around the white areas that no known card covers, the largest first."""
    scale = 1 / max(1, round(max(picture.shape[:2]) / WORKING_SIDE))  # whole pixels into one are quicker to shrink
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    blue, green, red = cv2.split(cv2.GaussianBlur(small, (5, 5), 0))
    whiteness = cv2.min(cv2.min(blue, green), red)
    _, white = cv2.threshold(whiteness, 0, 255, cv2.THRESH_OTSU)
    for quad in known:
        corners = np.array(quad, np.float32) * scale
        middle = corners.mean(axis=0)
        cv2.fillConvexPoly(white, np.round(middle + 1.12 * (corners - middle)).astype(np.int32), 0)
    smallest, largest = _likely_areas(known, scale)
    white = cv2.morphologyEx(white, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    if cv2.countNonZero(white) < smallest:
        return
    _, _, areas, _ = cv2.connectedComponentsWithStats(white)
    large = [area for area in areas[1:].tolist() if min(area[2], area[3]) >= SMALLEST_SIDE]
    for x, y, width, height, area in sorted(large, key=lambda one: -one[4])[:MOST_BOXES]:
        if smallest <= area <= largest:
            edges = (x - 6) / scale, (y - 6) / scale, (x + width + 6) / scale, (y + height + 6) / scale
            left, top, right, bottom = (round(edge) for edge in edges)
            yield max(0, left), max(0, top), min(picture.shape[1], right), min(picture.shape[0], bottom)


def _likely_areas(known: Sequence[Quad], scale: float) -> tuple[float, float]:
    """Between which areas (px) a white figure is looked at: cards on one table are about as large as each other."""
    if not known:
        return 0.4 * SMALLEST_SIDE**2, float("inf")
    areas = [float(cv2.contourArea(np.array(quad, np.float32))) * scale**2 for quad in known]
    return 0.3 * min(areas), 4 * max(areas)
