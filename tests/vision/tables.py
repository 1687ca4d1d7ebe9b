"""Draws a table for the tests: the mat with its markers, cards that carry a coloured frame, arms and lamps.

A card's label is the colour of its frame; one colour cannot be read, and without a frame no card is found.
`FrameReader` reads them as a real reader would: a card of which something is hidden is not whole, and one of which
most is hidden has no label.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import cast

import cv2
import numpy as np
import numpy.typing as npt

from vision.frames import Frame
from vision.mat import Mat
from vision.pictures import Picture
from vision.sightings import Point, Quad, Sighting

Colour = tuple[int, int, int]

SIZE = (728, 544)
CARD_MM = (58.0, 88.0)
FRAME_MM = 6.0
FRAME_NS = 50_000_000
UNREADABLE, UNFOUND = "?", "blank"
COLOURS: dict[str, Colour] = {
    "7H": (40, 40, 220),
    "9S": (30, 220, 230),
    "4D": (40, 200, 40),
    "KC": (220, 200, 30),
    "2C": (200, 60, 30),
    "JS": (200, 40, 200),
    UNREADABLE: (30, 130, 230),
    UNFOUND: (240, 240, 240),
}
CLOTH, WOOD, SKIN, SLEEVE = (74, 92, 40), (58, 92, 132), (132, 164, 208), (96, 62, 44)
_SHIFT = 4


@dataclass(frozen=True)
class Card:
    label: str
    at: Point
    turn: float = 0.0

    @property
    def corners(self) -> Quad:
        return self.inner(0)

    def inner(self, by_mm: float) -> Quad:
        across, down = CARD_MM[0] / 2 - by_mm, CARD_MM[1] / 2 - by_mm
        cos, sin = math.cos(math.radians(self.turn)), math.sin(math.radians(self.turn))
        around = ((-across, -down), (across, -down), (across, down), (-across, down))
        return cast(Quad, tuple((self.at[0] + x * cos - y * sin, self.at[1] + x * sin + y * cos) for x, y in around))


@dataclass(frozen=True)
class Arm:
    """A sleeve from beyond the border, and a hand whose fingers end at *hand*."""

    shoulder: Point
    hand: Point


@dataclass(frozen=True)
class Disc:
    at: Point
    radius: float
    colour: Colour


@dataclass(frozen=True)
class Lamp:
    """All light times *light*; the east border is by *slope* brighter than the west one; bands of a flickering lamp."""

    light: float = 1.0
    slope: float = 0.0
    bands: float = 0.0
    phase: float = 0.0


@dataclass(frozen=True)
class Table:
    mat: Mat
    cards: tuple[Card, ...] = ()
    arms: tuple[Arm, ...] = ()
    discs: tuple[Disc, ...] = ()
    lamp: Lamp = Lamp()
    pushed: Point = (0.0, 0.0)
    """How far the camera was pushed, in pixels."""
    size: tuple[int, int] = SIZE

    def laid(self, *cards: Card) -> Table:
        return replace(self, cards=self.cards + cards)

    def under(self, *arms: Arm) -> Table:
        return replace(self, arms=arms)

    def lit(self, lamp: Lamp) -> Table:
        return replace(self, lamp=lamp)


def camera(mat: Mat, pushed: Point = (0.0, 0.0), size: tuple[int, int] = SIZE) -> npt.NDArray[np.float64]:
    """mm to px: a camera slightly askew, with some table around the mat."""
    width, height = size
    seen = np.array([(0.07, 0.08), (0.94, 0.09), (0.955, 0.90), (0.055, 0.91)]) * (width, height) + pushed
    corners = np.array(mat.corners, np.float32)
    return np.asarray(cv2.getPerspectiveTransform(corners, seen.astype(np.float32)), np.float64)


@lru_cache(maxsize=64)
def picture_of(table: Table, seed: int = 0) -> Picture:
    """The table as the camera sees it. Kept, as many frames show the same."""
    picture = _ground(table.mat, table.pushed, table.size).copy()
    matrix = camera(table.mat, table.pushed, table.size)
    for card in table.cards:
        _fill(picture, card.corners, COLOURS[card.label], matrix)
        _fill(picture, card.inner(FRAME_MM), (240, 240, 240), matrix)
    for disc in table.discs:
        _fill(picture, _circle(disc.at, disc.radius), disc.colour, matrix)
    for arm in table.arms:
        _draw_arm(picture, arm, matrix)
    lit = picture if table.lamp == Lamp() else _under_lamp(picture, table.lamp)
    return np.asarray(cv2.add(lit, _noise(table.size, seed), dtype=cv2.CV_8U), np.uint8)


def film(*scenes: tuple[Table, float], start_ns: int = 0) -> Iterator[Frame]:
    """The scenes one after the other, each for so many milliseconds, twenty frames a second."""
    number = 0
    for table, duration_ms in scenes:
        for _ in range(round(duration_ms * 1e6 / FRAME_NS)):
            yield Frame(picture_of(table, number % 3), start_ns + number * FRAME_NS)
            number += 1


class FrameReader:
    """Reads the cards' coloured frames."""

    def __init__(self) -> None:
        self.reads = 0

    def read(self, picture: Picture) -> tuple[Sighting, ...]:
        self.reads += 1
        hsv = np.asarray(cv2.cvtColor(cv2.GaussianBlur(picture, (3, 3), 0), cv2.COLOR_BGR2HSV), np.uint8)
        found = (
            sighting
            for label, colour in COLOURS.items()
            if label != UNFOUND
            for sighting in _frames_of(hsv, label, colour)
        )
        return tuple(sorted(found, key=lambda sighting: sighting.quad))


# For each hue, hues turned so that it becomes 90; saturation and value as they are.
_TURNED = [
    np.stack([(np.arange(256) - hue + 90) % 180, np.arange(256), np.arange(256)], axis=-1).astype(np.uint8)[None]
    for hue in range(180)
]


def _frames_of(hsv: npt.NDArray[np.uint8], label: str, colour: Colour) -> Iterator[Sighting]:
    hue = int(cv2.cvtColor(np.array([[colour]], np.uint8), cv2.COLOR_BGR2HSV)[0, 0, 0])
    turned = np.asarray(cv2.LUT(hsv, _TURNED[hue]), np.uint8)
    mask = np.asarray(cv2.inRange(turned, np.array([83, 151, 41]), np.array([97, 255, 255])) // 255, np.uint8)
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for outline in outlines:
        box = cv2.minAreaRect(outline)
        if min(box[1]) * max(box[1]) < 800:
            continue
        quad = _upright(np.asarray(cv2.boxPoints(box), np.float32))
        aspect = max(box[1]) / max(min(box[1]), 1)
        seen = _seen_part(mask, quad)
        whole = abs(aspect - CARD_MM[1] / CARD_MM[0]) < 0.08 and seen > 0.93
        yield Sighting(
            label=label if seen > 0.5 and label != UNREADABLE else None,
            confidence=0.99 if whole else 0.6,
            quad=cast(Quad, tuple((float(x), float(y)) for x, y in quad)),
            whole=whole,
            doubt=None if seen > 0.5 else "covered",
        )


def _upright(box: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """The corners clockwise, beginning left on a short side."""
    first_is_short = np.linalg.norm(box[1] - box[0]) <= np.linalg.norm(box[2] - box[1])
    return box if first_is_short else np.roll(box, -1, axis=0)


def _seen_part(mask: npt.NDArray[np.uint8], quad: npt.NDArray[np.float32]) -> float:
    """How much of the frame's middle line shows its colour."""
    middle = quad.mean(axis=0)
    inner = middle + (quad - middle) * (1 - FRAME_MM / np.array([66.0]))
    steps = np.linspace(0, 1, 40)[:, None]
    line = np.concatenate([inner[i] * (1 - steps) + inner[(i + 1) % 4] * steps for i in range(4)])
    x, y = np.clip(np.round(line).astype(int), 0, np.array(mask.shape[::-1]) - 1).T
    return float(mask[y, x].mean())


@lru_cache(maxsize=16)
def _ground(mat: Mat, pushed: Point, size: tuple[int, int]) -> Picture:
    fine = 4  # drawn larger and shrunk, so that a marker's cells are as wide as they should be
    picture = np.full((fine * size[1], fine * size[0], 3), WOOD, np.uint8)
    to_fine = np.array([[fine, 0, (fine - 1) / 2], [0, fine, (fine - 1) / 2], [0, 0, 1]])
    matrix = to_fine @ camera(mat, pushed, size)
    _fill(picture, mat.corners, CLOTH, matrix)
    for zone in mat.zones:
        cv2.polylines(picture, [_pixels(zone.corners, matrix)], True, (150, 172, 128), fine, cv2.LINE_AA, _SHIFT)
    for marker in mat.markers:
        _draw_marker(picture, mat, marker.id, marker.corners, matrix)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def _draw_marker(picture: Picture, mat: Mat, number: int, corners: Quad, matrix: npt.NDArray[np.float64]) -> None:
    draw = getattr(cv2.aruco, "generateImageMarker" if hasattr(cv2.aruco, "generateImageMarker") else "drawMarker")
    bits = draw(cv2.aruco.getPredefinedDictionary(getattr(cv2.aruco, mat.dictionary)), number, 6)
    (left, top), _, (right, bottom), _ = corners
    cell = (right - left) / 6
    white = (
        (left - cell, top - cell),
        (right + cell, top - cell),
        (right + cell, bottom + cell),
        (left - cell, bottom + cell),
    )
    _fill(picture, white, (244, 244, 244), matrix)
    for row, column in np.ndindex(6, 6):
        if not bits[row, column]:
            x, y = left + column * cell, top + row * cell
            _fill(picture, ((x, y), (x + cell, y), (x + cell, y + cell), (x, y + cell)), (30, 30, 30), matrix)


def _draw_arm(picture: Picture, arm: Arm, matrix: npt.NDArray[np.float64]) -> None:
    shoulder, hand = np.array(arm.shoulder), np.array(arm.hand)
    along = (hand - shoulder) / np.linalg.norm(hand - shoulder)
    across = np.array((-along[1], along[0]))
    wrist = hand - along * 110
    for start, end, half, colour in ((shoulder, wrist, 40, SLEEVE), (wrist, hand, 32, SKIN)):
        around = (start + across * half, end + across * half, end - across * half, start - across * half)
        _fill(picture, tuple((float(x), float(y)) for x, y in around), colour, matrix)


def _under_lamp(picture: Picture, lamp: Lamp) -> Picture:
    height, width = picture.shape[:2]
    rows = 1 + lamp.bands * np.sin(np.linspace(0, 3.2 * math.pi, height) + lamp.phase)
    columns = 1 + lamp.slope * np.linspace(0, 1, width)
    light = (lamp.light * rows[:, None] * columns[None, :]).astype(np.float32)
    return np.asarray(np.clip(picture * light[..., None], 0, 255), np.uint8)


@lru_cache(maxsize=8)
def _noise(size: tuple[int, int], seed: int) -> npt.NDArray[np.int16]:
    return np.asarray(np.random.default_rng(seed).normal(0, 2.5, (size[1], size[0], 3)).round(), np.int16)


def _circle(at: Point, radius: float) -> tuple[Point, ...]:
    angles = np.linspace(0, 2 * math.pi, 48, endpoint=False)
    return tuple((at[0] + radius * math.cos(a), at[1] + radius * math.sin(a)) for a in angles)


def _fill(picture: Picture, corners: tuple[Point, ...], colour: Colour, matrix: npt.NDArray[np.float64]) -> None:
    cv2.fillPoly(picture, [_pixels(corners, matrix)], colour, cv2.LINE_AA, _SHIFT)


def _pixels(corners: tuple[Point, ...], matrix: npt.NDArray[np.float64]) -> npt.NDArray[np.int32]:
    seen = cv2.perspectiveTransform(np.array([corners], np.float64), matrix)[0]
    return np.asarray(np.round(seen * 2**_SHIFT), np.int32)
