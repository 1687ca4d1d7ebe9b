"""The figures of court cards and the joker: framed busts, drawn by us, the same from both ends.

A figure is a list of painted outlines in millimetres from the card's middle, upper half only, in painting order.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

import numpy as np

from table.twin.glyphs import Pen, Polygon, moved, strokes, suit_sign, word
from table.twin.paper import BLACK, CARD_MM, RED, WHITE, Colour, Paper

YELLOW: Colour = (64, 186, 240)
BLUE: Colour = (140, 84, 44)
SKIN: Colour = (206, 226, 244)
_LINE_MM = 0.38
FRAME_HALF_WIDTH_MM = 19.2
_FRAME = np.array([[-1, -36.0], [1, -36.0], [1, 36.0], [-1, 36.0]]) * (FRAME_HALF_WIDTH_MM, 1)
_BAND = np.array([[-1, -1.1], [1, -1.1], [1, 1.1], [-1, 1.1]]) * (FRAME_HALF_WIDTH_MM, 1)


class Sides(enum.Enum):
    """What an outline's mirror picture about the card's long axis has to do with it."""

    ALONE = enum.auto()
    """The outline stands as it is."""
    JOINED = enum.auto()
    """The outline is the right half; its mirror picture closes it."""
    TWICE = enum.auto()
    """The outline is drawn once on each side."""


class Paint(enum.Enum):
    """A colour by its part in the figure: which one it is differs from suit to suit."""

    CLOTH = enum.auto()
    LINING = enum.auto()
    GOLD = enum.auto()
    SKIN = enum.auto()
    HAIR = enum.auto()
    PLAIN = enum.auto()
    INK = enum.auto()


@dataclass(frozen=True, slots=True)
class Part:
    """One painted outline; INK is drawn as a line only, everything else is filled and outlined."""

    path: str
    paint: Paint
    sides: Sides = Sides.JOINED


P, S = Paint, Sides

_ROBE = (
    Part("M 0 -16 L 4 -16 C 8 -15 13 -13 15 -9 C 17 -5 18 -2 18.6 1 L 0 1", P.CLOTH),
    Part("M 9 -13.4 C 10 -9 10.5 -4 10.4 1 L 14.4 1 C 14 -4 13 -9 11.6 -12.4 L 9 -13.4", P.GOLD, S.TWICE),
    Part("M 0 -16 L 3.4 -16 C 4.6 -10 5.6 -5 5.8 1 L 0 1", P.LINING),
    Part("M 0 -13.4 L 1.7 -10.8 L 0 -8.2", P.GOLD),
    Part("M 0 -7.6 L 1.9 -4.9 L 0 -2.2", P.GOLD),
)
_FACE = (
    Part("M 0 -28 C 3.4 -28 5.2 -25.6 5 -22.4 C 4.8 -18.6 2.6 -15.6 0 -15.4", P.SKIN),
    Part("M 1.1 -22.9 C 1.7 -23.6 2.7 -23.6 3.4 -22.9 C 2.7 -22.3 1.7 -22.3 1.1 -22.9", P.PLAIN, S.TWICE),
    Part("E 2.2 -22.9 0.35 0.45", P.INK, S.TWICE),
    Part("M 0.9 -24.4 C 1.8 -25.1 2.9 -25 3.7 -24.4", P.INK, S.TWICE),
    Part("M 0.2 -23.2 L -0.7 -20.2 L 0.5 -20", P.INK, S.ALONE),
    Part("M -1.3 -18.3 C -0.5 -18.7 0.5 -18.7 1.3 -18.3 C 0.5 -17.7 -0.5 -17.7 -1.3 -18.3", P.INK, S.ALONE),
)
_KING = (
    *_ROBE,
    Part("M 0 -12.6 C 5 -12.6 9 -11.4 12.4 -8.4 L 14.4 -10.6 C 11 -14.4 6 -16.4 0 -16.4", P.PLAIN),
    Part("M 3 -14.9 L 3.4 -13.7", P.INK, S.TWICE),
    Part("M 6.2 -14 L 6.4 -12.8", P.INK, S.TWICE),
    Part("M 9.4 -12.6 L 9.2 -11.4", P.INK, S.TWICE),
    Part(
        "M 4.2 -27 C 7.4 -26.4 7.8 -22.6 7 -20 C 8 -18.6 7.6 -16.4 5.8 -15.8 C 4.6 -17 4 -20 4.2 -27", P.HAIR, S.TWICE
    ),
    *_FACE,
    Part("M 0 -17 C 1.4 -16.8 2.4 -18 3.2 -19.4 L 5 -20.8 C 5.4 -15.6 3 -11.6 0 -10.2", P.HAIR),
    Part("M 0 -19.6 C 1.2 -19.8 2.6 -19 3.4 -17.8 C 2.2 -17.9 1 -18.2 0 -18.8", P.HAIR),
    Part("M 1.3 -15.6 C 1.6 -14 1.2 -12.6 0.6 -11.6", P.INK, S.TWICE),
    Part("M 0 -26 L 6 -26 L 6.6 -28.2 L 0 -28.2", P.LINING),
    Part("M 0 -28.2 L 6.6 -28.2 L 8.2 -33.2 L 5 -30.4 L 3.4 -34 L 1.6 -30.6 L 0 -34.6", P.GOLD),
    Part("E 8.2 -33.4 0.6 0.6", P.CLOTH, S.TWICE),
    Part("E 3.4 -34.2 0.6 0.6", P.CLOTH, S.TWICE),
    Part("M 13 1 L 13 -24 L 13.9 -26 L 14.8 -24 L 14.8 1", P.PLAIN, S.ALONE),
    Part("M 13.9 1 L 13.9 -24", P.INK, S.ALONE),
    Part("M 10.6 -8.2 L 17.2 -8.2 L 17.2 -6.8 L 10.6 -6.8", P.GOLD, S.ALONE),
    Part("M 11.6 -6.8 C 11.2 -3.4 12 -2 13.8 -1.8 C 16 -2 16.6 -3.6 16.4 -6.8", P.SKIN, S.ALONE),
    Part("M 11.8 -5.2 L 15 -5.2 M 11.9 -3.7 L 14.8 -3.7", P.INK, S.ALONE),
)
_QUEEN = (
    Part("M 0 -29 C 7 -29.4 9.4 -24 9 -18 C 8.8 -14.6 10 -12 11.4 -10 L 4 -9 L 0 -9", P.LINING),
    *_ROBE,
    Part(
        "M 2.6 -28 C 6.8 -27.4 7.4 -22 6.6 -18.6 C 6.2 -16 7 -14.4 7.8 -13.4 C 5.6 -12.6 4 -14 3.8 -16.4",
        P.HAIR,
        S.TWICE,
    ),
    *_FACE,
    Part("M 0 -28.6 C 3.4 -28.4 5 -26.4 5 -23.4 C 4 -25 2.4 -26 0 -26", P.HAIR),
    Part("M 0 -12.2 C 3.4 -12.4 5.4 -14 6.4 -15.8 L 4.6 -16.6 C 3.6 -15.6 1.8 -14.8 0 -14.8", P.PLAIN),
    Part("E 0 -13.4 0.7 0.7", P.GOLD, S.ALONE),
    Part("E 2.6 -14 0.5 0.5", P.GOLD, S.TWICE),
    Part("M 0 -28 L 4.8 -28 L 5.4 -30.2 C 4 -31 3.6 -33 3.4 -33.6 C 2.4 -32.4 1.6 -31.6 1.4 -31 L 0 -34.4", P.GOLD),
    Part("M 0 -28 L 4.8 -28", P.INK),
    Part("E 0 -34.2 0.6 0.6", P.CLOTH, S.ALONE),
    Part("M 13.6 0 C 13.4 -6 13.8 -12 14 -17", P.INK, S.ALONE),
    Part("M 14 -11 C 15.6 -13.4 17.4 -13.6 18 -13.6 C 17.6 -11.6 16 -10.4 14 -10.4", P.LINING, S.ALONE),
    Part(
        "E 14 -21.6 1.5 1.5 E 16.2 -20 1.5 1.5 E 15.4 -17.4 1.5 1.5 E 12.7 -17.4 1.5 1.5 E 11.8 -20 1.5 1.5",
        P.CLOTH,
        S.ALONE,
    ),
    Part("E 14 -19.3 1.3 1.3", P.GOLD, S.ALONE),
    Part(
        "M 11.4 -7.4 C 11.2 -4 12 -2.4 13.8 -2.2 C 16 -2.4 16.4 -4.4 15.8 -7.2 C 14.6 -8.4 12.6 -8.4 11.4 -7.4",
        P.SKIN,
        S.ALONE,
    ),
    Part("M 11.6 -5.6 L 14.8 -5.6 M 11.9 -4 L 14.6 -4", P.INK, S.ALONE),
)
_JACK = (
    *_ROBE,
    Part("M 0 -12.4 L 3.6 -14 L 6 -11.6 L 7.6 -15.4 L 4.4 -16.6 L 0 -16.4", P.PLAIN),
    Part(
        "M 3.6 -27.6 C 7 -27.4 8 -23 7.8 -17.4 C 7.8 -16 6.6 -15.4 5.2 -15.8 C 4.6 -18 4.4 -22 3.6 -27.6",
        P.HAIR,
        S.TWICE,
    ),
    Part("M 5.4 -25.8 C 6.2 -22.6 6.4 -19.6 6.3 -16.6", P.INK, S.TWICE),
    *_FACE,
    Part("M 0 -27.4 C 3 -27.4 4.8 -26 5 -24 C 3.6 -25.4 2 -25.8 0 -25.8", P.HAIR),
    Part("M -7.6 -27 C -4 -28.6 4 -28.6 7.6 -27 L 7.8 -29.2 C 4 -30.6 -4 -30.6 -7.8 -29.2 L -7.6 -27", P.GOLD, S.ALONE),
    Part(
        "M -6.8 -29.4 C -6.4 -32.8 -3 -33.8 1 -33.4 C 5 -33.2 7 -31.6 7 -29.4 C 4 -30.6 -3 -30.6 -6.8 -29.4",
        P.CLOTH,
        S.ALONE,
    ),
    Part("M 5 -30 C 8 -35 12 -35 13.4 -31 C 14.2 -28.6 13 -26.8 11.8 -26 C 12 -29 10 -31 5 -30", P.PLAIN, S.ALONE),
    Part("M 6 -30.6 C 9 -33 12 -32 12.4 -27.6", P.INK, S.ALONE),
    Part("M 13.2 1 L 13.2 -18 L 14.4 -18 L 14.4 1", P.GOLD, S.ALONE),
    Part("M 13.8 -24.6 C 16.4 -22 16.4 -19.4 13.8 -17.4 C 11.2 -19.4 11.2 -22 13.8 -24.6", P.LINING, S.ALONE),
    Part("M 13.8 -23.6 L 13.8 -18.2", P.INK, S.ALONE),
    Part(
        "M 11.4 -8.4 C 11.2 -5 12 -3.4 13.8 -3.2 C 16 -3.4 16.4 -5.4 15.8 -8.2 C 14.6 -9.4 12.6 -9.4 11.4 -8.4",
        P.SKIN,
        S.ALONE,
    ),
    Part("M 11.6 -6.6 L 14.8 -6.6 M 11.9 -5 L 14.6 -5", P.INK, S.ALONE),
)
_JESTER = (
    Part("M 0 -15 L 4 -16 L 12 -6 L 8 -6 L 9 2 L 4 -3 L 0 4", P.LINING),
    *_FACE,
    Part(
        "M 0 -27 C 2 -27 5 -25.6 5.4 -24 C 9 -24 12 -21 12.6 -17.4 C 15.6 -23 13 -30 6 -31.6 C 3 -32 1 -34 0 -36.4",
        P.CLOTH,
    ),
    Part("M 0 -27 C 2 -27.6 3 -32 0 -36.4", P.GOLD),
    Part("E 12.6 -16.4 1.4 1.4", P.GOLD, S.TWICE),
    Part("E 0 -37 1.4 1.4", P.GOLD, S.ALONE),
    Part("E 9 2.6 1.1 1.1", P.GOLD, S.TWICE),
    Part("E 0 4.8 1.1 1.1", P.GOLD, S.ALONE),
)
_FIGURES = {"K": _KING, "Q": _QUEEN, "J": _JACK}
_CLOTHES: dict[str, dict[Paint, Colour]] = {
    "S": {P.CLOTH: BLUE, P.LINING: RED, P.HAIR: YELLOW},
    "H": {P.CLOTH: RED, P.LINING: BLUE, P.HAIR: YELLOW},
    "D": {P.CLOTH: RED, P.LINING: BLACK, P.HAIR: (150, 196, 226)},
    "C": {P.CLOTH: BLACK, P.LINING: RED, P.HAIR: (96, 140, 176)},
}
_ALWAYS: dict[Paint, Colour] = {P.GOLD: YELLOW, P.SKIN: SKIN, P.PLAIN: WHITE, P.INK: BLACK}


def draw_court(paper: Paper, rank: str, suit: str, colour: Colour, *, squeeze: float = 1.0) -> None:
    """Draws the framed figure of J, Q or K, *squeeze* times as wide as usual.

    The paper's corner indices must have been printed before.
    """
    narrow = np.array([squeeze, 1.0])
    paints = _CLOTHES[suit] | _ALWAYS
    for part in _FIGURES[rank]:
        _paint(paper, part, paints, scale=narrow)
    paper.fill(tuple(moved(piece * 3.8, -13.8 * squeeze, -30.4) for piece in suit_sign(suit)), colour)
    paper.fill((_BAND * narrow,), YELLOW)
    lozenge = np.array([[-1.2, 0], [0, -0.8], [1.2, 0], [0, 0.8]])
    for x in np.arange(-17.6, 17.7, 3.2):
        paper.fill((moved(lozenge, x, 0) * narrow,), paints[P.CLOTH])
    paper.turn_lower_half()
    paper.outline(_BAND * narrow, BLACK, 0.25)
    paper.outline(_FRAME * narrow, BLUE, 0.35)


def draw_joker(paper: Paper, pen: Pen) -> None:
    """Draws the jester, and the word down two corners."""
    for part in _JESTER:
        _paint(paper, part, _CLOTHES["H"] | _ALWAYS, scale=np.array([1.35, 1.35]), down=22.0)
    top = -CARD_MM[1] / 2 + 3.6
    for character in "JOKER":
        letter = tuple(piece * 0.052 for piece in word(character, pen))
        middle = -CARD_MM[0] / 2 + 5.0 - max(float(piece[:, 0].max()) for piece in letter) / 2
        paper.fill_both_ways(tuple(moved(piece, middle, top) for piece in letter), BLACK)
        top += 6.3


def _paint(paper: Paper, part: Part, paints: dict[Paint, Colour], *, scale: Polygon, down: float = 0.0) -> None:
    closed = part.paint is not Paint.INK
    for line in _outlines(part):
        placed = moved(line * scale, 0, down)
        if closed:
            paper.fill((placed,), paints[part.paint])
        paper.outline(placed, BLACK, _LINE_MM, closed=closed)


def _outlines(part: Part) -> tuple[Polygon, ...]:
    lines = strokes(part.path)
    mirrored = tuple(line[::-1] * (-1, 1) for line in lines)
    match part.sides:
        case Sides.JOINED:
            return tuple(np.concatenate(pair) for pair in zip(lines, mirrored, strict=True))
        case Sides.TWICE:
            return lines + mirrored
        case _:
            return lines
