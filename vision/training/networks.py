"""The networks: small enough for a Raspberry Pi, and made of nothing that OpenCV does not run quickly."""

from __future__ import annotations

import torch
from torch import nn

from vision.aligner import UNITS
from vision.finder import CHANNELS
from vision.network import RANK_CLASSES, SUIT_CLASSES
from vision.poses import PATCH_HEIGHT, PATCH_WIDTH

RANKS, SUITS = len(RANK_CLASSES), len(SUIT_CLASSES)


class FinderNetwork(nn.Module):
    """Picture in, CHANNELS numbers for each cell of STRIDE x STRIDE px out."""

    def __init__(self, width: int = 56) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            _step(3, 12, 3, 2),
            _step(12, 24, 3, 2),
            _step(24, 24, 3, 1),
            _step(24, width, 3, 2),
            _Again(width, 1),
            _Again(width, 2),
            _Again(width, 1),
            _Again(width, 2),
            nn.Conv2d(width, CHANNELS, 1),
        )

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        """Pictures (number, 3, height, width), BGR from -1 to 1; sides are multiples of STRIDE."""
        return self.layers(pictures)


class _Again(nn.Module):
    def __init__(self, width: int, dilation: int) -> None:
        super().__init__()
        self.step = _step(width, width, 3, 1, dilation)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.step(x)


class IndexNetwork(nn.Module):
    """Patch in, a number for each class of rank and suit out."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            _step(3, 24, 5, 2),
            _step(24, 32, 3, 1),
            nn.MaxPool2d(2),
            _step(32, 56, 3, 1),
            _step(56, 56, 3, 1),
            nn.MaxPool2d(2),
            _step(56, 96, 3, 1),
            nn.MaxPool2d(2),
            nn.Dropout(0.1),
            nn.Conv2d(96, 128, (PATCH_HEIGHT // 16, PATCH_WIDTH // 16)),
            nn.ReLU(),
            nn.Conv2d(128, RANKS + SUITS, 1),
        )

    def forward(self, patches: torch.Tensor) -> torch.Tensor:
        """Patches (number, 3, height, width), BGR from -1 to 1, to (number, ranks + suits, 1, 1) before softmax."""
        return self.layers(patches)


class AlignerNetwork(nn.Module):
    """Patch in, how far it is off out, in the aligner's UNITS."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            _step(3, 20, 5, 2),
            _step(20, 32, 3, 1),
            nn.MaxPool2d(2),
            _step(32, 48, 3, 1),
            nn.MaxPool2d(2),
            _step(48, 64, 3, 1),
            nn.MaxPool2d(2),
            nn.Conv2d(64, 96, (PATCH_HEIGHT // 16, PATCH_WIDTH // 16)),
            nn.ReLU(),
            nn.Conv2d(96, len(UNITS), 1),
        )

    def forward(self, patches: torch.Tensor) -> torch.Tensor:
        """Patches (number, 3, height, width), BGR from -1 to 1, to (number, UNITS, 1, 1)."""
        return self.layers(patches)


def _step(inputs: int, outputs: int, size: int, stride: int, dilation: int = 1) -> nn.Module:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, size // 2 * dilation, dilation=dilation, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(),
    )
