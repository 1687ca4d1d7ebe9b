"""Learns how large the cards on the table are: bridge or poker, and how they measure under this camera."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from statistics import median

from vision.steady import Lying

SHORTER_MM, LONGER_MM = (54.0, 67.0), (83.0, 94.0)
"""Bridge cards have 57 x 89 mm, poker cards 63.5 x 89; what does not measure about so is not learnt from."""

FEWEST, MOST = 2, 31
"""From so many measures on the size is known; so many are kept."""


class CardSize:
    """The middle of what the last cards measured: one outline that was found wrongly does not change it."""

    def __init__(self) -> None:
        self._measures: deque[tuple[float, float]] = deque(maxlen=MOST)

    @property
    def mm(self) -> tuple[float, float] | None:
        """The shorter and the longer side; None while too few cards have been read."""
        if len(self._measures) < FEWEST:
            return None
        shorter, longer = zip(*self._measures, strict=True)
        return median(shorter), median(longer)

    def learn(self, cards: Sequence[Lying]) -> None:
        """Takes in what was read; only whole cards with a label count."""
        for card in cards:
            shorter, longer = _sides(card)
            is_likely = SHORTER_MM[0] <= shorter <= SHORTER_MM[1] and LONGER_MM[0] <= longer <= LONGER_MM[1]
            if card.label is not None and card.whole and is_likely:
                self._measures.append((shorter, longer))


def _sides(card: Lying) -> tuple[float, float]:
    a, b, c, d = card.quad
    shorter, longer = sorted(((math.dist(a, b) + math.dist(c, d)) / 2, (math.dist(b, c) + math.dist(d, a)) / 2))
    return shorter, longer
