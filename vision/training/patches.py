"""Training patches: corners cut as inexactly as the reader cuts them, and everything that is no index."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.corners import PATCH_HEIGHT, PATCH_WIDTH, patch_corners
from vision.pictures import Picture
from vision.training.straight import (
    CARD_HEIGHT,
    CARD_WIDTH,
    NO_RANK,
    NO_SUIT,
    StraightCard,
    classes_of,
    frame_corners,
)

Matrix = npt.NDArray[np.float32]
Sample = tuple[Picture, int, int]
"""A patch, the rank's class, the suit's class."""

KINDS = ("index", "bare corner", "anywhere", "turned", "cut", "background", "text")
KIND_SHARES = (0.64, 0.1, 0.07, 0.05, 0.05, 0.06, 0.03)

WIDTH, HEIGHT = 2 * PATCH_WIDTH, 2 * PATCH_HEIGHT
"""Patches are cut twice as fine, blurred, and then made small."""

OUTLINE_ERROR = 0.012
"""Standard deviation of an outline's corners, in widths of the card."""


@dataclass(frozen=True, slots=True)
class Group:
    """Cards of one kind of source, and how often one of them is taken."""

    cards: Sequence[StraightCard]
    share: float


class PatchMaker:
    """Makes training patches without end; the same seed makes the same patches."""

    def __init__(self, groups: Sequence[Group], tiles: Sequence[Picture], rng: np.random.Generator) -> None:
        self._groups = [group for group in groups if group.cards]
        shares = np.array([group.share for group in self._groups])
        self._shares = shares / shares.sum()
        self._tiles = tiles
        self._rng = rng
        self._makers: dict[str, Callable[[], Sample]] = {
            "index": self._index,
            "bare corner": self._bare_corner,
            "anywhere": self._anywhere,
            "turned": self._turned,
            "cut": self._cut,
            "background": self._background_only,
            "text": self._text,
        }

    def make(self) -> Sample:
        """One patch, blurred as by a camera; light and colour are changed later, many patches at once."""
        kind = KINDS[self._rng.choice(len(KINDS), p=KIND_SHARES)]
        patch, rank, suit = self._makers[kind]()
        return self._seen_by_a_camera(patch), rank, suit

    def _card(self, wanted: Callable[[StraightCard], bool] = bool) -> StraightCard:
        while True:
            cards = self._groups[self._rng.choice(len(self._groups), p=self._shares)].cards
            card = cards[int(self._rng.integers(len(cards)))]
            if wanted(card):
                return card

    def _outline(self, error: float = OUTLINE_ERROR) -> Matrix:
        """Where a reader would say that the card lies; turned by half as often as not."""
        rng = self._rng
        corners = frame_corners() + rng.normal(0, error * CARD_WIDTH, (4, 2))
        if rng.random() < 0.5:
            corners = np.roll(corners, 2, axis=0)
        scale = rng.uniform(0.85, 1.2)  # other sizes of index
        return np.asarray(corners[0] + scale * (corners - corners[0]), np.float32)

    def _index(self) -> Sample:
        card = self._card()
        is_right = bool(card.has_right_index) and self._rng.random() < 0.5
        return (self._cut_out(card, self._patch(self._outline(), is_right)), *classes_of(card.label))

    def _bare_corner(self) -> Sample:
        card = self._card(lambda card: card.has_right_index is False)
        return self._cut_out(card, self._patch(self._outline(), True)), NO_RANK, NO_SUIT

    def _anywhere(self) -> Sample:
        rng = self._rng
        turn, size = rng.uniform(0, 2 * np.pi), rng.uniform(0.5, 1.6)
        across = np.array((np.cos(turn), np.sin(turn))) * 0.35 * CARD_WIDTH * size
        down = np.array((-np.sin(turn), np.cos(turn))) * 0.48 * CARD_HEIGHT * size
        middle = frame_corners()[0] + rng.uniform(0.36, 0.64, 2) * (CARD_WIDTH, CARD_HEIGHT)
        patch = middle + np.array((-across - down, across - down, across + down, down - across)) / 2
        return self._cut_out(self._card(), np.asarray(patch, np.float32)), NO_RANK, NO_SUIT

    def _turned(self) -> Sample:
        patch = np.roll(self._patch(self._outline(), False), int(self._rng.integers(1, 4)), axis=0)
        return self._cut_out(self._card(), patch), NO_RANK, NO_SUIT

    def _cut(self) -> Sample:
        """An index of which so little is seen that nobody should read it."""
        patch = self._patch(self._outline(), False)
        down = (patch[3] - patch[0]) * self._rng.uniform(0.42, 0.9)
        across = (patch[1] - patch[0]) * self._rng.uniform(-0.2, 0.2)
        if self._rng.random() < 0.5:
            down, across = (patch[3] - patch[0]) * self._rng.uniform(-0.1, 0.1), (patch[1] - patch[0]) * 0.65
        return self._cut_out(self._card(), patch + down + across), NO_RANK, NO_SUIT

    def _background_only(self) -> Sample:
        return self._surroundings(), NO_RANK, NO_SUIT

    def _text(self) -> Sample:
        """Print that is no index: letters and numbers in any size on paper."""
        rng = self._rng
        patch = np.full((HEIGHT, WIDTH, 3), rng.integers(150, 256, 3), np.uint8)
        for line in range(int(rng.integers(1, 6))):
            text = "".join(chr(rng.integers(48, 91)) for _ in range(int(rng.integers(1, 8))))
            place = (int(rng.integers(-10, 50)), int(25 + line * rng.uniform(15, 45)))
            ink = tuple(int(value) for value in rng.integers(0, 120, 3))
            cv2.putText(
                patch, text, place, int(rng.integers(0, 8)), rng.uniform(0.4, 2.0), ink, int(rng.integers(1, 4))
            )
        return patch, NO_RANK, NO_SUIT

    def _patch(self, outline: Matrix, is_right: bool) -> Matrix:
        unit = np.array(((0, 0), (1, 0), (1, 1), (0, 1)), np.float32)
        onto_card = cv2.getPerspectiveTransform(unit, outline)
        return np.asarray(cv2.perspectiveTransform(patch_corners(is_right)[None], onto_card)[0], np.float32)

    def _cut_out(self, card: StraightCard, patch: Matrix) -> Picture:
        frame = np.array(((0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)), np.float32) - 0.5
        onto_patch = cv2.getPerspectiveTransform(np.asarray(patch, np.float32), frame)
        cut = cv2.warpPerspective(card.pixels, onto_patch, (WIDTH, HEIGHT), borderMode=cv2.BORDER_REPLICATE)
        share = cut[..., 3:].astype(np.float32) / 255
        if share.min() == 1:
            return np.asarray(cut[..., :3], np.uint8)
        return np.asarray(cut[..., :3] * share + self._surroundings() * (1 - share), np.uint8)

    def _surroundings(self) -> Picture:
        """A piece of some table, or of one colour, or another card."""
        choice = self._rng.random()
        if choice < 0.6 and self._tiles:
            tile = self._tiles[int(self._rng.integers(len(self._tiles)))]
            return np.ascontiguousarray(tile[:: self._rng.choice((-1, 1)), :: self._rng.choice((-1, 1))])
        if choice < 0.75:
            pixels = self._card().pixels[40 : 40 + HEIGHT, 40 : 40 + WIDTH, :3]
            return np.ascontiguousarray(pixels[:: self._rng.choice((-1, 1))])
        return np.full((HEIGHT, WIDTH, 3), self._rng.integers(0, 256, 3), np.uint8)

    def _seen_by_a_camera(self, patch: Picture) -> Picture:
        rng = self._rng
        if rng.random() < 0.12:
            patch = self._partly_hidden(patch)
        if rng.random() < 0.15:
            length = int(rng.integers(3, 10))
            turn = cv2.getRotationMatrix2D(((length - 1) / 2, (length - 1) / 2), rng.uniform(0, 180), 1)
            kernel = cv2.warpAffine(np.diag(np.full(length, 1 / length, np.float32)), turn, (length, length))
            kernel = np.asarray(kernel / max(float(kernel.sum()), 1e-3), np.float32)
            patch = np.asarray(cv2.filter2D(patch, -1, kernel), np.uint8)
        if rng.random() < 0.6:
            patch = np.asarray(cv2.GaussianBlur(patch, (0, 0), float(rng.uniform(0.4, 2.8))), np.uint8)
        if rng.random() < 0.4:  # a card farther away than the patch is fine
            share = rng.uniform(0.3, 1.0)
            coarse = cv2.resize(patch, None, fx=share / 2, fy=share / 2, interpolation=cv2.INTER_AREA)
            patch = np.asarray(cv2.resize(coarse, (PATCH_WIDTH, PATCH_HEIGHT)), np.uint8)
        else:
            patch = np.asarray(cv2.resize(patch, (PATCH_WIDTH, PATCH_HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)
        if rng.random() < 0.25:
            _, packed = cv2.imencode(".jpg", patch, (cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(25, 95))))
            patch = np.asarray(cv2.imdecode(packed, cv2.IMREAD_COLOR), np.uint8)
        return patch

    def _partly_hidden(self, patch: Picture) -> Picture:
        """Something lies over the side of the patch that is away from the index: a finger, a chip, another card."""
        rng = self._rng
        patch = patch.copy()
        middle = np.array((rng.uniform(0.9, 1.1) * WIDTH, rng.uniform(0.8, 1.1) * HEIGHT))
        points = middle + rng.normal(0, WIDTH / 4, (5, 2)).clip(-0.35 * WIDTH, None)
        colour = tuple(int(value) for value in rng.integers(0, 256, 3))
        cv2.fillConvexPoly(patch, cv2.convexHull(points.astype(np.int32)), colour, cv2.LINE_AA)
        return patch
