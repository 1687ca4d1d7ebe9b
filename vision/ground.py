"""The mat in a small picture: which pixel belongs to which zone and lies at which side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.calibration import Calibration
from vision.light import Mask
from vision.mat import Mat, Side
from vision.pictures import Picture
from vision.sightings import Point, Quad

_PX_PER_MM = 0.38
"""About what a small picture has: a finger is some seven pixels wide."""
_BORDER_MM = 10.0
"""How far from its edge the mat's border reaches inwards."""

Labels = npt.NDArray[np.int8]


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The mat, as small pictures of one camera at one place show it."""

    calibration: Calibration
    shrink: int
    """A small picture takes every so-manieth pixel in both directions."""
    px_per_mm: float
    """Of the small picture, in the middle of the mat."""
    inside: Mask
    border: Mask
    """The rim of `inside`."""
    sides: tuple[str, ...]
    nearest_side: Labels
    """For each pixel of the border the index of its nearest side."""
    zones: Mapping[str, Mask]

    @classmethod
    def of(cls, mat: Mat, calibration: Calibration, size: tuple[int, int]) -> Ground:
        """For camera pictures of *size* (width, height) in pixels."""
        middle = (mat.width_mm / 2, mat.height_mm / 2)
        scale = calibration.px_per_mm(middle)
        shrink = max(1, 2 * round(scale / _PX_PER_MM / 2))
        width, height = size[0] // shrink, size[1] // shrink
        # Where the small picture's pixels have their middles in the large one.
        ys, xs = np.mgrid[0:height, 0:width] * float(shrink) + (shrink - 1) / 2
        places = calibration.to_mm(np.stack([xs.ravel(), ys.ravel()], axis=-1)).reshape(height, width, 2)
        inside = _within(places, mat.corners)
        rim = max(2, round(_BORDER_MM * scale / shrink))
        eroded = cv2.erode(
            inside.astype(np.uint8), np.ones((2 * rim + 1, 2 * rim + 1), np.uint8), borderType=cv2.BORDER_CONSTANT
        )
        border = inside & (eroded == 0)
        nearest_side = np.zeros(inside.shape, np.int8)
        nearest_side[border] = _nearest(places[border], mat.sides)
        return cls(
            calibration=calibration,
            shrink=shrink,
            px_per_mm=scale / shrink,
            inside=inside,
            border=border,
            sides=tuple(side.name for side in mat.sides),
            nearest_side=nearest_side,
            zones={zone.name: _within(places, zone.corners) for zone in mat.zones},
        )

    def small(self, picture: Picture) -> Picture:
        """The small picture of a camera's picture. Sampled, as averaging would cost more than all the rest."""
        height, width = self.inside.shape
        whole = picture[: height * self.shrink, : width * self.shrink]
        return np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)

    def area_mm2(self, mask: Mask) -> float:
        """How large an area of the mat a mask of the small picture covers."""
        return float(np.count_nonzero(mask)) / self.px_per_mm**2

    def covered_by(self, quads: Sequence[Quad], margin_mm: float) -> Mask:
        """Where these quads (mm), widened by so much, lie in the small picture."""
        drawn = np.zeros(self.inside.shape, np.uint8)
        for quad in quads:
            corners = (self.calibration.to_px(np.array(quad)) - (self.shrink - 1) / 2) / self.shrink
            cv2.fillPoly(drawn, [np.round(corners).astype(np.int32)], 1)
        reach = round(margin_mm * self.px_per_mm)
        return np.asarray(cv2.dilate(drawn, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8)) > 0)


def _within(places: npt.NDArray[np.float64], corners: Sequence[Point]) -> Mask:
    """Which of h x w places (mm) lie in the polygon, by the even-odd rule."""
    x, y = places[..., 0], places[..., 1]
    inside = np.zeros(x.shape, np.bool_)
    for (x1, y1), (x2, y2) in zip(corners, [*corners[1:], corners[0]], strict=True):
        if y1 != y2:
            inside ^= ((y1 > y) != (y2 > y)) & (x < (x2 - x1) * (y - y1) / (y2 - y1) + x1)
    return inside


def _nearest(places: npt.NDArray[np.float64], sides: Sequence[Side]) -> Labels:
    away = np.stack([_distance(places, side) for side in sides])
    return np.asarray(away.argmin(axis=0), np.int8)


def _distance(places: npt.NDArray[np.float64], side: Side) -> npt.NDArray[np.float64]:
    start, along = np.array(side.start), np.array(side.end) - np.array(side.start)
    part = np.clip(((places - start) @ along) / (along @ along), 0, 1)
    return np.asarray(np.linalg.norm(places - start - part[:, None] * along, axis=-1), np.float64)
