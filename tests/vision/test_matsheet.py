"""The mat as it is printed."""

import re
import xml.etree.ElementTree as ET

import cv2
import numpy as np

from vision.markers import find_markers
from vision.mat import load_mat
from vision.matsheet import draw_mat

SVG = "{http://www.w3.org/2000/svg}"
PX_PER_MM = 4


def colour_of(element: ET.Element) -> tuple[int, int, int]:
    names = {"white": (255, 255, 255), "black": (0, 0, 0)}
    fill = element.get("fill", "black")
    if fill in names:
        return names[fill]
    red, green, blue = (int(part, 16) for part in re.findall("..", fill[1:]))
    return (blue, green, red)


def printed(drawing: ET.Element) -> np.ndarray:
    """The drawing's rectangles as a printer would put them on paper."""
    mat = load_mat("table-60x42")
    sheet = np.zeros((round(mat.height_mm * PX_PER_MM), round(mat.width_mm * PX_PER_MM), 3), np.uint8)
    for element in drawing.iter(f"{SVG}rect"):
        x, y, width, height = (float(element.get(name, 0)) for name in ("x", "y", "width", "height"))
        corners = [round(value * PX_PER_MM) for value in (x, y, x + width, y + height)]
        cv2.rectangle(sheet, (corners[0], corners[1]), (corners[2] - 1, corners[3] - 1), colour_of(element), -1)
    return sheet


def test_the_drawing_has_the_mats_true_size() -> None:
    drawing = ET.fromstring(draw_mat(load_mat("table-60x42")))
    assert (drawing.get("width"), drawing.get("height")) == ("600mm", "420mm")


def test_every_marker_is_found_on_the_print_where_the_mat_says() -> None:
    mat = load_mat("table-60x42")
    seen = {m.id: m.corners for m in find_markers(printed(ET.fromstring(draw_mat(mat))), mat.dictionary)}
    for marker in mat.markers:
        offset = np.asarray(seen[marker.id]) / PX_PER_MM - np.asarray(marker.corners)
        assert np.abs(offset).max() < 0.5


def test_every_zone_is_drawn_and_named() -> None:
    drawing = ET.fromstring(draw_mat(load_mat("table-60x42")))
    assert {text.text for text in drawing.iter(f"{SVG}text")} == {"pile", "talon", "drawn"}
