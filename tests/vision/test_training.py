import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from vision.finder import IndexFinder
from vision.network import RANK_CLASSES, SUIT_CLASSES, IndexNetwork
from vision.poses import PATCH_HEIGHT, PATCH_WIDTH

TORCH_REASON = "training needs the extra `train` (torch), which is not installed"


def test_a_short_training_makes_weights_that_opencv_runs(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason=TORCH_REASON)
    pytest.importorskip("onnx", reason=TORCH_REASON)
    pytest.importorskip("PIL", reason=TORCH_REASON)
    command = [sys.executable, "-m", "vision.training", "--packs", "1", "--steps", "2", "--fonts", str(tmp_path)]
    subprocess.run([*command, "--out", str(tmp_path)], check=True, capture_output=True)
    network = IndexNetwork.load(tmp_path / "index.onnx")
    ranks, suits = network.classify(np.zeros((3, PATCH_HEIGHT, PATCH_WIDTH, 3), np.uint8))
    assert ranks.shape == (3, len(RANK_CLASSES))
    assert suits.shape == (3, len(SUIT_CLASSES))
    assert np.allclose(ranks.sum(axis=1), 1, atol=1e-5)
    finder = IndexFinder.load(tmp_path / "finder.onnx")
    for size in ((96, 160), (250, 130)):
        assert all(0 <= found.presence <= 1 for found in finder.look(np.zeros((*size, 3), np.uint8)))
