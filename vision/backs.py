"""The backs of cards: found where cards lie face down, and held against the back that a pack has."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.borders import share_in_common
from vision.looks import PLAIN, Look, fit, look_at, may_be_face, pattern, symmetry
from vision.outlines import figures_in, in_turn
from vision.pictures import Picture
from vision.sides import onto_edges
from vision.sightings import Quad
from vision.sizes import CardSize

WORKING_WIDTH = 32
"""Pixels to which cards of known size are brought before figures are looked for."""

WORKING_SIDE = 640
"""About the longer side, px, of the picture looked at if no card's size is known."""

STEPS = (12, 24, 48)
"""Grey levels between neighbours, in any colour, from which on there is an edge: one figure is plain at one of them."""

MOST_FIGURES = 24

SEEN_BORDER = 0.5
"""Share of a figure's border that must be an edge."""

COVERED = 0.2
"""What overlaps a known card by more than this share is none of its own."""

SAME_PLACE = 0.5
"""Figures that share so much of the smaller one are of one card."""

SAME_FIGURE = 0.9
"""Of two figures the smaller one is in the larger with that share of it."""

SYMMETRY = 0.85
"""A back correlates with itself upside down at least so; phones, notes, and what is half covered do less."""


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """What may be a card that lies face down."""

    quad: Quad
    look: Look
    is_card: bool
    """Whether it surely is one, of whatever pack: by its size, its shape, and a pattern that is its own upside down."""


def find_face_down(picture: Picture, known: Sequence[Quad], papers: Sequence[Quad] = ()) -> list[Figure]:
    """What may be cards that lie face down, the largest first; of one place there may be two, with and without border.

    *known*: the cards that were read, for their size and because nothing in them is another card. *papers*: figures
    found otherwise.
    """
    size = CardSize.of(known)
    figures: list[Figure] = []
    for found in (*papers, *_figures(picture, known)):
        quad = found if size is None else size.turned(found)
        if any(share_in_common(quad, other) > COVERED for other in known):
            continue
        if any(_is_same(quad, other.quad) for other in figures):
            continue
        look = look_at(picture, quad)
        figures.append(Figure(quad, look, _is_card(quad, look, size)))
    return sorted(figures, key=lambda figure: -_area(figure.quad))


def in_places(figures: Sequence[Figure]) -> list[list[Figure]]:
    """The figures of each place together, the largest first."""
    places = list[list[Figure]]()
    for figure in figures:
        for place in places:
            if share_in_common(figure.quad, place[0].quad) > SAME_PLACE:
                place.append(figure)
                break
        else:
            places.append([figure])
    return places


def told(own: Look, place: Sequence[Figure]) -> tuple[Figure, bool] | None:
    """The card in one place, and whether it has this back; None where nobody can say, or it may be no card."""
    fits = [fit(own, figure.look) for figure in place]
    best = max(fits)
    if best >= 1:
        return place[fits.index(best)], True
    return (place[0], False) if place[0].is_card and best <= 0 else None


def _is_card(quad: Quad, look: Look, size: CardSize | None) -> bool:
    has_size = CardSize.is_straight(quad) if size is None else size.fits(quad)
    # One colour without a pattern might be anything's.
    return has_size and pattern(look) >= PLAIN and not may_be_face(look) and symmetry(look) >= SYMMETRY


def _figures(picture: Picture, known: Sequence[Quad]) -> Iterator[Quad]:
    """Four-sided figures bounded by edges of any kind."""
    small, times = _small(picture, known)
    steep = _most(np.asarray(cv2.morphologyEx(small, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)), np.uint8))
    for quad in known:
        corners = np.array(quad, np.float32) / times
        middle = corners.mean(axis=0)
        cv2.fillConvexPoly(steep, np.round(middle + 1.12 * (corners - middle)).astype(np.int32), 0)
    found = [figure for step in STEPS for figure in figures_in((steep >= step).astype(np.uint8))]
    straightest = [corners for _, corners in sorted(found, key=lambda one: -one[0])[:MOST_FIGURES]]
    if not straightest:
        return
    for seen, moved in _onto_edges(_unlike_table(small), np.stack(straightest)):
        if seen >= SEEN_BORDER:
            yield in_turn((moved.astype(np.float64) + 0.5) * times - 0.5)


def _small(picture: Picture, known: Sequence[Quad]) -> tuple[Picture, int]:
    """The picture made so many times smaller that cards of known size are WORKING_WIDTH wide and more, and smoothed."""
    times = -(-max(picture.shape[:2]) // WORKING_SIDE)
    if known:
        corners = np.array(known)
        sides = np.hypot(*(np.roll(corners, -1, axis=1) - corners).transpose(2, 0, 1))
        times = int(np.median(sides.min(axis=1)) / WORKING_WIDTH)
    done = 1
    while 2 * done <= times and min(picture.shape[:2]) > 1:  # whole pixels into one are quicker to shrink
        high, wide = (side // 2 * 2 for side in picture.shape[:2])
        half = cv2.resize(picture[:high, :wide], (wide // 2, high // 2), interpolation=cv2.INTER_AREA)
        picture, done = np.asarray(half, np.uint8), 2 * done
    return np.asarray(cv2.GaussianBlur(picture, (3, 3), 0), np.uint8), done


def _most(picture: Picture) -> Look:
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


def _unlike_table(small: Picture) -> Look:
    """How unlike the picture's border each pixel is, in the colour in which it is most."""
    edge = max(1, min(small.shape[:2]) // 12)
    ring = np.concatenate(
        [part.reshape(-1, 3) for part in (small[:edge], small[-edge:], small[:, :edge], small[:, -edge:])]
    )
    table = np.median(ring, axis=0)
    return _most(np.asarray(cv2.absdiff(small, np.broadcast_to(table, small.shape).astype(np.uint8)), np.uint8))


def _onto_edges(unlike: Look, figures: npt.NDArray[np.float32]) -> Iterator[tuple[float, npt.NDArray[np.float32]]]:
    """Each figure's sides moved to where it begins to be unlike the table, or like it, whichever is plainer."""
    ways = [onto_edges(grey, figures) for grey in (unlike, np.asarray(255 - unlike, np.uint8))]
    for number in range(len(figures)):
        seen, moved = max(((seen[number], moved[number]) for seen, moved in ways), key=lambda one: float(one[0]))
        yield float(seen), moved


def _area(quad: Quad) -> float:
    return float(cv2.contourArea(np.array(quad, np.float32)))


def _is_same(one: Quad, other: Quad) -> bool:
    smaller, larger = sorted((_area(one), _area(other)))
    return smaller > SAME_FIGURE * larger and share_in_common(one, other) > SAME_FIGURE
