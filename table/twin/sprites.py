"""Cards, arms and round things, cut out as the camera sees them, ready to be put into a picture."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from table.twin.glyphs import Polygon, strokes
from table.twin.paper import CARD_MM, Colour
from table.twin.scene import Arm, LyingCard, Place, Thing
from table.twin.view import Matrix, projected

Pixels = npt.NDArray[np.uint8]

_SHIFT = 4
_LENS_BLUR_PX = 0.65
_ARM_PX_PER_MM = 2.0
_ARM_LENGTH_MM = 760.0
_ARM_HALF_WIDTH_MM = 80.0


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
    box = _around(matrix, card.corners, 8 + round(lifted_mm * 1.5))
    seen = _warped(_premultiplied(face), matrix @ to_mat @ to_card, box, finer=2)
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
    box = _around(matrix, tuple(places), 14)
    canvas = np.zeros((box[3] - box[1], box[2] - box[0], 4), dtype=np.uint8)
    dark = tuple(round(channel * 0.62) for channel in thing.colour)
    for size, colour in ((1.0, thing.colour), (0.86, dark), (0.70, thing.colour)):
        outline = projected(matrix, [(float(x), float(y)) for x, y in ring * size + middle]) - np.array(box[:2])
        cv2.fillPoly(canvas, [_fixed(outline)], (*colour, 255), cv2.LINE_AA, _SHIFT)
    soft = cv2.GaussianBlur(canvas, (5, 5), _LENS_BLUR_PX)
    return _with_shadow(np.asarray(soft, dtype=np.uint8), box, spread_px=5.0, offset_px=4.0, depth=0.5)


def arm_sprite(arm: Arm, drawn: Pixels, matrix: Matrix, size: tuple[int, int]) -> Sprite | None:
    """An arm from its drawing (see `draw_arm`), as far as it is inside a picture of *size*; None if it is not."""
    x, y = arm.hand[0] - arm.shoulder[0], arm.hand[1] - arm.shoulder[1]
    angle = math.atan2(y, x)
    cos, sin = math.cos(angle), math.sin(angle)
    to_mat = np.array([[cos, -sin, arm.hand[0]], [sin, cos, arm.hand[1]], [0, 0, 1]])
    to_arm = np.array(
        [
            [1 / _ARM_PX_PER_MM, 0, 0.5 / _ARM_PX_PER_MM - _ARM_LENGTH_MM],
            [0, 1 / _ARM_PX_PER_MM, 0.5 / _ARM_PX_PER_MM - _ARM_HALF_WIDTH_MM],
            [0, 0, 1],
        ]
    )
    front, side = 20.0, _ARM_HALF_WIDTH_MM
    outline = [
        (arm.hand[0] + a * cos - b * sin, arm.hand[1] + a * sin + b * cos)
        for a, b in ((front, -side), (front, side), (-_ARM_LENGTH_MM, side), (-_ARM_LENGTH_MM, -side))
    ]
    box = meeting(_around(matrix, tuple(outline), 2), (0, 0, *size))
    if box[0] == box[2] or box[1] == box[3]:
        return None
    seen = _warped(drawn, matrix @ to_mat @ to_arm, box, finer=1)
    return _sprite(box, _colours(seen), 255 - _opacity(seen))


_HAND = (
    "M -92 -34 C -78 -40 -62 -38 -50 -34 C -46 -30 -46 30 -50 36 C -66 42 -84 38 -92 30 C -112 30 -128 26 -150 26"
    " L -215 30 L -215 -30 L -150 -26 C -128 -26 -110 -28 -92 -34"
)
_FINGERS = (
    ("M -56 -26 C -40 -29 -30 -28 -18 -25", 19.0),
    ("M -54 -8 C -36 -9 -20 -8 -7 -6", 20.0),
    ("M -54 11 C -36 12 -22 12 -9 11", 19.5),
    ("M -58 28 C -44 31 -34 31 -26 28", 16.5),
    ("M -98 -26 C -82 -44 -64 -52 -44 -50", 21.0),
)
_SLEEVE = "M -196 -41 C -260 -47 -400 -56 -760 -66 L -760 66 C -400 56 -260 47 -196 41"
_CUFF = "M -190 -43 L -206 -44 L -206 44 L -190 43"


def draw_arm(sleeve: Colour, skin: Colour) -> Pixels:
    """An arm pointing right, its finger tips at the origin, with its shadow: BGRA, colours already times opacity."""
    size = (round(2 * _ARM_HALF_WIDTH_MM * _ARM_PX_PER_MM), round((_ARM_LENGTH_MM + 20) * _ARM_PX_PER_MM))
    canvas = np.zeros((*size, 4), dtype=np.uint8)
    dark = tuple(round(channel * 0.72) for channel in skin)
    for edge, colour in ((2.4, dark), (0.0, skin)):
        for path, width in _FINGERS:
            _draw_line(canvas, path, colour, width + edge)
    _fill(canvas, _HAND, skin)
    for path, width in _FINGERS:
        _draw_line(canvas, path, tuple(min(255, round(channel * 1.08)) for channel in skin), width * 0.45)
    _fill(canvas, _SLEEVE, sleeve)
    _fill(canvas, _CUFF, tuple(round(channel * 0.75) for channel in sleeve))
    across = np.linspace(-1, 1, size[0], dtype=np.float32)
    roundness = (1.08 - 0.42 * across**2 + 0.10 * np.sin(9 * across))[:, None, None]
    shaded = np.clip(canvas[..., :3] * roundness, 0, 255).astype(np.uint8)
    soft = cv2.GaussianBlur(np.dstack([shaded, canvas[..., 3]]), (0, 0), 2.4)
    shadow = cv2.GaussianBlur(canvas[..., 3], (0, 0), 12)
    opacity = 255 - cv2.multiply(255 - soft[..., 3], 255 - (shadow * 0.5).astype(np.uint8), scale=1 / 255)
    return np.dstack([soft[..., :3], opacity])


def _fill(canvas: Pixels, path: str, colour: tuple[int, ...]) -> None:
    for line in strokes(path):
        cv2.fillPoly(canvas, [_fixed(_on_arm(line))], (*colour, 255), cv2.LINE_AA, _SHIFT)


def _draw_line(canvas: Pixels, path: str, colour: tuple[int, ...], width_mm: float) -> None:
    thickness = round(width_mm * _ARM_PX_PER_MM)
    for line in strokes(path):
        cv2.polylines(canvas, [_fixed(_on_arm(line))], False, (*colour, 255), thickness, cv2.LINE_AA, _SHIFT)


def _on_arm(line: Polygon) -> Polygon:
    return np.asarray((line + np.array([_ARM_LENGTH_MM, _ARM_HALF_WIDTH_MM])) * _ARM_PX_PER_MM - 0.5, dtype=np.float64)


def _around(matrix: Matrix, places: tuple[Place, ...], margin: int) -> Box:
    pixels = projected(matrix, places)
    left, top = np.floor(pixels.min(axis=0)).astype(int) - margin
    right, bottom = np.ceil(pixels.max(axis=0)).astype(int) + margin + 1
    return (int(left), int(top), int(right), int(bottom))


def _warped(source: Pixels, matrix: Matrix, box: Box, *, finer: int) -> Pixels:
    width, height = box[2] - box[0], box[3] - box[1]
    # Pixel middles: box pixel x is finer pixel finer * x + (finer - 1) / 2.
    half = (finer - 1) / 2
    into_box = np.array([[finer, 0, half - finer * box[0]], [0, finer, half - finer * box[1]], [0, 0, 1]])
    large = cv2.warpPerspective(source, into_box @ matrix, (width * finer, height * finer), flags=cv2.INTER_LINEAR)
    seen = large if finer == 1 else cv2.resize(large, (width, height), interpolation=cv2.INTER_AREA)
    return np.asarray(seen, dtype=np.uint8)


def _premultiplied(face: Pixels) -> Pixels:
    opacity = _opacity(face)
    colours = cv2.multiply(_colours(face), cv2.merge([opacity] * 3), scale=1 / 255)
    return np.asarray(cv2.merge([*cv2.split(colours), opacity]), dtype=np.uint8)


def _with_shadow(seen: Pixels, box: Box, *, spread_px: float, offset_px: float, depth: float) -> Sprite:
    opacity = _opacity(seen)
    shift = np.array([[1, 0, offset_px * 0.7], [0, 1, offset_px]], dtype=np.float64)
    moved = cv2.warpAffine(opacity, shift, (opacity.shape[1], opacity.shape[0]))
    shadow = cv2.convertScaleAbs(_spread(moved, spread_px), alpha=depth)
    through = cv2.multiply(cv2.bitwise_not(opacity), cv2.bitwise_not(shadow), scale=1 / 255)
    return _sprite(box, _colours(seen), np.asarray(through, dtype=np.uint8))


def _spread(mask: cv2.typing.MatLike, sigma: float) -> cv2.typing.MatLike:
    """Nearly a Gaussian blur, by three box filters: as quick for a wide shadow as for a narrow one."""
    side = max(1, round(2 * sigma) // 2 * 2 + 1)
    for _ in range(3):
        mask = cv2.blur(mask, (side, side))
    return mask


def _sprite(box: Box, ink: Pixels, through: Pixels) -> Sprite:
    return Sprite(box[0], box[1], ink, np.asarray(cv2.merge([through] * 3), dtype=np.uint8))


def _colours(bgra: Pixels) -> Pixels:
    return np.asarray(cv2.cvtColor(bgra, cv2.COLOR_BGRA2BGR), dtype=np.uint8)


def _opacity(bgra: Pixels) -> Pixels:
    return np.ascontiguousarray(bgra[..., 3])


def _fixed(points: Polygon) -> npt.NDArray[np.int32]:
    return np.asarray(np.round(points * 2**_SHIFT), dtype=np.int32)
