"""Whether a camera's red and blue have been swapped, told by the ink of hearts: in no pack are they blue."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.pictures import Picture
from vision.sightings import Sighting

THUMBNAIL = (100, 140)
"""Width and height to which a card is brought, px."""

COLOURED = 50
"""Levels between the most and the least of a pixel's channels from which it is coloured ink."""

ENOUGH_INK = 0.01
"""Share of the card."""


def is_red_blue(picture: Picture, sightings: Sequence[Sighting]) -> bool | None:
    """Whether the hearts read in *picture* (BGR) are blue, so that the camera's channels are swapped.

    None where no heart lies that could tell: lay one on the table and look again.
    """
    hearts = [one for one in sightings if one.label is not None and one.label.endswith("H")]
    balances = [balance for one in hearts if (balance := _red_over_blue(picture, one)) is not None]
    return None if not balances else float(np.median(balances)) < 0


def _red_over_blue(picture: Picture, sighting: Sighting) -> float | None:
    """How much more red than blue the coloured ink of a card is, in levels; None if it has too little of it."""
    width, height = THUMBNAIL
    frame = np.array(((0, 0), (width, 0), (width, height), (0, height)), np.float32) - 0.5
    onto = cv2.getPerspectiveTransform(np.array(sighting.quad, np.float32), frame)
    card = cv2.warpPerspective(picture, onto, THUMBNAIL).astype(np.float32)
    ink = card[card.max(axis=2) - card.min(axis=2) > COLOURED]
    return float((ink[:, 2] - ink[:, 0]).mean()) if len(ink) >= ENOUGH_INK * width * height else None
