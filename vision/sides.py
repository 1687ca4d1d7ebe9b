"""Finds outlines of cards that lie on other cards: white on white, there is no area to part, only four sides to see.

The uppermost card of a pile shows its whole border, if only as the thin shadow it casts. So: straight lines, every
four of them that bound something like a card, and then a look whether its whole border is seen.
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import numpy.typing as npt

Grey = npt.NDArray[np.uint8]
Points = npt.NDArray[np.float32]
Lines = npt.NDArray[np.float64]
"""Number x 2 x 2: both ends of each line."""

MOST_LINES = 60
"""The longest so many are looked at."""

MOST_FIGURES = 250
"""So many of the best drawn figures are looked at."""

SAME = 4.0
"""Figures whose corners lie in the same squares of so many px are one."""

SHORTEST_LINE = 16.0
"""Pixels."""

DRAWN = 0.4
"""Share of each side along which a line must have been found; the rest is faint, or round like a card's corners."""

SQUARE = 0.93
"""Sine from which two lines may be neighbouring sides."""

MOST_ASPECT = 1.8
"""Longer by shorter side."""

SEEN = 0.8
"""Share of the whole border that must be seen as an edge."""

WORST_SEEN = 0.45
"""The same of each single side: away from the light a card casts no shadow, and white on white stays white."""

PLACES = np.linspace(0.1, 0.9, 24, dtype=np.float32)
"""Where along a side it is looked for an edge; not at the round corners."""

REACH = np.arange(-4, 5, dtype=np.float32)
"""How far from the side it is looked for, in pixels inwards."""

FAINTEST_EDGE = 3.0
"""Grey levels, from just inside the card to just outside."""


def outlines_from_sides(grey: Grey) -> Iterator[tuple[float, Points]]:
    """Figures of four seen sides in a slightly smoothed picture: how much of the border is seen; the corners."""
    lines, _ = find_lines(grey)
    if len(lines) < 4:
        return
    known: dict[tuple[int, ...], Points] = {}
    for _, corners in sorted(_closed(lines), key=lambda figure: -figure[0]):
        known.setdefault(tuple(np.round(corners / SAME).astype(int).ravel().tolist()), corners)
        if len(known) == MOST_FIGURES:
            break
    if known:
        seen, moved = onto_edges(grey, np.stack(list(known.values())), least=SEEN)
        yield from ((float(share), corners) for share, corners in zip(seen, moved, strict=True) if share >= SEEN)


def find_lines(grey: Grey) -> tuple[Lines, Grey]:
    """The straight lines of a slightly smoothed picture, the longest first, and its edges (255)."""
    edges = np.asarray(cv2.Canny(grey, 12, 36, L2gradient=True), np.uint8)
    return _joined(_straight_lines(edges)), edges


def _straight_lines(edges: Grey) -> Lines:
    """The straight pieces of all edges. They follow the edges themselves: a Hough transform misses one in ten here."""
    contours, _ = cv2.findContours(edges, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)[-2:]
    pieces = [np.zeros((0, 2, 2))]
    for contour in contours:
        if len(contour) >= 2 * SHORTEST_LINE:  # an edge is walked there and back
            bends = np.asarray(cv2.approxPolyDP(contour, 1.5, True)[:, 0], np.float64)
            pieces.append(np.stack((bends, np.roll(bends, -1, axis=0)), axis=1))
    lines = np.concatenate(pieces)
    lengths = np.hypot(*(lines[:, 1] - lines[:, 0]).T)
    order = np.argsort(-lengths, kind="stable")[: 3 * MOST_LINES]
    return np.asarray(lines[order[lengths[order] >= SHORTEST_LINE]])


def _joined(lines: Lines) -> Lines:
    """Pieces of one line as one line; the same line found twice only once. The longest first."""
    joined: list[npt.NDArray[np.float64]] = []
    left = list(lines)
    while left:
        line = left.pop(0)
        grown = True
        while grown and left:
            pieces = np.array(left)
            fits = _continues(line, pieces)
            grown = bool(fits.any())
            if grown:
                line = _spanned(line, pieces[fits])
                left = [piece for piece, fit in zip(left, fits, strict=True) if not fit]
        joined.append(line)
    joined.sort(key=lambda line: -float(np.hypot(*(line[1] - line[0]))))
    return np.array(joined[:MOST_LINES]).reshape(-1, 2, 2)


def _continues(line: npt.NDArray[np.float64], pieces: Lines) -> npt.NDArray[np.bool_]:
    along = line[1] - line[0]
    length = float(np.hypot(*along))
    along /= length
    normal = np.array((-along[1], along[0]))
    aside = np.abs((pieces - line[0]) @ normal).max(axis=1)
    places = (pieces - line[0]) @ along
    first, last = places.min(axis=1), places.max(axis=1)
    gap = np.maximum(first - length, -last)
    beyond = np.maximum(last - length, -first).clip(0)
    return np.asarray((aside < 1.5 + 0.05 * beyond) & (gap < 0.8 * length + 10))


def _spanned(line: npt.NDArray[np.float64], pieces: Lines) -> npt.NDArray[np.float64]:
    along = (line[1] - line[0]) / np.hypot(*(line[1] - line[0]))
    ends = np.concatenate((line[None], pieces)).reshape(-1, 2)
    places = (ends - line[0]) @ along
    return np.array((ends[places.argmin()], ends[places.argmax()]))


def _closed(lines: Lines) -> Iterator[tuple[float, Points]]:
    """Every four lines that bound a figure like a card, and how much of its worst side they draw."""
    points, place = _crossings(lines)
    along = lines[:, 1] - lines[:, 0]
    lengths = np.hypot(along[:, 0], along[:, 1])
    # For every line and every two that cross it: how long the side between the crossings is, how much of it is drawn.
    first, last = np.minimum(place[:, :, None], place[:, None]), np.maximum(place[:, :, None], place[:, None])
    with np.errstate(invalid="ignore"):
        side = last - first
        drawn = np.minimum(last, lengths[:, None, None]) - np.maximum(first, 0)
        share = drawn / np.maximum(side, 1)
        is_side = (side >= SHORTEST_LINE) & (share >= DRAWN)
    for one, other in np.argwhere(np.triu(is_side.any(axis=0), 1)):
        ends = np.flatnonzero(is_side[:, one, other])  # the lines that can be the other two sides
        among = np.ix_(ends, ends)
        is_card = np.triu(is_side[one][among] & is_side[other][among], 1)
        aspect = side[one][among] / side[ends, one, other][:, None]
        is_card &= (aspect < MOST_ASPECT) & (aspect > 1 / MOST_ASPECT)
        for third, fourth in ends[np.argwhere(is_card)]:
            worst = min(share[one, third, fourth], share[other, third, fourth])
            worst = min(worst, share[third, one, other], share[fourth, one, other])
            around = ((one, third), (one, fourth), (other, fourth), (other, third))
            yield float(worst), np.array([points[pair] for pair in around], np.float32)


def _crossings(lines: Lines) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Where every two lines cross, and how far along the first that is (px); not a number unless about square."""
    starts, along = lines[:, 0], lines[:, 1] - lines[:, 0]
    along = along / np.hypot(along[:, 0], along[:, 1])[:, None]
    across = along[:, None, 0] * along[None, :, 1] - along[:, None, 1] * along[None, :, 0]
    between = starts[None] - starts[:, None]
    is_square = np.abs(across) > SQUARE
    place = (between[..., 0] * along[None, :, 1] - between[..., 1] * along[None, :, 0]) / np.where(is_square, across, 1)
    return starts[:, None] + place[..., None] * along[:, None], np.where(is_square, place, np.nan)


def onto_edges(grey: Grey, figures: Points, least: float = 0.1) -> tuple[npt.NDArray[np.float64], Points]:
    """Moves the sides of many figures (number x 4 x 2) onto the edges right beside them where it is darker outside.

    Also says which share of each figure's border is such an edge: 0 if it has hardly any on one side. A figure of
    which less than *least* is stays where it is.
    """
    starts = figures[:, :, None]
    along = np.roll(figures, -1, axis=1)[:, :, None] - starts
    base = starts + PLACES[:, None] * along
    along = along / np.hypot(along[..., :1], along[..., 1:])
    inward = np.stack((-along[..., 1], along[..., 0]), axis=-1)
    inward *= np.sign(((figures.mean(axis=1)[:, None, None] - starts) * inward).sum(axis=-1, keepdims=True))
    rise = _rise(grey, base, along, inward)
    best, is_edge = rise.argmax(axis=3), rise.max(axis=3) >= FAINTEST_EDGE
    is_seen = is_edge & (np.abs(best - np.median(best, axis=2, keepdims=True)) <= 1)
    on_edge = base + REACH[1:-1][best][..., None] * inward
    of_sides = is_seen.mean(axis=2)
    seen = np.where(of_sides.min(axis=1) >= WORST_SEEN, of_sides.mean(axis=1), 0.0)
    moved = figures.astype(np.float32)
    for figure in np.flatnonzero(seen >= least):
        corners = _four_lines(on_edge[figure], is_seen[figure])
        if np.isfinite(corners).all():
            moved[figure] = corners
    return seen, moved


def _four_lines(points: Points, is_seen: npt.NDArray[np.bool_]) -> Points:
    """The corners of the four lines through the points of each side that were seen."""
    fitted = [
        cv2.fitLine(side[seen], cv2.DIST_HUBER, 0, 0.01, 0.01)[:, 0] for side, seen in zip(points, is_seen, strict=True)
    ]
    return np.array([crossing(fitted[side - 1], fitted[side]) for side in range(4)], np.float32)


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
    if abs(across) < 0.2:
        return (float("nan"), float("nan"))
    step = ((u - x) * ey - (v - y) * ex) / across
    return (x + step * dx, y + step * dy)
