"""Suit signs and letters as ink, in many styles, to draw training cards with."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

Ink = npt.NDArray[np.uint8]
"""Height x width: how much ink, 0 to 255."""

SIGN_SIDE = 160
"""Pixels in which a suit sign is drawn before it is made as small as wanted."""

HERSHEY = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_TRIPLEX)
SUIT_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}

UNSUITED_FONTS = ("Symbol", "D050000L", "Biolinum_K", "Libertine_DR", "MathTeX", "Cupola", "Hairline", "Thin")
"""Words in the names of fonts whose letters are signs, or too thin to print cards with."""

NEEDED_SIGNS = "AKQJEDB1234567890n"

LEAST_INK = 0.4
"""Share of its ink that a letter keeps when its lines are made thinner."""


def fonts_in(folder: Path) -> tuple[Path, ...]:
    """The fonts in a folder and below it that cards can be printed with: every letter and digit looks otherwise."""
    found = sorted((*folder.rglob("*.ttf"), *folder.rglob("*.otf")))
    return tuple(path for path in found if not any(word in path.name for word in UNSUITED_FONTS) and _is_suited(path))


def _is_suited(font: Path) -> bool:
    try:
        looks = {_letter(sign, font).tobytes() for sign in NEEDED_SIGNS}
    except (OSError, ValueError):
        return False
    return len(looks) == len(NEEDED_SIGNS)


def resized(ink: Ink, width: float, height: float) -> Ink:
    """The same ink, so many pixels wide and high."""
    size = (max(2, round(width)), max(2, round(height)))
    return np.asarray(cv2.resize(ink, size, interpolation=cv2.INTER_AREA), np.uint8)


def cropped(ink: Ink) -> Ink:
    """Without the empty border. Raises ValueError where there is no ink at all."""
    points = cv2.findNonZero(ink)
    if points is None:
        raise ValueError("there is no ink to crop: the font lacks this sign")
    x, y, width, height = cv2.boundingRect(points)
    return ink[y : y + height, x : x + width]


def drawn_sign(suit: str, rng: np.random.Generator) -> Ink:
    """A suit sign of our own: smooth, slim, stout, or cut from a few straight lines."""
    ink = np.zeros((SIGN_SIDE, SIGN_SIDE), np.uint8)
    draw = {"C": _club, "D": _diamond, "H": _heart, "S": _spade}[suit]
    draw(ink, rng)
    if rng.random() < 0.25:
        ink = _few_lines(ink, float(rng.uniform(0.01, 0.025)))
    return cropped(ink)


def printed_sign(suit: str, font: Path) -> Ink:
    """A font's suit sign. Raises ValueError where the font has none."""
    if not _has_sign(font, SUIT_SIGNS[suit]):
        raise ValueError(f"{font} has no sign {SUIT_SIGNS[suit]}; take another font")
    return _letter(SUIT_SIGNS[suit], font)


def has_suit_signs(font: Path) -> bool:
    """Whether a font has all four suit signs."""
    return all(_has_sign(font, sign) for sign in SUIT_SIGNS.values())


def written(text: str, font: Path | int, rng: np.random.Generator) -> Ink:
    """A rank in a font file or one of OpenCV's own line fonts; several letters stand close together."""
    thickness = int(rng.integers(8, 20))
    letters = [_line_letter(sign, font, thickness) if isinstance(font, int) else _letter(sign, font) for sign in text]
    tallest = max(letter.shape[0] for letter in letters)
    gap = np.zeros((tallest, int(rng.uniform(0.02, 0.18) * tallest)), np.uint8)
    columns: list[Ink] = []
    for letter in letters:
        columns += [np.pad(letter, ((tallest - letter.shape[0], 0), (0, 0))), gap]
    return np.hstack(columns[:-1])


def with_stroke(ink: Ink, thicker: float) -> Ink:
    """The same with lines thicker by that share of its height, or thinner where it is less than 0.

    Lines too thin for that stay as they are.
    """
    reach = round(abs(thicker) * ink.shape[0] / 2)
    if reach == 0:
        return ink
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * reach + 1, 2 * reach + 1))
    room = np.pad(ink, reach)
    changed = np.asarray(cv2.dilate(room, kernel) if thicker > 0 else cv2.erode(room, kernel), np.uint8)
    is_left = changed.sum(dtype=np.int64) > LEAST_INK * ink.sum(dtype=np.int64)
    return cropped(changed) if is_left else ink


def _letter(sign: str, font: Path) -> Ink:
    image = Image.new("L", (300, 300))
    ImageDraw.Draw(image).text((60, 40), sign, font=ImageFont.truetype(str(font), 140), fill=255)
    return cropped(np.asarray(image, np.uint8))


def _has_sign(font: Path, sign: str) -> bool:
    loaded = ImageFont.truetype(str(font), 40)
    missing, wanted = (bytes(loaded.getmask(text)) for text in ("\ufffe", sign))
    return wanted != missing and any(wanted)


def _line_letter(sign: str, font: int, thickness: int) -> Ink:
    ink = np.zeros((300, 300), np.uint8)
    cv2.putText(ink, sign, (60, 220), font, 5.0, 255, thickness, cv2.LINE_AA)
    return cropped(ink)


def _few_lines(ink: Ink, tolerance: float) -> Ink:
    contours, _ = cv2.findContours(ink, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[-2:]
    border = max(contours, key=cv2.contourArea)
    plain = np.zeros_like(ink)
    cv2.fillPoly(plain, [cv2.approxPolyDP(border, tolerance * cv2.arcLength(border, True), True)], 255, cv2.LINE_AA)
    return plain


def _fill(ink: Ink, outline: npt.NDArray[np.float64]) -> None:
    """Fills an outline given in a square from -1 to 1."""
    points = np.round((outline * 0.45 + 0.5) * SIGN_SIDE * 16).astype(np.int32)
    cv2.fillPoly(ink, [points], 255, cv2.LINE_AA, shift=4)


def _heart_outline(rng: np.random.Generator) -> npt.NDArray[np.float64]:
    turn = np.linspace(0, 2 * np.pi, 120, endpoint=False)
    notch, belly = rng.uniform(3.5, 6.5), rng.uniform(1.0, 3.0)
    x = 16 * np.sin(turn) ** 3
    y = -(13 * np.cos(turn) - notch * np.cos(2 * turn) - belly * np.cos(3 * turn) - np.cos(4 * turn))
    x, y = x / np.abs(x).max(), (y - y.min()) / (y.max() - y.min()) * 2 - 1
    return np.stack((x * rng.uniform(0.8, 1.0), y), axis=1)


def _heart(ink: Ink, rng: np.random.Generator) -> None:
    _fill(ink, _heart_outline(rng))


def _spade(ink: Ink, rng: np.random.Generator) -> None:
    leaf = _heart_outline(rng)
    lower = rng.uniform(0.55, 0.8)
    _fill(ink, np.stack((leaf[:, 0], (-leaf[:, 1] + 1) / 2 * (1 + lower) - 1), axis=1))
    _stem(ink, rng, top=0.1)


def _diamond(ink: Ink, rng: np.random.Generator) -> None:
    width, hollow = rng.uniform(0.6, 0.95), rng.uniform(0.75, 1.05)
    corners = np.array(((0, -1), (width, 0), (0, 1), (-width, 0)), np.float64)
    outline = []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        middle = (start + end) / 2 * hollow
        for step in np.linspace(0, 1, 12, endpoint=False):
            outline.append((1 - step) ** 2 * start + 2 * step * (1 - step) * middle + step**2 * end)
    _fill(ink, np.array(outline))


def _club(ink: Ink, rng: np.random.Generator) -> None:
    turn = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    circle = np.stack((np.cos(turn), np.sin(turn)), axis=1)
    radius, apart, low = rng.uniform(0.42, 0.52), rng.uniform(0.46, 0.56), rng.uniform(0.12, 0.3)
    for x, y in ((0.0, -1 + radius), (-apart, low), (apart, low)):
        _fill(ink, circle * radius + (x, y))
    _fill(ink, circle * 0.25 + (0, 0))
    _stem(ink, rng, top=0.0)


def _stem(ink: Ink, rng: np.random.Generator, *, top: float) -> None:
    foot, waist = rng.uniform(0.2, 0.5), rng.uniform(0.04, 0.14)
    curve = rng.uniform(0.5, 0.9)
    right = [(waist, top), (waist, curve), (foot, 1.0)]
    _fill(ink, np.array(right + [(-x, y) for x, y in reversed(right)]))
