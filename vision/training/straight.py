"""Straight cards to lay scenes with: the form that drawn, printed and photographed cards are brought into."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.deck import JOKER
from vision.network import RANK_CLASSES, SUIT_CLASSES

Rgba = npt.NDArray[np.uint8]
"""Height x width x 4: BGR and how opaque."""

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in the pixels of a straight card, its margins included."""

CARD_WIDTH, CARD_HEIGHT = 200, 280
"""Pixels of a straight card: 3.15 to the millimetre."""

MARGIN_X, MARGIN_Y = 20, 28
"""What is kept (photographs) or transparent (drawings) around the card."""

ROUNDED = 10
"""Radius in px of a card's corners."""

NO_RANK, NO_SUIT = len(RANK_CLASSES) - 1, len(SUIT_CLASSES) - 1


@dataclass(frozen=True, slots=True)
class StraightCard:
    """One card with its surroundings, upright; what stands top left stands, turned, bottom right."""

    pixels: Rgba
    label: str
    """The face in the notation's words, or "" for what is no face: a back, a joker without an index."""
    source: str
    """The deck or folder it is from."""
    left: Box | None
    """Around rank and suit of the index in the top left corner. None: nobody knows where it is."""
    right: Box | None = None
    """The same in the top right corner; None where there is none."""
    has_right: bool | None = False
    """Whether an index stands in the top right corner too. None: not known."""


def classes_of(label: str) -> tuple[int, int]:
    """The rank's and the suit's place among the network's classes."""
    if not label:
        return NO_RANK, NO_SUIT
    if label == JOKER:
        return RANK_CLASSES.index(JOKER), NO_SUIT
    return RANK_CLASSES.index(label[:-1]), SUIT_CLASSES.index(label[-1])


def framed(card: npt.NDArray[np.uint8]) -> Rgba:
    """A picture of nothing but a card (BGR or BGRA, any size) with transparent margins."""
    if card.shape[2] == 3:
        card = np.asarray(cv2.cvtColor(card, cv2.COLOR_BGR2BGRA), np.uint8)
    interpolation = cv2.INTER_AREA if card.shape[1] > CARD_WIDTH else cv2.INTER_LINEAR
    card = np.asarray(cv2.resize(card, (CARD_WIDTH, CARD_HEIGHT), interpolation=interpolation), np.uint8)
    return np.asarray(np.pad(card, ((MARGIN_Y, MARGIN_Y), (MARGIN_X, MARGIN_X), (0, 0))), np.uint8)


def frame_corners() -> npt.NDArray[np.float32]:
    """The card's corners in the pixels of a straight card, clockwise from top left."""
    left, top, right, bottom = MARGIN_X, MARGIN_Y, MARGIN_X + CARD_WIDTH, MARGIN_Y + CARD_HEIGHT
    return np.array(((left, top), (right, top), (right, bottom), (left, bottom)), np.float32) - 0.5


def rounded_mask() -> npt.NDArray[np.uint8]:
    """Where a card is in the pixels of a straight card, its corners round: 255, and 0 beside it."""
    mask = np.zeros((CARD_HEIGHT + 2 * MARGIN_Y, CARD_WIDTH + 2 * MARGIN_X), np.uint8)
    inset = ROUNDED + 1
    first, last = (
        (MARGIN_X + inset, MARGIN_Y + inset),
        (MARGIN_X + CARD_WIDTH - inset - 1, MARGIN_Y + CARD_HEIGHT - inset - 1),
    )
    cv2.rectangle(mask, first, last, 255, -1)
    return np.asarray(cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * ROUNDED + 1,) * 2)), np.uint8)
