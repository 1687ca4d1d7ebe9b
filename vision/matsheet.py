"""A mat as a drawing to be printed at its true size (SVG, millimetres)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast
from xml.sax.saxutils import escape

import cv2
import numpy as np
import numpy.typing as npt

from vision.markers import MarkersUnavailable
from vision.mat import Marker, Mat, Zone

CELLS = 6
"""Cells across a 4x4 marker, its black border included."""


def draw_mat(mat: Mat) -> str:
    """The mat as an SVG document; print it at 100 %.

    Raises MarkersUnavailable where this OpenCV has no marker module.
    """
    size = f'width="{mat.width_mm:g}mm" height="{mat.height_mm:g}mm" viewBox="0 0 {mat.width_mm:g} {mat.height_mm:g}"'
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size}>',
            f'<rect width="{mat.width_mm:g}" height="{mat.height_mm:g}" fill="#1f4d3a"/>',
            *(line for zone in (*mat.zones, *mat.unwatched) for line in _zone(zone)),
            *(line for marker in mat.markers for line in _marker(mat, marker)),
            "</svg>",
            "",
        )
    )


def _zone(zone: Zone) -> Iterator[str]:
    outline = " ".join(f"{x:g},{y:g}" for x, y in zone.corners)
    yield f'<polygon points="{outline}" fill="none" stroke="#7fae96" stroke-width="0.8"/>'
    x, y = min(x for x, _ in zone.corners) + 3, min(y for _, y in zone.corners) + 8
    yield f'<text x="{x:g}" y="{y:g}" font-family="sans-serif" font-size="6" fill="#7fae96">{escape(zone.name)}</text>'


def _marker(mat: Mat, marker: Marker) -> Iterator[str]:
    (left, top), (right, _), _, _ = marker.corners
    cell = (right - left) / CELLS
    side = (CELLS + 2) * cell
    yield f'<rect x="{left - cell:g}" y="{top - cell:g}" width="{side:g}" height="{side:g}" fill="white"/>'
    for row, column in np.argwhere(marker_cells(mat.dictionary, marker.id) == 0):
        x, y = left + column * cell, top + row * cell
        yield f'<rect x="{x:g}" y="{y:g}" width="{cell:g}" height="{cell:g}" shape-rendering="crispEdges"/>'


def marker_cells(dictionary: str, number: int) -> npt.NDArray[np.uint8]:
    """A marker's 6 x 6 cells, 0 black and 255 white. Raises MarkersUnavailable."""
    aruco = getattr(cv2, "aruco", None)
    if aruco is None:
        raise MarkersUnavailable("this OpenCV has no marker module (cv2.aruco); draw the mat on another machine")
    draw = getattr(aruco, "generateImageMarker", None) or aruco.drawMarker
    chosen = aruco.getPredefinedDictionary(getattr(aruco, dictionary))
    return cast("npt.NDArray[np.uint8]", np.asarray(draw(chosen, number, CELLS), dtype=np.uint8))
