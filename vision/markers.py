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
    cornerRefinementWinSize: int  # noqa: N815  OpenCV's name


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
    parameters.cornerRefinementMethod = aruco.CORNER_REFINE_SUBPIX
    # Before 4.7 the window is not made smaller for small markers, and with 5 px takes the paper's corner for theirs.
    parameters.cornerRefinementWinSize = 3
    if is_new:
        corners, ids, _ = aruco.ArucoDetector(markers, parameters).detectMarkers(grey)
    else:
        corners, ids, _ = aruco.detectMarkers(grey, markers, parameters=parameters)
    return corners, ids


def _quad(corners: Corners, offset: Point) -> Quad:
    points = (corners.reshape(4, 2).astype(float) + offset).tolist()
    return cast(Quad, tuple((x, y) for x, y in points))
