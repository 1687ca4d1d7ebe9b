"""Finds outlines of cards that lie free: bright, four straight sides, about 5 to 7.

Everything that might be a card is proposed, a sheet of paper too. Several ways to part cards from the table run side
by side, because each fails on some table: levels of brightness (glare, wood), whiteness (coloured cloth), edges (white
tables).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.pictures import Picture
from vision.sides import crossing, onto_edges
from vision.sightings import Quad

Grey = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float32]

WORKING_SIDE = 960
"""Pictures are made so small (px) before outlines are looked for; a card of a sixteenth of it is still found."""

SMALLEST_SIDE = 24
"""The shorter side of the smallest card looked for, in px of the smaller picture."""

CARD_ASPECTS = (1.12, 1.95)
"""Longer by shorter side. Poker cards have 1.40, bridge cards 1.56; the rest is for cameras that look askew."""

SAME_OUTLINE = 0.04
"""Outlines whose corners are all nearer than this, as a share of the longer side, are one outline."""


@dataclass(frozen=True, slots=True)
class Outline:
    """Four straight sides that may be a card's."""

    quad: Quad
    """Clockwise, in pixels of the picture; the side from the first corner to the second is a shorter one."""
    straightness: float
    """Share of the border, 0 to 1, that lies on the four sides; rounded corners count as lying on them."""
    is_cut: bool
    """Whether the picture's border cuts it."""


def find_outlines(picture: Picture) -> tuple[Outline, ...]:
    """All outlines of white areas in *picture* that may be cards, the straightest first, none twice."""
    small, scale = _small(picture)
    found: list[tuple[float, Points]] = []
    for mask in _masks(small):
        found.extend(_outlines_of(mask))
    return _outlines(found, _grey(small), scale)


def figures_in(mask: Grey) -> Iterator[tuple[float, Points]]:
    """Straightness and corners (4 x 2) of every figure of a card's shape in a mask, or left open in it."""
    return _outlines_of(mask)


def _small(picture: Picture) -> tuple[Picture, float]:
    scale = min(1.0, WORKING_SIDE / max(picture.shape[:2]))
    if scale == 1:
        return picture, scale
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8), scale


def _grey(picture: Picture) -> Grey:
    return np.asarray(cv2.cvtColor(cv2.GaussianBlur(picture, (3, 3), 0), cv2.COLOR_BGR2GRAY), np.uint8)


def _outlines(found: list[tuple[float, Points]], grey: Grey, scale: float) -> tuple[Outline, ...]:
    """Each figure once, the straightest first, its sides moved onto the edges beside them."""
    kept: list[tuple[float, Points]] = []
    for straightness, corners in sorted(found, key=lambda outline: -outline[0]):
        if not any(_is_same(corners, other) for _, other in kept):
            kept.append((straightness, corners))
    if not kept:
        return ()
    _, moved = onto_edges(grey, np.stack([corners for _, corners in kept]))
    return tuple(
        _outline(straightness, corners, scale, grey) for (straightness, _), corners in zip(kept, moved, strict=True)
    )


def _masks(picture: Picture) -> Iterator[Grey]:
    """Pictures in which cards stand out as white areas, one for each way of parting them from the table."""
    smooth = cv2.GaussianBlur(picture, (5, 5), 0)
    whiteness = np.asarray(smooth.min(axis=2), np.uint8)
    brightness = np.asarray(smooth.max(axis=2), np.uint8)
    otsu, _ = cv2.threshold(whiteness, 0, 255, cv2.THRESH_OTSU)
    for level in sorted({int(otsu), *np.percentile(whiteness, (50, 70, 85, 93)).astype(int).tolist()}):
        yield np.asarray(cv2.threshold(whiteness, level, 255, cv2.THRESH_BINARY)[1], np.uint8)
    otsu, _ = cv2.threshold(brightness, 0, 255, cv2.THRESH_OTSU)
    yield np.asarray(cv2.threshold(brightness, otsu, 255, cv2.THRESH_BINARY)[1], np.uint8)
    grey = cv2.cvtColor(smooth, cv2.COLOR_BGR2GRAY)
    kernel = np.ones((3, 3), np.uint8)
    for low, high in ((8, 24), (20, 60), (50, 150)):
        edges = cv2.dilate(cv2.Canny(grey, low, high), kernel)
        yield np.asarray(cv2.bitwise_not(edges), np.uint8)


def _outlines_of(mask: Grey) -> Iterator[tuple[float, Points]]:
    contours, _ = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_NONE)[-2:]
    least, most = SMALLEST_SIDE**2 * CARD_ASPECTS[0], mask.size * 0.995
    for contour in contours:
        _, _, width, height = cv2.boundingRect(contour)
        if min(width, height) < SMALLEST_SIDE or width * height < least:
            continue
        hull = cv2.convexHull(contour)
        area = cv2.contourArea(hull)
        if not least <= area <= most or cv2.contourArea(contour) < 0.85 * area:
            continue
        corners = _four_sides(hull)
        if corners is None or not has_shape_of_a_card(corners):
            continue
        straightness, corners = _fitted(contour[:, 0].astype(np.float32), corners)
        if straightness >= 0.8 and has_shape_of_a_card(corners):
            yield straightness, corners


def _four_sides(hull: cv2.typing.MatLike) -> Points | None:
    """The corners of the four-sided figure nearest to a hull; None where there is none."""
    length = cv2.arcLength(hull, True)
    for tolerance in (0.02, 0.03, 0.045, 0.065):
        polygon = cv2.approxPolyDP(hull, tolerance * length, True)
        if len(polygon) == 4:
            return np.asarray(polygon[:, 0], np.float32)
    return None


def _fitted(border: Points, corners: Points) -> tuple[float, Points]:
    """The corners again, from straight lines through the middle of each side, and how much of the border they explain.

    The ends of the sides are left out: there the cards are round, and the first guess cuts the corners off.
    """
    lines = []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        along = end - start
        length = float(np.hypot(*along))
        along /= length
        offset = border - start
        place, distance = offset @ along, np.abs(offset @ np.array([-along[1], along[0]], np.float32))
        on_side = (distance < 0.06 * length + 2) & (place > 0.15 * length) & (place < 0.85 * length)
        if np.count_nonzero(on_side) < 8:
            return 0.0, corners
        direction = cv2.fitLine(border[on_side], cv2.DIST_HUBER, 0, 0.01, 0.01)[:, 0]
        lines.append(direction)
    fitted = np.array([crossing(lines[i - 1], lines[i]) for i in range(4)], np.float32)
    if not np.isfinite(fitted).all():
        return 0.0, corners
    return _explained(border, fitted), fitted


def _explained(border: Points, corners: Points) -> float:
    longer = float(max(np.hypot(*(corners[1] - corners[0])), np.hypot(*(corners[2] - corners[1]))))
    nearest = np.full(len(border), np.inf, np.float32)
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        along = (end - start) / max(float(np.hypot(*(end - start))), 1e-6)
        nearest = np.minimum(nearest, np.abs((border - start) @ np.array([-along[1], along[0]], np.float32)))
    return float(np.mean(nearest < max(1.5, 0.012 * longer)))


def has_shape_of_a_card(corners: Points) -> bool:
    """Whether four corners in turn bound something of a card's proportions, seen from above or a little askew."""
    sides = np.roll(corners, -1, axis=0) - corners
    lengths = np.hypot(sides[:, 0], sides[:, 1])
    if lengths.min() < SMALLEST_SIDE * 0.8:
        return False
    turns = sides[:, 0] * np.roll(sides[:, 1], -1) - sides[:, 1] * np.roll(sides[:, 0], -1)
    if not (turns > 0).all() and not (turns < 0).all():
        return False
    first, second = float(lengths[0] + lengths[2]), float(lengths[1] + lengths[3])
    opposite = min(lengths[0] / lengths[2], lengths[2] / lengths[0], lengths[1] / lengths[3], lengths[3] / lengths[1])
    return bool(opposite > 0.7 and CARD_ASPECTS[0] <= max(first, second) / min(first, second) <= CARD_ASPECTS[1])


def _is_same(one: Points, other: Points) -> bool:
    tolerance = SAME_OUTLINE * float(np.hypot(*(one[2] - one[0])))
    apart = np.hypot(*(one[:, None] - other[None]).transpose(2, 0, 1))
    return bool((apart.min(axis=1) < tolerance).all())


def in_turn(corners: npt.NDArray[np.floating]) -> Quad:
    """Four corners (4 x 2, px) clockwise, a shorter side first."""
    sides = np.roll(corners, -1, axis=0) - corners
    if sides[0, 0] * sides[1, 1] - sides[0, 1] * sides[1, 0] < 0:
        corners = corners[::-1]
    lengths = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    if lengths[0] + lengths[2] > lengths[1] + lengths[3]:
        corners = np.roll(corners, 1, axis=0)
    a, b, c, d = ((float(x), float(y)) for x, y in corners)
    return a, b, c, d


def _outline(straightness: float, corners: Points, scale: float, grey: Grey) -> Outline:
    border, (height, width) = 2.0, grey.shape
    is_cut = bool((corners < border).any() or (corners > np.array([width, height]) - 1 - border).any())
    corners = (corners + 0.5) / scale - 0.5
    return Outline(in_turn(corners), straightness, is_cut)
