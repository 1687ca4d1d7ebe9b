"""The network that reads a corner's index: runs the trained weights with OpenCV, needs nothing else."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.deck import JOKER, RANKS, SUITS
from vision.poses import Patches

RANK_CLASSES = (*RANKS, JOKER, "")
SUIT_CLASSES = (*SUITS, "")
"""What the network's two heads tell apart; the last class is "no index here". The weights know this order."""

WEIGHTS = Path(__file__).parent / "model" / "index.onnx"

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
        return cls(loaded(weights))

    def classify(self, patches: Patches) -> tuple[Shares, Shares]:
        """How sure each patch's rank (RANK_CLASSES) and suit (SUIT_CLASSES) are."""
        blob = cv2.dnn.blobFromImages(list(patches), 1 / 127.5, mean=(127.5, 127.5, 127.5))
        self._net.setInput(blob)
        answers = np.asarray(self._net.forward(), np.float32).reshape(len(patches), -1)
        return _softmax(answers[:, : len(RANK_CLASSES)]), _softmax(answers[:, len(RANK_CLASSES) :])


def loaded(weights: Path) -> cv2.dnn.Net:
    """A network out of its file. Raises WeightsError."""
    if not weights.is_file():
        raise WeightsError(f"{weights}: the card reader's weights are missing; install cardtable again")
    try:
        return _read(str(weights))
    except cv2.error as error:
        raise WeightsError(
            f"{weights}: OpenCV {cv2.__version__} cannot load it ({error}); install cardtable again"
        ) from None


def _read(weights: str) -> cv2.dnn.Net:
    """OpenCV 5 can run a network in two ways; the one it had before is up to twice as quick with small patches."""
    if hasattr(cv2.dnn, "ENGINE_CLASSIC"):
        return cv2.dnn.readNetFromONNX(weights, cv2.dnn.ENGINE_CLASSIC)
    return cv2.dnn.readNetFromONNX(weights)


def _softmax(values: Shares) -> Shares:
    powers = np.exp(values - values.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)
