"""Forearms with a hand, drawn once and seen anywhere over the table."""

from __future__ import annotations

import math

import cv2
import numpy as np

from table.twin.glyphs import Polygon, strokes
from table.twin.paper import Colour
from table.twin.scene import Arm
from table.twin.sprites import SHIFT, Pixels, Sprite, around, colours, fixed, meeting, opacity, sprite_of
from table.twin.view import Matrix

_ARM_PX_PER_MM = 2.0
_ARM_LENGTH_MM = 760.0
_ARM_HALF_WIDTH_MM = 80.0


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
    left, top, right, bottom = meeting(around(matrix, tuple(outline), 2), (0, 0, *size))
    across, down = (right - left + 1) // 2, (bottom - top + 1) // 2
    if across == 0 or down == 0:
        return None
    # Warped at half the size and made larger again: arms are out of focus anyway, and it is twice as quick.
    into_box = np.array([[0.5, 0, -left / 2 - 0.25], [0, 0.5, -top / 2 - 0.25], [0, 0, 1]])
    seen = cv2.warpPerspective(drawn, into_box @ matrix @ to_mat @ to_arm, (across, down), flags=cv2.INTER_LINEAR)
    large = np.asarray(cv2.resize(seen, (2 * across, 2 * down), interpolation=cv2.INTER_LINEAR), dtype=np.uint8)
    return sprite_of((left, top, left + 2 * across, top + 2 * down), colours(large), 255 - opacity(large))


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
        cv2.fillPoly(canvas, [fixed(_on_arm(line))], (*colour, 255), cv2.LINE_AA, SHIFT)


def _draw_line(canvas: Pixels, path: str, colour: tuple[int, ...], width_mm: float) -> None:
    thickness = round(width_mm * _ARM_PX_PER_MM)
    for line in strokes(path):
        cv2.polylines(canvas, [fixed(_on_arm(line))], False, (*colour, 255), thickness, cv2.LINE_AA, SHIFT)


def _on_arm(line: Polygon) -> Polygon:
    return np.asarray((line + np.array([_ARM_LENGTH_MM, _ARM_HALF_WIDTH_MM])) * _ARM_PX_PER_MM - 0.5, dtype=np.float64)
