"""Joins the indices of one card: two indices of a card are one card, two equal cards are two."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from vision.deck import JOKER, LABELS
from vision.poses import Pose, Vector

Evidence = npt.NDArray[np.float64]
"""How sure an index is of each of vision.deck.LABELS and, last, that there is none: 54, sum 1."""

SAME_TURN = 0.8
"""Cosine from which two indices stand alike, or upside down to each other (37 degrees: seen askew)."""

DIAGONAL, UPRIGHT, LEVEL = ((0.6, 4.2), (0.45, 4.2)), ((0.0, 0.4), (0.45, 4.5)), ((0.85, 4.2), (0.0, 0.4))
AGREEING = {DIAGONAL: 1.6, UPRIGHT: 1.6, LEVEL: 1.0}
SLOPE = (0.35, 1.8)
"""How far apart the indices of one card are: across and along, in half widths and half heights of the card as an index
alone would have it, which depends on the pack. In opposite corners, one above the other, and side by side. And how far
apart, in widths of the card, they may then think its middle to be; and how much more along than across it goes from
corner to corner."""

USUAL_ACROSS, USUAL_ALONG = 1.5, 1.33
"""The same for opposite corners of most packs' cards."""

BESIDE = 0.15
"""Two equal cards side by side think their middles as far apart as their indices are; of one card's indices this much
of the way between them, in half widths, is left over."""

SAME_CARD_UNLIKE = 0.14
"""So near, in widths of the card, two indices must think its middle to be that do not read alike."""

SAME_SIZE, SAME_SIZE_UNLIKE, SAME_SIZE_WORD = 1.7, 1.3, 2.6
"""Indices of one card differ in height by less than this factor: if they read alike, if not, and a joker's."""

SURE_OF_ITSELF = 0.9
"""Two indices that are so sure of two names are of two cards."""

SAME_READ = 0.5
"""Of the height of an index; two equal cards do not lie so near that both of their indices show."""

SAME_WORD = (0.25, 1.0)
"""The same of a joker's, across and along its word: the word is found in parts, too."""

_JOKER = LABELS.index(JOKER)

OFF_CORNER = 0.22
"""So far, in sides of the rectangle between the indices of a card, one may stand beside its corner."""

READABLE = 0.5
"""An index says something from this share of its best label on."""


@dataclass(frozen=True, slots=True, eq=False)
class Index:
    """One index as it was found and read."""

    pose: Pose
    evidence: Evidence
    presence: float

    @property
    def label(self) -> int:
        """The likeliest of LABELS."""
        return int(self.evidence[:-1].argmax())

    @property
    def share(self) -> float:
        """How sure it is of that."""
        return float(self.evidence[:-1].max())


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """The indices of one card."""

    indices: tuple[Index, ...]
    scale: tuple[float, float] = (1.0, 1.0)
    """By how much the card is wider and higher than an index alone would have it."""

    @property
    def first(self) -> Index:
        """The surest."""
        return self.indices[0]

    @property
    def opposite(self) -> Index | None:
        """The index in the corner opposite to the first one's."""
        first = self.first.pose
        return next(
            (
                index
                for index in self.indices[1:]
                if _cosine(first, index.pose) < 0 and _fits(_between(first, index.pose), DIAGONAL)
            ),
            None,
        )

    @property
    def is_both_ends(self) -> bool:
        """Whether an index of each end of the card is among them."""
        return any(_cosine(self.first.pose, other.pose) < 0 for other in self.indices[1:])

    @property
    def pose(self) -> Pose:
        """Where the card lies, as all of its indices say together; upright as the first."""
        first = self.first.pose
        poses = [_as_the_first(first, index.pose) for index in self.indices]
        across, along = (np.mean([getattr(pose, part) for pose in poses], axis=0) for part in ("across", "along"))
        across, along = across * self.scale[0], along * self.scale[1]
        opposite = self.opposite
        if opposite is not None:
            middle = (np.array(first.middle) + np.array(opposite.pose.middle)) / 2
        else:
            middle = np.mean([_middle(pose, self.scale) for pose in poses], axis=0)
        (x, y), (ax, ay), (bx, by) = middle.tolist(), across.tolist(), along.tolist()
        return Pose(first.middle, first.down, (ax, ay), (bx, by), (x, y))


def read_once(indices: Sequence[Index]) -> list[Index]:
    """Each index once: two finds that stand alike, read alike and are less than SAME_READ heights apart are one.

    Of a joker's word, which reads the same in parts, the part is kept that looks most like an index.
    """
    kept: list[Index] = []
    for index in sorted(indices, key=lambda index: -(index.presence if index.label == _JOKER else index.share)):
        if not any(_is_same(index, other) for other in kept):
            kept.append(index)
    return kept


def _is_same(one: Index, other: Index) -> bool:
    if one.label != other.label or _cosine(one.pose, other.pose) <= SAME_TURN:
        return False
    x, y = other.pose.middle[0] - one.pose.middle[0], other.pose.middle[1] - one.pose.middle[1]
    height = max(one.pose.height, other.pose.height)
    if math.hypot(x, y) < SAME_READ * height:
        return True
    (dx, dy), half = one.pose.down, one.pose.height / 2
    aside, along = abs(x * dy - y * dx) / half, abs(x * dx + y * dy) / half
    return one.label == _JOKER and aside < SAME_WORD[0] * height and along < SAME_WORD[1] * height


def joined(indices: Sequence[Index]) -> list[Group]:
    """The indices by card, the surest card first; each index belongs to one card."""
    pairs = sorted(
        (distance, one, other)
        for one in range(len(indices))
        for other in range(one)
        if (distance := _apart(indices[one], indices[other])) is not None
    )
    of_card = [{number} for number in range(len(indices))]
    for _, one, other in pairs:
        if of_card[one] is of_card[other] or not _is_free(indices, of_card[one], of_card[other]):
            continue
        both = of_card[one] | of_card[other]
        for number in both:
            of_card[number] = both
    cards = {id(card): card for card in of_card}.values()
    groups = [Group(tuple(sorted((indices[n] for n in card), key=lambda index: -index.share))) for card in cards]
    return _of_one_size(sorted(groups, key=lambda group: (-len(group.indices), -group.first.share)))


def _of_one_size(groups: Sequence[Group]) -> list[Group]:
    """Cards whose opposite corners are seen tell how large they are, and so do they for the others on the table."""
    scales = {place: _scale(group) for place, group in enumerate(groups) if group.opposite is not None}
    if not scales:
        return list(groups)
    across, along = (float(np.median([scale[axis] for scale in scales.values()])) for axis in (0, 1))
    return [replace(group, scale=scales.get(place, (across, along))) for place, group in enumerate(groups)]


def _scale(group: Group) -> tuple[float, float]:
    assert group.opposite is not None
    across, along = _between(group.first.pose, group.opposite.pose)
    return abs(across) / USUAL_ACROSS, along / USUAL_ALONG


def _is_free(indices: Sequence[Index], one: set[int], other: set[int]) -> bool:
    """Whether two parts of a card can be of one: three and more indices stand in the corners of a rectangle."""
    together = [indices[number].pose for number in (*one, *other)]
    return len(together) == 2 or (len(together) <= 4 and _are_corners(together))


def _are_corners(poses: Sequence[Pose]) -> bool:
    """Whether indices stand in different corners of one rectangle, each with its back to the nearer end.

    The rectangle lies as the first index has it, as all have it on average, or straight as the indices stand: an index
    alone knows its card's sides roughly, and seen askew they are not square to each other.
    """
    first = poses[0]
    upright = np.array([_cosine(first, pose) > 0 for pose in poses])
    alike = [_as_the_first(first, pose) for pose in poses]
    down, across, along = (_mean_of([getattr(pose, part) for pose in alike]) for part in ("down", "across", "along"))
    frames = ((first.across, first.along), (across, along), ((down[1], -down[0]), down))
    return any(_are_corners_in(_places(poses, *frame), upright) for frame in frames)


def _are_corners_in(places: npt.NDArray[np.float64], upright: npt.NDArray[np.bool_]) -> bool:
    least, most = places.min(axis=0), places.max(axis=0)
    size = most - least
    if (size < 0.4 * size.max()).any():
        return False
    ends = np.round((places - least) / size)
    off = np.abs((places - least) / size - ends).max()
    is_upper = ends[:, 1] == 0
    is_each_once = len({tuple(end) for end in ends.tolist()}) == len(places)
    return bool(off < OFF_CORNER and is_each_once and (upright == is_upper).all())


def _places(poses: Sequence[Pose], across: Vector, along: Vector) -> npt.NDArray[np.float64]:
    """Where indices stand, in these sides."""
    axes = np.array((across, along), np.float64).T
    if abs(float(np.linalg.det(axes))) < 1e-9:
        return np.zeros((len(poses), 2))
    return np.asarray(np.linalg.solve(axes, np.array([pose.middle for pose in poses]).T).T)


def _mean_of(vectors: Sequence[Vector]) -> Vector:
    x, y = np.mean(vectors, axis=0).tolist()
    return x, y


def _apart(one: Index, other: Index) -> float | None:
    """How far, in widths of the card, two indices disagree about it; None if they cannot be of one card.

    Those that do not read alike come after all that do.
    """
    first, second = one.pose, other.pose
    if _ratio(first, second) > (SAME_SIZE_WORD if one.label == other.label == _JOKER else SAME_SIZE):
        return None
    cosine = _cosine(first, second)
    if abs(cosine) < SAME_TURN:
        return None
    width = math.hypot(*first.across) + math.hypot(*second.across)
    distance = math.hypot(first.card[0] - second.card[0], first.card[1] - second.card[1]) / max(width, 1e-6)
    if one.label != other.label or min(one.share, other.share) <= READABLE:
        are_sure = min(one.share, other.share) > SURE_OF_ITSELF
        is_one = (
            cosine < 0 and distance < SAME_CARD_UNLIKE and not are_sure and _ratio(first, second) < SAME_SIZE_UNLIKE
        )
        return 10 + distance if is_one else None
    places = (DIAGONAL, UPRIGHT) if cosine < 0 else (LEVEL,)
    between = _between(first, second)
    if cosine > 0 and abs(between[0]) - 2 * distance < BESIDE:
        return None
    fits = any(distance < AGREEING[place] and _fits(between, place) for place in places)
    return distance if fits else None


def _ratio(one: Pose, other: Pose) -> float:
    return max(one.height, other.height) / max(min(one.height, other.height), 1e-6)


def _fits(between: tuple[float, float], place: tuple[tuple[float, float], tuple[float, float]]) -> bool:
    (least_across, most_across), (least_along, most_along) = place
    across, along = abs(between[0]), between[1]
    is_sloping = place is not DIAGONAL or SLOPE[0] * across <= along <= SLOPE[1] * across
    return is_sloping and least_across <= across <= most_across and least_along <= along <= most_along


def _between(one: Pose, other: Pose) -> tuple[float, float]:
    """From the one index to the other, in half widths and half heights of the card as they see it on average.

    Along is positive where each stands above the other, seen upright; side by side it is a distance.
    """
    turned = _cosine(one, other) < 0
    back = _in_axes(other, one)
    there = _in_axes(one, other)
    sign = 1.0 if turned else -1.0
    across, along = (there[0] + sign * back[0]) / 2, (there[1] + sign * back[1]) / 2
    return across, along if turned else abs(along)


def _in_axes(pose: Pose, other: Pose) -> Vector:
    """Where another index stands, in the half width and half height of a pose's card."""
    return _along_axes(pose, (other.middle[0] - pose.middle[0], other.middle[1] - pose.middle[1]))


def _along_axes(pose: Pose, vector: Vector) -> Vector:
    (ax, ay), (bx, by), (x, y) = pose.across, pose.along, vector
    area = ax * by - ay * bx
    if abs(area) < 1e-9:
        return 0.0, 0.0
    return (x * by - y * bx) / area, (ax * y - ay * x) / area


def _middle(pose: Pose, scale: tuple[float, float]) -> Vector:
    """The card's middle, if the card is larger or smaller by that than its index alone would have it."""
    x, y = _along_axes(pose, (pose.card[0] - pose.middle[0], pose.card[1] - pose.middle[1]))
    (ax, ay), (bx, by) = pose.across, pose.along
    x, y = x * scale[0], y * scale[1]
    return pose.middle[0] + x * ax + y * bx, pose.middle[1] + x * ay + y * by


def _cosine(one: Pose, other: Pose) -> float:
    product = one.down[0] * other.down[0] + one.down[1] * other.down[1]
    return product / max(math.hypot(*one.down) * math.hypot(*other.down), 1e-9)


def _as_the_first(first: Pose, pose: Pose) -> Pose:
    """The pose turned, where it stands upside down to the first index: its axes then point as those of the first do."""
    if _cosine(first, pose) > 0:
        return pose
    down = (-pose.down[0], -pose.down[1])
    return Pose(pose.middle, down, (-pose.across[0], -pose.across[1]), (-pose.along[0], -pose.along[1]), pose.card)
