"""Scenes to train with: cards on tables of every kind, in piles and fans, under hands and things, in real light."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.pictures import Picture
from vision.poses import Pose, Vector
from vision.training.light import in_some_light
from vision.training.straight import (
    CARD_HEIGHT,
    CARD_WIDTH,
    MARGIN_X,
    MARGIN_Y,
    Box,
    StraightCard,
)
from vision.training.tables import some_table

Matrix = npt.NDArray[np.float64]

SIDE = 256
"""Pixels of a scene, both ways."""

SMALLEST, LARGEST = 10.0, 44.0
"""Heights of an index, px, between which it is to be found."""

SEEN, HALF_SEEN = 0.93, 0.4
"""Share of an index that is uncovered: from the first it is to be read, below the second there is nothing to find."""

OTHER_SIZE = 0.2
"""Share of scenes with cards too small or too large to be found: pictures are looked at in many sizes."""

GLOSSY = 0.12
"""Share of cards that mirror a lamp, so that their ink is pale and no longer black or red."""

LAYOUTS = ("free", "pile", "fan", "row", "close", "none")
LAYOUT_SHARES = (0.26, 0.2, 0.2, 0.14, 0.14, 0.06)

LOOKED_AT = np.stack(np.meshgrid(np.linspace(0, 1, 5), np.linspace(0, 1, 7)), axis=-1).reshape(-1, 2)
"""Places in an index's box, as shares of its sides, where it is tried whether it lies uncovered."""

BORDER_X, BORDER_Y = MARGIN_X + CARD_WIDTH / 2, MARGIN_Y + CARD_HEIGHT / 2
"""Middle of a straight card in its pixels."""


@dataclass(frozen=True, slots=True)
class Group:
    """Cards of one kind of source, and how often a scene is laid with them."""

    cards: Sequence[StraightCard]
    share: float


@dataclass(frozen=True, slots=True)
class Truth:
    """One index in a scene."""

    pose: Pose
    label: str
    is_clear: bool
    """Whether it must be found; if not, it may be found or left."""


@dataclass(frozen=True, slots=True)
class Scene:
    picture: Picture
    truths: tuple[Truth, ...]
    corners: tuple[Pose, ...]
    """Where an index could stand and none is to be read: bare corners and covered ones."""


@dataclass(frozen=True, slots=True)
class _Laid:
    card: StraightCard
    onto_picture: Matrix


class SceneMaker:
    """Lays scenes without end; the same seed lays the same scenes."""

    def __init__(self, groups: Sequence[Group], tiles: Sequence[Picture], rng: np.random.Generator) -> None:
        self._groups = [group for group in groups if group.cards]
        shares = np.array([group.share for group in self._groups])
        self._shares = shares / shares.sum()
        self._packs = [_packs(group.cards) for group in self._groups]
        self._tiles, self._rng = tiles, rng

    def make(self) -> Scene:
        """A scene of SIDE x SIDE px."""
        rng = self._rng
        picture = some_table(SIDE, self._tiles, rng)
        layout = LAYOUTS[rng.choice(len(LAYOUTS), p=LAYOUT_SHARES)]
        laid = [] if layout == "none" else self._lay(layout)
        on_top = np.full((SIDE, SIDE), -1, np.int16)
        for number, one in enumerate(laid):
            _paste(picture, on_top, one, number, rng)
        if rng.random() < 0.3:
            _cover(picture, on_top, rng)
        truths: list[Truth] = []
        corners: list[Pose] = []
        for number, one in enumerate(laid):
            _look(one, number, on_top, truths, corners)
        return Scene(in_some_light(picture, rng), tuple(truths), tuple(corners))

    def _lay(self, layout: str) -> list[_Laid]:
        rng = self._rng
        packs = self._packs[rng.choice(len(self._groups), p=self._shares)]
        pack = packs[rng.integers(len(packs))]
        others = self._packs[rng.choice(len(self._groups), p=self._shares)]
        first = pack[rng.integers(len(pack))]
        index = first.left[3] - first.left[1] if first.left else 0.2 * CARD_HEIGHT
        scale = float(np.exp(rng.uniform(np.log(SMALLEST * 1.05), np.log(LARGEST)))) / index
        if rng.random() < OTHER_SIZE:
            scale *= rng.choice([0.3, 0.5, 2.0, 3.5, 6.0])
        poses = _poses(layout, scale * CARD_WIDTH, rng)
        camera = _camera(rng)
        laid = []
        for place, (x, y, turn) in enumerate(poses):
            cards = pack if rng.random() < 0.93 else others[rng.integers(len(others))]
            card = first if place == 0 else cards[rng.integers(len(cards))]
            cosine, sine = scale * np.cos(turn), scale * np.sin(turn)
            to_plane = np.array(((cosine, -sine, x), (sine, cosine, y), (0, 0, 1))) @ np.array(
                ((1, 0, -BORDER_X), (0, 1, -BORDER_Y), (0, 0, 1))
            )
            laid.append(_Laid(card, camera @ to_plane))
        return laid


def _packs(cards: Sequence[StraightCard]) -> list[list[StraightCard]]:
    """Cards by pack; photographs, which are of one source each, stay together."""
    packs: dict[str, list[StraightCard]] = {}
    for card in cards:
        packs.setdefault(card.source, []).append(card)
    return list(packs.values())


def _poses(layout: str, width: float, rng: np.random.Generator) -> list[tuple[float, float, float]]:
    """Middles and turns (radians) of cards of that width, px; later ones lie on earlier ones."""
    height = width * CARD_HEIGHT / CARD_WIDTH
    base = rng.uniform(0, 2 * np.pi)
    about = rng.uniform(0.25, 0.75, 2) * SIDE
    many = int(np.clip(3 * (SIDE / height) ** 2 * rng.uniform(0.3, 1), 1, 14))
    if layout == "free":
        return [
            (*rng.uniform(0, SIDE, 2), base + rng.choice([0, 0.5, 1, 1.5]) * np.pi + rng.normal(0, 0.25))
            for _ in range(many)
        ]
    if layout == "close":
        return [(*rng.uniform(-0.1, 1.1, 2) * SIDE, rng.uniform(0, 2 * np.pi)) for _ in range(2 * many)]
    if layout == "pile":
        count, spread = int(rng.integers(2, 7)), rng.uniform(0.03, 0.4) * width
        return [
            (*(about + rng.normal(0, spread, 2)), base + rng.integers(2) * np.pi + rng.normal(0, 0.4))
            for _ in range(count)
        ]
    count = int(rng.integers(2, 9))
    if layout == "row":
        step = rng.uniform(0.16, 1.1) * width
        aside = rng.choice([0.0, rng.uniform(-0.3, 0.3)]) * width
        across, along = np.array((np.cos(base), np.sin(base))), np.array((-np.sin(base), np.cos(base)))
        if rng.random() < 0.4:
            across, along = along * 1.3, across
        start = about - across * step * count / 2
        return [
            (*(start + place * (across * step + along * aside / count)), base + rng.normal(0, 0.03))
            for place in range(count)
        ]
    pivot = about + np.array((-np.sin(base), np.cos(base))) * rng.uniform(0.7, 1.6) * height
    opening = rng.uniform(0.12, 0.5)
    reach = float(np.hypot(*(about - pivot)))
    turns = [base + (place - count / 2) * opening + rng.normal(0, 0.03) for place in range(count)]
    return [(pivot[0] + reach * np.sin(turn), pivot[1] - reach * np.cos(turn), turn) for turn in turns]


def _camera(rng: np.random.Generator) -> Matrix:
    """How the table's plane is seen: mostly from above, now and then askew by up to 60 degrees."""
    tilt = np.deg2rad(rng.uniform(0, 60) if rng.random() < 0.35 else abs(rng.normal(0, 9)))
    turn = rng.normal(0, 0.4) if rng.random() < 0.7 else rng.uniform(0, 2 * np.pi)
    far = rng.uniform(2.5, 8) * SIDE
    middle = np.array(((1, 0, -SIDE / 2), (0, 1, -SIDE / 2), (0, 0, 1)))
    turned = np.array(((np.cos(turn), -np.sin(turn), 0), (np.sin(turn), np.cos(turn), 0), (0, 0, 1)))
    tilted = np.array(((1, 0, 0), (0, np.cos(tilt), 0), (0, -np.sin(tilt) / far, 1)))
    return np.asarray(np.linalg.inv(middle) @ np.linalg.inv(turned) @ tilted @ turned @ middle)


def _project(matrix: Matrix, x: float, y: float) -> Vector:
    across, down, depth = matrix @ (x, y, 1.0)
    return float(across / depth), float(down / depth)


def _paste(picture: Picture, on_top: npt.NDArray[np.int16], one: _Laid, number: int, rng: np.random.Generator) -> None:
    pixels, matrix = one.card.pixels, one.onto_picture
    corners = np.array([_project(matrix, x, y) for x in (0, pixels.shape[1]) for y in (0, pixels.shape[0])])
    (x0, y0), (x1, y1) = np.floor(corners.min(0)).astype(int) - 3, np.ceil(corners.max(0)).astype(int) + 4
    x0, y0, x1, y1 = max(x0, 0), max(y0, 0), min(x1, SIDE), min(y1, SIDE)
    if x1 - x0 < 3 or y1 - y0 < 3:
        return
    shrunk, smaller = _shrunk(pixels, matrix)
    moved = np.array(((1, 0, -x0), (0, 1, -y0), (0, 0, 1))) @ matrix @ smaller
    seen = cv2.warpPerspective(shrunk, moved, (int(x1 - x0), int(y1 - y0)), flags=cv2.INTER_LINEAR)
    share = np.asarray(seen[..., 3], np.float32) / np.float32(255)
    part = picture[y0:y1, x0:x1]
    shade = _shadow_of(share, rng)
    if rng.random() < GLOSSY:
        seen[..., :3] = _in_gloss(np.asarray(seen[..., :3], np.uint8), rng)
    mixed = part * (shade * (1 - share))[..., None] + seen[..., :3].astype(np.float32) * share[..., None]
    picture[y0:y1, x0:x1] = np.clip(mixed, 0, 255)
    on_top[y0:y1, x0:x1][share > 0.5] = number


def _shrunk(pixels: npt.NDArray[np.uint8], matrix: Matrix) -> tuple[npt.NDArray[np.uint8], Matrix]:
    """The card so small that nothing flickers when it is drawn, and how its pixels become those of the card."""
    top, right, bottom = (_project(matrix, x, y) for x, y in ((0, 0), (CARD_WIDTH, 0), (0, CARD_HEIGHT)))
    finer = max(
        CARD_WIDTH / max(np.hypot(right[0] - top[0], right[1] - top[1]), 1),
        CARD_HEIGHT / max(np.hypot(bottom[0] - top[0], bottom[1] - top[1]), 1),
    )
    times = float(np.clip(1.1 / finer, 0.12, 1))
    if times > 0.85:
        return pixels, np.eye(3)
    height, width = pixels.shape[:2]
    size = (max(4, round(width * times)), max(4, round(height * times)))
    small = cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)
    across, down = width / size[0], height / size[1]
    return np.asarray(small, np.uint8), np.array(((across, 0, across / 2 - 0.5), (0, down, down / 2 - 0.5), (0, 0, 1)))


def _shadow_of(share: npt.NDArray[np.float32], rng: np.random.Generator) -> npt.NDArray[np.float32]:
    size = int(rng.integers(1, 5)) * 2 + 1
    blurred = cv2.blur(share, (size, size))
    moved = cv2.warpAffine(
        blurred, np.array(((1, 0, rng.uniform(-2.5, 2.5)), (0, 1, rng.uniform(-2.5, 2.5)))), share.shape[::-1]
    )
    return np.asarray(1 - rng.uniform(0, 0.55) * moved, np.float32)


def _in_gloss(card: Picture, rng: np.random.Generator) -> Picture:
    """Ink under a gleam that comes or goes across the card."""
    turn = rng.uniform(0, 2 * np.pi)
    y, x = np.mgrid[-1 : 1 : card.shape[0] * 1j, -1 : 1 : card.shape[1] * 1j].astype(np.float32)
    strength = np.clip(0.5 + rng.normal(0, 0.5) + rng.uniform(0, 1.2) * (x * np.cos(turn) + y * np.sin(turn)), 0, 1)
    share = np.asarray(strength * rng.uniform(0.3, 0.8), np.float32)[..., None]
    lamp = np.clip(np.array((205, 215, 225)) + rng.normal(0, 14, 3), 0, 255).astype(np.float32)
    return np.asarray(card + share * (np.maximum(lamp, card) - card), np.uint8)


def _cover(picture: Picture, on_top: npt.NDArray[np.int16], rng: np.random.Generator) -> None:
    """Lays hands, chips, strips and dark things over the scene."""
    for _ in range(int(rng.integers(1, 4))):
        cover = np.zeros((SIDE, SIDE), np.uint8)
        x, y = (int(value) for value in rng.uniform(0, SIDE, 2))
        kind = rng.integers(4)
        if kind == 0:
            cv2.circle(cover, (x, y), int(rng.uniform(6, 40)), 255, -1, cv2.LINE_AA)
        elif kind == 1:
            points = np.array((x, y)) + rng.normal(0, 35, (int(rng.integers(3, 7)), 2))
            cv2.fillConvexPoly(cover, cv2.convexHull(points.astype(np.int32)), 255, cv2.LINE_AA)
        else:
            turn = rng.uniform(0, 2 * np.pi)
            end = (int(x + 300 * np.cos(turn)), int(y + 300 * np.sin(turn)))
            cv2.line(cover, (x, y), end, 255, int(rng.uniform(4, 45)), cv2.LINE_AA)
        skin = np.array((90, 120, 185)) * rng.uniform(0.4, 1.3) + rng.normal(0, 12, 3)
        colour = skin if kind >= 2 else rng.integers(0, 256, 3)
        share = cv2.GaussianBlur(cover, (3, 3), 0)[..., None] / 255
        shade = np.clip(colour + rng.normal(0, 4, (SIDE, SIDE, 1)), 0, 255)
        if kind == 0 and rng.random() < 0.6:
            cv2.circle(shade, (x, y), int(rng.uniform(4, 20)), [float(v) for v in rng.integers(0, 256, 3)], 3)
        picture[:] = picture * (1 - share) + shade * share
        on_top[cover > 60] = -2


def _look(one: _Laid, number: int, on_top: npt.NDArray[np.int16], truths: list[Truth], corners: list[Pose]) -> None:
    card = one.card
    for is_turned in (False, True):
        for box, is_index in ((card.left, True), (card.right, True), (_other_corner(card), False)):
            if box is None:
                continue
            pose = _pose(one.onto_picture, box, is_turned)
            share = _share_seen(one.onto_picture, box, is_turned, number, on_top)
            is_right_size = SMALLEST <= pose.height <= LARGEST
            if is_index and card.label and share >= HALF_SEEN and pose.height > 0.7 * SMALLEST:
                truths.append(Truth(pose, card.label, share >= SEEN and is_right_size))
            if not is_index and card.has_right is None:
                truths.append(Truth(pose, card.label, is_clear=False))
            elif is_right_size and ((not is_index and share > 0.9) or (is_index and 0.05 < share < HALF_SEEN)):
                corners.append(pose)


def _other_corner(card: StraightCard) -> Box | None:
    """Where the index would stand in the top right corner of a card that has none there, or may have one."""
    if card.left is None or card.right is not None:
        return None
    left, top, right, bottom = card.left
    width = CARD_WIDTH + 2 * MARGIN_X
    return width - right, top, width - left, bottom


def _turned(x: float, y: float, is_turned: bool) -> Vector:
    return (2 * BORDER_X - x, 2 * BORDER_Y - y) if is_turned else (x, y)


def _pose(matrix: Matrix, box: Box, is_turned: bool) -> Pose:
    left, top, right, bottom = box
    x, y = (left + right) / 2, (top + bottom) / 2

    def at(across: float, down: float) -> npt.NDArray[np.float64]:
        return np.array(_project(matrix, *_turned(across, down, is_turned)))

    def half(one: npt.NDArray[np.float64], other: npt.NDArray[np.float64]) -> Vector:
        across, down = (other - one) / 2
        return float(across), float(down)

    middle, card = at(x, y), at(BORDER_X, BORDER_Y)
    return Pose(
        middle=(float(middle[0]), float(middle[1])),
        down=half(at(x, top), at(x, bottom)),
        across=half(at(MARGIN_X, BORDER_Y), at(MARGIN_X + CARD_WIDTH, BORDER_Y)),
        along=half(at(BORDER_X, MARGIN_Y), at(BORDER_X, MARGIN_Y + CARD_HEIGHT)),
        card=(float(card[0]), float(card[1])),
    )


def _share_seen(matrix: Matrix, box: Box, is_turned: bool, number: int, on_top: npt.NDArray[np.int16]) -> float:
    left, top, right, bottom = box
    points = np.array((left, top)) + LOOKED_AT * (right - left, bottom - top)
    if is_turned:
        points = np.array((2 * BORDER_X, 2 * BORDER_Y)) - points
    seen = cv2.perspectiveTransform(points[None], matrix)[0]
    places = np.round(seen).astype(int)
    shown = places[((places >= 0) & (places < SIDE)).all(axis=1)]
    return float((on_top[shown[:, 1], shown[:, 0]] == number).sum() / len(places))
