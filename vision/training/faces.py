"""Packs of cards drawn by ourselves: any font, English, German and Swedish letters, two or four indices, jokers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from vision.deck import JOKER, LABELS, RED_SUITS
from vision.training.ink import HERSHEY, Ink, drawn_sign, has_suit_signs, printed_sign, resized, with_stroke, written
from vision.training.straight import CARD_HEIGHT, CARD_WIDTH, MARGIN_X, MARGIN_Y, Box, StraightCard, framed

WIDTH, HEIGHT = 2 * CARD_WIDTH, 2 * CARD_HEIGHT
"""Cards are drawn twice as large as they are kept."""

MM = WIDTH / 63.5
"""Pixels to the millimetre of a poker card."""

LETTERS: tuple[dict[str, str], ...] = ({}, {"J": "B", "Q": "D"}, {"A": "E", "Q": "D", "J": "Kn"})
"""What is printed for the court cards and the ace: English, German, Swedish."""

LANGUAGE_SHARES = (0.56, 0.2, 0.24)

FOUR_COLOURS = 0.08
"""Share of packs with green clubs and blue diamonds."""

OTHER_INK = 0.04
"""Share of packs whose black suits are of another colour: gold, brown, blue."""

STROKE = 0.03
"""By so much of a letter's height its lines may be thicker or thinner than the font has them."""

EIGHT = tuple((x, y) for y in (0.2, 0.4, 0.6, 0.8) for x in (0.3, 0.7))
PIPS: dict[str, tuple[tuple[float, float], ...]] = {
    "A": ((0.5, 0.5),),
    "2": ((0.5, 0.2), (0.5, 0.8)),
    "3": ((0.5, 0.2), (0.5, 0.5), (0.5, 0.8)),
    "4": ((0.3, 0.2), (0.7, 0.2), (0.3, 0.8), (0.7, 0.8)),
    "5": ((0.3, 0.2), (0.7, 0.2), (0.5, 0.5), (0.3, 0.8), (0.7, 0.8)),
    "6": ((0.3, 0.2), (0.7, 0.2), (0.3, 0.5), (0.7, 0.5), (0.3, 0.8), (0.7, 0.8)),
    "7": ((0.3, 0.2), (0.7, 0.2), (0.5, 0.35), (0.3, 0.5), (0.7, 0.5), (0.3, 0.8), (0.7, 0.8)),
    "8": ((0.3, 0.2), (0.7, 0.2), (0.5, 0.35), (0.3, 0.5), (0.7, 0.5), (0.5, 0.65), (0.3, 0.8), (0.7, 0.8)),
    "9": (*EIGHT, (0.5, 0.5)),
    "10": (*EIGHT, (0.5, 0.3), (0.5, 0.7)),
}
"""Where the pips lie, in widths and heights of the card; those below the middle are upside down."""

JOKERS, JOKER_SHARES = ("column", "word", "level", "star", "cap", "bare"), (0.36, 0.16, 0.1, 0.18, 0.12, 0.08)

CONTINENTAL = 0.2
"""Share of packs with an index in each corner, letters of the Continent, a small sign and pips close beside it."""

Colour = tuple[int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """How one pack is printed. Lengths in millimetres of a card 63.5 by 88.9."""

    font: Path | int
    signs: dict[str, Ink]
    letters: dict[str, str]
    paper: Colour
    inks: dict[str, Colour]
    """The colour of each suit; in some packs all four differ."""
    rank_height: float
    rank_width: float
    """Of a single letter."""
    stroke: float
    """How much thicker the letters' lines are than the font has them, in their heights."""
    sign_height: float
    gap: float
    left: float
    top: float
    has_right_index: bool
    pip_height: float
    pips_left: float
    """Where the outer columns of pips stand, in widths of the card."""
    pips_top: float
    """Where the outer rows of pips lie, in heights of the card."""
    radius: float
    border: bool
    joker: str
    """One of JOKERS: how jokers are marked. `word` is turned, `level` goes across, `bare` is not marked at all."""
    joker_word: str


def drawn_packs(
    fonts: tuple[Path, ...],
    count: int,
    rng: np.random.Generator,
    continental: float = CONTINENTAL,
    languages: tuple[float, ...] = LANGUAGE_SHARES,
) -> Iterator[StraightCard]:
    """All 53 cards of so many packs, each of another design.

    *continental*: share of packs of the Continent's kind; *languages*: of LETTERS in the others.
    """
    with_signs = tuple(font for font in fonts if has_suit_signs(font))
    for number in range(count):
        design = _design(fonts, with_signs, rng, languages)
        if rng.random() < continental:
            design = _of_the_continent(design, rng)
        for label in LABELS:
            indexed = label if label != JOKER or design.joker != "bare" else ""
            pixels, left, right = _draw(label, design, rng)
            yield StraightCard(pixels, indexed, f"drawn {number}", left, right, right is not None)


def _design(
    fonts: tuple[Path, ...], with_signs: tuple[Path, ...], rng: np.random.Generator, languages: tuple[float, ...]
) -> Design:
    font: Path | int = fonts[rng.integers(len(fonts))] if fonts and rng.random() < 0.8 else int(rng.choice(HERSHEY))
    if with_signs and rng.random() < 0.35:
        signs = {suit: printed_sign(suit, with_signs[rng.integers(len(with_signs))]) for suit in "CDHS"}
    else:
        signs = {suit: drawn_sign(suit, rng) for suit in "CDHS"}
    large = rng.random() < 0.35
    rank_height = rng.uniform(9, 14) if large else rng.uniform(5, 9.5)
    tint = rng.integers(0, 22, 3)
    return Design(
        font=font,
        signs=signs,
        letters=LETTERS[rng.choice(3, p=languages)],
        paper=_colour(255 - tint),
        inks=_inks(rng),
        rank_height=rank_height,
        rank_width=rank_height * rng.uniform(0.4, 0.85),
        stroke=rng.uniform(-STROKE, STROKE) if rng.random() < 0.6 else 0.0,
        sign_height=rank_height * (rng.uniform(0.42, 1.0) if rng.random() < 0.88 else rng.uniform(0.25, 0.42)),
        gap=rng.uniform(0.4, 2.2) if rng.random() < 0.8 else rng.uniform(2, 4),
        left=rng.uniform(1.5, 4.5) if rng.random() < 0.8 else rng.uniform(4, 7),
        top=rng.uniform(2, 5.5) if rng.random() < 0.75 else rng.uniform(5, 13),
        has_right_index=bool(rng.random() < 0.2),
        pip_height=rng.uniform(9, 15),
        pips_left=rng.uniform(0.24, 0.36),
        pips_top=rng.uniform(0.13, 0.24),
        radius=rng.uniform(1.5, 4.5),
        border=bool(rng.random() < 0.15),
        joker=str(rng.choice(JOKERS, p=JOKER_SHARES)),
        joker_word=str(rng.choice(["JOKER", "Joker", "joker"], p=[0.7, 0.2, 0.1])),
    )


def _of_the_continent(design: Design, rng: np.random.Generator) -> Design:
    height = rng.uniform(6.0, 9.5)
    return replace(
        design,
        letters=LETTERS[rng.choice(3, p=(0.1, 0.65, 0.25))],
        rank_height=height,
        rank_width=height * rng.uniform(0.5, 0.85),
        sign_height=height * rng.uniform(0.4, 0.75),
        gap=rng.uniform(0.3, 1.5),
        left=rng.uniform(1.2, 3.5),
        top=rng.uniform(1.5, 4.0),
        has_right_index=True,
        pips_left=rng.uniform(0.22, 0.3),
        pips_top=rng.uniform(0.12, 0.18),
    )


def _inks(rng: np.random.Generator) -> dict[str, Colour]:
    red = _colour((rng.integers(10, 60), rng.integers(0, 50), rng.integers(150, 240)))
    black = _colour(rng.integers(0, 55, 3)) if rng.random() >= OTHER_INK else _anything_but_red(rng)
    inks = {suit: red if suit in RED_SUITS else black for suit in "CDHS"}
    if rng.random() < FOUR_COLOURS:
        inks["C"] = _colour((rng.integers(20, 70), rng.integers(90, 150), rng.integers(0, 60)))
        inks["D"] = _colour((rng.integers(150, 230), rng.integers(40, 120), rng.integers(0, 50)))
    return inks


def _anything_but_red(rng: np.random.Generator) -> Colour:
    blue, green, red = rng.integers(0, 190, 3).tolist()
    return blue, green, min(red, round(1.5 * max(blue, green)))


def _colour(values: npt.ArrayLike) -> Colour:
    blue, green, red = (int(value) for value in np.asarray(values))
    return blue, green, red


def _draw(label: str, design: Design, rng: np.random.Generator) -> tuple[npt.NDArray[np.uint8], Box | None, Box | None]:
    """The card, and the boxes around the indices of its upper end."""
    card = np.full((HEIGHT, WIDTH, 3), design.paper, np.uint8)
    if label == JOKER or label[:-1] in "JQK":
        _picture(card, design, rng)
    if label != JOKER:
        _pips(card, label, design)
    left: Box | None = None
    right: Box | None = None
    for _ in range(2):
        left = _index(card, label, design, is_right=False)
        if design.has_right_index:
            right = _index(card, label, design, is_right=True)
        card = np.ascontiguousarray(card[::-1, ::-1])
    if design.border:
        cv2.rectangle(card, (1, 1), (WIDTH - 2, HEIGHT - 2), (60, 60, 60), 3)
    return framed(np.dstack((card, _rounded(design.radius * MM)))), left, right


def _rounded(radius: float) -> Ink:
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    inset = round(radius)
    cv2.rectangle(mask, (inset, inset), (WIDTH - 1 - inset, HEIGHT - 1 - inset), 255, -1)
    return np.asarray(cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * inset + 1,) * 2)), np.uint8)


def _print(card: npt.NDArray[np.uint8], ink: Ink, centre: tuple[float, float], colour: Colour) -> Box:
    """Prints with the ink's middle at *centre* (px); what would stand beside the card is left out.

    Gives the ink's box in the pixels of the straight card, which is half as large and has margins.
    """
    height, width = ink.shape
    left, top = round(centre[0] - width / 2), round(centre[1] - height / 2)
    x0, y0, x1, y1 = max(left, 0), max(top, 0), min(left + width, WIDTH), min(top + height, HEIGHT)
    if x1 > x0 and y1 > y0:
        share = ink[y0 - top : y1 - top, x0 - left : x1 - left, None] / 255
        card[y0:y1, x0:x1] = np.round(card[y0:y1, x0:x1] * (1 - share) + np.array(colour) * share)
    return MARGIN_X + left / 2, MARGIN_Y + top / 2, MARGIN_X + (left + width) / 2, MARGIN_Y + (top + height) / 2


def _around(*boxes: Box) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _index(card: npt.NDArray[np.uint8], label: str, design: Design, *, is_right: bool) -> Box | None:
    if label == JOKER:
        return _joker_index(card, design, is_right=is_right)
    rank, suit = label[:-1], label[-1]
    text = design.letters.get(rank, rank)
    colour = design.inks[suit]
    height = design.rank_height * MM
    letters = with_stroke(written(text, design.font, np.random.default_rng(len(text))), design.stroke)
    width = min(design.rank_width * MM * (1.0 if len(text) == 1 else 1.55), 0.24 * WIDTH)
    sign = design.signs[suit]
    sign = resized(sign, sign.shape[1] * design.sign_height * MM / sign.shape[0], design.sign_height * MM)
    middle = design.left * MM + max(design.rank_width * MM, sign.shape[1], width * 0.9) / 2
    x = WIDTH - middle if is_right else middle
    of_rank = _print(card, resized(letters, width, height), (x, design.top * MM + height / 2), colour)
    below = (design.top + design.gap) * MM + height + sign.shape[0] / 2
    return _around(of_rank, _print(card, sign, (x, below), colour))


def _joker_index(card: npt.NDArray[np.uint8], design: Design, *, is_right: bool) -> Box | None:
    colour = design.inks["H" if design.radius > 3 else "S"]
    middle = (design.left + design.rank_width / 2) * MM
    x = WIDTH - middle if is_right else middle
    top, size = design.top * MM, design.rank_width * MM
    rng = np.random.default_rng(1)
    if design.joker in ("star", "cap"):
        ink = _star() if design.joker == "star" else _cap()
        return _print(card, resized(ink, size * 1.2, size * 1.2), (x, top + size / 2), colour)
    if design.joker == "column":
        step = min(design.rank_height * MM * 0.65, 0.07 * HEIGHT)
        letters = [resized(written(letter, design.font, rng), size * 0.75, step * 0.85) for letter in design.joker_word]
        places = [(x, top + (place + 0.5) * step) for place in range(len(letters))]
        return _around(*(_print(card, ink, at, colour) for ink, at in zip(letters, places, strict=True)))
    word = written(design.joker_word, design.font, rng)
    if design.joker == "word":
        turned = np.ascontiguousarray(np.rot90(resized(word, 0.24 * HEIGHT, size * 0.7), -1))
        return _print(card, turned, (x, top + 0.12 * HEIGHT), colour)
    if design.joker == "level":
        wide = 0.3 * WIDTH
        x = design.left * MM + wide / 2
        return _print(card, resized(word, wide, size * 0.8), (WIDTH - x if is_right else x, top + size / 2), colour)
    return None


def _star() -> Ink:
    ink = np.zeros((160, 160), np.uint8)
    turn = np.arange(10) * np.pi / 5
    radius = np.where(np.arange(10) % 2 == 0, 75, 30)
    points = np.stack((80 + radius * np.sin(turn), 80 - radius * np.cos(turn)), axis=1)
    cv2.fillPoly(ink, [np.round(points).astype(np.int32)], 255, cv2.LINE_AA)
    return ink


def _cap() -> Ink:
    """A jester's cap with three bells."""
    ink = np.zeros((160, 160), np.uint8)
    points = ((30, 150), (22, 90), (14, 44), (52, 84), (80, 18), (108, 84), (146, 44), (138, 90), (130, 150))
    cv2.fillPoly(ink, [np.array(points, np.int32)], 255, cv2.LINE_AA)
    for bell in ((14, 40), (80, 16), (146, 40)):
        cv2.circle(ink, bell, 13, 255, -1, cv2.LINE_AA)
    cv2.line(ink, (30, 128), (130, 128), 0, 6, cv2.LINE_AA)
    return ink


def _pips(card: npt.NDArray[np.uint8], label: str, design: Design) -> None:
    rank, suit = label[:-1], label[-1]
    sign = design.signs[suit]
    colour = design.inks[suit]
    height = design.pip_height * MM
    sign = resized(sign, sign.shape[1] * height / sign.shape[0], height)
    for x, y in PIPS.get(rank, ((0.3, 0.2), (0.7, 0.8))):
        across = 0.5 + (x - 0.5) * (0.5 - design.pips_left) / 0.2
        down = 0.5 + (y - 0.5) * (0.5 - design.pips_top) / 0.3
        place = (across * WIDTH, down * HEIGHT)
        _print(card, sign if y <= 0.5 else np.ascontiguousarray(sign[::-1]), place, colour)


def _picture(card: npt.NDArray[np.uint8], design: Design, rng: np.random.Generator) -> None:
    """What a court card shows, as far as a corner's patch can tell: a frame full of colours."""
    left, top = int(rng.uniform(0.16, 0.25) * WIDTH), int(rng.uniform(0.08, 0.14) * HEIGHT)
    inside = np.full((HEIGHT - 2 * top, WIDTH - 2 * left, 3), design.paper, np.uint8)
    height, width = inside.shape[:2]
    for _ in range(int(rng.integers(8, 30))):
        middle = rng.uniform(0.1, 0.9, 2) * (width, height / 2)
        points = middle + rng.normal(0, width / 8, (int(rng.integers(3, 8)), 2))
        cv2.fillPoly(inside, [points.astype(np.int32)], _colour(rng.integers(0, 256, 3)), cv2.LINE_AA)
    inside[height // 2 :] = inside[: height - height // 2][::-1, ::-1]
    card[top : HEIGHT - top, left : WIDTH - left] = inside
    if rng.random() < 0.7:
        colour = _colour(rng.integers(0, 120, 3))
        cv2.rectangle(card, (left, top), (WIDTH - left, HEIGHT - top), colour, int(rng.integers(1, 5)))
