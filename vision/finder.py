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
from vision.poses import Pose, Vector

WEIGHTS = Path(__file__).parent / "model" / "finder.onnx"

STRIDE = 8
"""Pixels to the side of one of the finder's cells."""

MIDDLE_UNIT, DOWN_UNIT, CARD_UNIT = 8.0, 16.0, 64.0
"""In what the finder measures: an index's place in its cell, its half height, and its card, px."""

PRESENCE, MIDDLE, DOWN, CARD, ACROSS, ALONG = 0, slice(1, 3), slice(3, 5), slice(5, 7), slice(7, 9), slice(9, 11)
CHANNELS = 11
"""What the finder says of each cell: how surely an index's middle lies in it, and the pose of that index."""

LIKELY = 0.3
"""From this presence on an index is looked at."""

SAME_ACROSS, SAME_DOWN = 0.2, 0.4
"""Closer than so many heights of the index, two finds are one: in a fan the next one stands right beside."""

AT_ONCE = 128
"""Finds that are held against all others in one go."""

Cells = npt.NDArray[np.float32]
"""Channels x rows x columns."""
_Points = npt.NDArray[np.float64]


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
        return found_in(cells)


def found_in(cells: Cells) -> list[Found]:
    """What the finder's cells say: each index in which one may stand once, the surest first."""
    presence = 1 / (1 + np.exp(-cells[PRESENCE]))
    rows, columns = np.nonzero(presence >= LIKELY)
    ordered = np.argsort(-presence[rows, columns], kind="stable")
    rows, columns = rows[ordered], columns[ordered]
    said = cells[:, rows, columns].T.astype(np.float64)
    middles = np.stack((columns, rows), axis=1) * STRIDE + (STRIDE - 1) / 2 + said[:, MIDDLE] * MIDDLE_UNIT
    downs = said[:, DOWN] * DOWN_UNIT
    kept = _first_of_each(middles, downs)
    cards = middles + said[:, CARD] * CARD_UNIT
    parts = np.stack((middles, downs, said[:, ACROSS] * CARD_UNIT, said[:, ALONG] * CARD_UNIT, cards), axis=1)
    shares = presence[rows, columns]
    return [Found(Pose(*(_vector(part) for part in parts[n].tolist())), float(shares[n])) for n in kept]


def _vector(part: Sequence[float]) -> Vector:
    x, y = part
    return x, y


def once_each(found: Sequence[Found]) -> list[Found]:
    """Each index once, the surest find of it, the surest index first."""
    ordered = sorted(found, key=lambda one: -one.presence)
    middles = np.array([one.pose.middle for one in ordered]).reshape(-1, 2)
    downs = np.array([one.pose.down for one in ordered]).reshape(-1, 2)
    return [ordered[place] for place in _first_of_each(middles, downs)]


def _first_of_each(middles: _Points, downs: _Points) -> list[int]:
    """Which of many finds, the surest first, are not of an index that a surer one is of."""
    is_free = np.ones(len(middles), np.bool_)
    kept = []
    for first in range(0, len(middles), AT_ONCE):
        same = _are_of(middles, downs, middles[first : first + AT_ONCE])
        for place in range(first, min(first + AT_ONCE, len(middles))):
            if is_free[place]:
                kept.append(place)
                is_free &= ~same[place - first]
    return kept


def _are_of(middles: _Points, downs: _Points, others: _Points) -> npt.NDArray[np.bool_]:
    """Which of many finds (columns) are of the indices whose middles are *others* (rows)."""
    squared = np.maximum(4 * (downs**2).sum(axis=1), 1e-12)
    x, y = (others[:, None] - middles).transpose(2, 0, 1)
    down = 2 * (x * downs[:, 0] + y * downs[:, 1]) / squared
    across = 2 * (x * downs[:, 1] - y * downs[:, 0]) / squared
    return np.asarray((across / SAME_ACROSS) ** 2 + (down / SAME_DOWN) ** 2 < 1)
