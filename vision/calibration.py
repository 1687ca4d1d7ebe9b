"""Pixels to millimetres, and how well the camera sees the mat.

The mat is flat and the lens is taken as straight, so a homography is enough.
Like OpenCV, a pixel's middle has whole coordinates.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.markers import SeenMarker, find_markers
from vision.mat import Mat
from vision.pictures import Picture
from vision.sightings import Point, Quad

Points = npt.NDArray[np.float64]
RANSAC_MM = 3.0
"""A marker's corner that lies further off than this takes no part."""


class CalibrationError(ValueError):
    """The picture does not show where the mat is; the message says what was seen and what to do."""


@dataclass(frozen=True, slots=True)
class Cutout:
    """A straightened piece of the mat, seen straight from above, north up."""

    picture: Picture
    left_mm: float
    top_mm: float
    px_per_mm: float

    def to_mm(self, quad: Quad) -> Quad:
        """A card's corners in this picture (pixels) as places on the mat (mm)."""
        scale, half = self.px_per_mm, 0.5
        places = [((x + half) / scale + self.left_mm, (y + half) / scale + self.top_mm) for x, y in quad]
        return cast(Quad, tuple(places))


@dataclass(frozen=True, slots=True, eq=False)
class Calibration:
    """Where the mat lies in the camera's pictures."""

    matrix: npt.NDArray[np.float64]
    """3 x 3 homography from pixels to mm on the mat."""
    markers_seen: int
    """How many markers it rests on: 0 when the corners were given by hand."""

    @classmethod
    def from_markers(cls, seen: Sequence[SeenMarker], mat: Mat) -> Calibration:
        """From at least one of the mat's markers; the more, the sharper. CalibrationError if there is none."""
        places = {marker.id: marker.corners for marker in mat.markers}
        known = [marker for marker in seen if marker.id in places]
        if not known:
            raise CalibrationError(
                f"none of the {len(places)} markers of mat {mat.name!r} is seen. Is the mat in the picture, flat, "
                "lit and in focus? Is the picture mirrored?"
            )
        pixels = np.array([corner for marker in known for corner in marker.corners])
        on_mat = np.array([corner for marker in known for corner in places[marker.id]])
        return cls(_homography(pixels, on_mat), len(known))

    @classmethod
    def from_corners(cls, corners: Quad, mat: Mat) -> Calibration:
        """From the mat's own corners in pixels (north-west, north-east, south-east, south-west), given by hand."""
        if len({*corners}) < 4 or not cv2.isContourConvex(np.array(corners, np.float32)):
            raise CalibrationError(f"the mat's corners {corners} are not the four corners of a mat, in turn")
        return cls(_homography(np.array(corners), np.array(mat.corners)), 0)

    def to_mm(self, points: Sequence[Point] | Points) -> Points:
        """n x 2 pixels (x, y) to n x 2 mm on the mat."""
        return _projected(self.matrix, points)

    def to_px(self, points: Sequence[Point] | Points) -> Points:
        """n x 2 mm on the mat to n x 2 pixels."""
        return _projected(np.asarray(np.linalg.inv(self.matrix), np.float64), points)

    def px_per_mm(self, at: Point) -> float:
        """How many pixels a millimetre has there: the square root of the area's scale."""
        x, y = at
        corner, right, down = self.to_px([(x, y), (x + 1, y), (x, y + 1)])
        (a, b), (c, d) = right - corner, down - corner
        return math.sqrt(abs(float(a * d - b * c)))

    def cut(self, picture: Picture, polygon: Sequence[Point], px_per_mm: float, margin_mm: float = 0.0) -> Cutout:
        """The rectangle round *polygon* (mm) and *margin_mm* about it, straightened to so many pixels a millimetre."""
        (left, right), (top, bottom) = (
            (min(values) - margin_mm, max(values) + margin_mm) for values in zip(*polygon, strict=True)
        )
        size = (round((right - left) * px_per_mm), round((bottom - top) * px_per_mm))
        half = 0.5 / px_per_mm
        to_mm = np.array([[1 / px_per_mm, 0, left + half], [0, 1 / px_per_mm, top + half], [0, 0, 1]])
        to_px = np.linalg.inv(self.matrix) @ to_mm
        straight = cv2.warpPerspective(picture, to_px, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
        return Cutout(np.asarray(straight, np.uint8), left, top, px_per_mm)


def calibrate(picture: Picture, mat: Mat) -> Calibration:
    """Where *mat* lies in *picture*.

    CalibrationError if no marker is seen, MarkersUnavailable if this OpenCV cannot look for them.
    """
    return Calibration.from_markers(find_markers(picture, mat.dictionary), mat)


@dataclass(frozen=True, slots=True, kw_only=True)
class SightCheck:
    """How sharp and bright the markers look, for the doctor."""

    edge_px: float
    """Width of the step from black to white: about 2 when sharp, above 4 out of focus."""
    black: float
    white: float
    """0 to 255, the darkest marker's; a good picture has about 20 and 150 to 240."""
    unevenness: float
    """The brightest marker's white over the darkest's."""
    clipped: float
    """Part of the mat's pixels at 254 or above."""

    def faults(self) -> tuple[str, ...]:
        """What is wrong and what to do, a sentence each; empty when cards can be read."""
        judged = (
            (
                self.edge_px > 4,
                f"out of focus (edges are {self.edge_px:.1f} px wide): turn the lens, or set lens_position",
            ),
            (self.white < 90, f"too dark (white is {self.white:.0f} of 255): more light, or a longer exposure"),
            (self.clipped > 0.02, f"over-exposed ({self.clipped:.0%} of the mat is white-out): less light or exposure"),
            (self.unevenness > 3, f"unevenly lit ({self.unevenness:.1f} : 1 between corners): move the lamp"),
        )
        return tuple(sentence for is_wrong, sentence in judged if is_wrong)


def check_sight(picture: Picture, calibration: Calibration, mat: Mat) -> SightCheck:
    """Measures focus and light on the mat's markers, which always look the same."""
    patches = [_patch(picture, calibration.to_px(marker.corners)) for marker in mat.markers]
    seen = [patch for patch in patches if patch.size]
    if not seen:
        raise CalibrationError(
            f"no marker of mat {mat.name!r} lies inside the picture; let the camera see all of the mat"
        )
    blacks, whites = ([float(np.percentile(patch, part)) for patch in seen] for part in (5, 95))
    inside = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillPoly(inside, [np.round(calibration.to_px(mat.corners)).astype(np.int32)], 255)
    return SightCheck(
        edge_px=float(np.median([_edge_px(patch) for patch in seen])),
        black=min(blacks),
        white=min(whites),
        unevenness=max(whites) / max(min(whites), 1.0),
        clipped=float((picture[inside > 0].max(axis=-1) >= 254).mean()),
    )


def _patch(picture: Picture, corners: Points) -> npt.NDArray[np.float64]:
    """The grey upright rectangle about a marker and a cell of white around it; empty beyond the picture."""
    cell = (corners.max(axis=0) - corners.min(axis=0)) / 6
    (left, top), (right, bottom) = corners.min(axis=0) - cell, corners.max(axis=0) + cell
    height, width = picture.shape[:2]
    rows = slice(max(0, round(top)), min(height, max(0, round(bottom))))
    columns = slice(max(0, round(left)), min(width, max(0, round(right))))
    return np.asarray(picture[rows, columns].mean(axis=-1), np.float64)


def _edge_px(patch: npt.NDArray[np.float64]) -> float:
    """Contrast over the steepest slope."""
    if min(patch.shape) < 3:
        return math.inf
    slope = np.hypot(*np.gradient(patch))
    steepest = float(np.percentile(slope, 98))
    return float(np.percentile(patch, 95) - np.percentile(patch, 5)) / max(steepest, 1e-6)


def _homography(pixels: Points, on_mat: Points) -> npt.NDArray[np.float64]:
    method = cv2.RANSAC if len(pixels) > 4 else 0
    matrix, _ = cv2.findHomography(pixels, on_mat, method, RANSAC_MM)
    if matrix is None:
        raise CalibrationError(f"the corners {pixels.round().tolist()} do not lie like those of a flat mat")
    return np.asarray(matrix, np.float64)


def _projected(matrix: npt.NDArray[np.float64], points: Sequence[Point] | Points) -> Points:
    places = np.asarray(points, np.float64).reshape(-1, 2)
    homogeneous = np.column_stack([places, np.ones(len(places))]) @ matrix.T
    return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:], np.float64)
