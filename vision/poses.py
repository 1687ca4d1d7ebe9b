"""Where an index and its card lie in a picture, and the straight patch cut out around the index."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.pictures import Picture
from vision.sightings import Quad

Patches = npt.NDArray[np.uint8]
"""Number x PATCH_HEIGHT x PATCH_WIDTH x 3, BGR."""

Vector = tuple[float, float]
"""Pixels to the right, pixels down."""

PATCH_WIDTH, PATCH_HEIGHT = 48, 64

PATCH_REACH = 1.3
"""From the index's middle to the patch's upper and lower border, in half heights of the index."""

CARD_SHAPE = 88.9 / 63.5
"""Height by width of a poker card. Bridge cards are slimmer (1.56); what is read is the same."""

PAPER_LEVEL = 215.0
"""To this the paper of a patch is brought, in each colour: lamps are yellow, tables throw their colour."""

PAPER_SHARE = 75
"""Percentile of a patch that is paper: ink covers less than a quarter beside any index."""

DARKEST_PAPER = 24.0
"""What is darker is not brought up further: there is nothing but noise in it."""

LEVELS = np.arange(256, dtype=np.float32)[:, None]


@dataclass(frozen=True, slots=True)
class Pose:
    """An index and the card that it belongs to, as it lies in a picture."""

    middle: Vector
    """Middle of the box around rank and suit."""
    down: Vector
    """From there to the middle of the box's lower side, below the suit."""
    across: Vector
    """From the card's middle to the middle of its right side, the index being upright at its upper left."""
    along: Vector
    """From the card's middle to the middle of its lower side."""
    card: Vector
    """The card's middle."""

    @property
    def height(self) -> float:
        """Of the index, px."""
        return 2 * math.hypot(*self.down)

    @property
    def quad(self) -> Quad:
        """The card's corners, clockwise from its own top left."""
        (x, y), (ax, ay), (bx, by) = self.card, self.across, self.along
        signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        a, b, c, d = ((x + s * ax + t * bx, y + s * ay + t * by) for s, t in signs)
        return a, b, c, d

    def scaled(self, times: float) -> Pose:
        """The same in a picture made *times* as large; pixel centres keep their place."""

        def at(point: Vector) -> Vector:
            return (point[0] + 0.5) * times - 0.5, (point[1] + 0.5) * times - 0.5

        def long(vector: Vector) -> Vector:
            return vector[0] * times, vector[1] * times

        return Pose(at(self.middle), long(self.down), long(self.across), long(self.along), at(self.card))


@dataclass(frozen=True, slots=True)
class Shift:
    """How far a pose is off, as seen in the patch that it cuts."""

    across: float
    """In half heights of the index, to the patch's right."""
    down: float
    turn: float
    """Radians, clockwise as seen."""
    size: float
    """Natural logarithm of the true height by the supposed one."""
    lean: float
    """Radians by which the card's width is turned besides, clockwise."""


def shifted(pose: Pose, shift: Shift) -> Pose:
    """The pose moved by a shift; the card moves with its index."""
    half = math.hypot(*pose.down)
    right, below = _unit(patch_axes(pose)[0]), _unit(pose.down)
    x = half * (shift.across * right[0] + shift.down * below[0])
    y = half * (shift.across * right[1] + shift.down * below[1])
    size = math.exp(shift.size)
    middle = pose.middle[0] + x, pose.middle[1] + y
    to_card = rotated((pose.card[0] - pose.middle[0], pose.card[1] - pose.middle[1]), shift.turn, size)
    return Pose(
        middle=middle,
        down=rotated(pose.down, shift.turn, size),
        across=rotated(pose.across, shift.turn + shift.lean, size),
        along=rotated(pose.along, shift.turn, size),
        card=(middle[0] + to_card[0], middle[1] + to_card[1]),
    )


def shift_between(supposed: Pose, true: Pose) -> Shift:
    """What brings a supposed pose onto the true one, the inverse of `shifted` but for the card."""
    half = max(math.hypot(*supposed.down), 1e-6)
    right, below = _unit(patch_axes(supposed)[0]), _unit(supposed.down)
    axes = np.array((right, below)).T
    off = np.linalg.solve(axes, np.array(true.middle) - np.array(supposed.middle)) / half
    turn = _between(supposed.down, true.down)
    lean = _between(supposed.across, true.across) - turn
    size = float(np.log(max(np.hypot(*true.down), 1e-6) / half))
    return Shift(float(off[0]), float(off[1]), turn, size, float(np.angle(np.exp(1j * lean))))


def rotated(vector: Vector, turn: float, size: float = 1.0) -> Vector:
    """A vector turned clockwise as seen (radians) and made longer."""
    cosine, sine = math.cos(turn) * size, math.sin(turn) * size
    return vector[0] * cosine - vector[1] * sine, vector[0] * sine + vector[1] * cosine


def _unit(vector: Vector) -> Vector:
    length = max(math.hypot(*vector), 1e-9)
    return vector[0] / length, vector[1] / length


def _between(one: Vector, other: Vector) -> float:
    return math.atan2(one[0] * other[1] - one[1] * other[0], one[0] * other[0] + one[1] * other[1])


def patch_axes(pose: Pose) -> tuple[Vector, Vector]:
    """From the patch's middle to its right border and to its lower border, px.

    Seen askew, a card's width shrinks more or less than its height: both are measured by the card.
    """
    down = math.hypot(*pose.down)
    wide, high = math.hypot(*pose.across), math.hypot(*pose.along)
    if wide < 1e-6:
        return (0.0, 0.0), (0.0, 0.0)
    shape = min(max(high / wide / CARD_SHAPE, 0.4), 2.5)
    reach = PATCH_REACH * down / shape * PATCH_WIDTH / PATCH_HEIGHT / wide
    return (
        (pose.across[0] * reach, pose.across[1] * reach),
        (pose.down[0] * PATCH_REACH, pose.down[1] * PATCH_REACH),
    )


def cut_patch(picture: Picture, pose: Pose, wider: float = 1.0) -> Patches:
    """The patch around one index, upright, its paper brought to one level: PATCH_HEIGHT x PATCH_WIDTH x 3.

    *wider*: how much more of the surroundings is shown than usual, both ways.
    """
    (ax, ay), (bx, by) = ((wider * x, wider * y) for x, y in patch_axes(pose))
    x, y = pose.middle
    finer = max(2 * math.hypot(bx, by) / PATCH_HEIGHT, 1e-6)
    times = min(max(1, round(finer)), 8)
    width, height = PATCH_WIDTH * times, PATCH_HEIGHT * times
    # Pixel centres: the patch's border lies half a pixel outside the centres of its outermost pixels.
    to_picture = np.array(
        (
            (2 * ax / width, 2 * bx / height, x - ax - bx + ax / width + bx / height),
            (2 * ay / width, 2 * by / height, y - ay - by + ay / width + by / height),
        ),
        np.float64,
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    patch = cv2.warpAffine(picture, to_picture, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    if times > 1:
        patch = cv2.resize(patch, (PATCH_WIDTH, PATCH_HEIGHT), interpolation=cv2.INTER_AREA)
    return _on_even_paper(np.asarray(patch, np.uint8))


def _on_even_paper(patch: Patches) -> Patches:
    some = np.ascontiguousarray(patch[::2, ::2].reshape(-1, 3).T)
    at = some.shape[1] * PAPER_SHARE // 100
    paper = np.partition(some, at)[:, at].astype(np.float32)
    gains = np.float32(PAPER_LEVEL) / np.maximum(paper, np.float32(DARKEST_PAPER))
    levels = np.minimum(LEVELS * gains, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(patch, levels[:, None]), np.uint8)
