"""A card's border in a picture: moves what was inferred onto the edges seen, and tells which card lies on which."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np
import numpy.typing as npt

from vision.pictures import Picture
from vision.sides import Grey, Points, onto_edges, seen_along
from vision.sightings import Quad

WIDTHS = (36.0, 72.0, 144.0)
"""Pixels to which cards are brought, one after the other: edges are looked for within 4 px of where they should be."""

SEEN = 0.7
"""Share of its border from which a card is seen to lie free."""

OVERLAPPING = 0.03
"""Share of the smaller one that two cards have in common from which one of them lies on the other."""

NEAR = 0.12
"""A quad is moved by edges by less than this share of the card's width."""


def onto_borders(picture: Picture, quads: Sequence[Quad]) -> tuple[list[Quad], list[bool]]:
    """The quads moved onto the edges beside them, where there are some, and whether each one's border is seen."""
    if not quads:
        return [], []
    whole = _grey(picture)
    figures = np.array(quads, np.float32)
    widths = np.hypot(*(figures[:, 1] - figures[:, 0]).T)
    moved, is_seen = figures.copy(), np.zeros(len(quads), np.bool_)
    greys: dict[float, Grey] = {}
    for size in _sizes(widths):
        alike = np.flatnonzero(size == _size_of(widths))
        for wanted in WIDTHS:
            scale = min(1.0, wanted / size)
            if scale not in greys:
                greys[scale] = _smoothed(whole, scale)
            grey = greys[scale]
            seen, now = onto_edges(grey, moved[alike] * scale + (scale - 1) / 2)
            now = (now + 0.5) / scale - 0.5
            off = np.abs(now - figures[alike]).max(axis=(1, 2)) / widths[alike]
            is_near = (off < NEAR) & np.isfinite(now).all(axis=(1, 2))
            moved[alike[is_near]] = now[is_near]
            is_seen[alike] = (seen >= SEEN) & is_near
    return [_quad(figure) for figure in moved], is_seen.tolist()


def _size_of(widths: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """Cards of about one size are looked at together: powers of two."""
    return np.asarray(2.0 ** np.round(np.log2(np.maximum(widths, 8))))


def _sizes(widths: npt.NDArray[np.float32]) -> list[float]:
    return sorted(set(_size_of(widths).tolist()))


def _grey(picture: Picture) -> Grey:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)


def _smoothed(grey: Grey, scale: float) -> Grey:
    while scale <= 0.5:  # whole pixels into one are quicker to shrink
        grey = np.asarray(cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
        scale *= 2
    if scale < 1:
        grey = np.asarray(cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR), np.uint8)
    return np.asarray(cv2.GaussianBlur(grey, (3, 3), 0), np.uint8)


def _quad(figure: Points) -> Quad:
    a, b, c, d = ((float(x), float(y)) for x, y in figure)
    return a, b, c, d


def covered_by(picture: Picture, quads: Sequence[Quad], indices: Sequence[Points]) -> list[tuple[int, ...]]:
    """Which of these cards lie on each of them, by their places in *quads*.

    *indices*: the middles of each card's indices that were seen. Of two cards that overlap the upper one shows its
    index there or, failing that, more of its border.
    """
    covered: list[list[int]] = [[] for _ in quads]
    grey = _grey(picture)
    for one in range(len(quads)):
        for other in range(one):
            if share_in_common(quads[one], quads[other]) > OVERLAPPING:
                upper = _is_upper(grey, quads[one], quads[other], indices[one], indices[other])
                covered[other if upper else one].append(one if upper else other)
    return [tuple(sorted(upper)) for upper in covered]


def share_in_common(one: Quad, other: Quad) -> float:
    """Area of what two cards have in common, as a share of the smaller one."""
    first, second = np.array(one, np.float32), np.array(other, np.float32)
    common, _ = cv2.intersectConvexConvex(first, second)
    return float(common / max(1.0, min(cv2.contourArea(first), cv2.contourArea(second))))


def _is_upper(grey: Grey, one: Quad, other: Quad, mine: Points, theirs: Points) -> bool:
    shown, hidden = _number_inside(mine, other), _number_inside(theirs, one)
    if shown != hidden:
        return shown > hidden
    return _border_inside(grey, one, other) >= _border_inside(grey, other, one)


def _number_inside(points: Points, quad: Quad) -> int:
    border = np.array(quad, np.float32)
    return sum(cv2.pointPolygonTest(border, (float(x), float(y)), False) > 0 for x, y in points)


def _border_inside(grey: Grey, quad: Quad, other: Quad) -> float:
    """How much of a card's border is seen where it runs over another card."""
    figure = np.array(quad, np.float32)
    scale = min(1.0, WIDTHS[-1] / max(float(np.hypot(*(figure[1] - figure[0]))), 1.0))
    points, is_seen = seen_along(_smoothed(grey, scale), figure[None] * scale + (scale - 1) / 2)
    border = np.array(other, np.float32) * scale
    inside = [cv2.pointPolygonTest(border, (float(x), float(y)), False) > 0 for x, y in points.reshape(-1, 2)]
    shown = is_seen.reshape(-1)[np.array(inside, np.bool_)]
    return float(shown.mean()) if len(shown) else 0.0
