"""What the networks learn from, how, and how they become ONNX files."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn import functional
from torch.utils.data import DataLoader, Dataset

from vision.aligner import UNITS, Aligner
from vision.finder import (
    ACROSS,
    ALONG,
    CARD,
    CARD_UNIT,
    CHANNELS,
    DOWN,
    DOWN_UNIT,
    MIDDLE,
    MIDDLE_UNIT,
    STRIDE,
    IndexFinder,
)
from vision.pictures import Picture
from vision.poses import PATCH_HEIGHT, PATCH_WIDTH, Patches, Shift
from vision.training.finds import finds_of
from vision.training.networks import RANKS, AlignerNetwork, FinderNetwork, IndexNetwork
from vision.training.patches import guesses_of, patches_of
from vision.training.scenes import SIDE, Group, SceneMaker, Truth
from vision.training.straight import NO_RANK, NO_SUIT

logger = logging.getLogger(__name__)

SCENES = 16
"""Scenes in a batch."""

PATCHES = 96
"""Patches in a batch, from the same scenes."""

CELLS = SIDE // STRIDE

KEEPING = 0.998
"""Share of the running average of the weights that a step keeps."""

Floats = npt.NDArray[np.float32]
GUESSED = 128
"""Guesses in a batch, from the same scenes."""

Batch = tuple[
    npt.NDArray[np.uint8], Floats, Floats, npt.NDArray[np.uint8], npt.NDArray[np.int64], npt.NDArray[np.uint8], Floats
]
"""Scenes; presence wanted and its weight; poses wanted and their weight; patches; rank and suit of each; guesses; the
shift of each."""

PatchBatch = tuple[npt.NDArray[np.uint8], npt.NDArray[np.int64]]
"""Patches; rank and suit of each."""


class Batches(Dataset[Batch]):
    """Batch *n* of a seed is always the same, whoever makes it and when."""

    def __init__(self, groups: Sequence[Group], tiles: Sequence[Picture], seed: int, count: int) -> None:
        self._groups, self._tiles, self._seed, self._count = groups, tiles, seed, count

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, number: int) -> Batch:
        rng = np.random.default_rng((self._seed, number))
        maker = SceneMaker(self._groups, self._tiles, rng)
        scenes = [maker.make() for _ in range(SCENES)]
        wanted = [cells_wanted(scene.truths) for scene in scenes]
        patches = [patch for scene in scenes for patch in patches_of(scene, rng)]
        chosen = [patches[place] for place in rng.permutation(len(patches))[:PATCHES]]
        guesses = [guess for scene in scenes for guess in guesses_of(scene, rng)]
        guessed = [guesses[place] for place in rng.permutation(len(guesses))[:GUESSED]]
        return (
            np.stack([scene.picture for scene in scenes]),
            np.stack([presence for presence, _ in wanted]),
            np.stack([poses for _, poses in wanted]),
            stacked([patch.pixels for patch in chosen]),
            np.array([(patch.rank, patch.suit) for patch in chosen], np.int64).reshape(-1, 2),
            stacked([guess.pixels for guess in guessed]),
            _units([guess.shift for guess in guessed]),
        )


def stacked(patches: Sequence[Patches]) -> npt.NDArray[np.uint8]:
    """Patches in one array; none make an empty one."""
    return np.stack(patches) if patches else np.zeros((0, PATCH_HEIGHT, PATCH_WIDTH, 3), np.uint8)


def _units(shifts: Sequence[Shift]) -> Floats:
    parts = np.array([astuple(shift) for shift in shifts], np.float32).reshape(-1, len(UNITS))
    return np.asarray(parts / np.array(UNITS), np.float32)


def cells_wanted(truths: Sequence[Truth]) -> tuple[Floats, Floats]:
    """What the finder should say of a scene.

    Presence: 2 x cells x cells, how near an index's middle is (1: here) and how much the cell counts. Poses:
    CHANNELS x cells x cells, the first channel being how much the pose counts there.
    """
    y, x = np.mgrid[:CELLS, :CELLS].astype(np.float32) * STRIDE + (STRIDE - 1) / 2
    presence = np.stack((np.zeros((CELLS, CELLS)), np.ones((CELLS, CELLS)))).astype(np.float32)
    poses = np.zeros((CHANNELS, CELLS, CELLS), np.float32)
    for truth in sorted(truths, key=lambda truth: truth.is_clear):
        pose = truth.pose
        dx, dy = pose.middle[0] - x, pose.middle[1] - y
        near = np.exp(-(dx**2 + dy**2) / (2 * max(4.0, pose.height / 7) ** 2))
        if not truth.is_clear:
            presence[1][near > 0.2] = 0
            continue
        row, column = int(pose.middle[1] // STRIDE), int(pose.middle[0] // STRIDE)
        if not (0 <= row < CELLS and 0 <= column < CELLS):
            continue
        presence[0] = np.maximum(presence[0], np.minimum(near, 0.95))
        presence[0, row, column] = 1
        presence[1][near > 0.2] = 1
        here = (near > 0.55) & (near > poses[0])
        poses[0][here] = near[here]
        poses[MIDDLE, here] = np.stack((dx[here], dy[here])) / MIDDLE_UNIT
        card = (pose.card[0] - pose.middle[0], pose.card[1] - pose.middle[1])
        parts = (
            (DOWN, pose.down, DOWN_UNIT),
            (CARD, card, CARD_UNIT),
            (ACROSS, pose.across, CARD_UNIT),
            (ALONG, pose.along, CARD_UNIT),
        )
        for channels, vector, unit in parts:
            poses[channels, here] = np.array(vector, np.float32)[:, None] / unit
    return presence, poses


class FindBatches(Dataset[PatchBatch]):
    """Batches of patches: half where the weights in a folder find something in scenes, half cut by the truth."""

    def __init__(self, groups: Sequence[Group], tiles: Sequence[Picture], weights: Path, seed: int, count: int) -> None:
        self._groups, self._tiles, self._weights = groups, tiles, weights
        self._seed, self._count = seed, count
        self._nets: tuple[IndexFinder, Aligner] | None = None

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, number: int) -> PatchBatch:
        # OpenCV's networks cannot be handed from one process to another.
        if self._nets is None:
            self._nets = (
                IndexFinder.load(self._weights / "finder.onnx"),
                Aligner.load(self._weights / "aligner.onnx"),
            )
        rng = np.random.default_rng((self._seed, number))
        maker = SceneMaker(self._groups, self._tiles, rng)
        scenes = [maker.make() for _ in range(SCENES)]
        of_finds = [patch for scene in scenes for patch in finds_of(scene, *self._nets, rng)]
        of_truths = [patch for scene in scenes for patch in patches_of(scene, rng)]
        chosen = [kind[place] for kind in (of_finds, of_truths) for place in rng.permutation(len(kind))[:PATCHES]]
        classes = np.array([(patch.rank, patch.suit) for patch in chosen], np.int64).reshape(-1, 2)
        return stacked([patch.pixels for patch in chosen]), classes


class Student:
    """A network, how it learns, and the running average of its weights, which is what is kept."""

    def __init__(self, network: nn.Module) -> None:
        self.network = network.to(memory_format=torch.channels_last)  # twice as fast on a processor
        self._average = torch.optim.swa_utils.AveragedModel(
            network, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(KEEPING), use_buffers=True
        )

    def begin(self, steps: int, rate: float) -> None:
        """Sets out to learn in so many steps, at this rate at most."""
        self._optimiser = torch.optim.AdamW(self.network.parameters(), lr=rate, weight_decay=0.02)
        self._schedule = torch.optim.lr_scheduler.OneCycleLR(self._optimiser, rate, total_steps=steps, pct_start=0.1)

    def learn(self, loss: torch.Tensor) -> None:
        """One step down the loss."""
        self._optimiser.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 5.0)
        self._optimiser.step()
        self._schedule.step()
        self._average.update_parameters(self.network)

    @property
    def kept(self) -> nn.Module:
        """The averaged network, ready to be asked."""
        module = self._average.module
        module.eval()
        return module


@dataclass(frozen=True, slots=True, eq=False)
class Class:
    """The three networks of a reader, in training."""

    finder: Student
    aligner: Student
    index: Student

    @classmethod
    def of(cls, seed: int) -> Class:
        """Networks that have learned nothing yet."""
        torch.manual_seed(seed)
        return cls(Student(FinderNetwork()), Student(AlignerNetwork()), Student(IndexNetwork()))


def fit(pupils: Class, batches: Batches, rate: float, report: Callable[[int], None]) -> None:
    """Trains all networks on every batch once; *report* is called now and then.

    One process lays scenes while this one learns.
    """
    steps = len(batches)
    students = (pupils.finder, pupils.index, pupils.aligner)
    for student in students:
        student.begin(steps, rate)
    began = time.monotonic()
    lost = np.zeros(len(students))
    loader = DataLoader(batches, batch_size=None, num_workers=1, prefetch_factor=8)
    for step, (scenes, presence, poses, patches, classes, guesses, shifts) in enumerate(loader):
        for student in students:
            student.network.train()
        losses = (
            finder_loss(pupils.finder.network(as_input(scenes)), presence, poses),
            index_loss(pupils.index.network(as_input(patches)).flatten(1), classes),
            functional.smooth_l1_loss(pupils.aligner.network(as_input(guesses)).flatten(1), shifts, beta=0.1),
        )
        for student, loss in zip(students, losses, strict=True):
            student.learn(loss)
        lost = 0.98 * lost + 0.02 * np.array([loss.item() for loss in losses])
        if step % 100 == 99:
            said = ", ".join(f"{value:.4f}" for value in lost)
            logger.info("step %d of %d, lost %s, %.0f s", step + 1, steps, said, time.monotonic() - began)
            report(step + 1)


def learn_from_finds(index: Student, batches: FindBatches, rate: float) -> None:
    """Trains the index network on every batch once. One process lays scenes and looks while this one learns."""
    index.begin(len(batches), rate)
    lost = 0.0
    loader = DataLoader(batches, batch_size=None, num_workers=1, prefetch_factor=8)
    for step, (patches, classes) in enumerate(loader):
        index.network.train()
        loss = index_loss(index.network(as_input(patches)).flatten(1), classes)
        index.learn(loss)
        lost = 0.98 * lost + 0.02 * float(loss.item())
        if step % 100 == 99:
            logger.info("finds: step %d of %d, lost %.4f", step + 1, len(batches), lost)


def as_input(pictures: torch.Tensor) -> torch.Tensor:
    """Pictures (number, height, width, 3), 0 to 255, as the networks want them."""
    values = pictures.permute(0, 3, 1, 2).float() / 127.5 - 1
    return values.contiguous(memory_format=torch.channels_last)


def finder_loss(cells: torch.Tensor, presence: torch.Tensor, poses: torch.Tensor) -> torch.Tensor:
    """Presence as in CenterNet (Zhou et al. 2019, formula 1); poses by how far they are off, in index heights."""
    near, counts = presence[:, 0], presence[:, 1]
    share = torch.sigmoid(cells[:, 0]).clamp(1e-5, 1 - 1e-5)
    is_here = (near == 1).float()
    found = is_here * (1 - share) ** 2 * torch.log(share)
    missed = (1 - is_here) * (1 - near) ** 4 * share**2 * torch.log(1 - share)
    number = is_here.sum().clamp(min=1)
    of_presence = -((found + missed) * counts).sum() / number
    weight = poses[:, :1]
    height = poses[:, DOWN].square().sum(1, keepdim=True).sqrt().clamp(min=0.2)
    off = functional.smooth_l1_loss(cells[:, 1:], poses[:, 1:], reduction="none", beta=0.05)
    of_poses = (off * weight / height).sum() / (weight.sum().clamp(min=1) * (CHANNELS - 1))
    return of_presence + 4 * of_poses


def index_loss(answers: torch.Tensor, classes: torch.Tensor) -> torch.Tensor:
    """Labels are softened a little: the photographs' are not all right, and confidences must not all be 1."""
    ranks, suits = classes[:, 0], classes[:, 1]
    of_ranks = functional.cross_entropy(answers[:, :RANKS], ranks, label_smoothing=0.01)
    is_joker = (suits == NO_SUIT) & (ranks != NO_RANK)  # what a joker's corner shows besides is not asked for
    asked = torch.where(is_joker, torch.full_like(suits, -100), suits)
    return of_ranks + functional.cross_entropy(answers[:, RANKS:], asked, label_smoothing=0.01, ignore_index=-100)


def index_shares_right(reader: Student, batches: Batches) -> float:
    """Which share of the indices in these batches the kept index network names right."""
    right, asked = 0, 0
    for number in range(len(batches)):
        *_, patches, classes, _, _ = batches[number]
        wanted = torch.from_numpy(classes)
        is_index = wanted[:, 0] != NO_RANK
        with torch.no_grad():
            answers = reader.kept(as_input(torch.from_numpy(patches))).flatten(1)
        is_suit = (answers[:, RANKS:].argmax(1) == wanted[:, 1]) | (wanted[:, 1] == NO_SUIT)
        is_right = (answers[:, :RANKS].argmax(1) == wanted[:, 0]) & is_suit
        right, asked = right + int(is_right[is_index].sum()), asked + int(is_index.sum())
    return right / max(asked, 1)


def export(network: nn.Module, path: Path, size: tuple[int, int]) -> None:
    """Writes ONNX that OpenCV 4.6 and later read: batch norm folded in, operator set 11; *size* is height and width."""
    network.eval()
    torch.onnx.export(
        network,
        (torch.zeros(1, 3, *size),),
        str(path),
        opset_version=11,
        input_names=["picture"],
        output_names=["said"],
        dynamo=False,
    )
