"""What the back of a card looks like, made straight and small, and whether two looks are of one back."""

from __future__ import annotations

import functools
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.pictures import Picture
from vision.sightings import Quad

Look = npt.NDArray[np.uint8]
"""A back made straight and small: HEIGHT x WIDTH x 3, BGR. A card is its own upside down."""

Levels = npt.NDArray[np.float32]
"""The same as numbers to be compared."""

WIDTH, HEIGHT = 64, 88
"""About a millimetre of the card is a pixel."""

DOWN, ACROSS = np.mgrid[-1 : 1 : HEIGHT * 1j, -1 : 1 : WIDTH * 1j].astype(np.float32)
"""Places in a look."""

FINER = 2
"""So many times finer it is cut out: a lattice would beat with the pixels."""

SHIFT = 3
"""So many pixels to each side a part of a look may lie off."""

OUTSIDE = 2
"""So many rows and columns at its edge may show the table."""

EDGE = 4
"""So many pixels the step from border to pattern is wide, with the line that many backs have there."""

BORDER = 0.8
"""Rows and columns so light beside the lightest are border."""

Box = tuple[slice, slice]
"""Rows and columns of a look."""

EVERYTHING: Box = (slice(SHIFT, HEIGHT - SHIFT), slice(SHIFT, WIDTH - SHIFT))

DARKEST = 8.0
"""Grey levels added to all, so that noise in the dark is no colour."""

BLUR = 3.0
"""Standard deviation, in pixels of a look, of the blur that takes every fine pattern away."""

PLAIN = 0.025
"""What varies less, as a share of its mean, has no pattern to be compared."""

FAINT = 0.06
"""Patterns that both vary less are not of two backs because they do not correlate: noise and beats are as strong."""

BLURRED = 0.5
"""A look of which the levels vary less than this share of what they do in the back is too small or blurred for it."""

SHAPE = (0.4, 0.7)
"""Correlation up to which two patterns are surely not of one back, and from which on they are."""

INK = (0.13, 0.28)
"""Share by which two inks differ in one colour, up to which they are one and from which they are not."""

INKED, LIGHTEST = 30, 95
"""Percentiles of a back's levels up to which it is ink, and from which on it is paper or the lightest ink."""

PALEST = 0.12
"""Logarithm of what is lightest by the ink, at least, for the ink to have a colour."""

PALER = (0.6, 1.2)
"""So many times as colourful an ink may look in other light, or blurred."""

LAMPS = 0.35
"""Logarithm of a colour's gain against the mean gain: so much lamps and cameras tint a card."""

PAPER, PAPER_SHARE = 0.85, 0.35
"""What is so light, in every colour, beside the lightest is paper; a card with more of it than this share may lie face
up. Court cards show 0.44 and more, a lattice of light lines 0.28."""

WHITE = 0.45
"""Saturation below which a table may be white in the warmest light."""

AROUND = 1.14
"""So many times as large a figure is cut out to see what it lies on."""


def look_at(picture: Picture, quad: Quad) -> Look:
    """What lies in *quad*, made straight and small."""
    size = WIDTH * FINER, HEIGHT * FINER
    frame = np.array(((0, 0), (size[0], 0), size, (0, size[1])), np.float32) - np.float32(0.5)
    matrix = cv2.getPerspectiveTransform(np.array(quad, np.float32), frame)
    straight = cv2.warpPerspective(picture, matrix, size, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cv2.resize(straight, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class _Known:
    """A back, ready to be compared."""

    levels: Levels
    box: Box
    ink: Levels | None
    contrast: float


def fit(own: Look, look: Look) -> float:
    """How well a look fits a back: 1 it surely is this one, 0 surely another, between them nobody can say."""
    seen = _even(look.tobytes())
    shape, unlike = max(_compared(known, seen) for known in _known(own.tobytes()))
    of_shape = (shape - SHAPE[0]) / (SHAPE[1] - SHAPE[0])
    of_ink = (INK[1] - unlike) / (INK[1] - INK[0])
    return float(np.clip(min(of_shape, of_ink), 0, 1))


@functools.lru_cache(maxsize=8)
def _known(own: bytes) -> tuple[_Known, ...]:
    """A back with and without its border. Kept, as a pack's back is held against everything."""
    whole = np.frombuffer(own, np.uint8).reshape(HEIGHT, WIDTH, 3)
    sides = [(_even(look.tobytes()), _inside(look)) for look in (whole, without_border(whole))]
    return tuple(_Known(levels, box, _ink(levels, box), _contrast(levels[box])) for levels, box in sides)


@functools.lru_cache(maxsize=8)
def _even(look: bytes) -> Levels:
    """Its levels, evenly lit. Kept, as a look is held against several backs."""
    return _evenly_lit(_levels(np.frombuffer(look, np.uint8).reshape(HEIGHT, WIDTH, 3)))


def _compared(known: _Known, seen: Levels) -> tuple[float, float]:
    """How well the patterns of two looks correlate, and by how much the ink of one differs in colour.

    In what is too small or too blurred to show the back's fine pattern two looks correlate as far as they can be told,
    which is not enough to be the same.
    """
    box = known.box
    unlike = max(_off_in_ink(known.ink, _ink(seen, box)), _off_in_light(known.levels, seen))
    contrast, half_way = _contrast(seen[box]), sum(SHAPE) / 2
    if known.contrast >= PLAIN and contrast >= BLURRED * known.contrast:
        shape = _correlation(known.levels, seen, box)
        return (shape if max(known.contrast, contrast) >= FAINT else max(shape, half_way)), unlike
    coarse, blurred = (np.asarray(cv2.GaussianBlur(one, (0, 0), BLUR), np.float32) for one in (known.levels, seen))
    if min(_contrast(coarse[box]), _contrast(blurred[box])) < PLAIN:
        return half_way, unlike
    return min(_correlation(coarse, blurred, box), half_way), unlike


def without_border(own: Look) -> Look:
    """A back as far as it is not white border: on a white table no more of it is found."""
    rows, columns = _inside(own)
    return np.asarray(cv2.resize(own[rows, columns], (WIDTH, HEIGHT), interpolation=cv2.INTER_LINEAR), np.uint8)


def _inside(own: Look) -> Box:
    """Rows and columns of a look that are neither border nor so near its edge that they may lie outside another."""
    light = _levels(own).min(axis=2)
    paper = BORDER * float(np.percentile(light, 97))
    edges = list[int]()
    for lines in (np.median(light, axis=1), np.median(light, axis=0)):
        inked = OUTSIDE + np.flatnonzero(lines[OUTSIDE:-OUTSIDE] < paper)
        is_plain = len(inked) < len(lines) // 2
        edges += (SHIFT, len(lines) - SHIFT) if is_plain else (int(inked[0]) + EDGE, int(inked[-1]) + 1 - EDGE)
    top, bottom, left, right = edges
    return (
        slice(max(SHIFT, top), min(HEIGHT - SHIFT, bottom)),
        slice(max(SHIFT, left), min(WIDTH - SHIFT, right)),
    )


def may_be_face(look: Look) -> bool:
    """Whether so much of a card is bare paper that it may lie face up."""
    return float(_is_paper(_evenly_lit(look.astype(np.float32) + DARKEST)).mean()) > PAPER_SHARE


def _is_paper(levels: Levels) -> npt.NDArray[np.bool_]:
    """Where it is nearly as light, in every colour, as where it is lightest."""
    lightest = np.float32(PAPER) * _mean(levels, _grey(levels), LIGHTEST)
    parts = [one >= level for one, level in zip(cv2.split(levels), lightest, strict=True)]
    return np.asarray(parts[0] & parts[1] & parts[2])


def symmetry(look: Look) -> float:
    """How well a look correlates with itself upside down, the slope of the light taken out."""
    even = _even(look.tobytes())
    return _of_quarters(even, even[::-1, ::-1], EVERYTHING)


def _evenly_lit(look: Levels) -> Levels:
    """Without what a lamp at one side adds: a plane in the logarithm of the levels."""
    grey = np.log(_grey(look))
    down, across = (np.float32(np.vdot(grey, way) / np.vdot(way, way)) for way in (DOWN, ACROSS))
    field = np.exp(-down * DOWN - across * ACROSS)
    return np.asarray(cv2.multiply(look, cv2.merge([field] * 3)), np.float32)


def _grey(look: Levels) -> Levels:
    return np.asarray(cv2.cvtColor(np.ascontiguousarray(look), cv2.COLOR_BGR2GRAY), np.float32)


def _mean(look: Levels, grey: Levels, percentile: float, *, darker: bool = False) -> Levels:
    """The mean colour of what is so light, or so dark."""
    level = float(np.percentile(grey, percentile))
    chosen = (grey <= level if darker else grey >= level).astype(np.uint8)
    return np.array(cv2.mean(np.ascontiguousarray(look), chosen)[:3], np.float32)


def _levels(look: Look) -> Levels:
    return np.asarray(cv2.GaussianBlur(look.astype(np.float32), (3, 3), 0) + DARKEST, np.float32)


def _correlation(known: Levels, seen: Levels, box: Box) -> float:
    """Of the known pattern in *box*, upright or upside down: of its quarters, each where it does best."""
    ways = seen, np.ascontiguousarray(seen[::-1, ::-1])
    return max(_of_quarters(known, way, box) for way in ways)


def _of_quarters(known: Levels, seen: Levels, box: Box) -> float:
    rows, columns = box
    middle, centre = (rows.start + rows.stop) // 2, (columns.start + columns.stop) // 2
    fits, weights = list[float](), list[float]()
    for top, bottom in ((rows.start, middle), (middle, rows.stop)):
        for left, right in ((columns.start, centre), (centre, columns.stop)):
            part = np.ascontiguousarray(known[top:bottom, left:right])
            around = seen[top - SHIFT : bottom + SHIFT, left - SHIFT : right + SHIFT]
            found = cv2.matchTemplate(np.ascontiguousarray(around), part, cv2.TM_CCOEFF_NORMED)
            fits.append(float(found.max()))
            weights.append(float((cv2.meanStdDev(part)[1] ** 2).sum()))
    return float(np.average(fits, weights=np.array(weights) + 1e-3))


def _ink(look: Levels, box: Box) -> Levels | None:
    """The colour of the darkest part against that of the lightest; None if they hardly differ.

    Logarithms of the three channels, as shares of their mean: white that blur and haze put into an ink, and light that
    tints all of the card, leave it nearly as it is.
    """
    grey, inner = _grey(look), (slice(1, -1), slice(1, -1))
    dark = _mean(look[box], grey[box], INKED, darker=True)
    light = _mean(look[inner], grey[inner], LIGHTEST)
    ink = np.log(light / dark)
    darker = float(ink.mean())
    return None if darker < PALEST else np.asarray(ink / darker - 1, np.float32)


def _off_in_ink(known: Levels | None, seen: Levels | None) -> float:
    """How far one ink is from another, which may be more or less colourful; half way where that cannot be told."""
    if known is None or seen is None:
        return sum(INK) / 2
    share = float(np.clip(known @ seen / max(float(known @ known), 1e-6), *PALER))
    return float(np.abs(seen - share * known).max())


def _off_in_light(known: Levels, seen: Levels) -> float:
    """By how much another lamp tints the whole card, as far as lamps do not."""
    tints = np.log(np.array(cv2.mean(seen)[:3]) / np.array(cv2.mean(known)[:3]))
    return max(0.0, float(np.abs(tints - tints.mean()).max()) - LAMPS)


def pattern(look: Look) -> float:
    """How plainly the pattern of a look is seen: what its levels vary, as a share of their mean."""
    return _contrast(_levels(look)[EVERYTHING])


def is_on_white(picture: Picture, quad: Quad) -> bool:
    """Whether what lies around a figure is as white as a border, so that it may be the inner part of a back."""
    corners = np.array(quad)
    middle = corners.mean(axis=0)
    a, b, c, d = ((float(x), float(y)) for x, y in middle + AROUND * (corners - middle))
    levels = _levels(look_at(picture, (a, b, c, d)))
    is_white = _is_paper(levels) & (levels.min(axis=2) >= (1 - WHITE) * levels.max(axis=2))
    return bool(np.concatenate((is_white[:EDGE], is_white[-EDGE:])).mean() > 0.5)


def _contrast(look: Levels) -> float:
    mean, deviation = cv2.meanStdDev(np.ascontiguousarray(look))
    return float(deviation.mean() / mean.mean())
