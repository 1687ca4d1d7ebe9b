"""Patches cut where finder and aligner really look: at indices, beside them, and at what else they take for one.

The index network learns from them last: when pictures are read it will see no others.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from vision.aligner import Aligner
from vision.deck import JOKER
from vision.finder import Found, IndexFinder
from vision.poses import Pose, cut_patch
from vision.training.patches import Patch
from vision.training.scenes import Scene, Truth
from vision.training.straight import classes_of

LEVELS = (1.0, 0.5)
"""Sizes in which a scene is looked at: a joker's letters are found as one in the one, one by one in the other."""

MOST_FINDS, MOST_PATCHES = 20, 16
"""Of one level, the surest; and of one scene."""

STRAY_KEPT = 0.6
"""Share of the finds beside every index that are learnt from."""

Reach = tuple[float, float]
"""From an index's middle up or down, and to the side, in its half heights; a joker's to the side in the card's half
widths."""

HIT: Reach = (0.5, 0.45)
SIZE, TURN = (0.68, 1.45), 30.0
"""Height by that of the index, and degrees, between which a find shows it."""

NEAR: Reach = (2.0, 1.6)
"""Nearer than that a find that is no hit may show either: nothing is learnt from it."""

JOKER_HIT: Reach = (1.0, 0.1)
JOKER_SIZE, JOKER_TURN = (0.3, 1.7), 40.0
"""A joker's word, whole or in part, is read as a joker."""

JOKER_NEAR: Reach = (1.7, 0.25)


def finds_of(scene: Scene, finder: IndexFinder, aligner: Aligner, rng: np.random.Generator) -> Iterator[Patch]:
    """What finder and aligner make of a scene, as far as it is known what it shows."""
    found: list[Found] = []
    for size in LEVELS:
        level = cv2.resize(scene.picture, None, fx=size, fy=size, interpolation=cv2.INTER_AREA)
        seen = finder.look(np.asarray(level, np.uint8))[:MOST_FINDS]
        found += [Found(one.pose.scaled(1 / size), one.presence) for one in seen]
    count = 0
    for pose in aligner.aligned(scene.picture, [one.pose for one in found]):
        label = label_at(pose, scene.truths)
        if label is None or count == MOST_PATCHES or (not label and rng.random() > STRAY_KEPT):
            continue
        count += 1
        yield Patch(cut_patch(scene.picture, pose), *classes_of(label))


def label_at(pose: Pose, truths: Sequence[Truth]) -> str | None:
    """The label of the index that a pose shows, "" if it shows none, None if that is hard to say."""
    is_near = False
    for truth in truths:
        of_joker = truth.label == JOKER
        hit, sizes, turn = (JOKER_HIT, JOKER_SIZE, JOKER_TURN) if of_joker else (HIT, SIZE, TURN)
        half = max(math.hypot(*truth.pose.down), 1e-6)
        unit = math.hypot(*truth.pose.across) if of_joker else half
        x, y = pose.middle[0] - truth.pose.middle[0], pose.middle[1] - truth.pose.middle[1]
        (dx, dy), (ex, ey) = truth.pose.down, pose.down
        down = abs(x * dx + y * dy) / half**2
        aside = abs(x * dy - y * dx) / half / max(unit, 1e-6)
        turned = abs(math.degrees(math.atan2(dx * ey - dy * ex, dx * ex + dy * ey)))
        is_size = sizes[0] < math.hypot(ex, ey) / half < sizes[1]
        if truth.is_clear and down < hit[0] and aside < hit[1] and is_size and turned < turn:
            return truth.label
        near = JOKER_NEAR if of_joker else NEAR
        is_near |= down < near[0] and aside < near[1]
    return None if is_near else ""
