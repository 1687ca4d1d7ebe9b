"""Letters, figures and suit signs as polygons, drawn with a pen of our own: no font files are needed.

A letter is a skeleton of strokes in a box 100 high; the pen is swept along it.
A round pen gives a plain letter, a broad and slanted one thick and thin strokes.
All shapes have y downwards, as pictures have.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import cv2
import numpy as np
import numpy.typing as npt

Polygon = npt.NDArray[np.float64]
"""n x 2 points, x to the right and y downwards."""

CAP_HEIGHT = 100.0

# M: move, L: line, C: cubic curve, E: ellipse by centre and radii. Coordinates are those of the pen's centre.
SKELETONS = {
    "A": "M 0 100 L 33 0 L 66 100 M 11 67 L 55 67",
    "2": "M 3 27 C 4 9 16 0 31 0 C 47 0 59 10 59 26 C 59 43 46 54 31 67 C 16 80 6 89 2 100 L 61 100",
    "3": "M 5 17 C 10 6 20 0 31 0 C 47 0 57 9 57 24 C 57 39 46 47 28 47 C 47 47 61 57 61 73 C 61 90 48 100 31 100"
    " C 16 100 6 93 1 80",
    "4": "M 46 100 L 46 0 L 0 69 L 65 69",
    "5": "M 55 0 L 12 0 L 7 47 C 14 40 22 36 32 36 C 50 36 61 49 61 67 C 61 87 48 100 30 100 C 16 100 6 94 1 82",
    "6": "M 56 15 C 51 5 43 0 34 0 C 14 0 2 22 2 56 C 2 86 14 100 32 100 C 49 100 60 87 60 69 C 60 52 49 40 33 40"
    " C 17 40 5 51 2 66",
    "7": "M 1 0 L 60 0 C 43 24 28 58 24 100",
    "8": "E 31 24 24 24 E 31 73 30 27",
    "9": "M 5 85 C 10 95 18 100 27 100 C 47 100 59 78 59 44 C 59 14 47 0 29 0 C 12 0 1 13 1 31 C 1 48 12 60 28 60"
    " C 44 60 56 49 59 34",
    "1": "M 0 22 C 10 18 17 10 20 0 L 20 100",
    "0": "E 25 50 25 50",
    "J": "M 42 0 L 42 70 C 42 90 34 100 21 100 C 8 100 1 91 0 76",
    "Q": "E 35 50 35 50 M 40 72 L 73 108",
    "K": "M 0 0 L 0 100 M 56 0 L 0 64 M 21 42 L 62 100",
    "E": "M 54 0 L 0 0 L 0 100 L 56 100 M 0 48 L 41 48",
    "D": "M 0 0 L 0 100 L 22 100 C 50 100 62 80 62 50 C 62 20 50 0 22 0 L 0 0",
    "n": "M 0 36 L 0 100 M 0 56 C 6 43 15 36 26 36 C 39 36 45 44 45 58 L 45 100",
    "R": "M 0 0 L 0 100 M 0 0 L 30 0 C 47 0 57 10 57 26 C 57 42 47 52 30 52 L 0 52 M 30 52 L 60 100",
    "O": "E 37 50 37 50",
}
SERIFS = {
    "A": "M -11 100 L 13 100 M 51 100 L 79 100",
    "4": "M 32 100 L 60 100",
    "7": "M 1 0 L 1 14",
    "1": "M 6 100 L 34 100",
    "J": "M 28 0 L 56 0",
    "K": "M -12 0 L 13 0 M -12 100 L 13 100 M 44 0 L 68 0 M 48 100 L 74 100",
    "E": "M -12 0 L 0 0 M -12 100 L 0 100 M 53 0 L 53 9 M 55 100 L 55 90",
    "D": "M -12 0 L 0 0 M -12 100 L 0 100",
    "n": "M -10 36 L 0 36 M -10 100 L 11 100 M 34 100 L 56 100",
    "2": "M 61 100 L 61 86",
    "5": "M 55 0 L 55 8",
}

# Half of a suit sign in a box from -1 to 1; the other half is its mirror picture.
_HALF_SIGNS = {
    "H": "M 0 1 C -0.18 0.66 -0.92 0.14 -0.92 -0.42 C -0.92 -0.80 -0.70 -1 -0.46 -1 C -0.22 -1 -0.06 -0.80 0 -0.56",
    "D": "M 0 1 C -0.20 0.62 -0.50 0.24 -0.76 0 C -0.50 -0.24 -0.20 -0.62 0 -1",
    "S": "M 0 -1 C -0.18 -0.60 -0.90 -0.20 -0.90 0.26 C -0.90 0.56 -0.68 0.72 -0.46 0.72"
    " C -0.28 0.72 -0.14 0.62 -0.06 0.46 C -0.09 0.74 -0.20 0.94 -0.36 1 L 0 1",
}


@dataclass(frozen=True, slots=True)
class Pen:
    """What a letter is written with, in hundredths of the letter's height."""

    width: float
    thickness: float
    slant: float = 0.0
    """Degrees by which the pen's broad side is turned from the horizontal."""
    serifs: bool = False

    def nib(self) -> Polygon:
        """The pen's outline: an ellipse with slightly squared ends, so that strokes end crisply."""
        turn = np.linspace(0, 2 * math.pi, 28, endpoint=False)
        cos, sin = np.cos(turn), np.sin(turn)
        squared = np.stack([np.sign(cos) * np.abs(cos) ** 0.55, np.sign(sin) * np.abs(sin) ** 0.55], axis=1)
        return turned(squared * np.array([self.width / 2, self.thickness / 2]), self.slant)


def turned(polygon: Polygon, degrees: float) -> Polygon:
    """The polygon turned about the origin, clockwise as seen with y downwards."""
    angle = math.radians(degrees)
    cos, sin = math.cos(angle), math.sin(angle)
    return np.asarray(polygon @ np.array([[cos, sin], [-sin, cos]]), dtype=np.float64)


def moved(polygon: Polygon, x: float, y: float) -> Polygon:
    """The polygon, so much further right and down."""
    return np.asarray(polygon + np.array([x, y]), dtype=np.float64)


def strokes(path: str) -> tuple[Polygon, ...]:
    """The lines of a path written with M, L, C and E, curves as chains of short pieces."""
    words = path.split()
    lines: list[list[tuple[float, float]]] = []
    place = 0
    sizes = {"M": 2, "L": 2, "C": 6, "E": 4}
    while place < len(words):
        command = words[place]
        numbers = [float(word) for word in words[place + 1 : place + 1 + sizes[command]]]
        place += 1 + sizes[command]
        match command:
            case "M":
                lines.append([(numbers[0], numbers[1])])
            case "L":
                lines[-1].append((numbers[0], numbers[1]))
            case "C":
                lines[-1].extend(_curve(lines[-1][-1], numbers))
            case _:
                lines.append(_ellipse(numbers))
    return tuple(np.array(line, dtype=np.float64) for line in lines)


def _curve(start: tuple[float, float], numbers: list[float]) -> list[tuple[float, float]]:
    knots = np.array([start, numbers[0:2], numbers[2:4], numbers[4:6]])
    t = np.linspace(0, 1, 15)[1:, None]
    points = (1 - t) ** 3 * knots[0] + 3 * t * (1 - t) ** 2 * knots[1] + 3 * t**2 * (1 - t) * knots[2] + t**3 * knots[3]
    return [(float(x), float(y)) for x, y in points]


def _ellipse(numbers: list[float]) -> list[tuple[float, float]]:
    x, y, across, down = numbers
    turn = np.linspace(0, 2 * math.pi, 49)
    return [(x + across * math.cos(angle), y + down * math.sin(angle)) for angle in turn]


@lru_cache(maxsize=256)
def letter(character: str, pen: Pen) -> tuple[Polygon, ...]:
    """Convex pieces whose union is the letter, 100 high, with its left edge at x = 0 and its top at y = 0."""
    path = SKELETONS[character] + (" " + SERIFS.get(character, "") if pen.serifs else "")
    nib = pen.nib()
    half_height = float(nib[:, 1].max())
    pieces = [_swept(first, second, nib) for line in strokes(path) for first, second in pairwise(line)]
    left = min(float(piece[:, 0].min()) for piece in pieces)
    scale = CAP_HEIGHT / (CAP_HEIGHT + 2 * half_height)
    return tuple(moved(piece, -left, half_height) * scale for piece in pieces)


def _swept(first: Polygon, second: Polygon, nib: Polygon) -> Polygon:
    corners = np.concatenate([nib + first, nib + second]).astype(np.float32)
    return np.asarray(cv2.convexHull(corners), dtype=np.float64).reshape(-1, 2)


def word(text: str, pen: Pen, *, gap: float = 9.0) -> tuple[Polygon, ...]:
    """The letters side by side with *gap* hundredths between them, 100 high, left edge at x = 0."""
    placed: list[Polygon] = []
    left = 0.0
    for character in text:
        placed.extend(moved(piece, left, 0) for piece in letter(character, pen))
        left = max(float(piece[:, 0].max()) for piece in placed) + gap
    return tuple(placed)


@lru_cache(maxsize=8)
def suit_sign(suit: str) -> tuple[Polygon, ...]:
    """Pieces whose union is the sign of C, D, H or S: 2 high, centred on the origin."""
    if suit == "C":
        return _club()
    (half,) = strokes(_HALF_SIGNS[suit])
    return (np.concatenate([half, half[::-1] * (-1, 1)]),)


def _club() -> tuple[Polygon, ...]:
    turn = np.linspace(0, 2 * math.pi, 40, endpoint=False)
    leaf = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    (half,) = strokes("M 0 -0.2 L -0.10 0.1 C -0.08 0.60 -0.18 0.92 -0.38 1 L 0 1")
    stem = np.concatenate([half, half[::-1] * (-1, 1)])
    middle = np.array([[-0.2, -0.3], [0.2, -0.3], [0.2, 0.35], [-0.2, 0.35]])
    return leaf * 0.47 + (0, -0.53), leaf * 0.47 + (-0.49, 0.2), leaf * 0.47 + (0.49, 0.2), stem, middle
