"""The four sides of a card as edges in a picture: moves what was inferred onto them.

The uppermost card of a pile shows its whole border, if only as the thin shadow it casts: white on white.
"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

Grey = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float32]
_Plane = npt.NDArray[np.complex128]
"""x + iy."""
WORST_SEEN = 0.45
"""The same of each single side: away from the light a card casts no shadow, and white on white stays white."""

PLACES = np.linspace(0.1, 0.9, 24, dtype=np.float32)
"""Where along a side it is looked for an edge; not at the round corners."""

REACH = np.arange(-4, 5, dtype=np.float32)
"""How far from the side it is looked for, in pixels inwards."""

FAINTEST_EDGE = 3.0
"""Grey levels, from just inside the card to just outside."""

FITS, HUBER = 3, 1.345
"""So many times a line is fitted; from so many pixels off it a point counts the less the further it is."""

SLANTEST = 0.2
"""Sine of the angle between two lines below which they hardly cross."""


def onto_edges(grey: Grey, figures: Points, least: float = 0.1) -> tuple[npt.NDArray[np.float64], Points]:
    """Moves the sides of many figures (number x 4 x 2) onto the edges right beside them where it is darker outside.

    Also says which share of each figure's border is such an edge: 0 if it has hardly any on one side. A figure of
    which less than *least* is stays where it is.
    """
    on_edge, is_seen = seen_along(grey, figures)
    of_sides = is_seen.mean(axis=2)
    seen = np.where(of_sides.min(axis=1) >= WORST_SEEN, of_sides.mean(axis=1), 0.0)
    moved = figures.astype(np.float32)
    chosen = np.flatnonzero(seen >= least)
    if len(chosen):
        corners = _four_corners(on_edge[chosen], is_seen[chosen])
        is_sound = np.isfinite(corners).all(axis=(1, 2))
        moved[chosen[is_sound]] = corners[is_sound]
    return seen, moved


def seen_along(grey: Grey, figures: Points) -> tuple[Points, npt.NDArray[np.bool_]]:
    """Points of the edges beside the sides of many figures, figures x sides x PLACES x 2, and which are seen there."""
    starts = figures[:, :, None]
    along = np.roll(figures, -1, axis=1)[:, :, None] - starts
    base = starts + PLACES[:, None] * along
    along = along / np.maximum(np.hypot(along[..., :1], along[..., 1:]), 1e-6)
    inward = np.stack((-along[..., 1], along[..., 0]), axis=-1)
    inward *= np.sign(((figures.mean(axis=1)[:, None, None] - starts) * inward).sum(axis=-1, keepdims=True))
    rise = _rise(grey, base, along, inward)
    best, is_edge = rise.argmax(axis=3), rise.max(axis=3) >= FAINTEST_EDGE
    is_seen = is_edge & (np.abs(best - np.median(best, axis=2, keepdims=True)) <= 1)
    return np.asarray(base + REACH[1:-1][best][..., None] * inward, np.float32), np.asarray(is_seen, np.bool_)


def _four_corners(points: Points, is_seen: npt.NDArray[np.bool_]) -> Points:
    """The corners of the four lines through the points of each side that were seen: figures x 4 x 2.

    Least squares across the line, over and over with less weight for what lies off it (Huber 1964). In the complex
    plane the squares of the points' distances from their middle add up to a number turned by twice the line's angle.
    """
    places = points[..., 0] + 1j * points[..., 1].astype(np.float64)
    weights = is_seen.astype(np.float64)
    for _ in range(FITS):
        through = (weights * places).sum(axis=2) / weights.sum(axis=2)
        off = places - through[..., None]
        along = np.sqrt((weights * off * off).sum(axis=2))
        along /= np.maximum(np.abs(along), 1e-12)
        aside = np.abs((off * along.conj()[..., None]).imag)
        weights = is_seen * (HUBER / np.maximum(aside, HUBER))
    return _crossings(through, along)


def _crossings(through: _Plane, along: _Plane) -> Points:
    """Where each of four lines crosses the one before it; not a number where they hardly do."""
    before, way = np.roll(through, 1, axis=1), np.roll(along, 1, axis=1)
    slant = (way.conj() * along).imag
    steps = ((through - before).conj() * along).imag / np.where(np.abs(slant) < SLANTEST, np.nan, slant)
    corners = before + steps * way
    return np.stack((corners.real, corners.imag), axis=-1).astype(np.float32)


def _rise(grey: Grey, base: Points, along: Points, inward: Points) -> npt.NDArray[np.float32]:
    """How much brighter it becomes inwards: figures x sides x PLACES x REACH but its ends, over three neighbours."""
    spots = (base[..., None, :] + REACH[:, None] * inward[..., None, :]).astype(np.float32)
    shape = spots.shape[:-1]
    levels = np.zeros(shape, np.float32)
    for aside in (-1.5, 0.0, 1.5):
        seen_at = (spots + np.float32(aside) * along[..., None, :]).astype(np.float32).reshape(-1, len(REACH), 2)
        for rows in range(0, len(seen_at), 32_000):  # remap takes pictures of less than 32768 rows
            part = seen_at[rows : rows + 32_000]
            levels.reshape(-1, len(REACH))[rows : rows + 32_000] += cv2.remap(
                grey, part[..., 0], part[..., 1], cv2.INTER_LINEAR
            )
    return np.asarray((levels[..., 2:] - levels[..., :-2]) / 3, np.float32)


def crossing(one: npt.NDArray[np.float32], other: npt.NDArray[np.float32]) -> tuple[float, float]:
    """Where two lines (direction and a point, as cv2.fitLine gives them) cross; not a number where they hardly do."""
    dx, dy, x, y = (float(value) for value in one)
    ex, ey, u, v = (float(value) for value in other)
    across = dx * ey - dy * ex
    if abs(across) < SLANTEST:
        return (float("nan"), float("nan"))
    step = ((u - x) * ey - (v - y) * ex) / across
    return (x + step * dx, y + step * dy)
