"""How large a card is on the table seen, by other cards that lie there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.sightings import Quad

Floats = npt.NDArray[np.float64]

SHAPE = 1.4
"""Height by width to which the known cards are brought; that of a bridge card would do as well."""

OTHER_SHAPE = 0.1
"""Natural logarithm of one card's height by width against another's on the same table, at most."""

OFF_RIGHT = 0.1
"""Cosine of the angle between two sides, at most."""

OTHER_SIZE = 1.15
"""So much larger or smaller than the largest and smallest card known another one may be."""

ALONE = (1.33, 1.62)
"""Height by width of a card seen from straight above: poker cards 1.40, bridge cards 1.56."""


@dataclass(frozen=True, slots=True, eq=False)
class CardSize:
    """What makes every known card one of width 1 and height SHAPE, and how far they are from it.

    A table that the camera sees askew is as if it were stretched one way: lengths are measured by a 2 x 2 metric that
    the sides of the known cards determine, being at right angles and all as long as each other.
    """

    metric: Floats
    smallest: float
    largest: float

    @classmethod
    def of(cls, quads: Sequence[Quad]) -> CardSize | None:
        """None without cards, or if they make no sense together."""
        if not quads:
            return None
        rows, lengths = list[Floats](), list[float]()
        for across, down in map(_sides, quads):
            scale = max(float(np.hypot(*across) * np.hypot(*down)), 1e-12)
            for one, other, length in ((across, across, 1.0), (down, down, SHAPE**2), (across, down, 0.0)):
                mixed = one[0] * other[1] + one[1] * other[0]
                rows.append(np.array((one[0] * other[0], mixed, one[1] * other[1])) / scale)
                lengths.append(length / scale)
        (xx, xy, yy), *_ = np.linalg.lstsq(np.array(rows), np.array(lengths), rcond=None)
        metric = np.array(((xx, xy), (xy, yy)))
        if np.linalg.eigvalsh(metric)[0] <= 0:
            return None
        sizes = [_measured(metric, quad)[0] for quad in quads]
        return cls(metric, min(sizes), max(sizes))

    def turned(self, quad: Quad) -> Quad:
        """The corners in the order in which the first side is a shorter one of the card's own."""
        a, b, c, d = quad
        other: Quad = (b, c, d, a)
        return min(quad, other, key=lambda one: abs(_measured(self.metric, one)[1]))

    def fits(self, quad: Quad) -> bool:
        """Whether a figure is of a card's size and shape."""
        size, shape, cosine = _measured(self.metric, quad)
        has_size = self.smallest / OTHER_SIZE <= size <= self.largest * OTHER_SIZE
        return has_size and abs(shape) <= OTHER_SHAPE and abs(cosine) <= OFF_RIGHT

    @staticmethod
    def is_straight(quad: Quad) -> bool:
        """Whether a figure would be a card if the camera looked straight down."""
        across, down = _sides(quad)
        wide, high = float(np.hypot(*across)), float(np.hypot(*down))
        cosine = float(across @ down) / max(wide * high, 1e-9)
        return ALONE[0] <= high / max(wide, 1e-9) <= ALONE[1] and abs(cosine) <= OFF_RIGHT


def _sides(quad: Quad) -> tuple[Floats, Floats]:
    a, b, c, d = (np.array(corner, np.float64) for corner in quad)
    return (b - a + c - d) / 2, (d - a + c - b) / 2


def _measured(metric: Floats, quad: Quad) -> tuple[float, float, float]:
    """Size, logarithm of the shape against SHAPE, and cosine between the sides."""
    across, down = _sides(quad)
    wide = max(float(across @ metric @ across), 1e-12) ** 0.5
    high = max(float(down @ metric @ down), 1e-12) ** 0.5
    cosine = float(across @ metric @ down) / (wide * high)
    return (wide * high / SHAPE) ** 0.5, float(np.log(high / wide / SHAPE)), cosine
