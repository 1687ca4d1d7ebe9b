"""From where the simulated camera looks: millimetres on the mat to pixels of the picture."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from table.twin.scene import Place
from vision.mat import Mat

Matrix = npt.NDArray[np.float64]

FRAME_PX = (1456, 1088)
"""Width and height of the global-shutter camera's full picture."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pose:
    """How a camera hangs over the middle of the mat. A pinhole: no lens distortion."""

    height_mm: float = 950.0
    east_mm: float = 25.0
    south_mm: float = -30.0
    """How far off the mat's middle it hangs; it is turned to look at the middle all the same."""
    roll_deg: float = 0.8
    margin: float = 0.05
    """Part of the picture that stays free at the tightest edge of the mat."""
    size: tuple[int, int] = FRAME_PX


class View:
    """The plane homography of a pose over a mat. A pixel's middle has whole coordinates."""

    def __init__(self, mat: Mat, pose: Pose | None = None) -> None:
        pose = Pose() if pose is None else pose
        self.size = pose.size
        self.matrix = _fitted(_plane(mat, pose), mat, pose)
        """3 x 3: homogeneous millimetres to homogeneous pixels."""

    def pixels(self, places: Sequence[Place]) -> npt.NDArray[np.float64]:
        """n x 2 pixels (x, y) at which these places of the mat are seen."""
        return projected(self.matrix, places)

    def px_per_mm(self, place: Place) -> float:
        """How large a millimetre is there: the square root of the area scale."""
        x, y = place
        corner, right, down = self.pixels([(x, y), (x + 1, y), (x, y + 1)])
        (a, b), (c, d) = right - corner, down - corner
        return math.sqrt(abs(float(a * d - b * c)))


def projected(matrix: Matrix, places: Sequence[Place]) -> npt.NDArray[np.float64]:
    """The places after a plane homography, n x 2."""
    homogeneous = np.column_stack([np.asarray(places, dtype=np.float64), np.ones(len(places))]) @ matrix.T
    return np.asarray(homogeneous[:, :2] / homogeneous[:, 2:], dtype=np.float64)


def _plane(mat: Mat, pose: Pose) -> Matrix:
    """The homography with a focal length of one: K [r1 r2 t] with K the identity (Hartley and Zisserman, ch. 8)."""
    target = np.array([mat.width_mm / 2, mat.height_mm / 2, 0.0])
    eye = target + np.array([pose.east_mm, pose.south_mm, -pose.height_mm])
    ahead = (target - eye) / np.linalg.norm(target - eye)
    roll = math.radians(pose.roll_deg)
    upright = np.array([math.cos(roll), math.sin(roll), 0.0])
    right = upright - ahead * float(upright @ ahead)
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(ahead, right), ahead])
    return np.column_stack([rotation[:, 0], rotation[:, 1], -rotation @ eye])


def _fitted(plane: Matrix, mat: Mat, pose: Pose) -> Matrix:
    """The focal length and principal point with which the whole mat is in the picture, in its middle."""
    seen = projected(plane, mat.corners)
    low, high = seen.min(axis=0), seen.max(axis=0)
    width, height = pose.size
    free = 1 - 2 * pose.margin
    focal = min(width * free / float(high[0] - low[0]), height * free / float(high[1] - low[1]))
    middle = (low + high) / 2 * focal
    lens = np.array([[focal, 0, (width - 1) / 2 - middle[0]], [0, focal, (height - 1) / 2 - middle[1]], [0, 0, 1]])
    return np.asarray(lens @ plane, dtype=np.float64)
