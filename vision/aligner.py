"""Moves a found index's pose to where the index really stands: a small network says how far off its patch is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.network import loaded
from vision.pictures import Picture
from vision.poses import Pose, Shift, cut_patch, shifted

WEIGHTS = Path(__file__).parent / "model" / "aligner.onnx"

WIDER = 1.5
"""So much more of an index's surroundings the aligner sees than the network that reads it."""

UNITS = (0.3, 0.3, 0.3, 0.25, 0.15)
"""In what it says each part of a shift: across, down, turn, size, lean."""


class Aligner:
    """The trained aligner, ready to look. Not for several threads at once."""

    def __init__(self, net: cv2.dnn.Net) -> None:
        self._net = net

    @classmethod
    def load(cls, weights: Path = WEIGHTS) -> Aligner:
        """Raises vision.network.WeightsError if the file is missing or no network that OpenCV understands."""
        return cls(loaded(weights))

    def aligned(self, picture: Picture, poses: Sequence[Pose]) -> list[Pose]:
        """Each pose as it should be, as far as the aligner can see."""
        if not poses:
            return []
        patches = [cut_patch(picture, pose, WIDER) for pose in poses]
        self._net.setInput(cv2.dnn.blobFromImages(patches, 1 / 127.5, mean=(127.5, 127.5, 127.5)))
        said = np.asarray(self._net.forward(), np.float32).reshape(len(poses), -1) * np.array(UNITS)
        return [shifted(pose, Shift(*shift)) for pose, shift in zip(poses, said.tolist(), strict=True)]
