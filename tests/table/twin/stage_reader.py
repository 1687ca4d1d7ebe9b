"""Reads cards by looking at the stage: a card is whole if no other lies on it. Of what is covered nothing is read."""

from __future__ import annotations

from typing import cast

import cv2
import numpy as np

from table.twin.scene import LyingCard, Stage
from vision.mat import Mat, Zone
from vision.pictures import Picture
from vision.sightings import Quad, Sighting

MARGIN_MM = 30.0
"""How much around a zone the watch reads."""


class StageReader:
    """Knows which zone it is shown by the picture's proportions."""

    def __init__(self, stage: Stage, mat: Mat) -> None:
        self._stage, self._mat = stage, mat

    def read(self, picture: Picture) -> tuple[Sighting, ...]:
        zone = min(self._mat.zones, key=lambda zone: abs(_aspect(zone) - picture.shape[1] / picture.shape[0]))
        (left, top), (width, _) = _box(zone)
        scale = picture.shape[1] / width
        cards = self._stage.scene.cards
        seen = [card for at, card in enumerate(cards) if card.face_up and _is_free(card, cards[at + 1 :])]
        return tuple(_sighting(card, left, top, scale) for card in seen if zone.holds(card.at))


def _sighting(card: LyingCard, left: float, top: float, scale: float) -> Sighting:
    quad = tuple(((x - left) * scale - 0.5, (y - top) * scale - 0.5) for x, y in card.corners)
    return Sighting(label=card.label, confidence=0.99, quad=cast(Quad, quad), whole=True)


def _is_free(card: LyingCard, above: tuple[LyingCard, ...]) -> bool:
    own = np.array(card.corners, np.float32)
    return all(cv2.intersectConvexConvex(own, np.array(other.corners, np.float32))[0] < 1 for other in above)


def _box(zone: Zone) -> tuple[tuple[float, float], tuple[float, float]]:
    xs, ys = zip(*zone.corners, strict=True)
    left, top = min(xs) - MARGIN_MM, min(ys) - MARGIN_MM
    return (left, top), (max(xs) + MARGIN_MM - left, max(ys) + MARGIN_MM - top)


def _aspect(zone: Zone) -> float:
    width, height = _box(zone)[1]
    return width / height
