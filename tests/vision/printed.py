"""Prints cards for the reader's tests, in a design that neither the training nor the simulated table uses."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from table.twin.faces import Deck
from vision.pictures import Picture

WIDTH, HEIGHT = 320, 448
RED, BLACK, CLOTH, WOOD = (40, 30, 190), (35, 30, 30), (60, 95, 45), (95, 135, 180)

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid:
    """A card on a table, in pixels; *turn* in degrees clockwise."""

    label: str
    at: tuple[float, float]
    width: float = 170.0
    turn: float = 0.0

    @property
    def corners(self) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        """Clockwise from the card's own top left."""
        across, down = self.width / 2, self.width / 2 * HEIGHT / WIDTH
        angle = math.radians(self.turn)
        turn = np.array(((math.cos(angle), math.sin(angle)), (-math.sin(angle), math.cos(angle))))
        return np.array(((-across, -down), (across, -down), (across, down), (-across, down))) @ turn + self.at


def table(*cards: Laid, size: tuple[int, int] = (640, 480), cloth: Colour = CLOTH, deck: Deck | None = None) -> Picture:
    """A table with these cards, the last uppermost, each over its own thin shadow; of *deck*, if one is given."""
    picture = np.full((size[1], size[0], 3), cloth, np.uint8)
    rng = np.random.default_rng(1)
    for card in cards:
        shade = cv2.GaussianBlur(_mask(card.corners + 1.5, size), (0, 0), 2.5)[..., None] / 255 * 0.35
        picture = np.asarray(picture * (1 - shade), np.uint8)
        frame = np.array(((0, 0), (WIDTH, 0), (WIDTH, HEIGHT), (0, HEIGHT)), np.float32) - 0.5
        onto_table = cv2.getPerspectiveTransform(frame, card.corners.astype(np.float32))
        face = np.dstack((printed(card.label) if deck is None else _of(deck, card.label), _rounded()))
        seen = cv2.warpPerspective(face, onto_table, size, flags=cv2.INTER_AREA)
        share = seen[..., 3:] / 255
        picture = np.asarray(picture * (1 - share) + seen[..., :3] * share, np.uint8)
    noisy = cv2.GaussianBlur(picture, (3, 3), 0) + rng.normal(0, 2, picture.shape)
    return np.asarray(noisy.clip(0, 255), np.uint8)


def _of(deck: Deck, label: str) -> Picture:
    whole = deck.face(label) if label else deck.back()
    return np.asarray(cv2.resize(whole[..., :3], (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.uint8)


def printed(label: str) -> Picture:
    """The face of a card; an empty label is a back."""
    card = np.full((HEIGHT, WIDTH, 3), (238, 244, 246), np.uint8)
    if not label:
        cv2.rectangle(card, (16, 16), (WIDTH - 17, HEIGHT - 17), (150, 60, 40), -1)
        return card
    if label == "X":
        for row, letter in enumerate("JOKER"):
            _write(card, letter, (24, 50 + 24 * row), 0.8, 2, BLACK)
        cv2.circle(card, (WIDTH // 2, HEIGHT // 2), 70, (200, 120, 60), -1)
        return _twice(card)
    rank, suit = label[:-1], label[-1]
    ink = RED if suit in "DH" else BLACK
    for place, letter in enumerate(rank):
        _write(card, letter, (10 + 24 * place if len(rank) > 1 else 20, 62), 1.4, 3, ink)
    _sign(card, suit, (35, 92), 20, ink)
    _sign(card, suit, (WIDTH // 2, 110), 38, ink)
    return _twice(card)


def _twice(card: Picture) -> Picture:
    card[HEIGHT // 2 :] = card[: HEIGHT // 2][::-1, ::-1]
    return card


def _write(card: Picture, text: str, at: tuple[int, int], size: float, weight: int, ink: Colour) -> None:
    cv2.putText(card, text, at, cv2.FONT_HERSHEY_DUPLEX, size, ink, weight, cv2.LINE_AA)


def _sign(card: Picture, suit: str, at: tuple[int, int], radius: int, ink: Colour) -> None:
    for part in SIGNS[suit]:
        points = np.round((np.array(part) * radius + at) * 16).astype(np.int32)
        cv2.fillPoly(card, [points], ink, cv2.LINE_AA, shift=4)


def _disc(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    return [(x + radius * math.cos(step / 20), y + radius * math.sin(step / 20)) for step in range(126)]


HEART = [_disc(-0.42, -0.4, 0.46), _disc(0.42, -0.4, 0.46), [(-0.82, -0.18), (0.82, -0.18), (0.0, 1.0)]]
FOOT = [(-0.1, 0.2), (0.1, 0.2), (0.35, 1.0), (-0.35, 1.0)]
SIGNS: dict[str, list[list[tuple[float, float]]]] = {
    "D": [[(0.0, -1.0), (0.75, 0.0), (0.0, 1.0), (-0.75, 0.0)]],
    "H": HEART,
    "S": [[(x * 0.95, -y * 0.8 - 0.1) for x, y in part] for part in HEART] + [FOOT],
    "C": [_disc(0, -0.5, 0.45), _disc(-0.48, 0.22, 0.45), _disc(0.48, 0.22, 0.45), _disc(0, 0, 0.25), FOOT],
}


def _rounded() -> Picture:
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    cv2.rectangle(mask, (15, 15), (WIDTH - 16, HEIGHT - 16), 255, -1)
    return np.asarray(cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (31, 31))), np.uint8)


def _mask(corners: np.ndarray[tuple[int, ...], np.dtype[np.float64]], size: tuple[int, int]) -> Picture:
    mask = np.zeros((size[1], size[0]), np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 255)
    return mask
