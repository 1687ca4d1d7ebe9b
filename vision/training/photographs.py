"""Cards and backgrounds out of labelled photographs, made straight with the very outlines the reader finds."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.outlines import Outline, find_outlines
from vision.pictures import Picture, load_picture
from vision.sightings import Quad
from vision.training.indices import with_indices
from vision.training.straight import (
    CARD_HEIGHT,
    CARD_WIDTH,
    MARGIN_X,
    MARGIN_Y,
    StraightCard,
    frame_corners,
    framed,
    rounded_mask,
)

Box = tuple[float, float, float, float]

TILE_WIDTH, TILE_HEIGHT = 96, 192
"""Pixels of a piece of background: twice a corner's patch."""

SURELY_THE_BOX = 0.75
"""Overlap (intersection by union) from which an outline is the card of a labelled box."""


def photographed_cards(folder: Path) -> Iterator[StraightCard]:
    """The cards of a folder with a labels.csv whose rows have a box each (`box`), or one card a picture (`image`)."""
    yield from with_indices(_cards_in(folder), of_one_pack=False)


def _cards_in(folder: Path) -> Iterator[StraightCard]:
    for name, rows in _labels(folder).items():
        picture = load_picture(folder / name)
        if max(picture.shape[:2]) <= 256:  # one card fills the picture, squashed to a square
            yield StraightCard(framed(picture), rows[0][0], folder.name, None, has_right=None)
            continue
        outlines = [outline for outline in find_outlines(picture) if not outline.is_cut and outline.straightness > 0.9]
        for label, box in rows:
            outline = _outline_in(outlines, box)
            if outline is not None:
                yield StraightCard(_straightened(picture, outline.quad), label, folder.name, None)


def background_tiles(folder: Path, rng: np.random.Generator, per_picture: int = 12) -> Iterator[Picture]:
    """Pieces of the photographs with boxes in which no labelled card lies."""
    for name, rows in _labels(folder).items():
        boxes = [box for _, box in rows if box is not None]
        if not boxes:
            continue
        picture = load_picture(folder / name)
        for _ in range(per_picture):
            tile = _tile(picture, boxes, rng)
            if tile is not None:
                yield tile


def _labels(folder: Path) -> dict[str, list[tuple[str, Box | None]]]:
    rows: dict[str, list[tuple[str, Box | None]]] = defaultdict(list)
    with (folder / "labels.csv").open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            box = None
            if row["label_kind"] == "box":
                box = (float(row["xmin"]), float(row["ymin"]), float(row["xmax"]), float(row["ymax"]))
            rows[row["image"]].append((row["label"].replace("JOKER", "X"), box))
    return rows


def _outline_in(outlines: list[Outline], box: Box | None) -> Outline | None:
    if box is None:
        return max(outlines, key=lambda outline: cv2.contourArea(np.array(outline.quad, np.float32)), default=None)
    best = max(outlines, key=lambda outline: _overlap(_bounds(outline.quad), box), default=None)
    return best if best is not None and _overlap(_bounds(best.quad), box) > SURELY_THE_BOX else None


def _bounds(quad: Quad) -> Box:
    xs, ys = zip(*quad, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _overlap(one: Box, other: Box) -> float:
    width = min(one[2], other[2]) - max(one[0], other[0])
    height = min(one[3], other[3]) - max(one[1], other[1])
    if width <= 0 or height <= 0:
        return 0.0
    areas = [(box[2] - box[0]) * (box[3] - box[1]) for box in (one, other)]
    return width * height / (sum(areas) - width * height)


def _straightened(picture: Picture, quad: Quad) -> npt.NDArray[np.uint8]:
    onto_card = cv2.getPerspectiveTransform(np.array(quad, np.float32), frame_corners())
    size = (CARD_WIDTH + 2 * MARGIN_X, CARD_HEIGHT + 2 * MARGIN_Y)
    card = cv2.warpPerspective(picture, onto_card, size, borderMode=cv2.BORDER_REPLICATE)
    return np.dstack((np.asarray(card, np.uint8), rounded_mask()))


def _tile(picture: Picture, boxes: list[Box], rng: np.random.Generator) -> Picture | None:
    height, width = picture.shape[:2]
    tall = int(rng.uniform(30, min(height, 220)))
    wide = tall * TILE_WIDTH // TILE_HEIGHT
    left, top = int(rng.integers(0, max(1, width - wide))), int(rng.integers(0, max(1, height - tall)))
    window = (float(left), float(top), float(left + wide), float(top + tall))
    if any(_overlap(window, box) > 0 for box in boxes):
        return None
    piece = picture[top : top + tall, left : left + wide]
    return np.asarray(cv2.resize(piece, (TILE_WIDTH, TILE_HEIGHT), interpolation=cv2.INTER_LINEAR), np.uint8)
