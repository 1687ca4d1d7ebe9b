"""Draws what never moves: a wooden table and the printed mat on it."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from table.twin.paper import Colour
from table.twin.scene import Place
from table.twin.view import Matrix
from vision.mat import Marker, Mat
from vision.matsheet import marker_cells

Bgr = npt.NDArray[np.uint8]

_AROUND_MM = 160.0
"""How much of the table is drawn beyond the mat."""
_PX_PER_MM = 3.0
_CLOTH: Colour = (74, 92, 40)
_PRINT: Colour = (150, 172, 128)
_WOOD: Colour = (58, 92, 132)
_SHIFT = 4


def draw_ground(mat: Mat, matrix: Matrix, size: tuple[int, int], chance: np.random.Generator) -> Bgr:
    """The empty table through the homography *matrix* (mm to px), evenly lit, as BGR of *size* (width, height)."""
    wide, high = mat.width_mm + 2 * _AROUND_MM, mat.height_mm + 2 * _AROUND_MM
    sheet = _wood(round(high * _PX_PER_MM), round(wide * _PX_PER_MM), chance)
    _print_mat(sheet, mat, chance)
    to_mm = np.array(
        [
            [1 / _PX_PER_MM, 0, 0.5 / _PX_PER_MM - _AROUND_MM],
            [0, 1 / _PX_PER_MM, 0.5 / _PX_PER_MM - _AROUND_MM],
            [0, 0, 1],
        ]
    )
    softened = cv2.GaussianBlur(sheet, (0, 0), 0.7)
    seen = cv2.warpPerspective(softened, matrix @ to_mm, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(seen, dtype=np.uint8)


def _wood(height: int, width: int, chance: np.random.Generator) -> Bgr:
    """Long fibres: noise stretched along x, in two sizes."""
    coarse = _stretched(chance, (height // 12, 6), (width, height), cv2.INTER_CUBIC)
    fine = _stretched(chance, (height // 3, 24), (width, height), cv2.INTER_LINEAR)
    grain = np.asarray(128 + 8 * coarse + 5 * fine, dtype=np.uint8)
    wood = np.full((height, width, 3), _WOOD, dtype=np.uint8)
    return np.asarray(cv2.multiply(wood, cv2.merge([grain] * 3), scale=1 / 128), dtype=np.uint8)


def _stretched(
    chance: np.random.Generator, small: tuple[int, int], size: tuple[int, int], how: int
) -> cv2.typing.MatLike:
    return cv2.resize(chance.standard_normal(small, dtype=np.float32), size, interpolation=how)


def _print_mat(sheet: Bgr, mat: Mat, chance: np.random.Generator) -> None:
    cv2.fillPoly(sheet, [_fixed(mat.corners)], _CLOTH, cv2.LINE_AA, _SHIFT)
    left = top = round(_AROUND_MM * _PX_PER_MM)
    height, width = round(mat.height_mm * _PX_PER_MM), round(mat.width_mm * _PX_PER_MM)
    cloth = sheet[top : top + height, left : left + width]
    weave = np.asarray(128 + 6 * chance.standard_normal((height, width), dtype=np.float32), dtype=np.uint8)
    cloth[:] = cv2.multiply(cloth, cv2.merge([weave] * 3), scale=1 / 128)
    for zone in (*mat.zones, *mat.unwatched):
        cv2.polylines(sheet, [_fixed(zone.corners)], True, _PRINT, round(0.9 * _PX_PER_MM), cv2.LINE_AA, _SHIFT)
    for marker in mat.markers:
        _print_marker(sheet, mat, marker)


def _print_marker(sheet: Bgr, mat: Mat, marker: Marker) -> None:
    """On white that reaches one of the marker's six cells beyond it."""
    (left, top), _, (right, bottom), _ = marker.corners
    cell = (right - left) / 6
    around = (
        (left - cell, top - cell),
        (right + cell, top - cell),
        (right + cell, bottom + cell),
        (left - cell, bottom + cell),
    )
    cv2.fillPoly(sheet, [_fixed(around)], (244, 246, 246), cv2.LINE_AA, _SHIFT)
    side = round((right - left) * _PX_PER_MM)
    cells = marker_cells(mat.dictionary, marker.id)
    drawn = np.clip(np.asarray(cv2.resize(cells, (side, side), interpolation=cv2.INTER_NEAREST)), 30, 244)
    x, y = round((left + _AROUND_MM) * _PX_PER_MM), round((top + _AROUND_MM) * _PX_PER_MM)
    sheet[y : y + side, x : x + side] = drawn[..., None]


def _fixed(places: tuple[Place, ...]) -> npt.NDArray[np.int32]:
    pixels = (np.array(places) + _AROUND_MM) * _PX_PER_MM - 0.5
    return np.asarray(np.round(pixels * 2**_SHIFT), dtype=np.int32)
