"""Finds card indices anywhere in a picture, at any rotation: runs the trained finder with OpenCV, nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.network import loaded
from vision.pictures import Picture
from vision.poses import Pose

WEIGHTS = Path(__file__).parent / "model" / "finder.onnx"

STRIDE = 8
"""Pixels to the side of one of the finder's cells."""

MIDDLE_UNIT, DOWN_UNIT, CARD_UNIT = 8.0, 16.0, 64.0
"""In what the finder measures: an index's place in its cell, its half height, and its card, px."""

PRESENCE, MIDDLE, DOWN, CARD, ACROSS, ALONG = 0, slice(1, 3), slice(3, 5), slice(5, 7), slice(7, 9), slice(9, 11)
CHANNELS = 11
"""What the finder says of each cell: how surely an index's middle lies in it, and the pose of that index."""

LIKELY = 0.25
"""From this presence on an index is looked at."""

SAME_ACROSS, SAME_DOWN = 0.2, 0.4
"""Closer than so many heights of the index, two finds are one: in a fan the next one stands right beside."""

Cells = npt.NDArray[np.float32]
"""Channels x rows x columns."""


@dataclass(frozen=True, slots=True)
class Found:
    """Where an index may stand."""

    pose: Pose
    presence: float
    """How sure the finder is, 0 to 1."""


class IndexFinder:
    """The trained finder, ready to look. Not for several threads at once."""

    def __init__(self, net: cv2.dnn.Net) -> None:
        self._net = net

    @classmethod
    def load(cls, weights: Path = WEIGHTS) -> IndexFinder:
        """Raises vision.network.WeightsError if the file is missing or no network that OpenCV understands."""
        return cls(loaded(weights))

    def look(self, picture: Picture) -> list[Found]:
        """Indices between about 10 and 44 px high, the surest first."""
        height, width = picture.shape[:2]
        bottom, right = -height % 32, -width % 32
        padded = cv2.copyMakeBorder(picture, 0, bottom, 0, right, cv2.BORDER_CONSTANT, value=(90, 90, 90))
        self._net.setInput(cv2.dnn.blobFromImage(padded, 1 / 127.5, mean=(127.5, 127.5, 127.5)))
        cells = np.asarray(self._net.forward(), np.float32)[0]
        return once_each(found_in(cells))


def found_in(cells: Cells) -> list[Found]:
    """What the finder's cells say: a find for each in which an index may stand; neighbours may mean the same one."""
    presence = 1 / (1 + np.exp(-cells[PRESENCE]))
    return [
        Found(_pose(cells[:, row, column], row, column), float(presence[row, column]))
        for row, column in np.argwhere(presence >= LIKELY)
    ]


def _pose(cell: npt.NDArray[np.float32], row: int, column: int) -> Pose:
    centre = np.array((column, row)) * STRIDE + (STRIDE - 1) / 2
    middle = centre + cell[MIDDLE] * MIDDLE_UNIT
    card = middle + cell[CARD] * CARD_UNIT
    parts = (middle, cell[DOWN] * DOWN_UNIT, cell[ACROSS] * CARD_UNIT, cell[ALONG] * CARD_UNIT, card)
    middle_at, down, across, along, card_at = ((float(x), float(y)) for x, y in parts)
    return Pose(middle_at, down, across, along, card_at)


def once_each(found: Sequence[Found]) -> list[Found]:
    """Each index once, the surest find of it, the surest index first."""
    kept: list[Found] = []
    for one in sorted(found, key=lambda one: -one.presence):
        if not any(is_same_index(one.pose, other.pose) for other in kept):
            kept.append(one)
    return kept


def is_same_index(one: Pose, other: Pose) -> bool:
    """Whether two finds are of one index."""
    height = max(one.height, 1e-6)
    x, y = other.middle[0] - one.middle[0], other.middle[1] - one.middle[1]
    down = 2 * (x * one.down[0] + y * one.down[1]) / height**2
    across = 2 * (x * one.down[1] - y * one.down[0]) / height**2
    return (across / SAME_ACROSS) ** 2 + (down / SAME_DOWN) ** 2 < 1
