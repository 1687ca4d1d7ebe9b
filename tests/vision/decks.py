"""Index patches of the simulated table's packs, cut where the index is known to be: no network is asked."""

from __future__ import annotations

import math

import cv2
import numpy as np

from table.twin.faces import Deck
from table.twin.paper import CARD_MM
from tests.vision.printed import Laid, table
from vision.learning import DeckLearner, Shown
from vision.poses import Patches, Pose, cut_patch
from vision.profile import Profile

TOP_MM, MARGIN_MM, GAP_MM = 3.6, 2.3, 1.3
"""Where the simulated packs have their index; see table.twin.faces."""


def pose_on(card: Laid, deck: Deck, *, off_px: float = 0.0, size: float = 1.0, turn: float = 0.0) -> Pose:
    """Where the index of a card at its own top left is, or, as a finder might say, about where."""
    px, design = card.width / CARD_MM[0], deck.design
    height = (design.rank_height + GAP_MM + design.suit_height) * px
    index = (
        -card.width / 2 + (MARGIN_MM + design.index_width / 2) * px + off_px,
        -CARD_MM[1] / 2 * px + TOP_MM * px + height / 2 + off_px,
    )
    cos, sin = (function(math.radians(card.turn)) for function in (math.cos, math.sin))

    def turned(x: float, y: float, more: float = 0.0) -> tuple[float, float]:
        cosine, sine = (function(math.radians(card.turn + more)) for function in (math.cos, math.sin))
        return x * cosine - y * sine, x * sine + y * cosine

    middle = card.at[0] + index[0] * cos - index[1] * sin, card.at[1] + index[0] * sin + index[1] * cos
    return Pose(
        middle,
        turned(0, height / 2 * size, turn),
        turned(card.width / 2, 0, turn),
        turned(0, CARD_MM[1] / 2 * px, turn),
        card.at,
    )


def seen(deck: Deck, label: str, chance: np.random.Generator) -> Patches:
    """The index patch of a card in some light, at some size and turn, cut about where the index is."""
    card = Laid(label=label, at=(150, 150), width=chance.uniform(90, 170), turn=chance.uniform(0, 360))
    picture = table(card, size=(300, 300), deck=deck)
    lit = picture * chance.uniform(0.5, 1.1) * chance.uniform(0.8, 1.1, 3)
    if chance.random() < 0.5:
        lit = np.asarray(cv2.GaussianBlur(lit, (0, 0), chance.uniform(0.5, 1.5)))
    pose = pose_on(card, deck, off_px=chance.normal(0, 0.8), size=chance.normal(1, 0.04), turn=chance.normal(0, 2.5))
    return cut_patch(np.asarray(lit.clip(0, 255), np.uint8), pose)


def profile_of(deck: Deck, labels: tuple[str, ...], chance: np.random.Generator) -> Profile:
    """What somebody learns who shows each card three times."""
    learner = DeckLearner()
    for label in labels:
        learner.take(Shown(label, tuple(seen(deck, label, chance) for _ in range(3))))
    return learner.profile(deck.design.name)
