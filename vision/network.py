"""The network that reads a corner's index: runs the trained weights with OpenCV, needs nothing else."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.corners import Patches
from vision.deck import JOKER, RANKS, SUITS

RANK_CLASSES = (*RANKS, JOKER, "")
SUIT_CLASSES = (*SUITS, "")
"""What the network's two heads tell apart; the last class is "no index here". The weights know this order."""

WEIGHTS = Path(__file__).parent / "model" / "index.onnx"

PAPER, PAPER_STEP = 0.7, 4
"""The level below which so many of a channel's pixels lie (every fourth both ways is asked) is paper white."""

DARKEST_PAPER, BRIGHTEST = 24.0, 1.4
"""Nothing darker counts as paper; nothing counts as brighter than so many times the paper."""

Shares = npt.NDArray[np.float32]
"""Number x classes; each row sums to 1."""


class WeightsError(RuntimeError):
    """The trained weights are missing or cannot be used. The message says where they are looked for."""


class IndexNetwork:
    """Trained weights, ready to read. Not for several threads at once."""

    def __init__(self, net: cv2.dnn.Net) -> None:
        self._net = net

    @classmethod
    def load(cls, weights: Path = WEIGHTS) -> IndexNetwork:
        """Raises WeightsError if the file is missing or no network that OpenCV understands."""
        if not weights.is_file():
            raise WeightsError(f"{weights}: the card reader's weights are missing; install cardtable again")
        try:
            net = cv2.dnn.readNetFromONNX(str(weights))
        except cv2.error as error:
            raise WeightsError(
                f"{weights}: OpenCV {cv2.__version__} cannot load it ({error}); install cardtable again"
            ) from None
        return cls(net)

    def classify(self, patches: Patches) -> tuple[Shares, Shares]:
        """How sure each patch's rank (RANK_CLASSES) and suit (SUIT_CLASSES) are."""
        self._net.setInput(balanced(patches))
        answers = np.asarray(self._net.forward(), np.float32).reshape(len(patches), -1)
        return _softmax(answers[:, : len(RANK_CLASSES)]), _softmax(answers[:, len(RANK_CLASSES) :])


def balanced(patches: Patches) -> npt.NDArray[np.float32]:
    """Patches as the network wants them, number x 3 x height x width: black is -1, paper white 1 on each channel.

    So neither dim light nor its colour matters, and a red index is red by the measure of the paper beside it.
    """
    planes = patches.transpose(0, 3, 1, 2)
    levels = planes[:, :, ::PAPER_STEP, ::PAPER_STEP].reshape(len(patches), 3, -1)
    rank = int(PAPER * (levels.shape[2] - 1))
    paper = np.partition(levels, rank, axis=2)[:, :, rank, None, None].clip(DARKEST_PAPER, None).astype(np.float32)
    return np.ascontiguousarray(np.minimum(planes / paper, np.float32(BRIGHTEST)) * 2 - 1)


def _softmax(values: Shares) -> Shares:
    powers = np.exp(values - values.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)
