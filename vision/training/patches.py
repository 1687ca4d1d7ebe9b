"""Patches to train the index network with: cut from scenes as inexactly as the reader cuts them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from vision.aligner import WIDER
from vision.poses import Patches, Pose, Shift, cut_patch, rotated, shift_between, shifted
from vision.training.scenes import SIDE, Scene
from vision.training.straight import NO_RANK, NO_SUIT, classes_of

GUESSES = 4
"""Poses guessed wrongly for each index, from which the aligner learns."""

OFF, TURNED, LARGER, LEANING = 0.28, 0.3, 0.25, 0.12
"""How far these are off: standard deviations, in the units of vision.poses.Shift."""

LOOKS = 2
"""Patches cut from each index."""

STRAY = 3
"""Patches a scene cut where no index is."""


@dataclass(frozen=True, slots=True)
class Patch:
    """What the index network sees, and what it should say."""

    pixels: Patches
    rank: int
    suit: int


def patches_of(scene: Scene, rng: np.random.Generator) -> Iterator[Patch]:
    """The scene's clear indices, each cut several times, and what must not be taken for one."""
    clear = [truth for truth in scene.truths if truth.is_clear]
    for truth in clear:
        rank, suit = classes_of(truth.label)
        for _ in range(LOOKS):
            yield Patch(cut_patch(scene.picture, _missed_a_little(truth.pose, rng)), rank, suit)
        if rng.random() < 0.12:
            yield Patch(cut_patch(scene.picture, _turned(truth.pose, rng)), NO_RANK, NO_SUIT)
        if rng.random() < 0.2:
            yield Patch(cut_patch(scene.picture, _missed_by_far(truth.pose, rng)), NO_RANK, NO_SUIT)
    for pose in scene.corners:
        if rng.random() < 0.35:
            yield Patch(cut_patch(scene.picture, _missed_a_little(pose, rng)), NO_RANK, NO_SUIT)
    for _ in range(STRAY):
        pose = _anywhere(rng)
        if all(_apart(pose, truth.pose) > 0.8 * truth.pose.height for truth in scene.truths):
            yield Patch(cut_patch(scene.picture, pose), NO_RANK, NO_SUIT)


@dataclass(frozen=True, slots=True)
class Guess:
    """What the aligner sees, and what it should say."""

    pixels: Patches
    shift: Shift


def guesses_of(scene: Scene, rng: np.random.Generator) -> Iterator[Guess]:
    """The scene's clear indices where a finder might suppose them."""
    for truth in scene.truths:
        for _ in range(GUESSES if truth.is_clear else 0):
            near = float(rng.uniform(0.2, 1.3))
            off = rng.normal(0, OFF * near, 2)
            turn, size, lean = (float(rng.normal(0, value * near)) for value in (TURNED, LARGER, LEANING))
            supposed = shifted(truth.pose, Shift(float(off[0]), float(off[1]), turn, size, lean))
            yield Guess(cut_patch(scene.picture, supposed, WIDER), shift_between(supposed, truth.pose))


def _missed_a_little(pose: Pose, rng: np.random.Generator) -> Pose:
    """As the finder errs: some hundredths of the index's height, some degrees, some share of its size."""
    off = rng.normal(0, 0.045 * pose.height, 2)
    turn, size = rng.normal(0, 0.07), float(np.exp(rng.normal(0, 0.08)))
    lean = turn + rng.normal(0, 0.06)
    wide = float(np.exp(rng.normal(0, 0.1)))
    return replace(
        pose,
        middle=(pose.middle[0] + float(off[0]), pose.middle[1] + float(off[1])),
        down=rotated(pose.down, turn, size),
        across=rotated(pose.across, lean, wide),
        along=rotated(pose.along, 0.0, 1.0),
    )


def _missed_by_far(pose: Pose, rng: np.random.Generator) -> Pose:
    way = rng.uniform(0, 2 * np.pi)
    far = rng.uniform(0.55, 1.2) * pose.height
    return replace(pose, middle=(pose.middle[0] + far * float(np.cos(way)), pose.middle[1] + far * float(np.sin(way))))


def _turned(pose: Pose, rng: np.random.Generator) -> Pose:
    turn = np.pi + rng.normal(0, 0.3) if rng.random() < 0.6 else rng.choice([-0.5, 0.5]) * np.pi
    return replace(
        pose,
        down=rotated(pose.down, turn, 1),
        across=rotated(pose.across, turn, 1),
        along=rotated(pose.along, turn, 1),
    )


def _anywhere(rng: np.random.Generator) -> Pose:
    x, y = (float(value) for value in rng.uniform(0, SIDE, 2))
    half = float(rng.uniform(5, 20))
    upright = Pose((x, y), (0.0, half), (4 * half, 0.0), (0.0, 5.6 * half), (x, y))
    turn = float(rng.uniform(0, 2 * np.pi))
    return replace(
        upright,
        down=rotated(upright.down, turn, 1),
        across=rotated(upright.across, turn, 1),
        along=rotated(upright.along, turn, 1),
    )


def _apart(one: Pose, other: Pose) -> float:
    return float(np.hypot(one.middle[0] - other.middle[0], one.middle[1] - other.middle[1]))
