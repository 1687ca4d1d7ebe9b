"""Cards and round things, cut out as the camera sees them, ready to be put into a picture."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from table.twin.glyphs import Polygon
from table.twin.paper import CARD_MM
from table.twin.scene import LyingCard, Place, Thing
from table.twin.view import Matrix, projected

Pixels = npt.NDArray[np.uint8]

SHIFT = 4
"""Fractional bits of the points drawn through."""
_LENS_BLUR_PX = 0.65
_FINER = 2


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """Pixels to lay over a picture at (left, top), which may lie beyond its border."""

    left: int
    top: int
    ink: Pixels
    """h x w x 3: what is added, evenly lit."""
    clear: Pixels
    """h x w x 3: how much of what is under it shows through, 0 to 255."""

    def lit(self, light: Pixels) -> Sprite:
        """The sprite under the lamp: *light* is as large as the whole picture, `LIGHT_ONE` where it is neutral."""
        here, there = self._overlap(light.shape)
        if self.ink[here].size == 0:
            return Sprite(there[1].start, there[0].start, self.ink[here], self.clear[here])
        ink = cv2.multiply(self.ink[here], light[there], scale=1 / LIGHT_ONE)
        return Sprite(there[1].start, there[0].start, np.asarray(ink, dtype=np.uint8), self.clear[here])

    def stamp(self, picture: Pixels, only: Box | None = None) -> None:
        """Lays the sprite over *picture*, where asked only inside a box."""
        here, there = self._overlap(picture.shape, only)
        under = picture[there]
        if under.size:
            dimmed = cv2.multiply(under, self.clear[here], scale=1 / 255)
            picture[there] = cv2.add(dimmed, self.ink[here])

    @property
    def box(self) -> Box:
        """Where it lies: left, top, right, bottom."""
        height, width = self.ink.shape[:2]
        return (self.left, self.top, self.left + width, self.top + height)

    def _overlap(self, shape: tuple[int, ...], only: Box | None = None) -> tuple[_Window, _Window]:
        left, top, right, bottom = meeting(self.box, (0, 0, shape[1], shape[0]))
        if only is not None:
            left, top, right, bottom = meeting((left, top, right, bottom), only)
        there = (slice(top, bottom), slice(left, right))
        return (slice(top - self.top, bottom - self.top), slice(left - self.left, right - self.left)), there


Box = tuple[int, int, int, int]
"""Left, top, right, bottom in pixels, the last two just beyond."""
_Window = tuple[slice, slice]

LIGHT_ONE = 160.0
"""The value of a light map that leaves colours as they are."""


def meeting(one: Box, other: Box) -> Box:
    """The common part of two boxes; empty, with right <= left or bottom <= top made equal, if there is none."""
    left, top = max(one[0], other[0]), max(one[1], other[1])
    return (left, top, max(left, min(one[2], other[2])), max(top, min(one[3], other[3])))


def card_sprite(card: LyingCard, face: Pixels, matrix: Matrix, *, lifted_mm: float = 0.4) -> Sprite:
    """A card with its picture *face* (BGRA, from `Deck`) through the homography *matrix*, with its shadow.

    The higher it is held, the wider and fainter its shadow; parallax is left out.
    """
    height, width = face.shape[:2]
    angle = math.radians(card.turn)
    cos, sin = math.cos(angle), math.sin(angle)
    to_mat = np.array([[cos, -sin, card.at[0]], [sin, cos, card.at[1]], [0, 0, 1]])
    scale = CARD_MM[0] / width
    to_card = np.array([[scale, 0, (0.5 - width / 2) * scale], [0, scale, (0.5 - height / 2) * scale], [0, 0, 1]])
    box = around(matrix, card.corners, 8 + round(lifted_mm * 1.5))
    seen = _warped(_premultiplied(face), matrix @ to_mat @ to_card, box)
    soft = cv2.GaussianBlur(seen, (5, 5), _LENS_BLUR_PX)
    return _with_shadow(
        np.asarray(soft, dtype=np.uint8), box, spread_px=1.5 + lifted_mm, offset_px=1.0 + 0.8 * lifted_mm, depth=0.45
    )


def thing_sprite(thing: Thing, matrix: Matrix) -> Sprite:
    """A round thing with a rim and its shadow."""
    turn = np.linspace(0, 2 * math.pi, 48, endpoint=False)
    ring = np.stack([np.cos(turn), np.sin(turn)], axis=1) * thing.radius_mm
    middle = np.array(thing.at)
    places = [(float(x), float(y)) for x, y in ring + middle]
    box = around(matrix, tuple(places), 14)
    canvas = np.zeros((box[3] - box[1], box[2] - box[0], 4), dtype=np.uint8)
    dark = tuple(round(channel * 0.62) for channel in thing.colour)
    for size, colour in ((1.0, thing.colour), (0.86, dark), (0.70, thing.colour)):
        outline = projected(matrix, [(float(x), float(y)) for x, y in ring * size + middle]) - np.array(box[:2])
        cv2.fillPoly(canvas, [fixed(outline)], (*colour, 255), cv2.LINE_AA, SHIFT)
    soft = cv2.GaussianBlur(canvas, (5, 5), _LENS_BLUR_PX)
    return _with_shadow(np.asarray(soft, dtype=np.uint8), box, spread_px=5.0, offset_px=4.0, depth=0.5)


def around(matrix: Matrix, places: tuple[Place, ...], margin: int) -> Box:
    """The box that holds the places and so many pixels more on each side."""
    pixels = projected(matrix, places)
    left, top = np.floor(pixels.min(axis=0)).astype(int) - margin
    right, bottom = np.ceil(pixels.max(axis=0)).astype(int) + margin + 1
    return (int(left), int(top), int(right), int(bottom))


def _warped(source: Pixels, matrix: Matrix, box: Box) -> Pixels:
    """Warped finer than asked and averaged, so that fine print does not flicker."""
    width, height = box[2] - box[0], box[3] - box[1]
    # Pixel middles: the box's pixel x is the finer picture's FINER * x + (FINER - 1) / 2.
    half = (_FINER - 1) / 2
    into_box = np.array([[_FINER, 0, half - _FINER * box[0]], [0, _FINER, half - _FINER * box[1]], [0, 0, 1]])
    fine = cv2.warpPerspective(source, into_box @ matrix, (width * _FINER, height * _FINER), flags=cv2.INTER_LINEAR)
    return np.asarray(cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _premultiplied(face: Pixels) -> Pixels:
    shape = opacity(face)
    inked = cv2.multiply(colours(face), cv2.merge([shape] * 3), scale=1 / 255)
    return np.asarray(cv2.merge([*cv2.split(inked), shape]), dtype=np.uint8)


def _with_shadow(seen: Pixels, box: Box, *, spread_px: float, offset_px: float, depth: float) -> Sprite:
    shape = opacity(seen)
    shift = np.array([[1, 0, offset_px * 0.7], [0, 1, offset_px]], dtype=np.float64)
    moved = cv2.warpAffine(shape, shift, (shape.shape[1], shape.shape[0]))
    shadow = cv2.convertScaleAbs(_spread(moved, spread_px), alpha=depth)
    through = cv2.multiply(cv2.bitwise_not(shape), cv2.bitwise_not(shadow), scale=1 / 255)
    return sprite_of(box, colours(seen), np.asarray(through, dtype=np.uint8))


def _spread(mask: cv2.typing.MatLike, sigma: float) -> cv2.typing.MatLike:
    """Nearly a Gaussian blur, by three box filters: as quick for a wide shadow as for a narrow one."""
    side = max(1, round(2 * sigma) // 2 * 2 + 1)
    for _ in range(3):
        mask = cv2.blur(mask, (side, side))
    return mask


def sprite_of(box: Box, ink: Pixels, through: Pixels) -> Sprite:
    """The sprite with its top left at the box's, from ink (h x w x 3) and what shows through (h x w)."""
    return Sprite(box[0], box[1], ink, np.asarray(cv2.merge([through] * 3), dtype=np.uint8))


def colours(bgra: Pixels) -> Pixels:
    """The first three channels."""
    return np.asarray(cv2.cvtColor(bgra, cv2.COLOR_BGRA2BGR), dtype=np.uint8)


def opacity(bgra: Pixels) -> Pixels:
    """The fourth channel."""
    return np.ascontiguousarray(bgra[..., 3])


def fixed(points: Polygon) -> npt.NDArray[np.int32]:
    """The points as OpenCV wants them for drawing between pixels, with `SHIFT` fractional bits."""
    return np.asarray(np.round(points * 2**SHIFT), dtype=np.int32)
