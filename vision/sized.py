"""Finds outlines of cards whose size is known: one side and a corner are then enough to say where the others must be.

A pile is full of edges, and now and then one of the uppermost card's four is not found as a line. With the size of the
deck's cards every line proposes whole cards; how much of their border is edge tells which of them lies there.
"""

from __future__ import annotations

import math

import cv2
import numpy as np
import numpy.typing as npt

from vision.sides import Grey, Lines, Points, find_lines, onto_edges

SHORTEST_PART = 0.3
"""Of the shorter side, a line that proposes cards has at least this length."""

FULL = (0.72, 1.06)
"""A line as long as a side, by this much: cards have round corners, which no straight line reaches."""

NEAR_PX = 1.6
"""So near to an edge a card's border is taken to be on it."""

LEAST_ON_EDGES, LEAST_SEEN = 0.72, 0.6
"""Share of the border that must be near edges at all, and be brighter inside."""

SIZE_TOLERANCE = 0.05
"""Cards of one deck differ by less than this as seen, a slight perspective included."""

SAME_PX = 6.0
"""Corners all nearer than this are one card's."""

MOST = 10
"""Outlines handed on."""

PLACES = np.linspace(0.08, 0.92, 22, dtype=np.float32)

_Places = npt.NDArray[np.float64]


def outlines_of_size(grey: Grey, size: tuple[float, float]) -> list[tuple[float, Points]]:
    """The likeliest cards of *size* (shorter and longer side in px): share of the border seen, corners; best first."""
    lines, edges = find_lines(grey)
    if len(lines) == 0:
        return []
    figures = _proposed(lines, size)
    on_edges = _share_on_edges(edges, figures)
    best = np.argsort(-on_edges, kind="stable")[: 8 * MOST]
    figures = figures[best[on_edges[best] >= LEAST_ON_EDGES]]
    if len(figures) == 0:
        return []
    seen, moved = onto_edges(grey, figures)
    found: list[tuple[float, Points]] = []
    for place in np.argsort(-seen, kind="stable"):
        corners = moved[place]
        if seen[place] < LEAST_SEEN or len(found) == MOST:
            break
        if has_size(corners, size) and not any(_is_same(corners, other) for _, other in found):
            found.append((float(seen[place]), corners))
    return found


def has_size(corners: Points, size: tuple[float, float]) -> bool:
    """Whether a figure's opposite sides are as long as a card's of that size."""
    sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    short, long = sorted((float(sides[0] + sides[2]) / 2, float(sides[1] + sides[3]) / 2))
    return abs(short / size[0] - 1) <= SIZE_TOLERANCE and abs(long / size[1] - 1) <= SIZE_TOLERANCE


def _proposed(lines: Lines, size: tuple[float, float]) -> Points:
    """Every card of that size of which a line may be a side: number x 4 x 2."""
    starts, along = lines[:, 0], lines[:, 1] - lines[:, 0]
    lengths = np.hypot(along[:, 0], along[:, 1])
    along = along / lengths[:, None]
    crossings = _crossings(lines, starts, along, lengths)
    proposed = [np.zeros((0, 4, 2))]
    for one in np.flatnonzero(lengths >= SHORTEST_PART * size[0]):
        for side, other in (size, size[::-1]):
            firsts = [place - back for place in crossings[one] for back in (0.0, side)]
            if FULL[0] * side <= lengths[one] <= FULL[1] * side:
                firsts.append((lengths[one] - side) / 2)
            # The line must be a part of the side that it is taken for.
            kept = np.array([first for first in firsts if first < 6 and first + side > lengths[one] - 6])
            proposed += [_cards(starts[one], along[one], kept, side, aside) for aside in (other, -other)]
    return np.concatenate(proposed).astype(np.float32)


def _cards(start: _Places, along: _Places, firsts: _Places, side: float, aside: float) -> _Places:
    normal = np.array((-along[1], along[0])) * aside
    near = start + firsts.reshape(-1, 1) * along
    far = near + side * along
    return np.stack((near, far, far + normal, near + normal), axis=1)


def _crossings(lines: Lines, starts: _Places, along: _Places, lengths: _Places) -> list[list[float]]:
    """For each line, how far along it are the places where lines at right angles to it end, or would."""
    places: list[list[float]] = []
    for one in range(len(lines)):
        square = np.abs(along @ along[one]) < math.sin(math.radians(4))
        inside = (lines[square] - starts[one]) @ along[one]
        off = np.abs((lines[square] - starts[one]) @ np.array((-along[one][1], along[one][0])))
        near = off.min(axis=1) < 0.25 * lengths[square] + 14
        places.append(sorted(float(place) for place in inside[near].mean(axis=1)))
    return places


def _share_on_edges(edges: Grey, figures: Points) -> npt.NDArray[np.float64]:
    """How much of each figure's border is near an edge; of its worst side, if that has hardly any, nothing."""
    far = cv2.distanceTransform(cv2.bitwise_not(edges), cv2.DIST_L2, 3)
    starts = figures[:, :, None]
    spots = starts + PLACES[:, None] * (np.roll(figures, -1, axis=1)[:, :, None] - starts)
    x = np.clip(np.round(spots[..., 0]).astype(int), 0, far.shape[1] - 1)
    y = np.clip(np.round(spots[..., 1]).astype(int), 0, far.shape[0] - 1)
    near = (far[y, x] <= NEAR_PX).mean(axis=2)
    return np.where(near.min(axis=1) >= 0.35, near.mean(axis=1), 0.0)


def _is_same(one: Points, other: Points) -> bool:
    """Whether two figures are one card, whichever corner comes first."""
    gaps = np.hypot(*(one[:, None] - other[None]).transpose(2, 0, 1)).min(axis=1)
    return bool(gaps.max() < SAME_PX)
