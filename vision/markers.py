"""Finds the mat's markers, whichever OpenCV is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.pictures import Picture
from vision.sightings import Point, Quad

Corners = npt.NDArray[np.float32]

_CELLS = 6
"""Across a marker of 4 x 4 bits and its black rim."""


@dataclass(frozen=True, slots=True)
class SeenMarker:
    """A marker in a picture."""

    id: int
    corners: Quad
    """Pixels, clockwise from the marker's own top left; a pixel's middle has whole coordinates."""


class MarkersUnavailable(RuntimeError):  # noqa: N818  named for what is the matter
    """This OpenCV cannot read markers; the message says what to do."""


def find_markers(picture: Picture, dictionary: str, offset: Point = (0.0, 0.0)) -> tuple[SeenMarker, ...]:
    """All markers of the ArUco *dictionary* (`DICT_4X4_50`) in a BGR picture, by id. A mirrored marker is none.

    *offset* is added to every corner: the place of a cut-out in the picture it was cut from.
    Raises MarkersUnavailable where OpenCV was built without its ArUco module (opencv-python before 4.7).
    """
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    corners, ids = _detect(grey, dictionary)
    if ids is None:
        return ()
    seen = [SeenMarker(int(id_), _quad(quad, offset)) for id_, quad in zip(ids.ravel(), corners, strict=True)]
    return tuple(sorted(seen, key=lambda marker: marker.id))


class _Parameters(Protocol):
    cornerRefinementMethod: int  # noqa: N815  OpenCV's name


def _detect(grey: npt.NDArray[np.uint8], dictionary: str) -> tuple[Sequence[Corners], npt.NDArray[np.int32] | None]:
    """OpenCV 4.7 replaced the function `detectMarkers` by a class; 5.0 has only the class."""
    aruco = getattr(cv2, "aruco", None)
    if aruco is None:
        raise MarkersUnavailable(
            f"OpenCV {cv2.__version__} cannot read the mat's markers. Install opencv-contrib-python (or OpenCV 4.7 or "
            "newer), or give the mat's four corners by hand"
        )
    markers = aruco.getPredefinedDictionary(getattr(aruco, dictionary))
    is_new = hasattr(aruco, "ArucoDetector")
    parameters = cast(_Parameters, aruco.DetectorParameters() if is_new else aruco.DetectorParameters_create())
    parameters.cornerRefinementMethod = aruco.CORNER_REFINE_CONTOUR
    if is_new:
        corners, ids, _ = aruco.ArucoDetector(markers, parameters).detectMarkers(grey)
    else:
        corners, ids, _ = aruco.detectMarkers(grey, markers, parameters=parameters)
    return [_refined(grey, quad) for quad in corners], ids


def _refined(grey: npt.NDArray[np.uint8], quad: Corners) -> Corners:
    """To a fifth of a pixel, looking no further than a third of a cell: the paper's own corner lies a cell away.

    ArUco's own search for this does not heed the marker's size before OpenCV 4.7.
    """
    side = float(np.linalg.norm(quad[0, 1] - quad[0, 0]))
    reach = max(1, round(side / _CELLS / 3))
    settled = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_MAX_ITER, 30, 0.02)
    corners = np.ascontiguousarray(quad.reshape(4, 1, 2), np.float32)
    return np.asarray(cv2.cornerSubPix(grey, corners, (reach, reach), (-1, -1), settled), np.float32)


def _quad(corners: Corners, offset: Point) -> Quad:
    points = (corners.reshape(4, 2).astype(float) + offset).tolist()
    return cast(Quad, tuple((x, y) for x, y in points))
