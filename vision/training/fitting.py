"""The network, the light it is trained in, and how it becomes an ONNX file."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn import functional
from torch.utils.data import DataLoader, Dataset

from vision.corners import PATCH_HEIGHT, PATCH_WIDTH
from vision.network import RANK_CLASSES, SUIT_CLASSES
from vision.pictures import Picture
from vision.training.patches import Group, PatchMaker
from vision.training.straight import NO_RANK, NO_SUIT

logger = logging.getLogger(__name__)

BATCH = 256
RANKS, SUITS = len(RANK_CLASSES), len(SUIT_CLASSES)
PEAK_RATE = 3e-3

Batch = tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64], npt.NDArray[np.int64]]


class IndexNetwork(nn.Module):
    """Patch in, a number for each class of rank and suit out. Convolutions only: every OpenCV reads those."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            _step(3, 16, 5, 2),
            nn.MaxPool2d(2),
            _step(16, 48, 3, 1),
            _step(48, 48, 3, 1),
            nn.MaxPool2d(2),
            _step(48, 80, 3, 1),
            _step(80, 80, 3, 2),
            nn.Dropout(0.1),
            nn.Conv2d(80, 96, (PATCH_HEIGHT // 16, PATCH_WIDTH // 16)),
            nn.ReLU(),
            nn.Conv2d(96, RANKS + SUITS, 1),
        )

    def forward(self, patches: torch.Tensor) -> torch.Tensor:
        """Patches (number, 3, height, width), BGR from -1 to 1, to (number, ranks + suits, 1, 1) before softmax."""
        return self.layers(patches)


def _step(inputs: int, outputs: int, size: int, stride: int) -> nn.Module:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, size, stride, size // 2, bias=False), nn.BatchNorm2d(outputs), nn.ReLU()
    )


class Batches(Dataset[Batch]):
    """Batch *n* of a seed is always the same, whoever makes it and when."""

    def __init__(self, groups: Sequence[Group], tiles: Sequence[Picture], seed: int, count: int) -> None:
        self._groups, self._tiles, self._seed, self._count = groups, tiles, seed, count

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, number: int) -> Batch:
        maker = PatchMaker(self._groups, self._tiles, np.random.default_rng((self._seed, number)))
        patches, ranks, suits = zip(*(maker.make() for _ in range(BATCH)), strict=True)
        return np.stack(patches), np.array(ranks, np.int64), np.array(suits, np.int64)


def fit(batches: Batches, seed: int, report: Callable[[int, IndexNetwork], None]) -> IndexNetwork:
    """Trains on every batch once; *report* is called now and then. One thread makes patches while the others learn."""
    torch.manual_seed(seed)
    light = torch.Generator().manual_seed(seed)
    network = IndexNetwork()
    network.to(memory_format=torch.channels_last)  # twice as fast on a processor
    steps = len(batches)
    optimiser = torch.optim.AdamW(network.parameters(), lr=PEAK_RATE, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, PEAK_RATE, total_steps=steps, pct_start=0.15)
    began = time.monotonic()
    for step, (patches, ranks, suits) in enumerate(DataLoader(batches, batch_size=None, num_workers=1)):
        network.train()
        answers = network(in_some_light(patches, light)).flatten(1)
        loss = _loss(answers, ranks, suits)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        optimiser.step()
        schedule.step()
        if step % 100 == 99:
            logger.info("step %d of %d, loss %.4f, %.0f s", step + 1, steps, loss.item(), time.monotonic() - began)
            report(step + 1, network)
    return network


def _loss(answers: torch.Tensor, ranks: torch.Tensor, suits: torch.Tensor) -> torch.Tensor:
    """Labels are softened a little: the photographs' are not all right, and confidences must not all be 1."""
    of_ranks = functional.cross_entropy(answers[:, :RANKS], ranks, label_smoothing=0.01)
    is_joker = (suits == NO_SUIT) & (ranks != NO_RANK)  # what a joker's corner shows besides is not asked for
    asked = torch.where(is_joker, torch.full_like(suits, -100), suits)
    return of_ranks + functional.cross_entropy(answers[:, RANKS:], asked, label_smoothing=0.01, ignore_index=-100)


def in_some_light(patches: torch.Tensor, generator: torch.Generator) -> torch.Tensor:
    """Patches (number, height, width, 3), 0 to 255, as the network wants them, each under another light."""
    count = len(patches)

    def some(low: float, high: float, *shape: int) -> torch.Tensor:
        return low + (high - low) * torch.rand((count, *(shape or (1, 1, 1))), generator=generator)

    x = patches.permute(0, 3, 1, 2).float() / 255
    x = x.clamp(1e-4) ** (2 ** some(-0.7, 0.7))
    x = x * (2 ** some(-1.1, 0.25)) * (2 ** some(-0.28, 0.28, 3, 1, 1))
    x = x * _slope(some) * _shadow(some)
    x = x + _glare(some)
    haze = some(-0.4, 0.3).clamp(0)
    x = x * (1 - haze) + haze * some(0.2, 0.9)
    is_grey = (some(0, 1) < 0.06).float()
    x = x * (1 - is_grey) + x.mean(1, keepdim=True) * is_grey
    x = x + torch.randn(x.shape, generator=generator) * some(-0.03, 0.07).clamp(0)
    return (x.clamp(0, 1) * 2 - 1).contiguous(memory_format=torch.channels_last)


Some = Callable[..., torch.Tensor]


def _grid() -> tuple[torch.Tensor, torch.Tensor]:
    rows, columns = torch.linspace(-1, 1, PATCH_HEIGHT), torch.linspace(-1, 1, PATCH_WIDTH)
    y, x = torch.meshgrid(rows, columns, indexing="ij")
    return x[None, None], y[None, None]


def _slope(some: Some) -> torch.Tensor:
    x, y = _grid()
    return (1 + x * some(-0.2, 0.2) + y * some(-0.2, 0.2)).clamp(0.3)


def _shadow(some: Some) -> torch.Tensor:
    x, y = _grid()
    turn = some(0, 2 * torch.pi)
    inside = torch.sigmoid((x * turn.cos() + y * turn.sin() - some(-1, 1)) * some(3, 30))
    return 1 - inside * some(-1.2, 0.6).clamp(0)


def _glare(some: Some) -> torch.Tensor:
    x, y = _grid()
    distance = ((x - some(-1, 1)) / some(0.15, 0.8)) ** 2 + ((y - some(-1, 1)) / some(0.1, 0.6)) ** 2
    return torch.exp(-(distance**2)) * some(-2.5, 0.7).clamp(0)


def export(network: IndexNetwork, path: Path) -> None:
    """Writes ONNX that OpenCV 4.6 and later read: batch norm folded in, operator set 11, any number of patches."""
    network.eval()
    example = torch.zeros(1, 3, PATCH_HEIGHT, PATCH_WIDTH)
    torch.onnx.export(
        network,
        (example,),
        str(path),
        opset_version=11,
        input_names=["patches"],
        output_names=["classes"],
        dynamo=False,
    )
