"""A sheet the size of a card, on which polygons are printed in millimetres."""

from __future__ import annotations

import math

import cv2
import numpy as np
import numpy.typing as npt

from table.twin.glyphs import Polygon, moved, turned

Colour = tuple[int, int, int]
"""Blue, green, red."""

CARD_MM = (58.0, 88.0)
"""Width and height of a bridge card, 2.25 by 3.5 inches less what cutting takes."""
CORNER_MM = 3.5
WHITE: Colour = (244, 249, 250)
BLACK: Colour = (32, 28, 26)
RED: Colour = (42, 32, 200)

_FINER = 2
_SHIFT = 4


class Paper:
    """White card on which shapes are printed, and which may then be worn. Origin is the card's middle."""

    def __init__(self, px_per_mm: float, chance: np.random.Generator, wear: float) -> None:
        self._scale = px_per_mm * _FINER
        self._size = (round(CARD_MM[0] * px_per_mm), round(CARD_MM[1] * px_per_mm))
        self._chance = chance
        self._wear = wear
        shape = (self._size[1] * _FINER, self._size[0] * _FINER, 3)
        self._pixels: npt.NDArray[np.uint8] = np.full(shape, WHITE, dtype=np.uint8)

    def fill(self, polygons: tuple[Polygon, ...], colour: Colour) -> None:
        """Prints each polygon in full."""
        for polygon in polygons:
            cv2.fillPoly(self._pixels, [self._fixed(polygon)], colour, cv2.LINE_AA, _SHIFT)

    def fill_both_ways(self, polygons: tuple[Polygon, ...], colour: Colour) -> None:
        """Prints the polygons and, for who sits opposite, the same turned half round."""
        self.fill(polygons, colour)
        self.fill(tuple(turned(polygon, 180) for polygon in polygons), colour)

    def outline(self, line: Polygon, colour: Colour, width_mm: float, *, closed: bool = True) -> None:
        """Draws along the points with a line of that width."""
        thickness = max(1, round(width_mm * self._scale))
        cv2.polylines(self._pixels, [self._fixed(line)], closed, colour, thickness, cv2.LINE_AA, _SHIFT)

    def turn_lower_half(self) -> None:
        """Makes the lower half the upper one turned half round, as on court cards."""
        half = self._pixels.shape[0] // 2
        self._pixels[half:] = self._pixels[:half][::-1, ::-1]

    def finished(self) -> npt.NDArray[np.uint8]:
        """The card as BGRA at the wanted resolution, worn as asked, transparent beyond its round corners."""
        printed = cv2.resize(self._pixels, self._size, interpolation=cv2.INTER_AREA)
        if self._wear > 0:
            printed = self._worn(printed)
        return np.dstack([printed, self._shape()])

    def _fixed(self, polygon: Polygon) -> npt.NDArray[np.int32]:
        pixels = moved(polygon, CARD_MM[0] / 2, CARD_MM[1] / 2) * self._scale - 0.5
        return np.asarray(np.round(pixels * 2**_SHIFT), dtype=np.int32)

    def _shape(self) -> npt.NDArray[np.uint8]:
        mask = np.zeros(self._pixels.shape[:2], dtype=np.uint8)
        cv2.fillPoly(mask, [self._fixed(rounded_outline(CARD_MM, CORNER_MM))], 255, cv2.LINE_8, _SHIFT)
        return np.asarray(cv2.resize(mask, self._size, interpolation=cv2.INTER_AREA), dtype=np.uint8)

    def _worn(self, printed: cv2.typing.MatLike) -> cv2.typing.MatLike:
        chance, wear = self._chance, self._wear
        scale = self._scale / _FINER
        swollen = cv2.GaussianBlur(printed, (0, 0), 0.02 + 0.10 * wear * scale * float(chance.uniform(0.5, 1.0)))
        fade = wear * float(chance.uniform(0.05, 0.22))
        tone = np.array(WHITE, dtype=np.float32) * (1 - wear * np.array([0.10, 0.04, 0.025], dtype=np.float32))
        faded = swollen.astype(np.float32) * (1 - fade) + np.array(WHITE, dtype=np.float32) * fade
        height, width = printed.shape[:2]
        patches = cv2.resize(
            chance.normal(0, 1, (7, 5)).astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC
        )
        worn = faded * (tone / np.array(WHITE, dtype=np.float32)) * (1 - 0.02 * wear * patches[..., None])
        clipped = np.clip(worn, 0, 255).astype(np.uint8)
        for _ in range(int(10 * wear)):
            start = chance.uniform((0, 0), (width, height))
            angle, length = chance.uniform(0, 2 * math.pi), chance.uniform(2, 12) * scale
            end = start + length * np.array([math.cos(angle), math.sin(angle)])
            shade = int(chance.integers(205, 235))
            points = np.round(np.stack([start, end]) * 2**_SHIFT).astype(np.int32)
            cv2.polylines(clipped, [points], False, (shade, shade, shade), 1, cv2.LINE_AA, _SHIFT)
        return clipped


def rounded_outline(size: tuple[float, float], radius: float) -> Polygon:
    """A rectangle with round corners about the origin, clockwise from the top left."""
    quarter = np.linspace(0, math.pi / 2, 9)
    across, down = size[0] / 2 - radius, size[1] / 2 - radius
    corners = []
    for start, (x, y) in zip(
        (math.pi, 1.5 * math.pi, 0.0, 0.5 * math.pi),
        ((-across, -down), (across, -down), (across, down), (-across, down)),
        strict=True,
    ):
        corners.append(np.stack([x + radius * np.cos(start + quarter), y + radius * np.sin(start + quarter)], axis=1))
    return np.concatenate(corners)
